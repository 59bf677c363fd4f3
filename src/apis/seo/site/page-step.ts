import type {
  CrawlOptions,
  CrawlStep,
  HtmlFacts,
  KnownUrl,
  PageFacts,
  PlannedUrl,
  SkipReason,
  UrlSource,
} from "./crawl.ts";
import type { CrawlState } from "./crawl-state.ts";
import { hostOf, pathOf } from "./normalize-url.ts";
import type { ReadHtml } from "./page-facts.ts";
import type { SiteScope } from "./site-scope.ts";
import { leavingSection, patternOf, type TrapKind } from "./url-traps.ts";

const HOPS_MAX = 20;

/** URLs of one other site that are requested, and of all of them for each page that is allowed. */
const CHECKS_PER_HOST = 20;
const CHECKS_PER_PAGE = 2;
const CHECKS_MIN = 200;
/** URLs that are checked for each page that was read. */
const CHECKS_PER_READ = 100;

const TRAPS_MAX = 50;

/** The response of a planned URL, before its URLs have numbers. */
export interface Response {
  readonly planned: PlannedUrl;
  readonly facts: Omit<PageFacts, "number" | "location" | "html" | "resources">;
  readonly locationUrl?: string | undefined;
  readonly html?: ReadHtml | undefined;
  /** Of a style sheet. */
  readonly resourceUrls?: readonly string[] | undefined;
}

type PageStep = Extract<CrawlStep, { type: "page" }>;
type TrapStep = Extract<CrawlStep, { type: "trap" }>;

/** Turns responses into steps: numbers their URLs, and decides which of those are requested. Changes the state. */
export class StepMaker {
  readonly #state: CrawlState;
  readonly #scope: SiteScope;
  readonly #options: CrawlOptions;
  #found: { url: string; skipped?: SkipReason }[] = [];
  #planned: PlannedUrl[] = [];
  #traps: TrapStep[] = [];

  constructor(state: CrawlState, scope: SiteScope, options: CrawlOptions) {
    this.#state = state;
    this.#scope = scope;
    this.#options = options;
  }

