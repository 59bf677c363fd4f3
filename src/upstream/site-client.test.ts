import { describe, expect, test } from "bun:test";
import { inspect } from "node:util";
import { openWorld, type Told, unlimited } from "../../test/fixtures/upstream-world.ts";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { KeyedLimit } from "../kit/keyed-limit.ts";
import { Problem } from "../kit/problem.ts";
import { type Cookies, cookieHeader, isCookieValue } from "./cookies.ts";
import { RobotsRules, robotsToken } from "./robots.ts";
import { Secret } from "./secret.ts";
import type { Settings } from "./settings.ts";
import { PoliteSiteClient } from "./site-client.ts";

const cookies: Cookies = { host: "www.site.example", values: { li: new Secret("s3cret-value") } };

async function open(settings: Partial<Settings>, answer: (url: string) => Told) {
  const outside = await openWorld(answer);
  const shared = { rules: new RobotsRules(), mutex: new KeyedLimit(1) };
  const siteClient = new PoliteSiteClient(outside.call(), { ...unlimited, ...settings }, shared, "limitKey");
  return Object.assign(outside, { siteClient });
}

describe("robots.txt", () => {
  const page = "https://www.site.example/in/x";
  test("is read once a host and kept to", async () => {
    await using it = await open({ robots: "respect" }, (url) =>
      url.endsWith("/robots.txt")
        ? { body: "User-agent: *\nAllow: /\n\nUser-agent: quintet\nDisallow: /in/" }
        : { body: "page" },
    );
    for (const _ of [1, 2]) {
      expect(await rejectionOf(it.siteClient.get(page))).toMatchObject({ code: "robots-disallowed" });
    }
    expect((await it.siteClient.get("https://www.site.example/other")).status).toBe(200);
    expect(it.seen.map(({ url }) => new URL(url).pathname)).toEqual(["/robots.txt", "/other"]);
  });

  test.each([
    [404, undefined],
    [403, undefined],
    [429, "upstream-unavailable"],
    [500, "upstream-unavailable"],
    [999, "upstream-unavailable"],
  ])("with status %p lets %p through", async (status, code) => {
    await using it = await open({ robots: "respect" }, (url) =>
      url.endsWith("/robots.txt") ? { status, body: "User-agent: *\nDisallow: /" } : { body: "page" },
    );
    const asked = it.siteClient.get(page).then(
      () => undefined,
      (error: { code: string }) => error.code,
    );
    expect(await asked).toBe(code);
  });

  test("is not asked for where the operator has permission", async () => {
    await using it = await open({}, () => ({ body: "page" }));
    await it.siteClient.get(page);
    expect(it.seen).toHaveLength(1);
  });

  test("knows us by the first word of the user agent", () => {
    expect(robotsToken("Quintet/1.0.0 (+https://x.example)")).toBe("Quintet");
    expect(robotsToken("(nobody)")).toBe("*");
  });
});

describe("cookies", () => {
  test("go to exactly their host, over TLS", () => {
    expect(cookieHeader(cookies, new URL("https://www.site.example/a"))).toBe("li=s3cret-value");
    for (const address of [
      "https://site.example/",
      "https://x.www.site.example/",
      "https://www.site.example.evil.example/",
      "http://www.site.example/",
      "https://www.site.example:8443/",
    ]) {
      expect(cookieHeader(cookies, new URL(address))).toBeUndefined();
    }
  });

  test("never go with a redirect, not even to the same host", async () => {
    await using it = await open({}, (url) =>
      url.endsWith("/a") ? { status: 302, headers: { location: "/b" } } : { body: "b" },
    );
    const page = await it.siteClient.get("https://www.site.example/a", { cookies, maxRedirects: 3 });
    expect(page.url).toBe("https://www.site.example/b");
    expect(it.seen.map(({ options }) => options.headers?.Cookie)).toEqual(["li=s3cret-value", undefined]);
  });

  test("are shown by nothing", () => {
    const shown = [inspect(cookies, { depth: 9 }), JSON.stringify(cookies), `${cookies.values.li}`];
    for (const text of shown) {
      expect(text).not.toContain("s3cret");
      expect(text).toContain("redacted");
    }
    expect(Bun.inspect(cookies)).not.toContain("s3cret");
  });

  test("a value cannot end its header", () => {
    expect(isCookieValue('"ajax:123"')).toBe(true);
    for (const text of ["a;b", "a\r\nX: y", "a b", "", "ä"]) expect(isCookieValue(text)).toBe(false);
  });
});

test("redirects stay on the hosts that the source names, below the operator's base", async () => {
  await using it = await open({ baseUrl: "http://127.0.0.1:4000/{host}" }, (url) => {
    if (url.endsWith("/a")) return { status: 301, headers: { location: "https://de.site.example/b" } };
    return { status: 302, headers: { location: "https://evil.example/" } };
  });
  const follows = (host: string) => host.endsWith(".site.example");
  const page = await it.siteClient.get("https://www.site.example/a", { maxRedirects: 3, follows });
  expect(page).toMatchObject({ url: "https://de.site.example/b", status: 302 });
  expect(it.seen.map(({ url }) => url)).toEqual([
    "http://127.0.0.1:4000/www.site.example/a",
    "http://127.0.0.1:4000/de.site.example/b",
  ]);
  expect(it.seen.every(({ options }) => options.base?.startsWith("http://127.0.0.1:4000/"))).toBe(true);
});

test("a request has one deadline, whatever it is redirected to", async () => {
  await using it = await open({ timeoutMs: 1_000 }, (url) => {
    it.pass(600);
    return { status: 302, headers: { location: `${url}x` } };
  });
  await it.siteClient.get("https://www.site.example/a", { maxRedirects: 2 });
  const [first, second, third] = it.seen.map(({ options }) => options.deadlineMs);
  expect(first).toBeWithin(900, 1_001);
  expect(second).toBeWithin(300, 401);
  expect(third).toBe(1);
});

test.each(["upstream-unreachable", "upstream-tls", "upstream-invalid", "upstream-too-large"] as const)(
  "of %s, the caller is told that the site cannot be read, not that it has an error",
  async (code) => {
    await using it = await open({}, () => {
      throw new Problem(code, "The URL in url does not respond.", { parameter: "url" });
    });
    const error = await it.siteClient.get("https://www.site.example/a").catch((problem: unknown) => problem);
    expect(error).toMatchObject({
      code: "upstream-unavailable",
      message: "www.site.example cannot be read at the moment. Try again later.",
    });
  },
);

test("the site's own host gets no leave to be private", async () => {
  await using it = await open({}, () => ({ body: "" }));
  await it.siteClient.get("https://www.site.example/a");
  expect(it.seen[0]?.options.base).toBeUndefined();
});
