import { sleep } from "../kit/sleep.ts";

/** The pause after something ended before its place is filled, in milliseconds: several places are filled together. */
const FILL_MS = 5;

/** Result of a look: `more` looks again at once, `some` after the shortest wait, each `none` doubles the wait. */
export type Look = "more" | "some" | "none";

/** Callbacks that find work, and how often they are called. */
export interface PollLoopOptions {
  look(): Promise<Look>;
  /** Called with the cause if a look failed. It has found nothing, and the loop goes on. */
  failed(cause: unknown): void;
  /** Whether more may be begun. While not, nothing is looked for. Default: always. */
  hasRoom?(): boolean;
  /** The shortest wait between two looks, in milliseconds: other processes add work too. Default: a second. */
  readonly minMs?: number | undefined;
  /** The longest wait. Default: the shortest. */
  readonly maxMs?: number | undefined;
  /** The pause after a look, in so many times as long as it took. Nothing is looked for in it; none without it. */
  readonly restFactor?: number | undefined;
}

/** Makes a loop that runs `work` every `everyMs` milliseconds; `failed` is called with the cause where it rejects. */
export function createRepeated(
  everyMs: number,
  work: () => Promise<unknown>,
  failed: (cause: unknown) => void,
): PollLoop {
  const look = async (): Promise<Look> => {
    await work();
    return "some";
  };
  return new PollLoop({ minMs: everyMs, look, failed });
}

/** Looks for work from `start` to `stop`, one look at a time. A `wake` during a look is not lost. */
export class PollLoop {
  readonly #options: PollLoopOptions;
  readonly #minMs: number;
  #waitMs: number;
  #looking: Promise<void> | undefined;
  #isWoken = false;
  #poll: Timer | undefined;
  #fill: Timer | undefined;
  #stopping: AbortController | undefined;

  constructor(options: PollLoopOptions) {
    this.#options = options;
    this.#minMs = options.minMs ?? 1_000;
    this.#waitMs = this.#minMs;
  }

  get isStopped(): boolean {
    return this.#stopping === undefined;
  }

  start(delayMs = 0): void {
    if (!this.isStopped) return;
    this.#stopping = new AbortController();
    if (delayMs === 0) this.wake();
    else this.#poll = setTimeout(() => this.wake(), delayMs);
  }

  wake(): void {
    if (this.isStopped) return;
    clearTimeout(this.#poll);
    if (!this.#hasRoom()) {
      this.#pollAgain();
      return;
    }
    this.#isWoken = true;
    this.#looking ??= this.#lookAll().finally(() => {
      this.#looking = undefined;
      this.#pollAgain();
    });
  }

  /** Looks in a moment: something ended. */
  wakeSoon(): void {
    if (this.isStopped) return;
    this.#fill ??= setTimeout(() => {
      this.#fill = undefined;
      this.wake();
    }, FILL_MS);
  }

  async stop(): Promise<void> {
    this.#stopping?.abort();
    this.#stopping = undefined;
    clearTimeout(this.#poll);
    clearTimeout(this.#fill);
    this.#fill = undefined;
    await this.#looking;
  }

  #hasRoom(): boolean {
    return this.#options.hasRoom?.() ?? true;
  }

  #pollAgain(): void {
    clearTimeout(this.#poll);
    if (!this.isStopped) this.#poll = setTimeout(() => this.wake(), this.#waitMs);
  }

  async #lookAll(): Promise<void> {
    const { look, failed, restFactor = 0 } = this.#options;
    while (this.#isWoken && !this.isStopped && this.#hasRoom()) {
      this.#isWoken = false;
      const began = performance.now();
      let found: Look = "none";
      try {
        found = await look();
      } catch (cause) {
        failed(cause);
      }
      if (found === "more") this.#isWoken = true;
      this.#waitMs =
        found === "none" ? Math.min(this.#options.maxMs ?? this.#minMs, 2 * this.#waitMs) : this.#minMs;
      const restMs = restFactor * (performance.now() - began);
      // Rejects where the loop is stopped meanwhile.
      if (restMs > 0 && this.#stopping !== undefined)
        await sleep(restMs, this.#stopping.signal).catch(() => {});
      // SQLite responds within the same turn of the event loop, however many looks there are.
      if (this.#isWoken) await new Promise(setImmediate);
    }
  }
}
