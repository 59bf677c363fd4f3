import type { RateLimit } from "./rate-limiter.ts";

/**
 * Minimum cost of a failed call, in milliseconds of processor time. Its own work may have taken less; receiving it,
 * charging it and giving the charge back has not been measured per call, and is about this much on a small machine.
 */
export const FAILED_CALL_MS = 100;

/**
 * The limit of milliseconds of processor time that one account may use for free: `secondsPerMinute` at once after a pause,
 * refilled at that rate. It is soft: what is drawn beyond it, by calls that were under way together, is waited for afterwards,
 * for five minutes at most.
 */
export function freeCpuLimit(secondsPerMinute: number): RateLimit {
  const burst = secondsPerMinute * 1_000;
  return { perSecond: burst / 60, burst };
}
