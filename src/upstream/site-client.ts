import type { Fetched } from "../kit/fetch.ts";
import { Problem } from "../kit/problem.ts";
import { cookieHeader } from "./cookies.ts";
import { acquireSlot, type KeyedMutex } from "./pacing.ts";
import { readPage } from "./page-job.ts";
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

/**
 * Makes what a source reaches its site through. Each request asks robots.txt, waits for its turn in the
 * lane and has one deadline; redirects are followed by hand, on hosts that the source names, without cookies.
 */
export function createSiteClient(
  world: World,
  settings: Settings,
  { rules, mutex }: { readonly rules: RobotsRules; readonly mutex: KeyedMutex },
  lane: string,
): SiteClient {
  const { userAgent, timeoutMs, maxBytes, baseUrl, robots, robotsVariable, retries } = settings;

  const mayFetch = async (url: URL): Promise<void> => {
    if (robots === "permitted") return;
    const { address: robotsUrl, base } = located(baseUrl, new URL("/robots.txt", url));
    const { state, fetch } = world;
    const now = () => world.now();
    const ruling = await rules.ask({ url, robotsUrl, base, userAgent, state, fetch, now });
    if (ruling === "disallowed") throw problems.robots(url.host, robotsVariable);
    if (ruling === "unknown") throw problems.unavailable(url.host);
  };

  const fetchOnce = (url: URL, headers: Readonly<Record<string, string>>): Promise<Fetched> => {
    const { address, base } = located(baseUrl, url);
    const limits = { maxBytes, deadlineMs: timeoutMs, maxRedirects: 0, overflow: "refuse" } as const;
    return world.fetch(address, { ...limits, headers, userAgent, base, parameter: "url" });
  };

  const fetchFrom = async (first: URL, options: GetOptions): Promise<Page> => {
    const { cookies, maxRedirects = 0, follows = (host) => host === first.host } = options;
    const cookie = cookies === undefined ? undefined : cookieHeader(cookies, first);
    let url = first;
    let headers = cookie === undefined ? { ...options.headers } : { ...options.headers, Cookie: cookie };
    for (let followed = 0; ; followed++) {
      const { status, headers: answered, body } = await fetchOnce(url, headers);
      const to = answered.get("location")?.[0];
      const next = status >= 300 && status < 400 && to !== undefined ? URL.parse(to, url.href) : null;
      const page = { url: url.href, status, headers: answered, body };
      if (next === null || followed >= maxRedirects) return page;
      if (next.protocol !== "https:" || next.port !== "" || !follows(next.host, next.pathname)) return page;
      await mayFetch(next);
      url = next;
      headers = { ...options.headers };
    }
  };

  return {
    now: () => world.now(),
    parse: (job, input) => readPage(world.run, world.signal, job, input, new URL(input.url).host),
    async get(address, options = {}) {
      const url = new URL(address);
      await mayFetch(url);
      for (let tried = 0; ; tried++) {
        const leave = await acquireSlot({
          state: world.state,
          mutex,
          lane,
          site: url.host,
          settings: tried === 0 ? settings : { ...settings, maxWaitMs: timeoutMs },
          signal: world.signal,
          now: () => world.now(),
        });
        try {
          const page = await fetchFrom(url, options);
          if (tried >= retries || !FAULTS.has(page.status)) return page;
        } catch (error) {
          const lost = error instanceof Problem && error.code === "upstream-unreachable";
          if (!lost || tried >= retries) throw told(error, url.host);
        } finally {
          await leave();
        }
      }
    },
  };
}

/** What the way out says of an address, said of the site: its caller has given no address. */
function told(error: unknown, site: string): unknown {
  if (!(error instanceof Problem)) return error;
  const { code } = error;
  if (code === "upstream-timeout") {
    const detail = `${site} did not answer in full in time.`;
    return new Problem("upstream-timeout", detail, problems.unavailable(site, error).options);
  }
  return code.startsWith("upstream-") || code.startsWith("url-") ? problems.unavailable(site, error) : error;
}
