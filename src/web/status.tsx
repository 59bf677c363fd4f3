/** @jsxImportSource hono/jsx */
import type { Api } from "../kit/descriptor.ts";
import { TARGETS } from "../kit/targets.ts";
import type { Availability } from "../ops/availability.ts";
import { AvailabilityTable, holds } from "./availability-table.tsx";
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
  if (rows === undefined) return "The database does not respond, so no figures are available.";
  const known = rows.map(holds).filter((held) => held !== undefined);
  if (known.length === 0) return "Nothing is measured yet. The first probe runs within a minute.";
  const missed = known.filter((held) => !held).length;
  if (missed === 0) return "Every API met its targets over the last 24 hours.";
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
        return rows && <AvailabilityTable caption={caption} rows={rows} titles={titles} />;
      })}
      <p class="soft note">
        Targets: {(TARGETS.up * 100).toFixed(1)}% uptime, and responses under {TARGETS.meanMs / 1_000} s on
        average. Uptime counts the minutes in which the API answered this server's own probe; minutes without
        a probe count as down. Times and responses are those of real requests. Server errors are responses
        with status 500 or 503. Figures are updated every minute and cover the last 24 hours, 7 days and 30
        days, for all processes of this server together. If a call fails while its API is up, the detail of
        the error says what to do next. If it does not help, send the request ID of the response to the
        operator.
      </p>
    </Page>
  );
  return `<!doctype html>${page}`;
}
