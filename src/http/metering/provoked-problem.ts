import { QuotaExceeded } from "../../accounts/charges.ts";
import type { QuotaUsage } from "../../accounts/grants.ts";
import type { RateLimit } from "../../accounts/rate-limiter.ts";
import { invalidParameter } from "../../kit/parameter.ts";
import { Problem } from "../../kit/problem.ts";
import { type ProblemCode, problemKinds, retriedStatuses } from "../../kit/problem-kinds.ts";
import { rateLimitHeaders } from "../core/rate-limit-headers.ts";

/** Texts about the account in errors for tests. */
export interface ProvokedOptions {
  readonly usages: readonly QuotaUsage[];
  readonly limit: RateLimit;
  readonly now: number;
}

const WAIT_SECONDS = 2;

/** The code that `Prefer: example=CODE` names; undefined without that preference (RFC 7240). */
export function preferredExample(headers: Headers): string | undefined {
  const given = /(?:^|[,;])\s*example\s*=\s*"?([^\s",;]*)"?/i.exec(headers.get("prefer") ?? "")?.[1];
  return given?.toLowerCase();
}

/** The error of `Prefer: example=CODE`, with its real headers and members. Throws `invalid-parameter` for other codes. */
export function provokedProblem(
  example: string,
  codes: readonly ProblemCode[],
  { usages, limit, now }: ProvokedOptions,
): Problem {
  const code = codes.find((one) => one === example);
  if (code === undefined) {
    const all = [...new Set(codes)].sort().join(", ");
    throw invalidParameter("Prefer", `Prefer: example= must name an error of this operation: ${all}.`);
  }
  if (code === "quota-exceeded" && usages.length > 0) {
    const usedUp = usages.map((one) => ({ ...one, used: one.held.grant.limit }));
    return new QuotaExceeded(usedUp, now);
  }
  const { status, meaning } = problemKinds[code];
  const wait = retriedStatuses.has(status) ? { "Retry-After": String(WAIT_SECONDS) } : {};
  const headers = code === "rate-limited" ? rateLimitHeaders("burst", limit, WAIT_SECONDS * 1_000) : wait;
  return new Problem(code, `You asked for this error with Prefer: example=${code}. ${meaning}`, { headers });
}
