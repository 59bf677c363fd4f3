/**
 * Lets at most `size` holders of one name work at a time; the rest wait in order. Names without holders
 * take no memory.
 */
export class Turns {
  readonly #size: number;
  readonly #held = new Map<string, { holders: number; readonly waiting: (() => void)[] }>();

  constructor(size: number) {
    this.#size = size;
  }

  /** Waits for a turn and returns what gives it back. Throws the signal's reason if that comes first. */
  async take(name: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const held = this.#held.get(name) ?? { holders: 0, waiting: [] };
    this.#held.set(name, held);
    if (held.holders < this.#size) {
      held.holders++;
    } else {
      await new Promise<void>((resolve, reject) => {
        const proceed = () => {
          signal.removeEventListener("abort", leave);
          resolve();
        };
        const leave = () => {
          held.waiting.splice(held.waiting.indexOf(proceed), 1);
          reject(signal.reason);
        };
        held.waiting.push(proceed);
        signal.addEventListener("abort", leave, { once: true });
      });
    }
    let given = false;
    return () => {
      if (given) return;
      given = true;
      // A turn goes straight to the next in line: the number of holders stays.
      const next = held.waiting.shift();
      if (next !== undefined) next();
      else if (--held.holders === 0) this.#held.delete(name);
    };
  }
}
