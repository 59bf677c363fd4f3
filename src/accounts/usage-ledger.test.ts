import { describe, expect, test } from "bun:test";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { seeded } from "../../test/helpers/random.ts";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";
import { Problem } from "../kit/problem.ts";
import { createLog } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { OutcomeUnknown } from "../store/failure.ts";
import { settleAbandoned } from "./unsettled-file.ts";
import { type Charge, sweepWriters } from "./usage-batch.ts";
import { createUsageLedger } from "./usage-ledger.ts";

const log = createLog("silent");

const chargeOf = (account: string, units: number, limit = 1_000_000): Charge => ({
  account,
  plan: "pdf",
  meter: "pdf",
  period: "2026-11",
  amount: units,
  api: "pdf",
  day: "2026-11-20",
  calls: 1,
  units,
  limit,
});

const away = () => new Problem("storage-unavailable", "away");

/** The same database, whose transactions of counters fail as `fate` says, in every way in which they can. */
function failing(database: Database, fate: () => "fine" | "before" | "rolled back" | "committed" | "late") {
  const late: Promise<unknown>[] = [];
  const countTogether: Database["countTogether"] = async (statements) => {
    const how = fate();
    if (how === "before") throw away();
    if (how === "rolled back") throw new OutcomeUnknown(away());
    if (how === "late") {
      // The server goes on with what nobody waits for any more.
      late.push(
        Bun.sleep(5)
          .then(() => database.countTogether(statements))
          .catch(() => {}),
      );
      throw new OutcomeUnknown(away());
    }
    const result = await database.countTogether(statements);
    if (how === "committed") throw new OutcomeUnknown(away());
    return result;
  };
  return { database: { ...database, countTogether }, settle: () => Promise.all(late) };
}

async function books(database: Database): Promise<Record<string, [number, number, number]>> {
  const rows = await database.query<{ account: string; used: number; calls: number; units: number }>`
    select usage.account as account, used, calls, units from usage
    join usage_day on usage_day.account = usage.account order by usage.account`;
  return Object.fromEntries(rows.map(({ account, used, calls, units }) => [account, [used, calls, units]]));
}

