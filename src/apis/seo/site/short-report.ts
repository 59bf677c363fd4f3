import type { SiteReport } from "./report-schema.ts";

/**
 * Shortens a report to at most `items` entries in each list that grows with the site. Issues, checks, statuses and depths
 * stay complete, with their counts.
 */
export function shortReport(report: SiteReport, items: number): SiteReport {
  const cut = <T>(list: readonly T[]): T[] => list.slice(0, items);
  const { hosts, score, issues, checks, templates, links, slowest, sitemaps, robotsTxt, traps } = report;
  return {
    ...report,
    hosts: cut(hosts),
    score: { ...score, lowest: cut(score.lowest) },
    issues: issues.map((issue) => ({
      ...issue,
      items: cut(issue.items).map((item) => ({ ...item, related: cut(item.related) })),
    })),
    checks: checks.map((check) => ({ ...check, examples: cut(check.examples) })),
    templates: cut(templates).map((template) => ({ ...template, issues: cut(template.issues) })),
    links: { ...links, mostLinked: cut(links.mostLinked), leastLinked: cut(links.leastLinked) },
    slowest: cut(slowest),
    sitemaps: cut(sitemaps),
    robotsTxt: cut(robotsTxt),
    traps: cut(traps),
  };
}
