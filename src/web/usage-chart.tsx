/** @jsxImportSource hono/jsx */
import type { DailyUsage, KeyUsage, KeyView } from "../accounts/account-views.ts";
import { date } from "../kit/dates.ts";
import { counted, whole } from "../kit/numbers.ts";
import { NO_KEY } from "./facts.tsx";
import { type Column, column, Table } from "./table.tsx";

const DAYS = 31;
/** The size of the part with bars, in units of the drawing: it is stretched to the width of its place. */
const WIDTH = 620;
const HEIGHT = 100;
/** Keys with a color of their own; what the others used is one part of a bar. */
export const TONES = ["tone-time", "tone-version", "tone-count", "tone-variant", "tone-random"] as const;

/** The last days (UTC dates), the oldest first. */
export function lastDays(today: string, count: number): string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: count }, (_, i) =>
    new Date(end - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** The lines of an axis from 0 to at least `most`: two to four equal steps of 1, 2 or 5 times a power of ten. */
export function axisSteps(most: number): number[] {
  const rough = Math.max(1, most / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, i) => i * step);
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Daily usage of one key or API, or of several together. */
export interface Series {
  readonly name: string;
  readonly tone: string;
  readonly units: ReadonlyMap<string, number>;
  readonly sum: number;
}

interface ChartProps {
  readonly api: string;
  /** What the chart counts. */
  readonly unit: string;
  readonly days: readonly DailyUsage[];
  readonly keyUsage: readonly KeyUsage[];
  readonly keys: readonly KeyView[];
  /** UTC date. */
  readonly today: string;
}

function nameOf(key: string | null, keys: readonly KeyView[]): string {
  if (key === null) return NO_KEY;
  const known = keys.find(({ id }) => id === key);
  if (known === undefined) return "Deleted key";
  const isOnly = keys.filter(({ name }) => name === known.name).length === 1;
  return isOnly ? known.name : `${known.name} (${known.hint})`;
}

/** The keys that used an API, the heaviest first, and last what is known of no key or of a key without a color. */
function seriesOf({ api, unit, days, keyUsage, keys }: ChartProps): Series[] {
  const counts = unit === "calls" ? "calls" : "units";
  const own = keyUsage.filter((entry) => entry.api === api);
  const byKey = [...Map.groupBy(own, ({ key }) => key)].map(([key, entries]) => ({
    key,
    name: nameOf(key, keys),
    units: new Map(entries.map((entry) => [entry.day, entry[counts]])),
    sum: entries.reduce((total, entry) => total + entry[counts], 0),
  }));
  byKey.sort((a, b) => b.sum - a.sum);
  const shown = byKey.slice(0, TONES.length);
  const left = new Map<string, number>();
  for (const { day, ...one } of days) {
    if (one.api !== api) continue;
    const units = one[counts];
    const known = shown.reduce((total, series) => total + (series.units.get(day) ?? 0), 0);
    if (units > known) left.set(day, units - known);
  }
  const rest = [...left.values()].reduce((total, units) => total + units, 0);
  // Charts side by side have one color for a key, as long as five are enough.
  const keysOfAll = [...new Set(keyUsage.map(({ key }) => key))];
  const taken = new Set<string>();
  const series = shown.map((one) => {
    const own = TONES[keysOfAll.indexOf(one.key) % TONES.length] ?? "";
    const tone = taken.has(own) ? (TONES.find((other) => !taken.has(other)) ?? "") : own;
    taken.add(tone);
    return { ...one, tone };
  });
  if (rest === 0) return series;
  // Usage from before keys were counted is of no known key.
  const name = shown.length === 0 ? "All keys" : "Other keys";
  return [...series, { name, tone: "tone-rest", units: left, sum: rest }];
}

/** One bar for each day, with a part for each series, and the lines of the axis. */
function Bars({
  days,
  series,
  steps,
}: Pick<DayChartProps, "days" | "series"> & { steps: readonly number[] }) {
  const pitch = WIDTH / days.length;
  const top = steps.at(-1) ?? 1;
  return (
    <>
      {steps.map((step) => (
        <path class="line" d={`M0 ${HEIGHT - (step / top) * HEIGHT}H${WIDTH}`} />
      ))}
      {days.flatMap((day, i) => {
        let y = HEIGHT;
        return series.map(({ name, tone, units }) => {
          const used = units.get(day) ?? 0;
          if (used === 0) return null;
          const height = Math.max(1, (used / top) * HEIGHT);
          y -= height;
          return (
            <rect class={tone} x={i * pitch + pitch * 0.15} y={y} width={pitch * 0.7} height={height}>
              <title>{`${date(day)}, ${name}: ${whole(used)}`}</title>
            </rect>
          );
        });
      })}
    </>
  );
}

/** The numbers of the chart. */
function ChartTable({ label, days, series }: Pick<DayChartProps, "label" | "days" | "series">) {
  const sumOf = (day: string) => series.reduce((sum, { units }) => sum + (units.get(day) ?? 0), 0);
  const columns: Column<string>[] = [
    column("Date (UTC)", date),
    ...series.map(({ name, units }) =>
      column<string>({ text: name, isNumber: true }, (day) => whole(units.get(day) ?? 0)),
    ),
  ];
  if (series.length > 1) columns.push(column({ text: "Total", isNumber: true }, (day) => whole(sumOf(day))));
  const rows = days.filter((day) => sumOf(day) > 0).reverse();
  return (
    <details class="figures">
      <summary>
        Show as a table<span class="unseen">: {label}</span>
      </summary>
      <Table label={label} rows={rows} columns={columns} />
    </details>
  );
}

interface DayChartProps {
  /** The name and what it shows, for those who do not see it. */
  readonly label: string;
  /** One sentence with its numbers. */
  readonly text: string;
  /** UTC dates, the oldest first. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
}

/** Draws daily sums of several series, with axes, a legend, and the same numbers as a table. */
export function DayChart({ label, text, days, series }: DayChartProps) {
  const most = Math.max(
    ...days.map((day) => series.reduce((total, { units }) => total + (units.get(day) ?? 0), 0)),
  );
  const steps = axisSteps(most);
  const shown = [0, Math.floor(days.length / 2), days.length - 1].flatMap((place) => days[place] ?? []);
  return (
    <figure class="chart">
      <figcaption class="soft">{text}.</figcaption>
      <div class="plot">
        <p class="plot-values" aria-hidden="true">
          {steps.toReversed().map((step) => (
            <span>{compact.format(step)}</span>
          ))}
        </p>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${label}: ${text}`}
        >
          <Bars days={days} series={series} steps={steps} />
        </svg>
        <p class="plot-days" aria-hidden="true">
          {shown.map((day) => (
            <span>{date(day)}</span>
          ))}
        </p>
      </div>
      <ul class="legend">
        {series.map(({ name, tone, sum: used }) => (
          <li>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect class={tone} width="10" height="10" rx="2" />
            </svg>
            {name}: {whole(used)}
          </li>
        ))}
      </ul>
      <ChartTable label={`${label} by day`} days={days} series={series} />
    </figure>
  );
}

/** Draws the units of an API, or its calls, by day and key. */
export function UsageChart(props: ChartProps) {
  const { api, unit, today } = props;
  const series = seriesOf(props);
  const sum = series.reduce((total, one) => total + one.sum, 0);
  if (sum === 0) return <p class="soft">No usage in the last {DAYS} days.</p>;
  const days = lastDays(today, DAYS);
  const totals = days.map((day) => series.reduce((total, { units }) => total + (units.get(day) ?? 0), 0));
  const most = Math.max(...totals);
  const text = `${counted(sum, unit.replace(/s$/, ""), unit)} in ${DAYS} days, peak ${whole(most)} a day`;
  return <DayChart label={`${api}, ${unit}`} text={text} days={days} series={series} />;
}
