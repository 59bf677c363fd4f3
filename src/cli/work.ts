import { createApp } from "../app.ts";
import type { Config } from "../config.ts";
import { UsageError } from "../kit/usage-error.ts";
import { captureOutput } from "../ops/captured-output.ts";
import { createLog } from "../ops/log.ts";
import { readCommand } from "./command-forms.ts";
import { GRACE_MS } from "./serve.ts";

/** The command that runs jobs without a server. */
export const WORK_USAGE = "quintet work [--apis LIST]";

/** The APIs that an option lists, separated by commas; all without it. Throws a `UsageError`. */
function namesOf(list: string | undefined, known: readonly string[]): ReadonlySet<string> {
  if (list === undefined) return new Set(known);
  const names = list.split(",").map((name) => name.trim());
  if (names.every((name) => known.includes(name))) return new Set(names);
  throw new UsageError(`--apis must be one or more of ${known.join(", ")}, separated by commas.`);
}

/** Runs `quintet work`: the jobs of the database that the settings name, until a signal ends it. */
export async function runWork(config: Config, words: readonly string[]): Promise<void> {
  const { given } = readCommand(WORK_USAGE, words);
  const log = createLog(config.logLevel);
  captureOutput(log);
  const app = await createApp(config, { log });
  const paid = app.apis.filter(({ access }) => access === "key").map(({ name }) => name);
  const names = namesOf(given.apis, paid);
  await app.prepare(true);
  app.work(names);
  log.info("running jobs", { apis: [...names].join(","), pid: process.pid });
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  await promise;
  // A second signal ends it at once; the leases of its jobs then end by themselves.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(1));
  await app.stop({ drainMs: 0, graceMs: GRACE_MS });
}
