import type { Fetch, Fetched } from "../../../kit/fetch.ts";
import type { AnalyzeProbe } from "../analysis/analysis-job.ts";
import { withoutHash } from "../analysis/links.ts";
import { Budget } from "./budget.ts";
import { imageSize } from "./image-size.ts";
import { probe, read, stateOf } from "./probe.ts";
import type { ProbeState, Probes } from "./probe-results.ts";
import { type ProbeContext, probeSitemap } from "./sitemap.ts";
import type { Target, Targets } from "./targets.ts";

const PAGE_BYTES = 512 * 1024;
/** Enough for the metadata that cameras put before the size of a JPEG. */
const IMAGE_BYTES = 256 * 1024;

/** Fetches a target: its response, if there is one, and what it says of the target. */
async function load(budget: Budget, target: Target, maxBytes: number) {
  const response = await read(budget, target.url, maxBytes);
  const state: ProbeState = response === undefined ? "unknown" : stateOf(response);
  return { response, probe: { ...target, state, status: response?.status ?? null } };
}

/** A page as its analysis takes it, without its bytes. */
const linkedOf = ({ url, headers, truncated }: Fetched) => ({ url, headers, truncated });

async function probeCanonical(
  { budget, analyze }: ProbeContext,
  { isBlocked, ...target }: NonNullable<Targets["canonical"]>,
  now: number,
): Promise<Probes["canonical"]> {
  const problem = "robots.txt blocks the canonical URL.";
  if (isBlocked) return { ...target, state: "ok", status: null, problem };
  const { response, probe } = await load(budget, target, PAGE_BYTES);
  if (response === undefined) return { ...probe, problem: undefined };
  if (response.redirects.length > 0) return { ...probe, problem: "The canonical URL redirects." };
  if (probe.state === "broken")
    return { ...probe, problem: `The canonical URL returns status ${response.status}.` };
  const fault = await analyze("canonical", { linked: linkedOf(response), now }, response.body);
  return { ...probe, state: fault === undefined ? "unknown" : probe.state, problem: fault ?? undefined };
}

async function probeAlternate(
  { budget, analyze, own }: ProbeContext,
  target: Target,
): Promise<Probes["returns"][number]> {
  const { response, probe } = await load(budget, target, PAGE_BYTES);
  if (probe.state === "broken") return { ...probe, linksBack: false };
  if (response === undefined || probe.state === "unknown") return { ...probe, linksBack: undefined };
  const task = { linked: linkedOf(response), own: [...own] };
  const linksBack = await analyze("translation", task, response.body);
  // The part that was cut off may have the link.
  return { ...probe, linksBack: linksBack === false && response.truncated ? undefined : linksBack };
}

async function probeImage(budget: Budget, target: Target): Promise<Probes["ogImage"]> {
  const { response, probe: loaded } = await load(budget, target, IMAGE_BYTES);
  // A plain probe tells whether it is broken or merely slow.
  if (response === undefined) return { ...(await probe(budget, target)), size: undefined };
  const isThere = loaded.state === "ok" || loaded.state === "redirect";
  return { ...loaded, size: isThere ? imageSize(response.body) : undefined };
}

async function probeHttp(budget: Budget, page: URL): Promise<boolean | undefined> {
  if (page.protocol !== "https:" || page.port !== "") return undefined;
  const address = page.href.replace(/^https:/, "http:");
  const response = await read(budget, address, 1_024);
  if (response === undefined || response.url.startsWith("https:")) return response && true;
  // A server that has no page for this URL leaves visitors no way to use it.
  return response.status >= 200 && response.status < 300 ? false : undefined;
}

async function probeWww(budget: Budget, page: URL): Promise<boolean | undefined> {
  const { hostname } = page;
  const isSite = hostname.startsWith("www.") || /^[^.]+\.[a-z-]+$/i.test(hostname);
  if (!isSite || page.port !== "") return undefined;
  const other = new URL(page);
  other.hostname = hostname.startsWith("www.") ? hostname.slice(4) : `www.${hostname}`;
  const response = await read(budget, other.href, 1_024);
  if (response === undefined) return undefined;
  return !(response.status === 200 && new URL(response.url).hostname === other.hostname);
}

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
  const own = new Set([finalUrl, asked, targets.canonical?.url ?? finalUrl].map(withoutHash));
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
