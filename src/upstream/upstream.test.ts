import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { openWorld, type Told, unlimited } from "../../test/fixtures/upstream-world.ts";
import { until } from "../../test/helpers/until.ts";
import { Problem } from "../kit/problem.ts";
import { Coverage } from "./coverage.ts";
import { problems, retryAfterMs } from "./problems.ts";
import type { Settings } from "./settings.ts";
import type { Item, Source } from "./source.ts";
import { SiteReader } from "./upstream.ts";

const HOUR = 3_600_000;
const address = (name: string) => `https://site.example/${name}`;

/** A source that takes the body as the item, and its words for what they say. */
const words: Source<string, string> = {
  name: "words",
  async read(query, siteClient) {
    const page = await siteClient.get(address(query));
    const text = new TextDecoder().decode(page.body);
    if (text === "captcha") throw problems.captcha("site.example");
    if (text === "gone") throw problems.notFound("There is no such item.");
    if (page.status === 429) throw problems.rateLimited("site.example");
    if (page.status >= 500) throw problems.unavailable("site.example");
    return text;
  },
};
const itemOf = (name: string, maxAgeMs?: number): Item<string> => ({
  name,
  limitKey: "site.example",
  schema: z.string(),
  maxAgeMs,
  coverage: () => ({ text: "body" }),
});

async function open(settings: Partial<Settings>, answer: (url: string) => Told | Promise<Told>) {
  const outside = await openWorld(answer);
  const coverage = new Coverage();
  const upstream = new SiteReader("tests", { ...unlimited, ...settings }, coverage);
  const ask = (name: string, maxAgeMs?: number, signal?: AbortSignal) =>
    upstream.ask(words, name, itemOf(name, maxAgeMs), outside.call(signal));
  return Object.assign(outside, { ask, coverage, upstream });
}

async function refusal(asked: Promise<unknown>): Promise<Problem> {
  const error = await asked.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Problem)) throw new TypeError(`no problem came: ${String(error)}`);
  return error;
}

describe("copies", () => {
  test("a fresh copy is given out and paid once; after that the site is read again", async () => {
    let n = 0;
    await using it = await open({ freshMs: HOUR, staleMs: HOUR }, () => ({ body: `v${++n}` }));
    expect(await it.ask("a")).toMatchObject({ result: "v1", state: "miss" });
    it.pass(HOUR - 10_000);
    expect(await it.ask("a")).toMatchObject({ result: "v1", state: "hit" });
    expect(it.charged()).toBe(1);
    it.pass(20_000);
    expect(await it.ask("a")).toMatchObject({ result: "v2", state: "miss" });
  });

  test("maxAge reads anew, and costs", async () => {
    let n = 0;
    await using it = await open({ freshMs: HOUR, staleMs: HOUR }, () => ({ body: `v${++n}` }));
    await it.ask("a");
    it.pass(60_000);
    expect(await it.ask("a", 120_000)).toMatchObject({ result: "v1", state: "hit" });
    expect(await it.ask("a", 30_000)).toMatchObject({ result: "v2", state: "miss" });
    expect(it.charged()).toBe(2);
  });

  test("where reading fails, the old copy is told as stale and costs nothing, unless maxAge forbids it", async () => {
    let answer: Told = { body: "v1" };
    await using it = await open({ freshMs: 1_000, staleMs: HOUR, circuitMs: 600_000 }, () => answer);
    await it.ask("a");
    answer = { body: "captcha" };
    it.pass(60_000);
    const before = it.charged();
    for (const _ of [1, 2]) {
      expect(await it.ask("a")).toMatchObject({ result: "v1", state: "stale", problem: "upstream-captcha" });
    }
    expect(it.charged()).toBe(before);
    expect(it.seen).toHaveLength(2);
    expect((await refusal(it.ask("a", 30_000))).code).toBe("upstream-captcha");
    it.pass(2 * HOUR);
    expect((await refusal(it.ask("a"))).code).toBe("upstream-captcha");
  });

  test("that there is no such item is remembered", async () => {
    await using it = await open({ freshMs: 1_000, absentMs: HOUR }, () => ({ body: "gone" }));
    for (const _ of [1, 2, 3]) expect((await refusal(it.ask("a"))).code).toBe("not-found");
    expect(it.seen).toHaveLength(1);
    it.pass(HOUR);
    expect((await refusal(it.ask("a"))).code).toBe("not-found");
    expect(it.seen).toHaveLength(2);
  });
});

test("50 callers at once make one request, and the one who began it may leave", async () => {
  const leaver = new AbortController();
  let n = 0;
  await using it = await open({ freshMs: HOUR }, async () => {
    n++;
    await Bun.sleep(50);
    if (n === 1) throw new DOMException("the client left", "AbortError");
    return { body: "v" };
  });
  const first = it.ask("a", undefined, leaver.signal);
  await until("the request is made", () => n === 1);
  const others = Array.from({ length: 49 }, () => it.ask("a"));
  leaver.abort();
  expect(await first.catch((error: Error) => error.name)).toBe("AbortError");
  const answers = await Promise.all(others);
  expect(new Set(answers.map(({ result }) => result))).toEqual(new Set(["v"]));
  expect(n).toBe(2);
  expect(it.charged()).toBe(1);
});

