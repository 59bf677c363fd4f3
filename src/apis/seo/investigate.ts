import type { Fetch, Fetched, FetchOptions } from "../../kit/fetch.ts";
import { Problem } from "../../kit/problem.ts";
import { findDirectives, forbidding } from "./crawl/indexability.ts";
import { baseOf } from "./facts.ts";
import { withoutHash } from "./links.ts";
import { readPage } from "./page.ts";
import type { Probe, ProbeState, Probes } from "./probes.ts";
import type { Target, Targets } from "./report.ts";

/** The budget of all further fetches of one audit together. */
const TIME_MS = 5_000;
const AT_ONCE = 5;
const PER_HOST = 2;
const EACH_MS = 3_000;
const SITEMAPS_MAX = 3;
const SITEMAP_BYTES = 10 * 1024 * 1024;
const PAGE_BYTES = 512 * 1024;

/** Runs jobs in order, a few at a time and fewer at one host, until the time is up. */
class Budget {
  readonly #until = performance.now() + TIME_MS;
  readonly #waiting: { readonly host: string; readonly start: () => void }[] = [];
  readonly #running = new Map<string, number>();
  #total = 0;

  /** Runs a job, or resolves with undefined where no time is left for it. */
  async run<T>(url: string, job: (deadlineMs: number) => Promise<T>): Promise<T | undefined> {
    const host = URL.parse(url)?.host ?? "";
    await new Promise<void>((start) => {
      this.#waiting.push({ host, start });
      this.#next();
    });
    try {
      const left = this.#until - performance.now();
      return left < 50 ? undefined : await job(Math.min(EACH_MS, left));
    } finally {
      this.#total--;
      this.#running.set(host, (this.#running.get(host) ?? 1) - 1);
      this.#next();
    }
  }

  #next(): void {
    while (this.#total < AT_ONCE) {
      const at = this.#waiting.findIndex(({ host }) => (this.#running.get(host) ?? 0) < PER_HOST);
      const [job] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (job === undefined) return;
      this.#total++;
      this.#running.set(job.host, (this.#running.get(job.host) ?? 0) + 1);
      job.start();
    }
  }
}

function stateOf({ status, redirects, stopped }: Fetched): ProbeState {
  if (stopped !== undefined || status === 404 || status === 410 || (status >= 500 && status <= 599))
    return "broken";
  if (status >= 200 && status < 300) return redirects.length > 0 ? "redirect" : "ok";
  return "unknown";
}

/** Asks whether an address works: HEAD, then a GET of one byte where HEAD says no, for servers that know no HEAD. */
async function ask(fetch: Fetch, budget: Budget, { url, place }: Target): Promise<Probe> {
  const options = { maxBytes: 1024, overflow: "truncate", maxRedirects: 5 } as const;
  const found = await budget.run(url, async (deadlineMs): Promise<Probe> => {
    try {
      let answer = await fetch(url, { ...options, deadlineMs, method: "HEAD" });
      if (answer.status >= 400)
        answer = await fetch(url, { ...options, deadlineMs, headers: { Range: "bytes=0-0" } });
      const moved = answer.redirects[0]?.status;
      const state = stateOf(answer);
      return { url, state, status: state === "redirect" ? (moved ?? answer.status) : answer.status, place };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // A name that does not resolve is as broken as a 404; a slow or odd server says nothing.
      return {
        url,
        state: error.code === "upstream-unreachable" ? "broken" : "unknown",
        status: null,
        place,
      };
    }
  });
  return found ?? { url, state: "skipped", status: null, place };
}

/** Fetches within the budget; undefined for whatever reason there is no answer. */
async function read(fetch: Fetch, budget: Budget, url: string, options: Omit<FetchOptions, "deadlineMs">) {
  return budget.run(url, (deadlineMs) =>
    fetch(url, { ...options, deadlineMs }).catch((error: unknown) => {
      if (error instanceof Problem) return undefined;
      throw error;
    }),
  );
}

async function askCanonical(
  fetch: Fetch,
  budget: Budget,
  target: Target,
  now: number,
): Promise<Probes["canonical"]> {
  const answer = await read(fetch, budget, target.url, { maxBytes: PAGE_BYTES, overflow: "truncate" });
  if (answer === undefined) return { ...target, state: "unknown", status: null, problem: undefined };
  const { status } = answer;
  const probe = { ...target, state: stateOf(answer), status };
  if (answer.redirects.length > 0) return { ...probe, problem: "The canonical address redirects." };
  if (probe.state === "broken")
    return { ...probe, problem: `The canonical address answers with status ${status}.` };
  const page = readPage(answer.body, answer.headers.get("content-type")?.[0], answer.truncated);
  const blocked = forbidding(findDirectives(page, answer.headers), "googlebot", now).length > 0;
  return { ...probe, problem: blocked ? "The canonical address says noindex." : undefined };
}

