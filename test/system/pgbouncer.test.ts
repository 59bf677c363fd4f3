import { describe, expect, test } from "bun:test";
import { hasBouncer, sharedCluster, throughBouncer } from "../helpers/postgres.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

describe.skipIf(!hasBouncer)("behind a PgBouncer that pools by transaction, with prepare=false", () => {
  test("64 callers on two replicas never oversell, and every call is answered", async () => {
    const address = `${await throughBouncer(sharedCluster().database())}?prepare=false`;
    await using app = await openTestApp({ address });
    await using other = await openTestApp({ address });
    const keys = [await app.key("a@example.com"), await app.key("b@example.com")];
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, async (_, i) => {
        const statuses: number[] = [];
        for (let call = 0; call < 5; call++) {
          statuses.push((await (i % 2 === 0 ? app : other).get("/noop", keys[(i >> 1) % 2])).status);
        }
        return statuses;
      }),
    );
    const statuses = outcomes.flat();
    expect(statuses.filter((status) => status === 200)).toHaveLength(200);
    expect(statuses.filter((status) => status === 429)).toHaveLength(120);
    const rows = await app.accounts.database.query`select used from usage`;
    expect(rows.map(({ used }) => used)).toEqual([100, 100]);
  });

  test("sign-up, refunds, history and repeated requests work as without it", async () => {
    const address = `${await throughBouncer(sharedCluster().database())}?prepare=false`;
    let token = "";
    await using app = await openTestApp({
      address,
      async send({ text }) {
        token = /\/confirm\/([\w-]+)/.exec(text)?.[1] ?? "";
      },
    });
    const body = new URLSearchParams({ email: "c@example.com" });
    expect((await fetch(`${app.url}/signup`, { method: "POST", body })).status).toBe(202);
    await until("the link is emailed", () => token !== "");
    const confirmed = await fetch(`${app.url}/confirm/${token}`, { method: "POST" });
    const { key } = (await confirmed.json()) as { key: string };
    const send = () =>
      fetch(`${app.url}/invented/batch?units=9&back=2`, {
        method: "POST",
        headers: { "X-API-Key": key, "Idempotency-Key": "one" },
      });
    expect((await send()).status).toBe(200);
    expect((await send()).headers.get("idempotency-replayed")).toBe("true");
    expect((await app.get("/noop?outcome=crash", key)).status).toBe(500);
    expect(await (await app.get("/usage", key)).json()).toMatchObject({ days: [{ calls: 1, units: 7 }] });
  });

  test("a revoked key is refused on another replica within five seconds, though LISTEN does not pass", async () => {
    const address = `${await throughBouncer(sharedCluster().database())}?prepare=false`;
    await using app = await openTestApp({ address });
    await using other = await openTestApp({ address });
    const key = await app.key("d@example.com");
    expect((await other.get("/noop", key)).status).toBe(200);
    const account = (await app.accounts.accountStore.byEmail("d@example.com"))?.id ?? "";
    const [listed] = await app.accounts.keys.list(account);
    await app.accounts.keys.revoke(account, listed?.id ?? "");
    // Within five seconds, by the promise; a busy machine gets more.
    await until("the key is rejected", async () => (await other.get("/noop", key)).status !== 200);
  });
});
