import type { Config } from "../config.ts";
import { lead } from "../http/cluster.ts";
import { createLog } from "../ops/log.ts";
import { recogniserOf } from "./recogniser.ts";

/** Keeps as many serving processes as `WEB_CONCURRENCY` says, each the command at `entry`. */
export function serveMany(config: Config, entry: string): void {
  // What the processes would stop at, is said once and before they start.
  recogniserOf(config);
  const log = createLog(config.logLevel);
  const command = [process.execPath, entry, "serve"];
  const cluster = lead({ size: config.webConcurrency, command, environment: process.env, log });
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => void cluster.stop(signal).then(() => process.exit(0)));
  }
}
