import { z } from "zod";
import { type Contract, contract } from "../kit/contract.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import type { ShownCalls } from "../openapi/components.ts";
import { Batch, BatchResult, Job } from "./job-views.ts";

const nothing = z.object({});
const after = z
  .string()
  .regex(/^[\x21-\x7e]{1,64}$/, "must be the next of the previous page")
  .optional()
  .describe("The next of the previous page.");
const limit = z.int().min(1).max(100).default(50).describe("Entries on a page.");
const page = z.object({ after, limit });
const next = z.string().nullable().describe("Pass it as after for the next page; null on the last.");

const linkQuery = z.object({
  expiresIn: z
    .int()
    .min(60)
    .max(172_800)
    .default(3_600)
    .describe("Seconds until the link expires. It expires with the result at the latest."),
});
const link = z.object({
  url: z.string().describe("The URL of the result."),
  expiresAt: z.iso.datetime().describe("When the link expires."),
});
const linked = z.object({
  expires: z.int().min(0).max(99_999_999_999).describe("When the link expires, in seconds since 1970."),
  signature: z.string().describe("The signature of the link."),
});
const format = z
  .enum(["zip", "ndjson"])
  .default("zip")
  .describe("zip: a ZIP file with every response. ndjson: one JSON line for each job.");

/** The query of a request for a URL of events. */
const eventLinkQuery = z.object({
  expiresIn: z.int().min(60).max(86_400).default(600).describe("Seconds until the URL expires."),
});

/** The query of the URL. */
const eventLinkParameters = z.object({
  expires: z.int().min(0).max(99_999_999_999).describe("When the URL expires, in seconds since 1970."),
  signer: z.string().max(100).optional().describe("The ID of the key that created the URL."),
  signature: z.string().describe("The signature of the URL."),
});

const EventLinkView = z
  .object({
    eventsUrl: z.string().describe("The URL of the events. It needs no key."),
    expiresAt: z.iso.datetime().describe("When the URL expires."),
  })
  .meta({ id: "EventLink", description: "A URL that shows the events of one object." });
export type EventLink = z.output<typeof EventLinkView>;
export type EventLinkParameters = z.output<typeof eventLinkParameters>;
export type EventLinkContract = Contract<typeof eventLinkQuery>;
export type LinkedEventsContract = Contract<typeof eventLinkParameters>;

/** The members of contracts of events that all objects share. */
export const eventsBase = {
  method: "GET",
  output: z.string().meta({ description: "Server-sent events." }),
  produces: ["text/event-stream"],
  requestHeaders: { "Last-Event-ID": "The ID of the last event that you got: later ones follow." },
  noContent: "Last-Event-ID is that of the `end` event.",
} as const;
export const eventLinkBase = {
  method: "POST",
  description:
    "For EventSource in a browser, which sends no key. Anyone who has the URL can follow the events until it expires, or the key that created it ends.",
  query: eventLinkQuery,
  status: 201,
  output: EventLinkView,
} as const;
/** The errors of a URL of events: its own, and those of the key that created it. */
export const linkedErrors = <Code extends ProblemCode>(unknown: Code) =>
  [
    unknown,
    "link-expired",
    "key-invalid",
    "key-revoked",
    "key-expired",
    "account-suspended",
    "busy",
  ] as const;
export const linkedEventsBase = { ...eventsBase, access: "open", query: eventLinkParameters } as const;

/** Items of a batch at most. */
export const BATCH_MAX = 10_000;

const base = { access: "key", query: nothing, fields: nothing, status: 200 } as const;
const jobs = { ...base, tag: "Jobs", errors: ["unknown-job"] } as const;
const batches = { ...base, tag: "Batches", errors: ["unknown-batch"] } as const;

