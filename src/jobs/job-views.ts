import type { z } from "zod";
import { isFinal } from "../queue/account-queue.ts";
import { type BatchCounts, type BatchRow, fileOf, type JobRow } from "./job.ts";
import type { Batch, BatchResult, Job } from "./job-responses.ts";

/** The schemas of responses, made for the first document or tool. */
export const jobResponses = (): typeof import("./job-responses.ts") => require("./job-responses.ts");

type ResultOf = z.output<typeof BatchResult>;

function parsed(text: string | null): Record<string, unknown> | null {
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}

const resultUrl = (job: Pick<JobRow, "id" | "state">) =>
  job.state === "succeeded" ? `/jobs/${job.id}/result` : null;

/** The member of the name of a job's file, if it has one. */
export function named(row: Pick<JobRow, "file">): { readonly fileName?: string } {
  const file = fileOf(row);
  return file === undefined ? {} : { fileName: file.name };
}

/** A row of a job as clients see it. */
export function jobView(row: JobRow): z.output<typeof Job> {
  return {
    id: row.id,
    mode: row.mode,
    operation: `${row.api}.${row.operation}`,
    ...named(row),
    state: row.state,
    progress: isFinal(row.state) ? 1 : 0,
    units: row.units,
    attempts: row.attempts,
    batch: row.batch,
    index: row.place,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
    resultUrl: resultUrl(row),
    problem: parsed(row.problem),
  };
}

/** Estimates when work ends that has `ended` of `size`, if the rest takes as long; null where none has ended, or all has. */
export function estimatedEnd(createdAt: string, ended: number, size: number, now: number): string | null {
  if (ended === 0 || ended >= size) return null;
  const elapsed = now - Date.parse(createdAt);
  return new Date(now + (elapsed / ended) * (size - ended)).toISOString();
}

/** A row of a batch as clients see it. */
export function batchView(row: BatchRow, counts: BatchCounts, now: number): z.output<typeof Batch> {
  const ended = counts.succeeded + counts.failed + counts.canceled;
  return {
    id: row.id,
    mode: row.mode,
    operation: `${row.api}.${row.operation}`,
    state: ended >= row.size ? "finished" : "running",
    size: row.size,
    ...counts,
    progress: ended / row.size,
    estimatedEndAt: estimatedEnd(row.created_at, ended, row.size, now),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    resultsUrl: `/batches/${row.id}/results`,
  };
}

/** The line of a job in the results of its batch: the JSON before its response, and behind it. `entry`: its file in a ZIP. */
export function resultLine(row: JobRow, entry?: string): readonly [before: string, behind: string] {
  const state = row.state === "succeeded" || row.state === "failed" ? row.state : "canceled";
  const { id, place, units } = row;
  const head = { index: place ?? 0, job: id, ...named(row), state, units } satisfies Partial<ResultOf>;
  const url = { resultUrl: resultUrl(row), ...(entry && { entry }) } satisfies Partial<ResultOf>;
  const members = (of: object) => JSON.stringify(of).slice(1, -1);
  // The problem is JSON as it was stored, on one line.
  return [`{${members(head)},"result":`, `,${members(url)},"problem":${row.problem ?? "null"}}\n`];
}
