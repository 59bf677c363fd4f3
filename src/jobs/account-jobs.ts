import { z } from "zod";
import type { LoggedParameters } from "../accounts/account-views.ts";
import type { Caller } from "../accounts/authenticate.ts";
import type { RequestLog } from "../accounts/request-log.ts";
import type { RoutedRequest } from "../http/core/endpoint.ts";
import { parameterLogger } from "../http/metering/logged-parameters.ts";
import { type Api, isText } from "../kit/descriptor.ts";
import { isFinal } from "../queue/account-queue.ts";
import { checkAccept, namedOperation, queryOf, readBatch } from "./batch-input.ts";
import { type BatchCounts, type BatchRow, type JobRow, responseOf, type StoredCall } from "./job.ts";
import type { AccountJob as AccountJobSchema } from "./job-responses.ts";
import {
  addBatch,
  asAttachment,
  type JobServiceDeps,
  resultName,
  resultOf,
  resultsOfBatch,
} from "./job-service.ts";
import { itemId } from "./job-store.ts";
import { batchView, jobView, named } from "./job-views.ts";
import { storedBody } from "./run-job.ts";

/** A job or a batch, as the page of the account lists it. */
export type AccountJob = z.output<typeof AccountJobSchema>;

/** The filters of the list of jobs and batches. */
export const jobFilters = {
  kind: z.enum(["job", "batch"]).optional().describe("Only jobs, or only batches."),
  state: z
    .enum(["queued", "running", "succeeded", "finished", "failed", "canceled"])
    .optional()
    .describe(
      "Only those in this state. `succeeded` also finds batches whose jobs have all succeeded, `finished` those whose jobs have all ended; `queued`, `failed` and `canceled` also find batches with such a job.",
    ),
};

/** Filters and place of one page of jobs and batches. */
export interface AccountJobsQuery {
  readonly api?: string | undefined;
  readonly kind?: z.output<typeof jobFilters.kind>;
  readonly state?: z.output<typeof jobFilters.state>;
  /** The ID of the last one of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** The most characters of a result that its page shows. */
const PREVIEW_MAX = 2_000;

/** One job or batch, for its page. */
export interface AccountJobDetail {
  readonly job: AccountJob;
  readonly key: string | undefined;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly attempts: number;
  readonly batch: string | null;
  /** Why it failed, in words. */
  readonly detail: string | null;
  /** Those of a job that has not ended; the request log has those of others. */
  readonly parameters: LoggedParameters | null;
  readonly preview: Awaited<ReturnType<typeof previewOf>>;
  readonly counts:
    | Readonly<Record<"queued" | "running" | "succeeded" | "failed" | "canceled", number>>
    | undefined;
  readonly estimatedEndAt: string | null;
  /** The jobs of a batch, in its order, and where the next page begins. */
  readonly items: readonly (AccountJob & {
    readonly index: number;
    readonly detail: string | null;
  })[];
  readonly next: number | null;
}

/** Filter of the jobs of a batch. */
export interface BatchItemFilter {
  readonly isFailed: boolean;
  /** The index of the last job of the page before; -1 for the first page. */
  readonly after: number;
}

function jobEntry(row: JobRow): AccountJob {
  const { id, mode, operation, state, units, createdAt, expiresAt, problem } = jobView(row);
  const { code = null } = (problem ?? {}) as { code?: string };
  const [succeeded, failed] = [Number(state === "succeeded"), Number(state === "failed")];
  const counts = { size: 1, ended: Number(isFinal(state)), succeeded, failed, units };
  const shown = { id, kind: "job", mode, operation, ...named(row), state } as const;
  return { ...shown, ...counts, code, createdAt, expiresAt, hasResult: state === "succeeded" };
}

const PREVIEW_BYTES = 4 * PREVIEW_MAX;
const ITEMS = 50;

/** The first bytes of a body, at least as many as a preview shows where there are so many. */
async function beginningOf(body: Uint8Array | AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body.subarray(0, PREVIEW_BYTES);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.byteLength;
    if (length > PREVIEW_BYTES) break;
  }
  return Buffer.concat(pieces);
}

/** The part of a result that the page of its job shows: the beginning of a text; undefined where it was deleted. */
async function previewOf(row: JobRow, bodies: AccountJobsDeps["bodies"]) {
  const stored = responseOf(row);
  if (stored === undefined) return undefined;
  const type = stored.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (!isText(type)) return { type, text: undefined, isCut: false };
  const body = await storedBody(row, stored, bodies);
  if (body === undefined) return undefined;
  const text = new TextDecoder().decode(await beginningOf(body));
  return { type, text: text.slice(0, PREVIEW_MAX).toWellFormed(), isCut: text.length > PREVIEW_MAX };
}

