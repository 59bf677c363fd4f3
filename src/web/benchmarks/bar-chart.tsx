/** @jsxImportSource hono/jsx */
import type { Bar, Chart } from "./figures.ts";

/** The width of the longest bar, in units of its drawing. */
const WIDTH = 100;
/** The shortest bar that is drawn: a value is never invisible. */
const LEAST = 0.6;

function Row({ bar: { name, value, isOurs }, most, digits }: { bar: Bar; most: number; digits: number }) {
  return (
    <tr class={isOurs ? "ours" : undefined}>
      <th scope="row" class="bar-name">
        {name}
      </th>
      <td class="bar-value">
        <svg viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
          <rect width={Math.max(LEAST, (WIDTH * value) / most).toFixed(2)} height="10" rx="0.6" />
        </svg>
        <span>{value.toLocaleString("en", { minimumFractionDigits: digits })}</span>
      </td>
    </tr>
  );
}

/** A chart of bars, which is a table: one program per row. */
export function BarChart({ chart }: { chart: Chart }) {
  const { title, unit, better, bars } = chart;
  const most = Math.max(...bars.map(({ value }) => value));
  // All values of a chart have as many decimals as the one with the most.
  const digits = Math.max(...bars.map(({ value }) => String(value).split(".")[1]?.length ?? 0));
  const sorted = bars.toSorted((a, b) => (better === "lower" ? a.value - b.value : b.value - a.value));
  return (
    <>
      <h3 class="chart-title">{title}</h3>
      <p class="soft">{`${unit}, ${better} is better`}</p>
      <table class="bars">
        <caption class="unseen">{`${title}: ${unit}`}</caption>
        <tbody>
          {sorted.map((bar) => (
            <Row bar={bar} most={most} digits={digits} />
          ))}
        </tbody>
      </table>
    </>
  );
}
