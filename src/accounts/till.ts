import type { Log } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import type { HeldGrant } from "./grants.ts";
import type { History } from "./history.ts";
import type { Meter, Receipt, Standing } from "./meter.ts";
import { crossed, isNews } from "./notices.ts";

/** Charges calls, settles those that succeed and gives back those that fail. */
export interface Till {
  /** Takes the charge; see `Meter.take`. */
  charge(account: string, grants: readonly HeldGrant[], api: string, units: number): Promise<Receipt>;
  /** The call succeeded: the charge stays. */
  settle(receipt: Receipt): void;
  /**
   * The call failed: the charge is given back. Never throws: where the database is away, it is tried again
   * each second until this process ends, and undefined is returned.
   */
  refund(receipt: Receipt): Promise<Standing | undefined>;
  /** Writes what waits: refunds, history, notices. */
  flush(): Promise<void>;
}

interface TillOptions {
  readonly database: Database;
  readonly meter: Meter;
  readonly history: History;
  readonly log: Log;
  now(): number;
  /** Tells the owner of a quota that it has reached a share of its limit. */
  tell(receipt: Receipt, percent: number): Promise<void>;
}

export function createTill({ database, meter, history, log, now, tell }: TillOptions): Till {
  let owed: Receipt[] = [];
  const telling = new Set<Promise<void>>();

  const announce = async (receipt: Receipt): Promise<void> => {
    for (const percent of crossed(receipt)) {
      if (await isNews(database, receipt, percent, now())) await tell(receipt, percent);
    }
  };
  return {
    charge: meter.take,
    settle(receipt) {
      history.note(receipt.account, receipt.api, receipt.units);
      if (crossed(receipt).length === 0) return;
      const news: Promise<void> = announce(receipt)
        .catch((cause: unknown) => log.error("a quota notice was not queued", { cause }))
        .finally(() => telling.delete(news));
      telling.add(news);
    },
    async refund(receipt) {
      try {
        return await meter.give(receipt);
      } catch (cause) {
        log.warn("a refund waits for the database", { cause });
        owed.push(receipt);
        return undefined;
      }
    },
    async flush() {
      await Promise.all(telling);
      const paying = owed;
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
      await history.flush();
    },
  };
}
