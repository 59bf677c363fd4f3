import { asProblem } from "../../kit/problem.ts";
import { type Log, seldom, systemCode } from "../../ops/log.ts";
import type { RequestMetrics } from "../../ops/request-metrics.ts";
import type { Trace } from "../../ops/trace.ts";
import type { WorkMetrics } from "../../ops/work-metrics.ts";
import type { RoutedRequest } from "./endpoint.ts";
import { shared } from "./headers.ts";
import type { Strangers } from "./ip-rate-limit.ts";

/** What the door needs of the rest of the house. */
export interface Door {
  /** The address that clients use, without a slash at its end. */
  readonly baseUrl: string;
  readonly log: Log;
  readonly requestMetrics: RequestMetrics;
  /** Counts refusals. */
  readonly work?: WorkMetrics;
  /** Bounds how often one source may ask for paths that nobody has. */
  readonly lost?: Strangers;
  /** Undefined where nothing is traced. */
  readonly trace?: Trace | undefined;
  /** A new request id. */
  newId(): string;
}

/** A database that is away refuses every call: one line in so many milliseconds says so. */
const OUTAGE_PAUSE_MS = 10_000;

/** A door with what its routes share. */
export interface Routed extends Door {
  /** Logs that calls are refused for want of the database. */
  readonly sayOutage: Log["warn"];
  /** Logs that calls are refused for want of room. */
  readonly sayBusy: Log["warn"];
}

/** A door whose refusals for want of something are logged seldom, however often they happen. */
export function routed(door: Door): Routed {
  const { warn } = door.log;
  return { ...door, sayOutage: seldom(warn, OUTAGE_PAUSE_MS), sayBusy: seldom(warn, OUTAGE_PAUSE_MS) };
}

/**
 * Answers a problem as `application/problem+json`; what is no `Problem` becomes `internal` and is logged, with the ids
 * of the caller's account and key where they are known.
 */
export function answerProblem(
  door: Routed,
  error: unknown,
  requestId: string,
  api: string,
  caller?: RoutedRequest["caller"],
): Response {
  const problem = asProblem(error);
  const { cause } = problem.options;
  door.work?.refused(api, problem.code);
  if (problem.code === "internal") door.log.error("request failed", { requestId, ...caller, cause });
  if (problem.code === "storage-unavailable") door.sayOutage("calls are refused: no database", { cause });
  if (problem.code === "busy") door.sayBusy("requests are refused: the queue is full", { requestId, api });
  // One line for a request that failed at a site: whoever asks about it has its id.
  if (problem.code.startsWith("upstream-"))
    door.log.info("a site failed a request", {
      requestId,
      api,
      ...caller,
      code: problem.code,
      cause: systemCode(problem),
    });
  return new Response(JSON.stringify(problem.toDocument(door.baseUrl, requestId)), {
    status: problem.status,
    headers: {
      ...shared,
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
      ...problem.options.headers,
    },
  });
}
