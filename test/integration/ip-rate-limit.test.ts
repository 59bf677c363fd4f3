import { expect, test } from "bun:test";
import { expectProblem } from "../helpers/problem-document.ts";
import { ADMIN_TOKEN, openTestApp } from "../helpers/test-app.ts";

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
  await using app = await openTestApp({ address: "sqlite::memory:" });
  let guess = 0;
  const send = (address: string) => () =>
    fetch(`${app.url}/confirm/guess-${++guess}`, { method: "POST", headers: from(address) });
  const seen = await statuses(45, send("198.51.100.7"));
  expect(seen.get(429)).toBeGreaterThanOrEqual(10);
  expect([...seen.keys()].sort()).toEqual([410, 429].filter((status) => seen.has(status)));
  const refused = await send("198.51.100.7")();
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const { status, headers } = refused;
  expect(
    expectProblem({ status, contentType: headers.get("content-type"), body: await refused.text() }),
  ).toBe("rate-limited");
  const token = await app.accounts.signUp.makeLink("right@example.com");
  app.secrets.add(token);
  const right = await fetch(`${app.url}/confirm/${token}`, {
    method: "POST",
    headers: from("203.0.113.9"),
  });
  expect(right.status).toBe(200);
  for (const key of (await right.text()).match(/qt_live_\w+/g) ?? []) app.secrets.add(key);
});

test("guesses of the operator's token and of sessions are bounded too", async () => {
  await using app = await openTestApp({ address: "sqlite::memory:" });
  const headers = { Authorization: "Bearer wrong-token-of-nobody", Cookie: "quintet_session=wrong" };
  for (const [path, address] of [
    ["/admin/keys", "198.51.100.8"],
    ["/account", "198.51.100.9"],
  ] as const) {
    const seen = await statuses(40, () =>
      fetch(app.url + path, { headers: { ...headers, ...from(address) } }),
    );
    expect([...seen.keys()].sort()).toEqual([401, 429]);
    expect(seen.get(401)).toBeWithin(30, 36);
  }
});

test("pages of other sites that load account pages in a visitor's browser lock nobody out", async () => {
  await using app = await openTestApp({ address: "sqlite::memory:" });
  const { account } = await app.accounts.accountStore.ensure("visitor@example.com");
  const token = await app.accounts.sessions.begin(account.id);
  const link = await app.accounts.signUp.makeLink("visitor@example.com");
  for (const secret of [token, link]) app.secrets.add(secret);
  const here = from("198.51.100.7");
  const cookie = { Cookie: `quintet_session=${token}` };
  const stale = { Cookie: "quintet_session=a-session-that-is-over" };
  const image = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image" };
  const frame = { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe" };
  const paths = [
    ["/account", "GET"],
    ["/account/export", "GET"],
    ["/confirm/x", "POST"],
  ] as const;
  // Each kind of request more often than a network may guess.
  for (let i = 0; i < 36; i++) {
    // With the headers of a browser, of an old one without them, of a sibling site whose requests carry a cookie.
    for (const headers of [image, {}, { ...image, ...stale }, { ...frame, ...stale }]) {
      const [path, method] = paths[i % paths.length] ?? ["/account", "GET"];
      if (method === "POST" && headers !== image) continue;
      const { status } = await fetch(`${app.url}${path}`, { method, headers: { ...here, ...headers } });
      expect([401, 403]).toContain(status);
    }
    const form = {
      ...here,
      Origin: "https://evil.test",
      "Content-Type": "application/x-www-form-urlencoded",
    };
    for (const path of ["/signup", "/account/keys", "/confirm/x"]) {
      await fetch(app.url + path, { method: "POST", headers: { ...form, "Sec-Fetch-Site": "cross-site" } });
    }
  }
  const own = await fetch(`${app.url}/account`, { headers: { ...here, ...cookie } });
  expect(own.status).toBe(200);
  const headers = { ...here, "Content-Type": "application/json" };
  const body = JSON.stringify({ email: "visitor@example.com" });
  expect((await fetch(`${app.url}/signup`, { method: "POST", headers, body })).status).toBe(202);
  expect((await fetch(`${app.url}/confirm/guess`, { headers: here })).status).toBe(410);
  // What another site loads is refused without a look at its secret, the right one too.
  const seen = await fetch(`${app.url}/account`, { headers: { ...here, ...cookie, ...image } });
  expect(seen.status).toBe(403);
});

test("guesses of others in the same network keep no owner out: right sessions and links work, wrong ones wait", async () => {
  await using app = await openTestApp({ address: "sqlite::memory:" });
  const { account } = await app.accounts.accountStore.ensure("visitor@example.com");
  const token = await app.accounts.sessions.begin(account.id);
  const link = await app.accounts.signUp.makeLink("visitor@example.com");
  for (const secret of [token, link]) app.secrets.add(secret);
  const here = from("198.51.100.7");
  const html = { ...here, Accept: "text/html" };
  for (let i = 0; i < 40; i++) {
    // Also by pages: a redirect to the sign-up form is a refusal too.
    const guess = { ...html, Cookie: `quintet_session=guess-${i}` };
    await fetch(`${app.url}/account`, { headers: guess, redirect: "manual" });
  }
  const guess = { ...here, Cookie: "quintet_session=guess" };
  expect((await fetch(`${app.url}/account`, { headers: guess })).status).toBe(429);
  expect((await fetch(`${app.url}/confirm/guess`, { headers: html })).status).toBe(429);
  const cookie = { Cookie: `quintet_session=${token}` };
  expect((await fetch(`${app.url}/account`, { headers: { ...here, ...cookie } })).status).toBe(200);
  expect((await fetch(`${app.url}/confirm/${link}`, { headers: html })).status).toBe(200);
  const done = await fetch(`${app.url}/confirm/${link}`, { method: "POST", headers: here });
  expect(done.status).toBe(200);
  for (const key of (await done.text()).match(/qt_live_\w+/g) ?? []) app.secrets.add(key);
  expect((await fetch(`${app.url}/signup`, { headers: html })).status).toBe(200);
  // The operator's token has no other proof: there a guesser waits, whatever it sends.
  const admin = { ...here, Authorization: `Bearer ${ADMIN_TOKEN}` };
  expect((await fetch(`${app.url}/admin/keys?email=a@example.com`, { headers: admin })).status).toBe(429);
});

test("paths that nobody has: a scanner is told to wait, and everything that is there stays open to it", async () => {
  await using app = await openTestApp({ address: "sqlite::memory:" });
  const headers = from("2001:db8:1:2::5");
  let path = 0;
  const seen = await statuses(160, () => fetch(`${app.url}/wp-${++path}.php`, { headers }));
  expect(seen.get(404)).toBeWithin(115, 156);
  expect(seen.get(429)).toBeGreaterThanOrEqual(5);
  // The whole /64 is one source, and what exists is not behind the guard.
  expect((await fetch(`${app.url}/nothing`, { headers: from("2001:db8:1:2:ffff::1") })).status).toBe(429);
  expect((await fetch(`${app.url}/nothing`, { headers: from("2001:db8:1:3::1") })).status).toBe(404);
  expect((await fetch(`${app.url}/v4`, { headers })).status).toBe(200);
});
