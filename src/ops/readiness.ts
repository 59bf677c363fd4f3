import { explainFailure } from "../store/failure.ts";
import type { Log } from "./log.ts";

/** Tries one thing that requests need; resolves where it works, rejects with the reason where it does not. */
export type Check = () => Promise<void>;

/** Check of a condition that needs attention but does not stop requests. */
export type Warning = () => boolean;

/** Results of the last round of checks. */
export interface ReadinessReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, "ok" | "warn" | "failed">>;
  /** For each check that failed, what is wrong and what to do. Holds no name, address or secret. */
  readonly causes: Readonly<Record<string, string>>;
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
      () => late.resolve(new Error(`it did not respond within ${CHECK_MS} ms`)),
      CHECK_MS,
    );
    try {
      return await Promise.race([underWay, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Readiness of a process: named checks and warnings. Without any, it is ready until it drains. */
export class Readiness {
  readonly #options: ReadinessOptions;
  readonly #runs: readonly (readonly [name: string, run: ReturnType<typeof createRun>])[];
  #causes: Readonly<Record<string, string>> = {};
  #ended = Number.NEGATIVE_INFINITY;
  #round: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDraining = false;
  #isStopped = false;

  constructor(options: ReadinessOptions) {
    this.#options = options;
    this.#runs = Object.entries(options.checks ?? {}).map(
      ([name, check]) => [name, createRun(check)] as const,
    );
  }

  /** Makes the process report that it is not ready, because it is about to stop. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Whether the process is about to stop. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /**
   * The result of the last round, at most `ROUND_MS` old. A check that returns `warn` does not affect
   * readiness.
   */
  async report(): Promise<ReadinessReport> {
    const { warnings = {} } = this.#options;
    if (performance.now() - this.#ended > ROUND_MS + CHECK_MS || this.#timer === undefined)
      await this.#refresh();
    return {
      ready: !this.#isDraining && Object.keys(this.#causes).length === 0,
      checks: {
        ...Object.fromEntries(
          this.#runs.map(([name]) => [name, name in this.#causes ? "failed" : "ok"] as const),
        ),
        ...Object.fromEntries(
          Object.entries(warnings).map(([name, isRaised]) => [name, isRaised() ? "warn" : "ok"] as const),
        ),
        ...(this.#isDraining ? { draining: "failed" as const } : {}),
      },
      causes: { ...this.#causes, ...(this.#isDraining ? { draining } : {}) },
    };
  }

  /** Begins to check beside requests, so that a failure is logged even if nobody asks. */
  start(): void {
    this.#timer ??= setTimeout(() => this.#tick(), 0);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #runAll(): Promise<void> {
    const { log } = this.#options;
    const found: Record<string, string> = {};
    await Promise.all(
      this.#runs.map(async ([name, run]) => {
        const error = await run();
        // What fails because the process ends is no news.
        if (this.#isStopped) return;
        const before = this.#causes[name];
        if (error !== undefined) {
          const cause = explainFailure(error);
          found[name] = cause;
          if (cause !== before) log.error("not ready", { check: name, cause, error });
        } else if (before !== undefined) {
          log.info("ready again", { check: name });
        }
      }),
    );
    this.#causes = found;
    this.#ended = performance.now();
  }

  #refresh(): Promise<void> {
    this.#round ??= this.#runAll().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  #tick(): void {
    void this.#refresh().then(() => {
      if (!this.#isStopped) this.#timer = setTimeout(() => this.#tick(), ROUND_MS);
    });
  }
}
