/** @jsxImportSource hono/jsx */

import { day, formatMinute } from "../kit/dates.ts";
import type { Api } from "../kit/descriptor.ts";
import { HISTORY_DAYS, TARGETS } from "../kit/targets.ts";
import type { Availability, DayAvailability } from "../ops/availability.ts";
import type { Incident } from "../ops/incidents.ts";
import {
  AvailabilityTable,
  measuredMinutes,
  meetsTarget,
  percent,
  periodText,
} from "./availability-table.tsx";
import { Part } from "./facts.tsx";
import { Page, type Site } from "./page.tsx";
import { lastDays } from "./usage-chart.tsx";

/** The windows of the status page, in days. */
const WINDOWS = [1, 7, 30] as const;

/** The figures of each window, by its days; empty while the database does not respond. */
export type Figures = ReadonlyMap<number, readonly Availability[]>;

/** Contents of the status page. */
export interface StatusOf {
  readonly apis: readonly Api[];
  readonly site: Site;
  readonly figures: Figures;
  readonly history: readonly DayAvailability[];
  readonly incidents: readonly Incident[];
  /** Names of the APIs that are off. */
  readonly off: ReadonlySet<string>;
  /** In milliseconds since 1970. */
  readonly now: number;
}

const DAY_MS = 86_400_000;

/** The state of the service in a sentence, and the color of its light. */
function verdictOf({
  figures,
  incidents,
  off,
}: StatusOf): readonly [sentence: string, tone?: "good" | "bad"] {
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null);
  if (open.length > 0)
    return [open.length === 1 ? "There is an open incident." : "There are open incidents.", "bad"];
  const rows = figures.get(WINDOWS[0]);
  if (rows === undefined) return ["The database does not respond, so no figures are available."];
  const known = rows
    .filter(({ api }) => !off.has(api))
    .map(meetsTarget)
    .filter((held) => held !== undefined);
  if (known.length === 0) return ["Nothing is measured yet. The first probe runs within a minute."];
  const missed = known.filter((held) => !held).length;
  const period = `over the last ${periodText(measuredMinutes(rows), WINDOWS[0])}`;
  if (missed === 0) return [`Every API met its targets ${period}.`, "good"];
  return [`${missed} of ${known.length} APIs missed a target ${period}.`, "bad"];
}

/** The windows with their figures, but those that are the same as a shorter one: nothing is known from before. */
function windowsOf(figures: Figures): (readonly [days: number, rows: readonly Availability[]])[] {
  let known = -1;
  return WINDOWS.flatMap((days) => {
    const rows = figures.get(days);
    const minutes = measuredMinutes(rows ?? []);
    if (rows === undefined || minutes <= known) return [];
    known = minutes;
    return [[days, rows] as const];
  });
}

/** The time for which any API was measured, in words; undefined before the first measurement. */
function measuredSpan(history: readonly DayAvailability[]): string | undefined {
  const spans = [...Map.groupBy(history, ({ api }) => api).values()].map((days) => ({
    days: days.length,
    minutes: days.reduce((sum, day) => sum + day.minutes, 0),
  }));
  const [longest] = spans.toSorted((a, b) => b.minutes - a.minutes);
  return longest && longest.minutes > 0 ? periodText(longest.minutes, longest.days) : undefined;
}

function IncidentList({ incidents, history, now }: Pick<StatusOf, "incidents" | "history" | "now">) {
  const since = new Date(now - HISTORY_DAYS * DAY_MS).toISOString();
  const span = measuredSpan(history);
  const shown = incidents.filter(({ openedAt, resolvedAt }) => resolvedAt === null || openedAt > since);
  return (
    <Part id="incidents" title="Incidents" kind="band">
      {shown.length === 0 && (
        <p class="soft">
          {span === undefined ? "No incidents reported." : `No incidents reported in the last ${span}.`}
        </p>
      )}
      {shown.map(({ title, openedAt, resolvedAt, updates }) => (
        <article class={resolvedAt === null ? "notice bad incident" : "notice incident"}>
          <h3>{title}</h3>
          <p class="soft">
            {`Opened ${formatMinute(openedAt)} UTC. `}
            {resolvedAt === null ? "Not resolved yet." : `Resolved ${formatMinute(resolvedAt)} UTC.`}
          </p>
          <ol>
            {updates.toReversed().map(({ at, message }) => (
              <li>
                <time class="soft" datetime={at}>
                  {formatMinute(at)}
                </time>
                <span>{message}</span>
              </li>
            ))}
          </ol>
        </article>
      ))}
    </Part>
  );
}

