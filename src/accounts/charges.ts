import { Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import type { Catalogue } from "./catalogue.ts";
import {
  amountOn,
  type HeldGrant,
  payingOrder,
  periodOfGrant,
  policyName,
  type QuotaUsage,
} from "./grants.ts";
import type { QuotaAlerts } from "./quota-alerts.ts";
import { counterName, type Entry } from "./usage-batch.ts";
import type { UsageLedger } from "./usage-ledger.ts";

/** A charge that was made. */
export interface Receipt extends QuotaUsage {
  readonly account: string;
  readonly api: string;
  /** The cost of the call, in the API's unit. */
  readonly units: number;
  /** The cost in the grant's unit. */
  readonly amount: number;
  /** When, in milliseconds since 1970: a call counts on the day on which it began. */
  readonly takenAt: number;
}

/** A charge of which a part is given back. */
export interface PartialRefund {
  readonly receipt: Receipt;
  /** Settles when the part is given back, or will be: the grant's usage, as `Charges.refund` returns it. Never rejects. */
  readonly given: Promise<QuotaUsage | undefined>;
}

/** No grant has enough left for a charge: the problem, and the usage of the grants that were tried. */
export class QuotaExceeded extends Problem {
  readonly usages: readonly QuotaUsage[];

  constructor(usages: readonly QuotaUsage[], now: number, beginning = "This call costs more than") {
    const soonest = Math.min(...usages.map(({ period }) => period.endsAt));
    const resetsAt = new Date(soonest).toISOString();
    const left = usages.map(
      ({ held: { plan, grant, unit }, used }) =>
        `${Math.max(0, grant.limit - used)} of ${grant.limit} ${unit} left (${plan.title})`,
    );
    super(
      "quota-exceeded",
      `${beginning} the remaining quota: ${left.join(", ")}. The next quota starts at ${resetsAt}.`,
      {
        headers: { "Retry-After": String(Math.max(1, Math.ceil((soonest - now) / 1000))) },
        members: {
          // The problem type that draft-ietf-httpapi-ratelimit-headers registers.
          type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
          "violated-policies": usages.map(({ held }) => policyName(held)),
          resetsAt,
        },
      },
    );
    this.usages = usages;
  }
}

interface ChargesOptions {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly ledger: UsageLedger;
  readonly quotaAlerts: QuotaAlerts;
  readonly log: Log;
  now(): number;
}

/** The entry that a charge adds to its counter and its day, for that many calls. */
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

/** The error for an account without a plan that covers an API. */
export function planRequired(): Problem {
  return new Problem("plan-required", "No plan of this account covers this API. GET /plans lists the plans.");
}

function notCovered(catalogue: Catalogue, order: readonly HeldGrant[], api: string): Problem {
  if (order.length === 0) return planRequired();
  const limit = Math.max(...order.map(({ grant }) => grant.maxUnits ?? 0));
  const unit = catalogue.meters[api]?.unit ?? "units";
  return new Problem("plan-limit", `A call on this plan may cost at most ${limit} ${unit}.`, {
    members: { limit },
  });
}

type Counter = Readonly<{ plan: string; meter: string; period: string; used: number }>;

/** Charges calls, settles those that succeed and refunds those that fail. */
export class Charges {
  readonly #options: ChargesOptions;
  readonly #alerts = new Set<Promise<void>>();

  constructor(options: ChargesOptions) {
    this.#options = options;
  }

  /**
   * Charges units to the first grant that has enough left, exactly with any number of processes. Throws `plan-required`,
   * `plan-limit`, `quota-exceeded` and `storage-unavailable`.
   */
  async charge(account: string, grants: readonly HeldGrant[], api: string, units: number): Promise<Receipt> {
    const { catalogue, ledger, now } = this.#options;
    const order = payingOrder(grants, api);
    const usedUp: HeldGrant[] = [];
    const takenAt = now();
    for (const held of order) {
      const { limit, maxUnits } = held.grant;
      if (maxUnits !== undefined && units > maxUnits) continue;
      const amount = amountOn(catalogue, held, api, units);
      const period = periodOfGrant(held, takenAt);
      const receipt: Receipt = { account, api, units, amount, takenAt, held, period, used: 0 };
      const used = await ledger.batcherOf(account).charge({ ...entryOf(receipt, 1), limit });
      if (used !== undefined) return { ...receipt, used };
      usedUp.push(held);
    }
    if (usedUp.length === 0) throw notCovered(catalogue, order, api);
    throw this.#quotaExceeded(account, await this.usage(account, usedUp));
  }

  /** Throws the `QuotaExceeded` that `charge` would throw now, where every grant is used up; charges nothing. */
  async check(account: string, grants: readonly HeldGrant[], api: string, units: number): Promise<void> {
    const all = await this.usage(account, payingOrder(grants, api));
    const isUsedUp = ({ held, used }: QuotaUsage) =>
      used + amountOn(this.#options.catalogue, held, api, units) > held.grant.limit;
    if (all.length > 0 && all.every(isUsedUp)) throw this.#quotaExceeded(account, all);
  }

  /** Keeps the charge of a call that succeeded, and alerts the owner of a quota that is nearly used up. */
  settle(receipt: Receipt): void {
    this.#alert(receipt.account, receipt);
  }

  /** Refunds a charge and returns the grant's usage; undefined if that waits for the database. Never rejects. */
  refund(receipt: Receipt): Promise<QuotaUsage | undefined> {
    return this.#refund(receipt, 1);
  }

  /** Gives back a part of a charge, in the API's unit; the call still counts. Replaces the receipt at once. */
  reduce(receipt: Receipt, units: number): PartialRefund {
    const kept = Math.max(0, receipt.units - units);
    const { catalogue } = this.#options;
    const amount = kept === 0 ? 0 : amountOn(catalogue, receipt.held, receipt.api, kept);
    const back = { ...receipt, units: receipt.units - kept, amount: receipt.amount - amount };
    const isNothing = back.units === 0 && back.amount === 0;
    return {
      receipt: { ...receipt, units: kept, amount },
      given: isNothing ? Promise.resolve(undefined) : this.#refund(back, 0),
    };
  }

  async usage(account: string, grants: readonly HeldGrant[]): Promise<QuotaUsage[]> {
    const at = this.#options.now();
    const all = grants.map((held) => ({ held, period: periodOfGrant(held, at) }));
    const periods = [...new Set(all.map(({ period }) => period.key))];
    const rows = await Promise.all(
      periods.map(
        (period) => this.#options.database.count<Counter>`
          select plan, meter, period, used from usage where account = ${account} and period = ${period}`,
      ),
    );
    const used = new Map(rows.flat().map((row) => [counterName({ ...row, account }), row.used]));
    return all.map(({ held, period }) => {
      const counter = { account, plan: held.plan.id, meter: held.grant.meter, period: period.key };
      return { held, period, used: used.get(counterName(counter)) ?? 0 };
    });
  }

  async flush(): Promise<void> {
    await Promise.all(this.#alerts);
    await this.#options.ledger.flush();
  }

  async #refund(receipt: Receipt, calls: number): Promise<QuotaUsage | undefined> {
    const used = await this.#options.ledger.batcherOf(receipt.account).refund(entryOf(receipt, calls));
    return used === undefined ? undefined : { held: receipt.held, period: receipt.period, used };
  }

  #quotaExceeded(account: string, usedUp: readonly QuotaUsage[]): QuotaExceeded {
    // A process that died before it alerted the owner of a quota that is used up leaves it to the next rejection.
    for (const one of usedUp) this.#alert(account, one);
    return new QuotaExceeded(usedUp, this.#options.now());
  }

  #alert(account: string, usage: QuotaUsage): void {
    const { quotaAlerts, log } = this.#options;
    const begun = quotaAlerts.announce(account, usage);
    if (begun === undefined) return;
    // Where this fails, the next call on the quota tries again.
    const pending: Promise<void> = begun
      .catch((cause: unknown) => log.warn("a quota notice waits for the database", { cause }))
      .finally(() => this.#alerts.delete(pending));
    this.#alerts.add(pending);
  }
}
