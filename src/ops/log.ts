import { printable } from "../kit/printable.ts";
import { Problem } from "../kit/problem.ts";

/** Least to most severe; `silent` writes nothing. */
export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

type Fields = Readonly<Record<string, unknown>>;

/** Writes one JSON object a line. */
export interface Log {
  /** Whether `debug` writes anything. Code that runs often checks this before it builds the fields. */
  readonly debugs: boolean;
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

/**
 * Returns the system's code of a failure, such as ECONNREFUSED; undefined where it has no name. Its message is not for
 * the log: it may hold what a client sent.
 */
export function systemCode(error: unknown): string | undefined {
  const { cause = error } = error instanceof Problem ? error.options : {};
  if (cause instanceof Problem || !(cause instanceof Error)) return undefined;
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}

function plain(_key: string, value: unknown): unknown {
  // An expected error, not a bug: its stack is of no use.
  if (value instanceof Problem)
    return { code: value.code, message: value.message, cause: value.options.cause };
  if (value instanceof Error) {
    return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
  }
  return typeof value === "bigint" ? value.toString() : value;
}

/** One line of the log: a JSON object with the time, whatever the fields hold. */
export function logLine(level: LogLevel, message: string, fields: Fields = {}): string {
  return `${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }, plain)}\n`;
}

/** A line of the log for a person at a terminal: its time, its level unless it is info, the message and the fields. */
export function readableLine(line: string): string {
  const { time, level, message, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const words = [String(time).slice(11, 19), ...(level === "info" ? [] : [level]), message, ...parts];
  return `${printable(words.join(" "))}\n`;
}

/** Writes a line of the log to standard output: as JSON, or as text where that is a terminal. */
function writeLine(line: string): void {
  process.stdout.write(process.stdout.isTTY ? readableLine(line) : line);
}

/**
 * Creates a log that writes `{"time":"…","level":"info","message":"…",…}`, each entry on one line, whatever the
 * fields contain. Callers log facts, never secrets, and never raw client input.
 */
export function createLog(level: LogLevel, write: (line: string) => void = writeLine): Log {
  const least = logLevels.indexOf(level);
  const at = (own: LogLevel) => {
    if (logLevels.indexOf(own) < least) return () => {};
    return (message: string, fields: Fields = {}) => {
      write(logLine(own, message, fields));
    };
  };
  return { debugs: least === 0, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/**
 * Makes a writer for what may happen thousands of times a second: it writes at once, then at most once in
 * `pauseMs`, each time with how often it happened since (`times`).
 */
export function rateLimitedLog(
  write: Log["warn"],
  pauseMs: number,
  now: () => number = performance.now.bind(performance),
): Log["warn"] {
  let times = 0;
  let next = Number.NEGATIVE_INFINITY;
  return (message, fields) => {
    times++;
    if (now() < next) return;
    next = now() + pauseMs;
    write(message, { ...fields, times });
    times = 0;
  };
}
