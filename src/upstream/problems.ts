import { Problem } from "../kit/problem.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";

/** Members of a site's problem besides its code: whether and when to retry. */
interface RetryAdvice {
  /** Whether the same request may succeed later without any action. */
  readonly retryable?: boolean;
  /** Milliseconds until it makes sense to ask again, where that is known. */
  readonly afterMs?: number | undefined;
  readonly cause?: unknown;
  readonly members?: Readonly<Record<string, unknown>>;
}

function options({ retryable = false, afterMs, cause, members }: RetryAdvice) {
  return {
    cause,
    members: { ...members, retryable: retryable || afterMs !== undefined, charged: 0 },
    ...(afterMs === undefined
      ? {}
      : { headers: { "Retry-After": String(Math.max(1, Math.ceil(afterMs / 1000))) } }),
  };
}

function siteProblem(code: ProblemCode, detail: string, advice: RetryAdvice = {}): Problem {
  return new Problem(code, detail, options(advice));
}

const SOON_MS = 30_000;

/**
 * The problems that sources and their seam throw, each in its one wording. `site` is how callers know the
 * site, such as `www.amazon.de`. Nothing is charged for any of them.
 */
export const problems = {
  notFound: (detail: string) => siteProblem("not-found", detail),
  notVisible: (detail: string) => siteProblem("profile-not-visible", detail),
  notConfigured: (detail: string) => siteProblem("source-not-configured", detail),
  robots: (site: string, variable: string) =>
    siteProblem(
      "robots-disallowed",
      `The robots.txt of ${site} does not allow this service to fetch the page. Operators with the site's permission can set ${variable}=permitted.`,
    ),
  captcha: (site: string) =>
    siteProblem(
      "upstream-captcha",
      `${site} returned a CAPTCHA. CAPTCHAs are never solved. Try again later.`,
      {
        retryable: true,
      },
    ),
  blocked: (site: string) =>
    siteProblem(
      "upstream-blocked",
      `${site} blocked the request, because of this item or this server. Try again later.`,
      { retryable: true },
    ),
  challenge: (site: string) =>
    siteProblem(
      "upstream-challenge",
      `${site} asks the operator to verify the session. Operators: verify it on the site and set the cookies again.`,
    ),
  /** A challenge to requests without a session: it ends after some time. */
  visitorChallenge: (site: string, afterMs: number) =>
    siteProblem(
      "upstream-challenge",
      `${site} returned a bot challenge. Challenges are never solved. Try again later.`,
      { afterMs },
    ),
  interstitial: (site: string) =>
    siteProblem(
      "upstream-interstitial",
      `${site} shows a page to confirm before this item. Confirmation pages are never accepted.`,
    ),
  sessionExpired: (site: string) =>
    siteProblem(
      "session-expired",
      `${site} no longer accepts the operator's session. Operators: set the cookies again.`,
    ),
  /** `code` is the site's own word for the reason. */
  credentialsRejected: (site: string, code: string) =>
    siteProblem(
      "upstream-credentials-rejected",
      `${site} rejects the operator's credentials (${code}). Operators: check them for this marketplace.`,
    ),
  notAccessible: (asin: string, site: string) =>
    siteProblem("item-not-accessible", `${site} does not offer ${asin}. Its page may exist.`),
  /** `afterMs`: what the site itself asks for, where it does. */
  rateLimited: (site: string, afterMs?: number) =>
    siteProblem("upstream-rate-limited", `${site} limits the requests of this server. Try again later.`, {
      retryable: true,
      afterMs,
    }),
  unavailable: (site: string, cause?: unknown) =>
    siteProblem("upstream-unavailable", `${site} cannot be read at the moment. Try again later.`, {
      afterMs: SOON_MS,
      cause,
    }),
  unexpectedPage: (site: string, what: string, cause?: unknown) =>
    siteProblem("upstream-unexpected-page", `${site} returned ${what} instead of the item.`, { cause }),
  sourceChanged: (site: string, what: string) =>
    siteProblem("source-changed", `${site} no longer responds in the expected format: ${what}.`),
  sourceRetired: (site: string) =>
    siteProblem("source-retired", `${site} has removed the URL that this source uses.`),
  pacing: (site: string, nextSlotAt: number, now: number) =>
    siteProblem(
      "pacing",
      `Requests to ${site} are spaced out. The next slot is at ${new Date(nextSlotAt).toISOString()}.`,
      {
        afterMs: Math.max(0, nextSlotAt - now),
        members: { nextSlotAt: new Date(nextSlotAt).toISOString() },
      },
    ),
};

/** The codes after which requests with the same `limitKey` pause, because more requests would make it worse. */
const BLOCKS = new Set<ProblemCode>([
  "upstream-captcha",
  "upstream-blocked",
  "upstream-credentials-rejected",
  "upstream-rate-limited",
]);

/** The codes after which requests with the same `limitKey` pause until the operator sets another session. */
const ENDS = new Set<ProblemCode>(["upstream-challenge", "session-expired"]);

/** Reports whether this problem pauses requests with the same `limitKey`: for a time, until it has another session, or not at all. */
export function restAfter({ code, options }: Problem): "time" | "session" | undefined {
  if (BLOCKS.has(code)) return "time";
  if (!ENDS.has(code)) return undefined;
  return options.headers?.["Retry-After"] === undefined ? "session" : "time";
}

/** Copies a problem for requests during a pause, with the retry time if waiting is enough. */
export function resting(problem: Problem, afterMs: number | undefined): Problem {
  return new Problem(problem.code, problem.message, {
    ...problem.options,
    ...options({ afterMs, cause: problem.options.cause }),
  });
}

/** A site that asks for a longer pause has a wrong clock; only deleting the stored pause would end it. */
const PAUSE_MAX_MS = 86_400_000;

/** The milliseconds that a `Retry-After` header asks for (RFC 9110 section 10.2.3), a day at most; undefined for none. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d{1,7}$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.min(PAUSE_MAX_MS, Math.max(0, ms));
}
