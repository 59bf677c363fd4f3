import { createHash } from "node:crypto";
import type { Caller } from "../../accounts/authenticate.ts";
import type { Reservation, StoredResponse } from "../../accounts/idempotency-store.ts";
import { readUpTo } from "../../kit/growable-buffer.ts";
import { Problem } from "../../kit/problem.ts";

/** The maximum size of a stored response, in bytes. Repetitions of larger ones get an error. */
const KEPT_MAX = 1_000_000;

/** Headers that belong to one exchange and are not stored. */
const OWN = new Set([
  "x-request-id",
  "quintet-cost",
  "ratelimit",
  "ratelimit-policy",
  "content-length",
  "server-timing",
]);

/** The headers of a response that another response with its body has too. */
export function keptHeaders(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => !OWN.has(name.toLowerCase()));
}

/** The format of an `Idempotency-Key`. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;

/** The format of an `Idempotency-Key` as a predicate, for errors. */
export const IDEMPOTENCY_KEY_RULE = "must be 1 to 128 visible ASCII characters, such as a UUID";

/** The `Idempotency-Key` of a request; undefined where it has none. */
export function idempotencyKey(headers: Headers): string | undefined {
  const key = headers.get("idempotency-key");
  if (key === null) return undefined;
  if (IDEMPOTENCY_KEY.test(key)) return key;
  throw new Problem("invalid-idempotency-key", `Idempotency-Key ${IDEMPOTENCY_KEY_RULE}.`);
}

/** The name of an `Idempotency-Key` in its account. Clients cannot send spaces: test keys and scopes have names of their own. */
export function repeatName({ mode }: Pick<Caller, "mode">, key: string, scope?: string): string {
  const own = mode === "test" ? `test ${key}` : key;
  return scope === undefined ? own : `${scope} ${own}`;
}

/** The fingerprint of an account's request with an `Idempotency-Key`; undefined where it has none. */
export function idempotencyHashOf(
  { account, mode }: Pick<Caller, "account" | "mode">,
  headers: Headers,
  fingerprint: string,
): string | undefined {
  const key = idempotencyKey(headers);
  if (key === undefined) return undefined;
  return createHash("sha256").update([account, mode, key, fingerprint].join("\n")).digest("hex");
}

/** Stores a response for repeated requests. No more of a streamed body is held in memory than may be stored. */
export async function storeResponse(
  reservation: Pick<Reservation, "keep">,
  response: Response,
): Promise<void> {
  const body = await readUpTo(response.clone().body, KEPT_MAX);
  if (body === undefined) return reservation.keep(undefined);
  const headers = keptHeaders(response.headers);
  await reservation.keep({ status: response.status, headers, body });
}

/** Creates a response from a stored one. */
export function replay(stored: StoredResponse, further: Readonly<Record<string, string>>): Response {
  const headers = new Headers(stored.headers.map(([name, value]): [string, string] => [name, value]));
  for (const [name, value] of Object.entries(further)) headers.set(name, value);
  headers.set("Idempotency-Replayed", "true");
  return new Response(stored.body, { status: stored.status, headers });
}
