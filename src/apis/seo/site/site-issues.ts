import { some } from "../checks/check.ts";
import { DEEP, type IssueId, SLOW_MS } from "./issue-catalogue.ts";
import { RELATED_MAX } from "./report-schema.ts";
import {
  depthsOf,
  type HtmlPage,
  InLinks,
  linkTargets,
  resourceTargets,
  type SiteGraph,
} from "./site-graph.ts";
import { readSketch, similarity } from "./text-sketch.ts";

/** An item of an issue, with the numbers of its URLs. */
export interface FoundItem {
  readonly number: number;
  readonly detail: string;
  readonly related: readonly number[];
  readonly relatedCount: number;
}

const ITEMS_MAX = 20_000;

/** Texts are compared from this number of words. */
const EQUAL_WORDS_MIN = 10;
const NEAR_WORDS_MIN = 30;
/** The share of runs of words that pages with nearly the same text have in common. */
const NEAR = 0.9;
/** Values of a sketch by which candidates are found, and pages of one value that are compared. */
const BANDS = 16;
const EXEMPLARS = 4;

const missing = () => "missing";

/** Findings of the page audit that are issues of the site, with their details. */
const FROM_CHECKS: readonly (readonly [check: IssueId, detailOf: (page: HtmlPage) => string])[] = [
  ["title-missing", missing],
  ["title-multiple", ({ titles }) => `${titles} titles`],
  ["title-too-long", ({ title }) => title ?? ""],
  ["title-too-short", ({ title }) => title ?? ""],
  ["description-missing", missing],
  ["description-multiple", ({ descriptions }) => `${descriptions} descriptions`],
  ["description-too-long", ({ description }) => description ?? ""],
  ["description-too-short", ({ description }) => description ?? ""],
  ["h1-missing", missing],
];

/** Finds the issues of a site in its graph. */
export class SiteIssues {
  readonly graph: SiteGraph;
  readonly #depths: Int32Array;
  readonly inLinks: InLinks;
  readonly resourceUses: InLinks;
  readonly found = new Map<IssueId, FoundItem[]>();
  readonly counts = new Map<IssueId, number>();
  readonly #softErrors: ReadonlySet<number>;

  constructor(graph: SiteGraph) {
    this.graph = graph;
    this.#depths = depthsOf(graph);
    this.#softErrors = softErrorsOf(graph);
    const isWanted = (number: number) =>
      !graph.isOk(number) || graph.htmlOf(number)?.noindex === true || this.#softErrors.has(number);
    this.inLinks = new InLinks(graph, linkTargets, isWanted, RELATED_MAX);
    this.resourceUses = new InLinks(graph, resourceTargets, isWanted, RELATED_MAX);
    this.#findSoftErrors();
    this.#findLinks();
    this.#findRedirects();
    this.#findPages();
    this.#findDuplicates();
    this.#findCanonicals();
    this.#findSitemaps();
    this.#findTranslations();
    for (const [origin, { state }] of graph.robots)
      if (state === "unreachable") this.#add("robots-unreachable", this.#numberOfOrigin(origin), origin);
  }

  /** Whether a page is one that search engines should show. */
  isIndexable(number: number): boolean {
    return this.graph.isIndexable(number) && !this.#softErrors.has(number);
  }

  /** The least number of clicks from the start URL; null where no link leads there. */
  depthOf(number: number): number | null {
    const depth = this.#depths[number] ?? -1;
    return depth < 0 ? null : depth;
  }