/** The endpoints of jobs and batches. */
export const jobContracts = {
  listJobs: contract({
    ...jobs,
    id: "listJobs",
    method: "GET",
    path: "/jobs",
    summary: "List jobs, newest first",
    description:
      "Jobs of batches are not listed: GET /batches/{id}/results has them. A key sees jobs of the APIs in its scope.",
    query: page,
    output: z.object({ jobs: z.array(Job).describe("The jobs of the account."), next }),
    errors: [],
  }),
  readJob: contract({
    ...jobs,
    id: "readJob",
    method: "GET",
    path: "/jobs/{id}",
    summary: "Read the state of a job",
    description:
      "To create a job, send any call that needs a key with `Prefer: respond-async`. The response is 202 with this object, and its `Location` is this URL.",
    output: Job,
  }),
  readJobResult: contract({
    ...jobs,
    id: "readJobResult",
    method: "GET",
    path: "/jobs/{id}/result",
    summary: "Read the result of a job",
    description:
      "The response of the call, byte for byte, with its media type. If the job failed, the response is the problem of the call, with its status.",
    output: z.unknown().meta({ description: "The response of the call." }),
    produces: ["*/*"],
    errors: ["unknown-job", "job-not-finished", "job-without-result"],
  }),
  createJobLink: contract({
    ...jobs,
    id: "createJobLink",
    method: "POST",
    path: "/jobs/{id}/link",
    summary: "Create a link to the result of a job that works without a key",
    description:
      "Anyone who has the link can download the result until the link expires. To revoke it, delete the result with DELETE /jobs/{id}.",
    query: linkQuery,
    status: 201,
    output: link,
    errors: ["unknown-job", "job-not-finished", "job-without-result"],
  }),
  downloadJobResult: contract({
    ...jobs,
    id: "downloadJobResult",
    method: "GET",
    path: "/jobs/{id}/download",
    access: "open",
    summary: "Download the result of a job with a link",
    description: "POST /jobs/{id}/link creates this URL. It needs no key.",
    query: linked,
    output: z.unknown().meta({ description: "The response of the call." }),
    produces: ["*/*"],
    errors: ["unknown-job", "link-expired", "job-without-result", "account-suspended"],
  }),
  followJob: contract({
    ...jobs,
    ...eventsBase,
    id: "followJob",
    path: "/jobs/{id}/events",
    summary: "Follow a job as server-sent events",
    description:
      "`progress` with the object of GET /jobs/{id} when it has changed, and `end` with the same at the end. After `end`, the response is 204.",
    errors: ["unknown-job", "busy"],
  }),
  createJobEventLink: contract({
    ...jobs,
    ...eventLinkBase,
    id: "createJobEventLink",
    path: "/jobs/{id}/events/link",
    summary: "Create a URL of the events of a job that works without a key",
  }),
  followLinkedJob: contract({
    ...jobs,
    ...linkedEventsBase,
    id: "followLinkedJob",
    path: "/jobs/{id}/events/link",
    summary: "Follow a job with a URL that works without a key",
    description: "POST creates this URL. It sends the events of GET /jobs/{id}/events.",
    errors: linkedErrors("unknown-job"),
  }),
  cancelJob: contract({
    ...jobs,
    id: "cancelJob",
    method: "DELETE",
    path: "/jobs/{id}",
    summary: "Cancel a job, or delete the result of one that has ended",
    description: "A canceled job costs nothing, even if it was running.",
    output: Job,
  }),
  createBatch: contract({
    ...batches,
    id: "createBatch",
    method: "POST",
    path: "/batches",
    repeatable: true,
    summary: "Create a batch: many calls of one operation",
    description:
      "Each call is a job that is charged by itself, only if it succeeds. Further query parameters are parameters of every call. All inputs are checked before anything is stored: an error names the first item that is not accepted. A repetition with the same `Idempotency-Key` gets the batch of the first request, also when the quota is used up.",
    query: z.object({
      operation: z.string().describe("The operation, such as seo.meta or pdf.extract."),
      accept: z
        .string()
        .optional()
        .describe("The media type of the responses. Default: that of the operation."),
    }),
    bodies: {
      "application/x-ndjson": `One JSON object of parameters per line, such as {"url":"https://example.com/"}: 1 to ${BATCH_MAX} lines.`,
      "application/json": "A JSON list of these objects.",
      "multipart/form-data":
        "Files, for an operation that accepts one: a part with a filename for each call.",
      "application/zip": "The same files as a ZIP file.",
    },
    headers: { Location: "The URL of the batch." },
    status: 202,
    output: Batch,
    errors: [
      "key-scope",
      "plan-required",
      "quota-exceeded",
      "unsupported-media-type",
      "upload-too-slow",
      "expectation-failed",
      "job-storage-full",
      "busy",
      "insufficient-storage",
    ],
  }),
  listBatches: contract({
    ...batches,
    id: "listBatches",
    method: "GET",
    path: "/batches",
    summary: "List batches, newest first",
    query: page,
    output: z.object({ batches: z.array(Batch).describe("The batches of the account."), next }),
    errors: [],
  }),
  readBatch: contract({
    ...batches,
    id: "readBatch",
    method: "GET",
    path: "/batches/{id}",
    summary: "Read the progress of a batch",
    output: Batch,
  }),
  readBatchResults: contract({
    ...batches,
    id: "readBatchResults",
    method: "GET",
    path: "/batches/{id}/results",
    summary: "Read the results of a batch",
    description:
      "One line for each job that has ended, in the order of the inputs. Call it again for the others: `after` skips the items up to that index. With `Accept: application/zip`, the response is a ZIP file with the response of each job that succeeded, named by its index, and the lines as results.ndjson.",
    query: z.object({
      after: z.int().min(0).max(BATCH_MAX).optional().describe("Only items after this index. Default: all."),
    }),
    output: BatchResult,
    produces: ["application/x-ndjson", "application/zip"],
  }),
  createBatchLink: contract({
    ...batches,
    id: "createBatchLink",
    method: "POST",
    path: "/batches/{id}/link",
    summary: "Create a link to the results of a batch that works without a key",
    description:
      "Anyone who has the link can download the results of the jobs that have ended until the link expires. To revoke it, delete the results with DELETE /batches/{id}.",
    query: linkQuery.extend({ format }),
    status: 201,
    output: link,
  }),
  downloadBatchResults: contract({
    ...batches,
    id: "downloadBatchResults",
    method: "GET",
    path: "/batches/{id}/download",
    access: "open",
    summary: "Download the results of a batch with a link",
    description: "POST /batches/{id}/link creates this URL. It needs no key.",
    query: linked.extend({ format }),
    output: BatchResult,
    produces: ["application/zip", "application/x-ndjson"],
    errors: ["unknown-batch", "link-expired", "account-suspended"],
  }),
  followBatch: contract({
    ...batches,
    ...eventsBase,
    id: "followBatch",
    path: "/batches/{id}/events",
    summary: "Follow a batch as server-sent events",
    description:
      "`progress` with the object of GET /batches/{id} when it has changed, and `end` with the same at the end. After `end`, the response is 204.",
    errors: ["unknown-batch", "busy"],
  }),
  createBatchEventLink: contract({
    ...batches,
    ...eventLinkBase,
    id: "createBatchEventLink",
    path: "/batches/{id}/events/link",
    summary: "Create a URL of the events of a batch that works without a key",
  }),
  followLinkedBatch: contract({
    ...batches,
    ...linkedEventsBase,
    id: "followLinkedBatch",
    path: "/batches/{id}/events/link",
    summary: "Follow a batch with a URL that works without a key",
    description: "POST creates this URL. It sends the events of GET /batches/{id}/events.",
    errors: linkedErrors("unknown-batch"),
  }),
  cancelBatch: contract({
    ...batches,
    id: "cancelBatch",
    method: "DELETE",
    path: "/batches/{id}",
    summary: "Cancel the jobs of a batch that have not ended, or delete the results of one that has",
    output: Batch,
  }),
} as const;

