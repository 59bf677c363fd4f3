import { deprecatedVariables } from "../config/former.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../ops/log.ts";
import { serve } from "./serve.ts";

/** Runs `quintet serve`; `worker` is the number of this process, `isDrill` as in `Config`. Throws a `ConfigError` or a `ListenError`. */
export async function start(
  environment: NodeJS.ProcessEnv,
  command: readonly string[],
  worker: number | undefined,
  isDrill = false,
): Promise<void> {
  const config = { ...readConfig(environment), worker, isDrill };
  if (worker === undefined) {
    const log = createLog(config.logLevel);
    for (const sentence of deprecatedVariables(environment)) log.warn(sentence);
    // Loaded where it may apply: it reads addresses as requests do, whose modules a start does not load.
    if (environment.EGRESS_ALLOW || config.databaseConnections === 1) {
      const { configWarnings } = await import("../config/warnings.ts");
      for (const sentence of configWarnings(config)) log.warn(sentence);
    }
  }
  if (config.webConcurrency === 1 || worker !== undefined || isDrill) return serve(config);
  const { serveMany } = await import("./serve-many.ts");
  return serveMany(config, command);
}
