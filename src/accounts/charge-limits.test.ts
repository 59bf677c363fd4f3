import { describe, expect, test } from "bun:test";
import { catalogue, catalogueByApi } from "../../test/fixtures/suite-catalogue.ts";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { inProcesses } from "../../test/helpers/processes.ts";
import { Problem } from "../kit/problem.ts";
import { createLog } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { migrate } from "../store/migrate.ts";
import { openDatabase } from "../store/open-database.ts";
import { Charges, QuotaExceeded } from "./charges.ts";
import { grantsOf } from "./grants.ts";
import { createUsageLedger } from "./usage-ledger.ts";

const now = () => Date.parse("2026-11-20T12:00:00Z");
const plans = (...held: string[]) =>
  grantsOf(
    catalogue,
    held.map((plan) => ({ plan, startedOn: "2026-11-17" })),
  );
const paidOnly = (plan: string) => plans(plan).filter((held) => held.plan.id === plan);

function chargesOn(database: Database, clock: () => number): Charges {
  const log = createLog("silent");
  const ledger = createUsageLedger({ database, folder: undefined, log, now: clock });
  return new Charges({
    database,
    catalogue,
    ledger,
    quotaAlerts: { announce: () => undefined },
    log,
    now: clock,
  });
}

async function outcome(pending: Promise<unknown>): Promise<unknown> {
  try {
    await pending;
    return "granted";
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

async function used(charges: Charges, account: string, grants: ReturnType<typeof plans>): Promise<number[]> {
  return (await charges.usage(account, grants)).map((usage) => usage.used);
}

describe.each(engines)("charges on $name", (engine) => {
  test("grants to the last unit, refuses beyond, and a refusal changes nothing", async () => {
    await using database = await newDatabase(engine);
    const charges = chargesOn(database, now);
    const grants = paidOnly("images");
    expect((await charges.charge("a", grants, "images", 498)).used).toBe(498);
    expect(await outcome(charges.check("a", grants, "images", 2))).toBe("granted");
    expect(await outcome(charges.check("a", grants, "images", 3))).toBe("quota-exceeded");
    expect(await outcome(charges.check("a", plans("images", "bundle"), "images", 3))).toBe("granted");
    expect(await outcome(charges.charge("a", grants, "images", 3))).toBe("quota-exceeded");
    expect((await charges.charge("a", grants, "images", 2)).used).toBe(500);
    expect(await outcome(charges.charge("a", grants, "images", 1))).toBe("quota-exceeded");
    expect((await charges.charge("a", grants, "images", 0)).used).toBe(500);
    expect(await used(charges, "a", grants)).toEqual([500]);
  });

  test.each([501, -1, 2 ** 31 - 1])(
    "a first call of %p of 500 is refused and leaves no row",
    async (units) => {
      await using database = await newDatabase(engine);
      const charges = chargesOn(database, now);
      expect(await outcome(charges.charge("a", paidOnly("images"), "images", units))).toBe("quota-exceeded");
      expect(await database.query`select used from usage`).toHaveLength(0);
    },
  );

  test.each([
    ["pdf", 2 ** 31],
    ["profiles", 1e9],
    ["pdf", Number.MAX_SAFE_INTEGER],
  ])(
    "a call of %s that costs %d, beyond what a column holds, is refused and not an error",
    async (api, units) => {
      await using database = await newDatabase(engine);
      const charges = chargesOn(database, now);
      expect(await outcome(charges.charge("a", paidOnly("bundle"), api, units))).toBe("quota-exceeded");
      // Beside others that fit, too.
      const outcomes = await Promise.all(
        [1, units, 2].map((of) => outcome(charges.charge("a", paidOnly("bundle"), api, of))),
      );
      expect(outcomes).toEqual(["granted", "quota-exceeded", "granted"]);
    },
  );

  test("gives back what was taken, from the period it was taken from, and never below 0", async () => {
    await using database = await newDatabase(engine);
    let at = now();
    const charges = chargesOn(database, () => at);
    const grants = paidOnly("pdf");
    const receipt = await charges.charge("a", grants, "pdf", 7);
    await charges.charge("a", grants, "pdf", 5);
    at = Date.parse("2026-12-18T00:00:00Z");
    expect(await used(charges, "a", grants)).toEqual([0]);
    expect((await charges.refund(receipt))?.used).toBe(5);
    expect((await charges.refund(receipt))?.used).toBe(0);
    at = now();
    expect(await used(charges, "a", grants)).toEqual([0]);
  });

  test("64 callers at once never oversell: exactly 166 of 3 in 500", async () => {
    await using database = await newDatabase(engine);
    const charges = chargesOn(database, now);
    const grants = paidOnly("images");
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, async () => {
        const own: unknown[] = [];
        for (let i = 0; i < 10; i++) own.push(await outcome(charges.charge("a", grants, "images", 3)));
        return own;
      }),
    );
    expect(outcomes.flat().filter((one) => one === "granted")).toHaveLength(166);
    expect(await used(charges, "a", grants)).toEqual([498]);
  });

  test("4 processes of 64 callers never oversell", async () => {
    const address = engine.address();
    const database = openDatabase(address);
    await migrate(database);
    const granted = await inProcesses<number>(4, "take.ts", address, "64", "5", "3");
    expect(granted.reduce((a, b) => a + b)).toBe(166);
    const [row] = await database.query<{ used: number }>`select used from usage where account = 'crowd'`;
    expect(row).toEqual({ used: 498 });
    await database.close();
  });

  test("the API's own plan pays first, then the bundle, then what is free; a call is never split", async () => {
    await using database = await newDatabase(engine);
    const charges = chargesOn(database, now);
    const grants = plans("images", "bundle");
    const payer = async (units: number) => {
      const { held, amount } = await charges.charge("a", grants, "images", units);
      return `${held.plan.id} ${amount} ${held.unit}`;
    };
    expect(await payer(499)).toBe("images 499 images");
    expect(await payer(2)).toBe("bundle 72 credits");
    expect(await payer(1)).toBe("images 1 images");
    expect(await payer(3275)).toBe("bundle 117900 credits");
    expect(await payer(1)).toBe("hobbyist 1 calls");
  });

  test("a call on the free plan counts one, and is bounded where the plan says so", async () => {
    await using database = await newDatabase(engine);
    const charges = chargesOn(database, now);
    const grants = plans();
    expect(await charges.charge("a", grants, "pdf", 25)).toMatchObject({ used: 1, amount: 1, units: 25 });
    expect(await outcome(charges.charge("a", grants, "pdf", 26))).toBe("plan-limit");
    for (let i = 1; i < 100; i++) await charges.charge("a", grants, "pdf", 1);
    expect(await outcome(charges.charge("a", grants, "pdf", 1))).toBe("quota-exceeded");
    expect((await charges.charge("a", grants, "seo", 1)).used).toBe(1);
  });

  test("a refusal says which policies, what is left and when it starts anew", async () => {
    await using database = await newDatabase(engine);
    const charges = chargesOn(database, now);
    const grants = plans("images");
    await charges.charge("a", grants, "images", 450);
    for (let i = 0; i < 100; i++) await charges.charge("a", grants, "images", 60);
    const refusal: unknown = await charges.charge("a", grants, "images", 60).catch((error: unknown) => error);
    if (!(refusal instanceof QuotaExceeded)) throw refusal;
    expect(refusal.toDocument("", "")).toMatchObject({
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      status: 429,
      code: "quota-exceeded",
      "violated-policies": ["images", "hobbyist-images"],
      resetsAt: "2026-12-01T00:00:00.000Z",
    });
    expect(refusal.options.headers).toEqual({ "Retry-After": String(10.5 * 86_400) });
    expect(refusal.message).toContain(
      "50 of 500 images left (Background removal), 0 of 100 calls left (Free)",
    );
  });

  test("without a plan for the API there is no quota to exceed", async () => {
    await using database = await newDatabase(engine);
    const charges = chargesOn(database, now);
    const grants = grantsOf(catalogueByApi, []);
    expect(await outcome(charges.charge("a", grants, "pdf", 1))).toBe("plan-required");
    expect((await charges.charge("a", grants, "seo", 1)).period.key).toBe("2026-11-20");
  });
});
