import type { Authenticator, Caller } from "../../accounts/authenticate.ts";
import { isConsoleToken } from "../../accounts/console-tokens.ts";
import type { FreeCpu } from "../../accounts/free-cpu.ts";
import type { RateLimit, RateLimiter } from "../../accounts/rate-limiter.ts";
import { Problem } from "../../kit/problem.ts";
import type { WorkMetrics } from "../../ops/work-metrics.ts";
import { rateLimitHeaders } from "../core/rate-limit-headers.ts";
import { isFromOtherOrigin } from "../core/responses.ts";
import { readKey, rejectKeyInQuery } from "./api-key.ts";

/** What is asked before a request of a metered API is processed. */
export interface AuthorizeDeps {
  readonly authenticator: Authenticator;
  /** Requests, by the id of their key. */
  readonly keyLimiter: RateLimiter;
  /** What calls that nobody pays for may use of the processor, by account. */
  readonly freeCpu: FreeCpu;
  readonly work?: WorkMetrics | undefined;
}

function slowDown(name: string, waitMs: number, limit: RateLimit, detail: string): void {
  if (waitMs === 0) return;
  throw new Problem("rate-limited", detail, { headers: rateLimitHeaders(name, limit, waitMs) });
}

/** Throws `key-scope` where a page of another site sends a console token. */
function rejectOtherSite(headers: Headers): void {
  if (!isFromOtherOrigin(headers)) return;
  throw new Problem(
    "key-scope",
    "A console token works only on the pages of this server. Use a key instead.",
  );
}

/**
 * Authorizes a request by its key, the key's scope and its rate. Throws the error to respond with.
 * `api` is undefined for what every key may ask; `parameters` are the operation's own. `onIdentified` is told who calls,
 * before anything is rejected for what the key may do.
 */
export async function authorize(
  { authenticator, keyLimiter, freeCpu, work }: AuthorizeDeps,
  api: string | undefined,
  headers: Headers,
  query: string,
  parameters: Readonly<Record<string, unknown>>,
  onIdentified?: (caller: Caller) => void,
): Promise<Caller> {
  rejectKeyInQuery(query, parameters);
  const key = readKey(headers);
  if (isConsoleToken(key)) rejectOtherSite(headers);
  const caller = await authenticator.identify(key);
  onIdentified?.(caller);
  const { account, keyId, apis } = caller;
  if (api !== undefined && apis !== null && !apis.includes(api)) {
    throw new Problem("key-scope", `This key is for ${apis.join(", ")} only.`);
  }
  // Free operations have an allowance of their own: who calls too fast may still read what is left.
  const allowance = api === undefined ? `free ${keyId}` : keyId;
  slowDown(
    "burst",
    keyLimiter.wait(allowance),
    keyLimiter.limit,
    "This key sent too many requests. Wait, then continue more slowly.",
  );
  if (api !== undefined) {
    const waitMs = freeCpu.wait(account);
    if (waitMs > 0) work?.outOfFreeCpu(api);
    slowDown(
      "free-cpu",
      waitMs,
      freeCpu.limit,
      `Failed calls and dry runs of this account have used all of their free CPU time. Fix the requests that fail, then continue in ${Math.ceil(waitMs / 1000)} s.`,
    );
  }
  keyLimiter.count(allowance);
  return caller;
}
