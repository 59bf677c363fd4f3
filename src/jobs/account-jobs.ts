import type { Caller } from "../accounts/authenticate.ts";
import type { AccountJobs, AccountJobsPage } from "../http/accounts/account-jobs.ts";
import type { RoutedRequest } from "../http/core/endpoint.ts";
import { Problem } from "../kit/problem.ts";
import { batchOperations, checkAccept, namedOperation, queryOf, readBatch } from "./batch-input.ts";
import { type BatchCounts, type BatchRow, isFinal, type JobRow } from "./job.ts";
import { addBatch, asAttachment, type JobServiceDeps, resultOf, resultsOfBatch } from "./job-service.ts";
import { batchView } from "./job-views.ts";

type AccountJob = AccountJobsPage["jobs"][number];

function jobEntry(row: JobRow): AccountJob {
  const { code = null } = row.problem === null ? {} : (JSON.parse(row.problem) as { code?: string });
  return {
    id: row.id,
    kind: "job",
    mode: row.mode,
    operation: `${row.api}.${row.operation}`,
    state: row.state,
    size: 1,
    ended: isFinal(row.state) ? 1 : 0,
    failed: row.state === "failed" ? 1 : 0,
    units: row.units,
    code,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    hasResult: row.state === "succeeded",
  };
}

function batchEntry(row: BatchRow, counts: BatchCounts, now: number): AccountJob {
  const { id, mode, operation, state, size, succeeded, failed, canceled, units, createdAt, expiresAt } =
    batchView(row, counts, now);
  return {
    id,
    kind: "batch",
    mode,
    operation,
    state,
    size,
    ended: succeeded + failed + canceled,
    failed,
    units,
    code: null,
    createdAt,
    expiresAt,
    hasResult: succeeded + failed > 0,
  };
}

/** Headers of a download: what a call returned is never a page of this site. */
const DOWNLOAD = { "Content-Security-Policy": "sandbox", "Cache-Control": "no-store" } as const;

type AccountJobsDeps = Pick<
  JobServiceDeps,
  "store" | "bodies" | "now" | "apis" | "off" | "uploads" | "quotaOf"
>;

/** Stores the files of a form as a batch. */
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

/** Makes the jobs of accounts for their page. */
export function createAccountJobs(deps: AccountJobsDeps): AccountJobs {
  const { store, now, apis, off } = deps;
  const operations = batchOperations(apis.filter(({ name }) => !off.has(name)));
  const isBatch = (account: string, id: string) =>
    store.findBatch(account, id).catch((error: unknown) => {
      if (error instanceof Problem && error.code === "unknown-batch") return undefined;
      throw error;
    });
  return {
    async list(account, from, limit) {
      const modes = ["live", "test"] as const;
      const [jobs, batches] = await Promise.all([
        Promise.all(modes.map((mode) => store.list(account, mode, from, limit))),
        Promise.all(modes.map((mode) => store.listBatches(account, mode, from, limit))),
      ]);
      const all = [
        ...jobs.flatMap(({ rows }) => rows.map((row) => ({ id: row.id, entry: async () => jobEntry(row) }))),
        ...batches.flatMap(({ rows }) =>
          rows.map((row) => ({
            id: row.id,
            entry: async () => batchEntry(row, await store.counts(row.id), now()),
          })),
        ),
        // All have IDs that sort by time.
      ].sort((a, b) => (a.id < b.id ? 1 : -1));
      const shown = all.slice(0, limit);
      const hasMore = all.length > limit || [...jobs, ...batches].some(({ next }) => next !== null);
      const entries = await Promise.all(shown.map(({ entry }) => entry()));
      return { jobs: entries, next: hasMore ? (shown.at(-1)?.id ?? null) : null };
    },
    async cancel(account, id) {
      const batch = await isBatch(account, id);
      // Nobody presses the button for results to be deleted.
      if (batch !== undefined) {
        const { queued, running } = await store.counts(id);
        if (queued + running > 0) await store.removeBatch(account, id);
      } else if (!isFinal((await store.find(account, id)).state)) await store.remove(account, id);
    },
    createBatch: (caller, request) => createBatch(deps, operations, caller, request),
    async result(account, id, format, requestId) {
      const batch = await isBatch(account, id);
      const accept = format === "zip" ? "application/zip" : "application/x-ndjson";
      const response =
        batch === undefined
          ? await resultOf(await store.find(account, id), deps.bodies, requestId)
          : resultsOfBatch(deps, batch, -1, accept, requestId);
      const name = batch === undefined ? "result" : `results.${format}`;
      for (const [header, value] of Object.entries(DOWNLOAD)) response.headers.set(header, value);
      // Without CORS: a session is nobody else's.
      response.headers.delete("Access-Control-Allow-Origin");
      return asAttachment(response, name);
    },
  };
}
