import { tmpdir } from "node:os";
import type { Accounts } from "../accounts/create-accounts.ts";
import type { Config } from "../config.ts";
import type { EventLoopMonitor } from "../ops/event-loop.ts";
import type { Log } from "../ops/log.ts";
import { type Check, createReadiness, type Readiness } from "../ops/readiness.ts";
import type { Database } from "../store/database.ts";
import { tryToWrite } from "../store/probe.ts";
import type { Jobs } from "./jobs.ts";

/** How soon rejected connections are opened again, in milliseconds. */
const RECONNECT_MS = 30_000;

/** Probes the database, and opens all its connections whenever it works for the first time or again. */
function databaseCheck(database: Database, log: Log): { check: Check; isShort(): boolean } {
  let missing: number | undefined;
  let asked = Number.NEGATIVE_INFINITY;
  const connect = async (): Promise<void> => {
    asked = performance.now();
    const before = missing;
    missing = await database.connect();
    if (missing > 0 && missing !== before) {
      log.warn(
        "PostgreSQL rejects some of the connections of DATABASE_CONNECTIONS; requests share the others",
        {
          missing,
        },
      );
    }
  };
  return {
    async check() {
      try {
        await database.probe();
        if (missing === undefined || (missing > 0 && performance.now() - asked > RECONNECT_MS))
          await connect();
      } catch (error) {
        missing = undefined;
        throw error;
      }
    },
    isShort: () => (missing ?? 0) > 0,
  };
}

/** Resolves if one of the folders where uploads wait takes a file. */
async function tryUploads(folders: readonly string[]): Promise<void> {
  let failure: unknown;
  for (const folder of folders) {
    try {
      await tryToWrite(folder);
      return;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Checks whether a server process can handle the next request: the database, and disk space for uploads. */
export function readinessOf(
  config: Config,
  accounts: Accounts,
  eventLoop: EventLoopMonitor,
  jobs: Pick<Jobs, "isStoreFailing" | "store">,
  log: Log,
): Readiness {
  const database = databaseCheck(accounts.database, log);
  const uploads = () => tryUploads([config.dataDir, tmpdir()]);
  return createReadiness({
    checks: config.metering ? { database: database.check, uploads } : { uploads },
    warnings: {
      eventLoop: () => eventLoop.wasBlocked(),
      // Other calls go on, and every replica has the same store.
      ...(config.storage === undefined ? {} : { storage: jobs.isStoreFailing }),
      // An account that stores little is still served.
      ...(config.jobLimits.totalBytes === undefined
        ? {}
        : { jobStorage: () => jobs.store.storage.isNearlyFull() }),
      ...(config.metering && accounts.database.engine === "postgresql"
        ? { connections: database.isShort }
        : {}),
    },
    log,
  });
}
