import { Turnstile } from "../kit/fair-queue.ts";

/**
 * Lets at most `size` holders of one name work at a time; the rest wait, for as long as they like, and share the
 * turns by payer. Names without holders take no memory.
 */
export class Turns {
  readonly #size: number;
  readonly #held = new Map<string, Turnstile>();

  constructor(size: number) {
    this.#size = size;
  }

  /** Waits for a turn and returns what gives it back. Throws where the signal fires first. */
  async take(name: string, signal: AbortSignal, payer: string): Promise<() => void> {
    const turnstile = this.#held.get(name) ?? new Turnstile(this.#size, Number.POSITIVE_INFINITY);
    const leave = turnstile.admit(signal, { busy: 0, left: 0 }, payer);
    if (!turnstile.isIdle) this.#held.set(name, turnstile);
    const giveBack = await leave;
    return () => {
      giveBack();
      if (turnstile.isIdle) this.#held.delete(name);
    };
  }
}
