import { createRateLimiter } from "./rate-limiter.ts";

/**
 * Minimum cost of a failed call, in milliseconds of processor time. Its own work may have taken less; receiving it,
 * charging it and giving the charge back has not been measured per call, and is about this much on a small machine.
 */
export const FAILED_CALL_MS = 100;

/**
 * Makes the allowance: `secondsPerMinute` of processor time at once after a pause, refilled at that rate. It is soft:
 * what is drawn beyond it, by calls that were under way together, is waited for afterwards, for five minutes at most.
 */
export function createFreeCpu(secondsPerMinute: number, now?: () => number) {
  // In milliseconds, so that a fraction of a second counts as one.
  const burst = secondsPerMinute * 1_000;
  const limiter = createRateLimiter({ perSecond: burst / 60, burst }, now);
  return {
    /** In milliseconds of processor time. */
    limit: limiter.limit,
    /** How long an account must wait before its next call, in milliseconds; 0 where it may go on. */
    wait: (account: string): number => limiter.wait(account),
    /** Draws the processor time of a call that nobody pays for. */
    draw: (account: string, cpuMs: number): void => limiter.count(account, cpuMs),
  };
}
export type FreeCpu = ReturnType<typeof createFreeCpu>;
