import { Problem } from "../kit/problem.ts";
import type { Database } from "../store/database.ts";
import type { Catalogue } from "./catalogue.ts";
import { amountOn, type HeldGrant, payingOrder, periodOfGrant } from "./grants.ts";
import type { Period } from "./period.ts";
import type { Entry } from "./usage-batch.ts";
import type { UsageLedger } from "./usage-ledger.ts";

/** Where a grant stands in its period. */
export interface Standing {
  readonly held: HeldGrant;
  readonly period: Period;
  /** In the grant's unit. */
  readonly used: number;
}

/** A charge that was taken. */
export interface Receipt extends Standing {
  readonly account: string;
  readonly api: string;
  /** What the call costs, in the API's unit. */
  readonly units: number;
  /** What was taken, in the grant's unit. */
  readonly amount: number;
  /** When, in milliseconds since 1970: a call counts on the day on which it began. */
  readonly takenAt: number;
}

/** A refusal to charge: the problem, and where the grants stand that were asked. */
export class QuotaExceeded extends Problem {
  readonly standings: readonly Standing[];

  constructor(problem: Problem, standings: readonly Standing[]) {
    super(problem.code, problem.message, problem.options);
    this.standings = standings;
  }
}

export interface Meter {
  /**
   * Takes `units` (a whole number from 0) of an API from the first of the account's grants that has them.
   * Throws a `QuotaExceeded` where none has; then nothing is taken. Exact with any number of callers and processes.
   */
  take(account: string, grants: readonly HeldGrant[], api: string, units: number): Promise<Receipt>;
  /** Throws the `QuotaExceeded` that `take` would throw now, where every grant is used up; takes nothing. */
  check(account: string, grants: readonly HeldGrant[], api: string, units: number): Promise<void>;
  /**
   * Gives a charge back, and that many calls of its day; the counter never goes below 0. Gives where the grant stands
   * then, or undefined where the database is away: it is given back later. Never rejects.
   */
  give(receipt: Receipt, calls: number): Promise<Standing | undefined>;
  /** Where these grants stand now; one that was never used stands at 0. */
  standings(account: string, grants: readonly HeldGrant[]): Promise<Standing[]>;
}

interface MeterOptions {
  readonly database: Database;
  readonly ledger: UsageLedger;
  readonly catalogue: Catalogue;
  now(): number;
}

function quotaExceeded(standings: readonly Standing[], now: number): Problem {
  const soonest = Math.min(...standings.map((standing) => standing.period.endsAt));
  const left = standings.map(
    ({ held, used }) => `${policyName(held)} has ${Math.max(0, held.grant.limit - used)} ${held.unit} left`,
  );
  return new Problem(
    "quota-exceeded",
    `This call costs more than what is left: ${left.join(", ")}. The next quota starts at ${new Date(soonest).toISOString()}.`,
    {
      headers: { "Retry-After": String(Math.max(1, Math.ceil((soonest - now) / 1000))) },
      members: {
        // The problem type that draft-ietf-httpapi-ratelimit-headers registers.
        type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
        "violated-policies": standings.map(({ held }) => policyName(held)),
        resetsAt: new Date(soonest).toISOString(),
      },
    },
  );
}

/** The name of a grant in the RateLimit headers. */
export function policyName({ plan, grant }: HeldGrant): string {
  return plan.grants.length === 1 ? plan.id : `${plan.id}-${grant.meter}`;
}

/** What a charge adds to its counter and its day, for that many calls. */
export function entryOf(
  { account, api, units, amount, takenAt, held, period }: Receipt,
  calls: number,
): Entry {
  return {
    account,
    plan: held.plan.id,
    meter: held.grant.meter,
    period: period.key,
    amount,
    api,
    day: new Date(takenAt).toISOString().slice(0, 10),
    calls,
    units,
  };
}

/** Counts usage in the database, one row for each account, plan, meter and period. */
export function createMeter({ database, ledger, catalogue, now }: MeterOptions): Meter {
  const { count } = database;

  const standing = async (account: string, held: HeldGrant): Promise<Standing> => {
    const period = periodOfGrant(held, now());
    const [row] = await count<{ used: number }>`
      select used from usage where account = ${account} and plan = ${held.plan.id}
        and meter = ${held.grant.meter} and period = ${period.key}`;
    return { held, period, used: row?.used ?? 0 };
  };

  return {
    async take(account, grants, api, units) {
      const order = payingOrder(grants, api);
      if (order.length === 0) {
        throw new Problem("plan-required", "No plan of this account covers this API. GET /plans lists them.");
      }
      const refused: HeldGrant[] = [];
      const takenAt = now();
      for (const held of order) {
        const { grant } = held;
        if (grant.maxUnits !== undefined && units > grant.maxUnits) continue;
        const amount = amountOn(catalogue, held, api, units);
        const period = periodOfGrant(held, takenAt);
        const taken = { account, api, units, amount, takenAt, held, period, used: 0 };
        const used = await ledger.charge({ ...entryOf(taken, 1), limit: grant.limit });
        if (used !== undefined) return { ...taken, used };
        refused.push(held);
      }
      if (refused.length === 0) {
        const most = Math.max(...order.map(({ grant }) => grant.maxUnits ?? 0));
        const unit = catalogue.meters[api]?.unit ?? "units";
        throw new Problem("plan-limit", `A call on this plan takes at most ${most} ${unit}.`, {
          members: { limit: most },
        });
      }
      const standings = await Promise.all(refused.map((held) => standing(account, held)));
      throw new QuotaExceeded(quotaExceeded(standings, now()), standings);
    },
    async check(account, grants, api, units) {
      const order = payingOrder(grants, api);
      const standings = await Promise.all(order.map((held) => standing(account, held)));
      const isSpent = ({ held, used }: Standing) =>
        used + amountOn(catalogue, held, api, units) > held.grant.limit;
      if (standings.length > 0 && standings.every(isSpent))
        throw new QuotaExceeded(quotaExceeded(standings, now()), standings);
    },
    async give(receipt, calls) {
      const used = await ledger.refund(entryOf(receipt, calls));
      return used === undefined ? undefined : { held: receipt.held, period: receipt.period, used };
    },
    standings: (account, grants) => Promise.all(grants.map((held) => standing(account, held))),
  };
}