test.each([undefined, 0])("with maxAge %p, a caller pays whose twin had paid and left", async (maxAgeMs) => {
  const leaver = new AbortController();
  const page = Promise.withResolvers<Told>();
  await using it = await open({ freshMs: HOUR }, () => page.promise);
  const first = it.ask("a", maxAgeMs, leaver.signal);
  const second = it.ask("a", maxAgeMs);
  await until("the request is made", () => it.seen.length === 1);
  expect(it.charged()).toBe(1);
  leaver.abort();
  expect(it.charged()).toBe(0);
  page.resolve({ body: "v" });
  expect((await second).result).toBe("v");
  await first.catch(() => {});
  expect(it.charged()).toBe(1);
});

test("callers of one key who want the same newer copy pay it once, however long it takes", async () => {
  let page = Promise.resolve<Told>({ body: "v1" });
  await using it = await open({ freshMs: HOUR }, () => page);
  await it.ask("a");
  it.pass(1_000);
  const { promise, resolve } = Promise.withResolvers<Told>();
  page = promise;
  let asked = 0;
  const insist = () => {
    const world = it.call();
    const charge: typeof world.charge = (units, once) => {
      asked++;
      return world.charge(units, once);
    };
    return it.upstream.ask(words, "a", itemOf("a", 0), { ...world, charge });
  };
  const both = [insist(), insist()];
  await until("both pay, and one reads", () => asked === 2 && it.seen.length === 2);
  it.pass(5_000);
  resolve({ body: "v2" });
  expect((await Promise.all(both)).map(({ result }) => result)).toEqual(["v2", "v2"]);
  expect(it.charged()).toBe(2);
  it.pass(1_000);
  await insist();
  expect(it.charged()).toBe(3);
});

test("who waits too long for other replicas is told the host, and nothing of the operator's session", async () => {
  await using it = await open({ freshMs: HOUR }, () => ({ body: "v" }));
  const world = it.call();
  const claim: typeof world.state.claim = async () => {
    it.pass(HOUR);
    return undefined;
  };
  const item = { ...itemOf("a"), limitKey: "site.example 0123456789ab" };
  const asked = it.upstream.ask(words, "a", item, { ...world, state: { ...world.state, claim } });
  const { code, message } = await refusal(asked);
  expect(code).toBe("upstream-unavailable");
  expect(message).toBe("site.example cannot be read at the moment. Try again later.");
});

test("two replicas read an item once", async () => {
  await using it = await open({ freshMs: HOUR }, async () => {
    await Bun.sleep(100);
    return { body: "v" };
  });
  const other = new SiteReader("tests", { ...unlimited, freshMs: HOUR }, new Coverage());
  const [a, b] = await Promise.all([it.ask("a"), other.ask(words, "a", itemOf("a"), it.call())]);
  expect([a.result, b.result]).toEqual(["v", "v"]);
  expect(it.seen).toHaveLength(1);
});

describe("the circuit", () => {
  test("a block is not retried, opens it for every item and doubles; an item that is read mends it", async () => {
    let body = "captcha";
    await using it = await open({ circuitMs: 60_000, circuitMaxMs: 200_000, retries: 1 }, () => ({ body }));
    const wait = async (name: string) =>
      Number((await refusal(it.ask(name))).options.headers?.["Retry-After"]);
    expect(await wait("a")).toBe(60);
    expect(await wait("b")).toBeWithin(55, 61);
    expect(it.seen).toHaveLength(1);
    it.pass(61_000);
    expect(await wait("a")).toBe(120);
    it.pass(121_000);
    expect(await wait("a")).toBe(200);
    it.pass(201_000);
    body = "v";
    expect((await it.ask("a")).result).toBe("v");
    body = "captcha";
    expect(await wait("a")).toBe(60);
    expect(it.coverage.failures()).toEqual([{ api: "tests", codes: { "upstream-captcha": 4 } }]);
  });

  test("open, it answers within 20 ms", async () => {
    await using it = await open({ circuitMs: 60_000 }, () => ({ body: "captcha" }));
    await refusal(it.ask("a"));
    // The best of ten: a machine that does other things at the same time proves nothing.
    const times: number[] = [];
    for (let i = 0; i < 10; i++) {
      const began = performance.now();
      expect((await refusal(it.ask("b"))).options.members).toMatchObject({ charged: 0, retryable: true });
      times.push(performance.now() - began);
    }
    expect(Math.min(...times)).toBeLessThan(20);
  });

  test("0 switches it off", async () => {
    await using it = await open({}, () => ({ body: "captcha" }));
    for (const _ of [1, 2]) expect((await refusal(it.ask("a"))).options.headers).toBeUndefined();
    expect(it.seen).toHaveLength(2);
  });
});

