import type { Fetched } from "../../../kit/fetch.ts";
import type { RobotsAnswer } from "../analysis/indexability.ts";

/** Everything that was fetched of one page: with it, the report is a pure function. Survives a structured clone. */
export interface FetchedPage extends Fetched {
  /** The address as it was asked for. */
  readonly url: string;
  /** The address that answered, after redirects. */
  readonly finalUrl: string;
  readonly robots: RobotsAnswer;
  /** When it was fetched, in milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** A header of the answer as one text; undefined where it was not sent. */
export function headerOf(fetched: FetchedPage, name: string): string | undefined {
  return fetched.headers.get(name)?.join(", ");
}
