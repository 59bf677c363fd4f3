import { devNull } from "node:os";
import { fileURLToPath } from "node:url";
import { readCatalogueFile } from "../app/open-accounts.ts";
import { poolOptions } from "../app/services.ts";
import { createApp } from "../app.ts";
import type { Config } from "../config.ts";
import { Cluster, type StopSignal } from "../http/core/cluster.ts";
import { tryAddress } from "../http/core/server.ts";
import { captureOutput } from "../ops/captured-output.ts";
import { createLog, type Log } from "../ops/log.ts";
import { poolsReport } from "../ops/primary-metrics.ts";
import { createLocalLeases } from "../sandbox/local-leases.ts";
import { type LeaseRequest, LeaseServer } from "../sandbox/shared-leases.ts";
import { GRACE_MS } from "./serve.ts";
import { USER_FOLDER } from "./user-folder.ts";

/** Whether CATALOGUE_FILE can be used; said once, not by every worker. */
function isReadable({ catalogueFile }: Config, log: Log): boolean {
  try {
    if (catalogueFile !== undefined) readCatalogueFile(catalogueFile);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error("the catalogue is not reloaded: the one before stays in use", { reason });
    return false;
  }
}

/** Time for a worker to close its database, besides waiting for balancers and responses, in milliseconds. */
export const CLOSING_MS = 3_000;

/** Keeps `WEB_CONCURRENCY` workers running. Throws a `ConfigError` or a `ListenError` where none could start. */
export async function serveMany(config: Config, command: readonly string[]): Promise<void> {
  const log = createLog(config.logLevel);
  captureOutput(log);
  // What would stop every worker is said once and before they start. Nothing but the database is opened by it.
  const app = await createApp(config, { log });
  await app.prepare(true);
  await app.stop();
  // Not shared: another server on this port, be it a second Quintet with workers of its own, is an error.
  tryAddress({ port: config.port, host: config.host, reusePort: false });
  const pools = createLocalLeases(poolOptions(config, log));
  const cluster = new Cluster({
    size: config.webConcurrency,
    // Without the files of the user's folder, as in bin/quintet.mjs; and none outlives the primary, blocked or not.
    command: [process.execPath, "--no-env-file", `--config=${devNull}`, "--no-orphans", ...command],
    folder: fileURLToPath(new URL("../..", import.meta.url)),
    environment: { ...process.env, [USER_FOLDER]: process.cwd() },
    stopMs: (signal) => (signal === "SIGTERM" ? config.drainMs : 0) + GRACE_MS + CLOSING_MS,
    share(send) {
      const server = new LeaseServer(pools, send);
      // What a worker sends comes from `SharedLeases`: both ends are ours.
      return {
        onMessage: (message) => server.onMessage(message as LeaseRequest),
        close: () => server.close(),
      };
    },
    metrics: () => poolsReport(pools.counts()),
    log,
  });
  const stop = (signal: StopSignal) => void cluster.stop(signal).then(() => process.exit(0));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(signal));
  process.on("SIGHUP", () => {
    if (process.stdout.isTTY) stop("SIGINT");
    else if (isReadable(config, log)) cluster.signal("SIGHUP");
  });
}
