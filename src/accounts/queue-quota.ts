import { Problem } from "../kit/problem.ts";
import type { Caller } from "./authenticate.ts";
import type { Catalogue } from "./catalogue.ts";
import { type Charges, planRequired, QuotaExceeded } from "./charges.ts";
import { amountOn, type HeldGrant, payingOrder, type QuotaUsage } from "./grants.ts";

type WaitingUnits = ReadonlyMap<string, number>;

/** Units beyond the quota where costs are measured: a call may cost nothing, and its cost is checked when it runs. */
const MEASURED_UNITS = 10;

/** Calls with a test key that may wait whatever the plan: they cost nothing and end at once. */
const TEST_CALLS = 100;

interface QueueQuotaOptions {
  readonly catalogue: Catalogue;
  readonly charges: Pick<Charges, "usage">;
  readonly caller: Caller;
  readonly api: string;
  /** The most units that one of the new calls costs; undefined where that is measured when it runs. */
  readonly units: number | undefined;
  readonly now: number;
}

function perUnit(catalogue: Catalogue, held: HeldGrant, api: string, units: number): number {
  return held.grant.counts === "calls" ? 1 / units : amountOn(catalogue, held, api, 1);
}

/** The units of `api` that no grant covers, where those of other APIs are paid first because they were there before. */
function uncovered(
  { catalogue, caller, api, units = 1 }: QueueQuotaOptions,
  usages: readonly QuotaUsage[],
  waiting: WaitingUnits,
): number {
  const isTest = caller.mode === "test";
  const left = new Map(
    usages.map(({ held, used }) => [held, Math.max(0, held.grant.limit - (isTest ? 0 : used))]),
  );
  const pay = (name: string, needed: number): number => {
    let need = needed;
    for (const held of payingOrder(caller.grants, name)) {
      if (name === api && (held.grant.maxUnits ?? units) < units) continue;
      const each = perUnit(catalogue, held, name, units);
      const paid = Math.min(need, Math.floor((left.get(held) ?? 0) / each));
      left.set(held, (left.get(held) ?? 0) - paid * each);
      need -= paid;
    }
    return need;
  };
  for (const [name, needed] of waiting) if (name !== api) pay(name, needed);
  const own = waiting.get(api) ?? 0;
  const excess = pay(api, own);
  return isTest ? Math.min(excess, Math.max(0, own - TEST_CALLS)) : excess;
}

/** Reads what the quota of a caller has left, and makes the rule for the calls that may wait: those that it could pay. */
export async function readQueueQuota(options: QueueQuotaOptions) {
  const { charges, caller, api, units, catalogue, now } = options;
  const spare = units === undefined ? MEASURED_UNITS : 0;
  const usages = await charges.usage(caller.account, caller.grants);
  const order = payingOrder(caller.grants, api);
  return {
    mode: caller.mode,
    excess: (waiting: WaitingUnits): number => uncovered(options, usages, waiting) - spare,
    problem(excess: number): Problem {
      const own = usages.filter(({ held }) => order.includes(held));
      const unit = catalogue.meters[api]?.unit ?? "units";
      if (caller.mode === "test") {
        return new Problem(
          "job-storage-full",
          `Too many calls with test keys are waiting: ${excess} more than an unused quota covers. Send fewer calls, or wait until others have ended.`,
          { headers: { "Retry-After": "10" } },
        );
      }
      if (own.length === 0) return planRequired();
      const needed = `${excess} ${excess === 1 ? unit.replace(/s$/, "") : unit}`;
      return new QuotaExceeded(
        own,
        now,
        `With the calls that wait, this request needs at least ${needed} more than`,
      );
    },
  };
}
export type QueueQuota = Awaited<ReturnType<typeof readQueueQuota>>;
