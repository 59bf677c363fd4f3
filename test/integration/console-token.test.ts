import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { nightlyEngines } from "../helpers/engines.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";

const Token = z.object({ token: z.string().nullable(), expiresAt: z.string().nullable() });

/** Someone who is signed in, in a browser on a page of ours. */
async function signedIn(app: TestApp, email = "ada@example.com") {
  const { account } = await app.accounts.accountStore.ensure(email);
  const session = await app.accounts.sessions.begin(account.id);
  app.secrets.add(session);
  const ask = (headers: Record<string, string> = {}, api = "pdf") =>
    fetch(`${app.url}/account/console-token`, {
      method: "POST",
      headers: { Cookie: `quintet_session=${session}`, "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ api }),
    });
  const make = async (api?: string) => {
    const { token } = Token.parse(await (await ask({}, api)).json());
    if (token !== null) app.secrets.add(token);
    return token ?? "";
  };
  return { account: account.id, session, ask, make };
}

const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;

describe.each(nightlyEngines)("console tokens on $name", (engine) => {
  test("another site gets none, and a page of another site cannot use one", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { ask, make } = await signedIn(app);
    expect((await ask({ "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect((await ask({ Origin: "https://evil.example" })).status).toBe(403);
    const token = await make();
    const foreign = await app.get("/invented/noop", token, { "Sec-Fetch-Site": "cross-site" });
    expect([foreign.status, await codeOf(foreign)]).toEqual([403, "key-scope"]);
  });

  test("without a session there is none, and a wrong session is rejected", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { ask } = await signedIn(app);
    expect(await (await ask({ Cookie: "" })).json()).toEqual({ token: null, expiresAt: null });
    expect((await ask({ Cookie: "quintet_session=wrong" })).status).toBe(401);
    expect((await ask({}, "nothing")).status).toBe(400);
  });

  test("calls of one API are charged to the account; other APIs and the account stay closed", async () => {
    await using app = await openTestApp({ address: engine.address() });
    const { account, make } = await signedIn(app);
    const token = await make();
    expect((await app.get("/invented/noop", token)).status).toBe(200);
    const used = (await app.accounts.usage(account)).apis.find(({ api }) => api === "pdf");
    expect(used?.quotas[0]?.used).toBe(1);
    expect(await codeOf(await app.get("/invented/noop", await make("images")))).toBe("key-scope");
    expect((await app.get("/account", token)).status).toBe(401);
    expect((await app.get(`/invented/noop?key=${token}`)).status).toBe(400);
  });

  test("a token ends after 10 minutes, with its session, and with its account's suspension", async () => {
    let clock = Date.parse("2026-11-20T12:00:00Z");
    await using app = await openTestApp({ address: engine.address(), now: () => clock });
    const { account, session, make } = await signedIn(app);
    const token = await make();
    const ofEnded = await make();
    clock += 9 * 60_000;
    expect((await app.get("/invented/noop", token)).status).toBe(200);
    clock += 61_000;
    expect((await app.get("/invented/noop", token)).status).toBe(401);
    clock -= 61_000;
    const ofSuspended = await make();
    await app.accounts.suspensions.suspend(account, "spam");
    expect(await codeOf(await app.get("/invented/noop", ofSuspended))).toBe("account-suspended");
    await app.accounts.suspensions.lift(account);
    await app.accounts.sessions.end(session);
    expect((await app.get("/invented/noop", ofEnded)).status).toBe(401);
  });
});