describe.each(engines)("the usage ledger on $name", (engine) => {
  test.each(Array.from({ length: engine.name === "sqlite" ? 12 : 6 }, (_, i) => i + 1))(
    "seed %i: whatever becomes of transactions, and with processes that are killed, what was told is what is charged",
    async (seed) => {
      await using real = await newDatabase(engine);
      const random = seeded(seed);
      let trouble = 0;
      const { database, settle } = failing(real, () => {
        const dice = random();
        if (dice > trouble) return "fine";
        if (dice < trouble * 0.25) return "before";
        if (dice < trouble * 0.5) return "rolled back";
        return dice < trouble * 0.75 ? "committed" : "late";
      });
      const folder = temporaryFolder();
      const open = () => createUsageLedger({ database, folder, log, now: Date.now });
      const told = new Map<string, [used: number, calls: number, units: number]>();
      const add = (account: string, sign: 1 | -1, units: number) => {
        const sum = told.get(account) ?? [0, 0, 0];
        told.set(account, [sum[0] + sign * units, sum[1] + sign, sum[2] + sign * units]);
      };
      for (let life = 0; life < 4; life++) {
        const ledger = open();
        for (let round = 0; round < 6; round++) {
          trouble = random() < 0.3 ? 0.98 : random() * 0.7;
          await Promise.all(
            Array.from({ length: 20 }, async () => {
              const account = `account-${Math.floor(random() * 4)}`;
              const charge = chargeOf(account, 1 + Math.floor(random() * 5));
              const used = await ledger
                .batcherOf(charge.account)
                .charge(charge)
                .catch((error: unknown) => {
                  // What a caller can be answered.
                  expect(error).toMatchObject({ code: "storage-unavailable" });
                });
              if (used === undefined) return;
              add(account, 1, charge.units);
              if (random() < 0.3) {
                await ledger.batcherOf(charge.account).refund(charge);
                add(account, -1, charge.units);
              }
            }),
          );
        }
        // Killed: what it knew is gone, what it had promised is in its file.
      }
      await settle();
      trouble = 0.3;
      for (let i = 0; readdirSync(folder).length > 0 && i < 100; i++) {
        for (const name of readdirSync(folder)) utimesSync(join(folder, name), 0, 0);
        // Several processes find the files at once.
        await Promise.allSettled([1, 2].map(() => settleAbandoned(folder, database, log, Date.now())));
      }
      expect(readdirSync(folder)).toEqual([]);
      const found = await books(real);
      for (const [account, sum] of told) expect([account, found[account]]).toEqual([account, sum]);
    },
  );

  test("an answer that was lost is asked for: the caller is told what happened, without an error", async () => {
    await using real = await newDatabase(engine);
    const fates = ["committed", "fine", "rolled back", "fine", "fine", "late", "fine", "fine"] as const;
    let next = 0;
    const { database, settle } = failing(real, () => fates[next++] ?? "fine");
    const ledger = createUsageLedger({ database, folder: undefined, log, now: Date.now });
    expect(await ledger.batcherOf("a").charge(chargeOf("a", 3))).toBe(3);
    expect(await ledger.batcherOf("a").charge(chargeOf("a", 4))).toBe(7);
    expect(await ledger.batcherOf("a").charge(chargeOf("a", 5))).toBe(12);
    await settle();
    expect(await books(real)).toEqual({ a: [12, 3, 12] });
    const { settled, ...rest } = ledger.numbers();
    expect(rest).toEqual({ unknown: 0, owed: 0 });
    expect(settled).toMatchObject({ givenBack: 0 });
    // The late one may be committed before it is asked for.
    expect([1, 2]).toContain(settled.charged);
    expect(settled.charged + settled.notCharged).toBe(3);
  });

  test("a refund that waits is applied once though its writer was deleted, by its process or after its end", async () => {
    for (const isKilled of [false, true]) {
      await using real = await newDatabase(engine);
      let isAway = false;
      const { database } = failing(real, () => (isAway ? "before" : "fine"));
      const folder = temporaryFolder();
      const open = () => createUsageLedger({ database, folder, log, now: Date.now });
      const ledger = open();
      for (const account of ["a", "b"]) await ledger.batcherOf(account).charge(chargeOf(account, 5));
      isAway = true;
      await ledger.batcherOf("a").refund(chargeOf("a", 5));
      expect(ledger.numbers().owed).toBe(1);
      // What another process does whose clock is a month ahead.
      await sweepWriters(real, Date.now() + 40 * 86_400_000);
      isAway = false;
      if (isKilled) {
        for (const name of readdirSync(folder)) utimesSync(join(folder, name), 0, 0);
        await Promise.allSettled([1, 2].map(() => settleAbandoned(folder, database, log, Date.now())));
      } else {
        await ledger.flush();
      }
      expect(ledger.numbers().owed).toBe(isKilled ? 1 : 0);
      expect(readdirSync(folder)).toEqual([]);
      expect(await books(real)).toEqual({ a: [0, 0, 0], b: [5, 1, 5] });
    }
  });

  test("the limit is met exactly, whatever the sum of those who come at once", async () => {
    await using database = await newDatabase(engine);
    const ledger = createUsageLedger({ database, folder: undefined, log, now: Date.now });
    for (const limit of [0, 1, 7, 50, 99]) {
      const account = `limit-${limit}`;
      const all = Array.from({ length: 40 }, (_, i) =>
        ledger.batcherOf(account).charge(chargeOf(account, 1 + (i % 3), limit)),
      );
      const granted = (await Promise.all(all)).filter((used) => used !== undefined);
      expect(Math.max(0, ...granted)).toBeLessThanOrEqual(limit);
      const [used = 0] = (await books(database))[account] ?? [];
      // Nothing that would have fit was refused: the sum of all is 79.
      expect(used).toBe(Math.min(limit, 79));
    }
  });

  test("an entry that the database rejects fails alone", async () => {
    await using database = await newDatabase(engine);
    const ledger = createUsageLedger({ database, folder: undefined, log, now: Date.now });
    const bad = { ...chargeOf("bad", 1), api: null as unknown as string };
    const results = await Promise.allSettled([
      ledger.batcherOf("a").charge(chargeOf("a", 1)),
      ledger.batcherOf(bad.account).charge(bad),
      ledger.batcherOf("b").charge(chargeOf("b", 1)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await books(database)).toEqual({ a: [1, 1, 1], b: [1, 1, 1] });
  });

  test("a file of unsettled charges that is damaged or of a live process changes nothing", async () => {
    await using database = await newDatabase(engine);
    const folder = temporaryFolder();
    await createUsageLedger({ database, folder: undefined, log, now: Date.now })
      .batcherOf("a")
      .charge(chargeOf("a", 5));
    const { limit: _limit, ...entry } = chargeOf("a", 5);
    const state = { writer: "w", number: 0, charges: [], refunds: [], owed: [entry] };
    writeFileSync(join(folder, "live.json"), JSON.stringify(state));
    writeFileSync(join(folder, "damaged.json"), '{"writer": "w", "numb');
    utimesSync(join(folder, "damaged.json"), 0, 0);
    expect(await settleAbandoned(folder, database, log, Date.now())).toBe(0);
    expect(readdirSync(folder)).toEqual(["live.json"]);
    expect(await books(database)).toEqual({ a: [5, 1, 5] });
    // From before the clock went back.
    const later = Date.now() / 1_000 + 3_600;
    utimesSync(join(folder, "live.json"), later, later);
    expect(await settleAbandoned(folder, database, log, Date.now())).toBe(1);
    // Once more, as if it had been killed before it removed the file.
    writeFileSync(join(folder, "live.json"), JSON.stringify(state));
    utimesSync(join(folder, "live.json"), 0, 0);
    await settleAbandoned(folder, database, log, Date.now());
    expect(await books(database)).toEqual({ a: [0, 0, 0] });
  });
});