const job = {
  id: "01a1f985-ace8-7193-a290-1e9daeb3803b",
  mode: "live",
  operation: "seo.meta",
  state: "succeeded",
  progress: 1,
  units: 1,
  attempts: 1,
  batch: null,
  index: null,
  createdAt: "2026-11-20T15:14:09.768Z",
  startedAt: "2026-11-20T15:14:09.790Z",
  finishedAt: "2026-11-20T15:14:10.212Z",
  expiresAt: "2026-11-22T15:14:09.768Z",
  resultUrl: "/jobs/01a1f985-ace8-7193-a290-1e9daeb3803b/result",
  problem: null,
};
const batch = {
  id: "01a1f985-ace8-7193-a290-1e9daeb3803b",
  mode: "live",
  operation: "seo.meta",
  state: "running",
  size: 1_000,
  queued: 740,
  running: 8,
  succeeded: 250,
  failed: 2,
  canceled: 0,
  units: 250,
  progress: 0.252,
  estimatedEndAt: "2026-11-20T15:16:02.000Z",
  createdAt: "2026-11-20T15:14:09.768Z",
  expiresAt: "2026-11-22T15:14:09.768Z",
  resultsUrl: "/batches/01a1f985-ace8-7193-a290-1e9daeb3803b/results",
};

