import type { Fetched } from "../kit/fetch.ts";
import type { KeyedLimit } from "../kit/keyed-limit.ts";
import { Problem } from "../kit/problem.ts";
import { cookieHeader } from "./cookies.ts";
import { acquireSlot } from "./pacing.ts";
import { type PageJob, readPage } from "./page-job.ts";
import { problems } from "./problems.ts";
import type { RobotsRules } from "./robots.ts";
import type { Settings } from "./settings.ts";
import type { GetOptions, Page, SiteClient, World } from "./source.ts";

/** The faults of a site that a second try may not meet. A 503 is left alone: it may mean "less". */
const FAULTS = new Set([500, 502, 504]);

/** Where a site's address is fetched: at the site itself, or below the base that the operator wrote. */
function located(baseUrl: string, url: URL): { readonly address: string; readonly base: string | undefined } {
  const base = baseUrl.replace("{host}", url.host).replace(/\/$/, "");
  // A base of its own host is the operator's word that this host may be reached, private or not.
  const own = !/^https?:\/\/\{host\}/.test(baseUrl);
  return { address: base + url.pathname + url.search, base: own ? base : undefined };
}

/** Ends a request that has taken no slot. */
const free = async () => {};

/** State that all requests to a site share in this process. */
export interface SharedBySite {
  readonly rules: RobotsRules;
  readonly mutex: KeyedLimit;
}

/**
 * The client with which a source reads its site. Each request obeys robots.txt, waits for a slot of its `limitKey` and has
 * one deadline. Redirects are followed only to hosts that the source names, and without cookies.
 */
export class PoliteSiteClient implements SiteClient {
  readonly #world: World;
  readonly #settings: Settings;
  readonly #shared: SharedBySite;
  readonly #limitKey: string;

  constructor(world: World, settings: Settings, shared: SharedBySite, limitKey: string) {
    this.#world = world;
    this.#settings = settings;
    this.#shared = shared;
    this.#limitKey = limitKey;
  }

  now(): number {
    return this.#world.now();
  }

  parse<Input extends { readonly url: string }, Result>(
    job: PageJob<Input, Result>,
    input: Input,
  ): Promise<Result> {
    return readPage(this.#world.run, this.#world.signal, job, input, new URL(input.url).host);
  }

  async get(address: string, options: GetOptions = {}): Promise<Page> {
    const { timeoutMs, retries } = this.#settings;
    const url = new URL(address);
    await this.#mayFetch(url);
    for (let tried = 0; ; tried++) {
      const leave =
        options.isPreliminary === true
          ? free
          : await acquireSlot({
              state: this.#world.state,
              mutex: this.#shared.mutex,
              limitKey: this.#limitKey,
              site: url.host,
              settings: tried === 0 ? this.#settings : { ...this.#settings, maxWaitMs: timeoutMs },
              signal: this.#world.signal,
              now: () => this.#world.now(),
            });
      try {
        const page = await this.#fetchFrom(url, options);
        if (tried >= retries || !FAULTS.has(page.status)) return page;
      } catch (error) {
        const lost = error instanceof Problem && error.code === "upstream-unreachable";
        if (!lost || tried >= retries) throw told(error, url.host);
      } finally {
        await leave();
      }
    }
  }

  async #mayFetch(url: URL): Promise<void> {
    const { baseUrl, robots, robotsVariable, userAgent } = this.#settings;
    if (robots === "permitted") return;
    const { address: robotsUrl, base } = located(baseUrl, new URL("/robots.txt", url));
    const { state, fetch } = this.#world;
    const now = () => this.#world.now();
    const ruling = await this.#shared.rules.ask({ url, robotsUrl, base, userAgent, state, fetch, now });
    if (ruling === "disallowed") throw problems.robots(url.host, robotsVariable);
    if (ruling === "unknown") throw problems.unavailable(url.host);
  }

  #fetchOnce(
    url: URL,
    headers: Readonly<Record<string, string>>,
    deadlineMs: number,
    body?: string,
  ): Promise<Fetched> {
    const { baseUrl, maxBytes, userAgent } = this.#settings;
    const { address, base } = located(baseUrl, url);
    const limits = { maxBytes, deadlineMs, maxRedirects: 0, overflow: "refuse" } as const;
    const sent = body === undefined ? {} : ({ method: "POST", body } as const);
    return this.#world.fetch(address, { ...limits, ...sent, headers, userAgent, base, parameter: "url" });
  }

  async #fetchFrom(first: URL, options: GetOptions): Promise<Page> {
    const { cookies, maxRedirects = 0, follows = (host) => host === first.host } = options;
    const cookie = cookies === undefined ? undefined : cookieHeader(cookies, first);
    let url = first;
    let headers = cookie === undefined ? { ...options.headers } : { ...options.headers, Cookie: cookie };
    const until = this.now() + this.#settings.timeoutMs;
    for (let followed = 0; ; followed++) {
      const leftMs = Math.max(1, until - this.now());
      const { status, headers: received, body } = await this.#fetchOnce(url, headers, leftMs, options.body);
      const to = received.get("location")?.[0];
      const next = status >= 300 && status < 400 && to !== undefined ? URL.parse(to, url.href) : null;
      const page = { url: url.href, status, headers: received, body };
      if (next === null || followed >= maxRedirects) return page;
      if (next.protocol !== "https:" || next.port !== "" || !follows(next.host, next.pathname)) return page;
      await this.#mayFetch(next);
      url = next;
      headers = { ...options.headers };
    }
  }
}

/** Rewrites a problem about a URL as one about the site: the caller has not sent a URL. */
function told(error: unknown, site: string): unknown {
  if (!(error instanceof Problem)) return error;
  const { code } = error;
  if (code === "upstream-timeout") {
    const detail = `${site} did not respond completely in time. Try again later.`;
    return new Problem("upstream-timeout", detail, problems.unavailable(site, error).options);
  }
  return code.startsWith("upstream-") || code.startsWith("url-") ? problems.unavailable(site, error) : error;
}
