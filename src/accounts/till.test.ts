import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/engines.ts";
import { Problem } from "../kit/problem.ts";
import { createLog } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { catalogue, type Listing } from "./catalogue.ts";
import { grantsOf } from "./grants.ts";
import { createHistory } from "./history.ts";
import { createMeter, type Receipt } from "./meter.ts";
import { createPeople } from "./people.ts";
import { createTill } from "./till.ts";

function open(database: Database, now: () => number) {
  const told: string[] = [];
  const history = createHistory(database, now);
  const meter = createMeter({ database, catalogue, now });
  const people = createPeople({ database, catalogue, now });
  const till = createTill({
    database,
    meter,
    history,
    log: createLog("silent"),
    now,
    tell: async ({ held, period }, percent) => void told.push(`${held.plan.id} ${period.key} ${percent}`),
  });
  return { history, meter, people, till, told };
}

/** A generator of numbers that a seed repeats (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const DAY = 86_400_000;
/** Days on which months of billing are odd, and the days round them. */
const STARTS = ["2026-01-31", "2026-02-28", "2028-02-29", "2027-12-31", "2028-01-30", "2026-11-20"];
const STEPS = [1_000, 3_600_000, DAY, 27 * DAY, 31 * DAY, 400 * DAY, -1_000, -DAY, -40 * DAY];

describe.each(engines)("any sequence of calls, failures, plan changes and clocks on $name", (engine) => {
  test.each(Array.from({ length: engine.name === "sqlite" ? 40 : 8 }, (_, i) => i + 1))(
    "seed %i: used is the sum of settled charges, never above the limit, never negative",
    async (seed) => {
      await using database = await newDatabase(engine);
      const random = randomOf(seed);
      const pick = <T>(from: readonly T[]): T => {
        const one = from[Math.floor(random() * from.length)];
        if (one === undefined) throw new Error("nothing to pick from");
        return one;
      };
      let clock = Date.parse(`${pick(STARTS)}T00:00:00Z`) + Math.floor(random() * DAY);
      const { people, till, meter } = open(database, () => clock);
      const { account } = await people.ensure("someone@example.com");
      const settled = new Map<string, { sum: number; limit: number }>();
      const open_: Receipt[] = [];
      const keyOf = ({ held, period }: Receipt) => `${held.plan.id} ${held.grant.meter} ${period.key}`;
      let listing: Listing = "landing";

      const check = async () => {
        const rows = await database.query<{ plan: string; meter: string; period: string; used: number }>`
          select plan, meter, period, used from usage`;
        const running = new Map<string, number>();
        for (const receipt of open_) {
          running.set(keyOf(receipt), (running.get(keyOf(receipt)) ?? 0) + receipt.amount);
        }
        for (const { plan, meter: of, period, used } of rows) {
          const key = `${plan} ${of} ${period}`;
          const kept = settled.get(key);
          expect([key, used]).toEqual([key, (kept?.sum ?? 0) + (running.get(key) ?? 0)]);
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
          await people.setPlans(
            account.id,
            catalogue.plans.filter(() => random() < 0.2).map((plan) => plan.id),
          );
        } else if (dice < 0.25) {
          clock += pick(STEPS);
        } else if (dice < 0.3) {
          listing = pick(["landing", "descriptor", "both"]);
        } else {
          const grants = grantsOf(catalogue, listing, await people.heldPlans(account.id));
          const units = pick([1, 1, 2, 7, 25, 30, 400, 3_000, 40_000]);
          const api = pick(["seo", "pdf", "images", "profiles", "products"]);
          const taken = await till.charge(account.id, grants, api, units).catch((error: unknown) => {
            if (error instanceof Problem) return undefined;
            throw error;
          });
          if (taken !== undefined) open_.push(taken);
        }
        // Some calls are still running while others come, as they do.
        while (open_.length > 0 && random() < 0.5) {
          const [receipt] = open_.splice(Math.floor(random() * open_.length), 1);
          if (receipt === undefined) break;
          if (random() < 0.4) {
            await till.refund(receipt);
          } else {
            till.settle(receipt);
            const before = settled.get(keyOf(receipt))?.sum ?? 0;
            settled.set(keyOf(receipt), { sum: before + receipt.amount, limit: receipt.held.grant.limit });
          }
        }
        if (step % 20 === 19) await check();
      }
      await check();
      await till.flush();
      const standings = await meter.standings(
        account.id,
        grantsOf(catalogue, listing, await people.heldPlans(account.id)),
      );
      expect(standings.every(({ used, held }) => used >= 0 && used <= held.grant.limit)).toBe(true);
    },
  );
});

describe.each(engines)("settling on $name", (engine) => {
  const noon = Date.parse("2026-11-20T12:00:00Z");

  test("the owner is told at 80 and at 100 percent, once in a period", async () => {
    await using database = await newDatabase(engine);
    let clock = noon;
    const { till, told } = open(database, () => clock);
    const grants = grantsOf(catalogue, "landing", []);
    const call = async () => {
      const receipt = await till.charge("a", grants, "seo", 1);
      till.settle(receipt);
      return receipt;
    };
    for (let i = 0; i < 79; i++) await call();
    await till.flush();
    expect(told).toEqual([]);
    const eightieth = await call();
    await till.flush();
    expect(told).toEqual(["hobbyist 2026-11 80"]);
    await till.refund(eightieth);
    for (let i = 0; i < 21; i++) await call();
    await till.flush();
    expect(told).toEqual(["hobbyist 2026-11 80", "hobbyist 2026-11 100"]);
    clock = Date.parse("2026-12-01T00:00:00Z");
    for (let i = 0; i < 80; i++) await call();
    await till.flush();
    expect(told.at(-1)).toBe("hobbyist 2026-12 80");
    expect(told).toHaveLength(3);
  });

  test("settled calls are added up by day and API; refunded ones are not", async () => {
    await using database = await newDatabase(engine);
    let clock = noon;
    const { till, history } = open(database, () => clock);
    const grants = grantsOf(catalogue, "landing", [{ plan: "bundle", startedOn: "2026-11-01" }]);
    for (const units of [3, 4]) till.settle(await till.charge("a", grants, "pdf", units));
    await till.flush();
    till.settle(await till.charge("a", grants, "pdf", 10));
    await till.refund(await till.charge("a", grants, "pdf", 100));
    clock += DAY;
    till.settle(await till.charge("a", grants, "seo", 1));
    await till.flush();
    expect(await history.since("a", "2026-11-20")).toEqual([
      { day: "2026-11-21", api: "seo", calls: 1, units: 1 },
      { day: "2026-11-20", api: "pdf", calls: 3, units: 17 },
    ]);
    expect(await history.since("a", "2026-11-21")).toHaveLength(1);
  });
});
