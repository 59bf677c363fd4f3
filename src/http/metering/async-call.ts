import { createHash } from "node:crypto";
import type { Caller } from "../../accounts/authenticate.ts";
import { rawQuery } from "../../kit/query.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import { jsonResponse } from "../core/responses.ts";
import type { Upload } from "../core/upload.ts";
import { type PendingInput, withFiles } from "./call-input.ts";
import { idempotencyKey } from "./idempotency.ts";

/** A call that is stored to run later, with the bytes of its files. */
export interface Submission {
  readonly api: string;
  readonly operation: string;
  readonly caller: Caller;
  readonly call: {
    readonly query: string;
    readonly params: Record<string, string>;
    readonly fields: readonly [string, string][];
    readonly files: readonly string[];
    readonly accept: string | null;
  };
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** The same for repetitions of one request with an `Idempotency-Key`. */
  readonly repeats: string | undefined;
}

/** Stores calls as jobs. */
export interface JobSubmitter {
  /** Resolves with the job, as clients see it. Throws `job-storage-full`. */
  submit(submission: Submission): Promise<{ readonly id: string }>;
}

/** The caller where nothing is metered. */
export const nobody: Caller = { keyId: "", account: "", mode: "live", apis: null, grants: [] };

/** Whether a client would rather have its call run later (RFC 7240 section 4.1). */
export function prefersAsync(headers: Headers): boolean {
  const preferences = headers.get("prefer");
  return preferences !== null && /(?:^|,)\s*respond-async\s*(?:[,;=]|$)/i.test(preferences);
}

/** The fingerprint of an account's request with an `Idempotency-Key`; undefined where it has none. */
export function repeatsOf(
  { account, mode }: Caller,
  headers: Headers,
  fingerprint: string,
): string | undefined {
  const key = idempotencyKey(headers);
  if (key === undefined) return undefined;
  return createHash("sha256").update([account, mode, key, fingerprint].join("\n")).digest("hex");
}

/** Stores a call whose input was read, and makes the 202 that says where its job is. */
export async function acceptedResponse(
  jobs: JobSubmitter,
  {
    api,
    operation,
    caller,
    request,
    pending,
    upload,
  }: {
    readonly api: string;
    readonly operation: string;
    readonly caller: Caller;
    readonly request: RoutedRequest;
    readonly pending: PendingInput;
    readonly upload: Upload;
  },
  requestId: string,
  fingerprint: string,
): Promise<Response> {
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
    repeats: repeatsOf(caller, request.headers, fingerprint),
  });
  return jsonResponse(job, requestId, {
    status: 202,
    headers: { Location: `/jobs/${job.id}`, "Preference-Applied": "respond-async", "Retry-After": "1" },
  });
}
