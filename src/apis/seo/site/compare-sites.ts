import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import { type AnalyzedSite, relatedBudget, reportOf, sortedItems, writtenItem } from "./analyze-site.ts";
import { type IssueId, issueIds, issueKinds } from "./issue-catalogue.ts";
import { type IssueItem, ITEMS_MAX, type SiteComparison, type SiteReport } from "./report-schema.ts";

/** The most bytes of the findings of one crawl, before compression. */
const FINDINGS_MAX = 512 * 1024 * 1024;

const Item = z.tuple([z.string(), z.string(), z.array(z.string()), z.number()]);
const Findings = z.object({
  version: z.literal(1),
  isComplete: z.boolean(),
  score: z.number().nullable(),
  /** URLs that were read; those that are pages come first, `pages` of them. */
  urls: z.array(z.string()),
  pages: z.number(),
  issues: z.record(z.string(), z.array(Item)),
});
type Findings = z.output<typeof Findings>;

/** All findings of a crawl, gzipped: what it is compared with others by. */
export function findingsOf(site: AnalyzedSite, report: SiteReport = reportOf(site)): Uint8Array<ArrayBuffer> {
  const { graph } = site;
  const pages = [...graph.htmlPages()].map(([number]) => number);
  const isPage = new Set(pages);
  const others = [...graph.nodes.keys()].filter(
    (number) => graph.nodes[number] !== undefined && !isPage.has(number),
  );
  const issues = issueIds.flatMap((id): [IssueId, z.output<typeof Item>[]][] => {
    const items = sortedItems(site, id).map((found): z.output<typeof Item> => {
      const { url, detail, related, relatedCount } = writtenItem(graph, found);
      return [url, detail, related, relatedCount];
    });
    return items.length === 0 ? [] : [[id, items]];
  });
  const findings: Findings = {
    version: 1,
    isComplete: report.ending === "complete",
    score: report.score.average,
    urls: [...pages, ...others].map((number) => graph.urlOf(number)),
    pages: pages.length,
    issues: Object.fromEntries(issues),
  };
  return new Uint8Array(gzipSync(JSON.stringify(findings)));
}

function readFindings(bytes: Uint8Array): Findings {
  const text = new TextDecoder().decode(gunzipSync(bytes, { maxOutputLength: FINDINGS_MAX }));
  return Findings.parse(JSON.parse(text));
}

/** Issues of groups are told apart by what the group has in common, those of pairs by both URLs. */
function keyOf(id: IssueId, [url, detail, related]: z.output<typeof Item>): string {
  if (id === "title-duplicate" || id === "description-duplicate") return detail;
  if (id === "hreflang-no-return" || id === "hreflang-broken") return `${url} ${related[0] ?? ""}`;
  return id === "sitemap-unreadable" || id === "unknown-url-ok" || id === "robots-unreachable" ? detail : url;
}

type Write = (item: z.output<typeof Item>) => IssueItem;

type Change = SiteComparison["issues"][number];

/** Whether what is in one crawl alone was looked at by both. */
interface Known {
  /** An item that was not found before was looked for. */
  before(item: z.output<typeof Item>): boolean;
  /** An item that is not found any more was looked for again. */
  after(id: IssueId, item: z.output<typeof Item>): boolean;
}

/** Items that one of the crawls did not look at, because it was cut short, are neither new nor fixed. */
function knownOf(before: Findings, after: Findings, read: ReadonlySet<string>): Known {
  const readBefore = new Set(before.urls);
  return {
    // A new link may lead to a URL that is broken for years: the page of the link is enough.
    before: ([url, , related]) => before.isComplete || [url, ...related].some((one) => readBefore.has(one)),
    // Half of a group of pages is no group, and the URL that cannot exist is asked for late.
    after: (id, [url, , related]) =>
      after.isComplete ||
      (id !== "unknown-url-ok" &&
        read.has(url) &&
        related.every((one) => read.has(one) || !readBefore.has(one))),
  };
}

function changeOf(id: IssueId, before: Findings, after: Findings, known: Known, write: Write): Change {
  const old = new Map((before.issues[id] ?? []).map((item) => [keyOf(id, item), item]));
  const now = new Map((after.issues[id] ?? []).map((item) => [keyOf(id, item), item]));
  const added = [...now].filter(([key, item]) => !old.has(key) && known.before(item)).map(([, item]) => item);
  const fixed = [...old]
    .filter(([key, item]) => !now.has(key) && known.after(id, item))
    .map(([, item]) => item);
  const { severity, title } = issueKinds[id];
  return {
    id,
    severity,
    title,
    before: old.size,
    after: now.size,
    newCount: added.length,
    fixedCount: fixed.length,
    remainingCount: [...now.keys()].filter((key) => old.has(key)).length,
    newItems: added.slice(0, ITEMS_MAX).map(write),
    fixedItems: fixed.slice(0, ITEMS_MAX).map(write),
  };
}

function listed(urls: readonly string[]): { count: number; urls: string[] } {
  return { count: urls.length, urls: urls.slice(0, ITEMS_MAX) };
}

/** Compares the findings of two crawls of one site. Throws an error for bytes that `findingsOf` did not write. */
export function compareFindings(beforeBytes: Uint8Array, afterBytes: Uint8Array): SiteComparison {
  const before = readFindings(beforeBytes);
  const after = readFindings(afterBytes);
  const read = new Set(after.urls);
  const known = knownOf(before, after, read);
  const pagesBefore = new Set(before.urls.slice(0, before.pages));
  const pages = new Set(after.urls.slice(0, after.pages));
  const budget = relatedBudget();
  const write: Write = ([url, detail, related, relatedCount]) =>
    budget({ url, detail, related, relatedCount });
  const all = issueIds.map((id) => changeOf(id, before, after, known, write));
  const counted = all.filter(({ severity }) => severity !== "notice");
  const sum = (of: (change: Change) => number) => counted.reduce((total, change) => total + of(change), 0);
  const newCount = sum((change) => change.newCount);
  const hasLowerScore = before.score !== null && after.score !== null && before.score - after.score >= 1;
  return {
    isWorse: newCount > 0 || hasLowerScore,
    newCount,
    fixedCount: sum((change) => change.fixedCount),
    remainingCount: sum((change) => change.remainingCount),
    score: { before: before.score, after: after.score },
    addedPages: listed([...pages].filter((url) => !pagesBefore.has(url)).sort()),
    removedPages: listed(
      [...pagesBefore].filter((url) => !pages.has(url) && (after.isComplete || read.has(url))).sort(),
    ),
    issues: all.filter((change) => change.newCount > 0 || change.fixedCount > 0),
  };
}
