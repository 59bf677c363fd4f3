import { Problem } from "./problem.ts";

/** Milliseconds that a turn is taken to last before one has ended. */
const FIRST_GUESS_MS = 1_000;

/** Payers remembered beside those whose turn it is; who is forgotten counts as new. */
const REMEMBERED = 1_000;

interface Waiter {
  readonly payer: string;
  admit(): void;
  refuse(): void;
}

/** How often somebody was not let in. */
export interface Turned {
  /** The queue was full. */
  busy: number;
  /** The client left while it waited. */
  left: number;
}

function left({ reason: cause }: AbortSignal, turned: Turned): Problem {
  turned.left++;
  return new Problem("client-left", "The client left before its turn came.", { cause });
}

// Longer than 150 lines because who waits, who goes next and who is turned away is one set of counts.
/**
 * Lets a number of turns be taken at a time and a number of them be waited for. Who has had the least time so
 * far goes next: the callers share the places, however much one of them asks for at once (start-time fair
 * queueing, Goyal, Vin and Cheng 1996, by measured time). Turns of one payer keep their order.
 */
export class Turnstile {
  readonly #places: number;
  readonly #queue: number;
  /** In the order of their coming. */
  readonly #waiters: Waiter[] = [];
  /** The time that each payer has had, on a scale that all of them share; in milliseconds. */
  readonly #had = new Map<string, number>();
  /** Where on that scale the last turn began: who comes anew begins here, not at what others had long ago. */
  #mark = 0;
  #inside = 0;
  #usualMs = FIRST_GUESS_MS;

  readonly #waitMs: number;
  readonly #now: () => number;

  /** `waitMs`: how long anybody waits at most; who waited so long is told to come again. */
  constructor(
    places: number,
    queue: number,
    waitMs = Number.POSITIVE_INFINITY,
    now = () => performance.now(),
  ) {
    this.#places = places;
    this.#queue = queue;
    this.#waitMs = waitMs;
    this.#now = now;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  /** Whether nobody has a turn and nobody waits for one. */
  get isIdle(): boolean {
    return this.#inside === 0;
  }

  /**
   * Waits for a turn of `payer` and gives the function that ends it, which may be called again. Throws `busy`
   * where the queue is full, also later, where it is full and another payer has fewer turns waiting, and where
   * the turn does not come in time; throws `client-left` where the client leaves first. Counts both.
   */
  async admit(client: AbortSignal, turned: Turned, payer = ""): Promise<() => void> {
    if (client.aborted) throw left(client, turned);
    if (this.#inside < this.#places) return this.#enter(payer);
    if (this.#waiters.length >= this.#queue && !this.#makeRoom(payer)) throw this.#busy(turned);
    return new Promise((resolve, reject) => {
      const leave = () => {
        settle();
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(left(client, turned));
      };
      const late =
        this.#waitMs === Number.POSITIVE_INFINITY
          ? undefined
          : setTimeout(() => {
              this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
              waiter.refuse();
            }, this.#waitMs);
      const settle = () => {
        clearTimeout(late);
        client.removeEventListener("abort", leave);
      };
      const waiter: Waiter = {
        payer,
        admit: () => {
          settle();
          resolve(this.#enter(payer));
        },
        refuse: () => {
          settle();
          reject(this.#busy(turned));
        },
      };
      this.#waiters.push(waiter);
      client.addEventListener("abort", leave, { once: true });
    });
  }

  #busy(turned: Turned): Problem {
    turned.busy++;
    // When a place is likely to be free for one more in the queue.
    const ms = ((this.#waiters.length + 1) / this.#places) * this.#usualMs;
    const seconds = Math.min(60, Math.max(1, Math.ceil(ms / 1000)));
    return new Problem(
      "busy",
      `All places are taken and the queue is full. Send the same request again in ${seconds} s.`,
      { headers: { "Retry-After": String(seconds) } },
    );
  }

  /** Turns away the last of the payer with the most turns waiting, where that leaves it no fewer than `payer`. */
  #makeRoom(payer: string): boolean {
    const waiting = new Map<string, number>();
    for (const { payer: one } of this.#waiters) waiting.set(one, (waiting.get(one) ?? 0) + 1);
    const [heaviest, most] = [...waiting].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
    if (most <= (waiting.get(payer) ?? 0) + 1) return false;
    const last = this.#waiters.findLastIndex((waiter) => waiter.payer === heaviest);
    const [turnedAway] = this.#waiters.splice(last, 1);
    turnedAway?.refuse();
    return true;
  }

  #hadBy(payer: string): number {
    return Math.max(this.#mark, this.#had.get(payer) ?? 0);
  }

  #enter(payer: string): () => void {
    this.#inside++;
    this.#mark = this.#hadBy(payer);
    const guessMs = this.#usualMs;
    this.#had.set(payer, this.#mark + guessMs);
    const entered = this.#now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const took = this.#now() - entered;
      this.#usualMs += (took - this.#usualMs) / 8;
      this.#had.set(payer, (this.#had.get(payer) ?? 0) + took - guessMs);
      this.#inside--;
      this.#next();
    };
  }

  #next(): void {
    let next: Waiter | undefined;
    for (const waiter of this.#waiters) {
      if (next === undefined || this.#hadBy(waiter.payer) < this.#hadBy(next.payer)) next = waiter;
    }
    if (next !== undefined) {
      this.#waiters.splice(this.#waiters.indexOf(next), 1);
      next.admit();
    } else if (this.#inside === 0) {
      this.#had.clear();
    }
    if (this.#had.size > REMEMBERED) {
      for (const [payer, had] of this.#had) if (had <= this.#mark) this.#had.delete(payer);
    }
  }
}
