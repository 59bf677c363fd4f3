import { setImmediate as nextTurn } from "node:timers/promises";
import type { Fetched } from "../../../kit/fetch.ts";
import { Problem } from "../../../kit/problem.ts";
import { siteOf } from "../../../kit/site-of.ts";
import type {
  CrawlContext,
  CrawlOptions,
  CrawlStep,
  Ending,
  KnownUrl,
  PlannedUrl,
  SkipReason,
} from "./crawl.ts";
import { CrawlState } from "./crawl-state.ts";
import { hostOf, normalizeUrl, originOf } from "./normalize-url.ts";
import { type Response, StepMaker } from "./page-step.ts";
import { readPage, readSitemap, type Sandbox } from "./read-site.ts";
import { SiteFetch } from "./site-fetch.ts";
import { hostsOf, SiteScope } from "./site-scope.ts";
import { SITEMAP_BYTES } from "./sitemap-urls.ts";
import type { TrapKind } from "./url-traps.ts";

/** Pages that are read at a time, and how many may be ahead of the one that is recorded next. */
const AT_ONCE = 4;
const AHEAD = 32;

/** URLs of the site in a row without a response that end a crawl. */
const FAILURES_MAX = 20;

/** URLs of one other site that are checked, with those that redirects lead to. */
const CHECKS_PER_SITE = 40;

/** Style sheets whose URLs are checked: in all, and for each page that was read. */
const SHEETS_MAX = 200;
const SHEETS_PER_PAGE = 20;

const SITEMAPS_MAX = 500;
const SITEMAP_DEADLINE_MS = 30_000;
/** URLs of all sitemaps together that are compared with the site. */
const LISTED_MAX = 50_000;
/** URLs of a sitemap that are numbered before other work has its turn. */
const LISTED_PER_TURN = 500;

/** Redirects of a URL to other spellings of itself, such as one with a session, that are followed. */
const SPELLINGS_MAX = 3;

/** Folders that are probed for how they respond to pages that do not exist, and the pages they need to have. */
const FOLDERS_MAX = 10;
const FOLDER_PAGES_MIN = 3;

type Outcome =
  | { readonly response: Response }
  | { readonly number: number; readonly skipped: SkipReason; readonly trap?: TrapKind | undefined };

interface Task {
  readonly planned: PlannedUrl;
  readonly outcome: Promise<Outcome>;
  done: Outcome | undefined;
}

/** A URL of an origin that no page has. The same for each crawl, so that reports can be compared. */
function missingUrl(folder: string): string {
  const hash = new Bun.CryptoHasher("sha256").update(folder).digest("hex").slice(0, 12);
  return `${folder}quintet-audit-${hash}`;
}

function isSheet(outcome: Outcome): boolean {
  return "response" in outcome && outcome.response.resourceUrls !== undefined;
}

function isRedirect({ status, headers }: Fetched): boolean {
  return status >= 300 && status < 400 && status !== 304 && headers.has("location");
}

/** One run of a crawl, from its log to its end or to an error. */
class Crawl {
  readonly #options: CrawlOptions;
  readonly #context: CrawlContext;
  readonly #abort = new AbortController();
  readonly #sandbox: Sandbox;
  readonly #fetch: SiteFetch;
  readonly #state = new CrawlState();
  #scope: SiteScope;
  #maker: StepMaker;
  #steps: CrawlStep[] = [];
  readonly #pages: Task[] = [];
  readonly #checks = new Set<Task>();
  /** Resources of the site itself: requested after its pages. */
  readonly #ownChecks: PlannedUrl[] = [];
  /** URLs that were checked, redirects included, by their site. */
  readonly #checksOf = new Map<string, number>();
  #wake = Promise.withResolvers<void>();
  #failure: { readonly error: unknown } | undefined;

