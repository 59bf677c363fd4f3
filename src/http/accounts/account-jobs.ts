import { z } from "zod";
import type { Caller } from "../../accounts/authenticate.ts";
import { contract } from "../../kit/contract.ts";
import type { RoutedRequest } from "../core/endpoint.ts";

const count = (of: string) => z.int().min(0).describe(of);
const time = z.iso.datetime();

/** A job or a batch, as the page of the account lists it. */
export const AccountJob = z
  .object({
    id: z.string().describe("The ID of the job or the batch."),
    kind: z.enum(["job", "batch"]).describe("A batch has many calls."),
    mode: z.enum(["live", "test"]).describe("The mode of the key that sent it."),
    operation: z.string().describe("The operation that it calls, such as seo.meta."),
    state: z
      .enum(["queued", "running", "succeeded", "failed", "canceled", "finished"])
      .describe("finished: every job of the batch has ended."),
    size: count("How many calls it has."),
    ended: count("How many of them have ended."),
    failed: count("How many of them failed."),
    units: count("The charge so far, in the unit of the API."),
    code: z.string().nullable().describe("The error code of a job that failed."),
    createdAt: time.describe("When the server accepted it."),
    expiresAt: time.describe("When it and its results are deleted."),
    hasResult: z.boolean().describe("Whether there is something to download."),
  })
  .meta({ id: "AccountJob", description: "A job or a batch of the account." });

/** One page of jobs and batches. */
export interface AccountJobsPage {
  readonly jobs: readonly z.output<typeof AccountJob>[];
  readonly next: string | null;
}

const nothing = z.object({});
const own = {
  tag: "Accounts",
  access: "session",
  query: nothing,
  fields: nothing,
  status: 200,
  errors: ["unknown-job"],
} as const;

const after = z.string().regex(/^[\x21-\x7e]{1,64}$/, "must be the next of the previous page");

/** The endpoints of the page with the account's jobs. */
export const accountJobContracts = {
  list: contract({
    ...own,
    id: "listAccountJobs",
    method: "GET",
    path: "/account/jobs",
    summary: "List jobs and batches, newest first",
    description: "Those of every key of the account, live and test, for 48 hours.",
    query: z.object({
      after: after.optional().describe("The next of the previous page."),
      limit: z.int().min(1).max(100).default(25).describe("Entries on a page."),
    }),
    output: z.object({
      jobs: z.array(AccountJob).describe("Jobs and batches."),
      next: z.string().nullable().describe("Pass it as after for the next page; null on the last."),
    }),
    errors: [],
  }),
  result: contract({
    ...own,
    id: "downloadAccountJob",
    method: "GET",
    path: "/account/jobs/{id}/result",
    summary: "Download the result of a job, or the results of a batch",
    query: z.object({
      format: z.enum(["zip", "ndjson"]).default("zip").describe("How the results of a batch are sent."),
    }),
    output: z.unknown().meta({ description: "The response of the call, or the results of the batch." }),
    produces: ["*/*"],
    errors: ["unknown-job", "job-not-finished", "job-without-result"],
  }),
  cancel: contract({
    ...own,
    id: "cancelAccountJob",
    method: "POST",
    path: "/account/jobs/{id}/cancel",
    summary: "Cancel a job, or the jobs of a batch that have not ended",
    description: "What has ended keeps its result.",
    output: z.object({ canceled: z.literal(true).describe("Always true.") }),
  }),
} as const;

/** The jobs of an account, for its page. */
export interface AccountJobs {
  list(account: string, after: string | undefined, limit: number): Promise<AccountJobsPage>;
  /** Rejects with `unknown-job`. */
  cancel(account: string, id: string): Promise<void>;
  /** Stores the files of a form as a batch of the operation that the query names. Resolves with the ID of the batch. */
  createBatch(caller: Caller, request: RoutedRequest): Promise<string>;
  /** The response of a job, or the results of a batch, as a download. */
  result(account: string, id: string, format: "zip" | "ndjson", requestId: string): Promise<Response>;
}
