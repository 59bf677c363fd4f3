/** How often to look for work that other processes added, in milliseconds. */
const POLL_MS = 1_000;

/** The pause after something ended before its place is filled, in milliseconds: several places are filled together. */
const FILL_MS = 5;

/** Callbacks that find work. */
export interface PollLoopOptions {
  /** Whether more may be begun. While not, nothing is looked for. */
  hasRoom(): boolean;
  /** Looks for work and begins it; whether to look again, once others had the event loop. */
  look(): Promise<boolean>;
  /** Called with the cause if a look failed. The next poll looks again. */
  failed(cause: unknown): void;
  /** The pause after a look, in so many times as long as it took. Nothing is looked for in it; none without it. */
  readonly restFactor?: number;
}

/**
 * Looks for work in a queue, from `start` to `stop`: every second, and when it is woken. One look runs at a time, and a call of
 * `wake` during it is not lost.
 */
export class PollLoop {
  readonly #options: PollLoopOptions;
  #looking: Promise<void> | undefined;
  #isWoken = false;
  #poll: Timer | undefined;
  #fill: Timer | undefined;
  #isStopped = true;
  #endRest = () => {};

  constructor(options: PollLoopOptions) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#poll = setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  /** Looks now. */
  wake(): void {
    if (this.#isStopped || !this.#options.hasRoom()) return;
    this.#isWoken = true;
    this.#looking ??= this.#lookAll().finally(() => {
      this.#looking = undefined;
    });
  }

  /** Looks in a moment: something ended. */
  wakeSoon(): void {
    if (this.#isStopped) return;
    this.#fill ??= setTimeout(() => {
      this.#fill = undefined;
      this.wake();
    }, FILL_MS);
  }

  /** Looks no more, and resolves when the last look has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#poll);
    clearTimeout(this.#fill);
    this.#fill = undefined;
    this.#endRest();
    await this.#looking;
  }

  async #rest(ms: number): Promise<void> {
    if (this.#isStopped || ms === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#endRest = resolve;
    await promise;
    clearTimeout(timer);
  }

  async #lookAll(): Promise<void> {
    const { hasRoom, look, failed, restFactor = 0 } = this.#options;
    while (this.#isWoken && !this.#isStopped && hasRoom()) {
      this.#isWoken = false;
      const began = performance.now();
      try {
        if (await look()) this.#isWoken = true;
      } catch (cause) {
        failed(cause);
      }
      await this.#rest(restFactor * (performance.now() - began));
      // SQLite responds within the same turn of the event loop, however many looks there are.
      if (this.#isWoken) await new Promise(setImmediate);
    }
  }
}
