import type { CrawlStep, Ending, HtmlFacts, PageFacts, PlannedUrl, SkipReason } from "./crawl.ts";
import { SiteScope } from "./site-scope.ts";
import { readSketch } from "./text-sketch.ts";

type StepOf<Type extends CrawlStep["type"]> = Extract<CrawlStep, { type: Type }>;

/** An HTML page with its lists as numbers in little memory. */
export interface HtmlPage extends Omit<HtmlFacts, "links" | "sketch"> {
  readonly links: Int32Array;
  readonly sketch: Uint32Array;
}

/** A response as the analysis holds it. */
export interface Node extends Omit<PageFacts, "html"> {
  readonly as: PlannedUrl["as"];
  readonly html?: HtmlPage | undefined;
}

/** Targets of the redirects from a URL. */
export interface Resolved {
  /** The last URL that is known. */
  readonly end: number;
  /** The URLs that redirect, the first one included. */
  readonly hops: readonly number[];
  /** `loop`: they never end, or not within 20. */
  readonly isLoop: boolean;
}

/** Status codes that keep a crawler out of a page that visitors may see. */
const REFUSED: ReadonlySet<number | null> = new Set([401, 403, 405, 429, 451, 999]);
const HOPS_MAX = 20;

/** The URLs of a crawl and how they are connected. */
export class SiteGraph {
  readonly urls: string[] = [];
  readonly nodes: (Node | undefined)[] = [];
  readonly skipped: (SkipReason | undefined)[] = [];
  readonly plans: (PlannedUrl | undefined)[] = [];
  readonly listed = new Set<number>();
  readonly sitemaps: StepOf<"sitemap">[] = [];
  readonly robots = new Map<string, StepOf<"robots">>();
  readonly probes: StepOf<"probe">[] = [];
  readonly traps: StepOf<"trap">[] = [];
  start: StepOf<"start"> | undefined;
  ending: Ending | undefined;
  endedAt: number | undefined;
  pages = 0;
  #scope: SiteScope | undefined;
  readonly #own: (boolean | undefined)[] = [];

  add(step: CrawlStep): void {
    switch (step.type) {
      case "start":
        this.start = step;
        this.#scope = new SiteScope(step.hosts, step.options);
        this.urls.push(step.url);
        this.plans[0] = { number: 0, as: "page", source: "start", depth: 0 };
        break;
      case "robots":
        this.robots.set(step.origin, step);
        break;
      case "sitemap":
        this.#addFound(step.found);
        for (const number of step.lists) this.listed.add(number);
        this.sitemaps.push(step);
        break;
      case "page":
        this.#addFound(step.found);
        for (const planned of step.planned) this.plans[planned.number] = planned;
        this.#addPage(step);
        break;
      case "plan":
        for (const planned of step.planned) this.plans[planned.number] = planned;
        for (const [number, reason] of step.skipped) this.skipped[number] = reason;
        break;
      case "probe":
        this.probes.push(step);
        break;
      case "trap":
        this.traps.push(step);
        break;
      case "end":
        this.ending = step.ending;
        this.endedAt = step.at;
    }
  }