test.each([
  ["120", 120_000],
  ["9999999", 86_400_000],
  ["Fri, 31 Dec 2999 23:59:59 GMT", 86_400_000],
  ["Thu, 01 Jan 1970 00:02:00 GMT", 119_000],
  ["soon", undefined],
])("Retry-After: %s is a pause of %p ms", (value, ms) => {
  expect(retryAfterMs(value, 1_000)).toBe(ms);
});

describe("pacing", () => {
  test("requests are spaced out; who would wait too long is told the next moment", async () => {
    const times: number[] = [];
    await using it = await open({ minIntervalMs: 200, maxWaitMs: 450 }, () => {
      times.push(performance.now());
      return { body: "v" };
    });
    const began = performance.now();
    const asked = await Promise.allSettled(["a", "b", "c", "d", "e"].map((name) => it.ask(name)));
    const refused = asked.flatMap((one) => (one.status === "rejected" ? [one.reason as Problem] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const { code, options } of refused) {
      expect(code).toBe("pacing");
      expect(Date.parse(String(options.members?.nextSlotAt))).toBeGreaterThan(Date.now() - 1_000);
      expect(Number(options.headers?.["Retry-After"])).toBeGreaterThan(0);
    }
    expect(times.length).toBe(asked.length - refused.length);
    // A busy machine makes them late, and then the next one seems early; none is before its turn.
    for (const [i, time] of times.entries()) expect(time - began).toBeGreaterThan(200 * i - 10);
  });

  test("a free moment is taken, though a slow database took longer than the wait to tell it", async () => {
    await using it = await open({ minIntervalMs: 1_000, maxWaitMs: 100 }, () => ({ body: "v" }));
    const world = it.call();
    let now = world.now();
    const claim: typeof world.state.claim = async (key, ttlMs) => {
      now += 500;
      return world.state.claim(key, ttlMs);
    };
    const call = { ...world, now: () => now, state: { ...world.state, claim } };
    await it.upstream.ask(words, "a", itemOf("a"), call);
    expect(it.seen).toHaveLength(1);
  });

  test("not more than so many at a time", async () => {
    let [under, most] = [0, 0];
    await using it = await open({ concurrency: 2, maxWaitMs: 60_000 }, async () => {
      most = Math.max(most, ++under);
      await Bun.sleep(20);
      under--;
      return { body: "v" };
    });
    await Promise.all(["a", "b", "c", "d", "e", "f"].map((name) => it.ask(name)));
    expect(most).toBe(2);
    expect(it.seen).toHaveLength(6);
  });

  test("of a crowd at its limit, one asks the database, and the others are told the next moment meanwhile", async () => {
    const page = Promise.withResolvers<Told>();
    await using it = await open({ concurrency: 1, maxWaitMs: 250, timeoutMs: 60_000 }, () => page.promise);
    const reader = it.ask("read");
    await until("the limit is reached", () => it.seen.length === 1);
    // It stands still, so whoever asks the database for a place goes on asking until the test moves it.
    let now = it.call().now();
    const began = performance.now();
    const asking: string[] = [];
    const call = (name: string) => {
      const world = it.call();
      const claim: typeof world.state.claim = (key, ttlMs) => {
        if (key.includes("place")) asking.push(name);
        return world.state.claim(key, ttlMs);
      };
      return { ...world, now: () => now, state: { ...world.state, claim } };
    };
    const codes: string[] = [];
    const crowd = Array.from({ length: 40 }, async (_, i) => {
      const name = `i${i}`;
      codes.push((await refusal(it.upstream.ask(words, name, itemOf(name), call(name)))).code);
    });
    await until("all but one have given up", () => codes.length === 39);
    now += 250;
    await Promise.all(crowd);
    expect(codes).toEqual(Array(40).fill("pacing"));
    expect(new Set(asking).size).toBe(1);
    expect(asking.length).toBeLessThan(2 + (performance.now() - began) / 20);
    page.resolve({ body: "v" });
    expect(await reader).toMatchObject({ result: "v" });
    expect(await it.ask("next")).toMatchObject({ result: "v" });
  });

  test("a daily cap ends the day", async () => {
    await using it = await open({ dailyCap: 2 }, () => ({ body: "v" }));
    await it.ask("a");
    await it.ask("b");
    const problem = await refusal(it.ask("c"));
    expect(problem.code).toBe("pacing");
    expect(String(problem.options.members?.nextSlotAt)).toEndWith("T00:00:00.000Z");
  });
});

test.each([
  [500, 2],
  [503, 1],
  [429, 1],
])("status %p is asked for %p times", async (status, times) => {
  await using it = await open({ retries: 1 }, () => ({ status, body: "x" }));
  await refusal(it.ask("a"));
  expect(it.seen).toHaveLength(times);
});
