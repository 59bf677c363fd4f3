import { setImmediate as nextTurn } from "node:timers/promises";
import type { CrawlOptions, CrawlStep, KnownUrl, PageFacts, PlannedUrl } from "./crawl.ts";
import { hostOf, keyOf, nameOf, originOf, parametersOf, pathOf, queryOf } from "./normalize-url.ts";
import { leavingSection, TrapDetector, type TrapKind } from "./url-traps.ts";

/** URLs that a crawl knows, and their characters together. Links to others are counted only. */
const URLS_MAX = 200_000;
const CHARACTERS_MAX = 20_000_000;

/** URLs that are requested without a page to show for it, such as redirects, for each page that is allowed. */
const REQUESTS_PER_PAGE = 3;
const REQUESTS_MIN = 100;

/** URLs that are compared before other work has its turn. */
const URLS_PER_TURN = 2_000;

const FOLDERS_MAX = 1_000;

const IGNORED_MAX = 20;

/**
 * The state of a crawl in memory: the URLs that it knows, its queues and its counts. It is made by applying steps, so the
 * steps of a stored log give the same state again.
 */
export class CrawlState {
  readonly urls: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #plans: (PlannedUrl | undefined)[] = [];
  readonly #done = new Set<number>();
  /** Planned URLs in the order of discovery, and how many of them have been taken. */
  readonly #queues = {
    page: { numbers: [] as number[], taken: 0 },
    check: { numbers: [] as number[], taken: 0 },
  };
  readonly #ignored = new Set<string>();
  /** Whether a parameter is ignored that keys of URLs still have. */
  #isUnsettled = false;
  readonly #traps = new TrapDetector();
  /** URLs of sitemaps in their order; they are planned when no link is left to follow. */
  readonly listed: number[] = [];
  readonly sitemaps = new Set<string>();
  readonly origins = new Map<string, string>();
  readonly traps = new Set<string>();
  readonly probed = new Set<string>();
  /** HTML pages by the first folder of their path, to probe for pages that do not exist. */
  readonly folders = new Map<string, number>();
  hosts: readonly string[] | undefined;
  /** The start URL after its redirects. */
  home = "";
  sitemapsPlanned = false;
  ended: Extract<CrawlStep, { type: "end" }>["ending"] | undefined;
  pages = 0;
  requests = 0;
  /** URLs of the site in a row that gave no response. */
  failures = 0;
  /** URLs that are planned to be checked. */
  checks = 0;
  sheets = 0;
  readonly #checksByHost = new Map<string, number>();
  #characters = 0;

  numberOf(url: string): number | undefined {
    return this.#numbers.get(keyOf(url, this.#ignored));
  }

  /** Adds a URL without a step: the caller puts it into the step that it is making. Undefined beyond the limits. */
  add(known: KnownUrl): number | undefined {
    const { url } = known;
    if (this.urls.length >= URLS_MAX || this.#characters + url.length > CHARACTERS_MAX) return undefined;
    const number = this.urls.push(url) - 1;
    this.#characters += url.length;
    const key = keyOf(url, this.#ignored);
    if (!this.#numbers.has(key)) this.#numbers.set(key, number);
    return number;
  }

  plan(planned: PlannedUrl): void {
    const { number, as } = planned;
    this.#plans[number] = planned;
    if (as === "check") this.#countCheck(number);
    else this.#done.delete(number);
    this.#queues[as].numbers.push(number);
  }

  planOf(number: number): PlannedUrl | undefined {
    return this.#plans[number];
  }

  isDone(number: number): boolean {
    return this.#done.has(number);
  }

  /** Whether a URL can still be planned to be read: it is not, or only to be checked and that was not done. */
  isOpen(number: number): boolean {
    return this.#plans[number]?.as !== "page";
  }

  /** The next URL to read or to check; undefined when none is waiting. */
  take(as: PlannedUrl["as"]): PlannedUrl | undefined {
    const queue = this.#queues[as];
    while (queue.taken < queue.numbers.length) {
      const planned = this.#plans[queue.numbers[queue.taken++] ?? -1];
      if (planned?.as === as && !this.#done.has(planned.number)) return planned;
    }
    return undefined;
  }

  /** URLs that are planned and have not been taken. */
  get waiting(): number {
    const { page, check } = this.#queues;
    return page.numbers.length - page.taken + check.numbers.length - check.taken;
  }

  #countCheck(number: number): void {
    const host = hostOf(this.urls[number] ?? "");
    this.checks++;
    this.#checksByHost.set(host, (this.#checksByHost.get(host) ?? 0) + 1);
  }

  /** How many URLs of a host are planned to be checked. */
  checksOf(host: string): number {
    return this.#checksByHost.get(host) ?? 0;
  }

  get done(): number {
    return this.#done.size;
  }

  /** Whether as many URLs have been requested, or are, as `maxPages` allows. */
  isFull({ maxPages }: CrawlOptions, inFlight: number): "page-limit" | "url-limit" | undefined {
    if (this.pages + inFlight >= maxPages) return "page-limit";
    return this.requests + inFlight >= maxPages * REQUESTS_PER_PAGE + REQUESTS_MIN ? "url-limit" : undefined;
  }

  /**
   * Stops telling URLs apart by the parameters that were found to change nothing, in turns of the event loop. To be awaited
   * after each step, before URLs are looked up.
   */
  async settle(): Promise<void> {
    if (!this.#isUnsettled) return;
    this.#isUnsettled = false;
    for (const [number, url] of this.urls.entries()) {
      if (number % URLS_PER_TURN === URLS_PER_TURN - 1) await nextTurn();
      const query = queryOf(url);
      if (query === "" || !parametersOf(query).some((one) => this.#ignored.has(nameOf(one)))) continue;
      const key = keyOf(url, this.#ignored);
      const first = this.#numbers.get(key);
      if (first === undefined || first > number) this.#numbers.set(key, number);
    }
  }

  /** The first URL that is the same page, as far as parameters tell; the number itself if it is the first. */
  firstOf(number: number): number {
    return this.numberOf(this.urls[number] ?? "") ?? number;
  }

  apply(step: CrawlStep): void {
    switch (step.type) {
      case "start":
        this.start(step);
        break;
      case "robots":
        this.origins.set(step.origin, step.state);
        break;
      case "sitemap":
        this.sitemaps.add(step.url);
        for (const known of step.found) this.add(known);
        this.listed.push(...step.lists);
        break;
      case "page":
        for (const known of step.found) this.add(known);
        this.observe(step.facts, this.#leadsAway(step));
        for (const planned of step.planned) this.plan(planned);
        this.record(step);
        break;
      case "plan":
        for (const planned of step.planned) this.plan(planned);
        for (const [number] of step.skipped) this.skip(number);
        if (step.planned.some(({ source }) => source === "sitemap")) this.sitemapsPlanned = true;
        break;
      case "probe":
        this.probed.add(step.url);
        break;
      case "trap":
        this.traps.add(`${step.kind} ${step.pattern}`);
        break;
      case "end":
        this.ended = step.ending;
    }
  }

  /** Begins with the start URL as number 0. */
  start({ hosts, url, home }: Extract<CrawlStep, { type: "start" }>): void {
    this.hosts = hosts;
    this.home = home;
    const number = this.add({ url });
    if (number !== undefined) this.plan({ number, as: "page", source: "start", depth: 0 });
  }

  skip(number: number): void {
    this.#done.add(number);
  }

  /** Takes note of a page before its links to its own family are judged, see `TrapDetector.observe`. */
  observe(facts: PageFacts, isProductive: boolean): string[] {
    const url = this.urls[facts.number] ?? "";
    const ignored = this.#traps
      .observe(facts, url, this.#plans[facts.number]?.from, isProductive)
      .filter((name) => this.#ignored.size < IGNORED_MAX && !this.#ignored.has(name));
    for (const name of ignored) this.#ignored.add(name);
    this.#isUnsettled ||= ignored.length > 0;
    return ignored;
  }

  /** Why a link leads into a set of URLs without end; undefined if it does not. */
  trapOf(from: number, url: string): TrapKind | undefined {
    return this.#traps.trapOf(from, url);
  }

  #leadsAway({ facts, planned }: Extract<CrawlStep, { type: "page" }>): boolean {
    const leaves = leavingSection(this.urls[facts.number] ?? "");
    return planned.some(({ as, source, number }) => {
      return as === "page" && source === "link" && leaves(this.urls[number] ?? "");
    });
  }

  record({ as, facts, units }: Pick<Extract<CrawlStep, { type: "page" }>, "as" | "facts" | "units">): void {
    // What was only to be checked may have been planned to be read meanwhile.
    if (as !== this.#plans[facts.number]?.as) return;
    this.#done.add(facts.number);
    if (facts.resources !== undefined) this.sheets++;
    if (as === "check") return;
    this.requests++;
    this.pages += units;
    this.failures = facts.status === null ? this.failures + 1 : 0;
    if (facts.html !== undefined) this.#countFolder(this.urls[facts.number] ?? "");
  }

  #countFolder(url: string): void {
    const [, first, second] = pathOf(url).split("/");
    if (first === undefined || second === undefined) return;
    const folder = `${originOf(url)}/${first}/`;
    if (this.folders.size < FOLDERS_MAX || this.folders.has(folder))
      this.folders.set(folder, (this.folders.get(folder) ?? 0) + 1);
  }
}
