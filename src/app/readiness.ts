import { tmpdir } from "node:os";
import type { Accounts } from "../accounts/create-accounts.ts";
import type { Config } from "../config.ts";
import type { EventLoopMonitor } from "../ops/event-loop.ts";
import type { Log } from "../ops/log.ts";
import { type Check, Readiness } from "../ops/readiness.ts";
import type { Database, OpenedConnections } from "../store/database.ts";
import { tryToWrite } from "../store/probe.ts";
import type { Jobs } from "./jobs.ts";

/** How soon rejected connections are opened again, in milliseconds. */
const RECONNECT_MS = 30_000;

/** How long a check waits for connections to open, in milliseconds: on a busy machine they open behind it. */
const CONNECT_MS = 1_000;

function logMissing(log: Log, { missing, isRejected }: OpenedConnections): void {
  if (isRejected) {
    log.warn(
      "PostgreSQL rejects some of the connections of DATABASE_CONNECTIONS; requests share the others",
      { missing },
    );
  } else {
    log.info(
      "some connections of DATABASE_CONNECTIONS did not respond in time: they are in use, or PostgreSQL or this machine is busy",
      { missing },
    );
  }
}

/** Probes the database, and opens all its connections whenever it works for the first time or again. */
export function databaseCheck(
  database: Pick<Database, "probe" | "connect">,
  log: Log,
): { check: Check; isShort(): boolean } {
  let last: OpenedConnections | undefined;
  let asked = Number.NEGATIVE_INFINITY;
  let connecting: Promise<void> | undefined;
  const connect = async (): Promise<void> => {
    asked = performance.now();
    const before = last;
    const opened = await database.connect();
    last = opened;
    const isKnown = before?.missing === opened.missing && before.isRejected === opened.isRejected;
    if (opened.missing > 0 && !isKnown) logMissing(log, opened);
  };
  return {
    async check() {
      try {
        await database.probe();
        if (last === undefined || (last.missing > 0 && performance.now() - asked > RECONNECT_MS)) {
          connecting ??= connect().finally(() => {
            connecting = undefined;
          });
          await Promise.race([connecting, Bun.sleep(CONNECT_MS)]);
        }
      } catch (error) {
        last = undefined;
        throw error;
      }
    },
    isShort: () => last?.isRejected ?? false,
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
  return new Readiness({
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
