import type { FoundKind, OverviewPage, PageFinding, SiteOverview } from "../../../kit/site-overview.ts";
import { checks } from "../checks/catalogue.ts";
import { POINTS } from "../checks/check.ts";
import { type AnalyzedSite, sortedItems, textsBudget, writtenItem } from "./analyze-site.ts";
import { issueIds } from "./issue-catalogue.ts";
import type { SiteReport } from "./report-schema.ts";

/** Details that say what the title of their issue says. */
const REPEATED: ReadonlySet<string> = new Set(
  "missing|not listed|no links|robots.txt|noindex|http".split("|"),
);

/** The detail of an item for people; empty where the title of its issue says the same. */
export const shownDetail = (detail: string) =>
  REPEATED.has(detail) ? "" : detail.replace(/^no response(?: \(upstream-unreachable\))?/, "No response");

/** Counts the known URLs of a site that a crawl did not reach before it ended. */
export function unreadOf({ ending, totals, statuses, skipped }: SiteReport): number {
  if (ending !== null) return skipped.limit;
  const known = [...statuses.map(({ count }) => count), ...Object.values(skipped)];
  return Math.max(
    0,
    known.reduce((left, count) => left - count, totals.urls),
  );
}

/** Lists what a report found, in the site and on its pages: the most severe kinds first, then those with the most points. */
export function foundKinds({ issues, checks: found }: Pick<SiteReport, "issues" | "checks">): FoundKind[] {
  const ofPages = found.flatMap(({ check, pages }) => {
    const described = checks.find(({ id }) => id === check);
    // Some checks are issues of the site too.
    if (described === undefined || issues.some(({ id }) => id === check)) return [];
    return [{ ...described, count: pages }];
  });
  return [...issues, ...ofPages]
    .sort((a, b) => POINTS[b.severity] - POINTS[a.severity] || b.count - a.count)
    .map(({ id, severity, title, remedy, count }) => ({
      ...{ id, severity, title, remedy, count },
      weight: count * POINTS[severity],
    }));
}

/** Collects the findings of pages by the number of their URL. */
function collect(site: AnalyzedSite, kinds: readonly FoundKind[]) {
  const { graph, issues } = site;
  const fits = textsBudget();
  const found = new Map<number, PageFinding[]>();
  const ranks = new Map(kinds.map(({ id }, rank) => [id, rank]));
  const add = (id: string, number: number, detail: string, related: readonly string[]) => {
    const rank = ranks.get(id);
    if (rank === undefined) return;
    found.getOrInsert(number, []).push([rank, detail, related]);
  };
  for (const id of issueIds)
    for (const item of sortedItems(site, id)) {
      const written = writtenItem(graph, item);
      if (fits(written)) add(id, item.number, shownDetail(written.detail), written.related);
      else add(id, item.number, "", []);
    }
  const ofSite = new Set<string>(issueIds.filter((id) => (issues.counts.get(id) ?? 0) > 0));
  for (const [number, { findings }] of graph.htmlPages())
    for (const [check] of findings) if (!ofSite.has(check)) add(check, number, "", []);
  return found;
}

/** Makes the overview of a crawl. */
export function overviewOf(site: AnalyzedSite, report: SiteReport): SiteOverview {
  const { graph, issues } = site;
  const kinds = foundKinds(report);
  const found = collect(site, kinds);
  const numbers = new Set(found.keys());
  for (const [number, node] of graph.nodes.entries()) if (node?.as === "page") numbers.add(number);
  const pages = [...numbers].map((number): OverviewPage => {
    const node = graph.nodes[number];
    return {
      url: graph.urlOf(number),
      status: node?.status ?? null,
      score: node?.html?.score ?? null,
      title: node?.html?.title ?? null,
      words: node?.html?.words ?? null,
      depth: issues.depthOf(number),
      linksIn: issues.inLinks.countOf(number),
      ttfbMs: node?.ttfbMs ?? 0,
      isIndexable: node?.html === undefined ? null : issues.isIndexable(number),
      ...(node === undefined ? { skipped: graph.skipped[number] ?? "limit" } : {}),
      findings: (found.get(number) ?? []).sort(([a], [b]) => a - b),
    };
  });
  return {
    startedAt: report.startedAt,
    finishedAt: report.finishedAt,
    unread: unreadOf(report),
    score: report.score.average,
    totals: report.totals,
    kinds,
    pages: pages.sort((a, b) => (a.url < b.url ? -1 : 1)),
  };
}
