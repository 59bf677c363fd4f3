import { formerVariables } from "../config/former.ts";
import { configWarnings } from "../config/warnings.ts";
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
    for (const sentence of [...configWarnings(config), ...formerVariables(environment)]) log.warn(sentence);
  }
  if (config.webConcurrency === 1 || config.worker !== undefined) return serve(config);
  const { serveMany } = await import("./serve-many.ts");
  return serveMany(config, entry);
}