interface BarsProps {
  readonly title: string;
  readonly days: readonly DayAvailability[];
  readonly now: number;
}

const WIDTH = 450;
const HEIGHT = 34;
/** The space between two bars. */
const GAP = 1.2;

/** The class of a day by its share of minutes up. */
function toneOf(day: DayAvailability | undefined): string {
  if (day === undefined) return "unknown";
  const share = day.minutesUp / day.minutes;
  return share >= TARGETS.up ? "good" : share >= 0.99 ? "fair" : "bad";
}

/** The last 90 days of one API, a bar each, with the same in a sentence. */
function DayBars({ title, days, now }: BarsProps) {
  const known = new Map(days.map((day) => [day.day, day]));
  const bars = lastDays(day(new Date(now).toISOString()), HISTORY_DAYS);
  const up = days.reduce((sum, { minutesUp }) => sum + minutesUp, 0);
  const minutes = days.reduce((sum, day) => sum + day.minutes, 0);
  const text = days.length === 0 ? "Not measured yet" : `${percent(up, minutes)} uptime`;
  const period = minutes === 0 ? "" : ` over ${periodText(minutes, days.length)}`;
  const pitch = (WIDTH + GAP) / HISTORY_DAYS;
  return (
    <figure class="days">
      <figcaption>
        <strong>{title}</strong> <span class="soft">{text}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${text}${period}`}
      >
        {bars.map((day, i) => {
          const found = known.get(day);
          const label = found === undefined ? "no data" : percent(found.minutesUp, found.minutes);
          return (
            <rect class={toneOf(found)} x={i * pitch} y="0" width={pitch - GAP} height={HEIGHT}>
              <title>{`${day}: ${label}`}</title>
            </rect>
          );
        })}
      </svg>
    </figure>
  );
}

/** Renders the status page. */
export function statusPage(of: StatusOf): string {
  const { apis, site, figures, history, off, now } = of;
  const span = measuredSpan(history);
  const served = apis.filter(({ name }) => !off.has(name));
  const others = apis.filter(({ name }) => off.has(name)).map(({ title }) => title);
  const titles = new Map(served.map((api) => [api.name, api.title]));
  const [sentence, tone] = verdictOf(of);
  const page = (
    <Page
      site={site}
      path="/status"
      title="Quintet status: measured availability and speed"
      description="Measured availability and mean time of every Quintet API over 24 hours, 7, 30 and 90 days, and incidents."
    >
      <header class="opening">
        <h1>Status</h1>
        <p>
          {tone !== undefined && <span class={`light ${tone}`} />}
          {sentence}
        </p>
      </header>
      {figures.size > 0 && (
        <Part id="history" title="Uptime by day" kind="band">
          <p class="soft">
            {span === undefined ? "" : `Measured for the last ${span}. `}
            {`Each row shows the last ${HISTORY_DAYS} days, today at the right. Gray days were not measured.`}
          </p>
          <div class="histories">
            {served.map(({ name, title }) => (
              <DayBars title={title} days={history.filter(({ api }) => api === name)} now={now} />
            ))}
          </div>
          {others.length > 0 && (
            <p class="soft note">{`Not enabled on this server: ${others.join(", ")}.`}</p>
          )}
        </Part>
      )}
      <Part id="figures" title="Uptime, speed and errors" kind="band">
        {windowsOf(figures).map(([days, rows]) => (
          <AvailabilityTable days={days} rows={rows} titles={titles} />
        ))}
        <p class="soft note">
          Targets: {(TARGETS.up * 100).toFixed(1)}% uptime, {(TARGETS.up * 100).toFixed(1)}% of responses
          without a server error, and responses under {TARGETS.meanMs / 1_000} s on average. A minute counts
          as up if the API responded to this server's probe and not all of its calls failed. After the first
          probe, minutes without one count as down. Server errors are responses with status 500 or 503.
          Figures cover all processes of this server and are updated every minute. If an error persists, send
          the request ID of the response to the operator.
        </p>
      </Part>
      <IncidentList {...of} />
    </Page>
  );
  return `<!doctype html>${page}`;
}
