import type { Fetched } from "../../../kit/fetch.ts";
import type { RobotsResponse } from "../analysis/indexability.ts";

/**
 * A fetched page with its robots.txt. The report is a pure function of this object. Survives a structured
 * clone.
 */
export interface FetchedPage extends Fetched {
  /** The URL as the caller sent it. */
  readonly url: string;
  /** The URL that responded, after redirects. */
  readonly finalUrl: string;
  readonly robots: RobotsResponse;
  /** When it was fetched, in milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** A response header as one text; undefined if it was not sent. */
export function headerOf(fetched: FetchedPage, name: string): string | undefined {
  return fetched.headers.get(name)?.join(", ");
}