  constructor(options: CrawlOptions, context: CrawlContext) {
    const signal = AbortSignal.any([context.signal, this.#abort.signal]);
    this.#options = options;
    this.#context = { ...context, signal };
    this.#sandbox = { run: context.run, clock: context.clock, signal };
    this.#fetch = new SiteFetch(this.#context, options.pace);
    this.#scope = new SiteScope([], options);
    this.#maker = new StepMaker(this.#state, this.#scope, options);
  }

  async run(): Promise<Ending> {
    try {
      for await (const step of this.#context.log.read()) {
        this.#state.apply(step);
        await this.#state.settle();
      }
      if (this.#state.ended !== undefined) return this.#state.ended;
      const ending = (await this.#begin()) ?? (await this.#crawl());
      this.#steps.push({ type: "end", at: this.#context.clock.now(), ending });
      await this.#flush();
      return ending;
    } finally {
      // What is still under way ends with an error that nobody waits for.
      this.#abort.abort(new DOMException("the crawl has ended", "AbortError"));
    }
  }

  async #flush(): Promise<void> {
    const steps = this.#steps;
    this.#steps = [];
    this.#context.signal.throwIfAborted();
    if (steps.length === 0) return;
    const { done, waiting, urls } = this.#state;
    await this.#context.log.append(steps, {
      done,
      waiting: waiting + this.#pages.length + this.#checks.size + this.#ownChecks.length,
      urlOf: (number) => urls[number] ?? "",
    });
  }

  /** Finds out which hosts the site has, and reads its sitemaps. Gives an ending if there is nothing to crawl. */
  async #begin(): Promise<Ending | undefined> {
    let ending: Ending | undefined;
    if (this.#state.hosts === undefined) ending = await this.#start();
    const hosts = this.#state.hosts ?? [];
    this.#scope = new SiteScope(hosts, this.#options);
    this.#maker = new StepMaker(this.#state, this.#scope, this.#options);
    if (ending !== undefined) return ending;
    if (this.#state.sitemaps.size === 0) await this.#readSitemaps();
    return undefined;
  }

  async #start(): Promise<Ending | undefined> {
    const url = normalizeUrl(this.#options.startUrl);
    if (url === undefined)
      throw new Problem("url-invalid", "The start URL must be a valid http or https URL.", {
        parameter: "url",
      });
    const at = this.#context.clock.now();
    const rules = await this.#fetch.rulesOf(originOf(url));
    const isAllowed = this.#fetch.isAllowed(rules, url);
    const response = isAllowed
      ? await this.#fetch.request(url, { maxRedirects: 10, maxBytes: 1_024 })
      : undefined;
    const final =
      response !== undefined && "fetched" in response ? normalizeUrl(response.fetched.url) : undefined;
    const step = {
      type: "start",
      at,
      url,
      options: this.#options,
      home: final ?? url,
      hosts: hostsOf(url, final ?? url),
    } as const;
    this.#state.start(step);
    this.#steps.push(step);
    this.#noteRules(rules.step);
    if (!isAllowed) {
      this.#skip(0, "robots");
      await this.#flush();
      return rules.step.state === "unreachable" ? "unreachable" : "robots";
    }
    await this.#flush();
    return undefined;
  }

  #skip(number: number, reason: SkipReason): void {
    this.#state.skip(number);
    this.#steps.push({ type: "plan", planned: [], skipped: [[number, reason]] });
  }

  #noteRules(step: Extract<CrawlStep, { type: "robots" }>): void {
    if (this.#state.origins.has(step.origin)) return;
    this.#state.apply(step);
    this.#steps.push(step);
  }

  /** Reads the sitemaps that robots.txt names, else /sitemap.xml, and the files of an index. */
  async #readSitemaps(): Promise<void> {
    const origin = originOf(this.#state.home);
    const { step } = await this.#fetch.rulesOf(origin);
    const named = step.sitemaps.flatMap((url) => normalizeUrl(url) ?? []);
    const waiting = named.length > 0 ? [...new Set(named)] : [`${origin}/sitemap.xml`];
    const seen = new Set(waiting);
    let left = LISTED_MAX;
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const read = await this.#readSitemap(url, left);
      const [lists, found] = await this.#list(read.isIndex ? [] : read.urls);
      left -= lists.length;
      if (read.isIndex) {
        for (const file of read.urls) {
          if (seen.has(file) || seen.size >= SITEMAPS_MAX) continue;
          seen.add(file);
          waiting.push(file);
        }
      }
      const { status, error } = read;
      this.#steps.push({ type: "sitemap", url, status, lists, found, error });
      this.#state.sitemaps.add(url);
      this.#state.listed.push(...lists);
    }
    await this.#flush();
  }

