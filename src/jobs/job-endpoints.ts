import type { z } from "zod";
import type { Caller } from "../accounts/authenticate.ts";
import type { QueueQuota } from "../accounts/queue-quota.ts";
import { secretsEqual } from "../http/core/constant-time.ts";
import { StreamedResponse } from "../http/core/content-encoding.ts";
import {
  type AuthorizedRequest,
  callerHandler,
  contractHandler,
  type PathMethod,
  pathEndpoints,
} from "../http/core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../http/core/endpoint.ts";
import type { EventStreams } from "../http/core/event-streams.ts";
import { corsHeaders, exposing } from "../http/core/headers.ts";
import { jsonResponse } from "../http/core/responses.ts";
import type { Uploads } from "../http/core/upload.ts";
import { anonymousCaller } from "../http/metering/async-call.ts";
import { authorize } from "../http/metering/authorize.ts";
import { type CreateOnceDeps, createOnce } from "../http/metering/create-once.ts";
import type { JobSubmitter } from "../http/metering/job-submitter.ts";
import type { Metering } from "../http/metering/metering.ts";
import { RequestFingerprint } from "../http/metering/request-fingerprint.ts";
import type { Contract } from "../kit/contract.ts";
import type { Api } from "../kit/descriptor.ts";
import { Problem } from "../kit/problem.ts";
import { type ProblemCode, problemKinds } from "../kit/problem-kinds.ts";
import { rawQuery } from "../kit/query.ts";
import {
  type BatchOperation,
  batchOperations,
  checkAccept,
  namedOperation,
  queryOf,
  readBatch,
} from "./batch-input.ts";
import type { DataKeys } from "./data-keys.ts";
import { type EventLinks, eventEndpoints } from "./event-links.ts";
import {
  type BatchRow,
  isFinal,
  type JobRow,
  responseOf,
  type StoredResponse,
  unknownBatch,
  unknownJob,
} from "./job.ts";
import type { JobBodies } from "./job-bodies.ts";
import { jobContracts } from "./job-contracts.ts";
import type { BatchItem, JobStore } from "./job-store.ts";
import { batchView, jobView } from "./job-views.ts";
import { type JobBody, resultsResponse, streamOf } from "./results.ts";
import { storedBody } from "./run-job.ts";

