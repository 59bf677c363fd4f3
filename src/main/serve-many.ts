import type { Config } from "../config.ts";
import { lead } from "../http/cluster.ts";
import { tryAddress } from "../http/server.ts";
import { createLog } from "../ops/log.ts";
import { accountsOf } from "./accounts.ts";
import { servicesOf } from "./services.ts";

/**
 * Keeps as many serving processes as `WEB_CONCURRENCY` says, each the command at `entry`. Throws a `ConfigError` or a
 * `ListenError` where none of them could start.
 */
export function serveMany(config: Config, entry: string): void {
  const log = createLog(config.logLevel);
  // What the processes would stop at, is said once and before they start. Nothing is opened by it.
  servicesOf(config, accountsOf(config, log), log);
  tryAddress({ port: config.port, host: config.host, reusePort: true });
  const command = [process.execPath, entry, "serve"];
  const cluster = lead({ size: config.webConcurrency, command, environment: process.env, log });
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => void cluster.stop(signal).then(() => process.exit(0)));
  }
}
