import type { Caller } from "../../accounts/authenticate.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import { jsonResponse } from "../core/responses.ts";
import type { CallInput } from "./call-input.ts";
import { idempotencyHashOf } from "./idempotency.ts";
import type { JobSubmitter } from "./job-submitter.ts";
import type { CallRequest, KeyedOperation } from "./keyed-operation.ts";

/** The caller where nothing is metered. */
export const anonymousCaller: Caller = { keyId: "", account: "", mode: "live", apis: null, grants: [] };

/** Reports whether a client would rather have its call run later (RFC 7240 section 4.1); never for a request that a job makes. */
export function prefersAsync({ headers, job }: RoutedRequest): boolean {
  if (job !== undefined) return false;
  const preferences = headers.get("prefer");
  return preferences !== null && /(?:^|,)\s*respond-async\s*(?:[,;=]|$)/i.test(preferences);
}

/** Stores a call instead of running it, once for all repetitions. Resolves with the 202 that says where its job is. */
export async function submitCall(
  jobs: JobSubmitter,
  operation: KeyedOperation,
  call: CallRequest,
  input: CallInput,
  caller: Caller,
  units: number | undefined,
  checkQuota: () => Promise<void>,
): Promise<Response> {
  const { request, requestId } = call;
  const idempotencyHash = idempotencyHashOf(caller, request.headers, input.fingerprint);
  const before = await jobs.repeated(caller.account, idempotencyHash);
  if (before !== undefined) return accepted(before, requestId);
  await checkQuota();
  const stored = await operation.submission(call, input);
  return accepted(await jobs.submit({ ...stored, caller, units, idempotencyHash }), requestId);
}

function accepted(job: { readonly id: string }, requestId: string): Response {
  return jsonResponse(job, requestId, {
    status: 202,
    headers: { Location: `/jobs/${job.id}`, "Preference-Applied": "respond-async", "Retry-After": "1" },
  });
}
