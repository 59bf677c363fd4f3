import { z } from "zod";
import type { LoggedParameters } from "../../accounts/account-views.ts";
import type { Caller } from "../../accounts/authenticate.ts";
import { component } from "../../kit/described-objects.ts";
import type { RoutedRequest } from "../core/endpoint.ts";

const count = (of: string) => z.int().min(0).describe(of);
const time = z.iso.datetime();

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

/** One page of jobs and batches. */
export interface AccountJobsPage {
  readonly jobs: readonly z.output<typeof AccountJob>[];
  readonly next: string | null;
}

/** The most characters of a result that its page shows. */
export const PREVIEW_MAX = 2_000;

/** The part of a result that the page of its job shows. */
export interface ResultPreview {
  readonly type: string;
  /** The beginning of a text; undefined for other results, and where it was deleted. */
  readonly text: string | undefined;
}

/** One job or batch, for its page. */
export interface AccountJobDetail {
  readonly job: z.output<typeof AccountJob>;
  readonly key: string | undefined;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly attempts: number;
  readonly batch: string | null;
  /** Why it failed, in words. */
  readonly detail: string | null;
  /** Those of a job that has not ended; the request log has those of others. */
  readonly parameters: LoggedParameters | null;
  readonly preview: ResultPreview | undefined;
  readonly counts:
    | Readonly<Record<"queued" | "running" | "succeeded" | "failed" | "canceled", number>>
    | undefined;
  readonly estimatedEndAt: string | null;
  /** The jobs of a batch, in its order, and where the next page begins. */
  readonly items: readonly (z.output<typeof AccountJob> & {
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

/** Options of downloading a result. */
export interface ResultFormat {
  readonly format: "zip" | "ndjson";
  readonly state?: "failed" | undefined;
}

/** The jobs of an account, for its page. */
export interface AccountJobs {
  list(account: string, query: AccountJobsQuery): Promise<AccountJobsPage>;
  /** Rejects with `unknown-job`. */
  read(account: string, id: string, filter: BatchItemFilter): Promise<AccountJobDetail>;
  /** The parameters of jobs by their IDs, as far as they are known. A batch has those of its first job. */
  parametersOf(
    account: string,
    jobs: readonly z.output<typeof AccountJob>[],
  ): Promise<ReadonlyMap<string, LoggedParameters>>;
  has(account: string, id: string): Promise<boolean>;
  /** Rejects with `unknown-job`. */
  cancel(account: string, id: string): Promise<void>;
  /** Stores the files of a form as a batch of the operation that the query names. Resolves with the ID of the batch. */
  createBatch(caller: Caller, request: RoutedRequest): Promise<string>;
  result(account: string, id: string, format: ResultFormat, requestId: string): Promise<Response>;
}
