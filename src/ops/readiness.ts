import { explainFailure } from "../store/failure.ts";
import type { Log } from "./log.ts";

/** Tries one thing that requests need; resolves where it works, rejects with the reason where it does not. */
export type Check = () => Promise<void>;

/** Whether something that does not stop requests deserves a look. */
export type Warning = () => boolean;

/** What the last round of checks found. */
export interface ReadinessReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, "ok" | "warn" | "failed">>;
  /** For each check that failed, what is wrong and what to do. Holds no name, address or secret. */
  readonly causes: Readonly<Record<string, string>>;
}

/** Whether this process wants requests. */
export interface Readiness {
  /** From now on the answer is no: the process is about to stop. */
  drain(): void;
  /** Whether the process is about to stop. */
  readonly isDraining: boolean;
  /** What the last round found, which is never older than `ROUND_MS`; a check that says `warn` leaves the process ready. */
  report(): Promise<ReadinessReport>;
  /** Begins to check beside requests, so that a failure is logged even if nobody asks. */
  start(): void;
  stop(): void;
}

export interface ReadinessOptions {
  readonly checks?: Readonly<Record<string, Check>>;
  readonly warnings?: Readonly<Record<string, Warning>>;
  /** Gets one line when a check begins to fail, when its cause changes, and when it works again. */
  readonly log: Log;
}

/** From one round of checks to the next, in milliseconds. */
const ROUND_MS = 1_000;
/** A check that takes longer than this has failed. With `ROUND_MS` it is less than 5 s. */
const CHECK_MS = 2_000;
/** A check that is still under way is not begun again for so long: each would hold a connection. */
const STUCK_MS = 10_000;

const draining = "This process is stopping.";

/** Runs one check with a deadline; gives why it failed, or undefined. */
function createRun(check: Check): () => Promise<unknown> {
  let began = Number.NEGATIVE_INFINITY;
  let underWay: Promise<unknown> | undefined;
  return async () => {
    if (underWay === undefined || performance.now() - began > STUCK_MS) {
      began = performance.now();
      const run: Promise<unknown> = check()
        .then(
          () => undefined,
          (error: unknown) => error ?? new Error("it failed without a reason"),
        )
        .finally(() => {
          if (underWay === run) underWay = undefined;
        });
      underWay = run;
    }
    const late = Promise.withResolvers<unknown>();
    const timer = setTimeout(
      () => late.resolve(new Error(`it did not answer within ${CHECK_MS} ms`)),
      CHECK_MS,
    );
    try {
      return await Promise.race([underWay, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Makes the readiness of a process out of named checks and warnings; without any, it is ready until it drains. */
export function createReadiness({ checks = {}, warnings = {}, log }: ReadinessOptions): Readiness {
  const runs = Object.entries(checks).map(([name, check]) => [name, createRun(check)] as const);
  let causes: Readonly<Record<string, string>> = {};
  let ended = Number.NEGATIVE_INFINITY;
  let round: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDraining = false;
  let isStopped = false;

  const runAll = async (): Promise<void> => {
    const found: Record<string, string> = {};
    await Promise.all(
      runs.map(async ([name, run]) => {
        const error = await run();
        // What fails because the process ends is no news.
        if (isStopped) return;
        const before = causes[name];
        if (error !== undefined) {
          const cause = explainFailure(error);
          found[name] = cause;
          if (cause !== before) log.error("not ready", { check: name, cause, error });
        } else if (before !== undefined) {
          log.info("ready again", { check: name });
        }
      }),
    );
    causes = found;
    ended = performance.now();
  };
  const refresh = (): Promise<void> => {
    round ??= runAll().finally(() => {
      round = undefined;
    });
    return round;
  };
  const tick = (): void => {
    void refresh().then(() => {
      if (!isStopped) timer = setTimeout(tick, ROUND_MS);
    });
  };
  return {
    drain() {
      isDraining = true;
    },
    get isDraining() {
      return isDraining;
    },
    async report() {
      if (performance.now() - ended > ROUND_MS + CHECK_MS || timer === undefined) await refresh();
      return {
        ready: !isDraining && Object.keys(causes).length === 0,
        checks: {
          ...Object.fromEntries(runs.map(([name]) => [name, name in causes ? "failed" : "ok"] as const)),
          ...Object.fromEntries(
            Object.entries(warnings).map(([name, isRaised]) => [name, isRaised() ? "warn" : "ok"] as const),
          ),
          ...(isDraining ? { draining: "failed" as const } : {}),
        },
        causes: { ...causes, ...(isDraining ? { draining } : {}) },
      };
    },
    start() {
      timer ??= setTimeout(tick, 0);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
