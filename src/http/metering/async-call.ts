import type { Caller } from "../../accounts/authenticate.ts";
import { rawQuery } from "../../kit/query.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import { jsonResponse } from "../core/responses.ts";
import type { Upload } from "../core/upload.ts";
import { type PendingInput, withFiles } from "./call-input.ts";
import { repeatsOf } from "./idempotency.ts";
import type { JobSubmitter, Submit } from "./job-submitter.ts";

/** The caller where nothing is metered. */
export const anonymousCaller: Caller = { keyId: "", account: "", mode: "live", apis: null, grants: [] };

/** Whether a client would rather have its call run later (RFC 7240 section 4.1). */
function prefersAsync(headers: Headers): boolean {
  const preferences = headers.get("prefer");
  return preferences !== null && /(?:^|,)\s*respond-async\s*(?:[,;=]|$)/i.test(preferences);
}

/** A request whose call is to run later. */
interface AsyncRequest {
  readonly api: string;
  readonly operation: string;
  readonly resultBytes: number;
  readonly request: RoutedRequest;
  readonly requestId: string;
  readonly upload: Upload;
}

/** The input of a request that was read, and what tells the request from others. */
interface ReadRequest {
  readonly pending: PendingInput;
  readonly fingerprint: string;
}

/**
 * Makes what stores a call instead of running it, with the 202 that says where its job is. Undefined for a request that does
 * not ask for it, and for one that a job makes.
 */
export function submitterOf(
  jobs: JobSubmitter | undefined,
  of: AsyncRequest,
  read: () => ReadRequest,
): Submit | undefined {
  const { api, operation, resultBytes, request, requestId, upload } = of;
  if (jobs === undefined || request.job !== undefined || !prefersAsync(request.headers)) return undefined;
  return async (caller, units, checkQuota) => {
    const { pending, fingerprint } = read();
    const repeats = repeatsOf(caller, request.headers, fingerprint);
    const before = await jobs.repeated(caller.account, repeats);
    if (before !== undefined) return accepted(before, requestId);
    await checkQuota();
    const whole = await withFiles({ input: {}, files: pending.files }, upload, request.signal);
    const files: Record<string, Uint8Array> = {};
    for (const [name, bytes] of Object.entries(whole)) if (bytes instanceof Uint8Array) files[name] = bytes;
    const job = await jobs.submit({
      api,
      operation,
      caller,
      call: {
        query: rawQuery(request.url),
        params: { ...request.params },
        fields: pending.fields.map(([name, value]): [string, string] => [name, value]),
        files: Object.keys(files),
        accept: request.headers.get("accept"),
      },
      files,
      units,
      resultBytes,
      repeats,
    });
    return accepted(job, requestId);
  };
}

/** The response that says where the job of a call is. */
function accepted(job: { readonly id: string }, requestId: string): Response {
  return jsonResponse(job, requestId, {
    status: 202,
    headers: { Location: `/jobs/${job.id}`, "Preference-Applied": "respond-async", "Retry-After": "1" },
  });
}
