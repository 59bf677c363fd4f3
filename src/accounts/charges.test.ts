import { describe, expect, test } from "bun:test";
import { catalogue, catalogueByApi } from "../../test/fixtures/suite-catalogue.ts";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { isNightly } from "../../test/helpers/nightly.ts";
import { seeded } from "../../test/helpers/random.ts";
import { rejecting } from "../../test/helpers/rejection.ts";
import { Problem } from "../kit/problem.ts";
import { createLog } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { AccountStore } from "./account-store.ts";
import { createAudit } from "./audit.ts";
import { Charges, type Receipt } from "./charges.ts";
import { createFormerUsage } from "./former-usage.ts";
import { grantsOf } from "./grants.ts";
import { createMailboxHash } from "./mailbox-hash.ts";
import { PlanVersions } from "./plan-versions.ts";
import { createQuotaAlerts } from "./quota-alerts.ts";
import { usageDays } from "./usage.ts";
import { createUsageLedger } from "./usage-ledger.ts";

function open(database: Database, now: () => number) {
  const log = createLog("silent");
  const ledger = createUsageLedger({ database, folder: undefined, log, now });
  const formerUsage = createFormerUsage({ catalogue, mailboxOf: createMailboxHash(database), now });
  const audit = createAudit(database, now);
  const planVersions = new PlanVersions({ database, audit, catalogue, onRejected() {}, now });
  const accountStore = new AccountStore({ database, audit, formerUsage, catalogue, planVersions, now });
  const told: string[] = [];
  const quotaAlerts = createQuotaAlerts({
    database,
    now,
    async queue(_query, _account, { held, period }, percent) {
      told.push(`${held.plan.id} ${period.key} ${percent}`);
    },
  });
  const charges = new Charges({ database, catalogue, ledger, quotaAlerts, log, now });
  return { accountStore, quotaAlerts, charges, told };
}

/** A charge after a part of it was given back. */
async function reduced(charges: Charges, receipt: Receipt, units: number): Promise<Receipt> {
  const { receipt: left, given } = charges.reduce(receipt, units);
  await given;
  return left;
}

const DAY = 86_400_000;
/** Days on which months of billing are odd, and the days round them. */
const STARTS = ["2026-01-31", "2026-02-28", "2028-02-29", "2027-12-31", "2028-01-30", "2026-11-20"];
const STEPS = [1_000, 3_600_000, DAY, 27 * DAY, 31 * DAY, 400 * DAY, -1_000, -DAY, -40 * DAY];

