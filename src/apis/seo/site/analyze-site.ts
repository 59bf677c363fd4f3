import { checks } from "../checks/catalogue.ts";
import { POINTS } from "../checks/check.ts";
import type { CrawlStep, SkipReason } from "./crawl.ts";
import { type IssueId, issueIds, issueKinds } from "./issue-catalogue.ts";
import { type IssueItem, ITEMS_MAX, RELATED_MAX, type SiteReport } from "./report-schema.ts";
import { linkTargets, SiteGraph } from "./site-graph.ts";
import { type FoundItem, SiteIssues } from "./site-issues.ts";
import { UrlTemplates } from "./url-templates.ts";

const RANKED_MAX = 10;
const SLOWEST_MAX = 20;
const EXAMPLES_MAX = 10;
const TEMPLATES_MAX = 50;
const TEMPLATE_ISSUES_MAX = 20;
const SITEMAPS_MAX = 500;
const ROBOTS_MAX = 100;
const HOSTS_MAX = 100;

/**
 * Characters that details and related URLs of one result have together: those of a site of 10,000 pages have a tenth. With
 * long URLs, a few hundred pages would have a hundred times as many.
 */
export const TEXTS_MAX = 8_000_000;

/** A crawl whose steps have been read: what reports and exports are made from. */
export interface AnalyzedSite {
  readonly graph: SiteGraph;
  readonly issues: SiteIssues;
  readonly templates: UrlTemplates;
}

/** Analyzes the steps of a crawl, ended or not. Pure: the same steps give the same result. */
export function analyzeSteps(steps: Iterable<CrawlStep>): AnalyzedSite {
  const graph = new SiteGraph();
  for (const step of steps) graph.add(step);
  const issues = new SiteIssues(graph);
  const templates = new UrlTemplates();
  for (const [number] of graph.htmlPages()) templates.add(graph.urlOf(number));
  templates.fold();
  return { graph, issues, templates };
}

/** The items of an issue in order of URL. */
export function sortedItems({ graph, issues }: AnalyzedSite, id: IssueId): FoundItem[] {
  const keyOf = (item: FoundItem) => `${graph.urlOf(item.number)} ${item.detail}`;
  const keyed = (issues.found.get(id) ?? []).map((item): [string, FoundItem] => [keyOf(item), item]);
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, item]) => item);
}

/** An item with its URLs. */
export function writtenItem(
  graph: SiteGraph,
  { number, detail, related, relatedCount }: FoundItem,
): IssueItem {
  const urls = related.slice(0, RELATED_MAX).map((one) => graph.urlOf(one));
  return { url: graph.urlOf(number), detail, related: urls, relatedCount };
}

/** Makes the function that tells whether the detail and the related URLs of one more item fit into a result. */
export function textsBudget(): (item: Pick<IssueItem, "detail" | "related">) => boolean {
  let left = TEXTS_MAX;
  return ({ detail, related }) => {
    left -= related.reduce((sum, url) => sum + url.length, detail.length);
    return left >= 0;
  };
}

/** Makes the function that leaves the related URLs out of items of one result once its texts are too long. */
export function relatedBudget(): (item: IssueItem) => IssueItem {
  const fits = textsBudget();
  return (item) => (fits(item) ? item : { ...item, related: [] });
}

function issuesOf(site: AnalyzedSite): SiteReport["issues"] {
  const budget = relatedBudget();
  return issueIds.flatMap((id) => {
    const count = site.issues.counts.get(id) ?? 0;
    if (count === 0) return [];
    const found = sortedItems(site, id).slice(0, ITEMS_MAX);
    const items = found.map((item) => budget(writtenItem(site.graph, item)));
    return [{ id, ...issueKinds[id], count, items }];
  });
}

/** How often each value is found, the lowest first and null last. */
function tally(values: Iterable<number | null>): [value: number | null, count: number][] {
  const counts = new Map<number | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a ?? Number.MAX_VALUE) - (b ?? Number.MAX_VALUE));
}

