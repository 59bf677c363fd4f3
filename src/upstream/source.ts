import type { z } from "zod";
import type { Context } from "../kit/context.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import type { Cookies } from "./cookies.ts";
import type { PageJob } from "./page-job.ts";

/** The part of a call's context that reading a site needs. */
export type World = Pick<Context, "fetch" | "run" | "state" | "signal" | "now" | "charge" | "refund">;

/** A response of a site, with its URL. */
export interface Page {
  /** The URL at the site, after redirects, whatever base URL the operator set. */
  readonly url: string;
  /** The site's own, never passed on: sites invent numbers that HTTP has not. */
  readonly status: number;
  /** By lower-case name, one entry for each line as it was sent. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Uint8Array;
}

/** Request of a source for one page. */
export interface GetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of a POST to an API of the site; without it, the request is a GET. */
  readonly body?: string;
  /** Whether the request only prepares another one of the same reading: it is not paced. */
  readonly isPreliminary?: boolean;
  /** Sent with the first request alone, to their one host. */
  readonly cookies?: Cookies;
  /** Redirects to follow, 0 where it is left out; each must lead where `follows` accepts. */
  readonly maxRedirects?: number;
  /** Where a redirect may lead to; anywhere on the host of the first request where it is left out. */
  follows?(host: string, path: string): boolean;
}

/** Access of a source to its site, with robots.txt, pacing, limits and the deadline. */
export interface SiteClient {
  /**
   * Fetches one URL of the site. A response has any status; a redirect that is not followed is one too. Throws
   * the problems of `kit/fetch.ts`, `pacing` and `robots-disallowed`.
   */
  get(url: string, options?: GetOptions): Promise<Page>;
  /**
   * Reads what a page holds in a process of the sandbox, with a deadline. Throws what the job throws, `busy`, and
   * `upstream-unexpected-page` for a page that cannot be read in time. `input` names the page's URL and holds no secret.
   */
  parse<Input extends { readonly url: string }, Result>(
    job: PageJob<Input, Result>,
    input: Input,
  ): Promise<Result>;
  now(): number;
}

/**
 * One way to read items of a site. An API has one or a chain of them; each maps what it finds to the same
 * result, and throws a problem of `problems.ts` for everything that is no such item.
 */
export interface Source<Query, Result> {
  /** Its name in responses and metrics. */
  readonly name: string;
  read(query: Query, siteClient: SiteClient): Promise<Result>;
}

/** One item that a caller asks for. */
export interface Item<Result> {
  /**
   * Identifies the item among all of the site, with everything that changes the response, such as the language.
   */
  readonly name: string;
  /** Requests of the same `limitKey` share pacing and circuit breaker: the host, or the host and a session. */
  readonly limitKey: string;
  /** Reads back what was kept: if it is of an older version, or missing, the item is read again. */
  readonly schema: z.ZodType<Result>;
  /** The oldest copy that the caller takes, in milliseconds; no bound of its own where it is left out. */
  readonly maxAgeMs?: number | undefined;
  /** Lists the fields of a fresh reading with their source, `missing` or `masked`, for the metrics. */
  coverage?(result: Result): Readonly<Record<string, string>>;
}

/** A delivered item. */
export interface DeliveredItem<Result> {
  readonly result: Result;
  /** When the site was read, in milliseconds since 1970. */
  readonly observedAt: number;
  /** `hit`: a fresh copy. `miss`: read now. `stale`: an old copy, because reading failed as `problem` says. */
  readonly state: "hit" | "miss" | "stale";
  readonly ageMs: number;
  readonly problem?: ProblemCode;
}
