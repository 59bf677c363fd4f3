import { gzipSync } from "node:zlib";
import type { FoundKind, OverviewPage, PageFinding, SiteOverview } from "../../../kit/site-overview.ts";
import { checks } from "../checks/catalogue.ts";
import { POINTS } from "../checks/check.ts";
import { type AnalyzedSite, sortedItems, writtenItem } from "./analyze-site.ts";
import { type IssueKind, issueIds, issueKinds } from "./issue-catalogue.ts";
import type { SiteReport } from "./report-schema.ts";

/** Collects the findings of pages by the number of their URL. */
function collect(site: AnalyzedSite) {
  const { graph, issues } = site;
  const found = new Map<number, PageFinding[]>();
  const kinds: FoundKind[] = [];
  const add = (number: number, finding: PageFinding) => {
    const all = found.get(number);
    if (all === undefined) found.set(number, [finding]);
    else all.push(finding);
  };
  const kindOf = (id: string, { severity, title, remedy }: IssueKind, count: number) =>
    kinds.push({ id, severity, title, remedy, count, weight: count * POINTS[severity] }) - 1;
  for (const id of issueIds) {
    const count = issues.counts.get(id) ?? 0;
    if (count === 0) continue;
    const kind = kindOf(id, issueKinds[id], count);
    for (const item of sortedItems(site, id)) {
      const { detail, related } = writtenItem(graph, item);
      add(item.number, [kind, detail === "missing" ? "" : detail, related]);
    }
  }
  const pagesOf = new Map<string, number[]>();
  for (const number of graph.htmlPages())
    for (const [check] of graph.htmlOf(number)?.findings ?? []) {
      const all = pagesOf.get(check);
      if (all === undefined) pagesOf.set(check, [number]);
      else all.push(number);
    }
  for (const [check, pages] of pagesOf) {
    const described = checks.find(({ id }) => id === check);
    // Some checks are issues of the site too.
    if (described === undefined || kinds.some(({ id }) => id === check)) continue;
    const kind = kindOf(check, described, pages.length);
    for (const number of pages) add(number, [kind, "", []]);
  }
  return { found, kinds };
}

/** Makes the overview of a crawl. */
export function overviewOf(site: AnalyzedSite, report: SiteReport): SiteOverview {
  const { graph, issues } = site;
  const { found, kinds } = collect(site);
  const order = kinds.map((_, i) => i).sort((a, b) => (kinds[b]?.weight ?? 0) - (kinds[a]?.weight ?? 0));
  const rank = new Map(order.map((index, place) => [index, place]));
  const numbers = new Set(found.keys());
  for (const [number, node] of graph.nodes.entries()) if (node?.as === "page") numbers.add(number);
  const pages = [...numbers].map((number): OverviewPage => {
    const node = graph.nodes[number];
    const depth = issues.depths[number] ?? -1;
    return {
      url: graph.urlOf(number),
      status: node?.status ?? null,
      score: node?.html?.score ?? null,
      title: node?.html?.title ?? null,
      words: node?.html?.words ?? null,
      depth: depth < 0 ? null : depth,
      linksIn: issues.inLinks.countOf(number),
      ttfbMs: node?.ttfbMs ?? 0,
      isIndexable: node?.html === undefined ? null : issues.isIndexable(number),
      findings: (found.get(number) ?? [])
        .map(([kind, detail, related]): PageFinding => [rank.get(kind) ?? 0, detail, related])
        .sort(([a], [b]) => a - b),
    };
  });
  return {
    startedAt: report.startedAt,
    finishedAt: report.finishedAt,
    score: report.score.average,
    totals: report.totals,
    kinds: order.flatMap((index) => kinds[index] ?? []),
    pages: pages.sort((a, b) => (a.url < b.url ? -1 : 1)),
  };
}

/** Writes an overview as it is stored: gzipped JSON. */
export function packOverview(overview: SiteOverview): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(JSON.stringify(overview)));
}
