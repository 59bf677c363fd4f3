import type { Accounts } from "../accounts/create-accounts.ts";
import type { Received } from "../http/core/body.ts";
import type { JobCall } from "../http/core/endpoint.ts";
import type { Send } from "../http/core/in-process.ts";
import { CHUNK_BYTES } from "../http/core/read-body.ts";
import type { StoredFile, Upload, Uploads } from "../http/core/upload.ts";
import { keptHeaders } from "../http/metering/idempotency.ts";
import { type AnyOperation, type Api, isText } from "../kit/descriptor.ts";
import { backgroundTenant } from "../kit/fair-queue.ts";
import { Problem } from "../kit/problem.ts";
import { WAIT_MAX_MS } from "../queue/turns.ts";
import { leaseLost } from "../queue/work-runner.ts";
import { type ClaimedJob, ROW_BYTES, type StoredCall, type StoredResponse, storedCallSchema } from "./job.ts";
import type { BodyOwner, JobBodies } from "./job-bodies.ts";
import type { JobCharges } from "./job-charges.ts";
import type { JobOutcome, JobQueue } from "./job-queue.ts";
import type { JobStorage } from "./job-storage.ts";
import type { BusyOutcome, RunJob } from "./worker.ts";

interface RunJobDeps {
  readonly apis: readonly Api[];
  readonly call: Send;
  readonly uploads: Uploads;
  readonly queue: Pick<JobQueue, "renew">;
  readonly bodies: JobBodies;
  readonly storage: JobStorage;
  readonly accounts: Pick<Accounts, "authenticator" | "chargesBy">;
  readonly metering: boolean;
  readonly baseUrl: string;
}

type ResultDeps = Pick<RunJobDeps, "bodies" | "storage" | "queue">;

/** A body of at most so many bytes is in the row of its job. */
const INLINE_MAX = 16 * 1024;

/** How long a job waits whose call cannot run now, in milliseconds, where the response does not say it. */
const RETRY_MS = 2_000;

/** How long a result is in memory while its store fails, and how long its job then waits, in milliseconds. */
const STORE_MS = 60_000;

/** Errors of this server, not of the call: it runs again later, and so do the other jobs of its account. */
const TEMPORARY: ReadonlySet<string> = new Set([
  "storage-unavailable",
  "insufficient-storage",
  "rate-limited",
]);

/** The outcome of a call that ended with a problem, and may say when to send it again. */
function problemOutcome(
  document: Readonly<Record<string, unknown>>,
  retryAfter: string | null | undefined,
): JobOutcome | BusyOutcome {
  const seconds = Number(retryAfter ?? Number.NaN);
  const afterMs = Number.isFinite(seconds) ? Math.min(WAIT_MAX_MS, 1_000 * seconds) : RETRY_MS;
  const code = String(document.code);
  if (code === "busy") return { state: "busy", afterMs, detail: String(document.detail) };
  if (code === "client-left") return { state: "queued", afterMs };
  if (TEMPORARY.has(code)) return { state: "queued", afterMs, pauseMs: afterMs };
  // As clients see it: where to read about it, and not which request it was.
  const { requestId: _, charged: __, ...problem } = document;
  return { state: "failed", problem };
}

async function storedFile(upload: Upload, pieces: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  const file = upload.store(Number.MAX_SAFE_INTEGER);
  for await (const bytes of pieces) {
    for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES) {
      file.append(bytes.subarray(at, at + CHUNK_BYTES));
      if (file.isFull) await file.flush();
    }
  }
  await file.flush();
  return file;
}

async function bodyOf(
  job: BodyOwner,
  call: StoredCall,
  upload: Upload,
  bodies: JobBodies,
): Promise<Received> {
  const files: Record<string, StoredFile> = {};
  for (const name of call.files) {
    const pieces = await bodies.read(job, name);
    if (pieces === undefined) {
      throw new Problem(
        "job-expired",
        "The input of the job was deleted before it ran. Send the call again.",
      );
    }
    files[name] = await storedFile(upload, pieces);
  }
  return { fields: call.fields, files };
}

