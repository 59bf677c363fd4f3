import type { WorkState } from "../queue/account-queue.ts";
import type { Database, Query } from "../store/database.ts";
import type { BatchCounts, BatchRow, JobRow } from "./job.ts";

/**
 * Events of jobs and batches that end. They are recorded in the transaction that ends them, with statements of `query`
 * only, so that neither is stored without the other.
 */
export interface JobEvents {
  /** A job outside of batches has ended. The response is left out of the row. */
  jobEnded(query: Query, job: JobRow): Promise<void>;
  /** The last job of a batch has ended. */
  batchEnded(query: Query, account: string, batch: BatchRow, counts: BatchCounts): Promise<void>;
}

/** A job that a statement has just ended. */
export type EndedJob = JobRow;

/** The columns of an `EndedJob`. */
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

/**
 * Tells of jobs that were just ended in the transaction of `query`: of each that is in no batch, and of each batch that has no
 * other job left. `now` is a time as the tables have it.
 */
export async function announceEnded(
  query: Query,
  events: JobEvents,
  ended: readonly EndedJob[],
  now: string,
): Promise<void> {
  for (const job of ended) if (job.batch === null) await events.jobEnded(query, job);
  for (const batch of new Set(ended.map((job) => job.batch))) {
    if (batch === null) continue;
    // While one waits, this look is all that a job of a batch costs.
    const waiting =
      await query`select 1 as found from job where batch = ${batch} and state = 'queued' limit 1`;
    if (waiting.length === 0) await endBatch(query, events, batch, now);
  }
}

/** Ends a batch whose jobs have all ended, and tells `events` once. */
async function endBatch(query: Query, events: JobEvents, batch: string, now: string): Promise<void> {
  const [row] = await query<BatchRow & { account: string }>`
    update batch set ended_at = ${now} where id = ${batch} and ended_at is null
      and not exists (select 1 from job where batch = ${batch} and state in ('queued', 'running'))
    returning id, account, mode, api, operation, size, created_at, expires_at`;
  if (row === undefined) return;
  const counts = await countStates(query, batch);
  await query`update batch set counts = ${JSON.stringify(counts)} where id = ${batch}`;
  await events.batchEnded(query, row.account, row, counts);
}

/**
 * Ends the batches whose last jobs ended in two transactions at once: each of them saw the other's job as unfinished
 * (PostgreSQL). Run it again and again.
 */
export async function endBatches(database: Database, events: JobEvents, now: string): Promise<void> {
  const open = await database.query<{ id: string }>`
    select id from batch where ended_at is null
      and not exists (select 1 from job where job.batch = batch.id and state in ('queued', 'running'))
    limit 100`;
  for (const { id } of open) await database.transaction((query) => endBatch(query, events, id, now));
}