/** Dependencies of the endpoints of jobs. */
export interface JobEndpointsDeps extends CreateOnceDeps {
  readonly store: JobStore;
  readonly bodies: JobBodies;
  readonly apis: readonly Api[];
  /** The names of APIs that are not enabled on this server. */
  readonly off: ReadonlySet<string>;
  readonly uploads: Uploads;
  /** Undefined where METERING=off: then all callers share their jobs. */
  readonly metering: Metering | undefined;
  /** The keys that sign links. */
  readonly keys: DataKeys;
  /** URLs of events that work without a key. */
  readonly eventLinks: EventLinks;
  readonly streams: EventStreams;
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

/** Stores the calls that clients send with `Prefer: respond-async`. */
export function createJobSubmitter(store: JobStore, once: CreateOnceDeps, quotaOf: QuotaOf): JobSubmitter {
  return {
    once,
    async repeated(account, repeats) {
      const row = await store.repeated(account, repeats);
      return row && jobView(row);
    },
    async submit({ api, operation, caller, call, files, repeats, units, resultBytes }) {
      const { account, keyId, mode } = caller;
      const stored = Object.entries(files).map(([name, bytes]) => {
        return { name, size: bytes.byteLength, bytes: async () => bytes };
      });
      const owner = { account, keyId, mode, api, operation };
      const quota = await quotaOf(caller, api, units);
      return jobView(await store.create(owner, { call, files: stored, units, resultBytes }, repeats, quota));
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
  headers.set("Access-Control-Expose-Headers", exposing());
  headers.set("Cache-Control", "no-store");
  headers.set("X-Request-Id", requestId);
  const { status } = stored;
  if (body instanceof Uint8Array) return new Response(body, { status, headers });
  return new StreamedResponse(streamOf(body), { status, headers });
}

/** The query of a link that says until when it works, and that it is ours. */
interface Link {
  readonly expires: number;
  readonly signature: string;
}

/** Makes browsers save a response: it is never shown as a page of this server. */
export function asAttachment(response: Response, name?: string): Response {
  const given = response.headers.get("Content-Disposition")?.replace(/^inline/, "attachment");
  const own = name === undefined ? "attachment" : `attachment; filename="${name}"`;
  response.headers.set("Content-Disposition", given ?? own);
  return response;
}

/** A result for anyone who has a link. */
function asDownload(response: Response): Response {
  response.headers.set("X-Robots-Tag", "noindex");
  return asAttachment(response);
}

/** The text that the signature of a link is for. */
const linkText = (id: string, expires: number) => `result of ${id} until ${expires}`;

/** The results of a batch that have ended, one after the other, in the form that `accept` prefers. */
export function resultsOfBatch(
  { store, bodies }: Pick<JobEndpointsDeps, "store" | "bodies">,
  row: BatchRow,
  after: number,
  accept: string | null,
  requestId: string,
): Response {
  const open = async (job: JobRow): Promise<JobBody | undefined> => {
    const stored = responseOf(job);
    const body = stored && (await storedBody(job, stored, bodies));
    if (stored === undefined || body === undefined) return undefined;
    const type = headersOf(stored).get("content-type") ?? "";
    return { type, content: body instanceof Uint8Array ? [body] : body };
  };
  const page = (from: number) => store.ended(row.id, from, RESULTS_PAGE);
  return resultsResponse({ after, page, open }, accept, requestId);
}

/** Adds a batch of checked items for a caller. */
export async function addBatch(
  { store, quotaOf }: Pick<JobEndpointsDeps, "store" | "quotaOf">,
  caller: Caller,
  { api, id }: BatchOperation,
  items: readonly BatchItem[],
  repeats: string | undefined,
): Promise<BatchRow> {
  const { account, keyId, mode } = caller;
  const owner = { account, keyId, mode, api: api.name, operation: id };
  const costs = items.map((item) => item.units).filter((units) => units !== undefined);
  const most = costs.length === 0 ? undefined : Math.max(...costs);
  return store.createBatch(owner, items, repeats, await quotaOf(caller, api.name, most));
}

/** The handlers of the endpoints. */
class JobHandlers {
  readonly #deps: JobEndpointsDeps;

  constructor(deps: JobEndpointsDeps) {
    this.#deps = deps;
  }

  /** A handler that has authorized its caller, for what every key may ask. */
  route<Query extends z.ZodObject, Fields extends z.ZodObject>(
    contract: Contract<Query, Fields>,
    act: (asked: AuthorizedRequest<z.output<Query>>) => Promise<unknown>,
  ): PathMethod {
    return callerHandler(contract, (request) => this.#authorize(request, undefined), act);
  }

  async job({ caller, id }: Pick<AuthorizedRequest<unknown>, "caller" | "id">): Promise<JobRow> {
    const row = await this.#deps.store.find(caller.account, id);
    if (!sees(caller, row)) throw hidden("job");
    return row;
  }

  /** A link to the result of a job, which works without a key. */
  async link(asked: AuthorizedRequest<{ expiresIn: number }>) {
    const row = await this.job(asked);
    if (!isFinal(row.state)) throw notFinished();
    if (responseOf(row) === undefined) throw withoutResult();
    return this.#signed(asked, row, `/jobs/${row.id}/download?`);
  }

  /** A link to the results of a batch, which works without a key. */
  async batchLink(asked: AuthorizedRequest<{ expiresIn: number; format: string }>) {
    const row = await this.batch(asked);
    return this.#signed(asked, row, `/batches/${row.id}/download?format=${asked.query.format}&`);
  }

  async #signed(
    { caller, query }: AuthorizedRequest<{ expiresIn: number }>,
    { id, expires_at }: { readonly id: string; readonly expires_at: string },
    path: string,
  ) {
    const { keys, baseUrl, now } = this.#deps;
    const end = Math.min(now() + 1_000 * query.expiresIn, Date.parse(expires_at));
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

  /** The result of a job for who has a link. */
  download(): PathMethod {
    const { store } = this.#deps;
    return contractHandler(
      jobContracts.downloadJobResult,
      () => undefined,
      async ({ query }, _, { params: { id = "" } }, requestId) => {
        const account = await store.ownerOf(id);
        await this.#checkLink(account, id, query, unknownJob);
        return asDownload(await this.result(await store.find(account, id), requestId));
      },
    );
  }

  /** The results of a batch for who has a link. */
  downloadBatch(): PathMethod {
    const { store } = this.#deps;
    return contractHandler(
      jobContracts.downloadBatchResults,
      () => undefined,
      async ({ query }, _, { params: { id = "" } }, requestId) => {
        const account = await store.ownerOfBatch(id);
        await this.#checkLink(account, id, query, unknownBatch);
        const accept = query.format === "zip" ? "application/zip" : "application/x-ndjson";
        return asDownload(
          resultsOfBatch(this.#deps, await store.findBatch(account, id), -1, accept, requestId),
        );
      },
    );
  }

  /** The endpoints of the events of jobs and batches: both change only in their state. */
  events(): PathMethod[] {
    const { eventLinks: links, streams, store } = this.#deps;
    const c = jobContracts;
    const authorize = (request: RoutedRequest) => this.#authorize(request, undefined);
    const ofJobs = {
      contracts: { follow: c.followJob, link: c.createJobEventLink, linked: c.followLinkedJob },
      ...{ authorize, ownerOf: (id: string) => store.ownerOf(id), unknown: unknownJob },
      read: async (caller: Caller, id: string) => {
        const row = await this.job({ caller, id });
        const { state, attempts } = row;
        return { state: `${state} ${attempts}`, view: jobView(row), hasEnded: isFinal(state) };
      },
    };
    const ofBatches = {
      contracts: { follow: c.followBatch, link: c.createBatchEventLink, linked: c.followLinkedBatch },
      ...{ authorize, ownerOf: (id: string) => store.ownerOfBatch(id), unknown: unknownBatch },
      read: async (caller: Caller, id: string) => {
        const view = await this.view(await this.batch({ caller, id }));
        const { estimatedEndAt: _, ...counts } = view;
        const hasEnded = view.state === "finished";
        // Its jobs are counted with each look.
        return { state: JSON.stringify(counts), view, hasEnded, pauseMs: 1_000 + view.size / 4 };
      },
    };
    return [ofJobs, ofBatches].flatMap((of) => eventEndpoints(of, { links, streams }));
  }

  async removeJob(asked: AuthorizedRequest<unknown>) {
    const { id } = await this.job(asked);
    return jobView(await this.#deps.store.remove(asked.caller.account, id));
  }

  async batch({ caller, id }: Pick<AuthorizedRequest<unknown>, "caller" | "id">): Promise<BatchRow> {
    const row = await this.#deps.store.findBatch(caller.account, id);
    if (!sees(caller, row)) throw hidden("batch");
    return row;
  }

  async view(row: BatchRow) {
    const { store, now } = this.#deps;
    return batchView(row, await store.counts(row.id), now());
  }

  async removeBatch(asked: AuthorizedRequest<unknown>) {
    await this.batch(asked);
    return this.view(await this.#deps.store.removeBatch(asked.caller.account, asked.id));
  }

  async listJobs({ caller, query }: AuthorizedRequest<{ after?: string | undefined; limit: number }>) {
    const { rows, next } = await this.#deps.store.list(caller.account, caller.mode, query.after, query.limit);
    return { jobs: rows.filter((row) => sees(caller, row)).map(jobView), next };
  }

  async listBatches({ caller, query }: AuthorizedRequest<{ after?: string | undefined; limit: number }>) {
    const { rows, next } = await this.#deps.store.listBatches(
      caller.account,
      caller.mode,
      query.after,
      query.limit,
    );
    const seen = rows.filter((row) => sees(caller, row));
    return { batches: await Promise.all(seen.map((row) => this.view(row))), next };
  }

  result(row: JobRow, requestId: string): Promise<Response> {
    return resultOf(row, this.#deps.bodies, requestId);
  }

  /** `POST /batches`: the scope of the key is known once the query says which API is called. */
  createBatch(): PathMethod {
    const { id, method, path } = jobContracts.createBatch;
    const { apis, off, store, uploads } = this.#deps;
    const operations = batchOperations(apis.filter(({ name }) => !off.has(name)));
    return {
      id,
      method,
      path,
      answer: async (request, requestId) => {
        await this.#authorize(request, undefined);
        const query = queryOf(request.url);
        const of = namedOperation(operations, query.name);
        checkAccept(of, query.accept);
        const caller = await this.#authorize(request, of.api.name);
        using upload = uploads.begin(caller.account);
        const hash = new RequestFingerprint(`${method} ${path}?${rawQuery(request.url)}`, request.headers);
        upload.onChunk = (chunk) => hash.update(chunk);
        const items: BatchItem[] = await readBatch(of, query, request, upload, uploads);
        const create = async (repeats: string | undefined) => {
          const row =
            (await store.repeatedBatch(caller.account, repeats)) ??
            (await addBatch(this.#deps, caller, of, items, repeats));
          const headers = { Location: `/batches/${row.id}` };
          return jsonResponse(await this.view(row), requestId, { status: 202, headers });
        };
        const fingerprint = hash.digest();
        // Awaited: the files of the upload are read until it is stored.
        return await createOnce(this.#deps, {
          caller,
          request,
          requestId,
          fingerprint,
          create,
          isFound: true,
        });
      },
    };
  }

  async #authorize(request: RoutedRequest, api: string | undefined): Promise<Caller> {
    const { metering } = this.#deps;
    if (metering === undefined) return anonymousCaller;
    const caller = await authorize(metering, api, request, rawQuery(request.url), {});
    request.caller = { account: caller.account, key: caller.keyId };
    return caller;
  }
}

/** Rows of results that are read at once: they are decrypted in one step. */
const RESULTS_PAGE = 25;

function hidden(kind: "job" | "batch"): Problem {
  const path = kind === "job" ? "/jobs" : "/batches";
  return new Problem(`unknown-${kind}`, `The account has no ${kind} with this ID. GET ${path} lists them.`);
}

/** `/jobs` and `/batches`: calls that run in the background. An account sees only its own. */
export function jobEndpoints(deps: JobEndpointsDeps): Endpoint[] {
  const on = new JobHandlers(deps);
  const c = jobContracts;
  return pathEndpoints("jobs", true, [
    on.route(c.listJobs, (asked) => on.listJobs(asked)),
    on.route(c.readJob, async (asked) => jobView(await on.job(asked))),
    on.route(c.cancelJob, (asked) => on.removeJob(asked)),
    on.route(c.readJobResult, async (asked) => on.result(await on.job(asked), asked.requestId)),
    on.route(c.createJobLink, (asked) => on.link(asked)),
    on.download(),
    on.route(c.createBatchLink, (asked) => on.batchLink(asked)),
    on.downloadBatch(),
    ...on.events(),
    on.createBatch(),
    on.route(c.listBatches, (asked) => on.listBatches(asked)),
    on.route(c.readBatch, async (asked) => on.view(await on.batch(asked))),
    on.route(c.cancelBatch, (asked) => on.removeBatch(asked)),
    on.route(c.readBatchResults, async (asked) =>
      resultsOfBatch(
        deps,
        await on.batch(asked),
        asked.query.after ?? -1,
        asked.request.headers.get("accept"),
        asked.requestId,
      ),
    ),
  ]);
}