/** The parameters of a stored call, by the rules of the request log; null where its operation is gone. */
function loggedParameters(
  { apis }: AccountJobsDeps,
  name: string,
  { query, params, fields, files }: StoredCall,
): LoggedParameters | null {
  const [api, id = ""] = name.split(".");
  const operation = apis.find((one) => one.name === api)?.operations[id];
  if (operation === undefined) return null;
  return parameterLogger(operation)({ query, path: params, fields, files });
}

/** The ID of the job that tells what an entry is about: of a batch, its first one. */
const firstId = ({ kind, id }: AccountJob) => (kind === "batch" ? itemId(id, 0) : id);

const firstIds = (jobs: readonly AccountJob[]) => [...new Set(jobs.map(firstId))];

function detailOf({ problem }: JobRow): string | null {
  const { detail = null } = problem === null ? {} : (JSON.parse(problem) as { detail?: string });
  return detail;
}

const NOTHING = {
  ...{ key: undefined, batch: null, detail: null, parameters: null, preview: undefined, counts: undefined },
  ...{ startedAt: null, finishedAt: null, attempts: 0, estimatedEndAt: null, items: [], next: null },
};

async function jobDetail(deps: AccountJobsDeps, row: JobRow): Promise<AccountJobDetail> {
  const job = jobEntry(row);
  const call = isFinal(row.state) ? undefined : await deps.store.callOf(row);
  return {
    ...NOTHING,
    job,
    key: row.key_id,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    attempts: row.attempts,
    batch: row.batch,
    detail: detailOf(row),
    parameters: call === undefined ? null : loggedParameters(deps, job.operation, call),
    preview: await previewOf(row, deps.bodies),
  };
}

async function batchDetail(
  { store, now }: AccountJobsDeps,
  row: BatchRow,
  { isFailed, after }: BatchItemFilter,
): Promise<AccountJobDetail> {
  const counts = await store.counts(row);
  const { rows, next } = await store.items({ id: row.id, isFailed }, after, ITEMS);
  return {
    ...NOTHING,
    job: batchEntry(row, counts, now()),
    finishedAt: row.ended_at ?? null,
    counts,
    estimatedEndAt: batchView(row, counts, now()).estimatedEndAt,
    items: rows.map((item) => ({ ...jobEntry(item), index: item.place ?? 0, detail: detailOf(item) })),
    next: next === null ? null : Number(next),
  };
}

function batchEntry(row: BatchRow, counts: BatchCounts, now: number): AccountJob {
  const { id, mode, operation, state, size, createdAt, expiresAt } = batchView(row, counts, now);
  const { succeeded, failed, canceled, units } = counts;
  const shown = { id, kind: "batch", mode, operation, ...named(row), state } as const;
  const numbers = { size, ended: succeeded + failed + canceled, succeeded, failed, units };
  return { ...shown, ...numbers, code: null, createdAt, expiresAt, hasResult: succeeded + failed > 0 };
}

/** Headers of a download: what a call returned is never a page of this site. */
const DOWNLOAD = { "Content-Security-Policy": "sandbox", "Cache-Control": "no-store" } as const;

type AccountJobsDeps = JobServiceDeps & {
  readonly apis: readonly Api[];
  readonly requestLog: Pick<RequestLog, "flush" | "parametersOf">;
};

/** The jobs of an account, for its page. Errors are `unknown-job`. */
export class AccountJobs {
  readonly #deps: AccountJobsDeps;

  constructor(deps: AccountJobsDeps) {
    this.#deps = deps;
  }

