import { describe, expect, test } from "bun:test";
import { engines } from "./engines.ts";
import { type House, openHouse } from "./house.ts";

const EMAIL = "ada@example.com";

/** Someone who is signed in, with a key in use. */
async function signedIn(house: House) {
  const key = await house.key(EMAIL, { plans: ["pdf"] });
  expect((await house.get("/invented/noop", key)).status).toBe(200);
  const account = await house.accounts.people.byEmail(EMAIL);
  const token = await house.accounts.sessions.begin(account?.id ?? "");
  house.secrets.add(token);
  const headers = { Cookie: `quintet_session=${token}`, Accept: "text/html" };
  const open = (path: string) => fetch(house.url + path, { headers, redirect: "manual" });
  const post = (path: string, fields: Record<string, string>, more: Record<string, string> = {}) =>
    fetch(house.url + path, {
      method: "POST",
      headers: { ...headers, ...more },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
  return { key, open, post };
}

describe.each(engines)("the account page on $name", (engine) => {
  test("shows usage, keys, plans and what else there is, and keeps nothing in a cache", async () => {
    await using house = await openHouse({ address: engine.address() });
    const { open } = await signedIn(house);
    const page = await open("/account");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-encoding")).toBeNull();
    const html = await page.text();
    for (const text of [
      EMAIL,
      "PDF extract",
      "Bundle",
      "<meter",
      "<svg",
      "/account/export",
      "/account/delete",
    ]) {
      expect({ text, shown: html.includes(text) }).toEqual({ text, shown: true });
    }
  });

  test("gives everything that is kept, and no hash and no token", async () => {
    await using house = await openHouse({ address: engine.address() });
    const { open } = await signedIn(house);
    const answer = await open("/account/export");
    expect(answer.headers.get("content-disposition")).toContain("attachment");
    const kept: unknown = await answer.json();
    expect(kept).toMatchObject({
      email: EMAIL,
      plans: [{ plan: "pdf" }],
      keys: [{ name: "test" }],
      counters: [{ used: 1 }],
    });
    expect(JSON.stringify(kept)).not.toMatch(/[0-9a-f]{64}/);
  });

  test("deletes the account when its address is typed: keys and sessions end, no row is left", async () => {
    await using house = await openHouse({ address: engine.address() });
    const { key, open, post } = await signedIn(house);
    expect(await (await open("/account/delete")).text()).toContain("Delete this account");
    expect((await post("/account/delete", { email: "eve@example.com" })).status).toBe(400);
    expect((await house.get("/invented/noop", key)).status).toBe(200);

    const left = await post("/account/delete", { email: " ADA@example.com" });
    expect(left.status).toBe(200);
    expect(left.headers.get("set-cookie")).toContain("Max-Age=0");
    // Other replicas hear of it, as this one does on PostgreSQL: within five seconds, by the promise.
    const end = performance.now() + 5_000;
    while ((await house.get("/invented/noop", key)).status !== 401) {
      expect(performance.now()).toBeLessThan(end);
    }
    expect((await open("/account")).status).toBe(303);
    const { query } = house.accounts.database;
    expect(await query`select * from account`).toEqual([]);
    expect(await query`select * from api_key`).toEqual([]);
    expect(await query`select * from session`).toEqual([]);
  });

  test("is nobody's who is not signed in, and takes no form of another site", async () => {
    await using house = await openHouse({ address: engine.address() });
    for (const path of ["/account", "/account/export", "/account/delete"]) {
      const answer = await fetch(house.url + path, { headers: { Accept: "text/html" }, redirect: "manual" });
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 303, "/signup"]);
    }
    const { key, post } = await signedIn(house);
    const foreign = await post("/account/delete", { email: EMAIL }, { Origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    expect((await house.get("/invented/noop", key)).status).toBe(200);
  });
});
