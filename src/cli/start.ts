import { formerVariables } from "../config/former.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../ops/log.ts";
import { serve } from "./serve.ts";

/**
 * Runs `quintet serve` with the settings of `environment`; `entry` is the command that a worker process runs. Throws
 * a `ConfigError` or a `ListenError` where it cannot start.
 */
export async function start(environment: NodeJS.ProcessEnv, entry: string): Promise<void> {
  const config = readConfig(environment);
  if (config.worker === undefined) {
    const log = createLog(config.logLevel);
    for (const sentence of formerVariables(environment)) log.warn(sentence);
    // Loaded where it may apply: it reads addresses as requests do, whose modules a start does not load.
    if (environment.EGRESS_ALLOW || config.databaseConnections === 1) {
      const { configWarnings } = await import("../config/warnings.ts");
      for (const sentence of configWarnings(config)) log.warn(sentence);
    }
  }
  if (config.webConcurrency === 1 || config.worker !== undefined) return serve(config);
  const { serveMany } = await import("./serve-many.ts");
  return serveMany(config, entry);
}
