import type { Fetched, FetchOptions } from "../../../kit/fetch.ts";
import { fetchProblems } from "../../../kit/fetch.ts";
import { Problem } from "../../../kit/problem.ts";
import { ROBOTS_MAX, ruleFor } from "../../../kit/robots-txt.ts";
import { networkOf, siteOf } from "../../../kit/site-of.ts";
import { robotsToken } from "../../../upstream/robots.ts";
import type { CrawlContext, CrawlStep, SkipReason } from "./crawl.ts";
import { HostPace, INTERVAL_MAX_MS } from "./host-pace.ts";
import { hostOf } from "./normalize-url.ts";
import { readRobots } from "./read-site.ts";
import { NO_RULES, type RobotsRules } from "./robots-rules.ts";

const PAGE_BYTES = 2 * 1024 * 1024;
const DEADLINE_MS = 15_000;
const ROBOTS_DEADLINE_MS = 10_000;

/** Requests for one URL whose host asks to wait, or does not respond. */
const ATTEMPTS = 3;
/** The longest pause that a `Retry-After` can ask for, and the one without it. */
const PAUSE_MAX_MS = 60_000;
const PAUSE_MS = 5_000;

/** The pause between two requests to one address, whatever names lead to it, in milliseconds. */
const ADDRESS_INTERVAL_MS = 100;

/** Returns why a URL that a redirect leads to may not be requested; undefined if it may. */
export type Allow = (url: string) => Promise<SkipReason | undefined>;

/** The rules of an origin's robots.txt for the crawler. */
export interface OriginRules {
  readonly step: Extract<CrawlStep, { type: "robots" }>;
  readonly rules: RobotsRules;
}

/** A response, or the code of the problem. */
export type FetchResult = { readonly fetched: Fetched } | { readonly error: string };

/** How long a response asks to wait, in milliseconds. */
function pauseOf({ headers }: Fetched, now: number, attempt: number): number {
  const value = headers.get("retry-after")?.[0]?.trim() ?? "";
  const asked = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Math.min(PAUSE_MAX_MS, Number.isFinite(asked) && asked >= 0 ? asked : PAUSE_MS * 2 ** attempt);
}

/** Requests URLs of a crawl: at the pace of each host, under its robots.txt, and again where a host asks to wait. */
export class SiteFetch {
  readonly #context: CrawlContext;
  readonly #intervalMs: number;
  readonly #pace: HostPace;
  readonly #rules = new Map<string, Promise<OriginRules>>();
  readonly #delays = new Map<string, number>();

  /** `pace`: requests a second to each host. */
  constructor(context: CrawlContext, pace: number) {
    this.#context = context;
    this.#intervalMs = 1_000 / Math.max(pace, 0.1);
    this.#pace = new HostPace(context.clock);
  }

  /**
   * Requests a URL, and those that it redirects to, each at its pace and only if `allow` does not object. Throws only what ends
   * the crawl.
   */
  async request(url: string, options: Partial<FetchOptions> = {}, allow?: Allow): Promise<FetchResult> {
    const { maxRedirects = 0, ...rest } = options;
    const seen = new Set([url]);
    for (let asked = url, hops = 0; ; hops++) {
      const response = await this.#request(asked, rest);
      if ("error" in response || maxRedirects === 0) return response;
      const { status, headers } = response.fetched;
      const location = headers.get("location")?.[0];
      if (status < 300 || status >= 400 || status === 304 || location === undefined) return response;
      const next = URL.parse(location, asked)?.href;
      if (next === undefined) return { error: "url-invalid" };
      const stopped = seen.has(next) ? "loop" : hops >= maxRedirects ? "too-many" : undefined;
      if (stopped !== undefined) return { fetched: { ...response.fetched, stopped } };
      // The redirect works; nothing is known of its target.
      if ((await allow?.(next)) !== undefined) return response;
      seen.add(next);
      asked = next;
    }
  }

