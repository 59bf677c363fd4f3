/** @jsxImportSource hono/jsx */
import { counted, whole } from "../kit/numbers.ts";
import { TARGETS } from "../kit/targets.ts";
import type { Availability } from "../ops/availability.ts";
import { column, Table } from "./table.tsx";

/** A share as a percentage, rounded down: 100% means no failure. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return "Not measured yet";
  const hundredths = Math.floor((part / whole) * 10_000) / 100;
  return `${hundredths.toFixed(part === whole ? 0 : 2)}%`;
}

/** A duration with a unit that suits its size. */
export function duration(ms: number | null): string {
  if (ms === null) return "No calls yet";
  if (ms < 1) return "under 1 ms";
  if (ms < 1_000) return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
  return `${(ms / 1_000).toFixed(2)} s`;
}

/** Reports whether a window meets the targets; undefined before anything was measured. */
export function meetsTarget({
  minutes,
  minutesUp,
  meanMs,
  answered,
  failed,
}: Availability): boolean | undefined {
  if (minutes === 0) return undefined;
  const isServed = answered === 0 || (answered - failed) / answered >= TARGETS.up;
  return isServed && minutesUp / minutes >= TARGETS.up && (meanMs ?? 0) <= TARGETS.meanMs;
}

const DAY_MINUTES = 1_440;

/** A number of minutes in words, rounded down to a unit that suits it. */
function spanText(minutes: number): string {
  const [count, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 2 * DAY_MINUTES
        ? [Math.floor(minutes / 60), "hour"]
        : [Math.floor(minutes / DAY_MINUTES), "day"];
  return counted(count, unit);
}

/** The time for which rows were measured, in minutes. */
export function measuredMinutes(rows: readonly Pick<Availability, "minutes">[]): number {
  return Math.max(0, ...rows.map(({ minutes }) => minutes));
}

/** The period of measurements over so many days, in words. A server that is younger has measured less, and says so. */
export function periodText(minutes: number, days: number): string {
  // "the last minute", not "the last 1 minute".
  if (minutes < days * DAY_MINUTES * 0.95) return spanText(minutes).replace(/^1 /, "");
  return days === 1 ? "24 hours" : `${days} days`;
}

/** The name of an API, and whether it met its targets. */
function Measured({ row, title }: { row: Availability; title: string | undefined }) {
  const held = meetsTarget(row);
  return (
    <>
      <span class={held === undefined ? "light" : held ? "light good" : "light bad"} />
      {title}
      <span class="unseen">{held === undefined ? "" : held ? ": targets met" : ": targets missed"}</span>
    </>
  );
}

interface AvailabilityTableProps {
  readonly days: number;
  readonly rows: readonly Availability[];
  /** The titles of the APIs to show, by name. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Measurements of this server over so many days, one API per row. */
export function AvailabilityTable({ days, rows, titles }: AvailabilityTableProps) {
  const minutes = measuredMinutes(rows);
  const text = minutes === 0 ? "Not measured yet" : `Last ${periodText(minutes, days)}`;
  return (
    <Table<Availability>
      label={text}
      kind="measured"
      caption={<caption>{text}</caption>}
      rows={rows.filter(({ api }) => titles.has(api))}
      columns={[
        column("API", (row) => <Measured row={row} title={titles.get(row.api)} />),
        column("Uptime", (row) => percent(row.minutesUp, row.minutes)),
        column("Mean time", ({ meanMs }) => duration(meanMs)),
        column("Responses", ({ answered }) => whole(answered)),
        column("Server errors", ({ failed }) => whole(failed)),
      ]}
    />
  );
}