  /** Numbers the URLs of a sitemap, in turns of the event loop. */
  async #list(urls: readonly string[]) {
    const [lists, found]: [number[], KnownUrl[]] = [[], []];
    for (let at = 0; at < urls.length; at += LISTED_PER_TURN) {
      const part = this.#maker.list(urls.slice(at, at + LISTED_PER_TURN));
      lists.push(...part.lists);
      found.push(...part.found);
      await nextTurn();
    }
    return [lists, found] as const;
  }

  async #readSitemap(url: string, max: number) {
    const nothing = { isIndex: false, urls: [] };
    const rules = await this.#fetch.rulesOf(originOf(url));
    if (!this.#scope.isOwn(url) && !this.#fetch.isAllowed(rules, url))
      return { ...nothing, status: null, error: "robots" };
    const response = await this.#fetch.request(url, {
      maxBytes: SITEMAP_BYTES,
      deadlineMs: SITEMAP_DEADLINE_MS,
      maxRedirects: 5,
    });
    if ("error" in response) return { ...nothing, status: null, error: response.error };
    const { status, body } = response.fetched;
    if (status !== 200) return { ...nothing, status, error: "status" };
    const read = await readSitemap(this.#sandbox, body, max);
    return typeof read === "string" ? { ...nothing, status, error: read } : { ...read, status };
  }

  /** Reads pages and checks resources until nothing is left or a limit is reached. */
  async #crawl(): Promise<Ending> {
    if (this.#state.probed.size === 0) await this.#probe(`${originOf(this.#state.home)}/`);
    const ending = await this.#drain();
    const folders = [...this.#state.folders]
      .filter(([, pages]) => pages >= FOLDER_PAGES_MIN)
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, FOLDERS_MAX);
    for (const [folder] of folders) await this.#probe(folder);
    return ending;
  }

  async #drain(): Promise<Ending> {
    for (;;) {
      const limit = this.#startTasks();
      if (this.#pages.length === 0 && this.#checks.size === 0) {
        await this.#flush();
        if (limit === undefined && ((await this.#planListed()) || this.#state.waiting > 0)) continue;
        return limit ?? "complete";
      }
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
      if (this.#failure !== undefined) throw this.#failure.error;
      await this.#record();
      if (this.#state.failures >= FAILURES_MAX || (this.#state.failures > 0 && this.#state.requests === 1))
        return "unreachable";
    }
  }

  /** Starts to read as many URLs as may be under way. Gives the limit that keeps more from it. */
  #startTasks(): Ending | undefined {
    let reading = this.#pages.filter(({ done }) => done === undefined).length;
    let limit: Ending | undefined;
    let isDrained = false;
    while (reading < AT_ONCE && this.#pages.length < AHEAD) {
      limit = this.#state.isFull(this.#options, this.#pages.length);
      const planned = limit === undefined ? this.#state.take("page") : undefined;
      isDrained = planned === undefined && this.#pages.length === 0;
      if (planned === undefined) break;
      this.#pages.push(this.#task(planned, this.#read(planned)));
      reading++;
    }
    while (this.#checks.size < AT_ONCE) {
      const planned = this.#takeCheck(isDrained && (limit !== undefined || this.#isListPlanned()));
      if (planned === undefined) break;
      this.#checks.add(this.#task(planned, this.#check(planned)));
    }
    return isDrained ? limit : undefined;
  }

  #isListPlanned(): boolean {
    return this.#state.sitemapsPlanned || this.#state.listed.length === 0;
  }

  #isOwn({ number }: PlannedUrl): boolean {
    return this.#scope.isOwn(this.#state.urls[number] ?? "");
  }

  #takeCheck(isDrained: boolean): PlannedUrl | undefined {
    for (let next = this.#state.take("check"); next !== undefined; next = this.#state.take("check")) {
      if (!this.#isOwn(next)) return next;
      this.#ownChecks.push(next);
    }
    if (!isDrained) return undefined;
    for (let next = this.#ownChecks.shift(); next !== undefined; next = this.#ownChecks.shift()) {
      // It may have been read as a page meanwhile.
      if (!this.#state.isDone(next.number) && this.#state.planOf(next.number)?.as === "check") return next;
    }
    return undefined;
  }

  #task(planned: PlannedUrl, outcome: Promise<Outcome>): Task {
    const task: Task = { planned, outcome, done: undefined };
    const wake = () => this.#wake.resolve();
    outcome.then(
      (done) => {
        task.done = done;
        wake();
      },
      (error: unknown) => {
        this.#failure ??= { error };
        wake();
      },
    );
    return task;
  }

  /** Records responses: of pages in the order of discovery, so that a crawl does not depend on which is faster. */
  async #record(): Promise<void> {
    const note = async (done: Outcome) => {
      if ("skipped" in done) {
        const url = this.#state.urls[done.number] ?? "";
        if (done.trap !== undefined) this.#steps.push(...this.#maker.trap(done.trap, url));
        return this.#skip(done.number, done.skipped);
      }
      const { foundLinks = [], hreflangUrls = [] } = done.response.html ?? {};
      const urls = [...foundLinks.map(({ url }) => url), ...hreflangUrls.map(([, url]) => url)];
      await this.#scope.decide(urls.map((url) => this.#state.urls[this.#state.numberOf(url) ?? -1] ?? url));
      this.#steps.push(...this.#maker.make(done.response));
      await this.#state.settle();
      // Each of them may take a while: others have their turn before the next.
      if (urls.length > 0) await nextTurn();
    };
    for (let head = this.#pages[0]; head?.done !== undefined; head = this.#pages[0]) {
      this.#pages.shift();
      await note(head.done);
    }
    let isWaiting = false;
    for (const task of this.#checks) {
      // Style sheets name URLs: they are recorded in their order, so that the numbers do not depend on which is faster.
      isWaiting ||= task.done === undefined && this.#isOwn(task.planned);
      if (task.done === undefined || (isWaiting && isSheet(task.done))) continue;
      this.#checks.delete(task);
      await note(task.done);
    }
    await this.#flush();
  }

  /** Plans what sitemaps list and no link leads to. */
  async #planListed(): Promise<boolean> {
    if (this.#isListPlanned()) return false;
    this.#state.sitemapsPlanned = true;
    const { listed, urls } = this.#state;
    await this.#scope.decide(listed.map((number) => urls[number] ?? ""));
    const planned = this.#maker.planListed(listed);
    if (planned.length > 0) this.#steps.push({ type: "plan", planned, skipped: [] });
    return planned.length > 0;
  }

  async #read(planned: PlannedUrl): Promise<Outcome> {
    const { number, source, from } = planned;
    const url = this.#state.urls[number] ?? "";
    // What was not known when it was planned: that it is a copy, or one of a set without end.
    const trap = source === "link" && from !== undefined ? this.#state.trapOf(from, url) : undefined;
    if (trap !== undefined || this.#state.firstOf(number) !== number)
      return { number, skipped: "trap", trap };
    const rules = await this.#fetch.rulesOf(originOf(url));
    this.#noteRules(rules.step);
    if (!this.#fetch.isAllowed(rules, url)) return { number, skipped: "robots" };
    let asked = url;
    for (let spellings = 0; ; spellings++) {
      const response = await this.#fetch.request(asked);
      if ("error" in response)
        return { response: { planned, facts: { ...NO_RESPONSE, error: response.error } } };
      const { fetched } = response;
      const facts = factsOf(fetched);
      if (!isRedirect(fetched)) return this.#readBody(planned, url, fetched, facts);
      const target = URL.parse(fetched.headers.get("location")?.[0] ?? "", asked)?.href;
      const locationUrl = target === undefined ? undefined : normalizeUrl(target);
      const isSelf = locationUrl !== undefined && this.#state.numberOf(locationUrl) === number;
      if (target === undefined || !isSelf || target === asked || spellings >= SPELLINGS_MAX)
        return { response: { planned, facts, locationUrl } };
      asked = target;
    }
  }

  async #readBody(
    planned: PlannedUrl,
    url: string,
    fetched: Fetched,
    facts: Response["facts"],
  ): Promise<Outcome> {
    const isSuccess = fetched.status >= 200 && fetched.status < 300;
    if (!isSuccess) return { response: { planned, facts } };
    const read = await readPage(this.#sandbox, url, fetched);
    if (typeof read === "string") return { response: { planned, facts: { ...facts, error: read } } };
    return { response: { planned, facts, ...read } };
  }

  /** Requests a URL to see if it works: HEAD, and GET for servers that do not know HEAD. */
  async #check(planned: PlannedUrl): Promise<Outcome> {
    const { number } = planned;
    const url = this.#state.urls[number] ?? "";
    const skipped = await this.#mayCheck(url);
    if (skipped !== undefined) return { number, skipped };
    const options = { maxRedirects: 5, maxBytes: 1_024 };
    const allow = (target: string) => this.#mayCheck(target);
    let response = await this.#fetch.request(url, { ...options, method: "HEAD" }, allow);
    const isUnclear =
      "error" in response
        ? response.error === "upstream-invalid" || response.error === "upstream-unreachable"
        : response.fetched.status >= 400;
    if (isUnclear)
      response = await this.#fetch.request(url, { ...options, headers: { Range: "bytes=0-0" } }, allow);
    if ("error" in response)
      return { response: { planned, facts: { ...NO_RESPONSE, error: response.error } } };
    const facts = factsOf(response.fetched);
    const { stopped } = response.fetched;
    if (stopped !== undefined)
      return { response: { planned, facts: { ...facts, error: `redirect-${stopped}` } } };
    return { response: { planned, facts, resourceUrls: await this.#readSheet(response.fetched) } };
  }

  /** Reads the URLs that a style sheet of the site loads; undefined for other files. */
  async #readSheet({ url, status, headers }: Fetched): Promise<readonly string[] | undefined> {
    const isSheetType = /^\s{0,9}text\/css\s{0,9}(?:;|$)/i.test(headers.get("content-type")?.[0] ?? "");
    const { sheets, pages } = this.#state;
    if (!isSheetType || status < 200 || status >= 300 || !this.#scope.isOwn(url)) return undefined;
    if (sheets >= Math.min(SHEETS_MAX, SHEETS_PER_PAGE * pages)) return undefined;
    const response = await this.#fetch.request(url);
    if ("error" in response || response.fetched.status !== 200) return undefined;
    const read = await readPage(this.#sandbox, url, response.fetched);
    return typeof read === "string" ? undefined : read.resourceUrls;
  }

  /** The reason why a URL is not checked: its robots.txt, or that its site has had enough requests of this audit. */
  async #mayCheck(url: string): Promise<SkipReason | undefined> {
    const isOwn = this.#scope.isOwn(url);
    if (!isOwn) {
      const site = siteOf(hostOf(url));
      const checks = (this.#checksOf.get(site) ?? 0) + 1;
      if (checks > CHECKS_PER_SITE) return "limit";
      this.#checksOf.set(site, checks);
    }
    const rules = await this.#fetch.rulesOf(originOf(url));
    // The check itself says why another site gives no robots.txt.
    if (!isOwn && rules.step.state === "unreachable" && rules.step.status === null) return undefined;
    return this.#fetch.isAllowed(rules, url) ? undefined : "robots";
  }

  /** Requests a URL that does not exist, to know pages that say so with status 200. */
  async #probe(folder: string): Promise<void> {
    const url = missingUrl(folder);
    if (this.#state.probed.has(url)) return;
    const rules = await this.#fetch.rulesOf(originOf(url));
    if (!this.#fetch.isAllowed(rules, url)) return;
    const response = await this.#fetch.request(url);
    if ("error" in response) this.#steps.push({ type: "probe", url, status: null });
    else {
      const { fetched } = response;
      const { status, headers } = fetched;
      const location = isRedirect(fetched)
        ? normalizeUrl(headers.get("location")?.[0] ?? "", url)
        : undefined;
      const read = status === 200 ? await readPage(this.#sandbox, url, fetched) : "status";
      const { title, sketch } = (typeof read === "string" ? undefined : read.html) ?? {};
      this.#steps.push({ type: "probe", url, status, location, title, sketch });
    }
    this.#state.probed.add(url);
    await this.#flush();
  }
}

const NO_RESPONSE = { status: null, contentType: null, bytes: 0, ttfbMs: 0, totalMs: 0 } as const;

function factsOf({ status, headers, body, ttfbMs, totalMs }: Fetched): Response["facts"] {
  const contentType = headers.get("content-type")?.[0]?.slice(0, 200) ?? null;
  return {
    status,
    contentType,
    bytes: body.byteLength,
    ttfbMs: Math.round(ttfbMs),
    totalMs: Math.round(totalMs),
  };
}

/**
 * Crawls a site, or goes on with a crawl whose log has steps. Returns why it ended. Throws the reason of the signal, what the
 * log throws, `busy` if no sandbox process is free for two minutes, and `url-invalid`; it can be resumed after each of them.
 */
export function crawlSite(options: CrawlOptions, context: CrawlContext): Promise<Ending> {
  return new Crawl(options, context).run();
}
