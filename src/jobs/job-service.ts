import type { Caller } from "../accounts/authenticate.ts";
import type { DataKeys } from "../accounts/data-keys.ts";
import type { QueueQuota } from "../accounts/queue-quota.ts";
import { secretsEqual } from "../http/core/constant-time.ts";
import { StreamedResponse } from "../http/core/content-encoding.ts";
import { corsHeaders } from "../http/core/headers.ts";
import { jsonResponse } from "../http/core/responses.ts";
import type { Uploads } from "../http/core/upload.ts";
import { type CreateOnceDeps, createOnce, readOnce } from "../http/metering/create-once.ts";
import type { JobSubmitter } from "../http/metering/job-submitter.ts";
import { RequestFingerprint } from "../http/metering/request-fingerprint.ts";
import type { ServerCall } from "../http/metering/resource-endpoints.ts";
import type { ListQuery } from "../kit/contract.ts";
import { percentEncoded } from "../kit/percent-encoding.ts";
import { Problem } from "../kit/problem.ts";
import { type ProblemCode, problemKinds } from "../kit/problem-kinds.ts";
import { rawQuery } from "../kit/query.ts";
import type { RawCall } from "../kit/resource.ts";
import { isFinal, type WorkState } from "../queue/account-queue.ts";
import { type BatchOperation, checkAccept, namedOperation, queryOf, readBatch } from "./batch-input.ts";
import {
  type BatchRow,
  fileOf,
  type JobRow,
  responseOf,
  type StoredResponse,
  unknownBatch,
  unknownJob,
} from "./job.ts";
import type { JobBodies } from "./job-bodies.ts";
import type { BatchItem, JobStore } from "./job-store.ts";
import { batchView, jobView } from "./job-views.ts";
import { entryName, type JobBody, resultsResponse } from "./results.ts";
import { storedBody } from "./run-job.ts";

/** Dependencies of jobs and batches, for every interface. */
export interface JobServiceDeps extends CreateOnceDeps {
  readonly store: JobStore;
  readonly bodies: JobBodies;
  /** Operations of batches, by their names; those of enabled APIs. */
  readonly operations: ReadonlyMap<string, BatchOperation>;
  readonly uploads: Uploads;
  readonly keys: DataKeys;
  readonly baseUrl: string;
  readonly quotaOf: QuotaOf;
  /** Throws `account-suspended` where an account is. */
  checkAccount(account: string): Promise<void>;
  now(): number;
}

/** Reads how many calls of an API may wait that cost so many units; undefined where nobody pays. */
export type QuotaOf = (
  caller: Caller,
  api: string,
  units: number | undefined,
) => Promise<QueueQuota | undefined>;

const createdView = (row: JobRow) => jobView({ ...row, file: null });

/** Stores the calls that clients send with `Prefer: respond-async`. */
export function createJobSubmitter(store: JobStore, once: CreateOnceDeps, quotaOf: QuotaOf): JobSubmitter {
  return {
    once,
    async repeated(account, idempotencyHash) {
      const row = await store.repeated(account, idempotencyHash);
      return row && createdView(row);
    },
    async submit({ api, operation, caller, call, files, fileName, idempotencyHash, units, resultBytes }) {
      const { account, keyId, mode } = caller;
      const stored = Object.entries(files).map(([name, bytes]) => {
        return { name, size: bytes.byteLength, bytes: async () => bytes };
      });
      const owner = { account, keyId, mode, api, operation };
      const quota = await quotaOf(caller, api, units);
      const item = { call, files: stored, fileName, units, resultBytes };
      return createdView(await store.create(owner, item, idempotencyHash, quota));
    },
  };
}

/** Whether a key may see a job or a batch: it has the mode of the key, and its API is in the scope of the key. */
function sees({ apis, mode }: Caller, row: Pick<JobRow, "api" | "mode">): boolean {
  return row.mode === mode && (apis === null || apis.includes(row.api));
}

function headersOf({ headers }: StoredResponse): Headers {
  return new Headers(headers.map(([name, value]): [string, string] => [name, value]));
}

function notFinished(): Problem {
  return new Problem("job-not-finished", "The job has not ended. Read its state until it has.", {
    headers: { "Retry-After": "1" },
  });
}

function withoutResult(): Problem {
  return new Problem(
    "job-without-result",
    "The job was canceled, or its result was deleted. Send the call again.",
  );
}

