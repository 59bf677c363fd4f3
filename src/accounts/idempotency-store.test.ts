import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { isNightly } from "../../test/helpers/nightly.ts";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { createLog } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { DataKeys } from "./data-keys.ts";
import { IdempotencyStore, type Reservation, sweepIdempotencyKeys } from "./idempotency-store.ts";
import { createUsageLedger } from "./usage-ledger.ts";

const DAY_MS = 24 * 3_600_000;
/** Parts of 2,000 stored answers. */
const PARTS = isNightly ? 40 : 20;

/** Begins a request that is new. */
async function begin(idempotencyStore: IdempotencyStore, account: string, key: string): Promise<Reservation> {
  const begun = await idempotencyStore.begin(account, key, `request ${key}`);
  if ("body" in begun) throw new TypeError(`${key} is not new`);
  return begun;
}

const answer = (size: number) => ({ status: 200, headers: [], body: new Uint8Array(size) });

/** A store, with keys as a process that has just started reads them. */
const openStore = (database: Database, now: () => number, storedMax?: number, extendMs?: number) =>
  new IdempotencyStore(database, new DataKeys(database), now, storedMax, extendMs);

/** What a repetition of a request gets: the size of the answer, or the code of the problem. */
async function repeat(
  idempotencyStore: IdempotencyStore,
  account: string,
  key: string,
): Promise<number | string> {
  try {
    const begun = await idempotencyStore.begin(account, key, `request ${key}`);
    return "body" in begun ? begun.body.length : "runs again";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe.each(engines)("stored answers on $name", (engine) => {
  test("take up their limit at most: then only the fact is kept, and nothing runs again", async () => {
    await using database = await newDatabase(engine);
    const idempotencyStore = openStore(database, Date.now, 13_000);
    for (const key of ["1", "2", "3"]) await (await begin(idempotencyStore, "a", key)).keep(answer(4_000));
    await (await begin(idempotencyStore, "b", "1")).keep(answer(4_000));
    const all = await Promise.all(["1", "2", "3"].map((key) => repeat(idempotencyStore, "a", key)));
    expect(all).toEqual([4_000, 4_000, "response-not-stored"]);
    expect(await repeat(idempotencyStore, "b", "1")).toBe(4_000);
    // A small one still fits.
    await (await begin(idempotencyStore, "a", "4")).keep(answer(1_000));
    expect(await repeat(idempotencyStore, "a", "4")).toBe(1_000);
  });

  test("one that is too large is not kept, by whatever is left of the limit", async () => {
    await using database = await newDatabase(engine);
    const idempotencyStore = openStore(database, Date.now);
    await (await begin(idempotencyStore, "a", "1")).keep(undefined);
    expect(await repeat(idempotencyStore, "a", "1")).toBe("response-not-stored");
    expect(await rejectionOf(idempotencyStore.begin("a", "1", "another request"))).toMatchObject({
      code: "idempotency-mismatch",
    });
  });

  test("free their room after 24 hours, and the key may be used again", async () => {
    await using database = await newDatabase(engine);
    let now = Date.parse("2026-11-20T10:00:00Z");
    const idempotencyStore = openStore(database, () => now, 6_000);
    await (await begin(idempotencyStore, "a", "1")).keep(answer(4_000));
    await (await begin(idempotencyStore, "a", "2")).keep(answer(4_000));
    expect(await repeat(idempotencyStore, "a", "2")).toBe("response-not-stored");
    now += DAY_MS;
    await (await begin(idempotencyStore, "a", "3")).keep(answer(4_000));
    expect(await repeat(idempotencyStore, "a", "3")).toBe(4_000);
    expect(await repeat(idempotencyStore, "a", "2")).toBe("runs again");
  });

  test("that are kept at once do not exceed the limit together", async () => {
    await using database = await newDatabase(engine);
    const idempotencyStore = openStore(database, Date.now, 25_000);
    await (await begin(idempotencyStore, "a", "first")).keep(answer(1_000));
    const names = Array.from({ length: 24 }, (_, i) => String(i));
    const begun = await Promise.all(names.map((name) => begin(idempotencyStore, "a", name)));
    await Promise.all(begun.map((one) => one.keep(answer(4_000))));
    const kept = await Promise.all(names.map((name) => repeat(idempotencyStore, "a", name)));
    expect(kept.filter((one) => one === 4_000)).toHaveLength(4);
    expect(kept.filter((one) => one === "response-not-stored")).toHaveLength(20);
  });

  test(`cost as little to add to where ${2_000 * PARTS} are stored as where none is`, async () => {
    await using database = await newDatabase(engine);
    const until = new Date(Date.now() + DAY_MS).toISOString();
    const numbers = JSON.stringify(Array.from({ length: 2_000 }, (_, i) => i));
    const list = engine.name === "sqlite" ? "json_each($1)" : "json_array_elements_text($1::text::json)";
    for (let part = 0; part < PARTS; part++) {
      await database.transaction((_query, script) =>
        script(
          `insert into replay (account, name, request, owner, answer, bytes, expires_at)
           select 'many', '${part} ' || value, 'r', 'o', 'x', 600, '${until}' from ${list}`,
          [numbers],
        ),
      );
    }
    const idempotencyStore = openStore(database, Date.now);
    const best = { many: Number.POSITIVE_INFINITY, none: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 40; round++) {
      for (const account of ["many", "none"] as const) {
        const begun = await begin(idempotencyStore, account, `call ${round}`);
        const started = performance.now();
        await begun.keep(answer(600));
        best[account] = Math.min(best[account], performance.now() - started);
      }
    }
    // A sum over 40,000 rows takes 10 times as long.
    expect(best.many).toBeLessThan(4 * best.none);
  }, 60_000);

  const charge = {
    account: "a",
    plan: "pdf",
    meter: "pdf",
    period: "2026-11-20",
    amount: 7,
    api: "pdf",
    day: "2026-11-20",
    calls: 1,
    units: 7,
  };
  const charged = async (database: Database) => {
    const log = createLog("silent");
    const ledger = createUsageLedger({ database, folder: undefined, log, now: Date.now });
    await ledger.batcherOf(charge.account).charge({ ...charge, limit: 100 });
    await ledger.batcherOf(charge.account).charge({ ...charge, limit: 100 });
  };
  const used = async (database: Database) => [
    ...(await database.query`select used from usage`),
    ...(await database.query`select calls, units from usage_day`),
  ];

  test("one whose process was killed is taken over after 15 s, and its charge is given back once", async () => {
    await using database = await newDatabase(engine);
    await charged(database);
    let now = Date.parse("2026-11-20T10:00:00Z");
    const killed = await begin(
      openStore(database, () => now),
      "a",
      "1",
    );
    await killed.record(charge);
    const other = openStore(database, () => now);
    expect(await repeat(other, "a", "1")).toBe("request-in-progress");
    now += 15_000;
    const taken = await begin(other, "a", "1");
    expect(await used(database)).toEqual([{ used: 7 }, { calls: 1, units: 7 }]);
    // It was not dead: what it still says is not heard, and its charge is not given back again.
    expect(await rejectionOf(killed.record(charge))).toMatchObject({ code: "request-in-progress" });
    expect(await rejectionOf(killed.keep(answer(10)))).toMatchObject({ code: "request-in-progress" });
    await killed.release(charge);
    expect(await used(database)).toEqual([{ used: 7 }, { calls: 1, units: 7 }]);
    await taken.keep(answer(20));
    expect(await repeat(other, "a", "1")).toBe(20);
  });

  test("one whose process was killed and that is never repeated gives its charge back when it is swept", async () => {
    await using database = await newDatabase(engine);
    await charged(database);
    const now = Date.parse("2026-11-20T10:00:00Z");
    const idempotencyStore = openStore(database, () => now);
    await (await begin(idempotencyStore, "a", "1")).record(charge);
    for (const at of [now + 14_000, now + 15_000, now + 16_000]) await sweepIdempotencyKeys(database, at);
    expect(await used(database)).toEqual([{ used: 7 }, { calls: 1, units: 7 }]);
    expect(await database.query`select name from replay`).toEqual([]);
  });

  test("one whose process was killed before the clock went back is taken over; a response stays", async () => {
    await using database = await newDatabase(engine);
    await charged(database);
    let now = Date.parse("2026-11-20T10:00:00Z");
    const idempotencyStore = openStore(database, () => now);
    await (await begin(idempotencyStore, "a", "1")).record(charge);
    await (await begin(idempotencyStore, "a", "2")).record(charge);
    await (await begin(idempotencyStore, "a", "3")).keep(answer(10));
    now -= 365 * DAY_MS;
    expect(await repeat(idempotencyStore, "a", "1")).toBe("runs again");
    await sweepIdempotencyKeys(database, now);
    expect(await used(database)).toEqual([{ used: 0 }, { calls: 0, units: 0 }]);
    expect(await repeat(idempotencyStore, "a", "2")).toBe("runs again");
    expect(await repeat(idempotencyStore, "a", "3")).toBe(10);
  });

  test("one that runs for long is renewed, and keeps its charge with its answer", async () => {
    await using database = await newDatabase(engine);
    await charged(database);
    let now = Date.parse("2026-11-20T10:00:00Z");
    const idempotencyStore = openStore(database, () => now, 50_000, 0);
    const running = await begin(idempotencyStore, "a", "1");
    await running.record(charge);
    for (let i = 0; i < 10; i++) {
      now += 10_000;
      await idempotencyStore.extendReservations();
      expect(await repeat(idempotencyStore, "a", "1")).toBe("request-in-progress");
    }
    await running.keep(answer(10));
    await sweepIdempotencyKeys(database, now + DAY_MS);
    expect(await used(database)).toEqual([{ used: 14 }, { calls: 2, units: 14 }]);
  });
});

describe.each(engines)("stored answers on $name are encrypted", (engine) => {
  const SECRET = "Invoice of Ada Lovelace";
  const secret = {
    status: 201,
    headers: [["x-name", SECRET]] as const,
    body: new TextEncoder().encode(SECRET),
  };
  const unreadable = { code: "storage-unavailable", message: expect.not.stringMatching(/seal|aes|key of/i) };

  test("with the key of their account: a row has nothing of them, and opens for its account and key alone", async () => {
    await using database = await newDatabase(engine);
    const store = openStore(database, Date.now);
    for (const [account, key] of [
      ["a", "1"],
      ["a", "2"],
      ["b", "1"],
    ] as const)
      await (await begin(store, account, key)).keep(secret);
    const rows = await database.query<{
      account: string;
      name: string;
      sealed: string;
    }>`select * from replay`;
    const texts = rows.flatMap((row) => Object.values(row)).map(String);
    for (const text of texts) {
      expect(text).not.toContain("Ada");
      expect(Buffer.from(text, "base64").toString()).not.toContain("Ada");
    }
    expect(await openStore(database, Date.now).begin("a", "1", "request 1")).toEqual({
      ...secret,
      headers: [["x-name", SECRET]],
    });
    const [first] = rows.filter(({ account }) => account === "b");
    const others = rows.filter(({ account }) => account === "a");
    // Whoever writes to the database moves no response to another account or key.
    const [moved, other] = others;
    await database.query`
      update replay set sealed = ${moved?.sealed ?? ""} where account = 'b' and name = ${first?.name ?? ""}`;
    await database.query`
      update replay set sealed = ${moved?.sealed ?? ""} where account = 'a' and name = ${other?.name ?? ""}`;
    expect(await rejectionOf(store.begin("b", "1", "request 1"))).toMatchObject(unreadable);
    const again = await Promise.allSettled(["1", "2"].map((key) => store.begin("a", key, `request ${key}`)));
    expect(again.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await database.query`update replay set sealed = '1:AAAA'`;
    expect(await rejectionOf(store.begin("a", "1", "request 1"))).toMatchObject(unreadable);
  });

  test("and unreadable once that key is deleted, as with the account, also from a backup of the row", async () => {
    await using database = await newDatabase(engine);
    await (await begin(openStore(database, Date.now), "a", "1")).keep(secret);
    await database.query`delete from data_key where account = 'a'`;
    expect(await rejectionOf(openStore(database, Date.now).begin("a", "1", "request 1"))).toMatchObject(
      unreadable,
    );
  });

  test("and a request does not run where the server lacks the key that its response needs", async () => {
    await using database = await newDatabase(engine);
    await (await begin(openStore(database, Date.now), "a", "1")).keep(secret);
    await database.query`update data_key set wrapped_by = 'lost'`;
    expect(await rejectionOf(openStore(database, Date.now).begin("a", "2", "request 2"))).toMatchObject({
      code: "storage-unavailable",
    });
    expect(await database.query`select name from replay`).toHaveLength(1);
  });

  test("but those of the release before are replayed until they expire, as what it runs again is", async () => {
    await using database = await newDatabase(engine);
    const store = openStore(database, Date.now);
    await (await begin(store, "a", "1")).keep(secret);
    const clear = JSON.stringify({ status: 200, headers: [["a", "b"]], body: btoa("as before") });
    // It takes an expired row over, and does not know the column of the sealed response.
    const until = new Date(Date.now() + 15_000).toISOString();
    await database.query`update replay set answer = null, bytes = null, expires_at = ${until}`;
    expect(await repeat(store, "a", "1")).toBe("request-in-progress");
    await database.query`update replay set answer = ${clear}, bytes = ${clear.length}`;
    expect(await store.begin("a", "1", "request 1")).toEqual({
      status: 200,
      headers: [["a", "b"]],
      body: new TextEncoder().encode("as before"),
    });
    // And where it stored only the fact.
    await database.query`update replay set answer = null, bytes = 0`;
    expect(await repeat(store, "a", "1")).toBe("response-not-stored");
  });
});