describe.each(engines)("any sequence of calls, failures, plan changes and clocks on $name", (engine) => {
  test.each(Array.from({ length: isNightly ? 40 : engine.name === "sqlite" ? 10 : 4 }, (_, i) => i + 1))(
    "seed %i: used is the sum of settled charges, never above the limit, never negative",
    async (seed) => {
      await using database = await newDatabase(engine);
      const random = seeded(seed);
      const pick = <T>(from: readonly T[]): T => {
        const one = from[Math.floor(random() * from.length)];
        if (one === undefined) throw new Error("nothing to pick from");
        return one;
      };
      let clock = Date.parse(`${pick(STARTS)}T00:00:00Z`) + Math.floor(random() * DAY);
      const { accountStore, charges } = open(database, () => clock);
      const { account } = await accountStore.ensure("someone@example.com");
      const settled = new Map<string, number>();
      const delivered = new Map<string, number>();
      const open_: Receipt[] = [];
      const keyOf = ({ held, period }: Receipt) => `${held.plan.id} ${held.grant.meter} ${period.key}`;
      let sold = catalogue;

      const check = async () => {
        const rows = await database.query<{ plan: string; meter: string; period: string; used: number }>`
          select plan, meter, period, used from usage`;
        const running = new Map<string, number>();
        for (const receipt of open_) {
          running.set(keyOf(receipt), (running.get(keyOf(receipt)) ?? 0) + receipt.amount);
        }
        const counted = new Set(rows.map(({ plan, meter: of, period }) => `${plan} ${of} ${period}`));
        for (const key of settled.keys()) expect(counted).toContain(key);
        for (const { plan, meter: of, period, used } of rows) {
          const key = `${plan} ${of} ${period}`;
          expect([key, used]).toEqual([key, (settled.get(key) ?? 0) + (running.get(key) ?? 0)]);
          expect(used).toBeGreaterThanOrEqual(0);
          const limit = catalogue.plans
            .find((one) => one.id === plan)
            ?.grants.find((grant) => grant.meter === of)?.limit;
          expect(used).toBeLessThanOrEqual(limit ?? -1);
        }
      };
      for (let step = 0; step < 120; step++) {
        const dice = random();
        if (dice < 0.1) {
          await accountStore.setPlans(
            account.id,
            catalogue.plans.filter(() => random() < 0.2).map((plan) => plan.id),
          );
        } else if (dice < 0.25) {
          clock += pick(STEPS);
        } else if (dice < 0.3) {
          sold = pick([catalogue, catalogueByApi]);
        } else {
          const grants = grantsOf(sold, await accountStore.heldPlans(account.id));
          const units = pick([1, 1, 2, 7, 25, 30, 400, 3_000, 40_000]);
          const api = pick(["seo", "pdf", "images", "profiles", "products"]);
          const taken = await charges.charge(account.id, grants, api, units).catch((error: unknown) => {
            if (error instanceof Problem) return undefined;
            throw error;
          });
          if (taken !== undefined) open_.push(taken);
        }
        // Some calls are still running while others come, as they do.
        while (open_.length > 0 && random() < 0.5) {
          let [receipt] = open_.splice(Math.floor(random() * open_.length), 1);
          if (receipt === undefined) break;
          const given = () => Math.floor(random() * 40);
          if (random() < 0.2) receipt = await reduced(charges, receipt, given());
          if (random() < 0.4) {
            await charges.refund(receipt);
            continue;
          }
          charges.settle(receipt);
          // A streamed answer gives back after it has begun, once or more often.
          while (random() < 0.3) receipt = await reduced(charges, receipt, given());
          settled.set(keyOf(receipt), (settled.get(keyOf(receipt)) ?? 0) + receipt.amount);
          const day = `${new Date(receipt.takenAt).toISOString().slice(0, 10)} ${receipt.api}`;
          delivered.set(day, (delivered.get(day) ?? 0) + receipt.units);
        }
        if (step % 20 === 19) await check();
      }
      await check();
      await charges.flush();
      for (const { takenAt, api, units } of open_) {
        const day = `${new Date(takenAt).toISOString().slice(0, 10)} ${api}`;
        delivered.set(day, (delivered.get(day) ?? 0) + units);
      }
      const days = await usageDays(database, account.id, "2026-01-01");
      for (const { day, api, units } of days) {
        expect([day, api, units]).toEqual([day, api, delivered.get(`${day} ${api}`) ?? Number.NaN]);
      }
      expect(days.filter(({ day }) => day >= "2026-01-01")).toHaveLength(
        [...delivered.keys()].filter((key) => key >= "2026-01-01").length,
      );
      const usages = await charges.usage(
        account.id,
        grantsOf(sold, await accountStore.heldPlans(account.id)),
      );
      expect(usages.every(({ used, held }) => used >= 0 && used <= held.grant.limit)).toBe(true);
    },
  );
});

