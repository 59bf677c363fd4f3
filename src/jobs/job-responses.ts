import { z } from "zod";
import { component } from "../kit/described-objects.ts";
import { workStates } from "../queue/account-queue.ts";

const time = z.iso.datetime();
const id = z.string();
const mode = z
  .enum(["live", "test"])
  .describe("The mode of the key that created it. Only keys of this mode can read it.");

const count = (of: string) => z.int().min(0).describe(of);
const fileName = z.string().optional();
const progress = z.number().min(0).max(1);

/** One job, as clients see it. */
export const Job = component("Job", "A call that runs in the background.", {
  id: id.describe("The ID of the job."),
  mode,
  operation: z.string().describe("The operation that the job calls, such as `seo.meta`."),
  fileName: fileName.describe(
    "The name of its file, or the end of its URL. Omitted if it has none, in webhook events, and in the response that creates the job.",
  ),
  state: z.enum(workStates).describe("The state. `succeeded`, `failed` and `canceled` jobs have ended."),
  progress: progress.describe("1 if the job has ended, otherwise 0."),
  units: count("The charge of the job, in the unit of its API. 0 unless it succeeded."),
  attempts: count("The number of times it was started. More than 1 if a server stopped or was busy."),
  batch: id.nullable().describe("The batch that it belongs to."),
  index: z.int().min(0).nullable().describe("Its place in the batch, from 0."),
  createdAt: time.describe("When the server accepted it."),
  startedAt: time.nullable().describe("When it was first started."),
  finishedAt: time.nullable().describe("When it ended."),
  expiresAt: time.describe("When the job and its result are deleted."),
  resultUrl: z.string().nullable().describe("The URL of the result, once the job has succeeded."),
  problem: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("The problem document of a failed job, as the call would have returned it."),
});

/** One batch, as clients see it. */
export const Batch = component("Batch", "Many calls of one operation that run in the background.", {
  id: id.describe("The ID of the batch."),
  mode,
  operation: z.string().describe("The operation that its jobs call, such as `seo.meta`."),
  state: z.enum(["running", "finished"]).describe("`finished` once every job has ended."),
  size: count("The number of jobs."),
  queued: count("Jobs that have not started."),
  running: count("Jobs that are running."),
  succeeded: count("Jobs that succeeded."),
  failed: count("Jobs that failed."),
  canceled: count("Jobs that were canceled."),
  units: count("The charge of its jobs so far, in the unit of the API."),
  progress: progress.describe("The share of the jobs that have ended."),
  estimatedEndAt: time.nullable().describe("The estimated end of the last job; null if unknown."),
  createdAt: time.describe("When the server accepted it."),
  expiresAt: time.describe("When the batch and its results are deleted."),
  resultsUrl: z.string().describe("The URL of the results, also while the batch runs."),
});

/** One line of the results of a batch. */
export const BatchResult = component("BatchResult", "How one job of a batch ended.", {
  index: z.int().min(0).describe("The place of the input in the batch, from 0."),
  job: id.describe("The ID of the job."),
  fileName: fileName.describe("The name of its file, or the end of its URL. Omitted if it has none."),
  state: z.enum(["succeeded", "failed", "canceled"]).describe("How the job ended."),
  units: count("The charge, in the unit of the API."),
  result: z
    .unknown()
    .describe("The response of the call if it is JSON, or a string if it is other text; else null."),
  resultUrl: z.string().nullable().describe("The URL of the response, byte for byte."),
  entry: z
    .string()
    .optional()
    .describe("In a ZIP file: the name of the file that has the response. Omitted without a response."),
  problem: z.record(z.string(), z.unknown()).nullable().describe("The problem document of a failed job."),
});

/** A job or a batch, as the page of the account lists it. */
export const AccountJob = component("AccountJob", "A job or a batch of the account.", {
  id: z.string().describe("The ID of the job or the batch."),
  kind: z.enum(["job", "batch"]).describe("A batch has many calls."),
  mode: z.enum(["live", "test"]).describe("The mode of the key that sent it."),
  operation: z.string().describe("The operation that the job calls, such as `seo.meta`."),
  fileName: z
    .string()
    .optional()
    .describe("The name of the file of a job, or of the first file of a batch. Omitted if it has none."),
  state: z
    .enum(["queued", "running", "succeeded", "failed", "canceled", "finished"])
    .describe("`finished`: every job of the batch has ended."),
  size: count("How many calls it has."),
  ended: count("How many of them have ended."),
  succeeded: count("How many of them succeeded."),
  failed: count("How many of them failed."),
  units: count("The charge so far, in the unit of the API."),
  code: z.string().nullable().describe("The error code of a job that failed."),
  createdAt: time.describe("When the server accepted it."),
  expiresAt: time.describe("When it and its results are deleted."),
  hasResult: z.boolean().describe("Whether there is something to download."),
});
