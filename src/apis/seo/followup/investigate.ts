import type { Fetch } from "../../../kit/fetch.ts";
import { findDirectives, forbidding } from "../crawl/indexability.ts";
import { baseOf } from "../facts.ts";
import { withoutHash } from "../links.ts";
import { readPage } from "../page.ts";
import { ask, read, stateOf } from "./ask.ts";
import { Budget } from "./budget.ts";
import { imageSize } from "./image-size.ts";
import type { Probes } from "./probes.ts";
import { askSitemap } from "./sitemap.ts";
import type { Target, Targets } from "./targets.ts";

const PAGE_BYTES = 512 * 1024;
/** Enough for the metadata that cameras put before the size of a JPEG. */
const IMAGE_BYTES = 256 * 1024;

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

async function askImage(fetch: Fetch, budget: Budget, target: Target): Promise<Probes["ogImage"]> {
  const answer = await read(fetch, budget, target.url, { maxBytes: IMAGE_BYTES, overflow: "truncate" });
  // Whether it is broken or merely slow is for the plain question to tell.
  if (answer === undefined) return { ...(await ask(fetch, budget, target)), size: undefined };
  const state = stateOf(answer);
  const isThere = state === "ok" || state === "redirect";
  return { ...target, state, status: answer.status, size: isThere ? imageSize(answer.body) : undefined };
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

/** Waits for all members of an object at once. */
async function together<T extends object>(work: T): Promise<{ [Key in keyof T]: Awaited<T[Key]> }> {
  const entries = Object.entries(work).map(async ([key, value]) => [key, await value]);
  return Object.fromEntries(await Promise.all(entries));
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
  return together({
    canonical: targets.canonical && askCanonical(fetch, budget, targets.canonical, now),
    favicon: ask(fetch, budget, targets.favicon),
    ogImage: targets.ogImage && askImage(fetch, budget, targets.ogImage),
    sitemap: askSitemap(fetch, budget, targets.sitemaps, own, page.origin),
    httpEnforced: askHttp(fetch, budget, page),
    wwwUnified: askWww(fetch, budget, page),
    returns: Promise.all(targets.alternates.map((target) => askAlternate(fetch, budget, target, own))),
    internal: askAll(targets.internal),
    images: askAll(targets.images),
    external: askAll(targets.external),
  });
}