describe.each(engines)("settling on $name", (engine) => {
  const paidOnly = (plan: string) =>
    grantsOf(catalogue, [{ plan, startedOn: "2026-11-01" }]).filter((held) => held.plan.id === plan);
  const noon = Date.parse("2026-11-20T12:00:00Z");

  test("the owner is told at 80 and at 100 percent, once in a period", async () => {
    await using database = await newDatabase(engine);
    let clock = noon;
    const { charges, told } = open(database, () => clock);
    const grants = grantsOf(catalogue, []);
    const call = async () => {
      const receipt = await charges.charge("a", grants, "seo", 1);
      charges.settle(receipt);
      return receipt;
    };
    for (let i = 0; i < 79; i++) await call();
    await charges.flush();
    expect(told).toEqual([]);
    const eightieth = await call();
    await charges.flush();
    expect(told).toEqual(["hobbyist 2026-11 80"]);
    await charges.refund(eightieth);
    for (let i = 0; i < 21; i++) await call();
    await charges.flush();
    expect(told).toEqual(["hobbyist 2026-11 80", "hobbyist 2026-11 100"]);
    clock = Date.parse("2026-12-01T00:00:00Z");
    for (let i = 0; i < 80; i++) await call();
    await charges.flush();
    expect(told.at(-1)).toBe("hobbyist 2026-12 80");
    expect(told).toHaveLength(3);
  });

  test("a call that uses a quota up from below 80 percent is told once, as 100 percent", async () => {
    await using database = await newDatabase(engine);
    const { charges, told } = open(database, () => noon);
    const grants = paidOnly("images");
    const settle = async (units: number) => {
      const receipt = await charges.charge("a", grants, "images", units);
      charges.settle(receipt);
      await charges.flush();
      return receipt;
    };
    const limit = grants[0]?.grant.limit ?? 0;
    const all = await settle(limit);
    expect(told).toEqual(["images 2026-11-01 100"]);
    await charges.refund(all);
    await settle(Math.ceil(limit * 0.8));
    expect(told).toHaveLength(1);
  });

  test("a notice that a crash cut short is given by the next call, and by the next refusal", async () => {
    await using database = await newDatabase(engine);
    const grants = grantsOf(catalogue, []);
    const first = open(database, () => noon);
    // The process that charged the last call died before it told anybody.
    for (let i = 0; i < 100; i++) await first.charges.charge("a", grants, "seo", 1);
    const second = open(database, () => noon);
    await second.charges.charge("a", grants, "seo", 1).catch(() => {});
    await second.charges.flush();
    expect(second.told).toEqual(["hobbyist 2026-11 100"]);
    const third = open(database, () => noon);
    await third.charges.charge("a", grants, "seo", 1).catch(() => {});
    await third.charges.flush();
    expect(third.told).toEqual([]);
  });

  test("a notice whose mail cannot be queued is not marked as told", async () => {
    await using database = await newDatabase(engine);
    const { charges } = open(database, () => noon);
    const queued: number[] = [];
    let isDown = true;
    const quotaAlerts = createQuotaAlerts({
      database,
      now: () => noon,
      async queue(_query, _account, _standing, percent) {
        if (isDown) throw new Error("cut");
        queued.push(percent);
      },
    });
    const receipt = await charges.charge("a", paidOnly("images"), "images", 400);
    expect(await rejecting(Promise.resolve(quotaAlerts.announce("a", receipt)))).toThrow("cut");
    isDown = false;
    await quotaAlerts.announce("a", receipt);
    expect(queued).toEqual([80]);
    expect(quotaAlerts.announce("a", receipt)).toBeUndefined();
  });

  test("what is given back after the answer began leaves the day too, on the day of the call", async () => {
    await using database = await newDatabase(engine);
    let clock = Date.parse("2026-11-20T23:59:59Z");
    const { charges } = open(database, () => clock);
    const grants = paidOnly("pdf");
    const charged = await charges.charge("a", grants, "pdf", 10);
    charges.settle(charged);
    await charges.flush();
    clock += 2_000;
    const { receipt, given } = charges.reduce(charged, 4);
    const usage = await given;
    expect([receipt.units, receipt.amount, usage?.used]).toEqual([6, 6, 6]);
    expect((await reduced(charges, receipt, 99)).units).toBe(0);
    await charges.flush();
    expect(await usageDays(database, "a", "2026-11-01")).toEqual([
      { day: "2026-11-20", api: "pdf", calls: 1, units: 0 },
    ]);
    expect((await charges.usage("a", grants)).map(({ used }) => used)).toEqual([0]);
  });

  test("charged calls are added up by day and API; refunded ones are not", async () => {
    await using database = await newDatabase(engine);
    let clock = noon;
    const { charges } = open(database, () => clock);
    const grants = grantsOf(catalogue, [{ plan: "bundle", startedOn: "2026-11-01" }]);
    for (const units of [3, 4]) charges.settle(await charges.charge("a", grants, "pdf", units));
    await charges.flush();
    charges.settle(await charges.charge("a", grants, "pdf", 10));
    await charges.refund(await charges.charge("a", grants, "pdf", 100));
    clock += DAY;
    charges.settle(await charges.charge("a", grants, "seo", 1));
    await charges.flush();
    expect(await usageDays(database, "a", "2026-11-20")).toEqual([
      { day: "2026-11-21", api: "seo", calls: 1, units: 1 },
      { day: "2026-11-20", api: "pdf", calls: 3, units: 17 },
    ]);
    expect(await usageDays(database, "a", "2026-11-21")).toHaveLength(1);
  });
});