  async #request(url: string, options: Partial<FetchOptions>): Promise<FetchResult> {
    const host = siteOf(hostOf(url));
    for (let attempt = 0; ; attempt++) {
      await this.#wait(host);
      const response = await this.#once(url, options);
      const isLast = attempt + 1 >= ATTEMPTS;
      if ("error" in response) {
        const isWorthAnother =
          response.error === "upstream-unreachable" || response.error === "upstream-invalid";
        if (!isWorthAnother || attempt > 0) return response;
        continue;
      }
      const { status } = response.fetched;
      if (status !== 429 && status !== 503) {
        this.#pace.recover(host);
        return response;
      }
      if (isLast) return response;
      this.#pace.slowDown(host, pauseOf(response.fetched, this.#context.clock.now(), attempt));
    }
  }

  async #wait(host: string): Promise<void> {
    const { signal, waitForHost } = this.#context;
    const asked = Math.max(this.#intervalMs, this.#delays.get(host) ?? 0);
    const interval = this.#pace.intervalOf(host, asked);
    await this.#pace.wait(host, interval, signal);
    await waitForHost?.(host, interval, signal);
  }

  /** Names do not tell who is asked: many of them may lead to one address. */
  async #waitForAddresses(addresses: readonly string[]): Promise<void> {
    const { signal, waitForHost } = this.#context;
    for (const address of new Set(addresses.map(networkOf))) {
      await this.#pace.wait(`address ${address}`, ADDRESS_INTERVAL_MS, signal);
      await waitForHost?.(`address ${address}`, ADDRESS_INTERVAL_MS, signal);
    }
  }

  async #once(url: string, options: Partial<FetchOptions>): Promise<FetchResult> {
    const { fetch, signal } = this.#context;
    try {
      const limits = {
        maxBytes: PAGE_BYTES,
        overflow: "truncate",
        deadlineMs: DEADLINE_MS,
        maxRedirects: 0,
        admit: (addresses: readonly string[]) => this.#waitForAddresses(addresses),
      } as const;
      return { fetched: await fetch(url, { ...limits, ...options }) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Problem && fetchProblems.includes(error.code)) return { error: error.code };
      throw error;
    }
  }

  /** Returns the rules of an origin's robots.txt, which is requested once. */
  rulesOf(origin: string): Promise<OriginRules> {
    return this.#rules.getOrInsertComputed(origin, () => this.#readRules(origin));
  }

  isAllowed({ step, rules }: OriginRules, url: string): boolean {
    if (step.state !== "parsed") return step.state === "absent";
    return ruleFor(rules, [robotsToken(this.#context.userAgent)], new URL(url)).allowed;
  }

  async #readRules(origin: string): Promise<OriginRules> {
    const response = await this.request(`${origin}/robots.txt`, {
      maxBytes: ROBOTS_MAX + 1,
      deadlineMs: ROBOTS_DEADLINE_MS,
      maxRedirects: 5,
      headers: { Accept: "text/plain,*/*;q=0.5" },
    });
    const status = "error" in response ? null : response.fetched.status;
    const step = { type: "robots", origin, status, crawlDelaySeconds: null, sitemaps: [] } as const;
    // As RFC 9309 section 2.3.1 says: 4xx allows everything; 429, 5xx and no response allow nothing.
    if ("error" in response || status === null || status === 429 || status >= 500)
      return { step: { ...step, state: "unreachable" }, rules: NO_RULES };
    if (status < 200 || status >= 300) return { step: { ...step, state: "absent" }, rules: NO_RULES };
    const token = robotsToken(this.#context.userAgent);
    const rules = await readRobots(this.#context, response.fetched.body, token);
    // Rules that cannot be read may forbid everything.
    if (typeof rules === "string") return { step: { ...step, state: "unreachable" }, rules: NO_RULES };
    const { crawlDelaySeconds, sitemaps } = rules;
    this.#delays.set(
      siteOf(hostOf(`${origin}/`)),
      Math.min(INTERVAL_MAX_MS, (crawlDelaySeconds ?? 0) * 1_000),
    );
    return { step: { ...step, state: "parsed", crawlDelaySeconds, sitemaps: [...sitemaps] }, rules };
  }
}