/** A URL of events as examples show it. */
export const shownEventLink = (path: string) => ({
  query: { expiresIn: 3_600 },
  response: {
    eventsUrl: `https://api.example.com${path}/events/link?expires=1795187650&signer=01a1f985-a0c4-7f41-8d2e-6b1f9c3a7e55&signature=Vh2T0mJ0q8b9J2nq3wW0W4v2n1bG2m5a6l8Yx0r4d1E`,
    expiresAt: "2026-11-20T15:14:10.000Z",
  },
});

/** A call of each endpoint, by the ID of its contract: for the OpenAPI documents. */
export const jobExamples: ShownCalls = {
  listJobs: { query: { limit: 10 }, response: { jobs: [], next: null } },
  readJob: { response: job },
  downloadJobResult: {
    query: { expires: 1_795_187_650, signature: "Vh2T0mJ0q8b9J2nq3wW0W4v2n1bG2m5a6l8Yx0r4d1E" },
    response: { title: "Example Domain" },
  },
  createJobLink: {
    query: { expiresIn: 600 },
    response: {
      url: "https://api.example.com/jobs/01a1f985-ace8-7193-a290-1e9daeb3803b/download?expires=1795187650&signature=Vh2T0mJ0q8b9J2nq3wW0W4v2n1bG2m5a6l8Yx0r4d1E",
      expiresAt: "2026-11-20T15:14:10.000Z",
    },
  },
  createBatchLink: {
    query: { expiresIn: 600 },
    response: {
      url: "https://api.example.com/batches/01a1f985-ace8-7193-a290-1e9daeb3803b/download?format=zip&expires=1795187650&signature=Vh2T0mJ0q8b9J2nq3wW0W4v2n1bG2m5a6l8Yx0r4d1E",
      expiresAt: "2026-11-20T15:14:10.000Z",
    },
  },
  downloadBatchResults: {
    query: {
      format: "ndjson",
      expires: 1_795_187_650,
      signature: "Vh2T0mJ0q8b9J2nq3wW0W4v2n1bG2m5a6l8Yx0r4d1E",
    },
    response: {
      index: 0,
      job: job.id,
      state: "succeeded",
      units: 1,
      result: { title: "Example Domain" },
      resultUrl: job.resultUrl,
      problem: null,
    },
  },
  createJobEventLink: shownEventLink(`/jobs/${job.id}`),
  createBatchEventLink: shownEventLink(`/batches/${batch.id}`),
  cancelJob: { response: { ...job, state: "canceled", units: 0, resultUrl: null } },
  createBatch: {
    query: { operation: "seo.meta" },
    request: [{ url: "https://example.com/" }, { url: "https://example.org/" }],
    response: {
      ...batch,
      queued: 1_000,
      running: 0,
      succeeded: 0,
      failed: 0,
      units: 0,
      progress: 0,
      estimatedEndAt: null,
    },
  },
  listBatches: { query: { limit: 10 }, response: { batches: [], next: null } },
  readBatch: { response: batch },
  cancelBatch: {
    response: {
      ...batch,
      state: "finished",
      queued: 0,
      running: 0,
      canceled: 748,
      progress: 1,
      estimatedEndAt: null,
    },
  },
};