  async list(account: string, { api, kind, state, after, limit }: AccountJobsQuery) {
    const { store, now } = this.#deps;
    const filters = (["live", "test"] as const).map((mode) => ({ mode, api, state }));
    const listed = (one: "job" | "batch") => (kind === undefined || kind === one ? filters : []);
    const [jobs, batches] = await Promise.all([
      Promise.all(listed("job").map((filter) => store.list(account, filter, after, limit))),
      Promise.all(listed("batch").map((filter) => store.listBatches(account, filter, after, limit))),
    ]);
    const all = [
      ...jobs.flatMap(({ rows }) => rows.map((row) => ({ id: row.id, entry: async () => jobEntry(row) }))),
      ...batches.flatMap(({ rows }) =>
        rows.map((row) => ({
          id: row.id,
          entry: async () => batchEntry(row, await store.counts(row), now()),
        })),
      ),
      // All have IDs that sort by time.
    ].sort((a, b) => (a.id < b.id ? 1 : -1));
    const shown = all.slice(0, limit);
    const hasMore = all.length > limit || [...jobs, ...batches].some(({ next }) => next !== null);
    const entries = await Promise.all(shown.map(({ entry }) => entry()));
    return { jobs: entries, next: hasMore ? (shown.at(-1)?.id ?? null) : null };
  }

  async read(account: string, id: string, filter: BatchItemFilter): Promise<AccountJobDetail> {
    const batch = await this.#batch(account, id);
    if (batch !== undefined) return batchDetail(this.#deps, batch, filter);
    return jobDetail(this.#deps, await this.#deps.store.find(account, id));
  }

  /** The parameters of jobs by their IDs, as far as they are known. A batch has those of its first job. */
  async parametersOf(
    account: string,
    jobs: readonly AccountJob[],
  ): Promise<ReadonlyMap<string, LoggedParameters>> {
    const { store, requestLog } = this.#deps;
    const started = jobs.filter(({ ended }) => ended > 0);
    const waiting = jobs.filter(({ ended, size }) => ended < size);
    if (started.length > 0) await requestLog.flush();
    const [calls, logged] = await Promise.all([
      store.callsOf(account, firstIds(waiting)),
      requestLog.parametersOf(account, firstIds(started)),
    ]);
    const known = jobs.map((job): [string, LoggedParameters | null | undefined] => {
      const call = calls.get(firstId(job));
      return [
        job.id,
        call === undefined ? logged.get(firstId(job)) : loggedParameters(this.#deps, job.operation, call),
      ];
    });
    return new Map(known.flatMap(([id, parameters]) => (parameters ? [[id, parameters]] : [])));
  }

  async has(account: string, id: string): Promise<boolean> {
    return (await this.#deps.store.jobs.seek(account, id)) !== undefined;
  }

  /** Cancels what has not ended. Nobody presses the button for results to be deleted. */
  async cancel(account: string, id: string): Promise<void> {
    const { store } = this.#deps;
    const batch = await this.#batch(account, id);
    if (batch !== undefined) {
      const { queued, running } = await store.counts(batch);
      if (queued + running > 0) await store.removeBatch(account, id);
    } else if (!isFinal((await store.find(account, id)).state)) await store.remove(account, id);
  }

  /** Stores the files of a form as a batch of the operation that the query names. Resolves with the ID of the batch. */
  async createBatch(caller: Caller, request: RoutedRequest): Promise<string> {
    const { uploads } = this.#deps;
    const query = queryOf(request.url);
    const of = namedOperation(this.#deps.operations, query.name);
    checkAccept(of, query.accept);
    using upload = uploads.begin(caller.account);
    const items = await readBatch(of, query, request, upload, uploads);
    // Awaited: the files of the upload are read until it is stored.
    const { id } = await addBatch(this.#deps, caller, of, items, undefined);
    return id;
  }

  async result(
    account: string,
    id: string,
    { format, state }: { readonly format: "zip" | "ndjson"; readonly state?: "failed" | undefined },
    requestId: string,
  ): Promise<Response> {
    const batch = await this.#batch(account, id);
    const accept = format === "zip" ? "application/zip" : "application/x-ndjson";
    let response: Response;
    let name = `${state ?? "results"}.${format}`;
    if (batch === undefined) {
      const row = await this.#deps.store.find(account, id);
      response = await resultOf(row, this.#deps.bodies, requestId);
      name = resultName(row, response) ?? "result";
    } else response = resultsOfBatch(this.#deps, batch, -1, accept, requestId, state);
    for (const [header, value] of Object.entries(DOWNLOAD)) response.headers.set(header, value);
    // Without CORS: a session is nobody else's.
    response.headers.delete("Access-Control-Allow-Origin");
    return asAttachment(response, name);
  }

  async #batch(account: string, id: string): Promise<BatchRow | undefined> {
    const { store } = this.#deps;
    return (await store.batches.seek(account, id)) && store.findBatch(account, id);
  }
}

/** One page of jobs and batches. */
export type AccountJobsPage = Awaited<ReturnType<AccountJobs["list"]>>;
