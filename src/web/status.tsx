/** @jsxImportSource hono/jsx */
import type { Api } from "../kit/descriptor.ts";
import { TARGETS } from "../kit/targets.ts";
import type { Availability } from "../ops/availability.ts";
import { holds, MeasuredTable } from "./measured.tsx";
import { Page, type Site } from "./page.tsx";

/** The windows of the status page, in days. */
const WINDOWS = [
  [1, "The last 24 hours"],
  [7, "The last 7 days"],
  [30, "The last 30 days"],
] as const;

/** What was measured, by the days of each window; empty while the database is away. */
export type Figures = ReadonlyMap<number, readonly Availability[]>;

function verdictOf(figures: Figures): string {
  const rows = figures.get(WINDOWS[0][0]);
  if (rows === undefined) return "The database does not answer just now, so nothing measured can be shown.";
  const known = rows.map(holds).filter((held) => held !== undefined);
  if (known.length === 0) return "Nothing is measured yet: the first probe comes within a minute.";
  const missed = known.filter((held) => !held).length;
  if (missed === 0) return "Every API held its targets over the last 24 hours.";
  return `${missed} of ${known.length} APIs missed a target over the last 24 hours.`;
}

/** Renders the status page. */
export function statusPage(apis: readonly Api[], site: Site, figures: Figures): string {
  const titles = new Map(apis.map((api) => [api.name, api.title]));
  const page = (
    <Page
      site={site}
      path="/status"
      title="Quintet status: measured availability and speed"
      description="Measured availability and mean time of every Quintet API over 24 hours, 7 and 30 days, beside the targets of the suite."
    >
      <header class="opening">
        <h1>Status</h1>
        <p>{verdictOf(figures)}</p>
      </header>
      {WINDOWS.map(([days, caption]) => {
        const rows = figures.get(days);
        return rows && <MeasuredTable caption={caption} rows={rows} titles={titles} />;
      })}
      <p class="soft note">
        Targets: there {(TARGETS.up * 100).toFixed(1)} % of the time, and an answer in less than{" "}
        {TARGETS.meanMs / 1_000} s on average. “There” counts the minutes in which this installation answered
        its own probe of the API; a minute in which it could not ask counts as down. Times and answers are of
        real requests. Failed by us are answers 500 and 503.
      </p>
    </Page>
  );
  return `<!doctype html>${page}`;
}
