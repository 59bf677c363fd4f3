import { expect, spyOn, test } from "bun:test";
import type { Fetch, Fetched } from "../../../kit/fetch.ts";
import { Budget, HOST_MAX, OWN_HOST_MAX } from "./budget.ts";
import { probe, read } from "./probe.ts";

const BYTES = 1;

/** A fetch that notes what it is asked for; `/to/HOST` is redirected there. */
function noting(): { readonly asked: string[]; readonly fetch: Fetch } {
  const asked: string[] = [];
  const fetch: Fetch = async (url) => {
    const { host, pathname } = new URL(url);
    asked.push(host);
    await Promise.resolve();
    const target = pathname.startsWith("/to/") ? `https://${pathname.slice(4)}/` : url;
    if (target !== url) asked.push(new URL(target).host);
    const redirects = target === url ? [] : [{ url, status: 302, location: target, ms: 1 }];
    return { url: target, status: 200, redirects } as Partial<Fetched> as Fetched;
  };
  return { asked, fetch };
}

async function probeAll(urls: readonly string[]): Promise<string[]> {
  const { asked, fetch } = noting();
  const budget = new Budget(fetch, "own.example");
  await Promise.all(urls.map((url) => read(budget, url, BYTES)));
  return asked;
}

const urlsOf = (host: string, count: number) =>
  Array.from({ length: count }, (_, i) => `https://${host}/${i}`);
const times = (asked: readonly string[], host: string) => asked.filter((one) => one === host).length;

test("a host is asked so often and no more; the page's own may be asked more often", async () => {
  const asked = await probeAll([
    ...urlsOf("a.example", 60),
    ...urlsOf("own.example", 150),
    ...urlsOf("b.example", 3),
  ]);
  expect(times(asked, "a.example")).toBe(HOST_MAX);
  expect(times(asked, "own.example")).toBe(OWN_HOST_MAX);
  expect(times(asked, "b.example")).toBe(3);
});

test("requests that redirects lead to a host count for it", async () => {
  const { asked, fetch } = noting();
  const budget = new Budget(fetch, "own.example");
  for (let i = 0; i < HOST_MAX; i++) await read(budget, `https://h${i}.example/to/victim.example`, BYTES);
  await Promise.all(urlsOf("victim.example", 20).map((url) => read(budget, url, BYTES)));
  expect(times(asked, "victim.example")).toBe(HOST_MAX);
});

test("hosts take turns: many links to one do not keep the others waiting", async () => {
  const asked = await probeAll([
    ...urlsOf("a.example", 20),
    ...urlsOf("b.example", 1),
    ...urlsOf("c.example", 1),
  ]);
  expect(asked.slice(0, 5)).toContain("b.example");
  expect(asked.slice(0, 5)).toContain("c.example");
});

test("the second fetch of a job gets no more time than the first one has left", async () => {
  let now = 0;
  const clock = spyOn(performance, "now").mockImplementation(() => now);
  const deadlines: number[] = [];
  const fetch: Fetch = async (url, { deadlineMs }) => {
    deadlines.push(deadlineMs);
    now += deadlineMs;
    return { url, status: 405, redirects: [] } as Partial<Fetched> as Fetched;
  };
  try {
    const budget = new Budget(fetch, "own.example");
    await probe(budget, { url: "https://a.example/", place: {} });
  } finally {
    clock.mockRestore();
  }
  expect(deadlines).toEqual([3_000, 2_000]);
});
