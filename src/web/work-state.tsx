/** @jsxImportSource hono/jsx */
import { whole } from "../kit/numbers.ts";

/** The states that badges show, and their tones. Of a batch that is `mixed`, some jobs succeeded and some failed. */
const STATES = {
  queued: ["Queued", ""],
  running: ["Running", "tone-time"],
  succeeded: ["Succeeded", "good"],
  mixed: ["Partly failed", "fair"],
  failed: ["Failed", "bad"],
  canceled: ["Canceled", ""],
} as const;

export type WorkState = keyof typeof STATES;

/** A state in words. */
export const stateText = (state: WorkState) => STATES[state][0];

/** The state of a job, a batch or a site audit. */
export function WorkBadge({ state }: { state: WorkState }) {
  const [text, tone] = STATES[state];
  return <span class={tone === "" ? "badge" : `badge ${tone}`}>{text}</span>;
}

/** The number of jobs in each state. */
export type StateCounts = Readonly<
  Record<"succeeded" | "failed" | "canceled" | "running" | "queued", number>
>;

const PARTS = ["succeeded", "failed", "canceled", "running", "queued"] as const;

/** The least width of a part in percent: one failed job of 10,000 is seen. */
const LEAST_WIDTH = 1.5;

/** A bar with a part for each state. Text repeats its numbers. */
export function StateBar({ counts }: { counts: StateCounts }) {
  const sizes = PARTS.map((part) => counts[part]);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const widths = sizes.map((size) => (size === 0 ? 0 : Math.max(LEAST_WIDTH, (100 * size) / all)));
  const scale = 100 / widths.reduce((sum, width) => sum + width, 0);
  let x = 0;
  return (
    <svg class="state-bar" aria-hidden="true">
      {PARTS.map((part, i) => {
        const width = (widths[i] ?? 0) * scale;
        x += width;
        return width > 0 && <rect class={part} x={`${x - width}%`} width={`${width}%`} height="100%" />;
      })}
    </svg>
  );
}

/** The number of jobs in each state that has any. `failedHref`: the page with those that failed. */
export function StateCountList({ counts, failedHref }: { counts: StateCounts; failedHref: string }) {
  return (
    <ul class="legend state-counts">
      {PARTS.filter((part) => counts[part] > 0).map((part) => {
        const text = `${whole(counts[part])} ${part}`;
        return (
          <li>
            <svg aria-hidden="true">
              <rect class={part} width="100%" height="100%" rx="2" />
            </svg>
            {part === "failed" ? <a href={failedHref}>{text}</a> : text}
          </li>
        );
      })}
    </ul>
  );
}
