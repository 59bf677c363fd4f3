import type { Log } from "../ops/log.ts";
import type { ChargeNumbers } from "../ops/metrics.ts";
import type { Database } from "../store/database.ts";
import { ChargeBatcher } from "./charge-batcher.ts";
import { settleAbandoned, unsettledFiles } from "./unsettled-file.ts";

/** Batchers on PostgreSQL: a locked row delays the accounts of one, and each takes a connection. */
const BATCHERS = 2;
/** How often abandoned files are looked for, in milliseconds. */
const LOOK_MS = 5_000;

interface UsageLedgerOptions {
  readonly database: Database;
  readonly folder: string | undefined;
  readonly log: Log;
  now(): number;
}

/** Creates the ledger of charges and refunds. */
export function createUsageLedger({ database, folder, log, now }: UsageLedgerOptions) {
  const settled = { charged: 0, givenBack: 0, notCharged: 0 };
  const file = unsettledFiles(folder, log);
  const batchers = Array.from(
    { length: database.engine === "sqlite" ? 1 : BATCHERS },
    () => new ChargeBatcher({ database, file, log, settled, now }),
  );
  let looked = Number.NEGATIVE_INFINITY;
  return {
    batcherOf(account: string): Pick<ChargeBatcher, "charge" | "refund"> {
      const [first] = batchers;
      const batcher =
        batchers.length === 1 ? first : batchers[Number(Bun.hash.xxHash32(account)) % batchers.length];
      if (batcher === undefined) throw new TypeError("there is no queue");
      return batcher;
    },
    /** Settles what is unknown and owed, also by processes that were killed. Rejects where that is not possible now. */
    async flush(): Promise<void> {
      const results = await Promise.allSettled(batchers.map((batcher) => batcher.flush()));
      const failed = results.find((result) => result.status === "rejected");
      if (failed !== undefined) throw failed.reason;
      if (performance.now() - looked < LOOK_MS) return;
      looked = performance.now();
      await settleAbandoned(folder, database, log, now());
    },
    numbers: (): ChargeNumbers => ({
      unknown: batchers.reduce((sum, batcher) => sum + batcher.unknown, 0),
      owed: batchers.reduce((sum, batcher) => sum + batcher.owed, 0),
      settled,
    }),
  };
}
export type UsageLedger = ReturnType<typeof createUsageLedger>;