function totalsOf({ graph, issues }: AnalyzedSite): SiteReport["totals"] {
  const totals = {
    urls: 0,
    pages: graph.pages,
    htmlPages: 0,
    indexable: 0,
    redirects: 0,
    broken: 0,
    external: 0,
    resources: 0,
    bytes: 0,
  };
  for (const number of graph.urls.keys()) {
    const node = graph.nodes[number];
    if (node?.as === "check") totals.resources++;
    if (!graph.isOwn(number)) totals.external++;
    else if (
      node?.as === "page" ||
      graph.plans[number]?.as === "page" ||
      graph.skipped[number] !== undefined
    ) {
      totals.urls++;
      totals.bytes += node?.bytes ?? 0;
      if (node?.html !== undefined) totals.htmlPages++;
      if (issues.isIndexable(number)) totals.indexable++;
      if (graph.isRedirect(number)) totals.redirects++;
      if (graph.isBroken(number)) totals.broken++;
    }
  }
  return totals;
}

function skippedOf(graph: SiteGraph): SiteReport["skipped"] {
  const counts: Record<SkipReason, number> = {
    robots: 0,
    pattern: 0,
    depth: 0,
    nofollow: 0,
    trap: 0,
    limit: 0,
  };
  for (const number of graph.urls.keys()) {
    if (graph.nodes[number] !== undefined || !graph.isOwn(number)) continue;
    const reason =
      graph.skipped[number] ??
      (graph.plans[number]?.as === "page" && graph.ending !== undefined ? "limit" : undefined);
    if (reason !== undefined) counts[reason]++;
  }
  return counts;
}

function statusesOf(graph: SiteGraph): SiteReport["statuses"] {
  const pages = graph.nodes.filter((node) => node?.as === "page");
  return tally(pages.map((node) => node?.status ?? null)).map(([status, count]) => ({ status, count }));
}

function depthsOf({ graph, issues }: AnalyzedSite): SiteReport["depths"] {
  const depths = [...graph.htmlPages()].map(([number]) => issues.depthOf(number));
  return tally(depths).map(([depth, count]) => ({ depth, count }));
}

/** The URLs with the highest values, or the lowest; those with the same value in order of URL. */
function ranked(
  graph: SiteGraph,
  numbers: readonly number[],
  rankOf: (number: number) => number,
  order: "highest" | "lowest",
  max: number,
): { url: string; value: number }[] {
  const sign = order === "highest" ? -1 : 1;
  return numbers
    .map((number) => ({ url: graph.urlOf(number), value: rankOf(number) }))
    .sort((a, b) => sign * (a.value - b.value) || (a.url < b.url ? -1 : 1))
    .slice(0, max);
}

function averageScore(graph: SiteGraph): number | null {
  const scores = [...graph.htmlPages()].map(([, { score }]) => score);
  if (scores.length === 0) return null;
  return Math.round((scores.reduce((sum, one) => sum + one, 0) / scores.length) * 10) / 10;
}

function checksOf(graph: SiteGraph): SiteReport["checks"] {
  const found = new Map<string, { pages: number; examples: string[] }>();
  for (const [number, { findings }] of graph.htmlPages()) {
    for (const [check] of findings) {
      const entry = found.getOrInsertComputed(check, () => ({ pages: 0, examples: [] }));
      entry.pages++;
      if (entry.examples.length < EXAMPLES_MAX) entry.examples.push(graph.urlOf(number));
    }
  }
  return [...found]
    .sort(([a, x], [b, y]) => y.pages - x.pages || (a < b ? -1 : 1))
    .map(([check, entry]) => ({ check, ...entry }));
}

