import type { Guard } from "../accounts/burst.ts";
import type { Caller, Callers } from "../accounts/callers.ts";
import { asProblem, Problem } from "../kit/problem.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import { readKey, refuseKeyInQuery } from "./credential.ts";

/** What the door of a metered API asks before it lets a request in. */
export interface Gatekeepers {
  readonly callers: Callers;
  /** Requests, by the id of their key. */
  readonly burst: Guard;
  /** Calls that failed, by the id of their key. */
  readonly failures: Guard;
}

/** Failures that are not counted against a key: the house's own, and refusals before any work. */
const UNCOUNTED: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "internal",
  "storage-unavailable",
  "busy",
  "quota-exceeded",
  "plan-required",
  "plan-limit",
]);

function slowDown(waitMs: number, detail: string): void {
  if (waitMs === 0) return;
  const headers = { "Retry-After": String(Math.ceil(waitMs / 1000)) };
  throw new Problem("rate-limited", detail, { headers });
}

/**
 * Lets a request in: its key, what the key is for, and how fast it comes. Throws the refusal to answer with.
 * `api` is undefined for what every key may ask; `parameters` are the operation's own.
 */
export async function admit(
  { callers, burst, failures }: Gatekeepers,
  api: string | undefined,
  headers: Headers,
  query: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Caller> {
  refuseKeyInQuery(query, parameters);
  const caller = await callers.identify(readKey(headers));
  const { keyId, apis } = caller;
  if (api !== undefined && apis !== null && !apis.includes(api)) {
    throw new Problem("key-scope", `This key is for ${apis.join(", ")} only.`);
  }
  // What is free has an allowance of its own: whoever calls too fast may still ask what is left.
  const allowance = api === undefined ? `free ${keyId}` : keyId;
  slowDown(burst.wait(allowance), "The requests of this key come too fast: wait, then go on more slowly.");
  if (api !== undefined) {
    const mend = "Too many calls of this key failed: read their answers before you go on.";
    slowDown(failures.wait(keyId), mend);
  }
  burst.count(allowance);
  return caller;
}

/** Counts a call that failed after its work began: it costs nothing, and is bounded by its rate. */
export function countFailure({ failures }: Gatekeepers, caller: Caller, error: unknown): void {
  if (!UNCOUNTED.has(asProblem(error).code)) failures.count(caller.keyId);
}
