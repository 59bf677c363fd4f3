import type { Clock } from "./crawl.ts";

/** The longest pause between two requests that a site can ask for, in milliseconds. */
export const INTERVAL_MAX_MS = 10_000;

/** Spaces requests to each host. */
export class HostPace {
  readonly #clock: Clock;
  readonly #nextAt = new Map<string, number>();
  /** How much longer the pauses are for a host that responds with 429 or 503. */
  readonly #slowed = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits until the next request to the host may start, `intervalMs` after the one before. */
  async wait(host: string, intervalMs: number, signal: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    const at = Math.max(now, this.#nextAt.get(host) ?? now);
    this.#nextAt.set(host, at + intervalMs);
    if (at > now) await this.#clock.sleep(at - now, signal);
    signal.throwIfAborted();
  }

  /** The interval of a host, with the pauses that it has asked for by its responses. */
  intervalOf(host: string, intervalMs: number): number {
    return Math.min(Math.max(intervalMs, INTERVAL_MAX_MS), intervalMs * (this.#slowed.get(host) ?? 1));
  }

  /** A host has asked for a pause: nothing is requested for so long, and less often after it. */
  slowDown(host: string, pauseMs: number): void {
    this.#slowed.set(host, Math.min(32, (this.#slowed.get(host) ?? 1) * 2));
    this.#nextAt.set(host, Math.max(this.#nextAt.get(host) ?? 0, this.#clock.now() + pauseMs));
  }

  /** A host has responded: it may be asked a little more often again. */
  recover(host: string): void {
    const factor = this.#slowed.get(host);
    if (factor !== undefined) this.#slowed.set(host, Math.max(1, factor * 0.9));
  }
}
