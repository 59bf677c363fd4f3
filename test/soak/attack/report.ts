import type { Ended } from "./service.ts";
import type { Measured, Trial } from "./trial.ts";
import { isBusy, ratiosOf } from "./verdict.ts";

/** A row of the table. */
export interface Row {
  readonly name: string;
  /** The attack, and the same service before it; undefined where only an end or a start was looked at. */
  readonly attacked?: { readonly quiet: Measured; readonly trial: Trial };
  readonly ended?: Ended;
  readonly missed: readonly string[];
}

const columns = [
  ["row", 22],
  ["by", 3],
  ["v4 p50", 7],
  ["p99", 7],
  ["max", 7],
  ["ctl p99", 8],
  ["max", 6],
  ["honest", 7],
  ["p95 ms", 7],
  ["RSS MB", 7],
  ["PSS", 6],
  ["TERM s", 7],
  ["", 0],
] as const;

const line = (cells: readonly string[]) =>
  cells
    .map((cell, i) =>
      i === 0 || i === columns.length - 1
        ? cell.padEnd(columns[i]?.[1] ?? 0)
        : cell.padStart(columns[i]?.[1] ?? 0),
    )
    .join(" ");

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** How often each response came. */
export function outcomesOf({ played }: Trial): string {
  const sums = new Map<string, number>();
  for (const counts of played.outcomes)
    for (const [name, count] of Object.entries(counts)) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} x ${name}`)
    .join(", ");
}

/** One row as text: its figures, what was responded, and what it missed. */
export function rowText({ name, attacked, ended, missed }: Row): string {
  const verdict = missed.length === 0 ? "held" : "MISSED";
  const end = ended === undefined ? "" : `${ended.seconds.toFixed(1)}${ended.killed ? " killed" : ""}`;
  if (attacked === undefined)
    return [line([name, ...Array<string>(10).fill(""), end, verdict]), ...details(missed)].join("\n");
  const { quiet, trial } = attacked;
  const { service, control, residentBytes, proportionalBytes, callers, played } = trial;
  const [worst] = ratiosOf(quiet, trial);
  const cells = [
    name,
    String(callers),
    ...[service.p50, service.p99, service.max, control.p99, control.max].map(ms),
    worst === undefined ? "-" : worst.ratio.toFixed(1),
    worst === undefined ? "-" : ms(worst.p95Ms),
    (residentBytes / 1e6).toFixed(0),
    (proportionalBytes / 1e6).toFixed(0),
    end,
    `${verdict}${isBusy(quiet) ? " (busy machine)" : ""}`,
  ];
  const slowest = `slowest ${(played.slowestMs / 1_000).toFixed(1)} s, largest ${(played.largestBytes / 1e6).toFixed(2)} MB`;
  return [line(cells), `    ${outcomesOf(trial) || "no requests"}; ${slowest}`, ...details(missed)].join(
    "\n",
  );
}

const details = (missed: readonly string[]) => missed.map((one) => `    MISSED ${one}`);

export const heading = line(columns.map(([name]) => name));
