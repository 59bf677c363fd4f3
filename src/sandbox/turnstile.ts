import { Problem } from "../kit/problem.ts";
import type { RunCount } from "./count.ts";

/** Milliseconds that a run is taken to last before one has ended. */
const FIRST_GUESS_MS = 1_000;

interface Waiter {
  admit(): void;
}

/** Lets a number of runs in at a time and a number of them wait, in the order of their coming. */
export class Turnstile {
  readonly #places: number;
  readonly #queue: number;
  readonly #waiters: Waiter[] = [];
  #inside = 0;
  #usualMs = FIRST_GUESS_MS;

  constructor(places: number, queue: number) {
    this.#places = places;
    this.#queue = queue;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  /**
   * Waits for a place and gives the function that leaves it again. Throws `busy` where the queue is full and
   * `client-left` where the client leaves first, and counts them.
   */
  async admit(client: AbortSignal, { runs }: RunCount): Promise<() => void> {
    client.throwIfAborted();
    const turn = this.#enter(client);
    if (turn === undefined) {
      runs.busy++;
      const seconds = this.#secondsToWait();
      throw new Problem(
        "busy",
        `All places are taken and the queue is full. Send the same request again in ${seconds} s.`,
        { headers: { "Retry-After": String(seconds) } },
      );
    }
    return turn.catch((cause: unknown) => {
      runs.left++;
      throw new Problem("client-left", "The client left before its turn came.", { cause });
    });
  }

  /** When a place is likely to be free for one more in the queue; in whole seconds, from 1 to 60. */
  #secondsToWait(): number {
    const ms = ((this.#waiters.length + 1) / this.#places) * this.#usualMs;
    return Math.min(60, Math.max(1, Math.ceil(ms / 1000)));
  }

  /**
   * Waits for a place and gives the function that leaves it again. Undefined where the queue is full;
   * rejects with the signal's reason where it fires first.
   */
  #enter(signal: AbortSignal): Promise<() => void> | undefined {
    if (this.#inside < this.#places) {
      this.#inside++;
      return Promise.resolve(this.#leaving());
    }
    if (this.#waiters.length >= this.#queue) return undefined;
    return new Promise((resolve, reject) => {
      const give = () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        admit: () => {
          signal.removeEventListener("abort", give);
          resolve(this.#leaving());
        },
      };
      this.#waiters.push(waiter);
      signal.addEventListener("abort", give, { once: true });
    });
  }

  #leaving(): () => void {
    const entered = performance.now();
    return () => {
      this.#usualMs += (performance.now() - entered - this.#usualMs) / 8;
      const next = this.#waiters.shift();
      if (next === undefined) this.#inside--;
      else next.admit();
    };
  }
}
