import type { RateLimit } from "./rate-limiter.ts";

/** Minimum cost of a failed call, in milliseconds of processor time: about what its unmeasured part takes. */
export const FAILED_CALL_MS = 100;

/** The limit of free processor time of one account, in milliseconds. It is soft: what exceeds it is waited for afterwards. */
export function freeCpuLimit(secondsPerMinute: number): RateLimit {
  const burst = secondsPerMinute * 1_000;
  return { perSecond: burst / 60, burst };
}
