import { createHash } from "node:crypto";
import type { Caller } from "../../accounts/authenticate.ts";
import type { IdempotencyStore, Reservation, StoredResponse } from "../../accounts/idempotency-store.ts";
import { asProblem } from "../../kit/problem.ts";
import { rawPath } from "../../kit/query.ts";
import type { Log } from "../../ops/log.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import { idempotencyHashOf, idempotencyKey, repeatName, replay, storeResponse } from "./idempotency.ts";

/** Store of requests with an `Idempotency-Key`. */
export interface CreateOnceDeps {
  readonly idempotencyStore: Pick<IdempotencyStore, "begin" | "rejectOther">;
  readonly log: Pick<Log, "warn">;
}

interface Repeatable {
  readonly caller: Pick<Caller, "account" | "mode">;
  /** The management scope of its endpoint, whose requests have keys of their own; left out for calls, jobs and batches. */
  readonly scope?: string | undefined;
  readonly request: RoutedRequest;
}

/** A request that creates something. */
export interface Creation extends Repeatable {
  readonly requestId: string;
  readonly fingerprint: string;
  /** Creates it. `idempotencyHash` is the same for all repetitions of the request; undefined without an `Idempotency-Key`. */
  create(idempotencyHash: string | undefined): Promise<Response>;
  /** Whether `create` finds what was created with the same `idempotencyHash`: then a response that was not stored is made again. */
  readonly isFound?: boolean;
  stored?(): Response;
}

/** Fingerprint of a request with these fields. */
export function fingerprintOfFields({ method, url }: Request, query: unknown, fields: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([method, rawPath(url), query, fields]))
    .digest("hex");
}

/** The statuses of input that is never accepted. */
const REJECTED = [400, 413, 415, 422];

/** Reads an input. If it is not accepted and an earlier request has its `Idempotency-Key`, throws `idempotency-mismatch`. */
export async function readOnce<Input>(
  store: Pick<IdempotencyStore, "rejectOther">,
  { caller, scope, request }: Repeatable,
  read: () => Input | Promise<Input>,
): Promise<Input> {
  const key = idempotencyKey(request.headers);
  try {
    return await read();
  } catch (error) {
    if (key !== undefined && REJECTED.includes(asProblem(error).status)) {
      await store.rejectOther(caller.account, repeatName(caller, key, scope));
    }
    throw error;
  }
}

/** How long a repetition waits for the first request, and how often it looks, in milliseconds. */
const WAIT_MS = 5_000;
const POLL_MS = 100;

/** Begins a request as `IdempotencyStore.begin` does, and waits some seconds for one that runs: creations are short. */
export async function beginAfterOthers(
  store: Pick<IdempotencyStore, "begin">,
  account: string,
  name: string,
  fingerprint: string,
  signal: AbortSignal,
): Promise<Reservation | StoredResponse> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    try {
      return await store.begin(account, name, fingerprint);
    } catch (error) {
      const isRunning = asProblem(error).code === "request-in-progress";
      if (!isRunning || signal.aborted || performance.now() > until) throw error;
      await Bun.sleep(POLL_MS);
    }
  }
}

/**
 * Creates something once for all requests with one `Idempotency-Key`. Call it before checks that may change, such as a
 * quota. Throws `idempotency-mismatch` and `request-in-progress`.
 */
export async function createOnce(
  { idempotencyStore, log }: CreateOnceDeps,
  { caller, scope, request, requestId, fingerprint, create, isFound = false, stored }: Creation,
): Promise<Response> {
  const key = idempotencyKey(request.headers);
  if (key === undefined) return create(undefined);
  const idempotencyHash = idempotencyHashOf(caller, request.headers, fingerprint);
  const name = repeatName(caller, key, scope);
  let begun: Reservation | StoredResponse;
  try {
    begun = await beginAfterOthers(idempotencyStore, caller.account, name, fingerprint, request.signal);
  } catch (error) {
    // It already ran, and its response was not stored.
    if (isFound && asProblem(error).code === "response-not-stored") return create(idempotencyHash);
    throw error;
  }
  if ("body" in begun) return replay(begun, { "X-Request-Id": requestId });
  const reservation = begun;
  const response = await create(idempotencyHash).catch(async (error: unknown) => {
    await reservation.release();
    throw error;
  });
  try {
    await storeResponse(reservation, stored?.() ?? response);
  } catch (cause) {
    // It exists: a client that gets an error instead would create another one.
    log.warn("a response was not stored for its Idempotency-Key", { requestId, cause });
  }
  return response;
}
