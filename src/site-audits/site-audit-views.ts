import { estimatedEnd } from "../jobs/job-views.ts";
import { isFinal } from "../queue/account-queue.ts";
import type { SiteAuditRow } from "./site-audit.ts";
import type { ScheduleView, SiteAuditView } from "./site-audit-responses.ts";
import type { ScheduleRow } from "./site-audit-schedules.ts";

function stored(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

/** The options as clients see them: `url` is a member of its own. */
function shownOptions(text: string): Record<string, unknown> {
  const { startUrl: _, pace, checkResources, ...options } = stored(text);
  return { ...options, delayMs: Math.round(1_000 / Number(pace)), checkLinks: checkResources };
}

/** A row of a site audit as clients see it. */
export function siteAuditView(row: SiteAuditRow, now: number): SiteAuditView {
  const options = shownOptions(row.options);
  const progress = isFinal(row.state) ? 1 : row.progress / 1_000;
  const isRunning = row.state === "running" && row.started_at !== null;
  const isReported = row.has_report === 1 || (row.state === "canceled" && row.pages > 0);
  return {
    id: row.id,
    mode: "live",
    url: row.url,
    state: row.state,
    stopReason: row.stop_reason,
    progress,
    pages: row.pages,
    requested: row.done,
    waiting: isFinal(row.state) ? 0 : row.waiting,
    units: row.units,
    score: row.score,
    options,
    schedule: row.schedule,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    estimatedEndAt: isRunning ? estimatedEnd(row.started_at ?? row.created_at, progress, 1, now) : null,
    expiresAt: row.expires_at,
    reportUrl: isReported ? `/seo/site-audits/${row.id}/report` : null,
    eventsUrl: `/seo/site-audits/${row.id}/events`,
    problem: row.problem === null ? null : stored(row.problem),
  };
}

/** A row of a schedule as clients see it. */
export function scheduleView(row: ScheduleRow): ScheduleView {
  return {
    id: row.id,
    mode: "live",
    url: row.url,
    every: row.every,
    options: shownOptions(row.options),
    createdAt: row.created_at,
    nextAt: row.due_at,
  };
}
