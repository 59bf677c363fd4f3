import type { LoggedParameters } from "../accounts/account-views.ts";
import type { Caller } from "../accounts/authenticate.ts";
import type { RequestLog } from "../accounts/request-log.ts";
import {
  type AccountJobDetail,
  type AccountJobs,
  type AccountJobsPage,
  type AccountJobsQuery,
  type BatchItemFilter,
  PREVIEW_MAX,
  type ResultPreview,
} from "../http/accounts/account-jobs.ts";
import type { RoutedRequest } from "../http/core/endpoint.ts";
import { parameterLogger } from "../http/metering/logged-parameters.ts";
import { isText } from "../kit/descriptor.ts";
import { isFinal } from "../queue/account-queue.ts";
import { batchOperations, checkAccept, namedOperation, queryOf, readBatch } from "./batch-input.ts";
import { type BatchCounts, type BatchRow, type JobRow, responseOf, type StoredCall } from "./job.ts";
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

type AccountJob = AccountJobsPage["jobs"][number];

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

async function previewOf(row: JobRow, bodies: AccountJobsDeps["bodies"]): Promise<ResultPreview | undefined> {
  const stored = responseOf(row);
  if (stored === undefined) return undefined;
  const type = stored.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (!isText(type)) return { type, text: undefined };
  const body = await storedBody(row, stored, bodies);
  if (body === undefined) return undefined;
  return { type, text: new TextDecoder().decode(await beginningOf(body)).slice(0, PREVIEW_MAX) };
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

async function parametersOf(
  deps: AccountJobsDeps,
  account: string,
  jobs: readonly AccountJob[],
): Promise<ReadonlyMap<string, LoggedParameters>> {
  const { store, requestLog } = deps;
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
      call === undefined ? logged.get(firstId(job)) : loggedParameters(deps, job.operation, call),
    ];
  });
  return new Map(known.flatMap(([id, parameters]) => (parameters ? [[id, parameters]] : [])));
}

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

type AccountJobsDeps = Pick<
  JobServiceDeps,
  "store" | "bodies" | "now" | "apis" | "off" | "uploads" | "quotaOf"
> & { readonly requestLog: Pick<RequestLog, "flush" | "parametersOf"> };

async function createBatch(
  deps: AccountJobsDeps,
  operations: ReturnType<typeof batchOperations>,
  caller: Caller,
  request: RoutedRequest,
): Promise<string> {
  const query = queryOf(request.url);
  const of = namedOperation(operations, query.name);
  checkAccept(of, query.accept);
  using upload = deps.uploads.begin(caller.account);
  const items = await readBatch(of, query, request, upload, deps.uploads);
  // Awaited: the files of the upload are read until it is stored.
  const { id } = await addBatch(deps, caller, of, items, undefined);
  return id;
}

async function listJobs(
  { store, now }: AccountJobsDeps,
  account: string,
  { api, kind, state, after, limit }: AccountJobsQuery,
): Promise<AccountJobsPage> {
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

/** Makes the jobs of accounts for their page. */
export function createAccountJobs(deps: AccountJobsDeps): AccountJobs {
  const { store, apis, off } = deps;
  const operations = batchOperations(apis.filter(({ name }) => !off.has(name)));
  const isBatch = async (account: string, id: string) =>
    (await store.batches.seek(account, id)) && store.findBatch(account, id);
  return {
    list: (account, query) => listJobs(deps, account, query),
    async read(account, id, filter) {
      const batch = await isBatch(account, id);
      if (batch !== undefined) return batchDetail(deps, batch, filter);
      return jobDetail(deps, await store.find(account, id));
    },
    parametersOf: (account, jobs) => parametersOf(deps, account, jobs),
    has: async (account, id) => (await store.jobs.seek(account, id)) !== undefined,
    async cancel(account, id) {
      const batch = await isBatch(account, id);
      // Nobody presses the button for results to be deleted.
      if (batch !== undefined) {
        const { queued, running } = await store.counts(batch);
        if (queued + running > 0) await store.removeBatch(account, id);
      } else if (!isFinal((await store.find(account, id)).state)) await store.remove(account, id);
    },
    createBatch: (caller, request) => createBatch(deps, operations, caller, request),
    async result(account, id, { format, state }, requestId) {
      const batch = await isBatch(account, id);
      const accept = format === "zip" ? "application/zip" : "application/x-ndjson";
      let response: Response;
      let name = `${state ?? "results"}.${format}`;
      if (batch === undefined) {
        const row = await store.find(account, id);
        response = await resultOf(row, deps.bodies, requestId);
        name = resultName(row, response) ?? "result";
      } else response = resultsOfBatch(deps, batch, -1, accept, requestId, state);
      for (const [header, value] of Object.entries(DOWNLOAD)) response.headers.set(header, value);
      // Without CORS: a session is nobody else's.
      response.headers.delete("Access-Control-Allow-Origin");
      return asAttachment(response, name);
    },
  };
}