/** The stored response of a job that succeeded, or the problem of one that did not. */
export async function resultOf(row: JobRow, bodies: JobBodies, requestId: string): Promise<Response> {
  if (!isFinal(row.state)) {
    throw notFinished();
  }
  if (row.state === "failed" && row.problem !== null) {
    const { code, detail, title: _, status: __, type: ___, ...members } = JSON.parse(row.problem);
    const known: ProblemCode = Object.hasOwn(problemKinds, code) ? code : "internal";
    throw new Problem(known, String(detail), { members });
  }
  const stored = responseOf(row);
  const body = stored && (await storedBody(row, stored, bodies));
  if (stored === undefined || body === undefined) {
    throw withoutResult();
  }
  const headers = headersOf(stored);
  for (const [name, value] of Object.entries(corsHeaders)) headers.set(name, value);
  headers.set("Cache-Control", "no-store");
  headers.set("X-Request-Id", requestId);
  const { status } = stored;
  if (body instanceof Uint8Array) return new Response(body, { status, headers });
  return new StreamedResponse(body, { status, headers });
}

/** The query of a link that says until when it works, and that it is ours. */
interface Link {
  readonly expires: number;
  readonly signature: string;
}

/** A name of a file as a header has it (RFC 6266 appendix D, RFC 8187). */
function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^ -~]|["\\%]/gu, "_");
  return `attachment; filename="${plain}"${plain === name ? "" : `; filename*=UTF-8''${percentEncoded(name)}`}`;
}

/** Makes browsers save a response under a name: it is never shown as a page of this server. */
export function asAttachment(response: Response, name?: string): Response {
  const given = response.headers.get("Content-Disposition")?.replace(/^inline/, "attachment");
  const own = name === undefined ? "attachment" : dispositionOf(name);
  response.headers.set("Content-Disposition", given ?? own);
  return response;
}

/** The name of the result of a job with a file; undefined for other jobs. */
export function resultName(row: JobRow, { headers }: Response): string | undefined {
  return fileOf(row) && entryName(row, headers.get("content-type") ?? "");
}

function asDownload(response: Response, name?: string): Response {
  response.headers.set("X-Robots-Tag", "noindex");
  return asAttachment(response, name);
}

const linkText = (id: string, expires: number) => `result of ${id} until ${expires}`;

/** The results of a batch that have ended, or only those in one state, in the form that `accept` prefers. */
export function resultsOfBatch(
  { store, bodies }: Pick<JobServiceDeps, "store" | "bodies">,
  row: BatchRow,
  after: number,
  accept: string | null,
  requestId: string,
  state?: WorkState,
): Response {
  const open = async (job: JobRow): Promise<JobBody | undefined> => {
    const stored = responseOf(job);
    const body = stored && (await storedBody(job, stored, bodies));
    if (stored === undefined || body === undefined) return undefined;
    const type = headersOf(stored).get("content-type") ?? "";
    return { type, content: body instanceof Uint8Array ? [body] : body };
  };
  const page = async (from: number) => {
    const jobs = await store.ended(row.id, from, RESULTS_PAGE, state);
    // Deleted meanwhile: without an error, a part would look like all of them.
    if (jobs.length === 0) await bodies.checkAccount(row.account);
    return jobs;
  };
  return resultsResponse({ after, page, open }, accept, requestId);
}

/** Adds a batch of checked items for a caller. */
export async function addBatch(
  { store, bodies, quotaOf }: Pick<JobServiceDeps, "store" | "bodies" | "quotaOf">,
  caller: Caller,
  { api, id }: BatchOperation,
  items: readonly BatchItem[],
  idempotencyHash: string | undefined,
): Promise<BatchRow> {
  const { account, keyId, mode } = caller;
  // It may have been deleted while the items were sent: nobody could read what is stored.
  await bodies.checkAccount(account);
  const owner = { account, keyId, mode, api: api.name, operation: id };
  const costs = items.map((item) => item.units).filter((units) => units !== undefined);
  const most = costs.length === 0 ? undefined : Math.max(...costs);
  return store.createBatch(owner, items, idempotencyHash, await quotaOf(caller, api.name, most));
}

/** Rows of results that are read at once: they are decrypted in one step. */
const RESULTS_PAGE = 25;

/** Jobs and batches of accounts: what endpoints do. */
export class JobService {
  readonly #deps: JobServiceDeps;

  constructor(deps: JobServiceDeps) {
    this.#deps = deps;
  }

  get store(): JobStore {
    return this.#deps.store;
  }

  async find(caller: Caller, id: string): Promise<JobRow> {
    const row = await this.store.find(caller.account, id);
    if (!sees(caller, row)) throw unknownJob();
    return row;
  }

  async list(caller: Caller, { after, limit }: ListQuery) {
    const { rows, next } = await this.store.list(caller.account, { mode: caller.mode }, after, limit);
    return { jobs: rows.filter((row) => sees(caller, row)).map(jobView), next };
  }

  async remove(caller: Caller, id: string) {
    await this.find(caller, id);
    return jobView(await this.store.remove(caller.account, id));
  }