/** Stores the body of a result, for a minute if the store fails. Throws `job-storage-full` and `client-left`. */
async function writeResult(
  job: ClaimedJob,
  name: string,
  bytes: Uint8Array,
  { bodies, storage, queue }: ResultDeps,
  signal: AbortSignal,
): Promise<boolean> {
  const until = performance.now() + STORE_MS;
  for (;;) {
    try {
      const needed = ROW_BYTES + bytes.byteLength;
      if (needed > job.bytes) await storage.grow(job, needed);
      await bodies.write(job, name, bytes, job.expires_at);
      if (await queue.renew(job)) return true;
      // Who canceled it has deleted only what there was by then.
      await bodies.remove([job.id], name);
      throw leaseLost("job");
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "storage-unavailable") throw error;
      if (signal.aborted || performance.now() > until) return false;
      await Bun.sleep(Math.max(RETRY_MS, bodies.waitMs()));
    }
  }
}

/** Stores the response of a call: short bodies in the row of the job, long ones under a name of this attempt. */
async function storeResponse(
  job: ClaimedJob,
  response: Response,
  deps: ResultDeps,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const bytes = await response.bytes();
  const { status } = response;
  const headers = keptHeaders(response.headers);
  const base: StoredResponse = { status, headers };
  if (bytes.byteLength > INLINE_MAX) {
    const body = `result ${job.attempts}`;
    if (!(await writeResult(job, body, bytes, deps, signal)))
      return { state: "queued", afterMs: STORE_MS, pauseMs: STORE_MS };
    return { state: "succeeded", response: { ...base, body }, bytes: bytes.byteLength };
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const inline = isText(response.headers.get("content-type") ?? "")
    ? { text: buffer.toString("utf8") }
    : { base64: buffer.toString("base64") };
  return { state: "succeeded", response: { ...base, ...inline }, bytes: bytes.byteLength };
}

/** The body of a stored response, in pieces where it is long; undefined where it was deleted. */
export async function storedBody(
  job: BodyOwner,
  { text, base64, body }: StoredResponse,
  bodies: JobBodies,
): Promise<Uint8Array<ArrayBuffer> | AsyncGenerator<Uint8Array<ArrayBuffer>> | undefined> {
  if (body !== undefined) return bodies.read(job, body);
  return new Uint8Array(text === undefined ? Buffer.from(base64 ?? "", "base64") : Buffer.from(text, "utf8"));
}

function operationOf(apis: readonly Api[], { api, operation }: ClaimedJob): AnyOperation {
  const found = apis.find(({ name }) => name === api)?.operations[operation];
  if (found !== undefined) return found;
  throw new Problem("not-found", "This server no longer has the operation of the job.");
}

/** Makes what runs the call of a job: like a request of its key, with the lowest priority, and charged with its row. */
export function createRunJob(deps: RunJobDeps): RunJob {
  const { apis, call, uploads, bodies, accounts, metering, baseUrl } = deps;
  const authorized = async (job: ClaimedJob, charges: JobCharges): Promise<JobCall> => {
    const caller = metering ? await accounts.authenticator.identifyById(job.key_id, job.account) : undefined;
    const onSettled: JobCall["onSettled"] = (action) => charges.onSettled(action);
    return { caller, charges: accounts.chargesBy(charges), onSettled };
  };
  const send = async (
    job: ClaimedJob,
    of: JobCall,
    signal: AbortSignal,
  ): Promise<JobOutcome | BusyOutcome> => {
    const operation = operationOf(apis, job);
    const stored = storedCallSchema.parse(JSON.parse(job.request));
    using upload = uploads.begin(backgroundTenant(job.account));
    const received = operation.accepts === undefined ? undefined : await bodyOf(job, stored, upload, bodies);
    const query = stored.query === "" ? "" : `?${stored.query}`;
    const headers = { "X-Request-Id": job.id, Accept: stored.accept ?? "*/*" };
    const { method } = operation;
    const request = new Request(`${baseUrl}/${query}`, { method, headers, signal });
    const response = await call(operation.path, request, stored.params, {
      ...(received === undefined ? {} : { received }),
      job: of,
    });
    if (response.ok) return await storeResponse(job, response, deps, signal);
    const document = (await response.json()) as Readonly<Record<string, unknown>>;
    return problemOutcome(document, response.headers.get("retry-after"));
  };
  return async (job, charges, signal) => {
    try {
      return await send(job, await authorized(job, charges), signal);
    } catch (error) {
      // Anything else is a bug of this server.
      if (!(error instanceof Problem)) throw error;
      return problemOutcome(error.toDocument(baseUrl, ""), error.options.headers?.["Retry-After"]);
    }
  };
}