async function askAlternate(
  fetch: Fetch,
  budget: Budget,
  target: Target,
  own: ReadonlySet<string>,
): Promise<Probes["returns"][number]> {
  const answer = await read(fetch, budget, target.url, { maxBytes: PAGE_BYTES, overflow: "truncate" });
  if (answer === undefined) return { ...target, state: "unknown", status: null, linksBack: undefined };
  const state = stateOf(answer);
  if (state === "broken" || state === "unknown") {
    return { ...target, state, status: answer.status, linksBack: state === "broken" ? false : undefined };
  }
  const page = readPage(answer.body, answer.headers.get("content-type")?.[0], answer.truncated);
  const base = baseOf(page, answer.url);
  const linksBack = page.links.some(({ rel, href, hreflang, inHead }) => {
    const url = href === undefined ? undefined : URL.parse(href, base)?.href;
    return (
      inHead &&
      rel.includes("alternate") &&
      hreflang !== undefined &&
      url !== undefined &&
      own.has(withoutHash(url))
    );
  });
  // What was cut may have said it.
  return {
    ...target,
    state,
    status: answer.status,
    linksBack: linksBack || (answer.truncated ? undefined : false),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

async function askSitemap(
  fetch: Fetch,
  budget: Budget,
  named: readonly string[],
  own: ReadonlySet<string>,
  origin: string,
): Promise<Probes["sitemap"]> {
  const usual = `${origin}/sitemap.xml`;
  const waiting = named.length > 0 ? [...named] : [usual];
  const url = waiting[0] ?? usual;
  let found: boolean | undefined;
  let whole = true;
  let files = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (files >= SITEMAPS_MAX) {
      whole = false;
      break;
    }
    files++;
    const answer = await read(fetch, budget, next, { maxBytes: SITEMAP_BYTES, overflow: "truncate" });
    if (answer === undefined) whole = false;
    else if (answer.status >= 200 && answer.status < 300) {
      found = true;
      const text = new TextDecoder().decode(answer.body);
      if (answer.truncated || !/<(?:\w+:)?(?:urlset|sitemapindex)\b/.test(text)) whole = false;
      const isIndex = /<(?:\w+:)?sitemapindex\b/.test(text);
      for (const [, escaped = ""] of text.matchAll(/<(?:\w+:)?loc>\s*([^<]*?)\s*<\//g)) {
        const location = escaped.replaceAll(
          /&(amp|lt|gt|quot|apos);/g,
          (whole, name: string) => ENTITIES[name] ?? whole,
        );
        if (isIndex) {
          if (waiting.length < SITEMAPS_MAX) waiting.push(location);
          else whole = false;
        } else if (own.has(withoutHash(location))) return { found: true, lists: true, url: next };
      }
    } else if (answer.status < 500) found ??= false;
  }
  return { found, lists: found === true && whole ? false : undefined, url };
}

async function askHttp(fetch: Fetch, budget: Budget, page: URL): Promise<boolean | undefined> {
  if (page.protocol !== "https:" || page.port !== "") return undefined;
  const address = page.href.replace(/^https:/, "http:");
  const answer = await read(fetch, budget, address, { maxBytes: 1024, overflow: "truncate" });
  return answer === undefined ? undefined : answer.url.startsWith("https:");
}

async function askWww(fetch: Fetch, budget: Budget, page: URL): Promise<boolean | undefined> {
  const { hostname } = page;
  const isSite = hostname.startsWith("www.") || /^[^.]+\.[a-z-]+$/i.test(hostname);
  if (!isSite || page.port !== "") return undefined;
  const other = new URL(page);
  other.hostname = hostname.startsWith("www.") ? hostname.slice(4) : `www.${hostname}`;
  const answer = await read(fetch, budget, other.href, { maxBytes: 1024, overflow: "truncate" });
  if (answer === undefined) return undefined;
  return !(answer.status === 200 && new URL(answer.url).hostname === other.hostname);
}

/**
 * Follows up what a page refers to, within 5 seconds: at most 50 links, 10 images, 10 translations, 3 sitemap
 * files; 5 requests at once, 2 to one host. What there was no time for is `skipped`, never guessed.
 */
export async function investigate(
  fetch: Fetch,
  targets: Targets,
  finalUrl: string,
  asked: string,
  now: number,
): Promise<Probes> {
  const budget = new Budget();
  const page = new URL(finalUrl);
  const own = new Set([withoutHash(finalUrl), withoutHash(asked)]);
  const askAll = (list: readonly Target[]) => Promise.all(list.map((target) => ask(fetch, budget, target)));
  const [
    canonical,
    favicon,
    ogImage,
    sitemap,
    httpEnforced,
    wwwUnified,
    returns,
    internal,
    images,
    external,
  ] = await Promise.all([
    targets.canonical && askCanonical(fetch, budget, targets.canonical, now),
    ask(fetch, budget, targets.favicon),
    targets.ogImage && ask(fetch, budget, targets.ogImage),
    askSitemap(fetch, budget, targets.sitemaps, own, page.origin),
    askHttp(fetch, budget, page),
    askWww(fetch, budget, page),
    Promise.all(targets.alternates.map((target) => askAlternate(fetch, budget, target, own))),
    askAll(targets.internal),
    askAll(targets.images),
    askAll(targets.external),
  ]);
  return {
    canonical,
    favicon,
    ogImage,
    sitemap,
    httpEnforced,
    wwwUnified,
    returns,
    internal,
    images,
    external,
  };
}
