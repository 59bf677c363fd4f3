import type { WorkState } from "../queue/account-queue.ts";
import type { Database, Query } from "../store/database.ts";
import { timeText } from "../store/time-text.ts";
import { emitWebhook, type WebhookEventType } from "../webhooks/emit-webhook.ts";
import type { BatchCounts, BatchRow, JobRow } from "./job.ts";
import { batchView, jobView } from "./job-views.ts";

/** Queues the webhook event of a job or a batch that has ended, in the transaction that ends it. */
export type Emit = typeof emitWebhook;

const types: Readonly<Partial<Record<WorkState, WebhookEventType>>> = {
  succeeded: "job.succeeded",
  failed: "job.failed",
  canceled: "job.canceled",
};

/** The columns of a `JobRow`, of a job that a statement ends. */
export const ENDED = `id, account, key_id, mode, api, operation, batch, place, state, created_at, started_at, finished_at,
  expires_at, attempts, units, problem, null as response`;

/** Number of jobs of a batch in each state. */
export async function countStates(query: Query, batch: string): Promise<BatchCounts> {
  const rows = await query<{ state: WorkState; jobs: number | string; units: number | string }>`
    select state, count(*) as jobs, coalesce(sum(units), 0) as units from job where batch = ${batch}
    group by state`;
  const counts = { queued: 0, running: 0, succeeded: 0, failed: 0, canceled: 0, units: 0 };
  for (const { state, jobs, units } of rows) {
    counts[state] = Number(jobs);
    counts.units += Number(units);
  }
  return counts;
}

/** Emits the events of jobs that just ended and are in no batch, and of batches without a job left; `at` in milliseconds. */
export async function announceEnded(
  query: Query,
  ended: readonly JobRow[],
  at: number,
  emit: Emit = emitWebhook,
): Promise<void> {
  for (const job of ended) {
    const type = types[job.state];
    if (job.batch !== null || type === undefined) continue;
    await emit(query, { account: job.account, mode: job.mode, type, data: jobView(job), at });
  }
  for (const batch of new Set(ended.map((job) => job.batch))) {
    if (batch === null) continue;
    // While one waits, this look is all that a job of a batch costs.
    const waiting =
      await query`select 1 as found from job where batch = ${batch} and state = 'queued' limit 1`;
    if (waiting.length === 0) await endBatch(query, batch, at, emit);
  }
}

async function endBatch(query: Query, batch: string, at: number, emit: Emit): Promise<void> {
  const [row] = await query<BatchRow & { account: string }>`
    update batch set ended_at = ${timeText(at)} where id = ${batch} and ended_at is null
      and not exists (select 1 from job where batch = ${batch} and state in ('queued', 'running'))
    returning id, account, mode, api, operation, size, created_at, expires_at`;
  if (row === undefined) return;
  const counts = await countStates(query, batch);
  await query`update batch set counts = ${JSON.stringify(counts)} where id = ${batch}`;
  const { account, mode } = row;
  await emit(query, { account, mode, type: "batch.completed", data: batchView(row, counts, at), at });
}

/** Ends batches whose last jobs ended in two transactions at once, which did not see each other (PostgreSQL). Repeat it. */
export async function endBatches(database: Database, at: number, emit: Emit = emitWebhook): Promise<void> {
  const open = await database.query<{ id: string }>`
    select id from batch where ended_at is null
      and not exists (select 1 from job where job.batch = batch.id and state in ('queued', 'running'))
    limit 100`;
  for (const { id } of open) await database.transaction((query) => endBatch(query, id, at, emit));
}