/** The kinds of URL, with the issues of their pages: those with most pages first. */
export function templatesOf({ graph, issues, templates }: AnalyzedSite): SiteReport["templates"] {
  const groups = new Map<string, { pages: number; example: string; issues: Map<string, number> }>();
  const issuesOf = new Map<number, Map<string, number>>();
  // Some checks are issues of the site too.
  const ofSite = new Set<string>(issues.found.keys());
  const costly = new Set(checks.flatMap(({ id, severity }) => (POINTS[severity] > 0 ? [id] : [])));
  for (const [number] of graph.htmlPages()) {
    const pattern = templates.templateOf(graph.urlOf(number));
    const group = groups.getOrInsertComputed(pattern, () => ({
      pages: 0,
      example: graph.urlOf(number),
      issues: new Map(),
    }));
    group.pages++;
    issuesOf.set(number, group.issues);
  }
  const note = (number: number, id: string) => {
    const counts = issuesOf.get(number);
    counts?.set(id, (counts.get(id) ?? 0) + 1);
  };
  for (const [id, items] of issues.found) for (const { number } of items) note(number, id);
  for (const [number, { findings }] of graph.htmlPages())
    for (const [check] of findings) if (costly.has(check) && !ofSite.has(check)) note(number, check);
  return [...groups]
    .sort(([a, x], [b, y]) => y.pages - x.pages || (a < b ? -1 : 1))
    .map(([pattern, group]) => ({
      pattern,
      pages: group.pages,
      example: group.example,
      issues: [...group.issues]
        .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
        .slice(0, TEMPLATE_ISSUES_MAX)
        .map(([id, count]) => ({ id, count })),
    }));
}

function linksOf({ graph, issues }: AnalyzedSite): SiteReport["links"] {
  let internal = 0;
  for (const [number, html] of graph.htmlPages()) {
    for (const target of linkTargets({ html })) if (graph.isOwn(target) && target !== number) internal++;
  }
  const countOf = (number: number) => issues.inLinks.countOf(number);
  const pages = [...graph.htmlPages()].map(([number]) => number);
  const indexable = pages.filter((number) => number !== graph.home && issues.isIndexable(number));
  return {
    internal,
    mostLinked: ranked(graph, pages, countOf, "highest", RANKED_MAX),
    leastLinked: ranked(graph, indexable, countOf, "lowest", RANKED_MAX),
  };
}

const iso = (at: number) => new Date(at).toISOString();

/** The report of a crawl. */
export function reportOf(site: AnalyzedSite): SiteReport {
  const { graph } = site;
  const pages = [...graph.htmlPages()].map(([number]) => number);
  return {
    startUrl: graph.urlOf(0),
    hosts: (graph.start?.hosts ?? []).slice(0, HOSTS_MAX),
    startedAt: iso(graph.start?.at ?? 0),
    finishedAt: graph.endedAt === undefined ? null : iso(graph.endedAt),
    ending: graph.ending ?? null,
    totals: totalsOf(site),
    skipped: skippedOf(graph),
    statuses: statusesOf(graph),
    depths: depthsOf(site),
    score: {
      average: averageScore(graph),
      lowest: ranked(graph, pages, (number) => graph.htmlOf(number)?.score ?? 0, "lowest", RANKED_MAX),
    },
    issues: issuesOf(site),
    checks: checksOf(graph),
    templates: templatesOf(site).slice(0, TEMPLATES_MAX),
    links: linksOf(site),
    slowest: ranked(graph, pages, (number) => graph.nodes[number]?.ttfbMs ?? 0, "highest", SLOWEST_MAX),
    sitemaps: graph.sitemaps.slice(0, SITEMAPS_MAX).map(({ url, status, lists, error }) => ({
      url,
      status,
      urls: lists.length,
      error: error ?? null,
    })),
    robotsTxt: [...graph.robots.values()]
      .slice(0, ROBOTS_MAX)
      .map(({ origin, status, state, crawlDelaySeconds }) => ({ origin, status, state, crawlDelaySeconds })),
    traps: graph.traps.map(({ pattern, kind, example }) => ({ pattern, kind, example })),
  };
}
