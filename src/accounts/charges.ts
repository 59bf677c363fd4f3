import type { Log } from "../ops/log.ts";
import type { Catalogue } from "./catalogue.ts";
import { amountOn, type HeldGrant } from "./grants.ts";
import { type Meter, QuotaExceeded, type Receipt, type Standing } from "./meter.ts";
import type { QuotaAlerts } from "./quota-alerts.ts";
import type { UsageLedger } from "./usage-ledger.ts";

/** What is left of a charge after a part of it was given back. */
export interface Reduced {
  readonly receipt: Receipt;
  /** Where the grant stands now; undefined where nothing changed, or the database is away. */
  readonly standing: Standing | undefined;
}

/** Charges calls, settles those that succeed and gives back those that fail. */
export interface Charges {
  /** Takes the charge; see `Meter.take`. */
  charge(account: string, grants: readonly HeldGrant[], api: string, units: number): Promise<Receipt>;
  /** Refuses what could not be charged now; see `Meter.check`. */
  check(account: string, grants: readonly HeldGrant[], api: string, units: number): Promise<void>;
  /** The call succeeded: the charge stays. */
  settle(receipt: Receipt): void;
  /**
   * The call failed: the charge is given back. Never throws: where the database is away, undefined is returned, and
   * it is given back once the database answers, also after this process was killed where DATA_DIR is kept.
   */
  refund(receipt: Receipt): Promise<Standing | undefined>;
  /**
   * Gives back a part of a charge, in the API's unit: what was not delivered. The call still counts. Never throws,
   * like `refund`.
   */
  reduce(receipt: Receipt, units: number): Promise<Reduced>;
  /** Writes what waits: refunds, notices. Rejects where that is not possible now. */
  flush(): Promise<void>;
}

interface ChargesOptions {
  readonly meter: Meter;
  readonly catalogue: Catalogue;
  readonly ledger: UsageLedger;
  readonly quotaAlerts: QuotaAlerts;
  readonly log: Log;
}

export function createCharges({ meter, catalogue, ledger, quotaAlerts, log }: ChargesOptions): Charges {
  const telling = new Set<Promise<void>>();

  const announce = (account: string, standing: Standing): void => {
    const begun = quotaAlerts.announce(account, standing);
    if (begun === undefined) return;
    // Where this fails, the next call on the quota tries again.
    const news: Promise<void> = begun
      .catch((cause: unknown) => log.warn("a quota notice waits for the database", { cause }))
      .finally(() => telling.delete(news));
    telling.add(news);
  };
  const announcing = async <Taken>(account: string, taking: Promise<Taken>): Promise<Taken> => {
    try {
      return await taking;
    } catch (error) {
      // A process that died before it told of a quota that is used up leaves it to the next refusal.
      if (error instanceof QuotaExceeded) for (const standing of error.standings) announce(account, standing);
      throw error;
    }
  };
  return {
    charge: (account, grants, api, units) => announcing(account, meter.take(account, grants, api, units)),
    check: (account, grants, api, units) => announcing(account, meter.check(account, grants, api, units)),
    settle: (receipt) => announce(receipt.account, receipt),
    refund: (receipt) => meter.give(receipt, 1),
    async reduce(receipt, units) {
      const kept = Math.max(0, receipt.units - units);
      const amount = kept === 0 ? 0 : amountOn(catalogue, receipt.held, receipt.api, kept);
      const back = { ...receipt, units: receipt.units - kept, amount: receipt.amount - amount };
      return {
        receipt: { ...receipt, units: kept, amount },
        standing: back.units === 0 && back.amount === 0 ? undefined : await meter.give(back, 0),
      };
    },
    async flush() {
      await Promise.all(telling);
      await ledger.flush();
    },
  };
}
