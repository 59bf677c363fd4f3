import { createApp } from "../app.ts";
import { factsOf } from "../config/facts.ts";
import type { Config } from "../config.ts";
import { VERSION } from "../kit/version.ts";
import { captureOutput } from "../ops/captured-output.ts";
import { createLog } from "../ops/log.ts";

/** Time that responses in progress may take once the process stops, in milliseconds. */
export const GRACE_MS = 30_000;

/** Two signals closer than this are one. */
const SAME_SIGNAL_MS = 500;

/** The text for a person who started the server: its URL, a first call, and how to get a key. */
export function greeting({
  baseUrl,
  metering,
  dataDir,
}: Pick<Config, "baseUrl" | "metering" | "dataDir">): string {
  const rows: readonly (readonly [string, string])[] = [
    ["First call", `curl ${baseUrl}/v7`],
    metering ? ["Get a key", `${baseUrl}/signup`] : ["Keys", "not needed: METERING=off"],
    ["Docs", `${baseUrl}/docs`],
    ["Data", dataDir],
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(12)}${value}\n`).join("");
  return `Quintet ${VERSION} is running at ${baseUrl}\n\n${lines}\nPress Ctrl-C to stop.\n`;
}

/** Serves in this process until a signal ends it. Throws a `ListenError` when the port cannot be had. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  captureOutput(log);
  const app = await createApp(config, { log });
  await app.prepare(config.worker === undefined);
  const { port } = await app.start();
  // A person sees where to go; programs read the line of the log.
  if (process.stdout.isTTY && config.worker === undefined) process.stdout.write(greeting(config));
  else {
    log.info("listening", {
      url: config.baseUrl,
      port,
      ...factsOf(config),
      worker: config.worker,
      pid: process.pid,
    });
  }

  let endingSince: number | undefined;
  const end = (drainMs: number) => async () => {
    // A terminal and a launcher may each pass the same signal on; only a later one is a person's second.
    if (endingSince !== undefined && performance.now() - endingSince > SAME_SIGNAL_MS) process.exit(1);
    if (endingSince !== undefined) return;
    endingSince = performance.now();
    await app.stop({ drainMs, graceMs: GRACE_MS });
    process.exit(0);
  };
  process.on("SIGTERM", end(config.drainMs));
  // A person at the keyboard does not wait for a load balancer.
  process.on("SIGINT", end(0));
  // From a terminal that was closed it means the same; else it asks for the catalogue to be read again.
  const hangUp = process.stdout.isTTY ? end(0) : app.reloadCatalogue;
  process.on("SIGHUP", () => void hangUp());
}
