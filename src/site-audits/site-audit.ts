import { type Problem, unknownObject } from "../kit/problem.ts";
import type { AccountRow, AccountShape } from "../queue/account-queue.ts";

/** The API that crawls. Pages are charged as its calls, and keys need its scope. */
export const SITE_AUDIT_API = "seo";

/** The reasons why an audit ended before it had read every page that it found. */
export const stopReasons = [
  "page-limit",
  "url-limit",
  "unreachable",
  "quota-exceeded",
  "time-limit",
  "storage-limit",
  "canceled",
] as const;
export type StopReason = (typeof stopReasons)[number];

/** A row of the table of site audits. */
export interface SiteAuditRow extends AccountRow {
  readonly schedule: string | null;
  readonly url: string;
  /** The options of the crawl as JSON. */
  readonly options: string;
  readonly steps: number;
  /** Pages that responded with 2xx. */
  readonly pages: number;
  readonly done: number;
  readonly waiting: number;
  /** The estimated share that is done, in thousandths. It never falls. */
  readonly progress: number;
  readonly bytes: number;
  readonly stop_reason: StopReason | null;
  readonly has_report: number;
  /** The average score of its pages, rounded; null without a report or an HTML page. */
  readonly score: number | null;
}

/** A site audit that this process may run, because it has its lease. */
export interface ClaimedSiteAudit extends SiteAuditRow {
  readonly interruptions: number;
}

/** The lease of a site audit: its attempt. */
export type SiteAuditLease = Pick<ClaimedSiteAudit, "id" | "account" | "attempts">;

/** The columns of a `SiteAuditRow`. */
export const SITE_AUDIT_COLUMNS = `id, account, key_id, schedule, url, options, state, created_at, started_at,
  finished_at, expires_at, attempts, steps, pages, done, waiting, progress, units, bytes, stop_reason, problem, has_report, score`;

/** The name of the queue, by which its accounts take turns. */
export const SITE_AUDIT_QUEUE = "site-audit";

/** The columns of the table of site audits that their queue uses. An index allows one running audit for each account. */
export const SITE_AUDIT_WORK: AccountShape = {
  table: "site_audit",
  columns: `${SITE_AUDIT_COLUMNS}, interruptions`,
  queue: { name: SITE_AUDIT_QUEUE },
  isOnePerAccount: true,
};

/** Requests after which the URLs that are known say half of what they say in the end: most of a site is unknown before. */
const EVIDENCE = 10;

/** The highest progress of an audit that has not ended, in thousandths: its report is still to be made. */
const RUNNING_MAX = 990;

/** Estimates progress in thousandths: the share of known URLs that are done, or of the pages that its limit allows. */
export function estimatedProgress(
  { pages, done, waiting }: Pick<SiteAuditRow, "pages" | "done" | "waiting">,
  maxPages: number,
): number {
  if (done === 0) return 0;
  const share = (done / (done + waiting)) * (done / (done + EVIDENCE));
  return Math.min(RUNNING_MAX, Math.floor(1_000 * Math.max(share, pages / maxPages)));
}

const DAY_MS = 24 * 3_600_000;

/** Retention of a site audit and its report, in milliseconds since its creation. */
export const SITE_AUDIT_KEEP_MS = 30 * DAY_MS;

/** Time limit of a site audit after its first start, in milliseconds; then it reports what it has. */
export const SITE_AUDIT_DEADLINE_MS = DAY_MS;

/** The error for a site audit that the account does not have. */
export function unknownSiteAudit(): Problem {
  const remedy = "GET /seo/site-audits lists its site audits.";
  return unknownObject("unknown-site-audit", "site audit", remedy);
}

/** The error for a schedule that the account does not have. */
export function unknownSchedule(): Problem {
  const remedy = "GET /seo/site-audit-schedules lists its schedules.";
  return unknownObject("unknown-schedule", "schedule", remedy);
}

/** A problem as a site audit shows it. */
export function problemMembers(problem: Problem): Record<string, unknown> {
  const { type: _, requestId: __, charged: ___, ...members } = problem.toDocument("", "");
  return members;
}

/** Intervals of schedules. */
export const intervals = ["daily", "weekly"] as const;
export type Interval = (typeof intervals)[number];

/** The account, key and options of a site audit. */
export interface NewSiteAudit {
  readonly account: string;
  readonly keyId: string;
  readonly schedule?: string | undefined;
  /** Also creates a schedule that repeats it. */
  readonly every?: Interval | undefined;
  readonly url: string;
  /** The options of the crawl as JSON. */
  readonly options: string;
  readonly idempotencyHash?: string | undefined;
}
