import { describe, expect, test } from "bun:test";
import { catalogue } from "../../test/fixtures/suite-catalogue.ts";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { until } from "../../test/helpers/until.ts";
import { Problem } from "../kit/problem.ts";
import type { Database } from "../store/database.ts";
import { createState } from "../store/state.ts";
import { AccountStore } from "./account-store.ts";
import { createAudit } from "./audit.ts";
import { createAuthenticator } from "./authenticate.ts";
import { createConsoleTokens } from "./console-tokens.ts";
import { createFormerUsage } from "./former-usage.ts";
import { grantsOf } from "./grants.ts";
import { makeKey } from "./key-format.ts";
import { Keys, UNDO_MS } from "./keys.ts";
import { createMailboxHash } from "./mailbox-hash.ts";
import { PlanVersions } from "./plan-versions.ts";

async function open(database: Database, clock: { now: number }) {
  const now = () => clock.now;
  const audit = createAudit(database, now);
  const planVersions = new PlanVersions({ database, audit, catalogue, onRejected() {}, now });
  const keys = new Keys({ database, audit, now });
  const formerUsage = createFormerUsage({ catalogue, mailboxOf: createMailboxHash(database), now });
  const accountStore = new AccountStore({ database, audit, formerUsage, catalogue, planVersions, now });
  const grants = async (account: string) => grantsOf(catalogue, await accountStore.heldTerms(account));
  const consoleTokens = createConsoleTokens(database, createState(database, { now }), now);
  const authenticator = createAuthenticator({ keys, consoleTokens, grants, now });
  await database.listen((account) => authenticator.forget(account));
  const { account } = await accountStore.ensure("owner@example.com");
  return { keys, accountStore, authenticator, account: account.id };
}

async function codeOf(pending: Promise<unknown>): Promise<string> {
  const error: unknown = await pending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof Problem ? error.code : "fine";
}