  #addFound(found: StepOf<"page">["found"]): void {
    for (const { url, skipped } of found) {
      const number = this.urls.push(url) - 1;
      if (skipped !== undefined) this.skipped[number] = skipped;
    }
  }

  #addPage({ as, facts, units }: StepOf<"page">): void {
    if (as === "check" && this.nodes[facts.number]?.as === "page") return;
    this.pages += units;
    const { html, ...rest } = facts;
    if (html === undefined) this.nodes[facts.number] = { ...rest, as };
    else {
      const links = Int32Array.from(html.links);
      this.nodes[facts.number] = { ...rest, as, html: { ...html, links, sketch: readSketch(html.sketch) } };
    }
  }

  /** The number of the page that the start URL leads to. */
  get home(): number {
    return this.resolve(0).end;
  }

  urlOf(number: number): string {
    return this.urls[number] ?? "";
  }

  isOwn(number: number): boolean {
    const known = this.#own[number] ?? this.#scope?.isOwn(this.urlOf(number)) ?? false;
    this.#own[number] = known;
    return known;
  }

  htmlOf(number: number): HtmlPage | undefined {
    return this.isOk(number) ? this.nodes[number]?.html : undefined;
  }

  isOk(number: number): boolean {
    const status = this.nodes[number]?.status ?? 0;
    return status >= 200 && status < 300;
  }

  isRedirect(number: number): boolean {
    return this.nodes[number]?.location !== undefined;
  }

  isRefused(number: number): boolean {
    const node = this.nodes[number];
    return node !== undefined && REFUSED.has(node.status) && node.status !== null;
  }

  /** Whether a URL was requested and has no page: 4xx, 5xx, no response, or a redirect to nowhere. */
  isBroken(number: number): boolean {
    const node = this.nodes[number];
    if (node === undefined || this.isOk(number) || this.isRedirect(number) || this.isRefused(number))
      return false;
    return node.status === null || node.status >= 300;
  }

  /** Whether a URL of another site, or a resource, is sure to be broken: a slow or odd server says nothing. */
  isSurelyBroken(number: number): boolean {
    const node = this.nodes[number];
    if (node === undefined) return false;
    const { status, error } = node;
    if (status === null) return error === "upstream-unreachable";
    return (
      status === 404 ||
      status === 410 ||
      (status >= 500 && status <= 599) ||
      error?.startsWith("redirect-") === true
    );
  }

  statusOf(number: number): string {
    const node = this.nodes[number];
    if (node === undefined) return this.skipped[number] ?? "not requested";
    return node.error === undefined ? String(node.status) : `${node.status ?? "no response"} (${node.error})`;
  }

  /** Follows redirects from a URL; the URL itself where it does not redirect. */
  resolve(number: number): Resolved {
    const hops: number[] = [];
    let at = number;
    for (;;) {
      const location = this.nodes[at]?.location;
      if (location === undefined) break;
      if (hops.includes(at)) return { end: at, hops, isLoop: true };
      hops.push(at);
      at = location;
    }
    return { end: at, hops, isLoop: hops.length > HOPS_MAX };
  }

  /** The canonical URL of a page that is not the page itself. */
  canonicalOf(number: number): number | undefined {
    const canonical = this.htmlOf(number)?.canonical;
    return canonical === number ? undefined : canonical;
  }

  /** Whether search engines may index a page under its own URL. */
  isIndexable(number: number): boolean {
    const html = this.htmlOf(number);
    return html !== undefined && !html.noindex && this.canonicalOf(number) === undefined;
  }

  *htmlPages(): Generator<[number: number, html: HtmlPage]> {
    for (const number of this.nodes.keys()) {
      const html = this.htmlOf(number);
      if (html !== undefined) yield [number, html];
    }
  }
}

/** Number and sources of links to URLs. */
export class InLinks {
  readonly counts: Int32Array;
  readonly #sources = new Map<number, number[]>();

  /** Counts the links to each URL. For those that `isWanted`, at most `max` of the sources are kept. */
  constructor(
    graph: SiteGraph,
    targetsOf: (node: Node) => Iterable<number>,
    isWanted: (number: number) => boolean,
    max: number,
  ) {
    this.counts = new Int32Array(graph.urls.length);
    for (const [number, node] of graph.nodes.entries()) {
      if (node === undefined || !graph.isOk(number)) continue;
      for (const target of targetsOf(node)) {
        if (target === number) continue;
        this.counts[target] = (this.counts[target] ?? 0) + 1;
        const sources = this.#sources.get(target) ?? (isWanted(target) ? [] : undefined);
        if (sources === undefined || sources.length >= max) continue;
        sources.push(number);
        this.#sources.set(target, sources);
      }
    }
  }

  countOf(number: number): number {
    return this.counts[number] ?? 0;
  }

  sourcesOf(number: number): readonly number[] {
    return this.#sources.get(number) ?? [];
  }
}

/** The targets of a page's links, those with nofollow too. */
export function* linkTargets({ html }: Pick<Node, "html">): Generator<number> {
  for (const link of html?.links ?? []) yield link < 0 ? -1 - link : link;
  if (html?.refresh !== undefined) yield html.refresh;
}

/** The URLs that a page or a style sheet loads. */
export function resourceTargets({ html, resources = [] }: Node): readonly number[] {
  return html?.resources ?? resources;
}

/** The least number of clicks from the start URL to each URL; -1 where no link leads there. Redirects are no clicks. */
export function depthsOf(graph: SiteGraph): Int32Array {
  const depths = new Int32Array(graph.urls.length).fill(-1);
  let level = [0];
  for (let depth = 0; level.length > 0; depth++) {
    const reached: number[] = [];
    for (const first of level) {
      for (
        let at: number | undefined = first;
        at !== undefined && depths[at] === -1;
        at = graph.nodes[at]?.location
      ) {
        depths[at] = depth;
        reached.push(at);
      }
    }
    level = [];
    for (const number of reached) {
      const html = graph.htmlOf(number);
      if (html === undefined) continue;
      for (const link of html.links) if (link >= 0 && depths[link] === -1) level.push(link);
      if (html.refresh !== undefined && depths[html.refresh] === -1) level.push(html.refresh);
    }
  }
  return depths;
}
