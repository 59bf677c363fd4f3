/** @jsxImportSource hono/jsx */
import type { DailyUsage } from "../accounts/usage-history.ts";

const DAYS = 31;
const WIDTH = 310;
const HEIGHT = 60;

/** The last 31 days (UTC dates), the oldest first. */
function lastDays(today: string): string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: DAYS }, (_, i) =>
    new Date(end - (DAYS - 1 - i) * 86_400_000).toISOString().slice(0, 10),
  );
}

interface ChartProps {
  readonly api: string;
  readonly unit: string;
  readonly days: readonly DailyUsage[];
  /** UTC date. */
  readonly today: string;
}

/** Draws the units of an API by day, one bar per day, with the total and the peak as text. */
export function UsageChart({ api, unit, days, today }: ChartProps) {
  const units = new Map(days.filter((day) => day.api === api).map((day) => [day.day, day.units]));
  const bars = lastDays(today).map((day) => ({ day, units: units.get(day) ?? 0 }));
  const most = Math.max(...bars.map((bar) => bar.units));
  const sum = bars.reduce((total, bar) => total + bar.units, 0);
  if (sum === 0) return <p class="soft">No usage in the last {DAYS} days.</p>;
  const pitch = WIDTH / DAYS;
  const text = `${sum.toLocaleString("en")} ${unit} in ${DAYS} days, peak ${most.toLocaleString("en")} a day`;
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${api}: ${text}`}>
        <path class="axis" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
        {bars.map((bar, i) => {
          if (bar.units === 0) return null;
          const height = Math.max(2, (bar.units / most) * (HEIGHT - 4));
          return (
            <rect x={i * pitch + 1} y={HEIGHT - height} width={pitch - 2} height={height} rx="1">
              <title>{`${bar.day}: ${bar.units} ${unit}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption class="soft">{text}.</figcaption>
    </figure>
  );
}
