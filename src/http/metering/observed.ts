import { Problem } from "../../kit/problem.ts";
import type { Work } from "../../kit/work.ts";
import { type Log, systemCode } from "../../ops/log.ts";
import type { Trace } from "../../ops/trace.ts";
import type { WorkMetrics } from "../../ops/work-metrics.ts";
import type { Services } from "./context.ts";

/** Observers of outgoing work of requests. */
export interface Observers {
  readonly log: Log;
  readonly work: WorkMetrics;
  readonly trace: Trace | undefined;
}

/** The outcome of a fetch or a job, as a metric label. */
function outcomeOf(error: unknown, client: AbortSignal): string {
  if (client.aborted) return "client-left";
  return error instanceof Problem ? error.code : "internal";
}

type ExternalServices = Pick<Services, "fetch" | "run" | "pipe" | "browse">;

/** Begins one fetch or job: its failure is logged under its request, its end is traced. */
function createBegin({ log, trace }: Observers) {
  return (
    kind: "internal" | "client",
    name: string,
    { requestId, api }: Work,
    client: AbortSignal,
    ended?: (outcome: string, ms: number) => void,
  ) => {
    const started = performance.now();
    let outcome = "ok";
    return {
      /** Notes an error and returns it. */
      fail(error: unknown): unknown {
        outcome = outcomeOf(error, client);
        log.debug(`${name} failed`, { requestId, api, outcome, cause: systemCode(error) });
        return error;
      },
      [Symbol.dispose]() {
        const failed = outcome !== "ok";
        trace?.part(kind, { requestId, name, started, failed, attributes: { "quintet.outcome": outcome } });
        ended?.(outcome, performance.now() - started);
      },
    };
  };
}

/** Counts, traces and logs every fetch and job under the request that it is for. */
export function observed(
  { fetch, run, pipe, browse }: ExternalServices,
  observers: Observers,
): ExternalServices {
  const { fetches } = observers.work;
  const begin = createBegin(observers);
  const during = async <Result>(name: string, of: Work, client: AbortSignal, act: () => Promise<Result>) => {
    using span = begin("internal", name, of, client);
    try {
      return await act();
    } catch (error) {
      throw span.fail(error);
    }
  };
  return {
    async fetch(url, options, client, of) {
      const ended = (outcome: string, ms: number) => fetches.observe({ api: of.api, outcome }, ms);
      using span = begin("client", "fetch", of, client, ended);
      try {
        return await fetch(url, options, client, of);
      } catch (error) {
        span.fail(error);
        // The reason that a client gave for leaving is no fault of ours, to be logged as one.
        if (!client.aborted || error instanceof Problem) throw error;
        throw new Problem("client-left", "The client closed the connection early.", { cause: error });
      }
    },
    async *run(job, input, client, of) {
      using span = begin("internal", `job ${job.name}`, of, client);
      try {
        yield* run(job, input, client, of);
      } catch (error) {
        throw span.fail(error);
      }
    },
    browse: (task, handleRequest, client, of) =>
      during("browser", of, client, () => browse(task, handleRequest, client, of)),
    pipe: (program, input, client, of) =>
      during(`program ${program.name}`, of, client, () => pipe(program, input, client, of)),
  };
}