  result(row: JobRow, requestId: string): Promise<Response> {
    return resultOf(row, this.#deps.bodies, requestId);
  }

  /** A link to the result of a job, which works without a key. */
  async link(caller: Caller, id: string, expiresIn: number) {
    const row = await this.find(caller, id);
    if (!isFinal(row.state)) throw notFinished();
    if (responseOf(row) === undefined) throw withoutResult();
    return this.#signed(caller, row, expiresIn, `/jobs/${row.id}/download?`);
  }

  async download(id: string, link: Link, requestId: string): Promise<Response> {
    const account = await this.store.jobs.ownerOf(id);
    await this.#checkLink(account, id, link, unknownJob);
    const row = await this.store.find(account, id);
    const response = await this.result(row, requestId);
    return asDownload(response, resultName(row, response));
  }

  async findBatch(caller: Caller, id: string): Promise<BatchRow> {
    const row = await this.store.findBatch(caller.account, id);
    if (!sees(caller, row)) throw unknownBatch();
    return row;
  }

  async view(row: BatchRow) {
    return batchView(row, await this.store.counts(row), this.#deps.now());
  }

  async listBatches(caller: Caller, { after, limit }: ListQuery) {
    const { account, mode } = caller;
    const { rows, next } = await this.store.listBatches(account, { mode }, after, limit);
    const seen = rows.filter((row) => sees(caller, row));
    return { batches: await Promise.all(seen.map((row) => this.view(row))), next };
  }

  async removeBatch(caller: Caller, id: string) {
    await this.findBatch(caller, id);
    return this.view(await this.store.removeBatch(caller.account, id));
  }

  results(row: BatchRow, after: number, accept: string | null, requestId: string): Response {
    return resultsOfBatch(this.#deps, row, after, accept, requestId);
  }

  /** A link to the results of a batch, which works without a key. */
  async batchLink(caller: Caller, id: string, { expiresIn, format }: { expiresIn: number; format: string }) {
    const row = await this.findBatch(caller, id);
    return this.#signed(caller, row, expiresIn, `/batches/${row.id}/download?format=${format}&`);
  }

  async downloadBatch(
    id: string,
    { format, ...link }: Link & { readonly format: string },
    requestId: string,
  ) {
    const account = await this.store.batches.ownerOf(id);
    await this.#checkLink(account, id, link, unknownBatch);
    const accept = format === "zip" ? "application/zip" : "application/x-ndjson";
    return asDownload(this.results(await this.store.findBatch(account, id), -1, accept, requestId));
  }

  /** Stores the items of a request as a batch, once for all requests with the same `Idempotency-Key`. */
  async createBatch({ request, requestId, authorize }: RawCall<ServerCall>): Promise<Response> {
    const { uploads } = this.#deps;
    await authorize();
    const query = queryOf(request.url);
    const of = namedOperation(this.#deps.operations, query.name);
    checkAccept(of, query.accept);
    const caller = await authorize(of.api.name);
    using upload = uploads.begin(caller.account);
    const hash = new RequestFingerprint(
      `${request.method} /batches?${rawQuery(request.url)}`,
      request.headers,
    );
    upload.onChunk = (chunk) => hash.update(chunk);
    const items: BatchItem[] = await readOnce(this.#deps.idempotencyStore, { caller, request }, () =>
      readBatch(of, query, request, upload, uploads),
    );
    const create = async (idempotencyHash: string | undefined) => {
      const row =
        (await this.store.repeatedBatch(caller.account, idempotencyHash)) ??
        (await addBatch(this.#deps, caller, of, items, idempotencyHash));
      const headers = { Location: `/batches/${row.id}` };
      return jsonResponse(await this.view(row), requestId, { status: 202, headers });
    };
    const fingerprint = hash.digest();
    // Awaited: the files of the upload are read until it is stored.
    return await createOnce(this.#deps, { caller, request, requestId, fingerprint, create, isFound: true });
  }

  async #signed(
    caller: Caller,
    { id, expires_at }: { readonly id: string; readonly expires_at: string },
    expiresIn: number,
    path: string,
  ) {
    const { keys, baseUrl, now } = this.#deps;
    const end = Math.min(now() + 1_000 * expiresIn, Date.parse(expires_at));
    const expires = Math.floor(end / 1_000);
    const signature = (await keys.of(caller.account)).sign(linkText(id, expires));
    return {
      url: `${baseUrl}${path}expires=${expires}&signature=${signature}`,
      expiresAt: new Date(1_000 * expires).toISOString(),
    };
  }

  /** Lets in who has a link. One that is not ours tells nothing of what it names. */
  async #checkLink(account: string, id: string, { expires, signature }: Link, unknown: () => Problem) {
    const { keys, checkAccount, now } = this.#deps;
    const own = (await keys.of(account)).sign(linkText(id, expires));
    if (!secretsEqual(own, signature)) throw unknown();
    if (now() >= 1_000 * expires) {
      throw new Problem("link-expired", "The link has expired. Ask its owner for another one.");
    }
    await checkAccount(account);
  }
}
