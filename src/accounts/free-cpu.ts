import { createRateLimiter, type RateLimit } from "./rate-limiter.ts";

/**
 * Minimum cost of a failed call, in milliseconds of processor time. Its own work may have taken less; receiving it,
 * charging it and giving the charge back has not been measured per call, and is about this much on a small machine.
 */
export const FAILED_CALL_MS = 100;

/** Processor time that an account may use without being charged for it, in this process. */
export interface FreeCpu {
  /** In milliseconds of processor time. */
  readonly limit: RateLimit;
  /** How long an account must wait before its next call, in milliseconds; 0 where it may go on. */
  wait(account: string): number;
  /** Draws the processor time of a call that nobody pays for. */
  draw(account: string, cpuMs: number): void;
}

/**
 * Makes the allowance: `secondsPerMinute` of processor time at once after a pause, refilled at that rate. It is soft:
 * what is drawn beyond it, by calls that were under way together, is waited for afterwards, for five minutes at most.
 */
export function createFreeCpu(secondsPerMinute: number, now?: () => number): FreeCpu {
  // In milliseconds, so that a fraction of a second counts as one.
  const burst = secondsPerMinute * 1_000;
  const limiter = createRateLimiter({ perSecond: burst / 60, burst }, now);
  return {
    limit: limiter.limit,
    wait: (account) => limiter.wait(account),
    draw: (account, cpuMs) => limiter.count(account, cpuMs),
  };
}
