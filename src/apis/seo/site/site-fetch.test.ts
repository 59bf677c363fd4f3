import { describe, expect, test } from "bun:test";
import { FakeClock, MemoryLog } from "../../../../test/fixtures/seo/crawl.ts";
import { fetchOf } from "../../../../test/fixtures/seo/generated-site.ts";
import type { Fetch } from "../../../kit/fetch.ts";
import { SiteFetch } from "./site-fetch.ts";

/** A crawl of which only requests matter; `addressesOf` says where a host is. */
function siteFetch(addressesOf: (host: string) => readonly string[]) {
  const clock = new FakeClock();
  const times: { readonly host: string; readonly at: number }[] = [];
  const waits: string[] = [];
  const respond = fetchOf(() => ({ status: 200, headers: {}, body: "", ttfbMs: 1 }));
  const fetch: Fetch = async (url, options) => {
    const { host } = new URL(url);
    await options.admit?.(addressesOf(host));
    times.push({ host, at: clock.now() });
    return respond(url, options);
  };
  const site = new SiteFetch(
    {
      fetch,
      run: async function* () {},
      userAgent: "Quintet",
      log: new MemoryLog(),
      clock,
      signal: new AbortController().signal,
      waitForHost: async (host) => void waits.push(host),
    },
    100,
  );
  return { site, times, waits };
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

/** The most requests within one second. */
function mostInASecond(times: readonly { readonly at: number }[]): number {
  return Math.max(
    ...times.map(({ at }) => times.filter((one) => one.at >= at && one.at < at + 1_000).length),
  );
}

describe("the pace of one address", () => {
  test.each([
    ["40 sites at one address", () => ["192.0.2.1"]],
    ["40 sites in one network of IPv6", (host: string) => [`2001:db8:1:2::${host.replace(/\D/g, "")}`]],
    [
      "40 sites of which one of two addresses is the same",
      (host: string) => ["192.0.2.1", `198.51.100.${host.replace(/\D/g, "")}`],
    ],
  ])("%s get at most 10 requests a second", async (_name, addressesOf) => {
    const { site, times } = siteFetch(addressesOf);
    await Promise.all(numbers(40).map((i) => site.request(`https://site${i}.test/`)));
    expect(times).toHaveLength(40);
    expect(mostInASecond(times)).toBeLessThanOrEqual(10);
  });

  test("sites at addresses of their own do not wait for each other", async () => {
    const { site, times } = siteFetch((host) => [`192.0.2.${host.replace(/\D/g, "")}`]);
    await Promise.all(numbers(40).map((i) => site.request(`https://site${i}.test/`)));
    expect(new Set(times.map(({ at }) => at)).size).toBe(1);
  });

  test("is shared with other crawls by the name of its network", async () => {
    const { site, waits } = siteFetch(() => ["2001:db8:1:2::7"]);
    await site.request("https://www.example.com/");
    expect(waits).toEqual(["example.com", "address 2001:db8:1:2"]);
  });
});
