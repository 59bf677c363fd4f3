import { z } from "zod";
import { type AccountCipher, columnPlace, SealBroken } from "../accounts/data-keys.ts";
import type { KeyMode } from "../accounts/keys.ts";
import type { FileNames } from "../kit/file-name.ts";
import { type Problem, unknownObject } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import type { AccountRow, AccountShape, WorkState } from "../queue/account-queue.ts";
import type { Row } from "../store/database.ts";

/** Filter of lists of jobs and of batches; all conditions hold together. */
export interface JobFilter {
  readonly mode: KeyMode;
  readonly api?: string | undefined;
  /** `succeeded`, `finished`: also batches whose jobs all have; others find batches with such a job. */
  readonly state?: WorkState | "finished" | undefined;
}

/** A call as it was sent, without its files and its key. */
export const storedCallSchema = z.object({
  query: z.string(),
  params: z.record(z.string(), z.string()),
  /** Fields of a form or a JSON body. */
  fields: z.array(z.tuple([z.string(), z.string()])).readonly(),
  files: z.array(z.string()).readonly(),
  accept: z.string().nullable(),
});
export type StoredCall = Readonly<z.output<typeof storedCallSchema>>;

const storedResponseSchema = z.object({
  status: z.int(),
  headers: z.array(z.tuple([z.string(), z.string()])).readonly(),
  /** The body, where it is short: as text for media types that are text, else in base 64. */
  text: z.string().optional(),
  base64: z.string().optional(),
  body: z.string().optional(),
});
export type StoredResponse = Readonly<z.output<typeof storedResponseSchema>>;

const fileNamesSchema = z.object({ name: z.string(), stem: z.string() });

/** A row of the table of jobs. */
export interface JobRow extends AccountRow {
  readonly mode: KeyMode;
  readonly api: string;
  readonly operation: string;
  readonly batch: string | null;
  readonly place: number | null;
  readonly response: string | null;
  /** The names of its file; null where it has none, undefined where they were not read. */
  readonly file?: string | null;
}

/** A row of the table of batches. */
export interface BatchRow extends Row {
  readonly id: string;
  readonly account: string;
  readonly mode: KeyMode;
  readonly api: string;
  readonly operation: string;
  readonly size: number;
  readonly created_at: string;
  readonly ended_at?: string | null;
  /** `BatchCounts` as JSON, which no longer change; null until it has ended. */
  readonly counts?: string | null;
  readonly expires_at: string;
  /** The names of the file of its first job, where they were read. */
  readonly file?: string | null;
}

/** Number of jobs of a batch in each state, and their cost. */
export const batchCountsSchema = z.object({
  queued: z.int(),
  running: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  canceled: z.int(),
  units: z.number(),
} satisfies Record<WorkState | "units", unknown>);
export type BatchCounts = Readonly<z.output<typeof batchCountsSchema>>;

/** A job that this process may run, because it has its lease. */
export interface ClaimedJob extends JobRow {
  readonly request: string;
  /** The bytes that it takes, with those that are reserved for its result. */
  readonly bytes: number;
  readonly interruptions: number;
  /** Attempts that did not complete because the server was busy. */
  readonly retries: number;
  /** The charge of an attempt that was interrupted. */
  readonly charge: string | null;
}

/** Time limits of jobs and the retention of their results, in milliseconds since their creation. */
export const JOB_DEADLINE_MS = 24 * 3_600_000;
export const JOB_KEEP_MS = 2 * JOB_DEADLINE_MS;

/** Items of a batch at most. */
export const BATCH_MAX = 10_000;

/** Bytes of a job without its input and its result. */
export const ROW_BYTES = 1_000;

/** The columns of the table of jobs that its queue uses. */
export const JOB_WORK: AccountShape = {
  table: "job",
  columns: `id, account, key_id, mode, api, operation, batch, place, state, request, bytes, created_at, started_at,
    finished_at, expires_at, attempts, interruptions, retries, charge, units, response, problem`,
  queue: { column: "api" },
};

const SEALED = ["request", "response", "problem", "file"] as const;

/** Opens the sealed columns of a row. A damaged one is logged and read as missing, so that the queue goes on. */
export function openRow<R extends Row & { readonly id: string; readonly account: string }>(
  cipher: AccountCipher,
  row: R,
  log: Log,
): R {
  const opened: Record<string, string | number | null> = { ...row };
  for (const column of SEALED) {
    const stored = opened[column];
    if (typeof stored !== "string") continue;
    try {
      opened[column] = cipher.openText(columnPlace(row, column), stored);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      opened[column] = column === "request" ? "" : null;
      log.error("a stored job is damaged", { job: row.id, column, reason: error.message });
    }
  }
  // The same columns with the same types.
  return opened as R;
}

/** The response of a job that succeeded; undefined where it did not, or where its result was deleted. */
export function responseOf({ response }: Pick<JobRow, "response">): StoredResponse | undefined {
  return response === null ? undefined : storedResponseSchema.parse(JSON.parse(response));
}

/** The names of the file of a job; undefined where it has none. */
export function fileOf({ file = null }: Pick<JobRow, "file">): FileNames | undefined {
  return file === null ? undefined : fileNamesSchema.parse(JSON.parse(file));
}

/** The error for a job that the account does not have. */
export function unknownJob(): Problem {
  return unknownObject("unknown-job", "job", "GET /jobs lists its jobs.");
}

/** The error for a batch that the account does not have. */
export function unknownBatch(): Problem {
  return unknownObject("unknown-batch", "batch", "GET /batches lists its batches.");
}

/** The error for a shared report that the account does not have. */
export function unknownReport(): Problem {
  return unknownObject("unknown-shared-report", "shared report", "GET /seo/reports lists them.");
}