  #numberOfOrigin(origin: string): number {
    return Math.max(
      0,
      this.graph.urls.findIndex((url) => url.startsWith(`${origin}/`)),
    );
  }

  #add(
    id: IssueId,
    number: number,
    detail: string,
    related: readonly number[] = [],
    relatedCount = related.length,
  ): void {
    const items = this.found.getOrInsert(id, []);
    this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
    if (items.length < ITEMS_MAX)
      items.push({ number, detail, related: related.slice(0, RELATED_MAX), relatedCount });
  }

  #addLinked(id: IssueId, number: number, detail: string, links = this.inLinks): void {
    this.#add(id, number, detail, links.sourcesOf(number), links.countOf(number));
  }

  #findSoftErrors(): void {
    const { graph } = this;
    for (const number of this.#softErrors) {
      const html = graph.htmlOf(number);
      this.#addLinked("soft-404", number, html?.title ?? html?.h1 ?? "");
    }
    for (const { url, status, sketch } of graph.probes)
      if (status === 200 && sketch !== undefined) this.#add("unknown-url-ok", 0, url);
  }

  #findLinks(): void {
    const { graph, inLinks, resourceUses } = this;
    for (const number of graph.urls.keys()) {
      const isOwn = graph.isOwn(number);
      const detail = graph.statusOf(number);
      if (resourceUses.countOf(number) > 0 && graph.isSurelyBroken(number))
        this.#addLinked("broken-resource", number, detail, resourceUses);
      const isLinked = inLinks.countOf(number) > 0;
      if (!isLinked && number !== 0) continue;
      if (isOwn && graph.isBroken(number)) this.#addLinked("broken-link", number, detail);
      else if (!isOwn && graph.isSurelyBroken(number))
        this.#addLinked("broken-external-link", number, detail);
      else if (isOwn && graph.isRefused(number)) this.#addLinked("no-access", number, detail);
      else if (graph.skipped[number] === "robots" && graph.nodes[number] === undefined)
        this.#addLinked("blocked-linked", number, "robots.txt");
      else if (graph.htmlOf(number)?.noindex === true) this.#addLinked("noindex-linked", number, "noindex");
    }
  }

  #findRedirects(): void {
    const { graph } = this;
    const loops = new Set<number>();
    for (const number of graph.nodes.keys()) {
      if (!graph.isRedirect(number) || graph.nodes[number]?.as !== "page") continue;
      const { end, hops, isLoop } = graph.resolve(number);
      // A URL in the middle of a chain counts where it is used by itself.
      const isUsed =
        graph.plans[number]?.source !== "redirect" ||
        this.inLinks.countOf(number) > 0 ||
        graph.listed.has(number);
      if (isLoop) {
        const first = Math.min(...hops.slice(Math.max(0, hops.indexOf(end))));
        if (!loops.has(first)) this.#add("redirect-loop", first, some(hops.length, "redirect"), hops);
        loops.add(first);
      } else if (!isUsed) continue;
      else if (graph.isBroken(end))
        this.#add("redirect-broken", number, `${graph.urlOf(end)}: ${graph.statusOf(end)}`, [
          ...hops.slice(1),
          end,
        ]);
      else if (hops.length > 1)
        this.#add("redirect-chain", number, `${hops.length} redirects`, [...hops.slice(1), end]);
      if (!isLoop && this.inLinks.countOf(number) > 0)
        this.#addLinked("link-to-redirect", number, `${graph.statusOf(number)}: ${graph.urlOf(end)}`);
    }
  }

  #findPages(): void {
    const { graph } = this;
    const isSecure = graph.urlOf(graph.home).startsWith("https:");
    for (const [number, html] of graph.htmlPages()) {
      const { ttfbMs = 0 } = graph.nodes[number] ?? {};
      if (ttfbMs > SLOW_MS) this.#add("slow-page", number, `${ttfbMs} ms`);
      if (isSecure && graph.urlOf(number).startsWith("http:")) this.#add("insecure-page", number, "http");
      if (html.refresh !== undefined && html.refresh !== number)
        this.#add("meta-refresh", number, graph.urlOf(html.refresh), [html.refresh]);
      if (!this.isIndexable(number)) continue;
      const depth = this.depthOf(number) ?? 0;
      if (depth >= DEEP) this.#add("deep-page", number, `${depth} clicks`);
      for (const [check, detailOf] of FROM_CHECKS)
        if (html.findings.some(([found]) => found === check)) this.#add(check, number, detailOf(html));
    }
  }

  #findDuplicates(): void {
    const pages = [...this.graph.htmlPages()].filter(([number]) => this.isIndexable(number));
    const grouped = (
      id: IssueId,
      keyOf: (html: HtmlPage) => string | undefined,
      detail: (html: HtmlPage) => string,
    ) => {
      const read = pages.flatMap(([number, html]) => {
        const key = keyOf(html);
        return key ? [{ number, html, key }] : [];
      });
      for (const [first, ...others] of Map.groupBy(read, ({ key }) => key).values()) {
        if (first === undefined) continue;
        const numbers = others.map(({ number }) => number);
        const kept =
          id === "duplicate-content" ? notTranslations(this.graph, first.number, numbers) : numbers;
        if (kept.length > 0) this.#add(id, first.number, detail(first.html), kept);
      }
    };
    grouped(
      "title-duplicate",
      ({ title }) => title ?? undefined,
      ({ title }) => title ?? "",
    );
    grouped(
      "description-duplicate",
      ({ description }) => description ?? undefined,
      ({ description }) => description ?? "",
    );
    grouped(
      "duplicate-content",
      ({ words, textHash }) => (words < EQUAL_WORDS_MIN ? undefined : textHash),
      ({ words }) => `${words} words`,
    );
    this.#findNearDuplicates(pages);
  }

  /** Groups pages around the first of its kind: each is compared with a few that share one of its least hashes. */
  #findNearDuplicates(pages: readonly (readonly [number, HtmlPage])[]): void {
    const exemplars = new Map<number, number[]>();
    const groups = new Map<number, number[]>();
    const hashes = new Set<string>();
    for (const [number, html] of pages) {
      if (html.words < NEAR_WORDS_MIN || hashes.has(html.textHash)) continue;
      hashes.add(html.textHash);
      const values = html.sketch.subarray(0, BANDS);
      const candidates = new Set<number>();
      for (const value of values) for (const one of exemplars.get(value) ?? []) candidates.add(one);
      let best: number | undefined;
      for (const one of candidates) {
        if (similarity(html.sketch, this.graph.htmlOf(one)?.sketch ?? new Uint32Array()) < NEAR) continue;
        best = Math.min(best ?? one, one);
      }
      if (best !== undefined) groups.get(best)?.push(number);
      else {
        groups.set(number, []);
        for (const value of values) {
          const known = exemplars.getOrInsert(value, []);
          // The newest ones are as good as any: what all pages share tells none apart.
          if (known.length >= EXEMPLARS) known.shift();
          known.push(number);
        }
      }
    }
    for (const [first, all] of groups) {
      const others = notTranslations(this.graph, first, all);
      if (others.length > 0) this.#add("near-duplicate-content", first, `${others.length + 1} pages`, others);
    }
  }

  #findCanonicals(): void {
    const { graph } = this;
    for (const [number, html] of graph.htmlPages()) {
      if (html.canonicals > 1) this.#add("canonical-multiple", number, `${html.canonicals} canonical URLs`);
      const target = graph.canonicalOf(number);
      if (target === undefined) continue;
      const next = graph.canonicalOf(target);
      const detail = `${graph.urlOf(target)}: ${graph.statusOf(target)}`;
      if (graph.isBroken(target)) this.#add("canonical-broken", number, detail, [target]);
      else if (graph.isRedirect(target))
        this.#add("canonical-redirect", number, detail, [target, graph.resolve(target).end]);
      else if (graph.htmlOf(target)?.noindex === true || isBlocked(graph, target))
        this.#add("canonical-noindex", number, graph.urlOf(target), [target]);
      else if (next !== undefined)
        this.#add("canonical-chain", number, `${graph.urlOf(target)} → ${graph.urlOf(next)}`, [target, next]);
      else this.#add("canonical-elsewhere", number, graph.urlOf(target), [target]);
    }
  }

  #findSitemaps(): void {
    const { graph, inLinks } = this;
    const throughRedirect = new Set<number>();
    for (const number of graph.nodes.keys())
      if (graph.isRedirect(number) && inLinks.countOf(number) > 0)
        throughRedirect.add(graph.resolve(number).end);
    for (const number of graph.listed) {
      if (!graph.isOwn(number)) continue;
      const detail = graph.statusOf(number);
      const html = graph.htmlOf(number);
      const canonical = graph.canonicalOf(number);
      if (graph.isBroken(number) || graph.isRefused(number)) this.#add("sitemap-broken", number, detail);
      else if (graph.isRedirect(number))
        this.#add("sitemap-redirect", number, detail, [graph.resolve(number).end]);
      else if (isBlocked(graph, number)) this.#add("sitemap-blocked", number, "robots.txt");
      else if (html?.noindex === true) this.#add("sitemap-noindex", number, "noindex");
      else if (canonical !== undefined)
        this.#add("sitemap-not-canonical", number, graph.urlOf(canonical), [canonical]);
      const isReached = number === graph.home || inLinks.countOf(number) > 0 || throughRedirect.has(number);
      if (html !== undefined && !isReached) this.#add("orphan", number, "no links");
    }
    const named = new Set([...graph.robots.values()].flatMap(({ sitemaps }) => sitemaps));
    for (const [i, { url, status, error }] of graph.sitemaps.entries()) {
      // Without a name in robots.txt, /sitemap.xml is a guess.
      const isGuess =
        i === 0 && named.size === 0 && (status === 404 || status === 410 || error === "not-a-sitemap");
      if (error !== undefined && !isGuess)
        this.#add("sitemap-unreadable", 0, `${url}: ${status ?? "no response"} (${error})`);
    }
    if (graph.listed.size === 0) return;
    for (const [number] of graph.htmlPages())
      if (this.isIndexable(number) && !graph.listed.has(number))
        this.#add("not-in-sitemap", number, "not listed");
  }

  #findTranslations(): void {
    const { graph } = this;
    for (const [number, page] of graph.htmlPages()) {
      // Google reads the translations of the canonical page.
      if (page.noindex || graph.canonicalOf(number) !== undefined) continue;
      for (const [target, langs] of translationsOf(graph, number, page)) {
        const html = graph.htmlOf(target);
        const detail = `${langs}: ${graph.urlOf(target)}`;
        const isBad =
          graph.isBroken(target) ||
          graph.isRedirect(target) ||
          isBlocked(graph, target) ||
          html?.noindex === true;
        if (isBad)
          this.#add(
            "hreflang-broken",
            number,
            `${detail}: ${html?.noindex === true ? "noindex" : graph.statusOf(target)}`,
            [target],
          );
        else if (html !== undefined && !html.hreflang.some(([, back]) => back === number))
          this.#add("hreflang-no-return", number, detail, [target]);
      }
    }
  }
}

