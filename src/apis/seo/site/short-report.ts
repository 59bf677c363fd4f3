import type { SiteReport } from "./report-schema.ts";

/**
 * Shortens a report to at most `items` entries in each list that grows with the site. Issues, checks, statuses and depths
 * stay complete, with their counts.
 */
export function shortReport(report: SiteReport, items: number): SiteReport {
  const short = <Value>(value: Value): Value =>
    JSON.parse(JSON.stringify(value), (_, one) => (Array.isArray(one) ? one.slice(0, items) : one));
  const { issues, checks, statuses, depths } = report;
  return { ...short(report), issues: issues.map(short), checks: checks.map(short), statuses, depths };
}
