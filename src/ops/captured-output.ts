import { format } from "node:util";
import type { Log } from "./log.ts";

/**
 * Sends to the log what the runtime and libraries would print as plain text: console output, warnings, and an error
 * that nobody caught, which ends the process with exit code 1. For a serving process, whose output is one JSON object a
 * line.
 */
export function captureOutput(log: Log): void {
  const capture = (level: "debug" | "info" | "warn" | "error") => {
    return (...words: unknown[]) => log[level](format(...words), { source: "console" });
  };
  Object.assign(console, {
    debug: capture("debug"),
    log: capture("info"),
    info: capture("info"),
    warn: capture("warn"),
    error: capture("error"),
    trace: capture("debug"),
  });
  process.on("warning", (warning) => log.warn("runtime warning", { error: warning }));
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      log.error("an uncaught error ends this process", { error });
      process.exit(1);
    });
  }
}
