import { expect, test } from "bun:test";
import { createStrangers } from "../src/http/strangers.ts";
import { openHouse } from "./house.ts";
import { expectProblem } from "./problem-document.ts";

/** The statuses of so many requests from one source, one after the other. */
async function statuses(times: number, send: () => Promise<Response>): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  for (let i = 0; i < times; i++) {
    const { status } = await send();
    seen.set(status, (seen.get(status) ?? 0) + 1);
  }
  return seen;
}

const from = (address: string) => ({ "X-Forwarded-For": address });

test("guesses of links: a source that guesses is told to wait, others are not, and a right link works", async () => {
  await using house = await openHouse({ address: "sqlite::memory:" });
  let guess = 0;
  const send = (address: string) => () =>
    fetch(`${house.url}/confirm/guess-${++guess}`, { method: "POST", headers: from(address) });
  const seen = await statuses(60, send("198.51.100.7"));
  expect(seen.get(429)).toBeGreaterThanOrEqual(25);
  expect([...seen.keys()].sort()).toEqual([410, 429].filter((status) => seen.has(status)));
  const refused = await send("198.51.100.7")();
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const { status, headers } = refused;
  expect(
    expectProblem({ status, contentType: headers.get("content-type"), body: await refused.text() }),
  ).toBe("rate-limited");
  const token = await house.accounts.signUp.makeLink("right@example.com");
  house.secrets.add(token);
  const right = await fetch(`${house.url}/confirm/${token}`, {
    method: "POST",
    headers: from("203.0.113.9"),
  });
  expect(right.status).toBe(200);
  for (const key of (await right.text()).match(/qt_live_\w+/g) ?? []) house.secrets.add(key);
});

test("guesses of the operator's token and of sessions are bounded too", async () => {
  await using house = await openHouse({ address: "sqlite::memory:" });
  const headers = { Authorization: "Bearer wrong-token-of-nobody", Cookie: "quintet_session=wrong" };
  for (const [path, address] of [
    ["/admin/keys", "198.51.100.8"],
    ["/account", "198.51.100.9"],
  ] as const) {
    const seen = await statuses(50, () =>
      fetch(house.url + path, { headers: { ...headers, ...from(address) } }),
    );
    expect([...seen.keys()].sort()).toEqual([401, 429]);
    expect(seen.get(401)).toBeWithin(30, 36);
  }
});

test("paths that nobody has: a scanner is told to wait, and everything that is there stays open to it", async () => {
  await using house = await openHouse({ address: "sqlite::memory:" });
  const headers = from("2001:db8:1:2::5");
  let path = 0;
  const seen = await statuses(200, () => fetch(`${house.url}/wp-${++path}.php`, { headers }));
  expect(seen.get(404)).toBeWithin(115, 160);
  expect(seen.get(429)).toBeGreaterThan(30);
  // The whole /64 is one source, and what exists is not behind the guard.
  expect((await fetch(`${house.url}/nothing`, { headers: from("2001:db8:1:2:ffff::1") })).status).toBe(429);
  expect((await fetch(`${house.url}/nothing`, { headers: from("2001:db8:1:3::1") })).status).toBe(404);
  expect((await fetch(`${house.url}/v4`, { headers })).status).toBe(200);
});

test("a flood from 300,000 sources takes bounded memory, and nobody who was not counted waits", () => {
  let address = "";
  const strangers = createStrangers(() => address, { perSecond: 1, burst: 2 });
  const request = new Request("http://quintet.test/");
  Bun.gc(true);
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 300_000; i++) {
    address = `2001:db8:${(i >> 16).toString(16)}:${(i & 0xffff).toString(16)}::1`;
    strangers.count(request);
  }
  Bun.gc(true);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 1024 * 1024);
  address = "203.0.113.1";
  expect(() => strangers.admit(request)).not.toThrow();
});