describe.each(engines)("keys on $name", (engine) => {
  test("a deleted account gets no keys", async () => {
    await using database = await newDatabase(engine);
    const { keys, account } = await open(database, { now: Date.parse("2026-11-20T12:00:00Z") });
    await database.query`update account set email = 'deleted ' || id`;
    expect(await codeOf(keys.create(account, "one", null))).toBe("key-revoked");
    await database.query`delete from account`;
    expect(await codeOf(keys.create(account, "one", null))).toBe("key-revoked");
  });

  test("a revocation and a rotation can be undone for ten minutes, by the owner alone", async () => {
    await using database = await newDatabase(engine);
    const clock = { now: Date.parse("2026-11-20T12:00:00Z") };
    const { keys, accountStore, authenticator, account } = await open(database, clock);
    const other = (await accountStore.ensure("eve@example.com")).account.id;
    const first = await keys.create(account, "one", null);
    await keys.revoke(account, first.id);
    expect(await keys.restore(other, first.id)).toBe(false);
    clock.now += UNDO_MS - 1;
    expect(await keys.restore(account, first.id)).toBe(true);
    authenticator.forgetAll();
    expect((await authenticator.identify(first.key, undefined)).keyId).toBe(first.id);
    expect(await keys.restore(account, first.id)).toBe(false);

    const second = await keys.roll(account, first.id, 0);
    clock.now += 1_000;
    authenticator.forgetAll();
    expect(await codeOf(authenticator.identify(first.key, undefined))).toBe("key-revoked");
    expect(await keys.restore(account, first.id)).toBe(true);
    authenticator.forgetAll();
    expect((await authenticator.identify(first.key, undefined)).keyId).toBe(first.id);
    expect(await codeOf(authenticator.identify(second?.key ?? "", undefined))).toBe("key-revoked");

    await keys.revoke(account, first.id);
    clock.now += UNDO_MS;
    expect(await keys.restore(account, first.id)).toBe(false);
    expect((await keys.list(account)).every(({ undoUntil }) => undoUntil === null)).toBe(true);
    expect(await keys.restore(account, "\0")).toBe(false);
  });

  test("undoing any rotation of a line leaves one key of it active", async () => {
    await using database = await newDatabase(engine);
    const { keys, account } = await open(database, { now: Date.parse("2026-11-20T12:00:00Z") });
    const other = await keys.create(account, "other", null);
    const line = [await keys.create(account, "one", null)];
    for (let i = 0; i < 3; i++) {
      const next = await keys.roll(account, line.at(-1)?.id ?? "", 0);
      if (next !== undefined) line.push(next);
    }
    for (const { id } of [0, 2, 1, 3, 0].flatMap((at) => line[at] ?? [])) {
      expect(await keys.restore(account, id)).toBe(true);
      const active = (await keys.list(account)).filter((key) => key.revokedAt === null && !key.isRotated);
      expect(active.map((key) => key.id).sort()).toEqual([other.id, id].sort());
    }
  });

  const noon = Date.parse("2026-11-20T12:00:00Z");

  test("an expired key can be renamed beside as many active ones as an account may have, and not made active", async () => {
    await using database = await newDatabase(engine);
    const clock = { now: noon };
    const { keys, account } = await open(database, clock);
    const { id } = await keys.create(account, "old", null, { expiresAt: new Date(noon + 1).toISOString() });
    clock.now += 1_000;
    for (let i = 0; i < 20; i++) await keys.create(account, `new ${i}`, null);
    expect(await keys.update(account, id, { name: "retired" })).toMatchObject({ name: "retired" });
    expect(await codeOf(keys.update(account, id, { expiresAt: null }))).toBe("conflict");
  });

  test("a key is found by its text, which is nowhere in the database", async () => {
    await using database = await newDatabase(engine);
    const { keys, authenticator, account } = await open(database, { now: noon });
    const { key, id } = await keys.create(account, "default", ["seo", "pdf"]);
    expect(await authenticator.identify(key, undefined)).toMatchObject({
      keyId: id,
      account,
      apis: ["seo", "pdf"],
    });
    const rows = await database.query`select * from api_key`;
    expect(JSON.stringify(rows)).not.toContain(key.slice(8, 30));
    expect(await keys.list(account)).toMatchObject([{ id, name: "default", lastUsedOn: "2026-11-20" }]);
  });

  test("a mistyped key, a stranger's and a revoked one are refused by different codes", async () => {
    await using database = await newDatabase(engine);
    const { keys, authenticator, account } = await open(database, { now: noon });
    const { key, id } = await keys.create(account, "default", null);
    expect(await codeOf(authenticator.identify(`${key.slice(0, -1)}!`, undefined))).toBe("key-invalid");
    expect(await codeOf(authenticator.identify(makeKey("qt_live_"), undefined))).toBe("key-invalid");
    expect(await codeOf(authenticator.identify(key, undefined))).toBe("fine");
    expect(await keys.revoke("another", id)).toBe(false);
    expect(await keys.revoke(account, id)).toBe(true);
    expect(await keys.revoke(account, id)).toBe(false);
    // On PostgreSQL the word comes back from the server.
    await until("it is heard", async () => (await codeOf(authenticator.identify(key, undefined))) !== "fine");
    expect(await codeOf(authenticator.identify(key, undefined))).toBe("key-revoked");
  });

  test("making and ending keys in turn comes to an end, for a day", async () => {
    await using database = await newDatabase(engine);
    const clock = { now: noon };
    const { keys, account } = await open(database, clock);
    let { id } = await keys.create(account, "default", null);
    for (let i = 1; i < 100; i++) {
      await keys.revoke(account, id);
      ({ id } = await keys.create(account, "default", null));
    }
    expect(await codeOf(keys.create(account, "default", null))).toBe("conflict");
    expect(await codeOf(keys.roll(account, id, 0))).toBe("conflict");
    // The one that was to be replaced goes on.
    expect((await keys.list(account)).find((key) => key.id === id)).toMatchObject({ expiresAt: null });
    clock.now += 24 * 3_600_000;
    expect(await codeOf(keys.create(account, "default", null))).toBe("fine");
  });

  test("a rolled key works through its grace beside the new one, and no longer", async () => {
    await using database = await newDatabase(engine);
    const clock = { now: noon };
    const { keys, authenticator, account } = await open(database, clock);
    const first = await keys.create(account, "ci", ["pdf"]);
    const second = await keys.roll(account, first.id, 3_600_000);
    if (second === undefined) throw new Error("not rolled");
    expect(second).toMatchObject({ name: "ci", apis: ["pdf"] });
    expect([
      await codeOf(authenticator.identify(first.key, undefined)),
      await codeOf(authenticator.identify(second.key, undefined)),
    ]).toEqual(["fine", "fine"]);
    clock.now += 3_600_000;
    expect(await codeOf(authenticator.identify(first.key, undefined))).toBe("key-revoked");
    expect(await codeOf(authenticator.identify(second.key, undefined))).toBe("fine");
    expect(await keys.roll(account, first.id, 0)).toBeUndefined();
  });

  test("what is no id is the id of no key, a zero byte too", async () => {
    await using database = await newDatabase(engine);
    const { keys, account } = await open(database, { now: noon });
    for (const id of ["", "x", "a\0b", "\ud800"]) {
      expect(await keys.revoke(account, id)).toBe(false);
      expect(await keys.roll(account, id, 0)).toBeUndefined();
    }
  });

  test("another key of the same name keeps the grace that it was given", async () => {
    await using database = await newDatabase(engine);
    const { keys, authenticator, account } = await open(database, { now: noon });
    const [one, other] = [
      await keys.create(account, "default", null),
      await keys.create(account, "default", null),
    ];
    await keys.roll(account, one.id, 86_400_000);
    await keys.roll(account, other.id, 86_400_000);
    expect(await codeOf(authenticator.identify(one.key, undefined))).toBe("fine");
    expect(await codeOf(authenticator.identify(other.key, undefined))).toBe("fine");
  });

  test("of one line at most two keys live: rolling again ends the one in its grace", async () => {
    await using database = await newDatabase(engine);
    const { keys, account } = await open(database, { now: noon });
    const first = await keys.create(account, "ci", null);
    const second = await keys.roll(account, first.id, 3_600_000);
    await keys.roll(account, second?.id ?? "", 3_600_000);
    const states = (await keys.list(account)).map(({ expiresAt, revokedAt }) =>
      revokedAt !== null ? "revoked" : expiresAt !== null ? "grace" : "live",
    );
    expect(states.sort()).toEqual(["grace", "live", "revoked"]);
  });

  test("a key has one successor: one in its grace is not replaced again, nor twice at once", async () => {
    await using database = await newDatabase(engine);
    const clock = { now: noon };
    const { keys, accountStore, authenticator, account } = await open(database, clock);
    const other = (await accountStore.ensure("eve@example.com")).account.id;
    const first = await keys.create(account, "ci", null);
    const made = await Promise.all(Array.from({ length: 6 }, () => keys.roll(account, first.id, 3_600_000)));
    expect(made.filter((one) => one !== undefined)).toHaveLength(1);
    // Its end is not put off by asking again.
    expect(await keys.roll(account, first.id, 7 * 86_400_000)).toBeUndefined();
    expect(await keys.list(account)).toHaveLength(2);
    clock.now += 3_600_000;
    expect(await codeOf(authenticator.identify(first.key, undefined))).toBe("key-revoked");
    expect(await keys.roll(other, made.find((one) => one !== undefined)?.id ?? "", 0)).toBeUndefined();
  });

  test("an account has at most twenty live keys, also when they are asked for at once", async () => {
    await using database = await newDatabase(engine);
    const { keys, account } = await open(database, { now: noon });
    const codes = await Promise.all(
      Array.from({ length: 25 }, (_, i) => codeOf(keys.create(account, `key ${i}`, null))),
    );
    expect(codes.filter((code) => code === "fine")).toHaveLength(20);
    expect(codes.filter((code) => code === "conflict")).toHaveLength(5);
    const [last] = await keys.list(account);
    await keys.revoke(account, last?.id ?? "");
    expect(await codeOf(keys.create(account, "one more", null))).toBe("fine");
  });

  test("paid plans that stay keep their start; the free one needs no row", async () => {
    await using database = await newDatabase(engine);
    const clock = { now: noon };
    const { accountStore, account } = await open(database, clock);
    await accountStore.setPlans(account, ["seo", "pdf"]);
    clock.now += 10 * 86_400_000;
    await accountStore.setPlans(account, ["hobbyist", "pdf", "images"]);
    expect(await accountStore.heldPlans(account)).toEqual([
      { plan: "images", startedOn: "2026-11-30" },
      { plan: "pdf", startedOn: "2026-11-20" },
    ]);
    expect(await codeOf(accountStore.setPlans(account, ["gold"]))).toBe("invalid-parameter");
    await accountStore.setPlans(account, ["hobbyist"]);
    expect(await accountStore.heldPlans(account)).toEqual([]);
  });
});
