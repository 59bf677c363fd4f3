import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { openTestApp } from "../helpers/test-app.ts";

const database = () => `sqlite:${join(temporaryFolder(), "quintet.db")}`;

/** What a response says about the limit that it met: its name, what is left, and when to come again. */
function limitOf({ status, headers }: Response) {
  const [, policy] = /^"([\w-]+)";q=\d+;w=\d+/.exec(headers.get("ratelimit-policy") ?? "") ?? [];
  const [, name, rest, seconds] = /^"([\w-]+)";r=(\d+);t=(\d+)$/.exec(headers.get("ratelimit") ?? "") ?? [];
  expect(name).toBe(policy);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  return [status, name, rest];
}

test("a 429 for a burst has RateLimit headers, on metered operations, free ones and key management", async () => {
  await using app = await openTestApp({ address: database(), perSecond: 0.01, burst: 1 });
  const key = await app.key("owner@example.com");
  const manager = await app.key("other@example.com", { apis: ["keys"] });
  for (const [path, secret] of [
    ["/noop", key],
    ["/usage", key],
    ["/keys", manager],
  ] as const) {
    expect((await app.get(path, secret)).status).toBe(200);
    expect(limitOf(await app.get(path, secret))).toEqual([429, "burst", "0"]);
  }
});

test("a 429 for a used-up quota and for used-up CPU time has RateLimit headers", async () => {
  await using app = await openTestApp({ address: database(), freeCpuSeconds: 1 });
  const key = await app.key("owner@example.com");
  await Promise.all(Array.from({ length: 100 }, () => app.get("/noop", key)));
  const over = await app.get("/noop", key);
  expect(limitOf(over)).toEqual([429, "hobbyist-pdf", "0"]);
  const other = await app.key("other@example.com");
  // One after the other: of many at once, those that find no place use no CPU time.
  for (let i = 0; i < 12; i++) await app.get("/noop?outcome=refuse", other);
  expect(limitOf(await app.get("/noop", other))).toEqual([429, "free-cpu", "0"]);
});

test("a replayed response has an X-Request-Id of its own, and the headers of its quota", async () => {
  // The headers count down to the end of the period, in seconds.
  const began = Date.now();
  await using app = await openTestApp({ address: database(), now: () => began });
  const key = await app.key("owner@example.com");
  const call = (id?: string) =>
    fetch(`${app.url}/invented/batch?units=1`, {
      method: "POST",
      headers: {
        "X-API-Key": key,
        "Idempotency-Key": "once",
        ...(id === undefined ? {} : { "X-Request-Id": id }),
      },
    });
  const first = await call();
  const again = await call();
  const named = await call("caller-7");
  expect([first, again, named].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([
    null,
    "true",
    "true",
  ]);
  const ids = [first, again].map(({ headers }) => headers.get("x-request-id"));
  expect(new Set(ids).size).toBe(2);
  expect(named.headers.get("x-request-id")).toBe("caller-7");
  expect(again.headers.get("ratelimit")).toBe(first.headers.get("ratelimit"));
});
