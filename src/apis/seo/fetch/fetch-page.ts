import type { Fetch, Fetched } from "../../../kit/fetch.ts";
import { ROBOTS_MAX } from "../../../kit/robots-txt.ts";
import type { RobotsResponse } from "../analysis/indexability.ts";
import type { FetchedPage } from "./fetched-page.ts";

/** The most HTML that is analyzed, in bytes after decompression: Google's example of a crawler limit. */
export const PAGE_MAX = 2 * 1024 * 1024;

/** The deadline of a page, from the DNS lookup to its last byte, in milliseconds. */
const PAGE_DEADLINE_MS = 15_000;
const ROBOTS_DEADLINE_MS = 6_000;

/** Redirects that Googlebot follows (developers.google.com, http-network-errors). */
const REDIRECTS_MAX = 10;

/** The robots.txt of a page whose own is not fetched: everything is allowed. */
const NO_ROBOTS: RobotsResponse = { state: "received", url: "", status: 404, body: new Uint8Array() };

async function fetchRobots(fetch: Fetch, origin: string): Promise<RobotsResponse> {
  const url = `${origin}/robots.txt`;
  try {
    const { status, body } = await fetch(url, {
      maxBytes: ROBOTS_MAX + 1,
      overflow: "truncate",
      deadlineMs: ROBOTS_DEADLINE_MS,
      maxRedirects: 5,
      headers: { Accept: "text/plain,*/*;q=0.5" },
    });
    return { state: "received", url, status, body };
  } catch {
    // What fails here fails for crawlers, too. The fetch of the page itself reports problems to the client.
    return { state: "unreachable", url };
  }
}

/** Fetches a page without its robots.txt. */
export function fetchPage(fetch: Fetch, url: string): Promise<Fetched> {
  return fetch(url, {
    maxBytes: PAGE_MAX,
    overflow: "truncate",
    deadlineMs: PAGE_DEADLINE_MS,
    maxRedirects: REDIRECTS_MAX,
  });
}

/** A response for the URL `url` as a page to analyze. */
export function fetchedPage(url: string, page: Fetched, fetchedAt: number, robots = NO_ROBOTS): FetchedPage {
  return { ...page, url, finalUrl: page.url, robots, fetchedAt };
}

/**
 * Fetches a page and the robots.txt of the host that responds. Any HTTP status is a result; throws
 * the problems of `Fetch` without a response.
 */
export async function fetchPageAndRobots(fetch: Fetch, url: string, now: number): Promise<FetchedPage> {
  const asked = URL.parse(url)?.origin;
  const [page, first] = await Promise.all([
    fetchPage(fetch, url),
    asked === undefined || asked === "null" ? undefined : fetchRobots(fetch, asked),
  ]);
  const { origin } = new URL(page.url);
  const robots = first !== undefined && origin === asked ? first : await fetchRobots(fetch, origin);
  return fetchedPage(url, page, now, robots);
}