/** Pages but those that a page and they themselves name as translations: for other countries, the text may be the same. */
function notTranslations(graph: SiteGraph, first: number, others: readonly number[]): number[] {
  const names = (from: number, to: number) =>
    graph.htmlOf(from)?.hreflang.some(([, target]) => target === to) === true;
  return others.filter((other) => !(names(first, other) && names(other, first)));
}

function translationsOf(graph: SiteGraph, number: number, { hreflang }: HtmlPage): Map<number, string> {
  const langs = new Map<number, string>();
  for (const [lang, target] of hreflang) {
    const others = langs.get(target);
    if (target !== number && graph.isOwn(target))
      langs.set(target, others === undefined ? lang : `${others}, ${lang}`);
  }
  return langs;
}

function isBlocked(graph: SiteGraph, number: number): boolean {
  return graph.nodes[number] === undefined && graph.skipped[number] === "robots";
}

/** The pages with status 200 that are error pages, by what they say or by how URLs that do not exist respond. */
function softErrorsOf(graph: SiteGraph): Set<number> {
  const home = graph.htmlOf(graph.home);
  const samples = graph.probes.flatMap(({ url, status, title, sketch }) => {
    if (status !== 200 || sketch === undefined) return [];
    const values = readSketch(sketch);
    // A site that shows its home page, or an empty shell, for every URL says nothing by it.
    const isHome = home !== undefined && similarity(values, home.sketch) >= NEAR;
    const folder = url.slice(0, url.lastIndexOf("/") + 1);
    return isHome ? [] : [{ folder, title: withoutDigits(title), values }];
  });
  const found = new Set<number>();
  for (const [number, html] of graph.htmlPages()) {
    if (html === home || html.noindex) continue;
    const url = graph.urlOf(number);
    const title = withoutDigits(html.title);
    const isLikeProbe = samples.some((sample) => {
      return (
        url.startsWith(sample.folder) &&
        title === sample.title &&
        similarity(sample.values, html.sketch) >= NEAR
      );
    });
    if (isLikeProbe || html.findings.some(([check]) => check === "soft-404")) found.add(number);
  }
  return found;
}

function withoutDigits(text: string | null | undefined): string {
  return (text ?? "").replaceAll(/\d+/g, "0");
}
