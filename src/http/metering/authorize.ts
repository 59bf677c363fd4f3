import type { Authenticator, Caller } from "../../accounts/authenticate.ts";
import { isConsoleToken } from "../../accounts/console-tokens.ts";
import { MANAGEMENT_SCOPES } from "../../accounts/keys.ts";
import type { RateLimit, RateLimiter } from "../../accounts/rate-limiter.ts";
import { backgroundTenant } from "../../kit/fair-queue.ts";
import { Problem } from "../../kit/problem.ts";
import type { WorkMetrics } from "../../ops/work-metrics.ts";
import type { Clients } from "../core/client-ip.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import { rateLimitHeaders } from "../core/rate-limit-headers.ts";
import { isFromOtherOrigin } from "../core/responses.ts";
import { readKey, rejectKeyInQuery } from "./api-key.ts";

/** Checks before a request of a metered API is processed. */
export interface AuthorizeDeps {
  readonly authenticator: Authenticator;
  /** Requests, by the id of their key. */
  readonly keyLimiter: RateLimiter;
  /** The free CPU time of each account in milliseconds, for calls that are not charged. */
  readonly freeCpu: Pick<RateLimiter, "limit" | "wait" | "count">;
  /** Where requests come from, for the allow-lists of keys. */
  readonly clients: Pick<Clients, "address">;
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

/** Returns the tenant whose free CPU time a caller uses: test calls and failed jobs do not slow down other calls of the account. */
export function freeCpuTenant({ account, mode }: Caller, isJob = false): string {
  if (isJob) return backgroundTenant(account);
  return mode === "test" ? `test ${account}` : account;
}

/** Whether a key may do this: a key for all APIs does not manage keys or webhooks. */
function isInScope(api: string, apis: readonly string[] | null): boolean {
  return apis === null ? !MANAGEMENT_SCOPES.includes(api) : apis.includes(api);
}

/** Authorizes a request by its key, scope (`api`; undefined for any key) and rate. */
export async function authorize(
  { authenticator, keyLimiter, freeCpu, clients, work }: AuthorizeDeps,
  api: string | undefined,
  request: RoutedRequest,
  query: string,
  parameters: Readonly<Record<string, unknown>>,
  onIdentified?: (caller: Caller) => void,
): Promise<Caller> {
  const { headers } = request;
  rejectKeyInQuery(query, parameters);
  const key = readKey(headers);
  if (isConsoleToken(key)) rejectOtherSite(headers);
  const caller = await authenticator.identify(key, () => clients.address(request));
  const { account, keyId, apis } = caller;
  request.caller = { account, key: keyId };
  onIdentified?.(caller);
  if (api !== undefined && !isInScope(api, apis)) {
    const scope = apis === null ? "APIs" : apis.join(", ");
    throw new Problem(
      "key-scope",
      `This key is for ${scope} only. It does not have the scope ${api}. Use or create a key that has it.`,
    );
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
    const waitMs = freeCpu.wait(freeCpuTenant(caller));
    if (waitMs > 0) work?.outOfFreeCpu.add({ api });
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