  /** The steps of a response: the page's own, and one for each set of URLs without end that it has shown. */
  make({ planned, facts, locationUrl, html, resourceUrls }: Response): (PageStep | TrapStep)[] {
    const { number } = planned;
    this.#found = [];
    this.#planned = [];
    this.#traps = [];
    const location = locationUrl === undefined ? undefined : this.#number(locationUrl);
    const numbered = html === undefined ? undefined : this.#numberAll(html);
    const resources = resourceUrls?.flatMap((url) => this.#number(url) ?? []);
    const page: PageFacts = { number, ...facts, location, html: numbered, resources };
    if (planned.as === "page") this.#follow(planned, page, html);
    const loaded = { from: number, depth: planned.depth + 1 };
    for (const target of resources ?? []) this.#planCheck(target, "resource", loaded);
    const isSuccess = facts.status !== null && facts.status >= 200 && facts.status < 300;
    const units = planned.as === "page" && isSuccess && facts.error === undefined ? 1 : 0;
    const { as } = planned;
    const step: PageStep = {
      type: "page",
      as,
      facts: page,
      found: this.#found,
      planned: this.#planned,
      units,
    };
    this.#state.record(step);
    return [step, ...this.#traps];
  }

  /** The step of a set of URLs without end that was found before `url` of it was read; none if the set is known. */
  trap(kind: TrapKind, url: string): TrapStep[] {
    this.#traps = [];
    this.#addTrapOf(kind, url);
    return this.#traps;
  }

  list(urls: readonly string[]): { readonly lists: number[]; readonly found: KnownUrl[] } {
    this.#found = [];
    const lists = urls.flatMap((url) => this.#number(url) ?? []);
    return { lists, found: this.#found };
  }

  /** Plans to read known URLs of the site, if the options allow it. */
  planListed(numbers: readonly number[]): PlannedUrl[] {
    this.#planned = [];
    for (const number of numbers) this.#planPage(number, "sitemap", { depth: 1 });
    return this.#planned;
  }

  #number(url: string): number | undefined {
    const known = this.#state.numberOf(url);
    if (known !== undefined) return known;
    const number = this.#state.add({ url });
    if (number !== undefined) this.#found.push({ url });
    return number;
  }

  #numberAll(read: ReadHtml): HtmlFacts {
    const { canonicalUrl, hreflangUrls, foundLinks, resourceUrls, refreshUrl, ...html } = read;
    const links = foundLinks.flatMap(({ url, nofollow }) => {
      const number = this.#number(url);
      return number === undefined ? [] : nofollow || html.nofollow ? -1 - number : number;
    });
    const canonical = canonicalUrl === undefined ? undefined : this.#number(canonicalUrl);
    const refresh = refreshUrl === undefined ? undefined : this.#number(refreshUrl);
    return {
      ...html,
      links: [...new Set(links)],
      hreflang: hreflangUrls.flatMap(([lang, url]): [string, number][] => {
        const number = this.#number(url);
        return number === undefined ? [] : [[lang, number]];
      }),
      resources: [...new Set(resourceUrls.flatMap((url) => this.#number(url) ?? []))],
      canonical,
      refresh,
    };
  }

  #follow(planned: PlannedUrl, page: PageFacts, read: ReadHtml | undefined): void {
    const { number, depth, hops = 0 } = planned;
    const { html, location } = page;
    if (location !== undefined && hops < HOPS_MAX)
      this.#planAny(location, "redirect", { from: number, depth, hops: hops + 1 });
    if (html === undefined) return;
    const next = { from: number, depth: depth + 1 };
    const url = this.#state.urls[number] ?? "";
    const leaves = leavingSection(url);
    const isOther = (target: number) => leaves(this.#state.urls[target] ?? "");
    const targets = html.links.filter((link) => link >= 0);
    // Links that lead away come first: whether there are any decides how those of the same kind are seen.
    const others = targets.filter(isOther);
    const before = this.#planned.length;
    for (const target of others) this.#planAny(target, "link", next);
    const isProductive = this.#planned.slice(before).some(({ as }) => as === "page");
    for (const name of this.#state.observe(page, isProductive)) this.#addTrap("session", `?${name}=`, url);
    for (const target of targets) if (!isOther(target)) this.#planAny(target, "link", next);
    if (html.refresh !== undefined) this.#planAny(html.refresh, "link", next);
    if (html.canonical !== undefined) this.#planAny(html.canonical, "canonical", next);
    for (const [, target] of html.hreflang) this.#planAny(target, "hreflang", next);
    for (const target of html.resources) this.#planCheck(target, "resource", next);
    for (const link of html.links) if (link < 0) this.#note(-1 - link, "nofollow");
    const session = read?.foundLinks.find(({ hadSession }) => hadSession);
    if (session !== undefined) this.#addTrap("session", "session in URLs", session.url);
  }

  #planAny(number: number, source: UrlSource, at: Pick<PlannedUrl, "from" | "depth" | "hops">): void {
    if (this.#scope.isOwn(this.#state.urls[number] ?? "")) this.#planPage(number, source, at);
    else this.#planCheck(number, source, at);
  }

  #planPage(number: number, source: UrlSource, at: Pick<PlannedUrl, "from" | "depth" | "hops">): void {
    const url = this.#state.urls[number] ?? "";
    if (!this.#scope.isOwn(url) || !this.#state.isOpen(number)) return;
    const trap = source !== "link" || at.from === undefined ? undefined : this.#state.trapOf(at.from, url);
    if (trap !== undefined) {
      this.#addTrapOf(trap, url);
      this.#note(number, "trap");
    } else if (!this.#scope.isIncluded(url)) this.#note(number, "pattern");
    else if (at.depth > this.#options.maxDepth) this.#note(number, "depth");
    else this.#add({ number, as: "page", source, ...at });
  }

  #planCheck(number: number, source: UrlSource, at: Pick<PlannedUrl, "from" | "depth">): void {
    const { checkResources, maxPages } = this.#options;
    if (!checkResources || this.#state.planOf(number) !== undefined) return;
    const url = this.#state.urls[number] ?? "";
    const most = Math.max(CHECKS_MIN, maxPages * CHECKS_PER_PAGE);
    if (this.#state.checks >= Math.min(most, (this.#state.pages + 1) * CHECKS_PER_READ)) return;
    if (!this.#scope.isOwn(url) && this.#state.checksOf(hostOf(url)) >= CHECKS_PER_HOST) return;
    this.#add({ number, as: "check", source, ...at });
  }

  #add(planned: PlannedUrl): void {
    this.#planned.push(planned);
    this.#state.plan(planned);
  }

  /** Notes in the step why a URL is not requested, if this page was the first to name it. */
  #note(number: number, reason: SkipReason): void {
    const known = this.#found[number - (this.#state.urls.length - this.#found.length)];
    if (known !== undefined && this.#scope.isOwn(known.url)) known.skipped ??= reason;
  }

  #addTrapOf(kind: TrapKind, url: string): void {
    this.#addTrap(kind, kind === "parameters" ? `${pathOf(url)}?…` : patternOf(url), url);
  }

  #addTrap(kind: TrapKind, pattern: string, example: string): void {
    const name = `${kind} ${pattern}`;
    const { traps } = this.#state;
    if (traps.has(name) || traps.size >= TRAPS_MAX) return;
    traps.add(name);
    this.#traps.push({ type: "trap", kind, pattern, example });
  }
}
