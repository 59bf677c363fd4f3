/** @jsxImportSource hono/jsx */
import type { KeyView } from "../accounts/keys.ts";
import type { KeyUsage } from "../accounts/request-log.ts";
import type { DailyUsage } from "../accounts/usage-history.ts";
import { date } from "./dates.ts";

const DAYS = 31;
const WIDTH = 340;
const HEIGHT = 132;
/** Where the bars are: beside the numbers of one axis and above the dates of the other. */
const LEFT = 38;
const TOP = 8;
const BOTTOM = HEIGHT - 20;
/** Keys with a color of their own; what the others used is one part of a bar. */
const TONES = ["tone-time", "tone-version", "tone-count", "tone-variant", "tone-random"] as const;

/** The last 31 days (UTC dates), the oldest first. */
function lastDays(today: string): string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: DAYS }, (_, i) =>
    new Date(end - (DAYS - 1 - i) * 86_400_000).toISOString().slice(0, 10),
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
const whole = (value: number) => value.toLocaleString("en");

/** Daily usage of one key, or of several together. */
interface Series {
  readonly name: string;
  readonly tone: string;
  readonly units: ReadonlyMap<string, number>;
  readonly sum: number;
}

interface ChartProps {
  readonly api: string;
  readonly unit: string;
  readonly days: readonly DailyUsage[];
  readonly keyUsage: readonly KeyUsage[];
  readonly keys: readonly KeyView[];
  /** UTC date. */
  readonly today: string;
}

function nameOf(key: string | null, keys: readonly KeyView[]): string {
  if (key === null) return "Without a key";
  const known = keys.find(({ id }) => id === key);
  return known === undefined ? "Deleted key" : `${known.name} (${known.hint})`;
}

/** The keys that used an API, the heaviest first, and last what is known of no key or of a key without a color. */
function seriesOf({ api, days, keyUsage, keys }: ChartProps): Series[] {
  const own = keyUsage.filter((entry) => entry.api === api);
  const byKey = [...Map.groupBy(own, ({ key }) => key)].map(([key, entries]) => ({
    name: nameOf(key, keys),
    units: new Map(entries.map(({ day, units }) => [day, units])),
    sum: entries.reduce((total, { units }) => total + units, 0),
  }));
  byKey.sort((a, b) => b.sum - a.sum);
  const shown = byKey.slice(0, TONES.length);
  const left = new Map<string, number>();
  for (const { day, api: of, units } of days) {
    if (of !== api) continue;
    const known = shown.reduce((total, series) => total + (series.units.get(day) ?? 0), 0);
    if (units > known) left.set(day, units - known);
  }
  const rest = [...left.values()].reduce((total, units) => total + units, 0);
  const series = shown.map((one, i) => ({ ...one, tone: TONES[i] ?? "" }));
  if (rest === 0) return series;
  // Usage from before keys were counted is of no known key.
  const name = shown.length === 0 ? "All keys" : "Other keys";
  return [...series, { name, tone: "tone-rest", units: left, sum: rest }];
}

/** The lines and numbers of the axes. */
function Axes({ steps, days }: { steps: readonly number[]; days: readonly string[] }) {
  const top = steps.at(-1) ?? 1;
  const y = (units: number) => BOTTOM - (units / top) * (BOTTOM - TOP);
  const pitch = (WIDTH - LEFT) / DAYS;
  const ends = [
    [0, "start"],
    [Math.floor(DAYS / 2), "middle"],
    [DAYS - 1, "end"],
  ] as const;
  return (
    <g class="axes">
      {steps.map((step) => (
        <>
          <path d={`M${LEFT} ${y(step)}H${WIDTH}`} />
          <text x={LEFT - 6} y={y(step) + 3.5} text-anchor="end">
            {compact.format(step)}
          </text>
        </>
      ))}
      {ends.map(([i, anchor]) => (
        <text
          x={anchor === "end" ? WIDTH : LEFT + (anchor === "middle" ? (i + 0.5) * pitch : 0)}
          y={HEIGHT - 5}
          text-anchor={anchor}
        >
          {date(`${days[i]}T00:00:00Z`)}
        </text>
      ))}
    </g>
  );
}

/** One bar for each day, with a part for each series. */
function Bars({ days, series, top }: { days: readonly string[]; series: readonly Series[]; top: number }) {
  const pitch = (WIDTH - LEFT) / DAYS;
  return (
    <g>
      {days.flatMap((day, i) => {
        let y = BOTTOM;
        return series.map(({ name, tone, units }) => {
          const used = units.get(day) ?? 0;
          if (used === 0) return null;
          const height = (used / top) * (BOTTOM - TOP);
          y -= height;
          return (
            <rect class={tone} x={LEFT + i * pitch + 1} y={y} width={pitch - 2} height={Math.max(1, height)}>
              <title>{`${date(`${day}T00:00:00Z`)}, ${name}: ${whole(used)}`}</title>
            </rect>
          );
        });
      })}
    </g>
  );
}

/** The numbers of the chart. */
function ChartTable({
  label,
  days,
  series,
}: {
  label: string;
  days: readonly string[];
  series: readonly Series[];
}) {
  const used = days.filter((day) => series.some(({ units }) => (units.get(day) ?? 0) > 0)).reverse();
  return (
    <details class="figures">
      <summary>
        Show as a table<span class="unseen">: {label}</span>
      </summary>
      <section class="scroll" aria-label={label} tabindex={0}>
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">Date (UTC)</th>
              {series.map(({ name }) => (
                <th scope="col">{name}</th>
              ))}
              {series.length > 1 && <th scope="col">Total</th>}
            </tr>
          </thead>
          <tbody>
            {used.map((day) => {
              const values = series.map(({ units }) => units.get(day) ?? 0);
              return (
                <tr>
                  <th scope="row">{day}</th>
                  {values.map((value) => (
                    <td>{whole(value)}</td>
                  ))}
                  {series.length > 1 && <td>{whole(values.reduce((a, b) => a + b, 0))}</td>}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** Draws the units of an API by day and key, with axes, a legend, and the same numbers as a table. */
export function UsageChart(props: ChartProps) {
  const { api, unit, today } = props;
  const series = seriesOf(props);
  const sum = series.reduce((total, one) => total + one.sum, 0);
  if (sum === 0) return <p class="soft">No usage in the last {DAYS} days.</p>;
  const days = lastDays(today);
  const totals = days.map((day) => series.reduce((total, { units }) => total + (units.get(day) ?? 0), 0));
  const most = Math.max(...totals);
  const steps = axisSteps(most);
  const text = `${whole(sum)} ${sum === 1 ? unit.replace(/s$/, "") : unit} in ${DAYS} days, peak ${whole(most)} a day`;
  return (
    <figure class="chart">
      <figcaption class="soft">{text}.</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${api}: ${text}`}>
        <Axes steps={steps} days={days} />
        <Bars days={days} series={series} top={steps.at(-1) ?? 1} />
      </svg>
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
      <ChartTable label={`${api}, ${unit} by day`} days={days} series={series} />
    </figure>
  );
}
