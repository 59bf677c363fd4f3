import type { Fetch } from "../../../kit/fetch.ts";
import type { AnalyzeProbe } from "../analysis/analysis-job.ts";
import { withoutHash } from "../analysis/links.ts";
import { Budget } from "./budget.ts";
import { imageSize } from "./image-size.ts";
import { probe, read, stateOf } from "./probe.ts";
import type { Probes } from "./probe-results.ts";
import { type ProbeContext, probeSitemap } from "./sitemap.ts";
import type { Target, Targets } from "./targets.ts";

const PAGE_BYTES = 512 * 1024;
/** Enough for the metadata that cameras put before the size of a JPEG. */
const IMAGE_BYTES = 256 * 1024;

async function probeCanonical(
  { budget, analyze }: ProbeContext,
  target: Target,
  now: number,
): Promise<Probes["canonical"]> {
  const answer = await read(budget, target.url, { maxBytes: PAGE_BYTES, overflow: "truncate" });
  if (answer === undefined) return { ...target, state: "unknown", status: null, problem: undefined };
  const { status } = answer;
  const probe = { ...target, state: stateOf(answer), status };
  if (answer.redirects.length > 0) return { ...probe, problem: "The canonical URL redirects." };
  if (probe.state === "broken")
    return { ...probe, problem: `The canonical address returns status ${status}.` };
  const { body, url, headers, truncated } = answer;
  const blocked = await analyze("canonical", { linked: { url, headers, truncated }, now }, body);
  if (blocked === undefined) return { ...target, state: "unknown", status, problem: undefined };
  return { ...probe, problem: blocked ? "The canonical URL has noindex." : undefined };
}

async function probeAlternate(
  { budget, analyze, own }: ProbeContext,
  target: Target,
): Promise<Probes["returns"][number]> {
  const answer = await read(budget, target.url, { maxBytes: PAGE_BYTES, overflow: "truncate" });
  if (answer === undefined) return { ...target, state: "unknown", status: null, linksBack: undefined };
  const state = stateOf(answer);
  if (state === "broken" || state === "unknown") {
    return { ...target, state, status: answer.status, linksBack: state === "broken" ? false : undefined };
  }
  const { body, url, headers, truncated, status } = answer;
  const linked = { url, headers, truncated };
  const linksBack = await analyze("translation", { linked, own: [...own] }, body);
  // The part that was cut off may have the link.
  return { ...target, state, status, linksBack: linksBack === false && truncated ? undefined : linksBack };
}

async function probeImage(budget: Budget, target: Target): Promise<Probes["ogImage"]> {
  const answer = await read(budget, target.url, { maxBytes: IMAGE_BYTES, overflow: "truncate" });
  // A plain probe tells whether it is broken or merely slow.
  if (answer === undefined) return { ...(await probe(budget, target)), size: undefined };
  const state = stateOf(answer);
  const isThere = state === "ok" || state === "redirect";
  return { ...target, state, status: answer.status, size: isThere ? imageSize(answer.body) : undefined };
}

async function probeHttp(budget: Budget, page: URL): Promise<boolean | undefined> {
  if (page.protocol !== "https:" || page.port !== "") return undefined;
  const address = page.href.replace(/^https:/, "http:");
  const answer = await read(budget, address, { maxBytes: 1024, overflow: "truncate" });
  return answer === undefined ? undefined : answer.url.startsWith("https:");
}

async function probeWww(budget: Budget, page: URL): Promise<boolean | undefined> {
  const { hostname } = page;
  const isSite = hostname.startsWith("www.") || /^[^.]+\.[a-z-]+$/i.test(hostname);
  if (!isSite || page.port !== "") return undefined;
  const other = new URL(page);
  other.hostname = hostname.startsWith("www.") ? hostname.slice(4) : `www.${hostname}`;
  const answer = await read(budget, other.href, { maxBytes: 1024, overflow: "truncate" });
  if (answer === undefined) return undefined;
  return !(answer.status === 200 && new URL(answer.url).hostname === other.hostname);
}

/** Waits for all members of an object at once. */
async function together<T extends object>(work: T): Promise<{ [Key in keyof T]: Awaited<T[Key]> }> {
  const entries = Object.entries(work).map(async ([key, value]) => [key, await value]);
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Probes the URLs that a page refers to, within 5 seconds: at most 50 links, 10 images, 10 translations, 3 sitemap
 * files; 5 requests at once, 2 to one host; in all 20 to one host, and 100 to the page's own. A URL that no time
 * or number is left for is `skipped`.
 */
export async function runProbes(
  fetch: Fetch,
  analyze: AnalyzeProbe,
  targets: Targets,
  finalUrl: string,
  asked: string,
  now: number,
): Promise<Probes> {
  const page = new URL(finalUrl);
  const budget = new Budget(fetch, page.host);
  const own = new Set([withoutHash(finalUrl), withoutHash(asked)]);
  const context = { budget, analyze, own };
  const probeAll = (list: readonly Target[]) => Promise.all(list.map((target) => probe(budget, target)));
  return together({
    canonical: targets.canonical && probeCanonical(context, targets.canonical, now),
    favicon: probe(budget, targets.favicon),
    ogImage: targets.ogImage && probeImage(budget, targets.ogImage),
    sitemap: probeSitemap(context, targets.sitemaps, page.origin),
    httpEnforced: probeHttp(budget, page),
    wwwUnified: probeWww(budget, page),
    returns: Promise.all(targets.alternates.map((target) => probeAlternate(context, target))),
    internal: probeAll(targets.internal),
    images: probeAll(targets.images),
    external: probeAll(targets.external),
  });
}
