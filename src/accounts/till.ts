import type { Log } from "../ops/log.ts";
import type { Catalogue } from "./catalogue.ts";
import { amountOn, type HeldGrant } from "./grants.ts";
import type { History } from "./history.ts";
import { type Meter, type Receipt, Refusal, type Standing } from "./meter.ts";
import type { Notices } from "./notices.ts";

/** What is left of a charge after a part of it was given back. */
export interface Reduced {
  readonly receipt: Receipt;
  /** Where the grant stands now; undefined where nothing changed, or the database is away. */
  readonly standing: Standing | undefined;
}

/** Charges calls, settles those that succeed and gives back those that fail. */
export interface Till {
  /** Takes the charge; see `Meter.take`. */
  charge(account: string, grants: readonly HeldGrant[], api: string, units: number): Promise<Receipt>;
  /** Refuses what could not be charged now; see `Meter.check`. */
  check(account: string, grants: readonly HeldGrant[], api: string, units: number): Promise<void>;
  /** The call succeeded: the charge stays, and counts in the history. */
  settle(receipt: Receipt): void;
  /**
   * The call failed: the charge is given back. Never throws: where the database is away, it is tried again
   * each second until this process ends, and undefined is returned.
   */
  refund(receipt: Receipt): Promise<Standing | undefined>;
  /**
   * Gives back a part of a charge, in the API's unit: what was not delivered. After `settle` the history is
   * put right too. Never throws, like `refund`.
   */
  reduce(receipt: Receipt, units: number, isSettled: boolean): Promise<Reduced>;
  /** Writes what waits: refunds, history, notices. */
  flush(): Promise<void>;
}

interface TillOptions {
  readonly meter: Meter;
  readonly catalogue: Catalogue;
  readonly history: History;
  readonly notices: Notices;
  readonly log: Log;
}

export function createTill({ meter, catalogue, history, notices, log }: TillOptions): Till {
  let owed: Receipt[] = [];
  const telling = new Set<Promise<void>>();

  const announce = (account: string, standing: Standing): void => {
    const begun = notices.announce(account, standing);
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
      if (error instanceof Refusal) for (const standing of error.standings) announce(account, standing);
      throw error;
    }
  };
  const refund: Till["refund"] = async (receipt) => {
    try {
      return await meter.give(receipt);
    } catch (cause) {
      if (owed.length === 0) log.warn("refunds wait for the database", { cause });
      owed.push(receipt);
      return undefined;
    }
  };
  return {
    charge: (account, grants, api, units) => announcing(account, meter.take(account, grants, api, units)),
    check: (account, grants, api, units) => announcing(account, meter.check(account, grants, api, units)),
    settle(receipt) {
      history.note(receipt, 1, receipt.units);
      announce(receipt.account, receipt);
    },
    refund,
    async reduce(receipt, units, isSettled) {
      const kept = Math.max(0, receipt.units - units);
      const amount = kept === 0 ? 0 : amountOn(catalogue, receipt.held, receipt.api, kept);
      const back = { ...receipt, units: receipt.units - kept, amount: receipt.amount - amount };
      if (isSettled) history.note(receipt, 0, -back.units);
      return {
        receipt: { ...receipt, units: kept, amount },
        standing: back.amount === 0 ? undefined : await refund(back),
      };
    },
    async flush() {
      await Promise.all(telling);
      const paying = owed;
      const waited = paying.length;
      owed = [];
      while (paying.length > 0) {
        const receipt = paying.pop();
        if (receipt === undefined) break;
        try {
          await meter.give(receipt);
        } catch (error) {
          owed.push(receipt, ...paying);
          throw error;
        }
      }
      if (waited > 0) log.info("refunds that waited are given back", { refunds: waited });
      await history.flush();
    },
  };
}
