import { z } from "zod";
import type { ServerCall } from "../http/metering/resource-endpoints.ts";
import { inGroup, inPages } from "../kit/contract.ts";
import { whole } from "../kit/numbers.ts";
import { actionsOf, type DescribedResource, type RawAction } from "../kit/resource.ts";
import { isFinal } from "../queue/account-queue.ts";
import { type EventServices, eventActions } from "./event-links.ts";
import { BATCH_MAX, unknownBatch, unknownJob } from "./job.ts";
import type { JobService } from "./job-service.ts";
import { jobResponses, jobView } from "./job-views.ts";

/** Dependencies of the actions. */
export interface JobServices extends EventServices {
  readonly jobs: JobService;
}

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
  .describe("`zip`: a ZIP file with every response. `ndjson`: one JSON line for each job.");

const jobs = { access: "key", tag: "Jobs", errors: ["unknown-job"] } as const;
const batches = { access: "key", tag: "Batches", errors: ["unknown-batch"] } as const;
const jobAction = actionsOf<JobServices, ServerCall>(jobs);
const batchAction = actionsOf<JobServices, ServerCall>(batches);

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

const jobEvents = eventActions<JobServices>({
  name: "Job",
  title: "a job",
  tag: jobs.tag,
  path: "/jobs/{id}",
  events:
    "Sends `progress` with the object of `GET /jobs/{id}` each time it has changed, and `end` with it when the job has ended.",
  unknown: unknownJob,
  ownerOf: ({ jobs }, id) => jobs.store.jobs.ownerOf(id),
  async read({ jobs }, caller, id) {
    const row = await jobs.find(caller, id);
    const { state, attempts } = row;
    return { state: `${state} ${attempts}`, view: jobView(row), hasEnded: isFinal(state) };
  },
});

/** Calls that run in the background. */
export const jobResource = {
  name: "jobs",
  title: "Jobs",
  summary: "Calls that run in the background.",
  label: "jobs",
  isKeyless: true,
  actions: {
    list: jobAction({
      id: "listJobs",
      path: "/jobs",
      summary: "List jobs, newest first",
      description:
        "Returns jobs that are not part of a batch, for the APIs in the scope of the key. `GET /batches/{id}/results` returns those of a batch.",
      ...inPages("jobs", () => jobResponses().Job, "The jobs of the account.", job),
      run: ({ caller, query }, { jobs }) => jobs.list(caller, query),
    }),
    get: jobAction({
      id: "readJob",
      path: "/jobs/{id}",
      summary: "Read the state of a job",
      description:
        "To create a job, send any call that needs a key with `Prefer: respond-async`. The response is 202 with this object, and its `Location` is this URL.",
      output: () => jobResponses().Job,
      example: { response: job },
      run: async ({ caller, id }, { jobs }) => jobView(await jobs.find(caller, id)),
    }),
    result: jobAction({
      id: "readJobResult",
      path: "/jobs/{id}/result",
      summary: "Read the result of a job",
      description:
        "Returns the response of the call, byte for byte, with its media type. If the job failed, returns the error of the call, with its status.",
      output: () => z.unknown().meta({ description: "The response of the call." }),
      produces: ["*/*"],
      errors: ["unknown-job", "job-not-finished", "job-without-result"],
      run: async ({ caller, id, requestId }, { jobs }) => jobs.result(await jobs.find(caller, id), requestId),
    }),
    delete: jobAction({
      id: "cancelJob",
      method: "DELETE",
      path: "/jobs/{id}",
      summary: "Cancel or delete a job",
      description:
        "Cancels a job that is queued or running: it costs nothing. Deletes the result of a job that has ended.",
      output: () => jobResponses().Job,
      example: { response: { ...job, state: "canceled", units: 0, resultUrl: null } },
      run: ({ caller, id }, { jobs }) => jobs.remove(caller, id),
    }),
    link: jobAction({
      id: "createJobLink",
      method: "POST",
      path: "/jobs/{id}/link",
      summary: "Create a link to the result of a job",
      description:
        "The link works without a key: anyone who has it can download the result until the link expires. To revoke it, delete the result with `DELETE /jobs/{id}`.",
      query: linkQuery,
      status: 201,
      output: () => link,
      errors: ["unknown-job", "job-not-finished", "job-without-result"],
      example: {
        query: { expiresIn: 600 },
        response: {
          url: "https://api.example.com/jobs/01a1f985-ace8-7193-a290-1e9daeb3803b/download?expires=1795187650&signature=Vh2T0mJ0q8b9J2nq3wW0W4v2n1bG2m5a6l8Yx0r4d1E",
          expiresAt: "2026-11-20T15:14:10.000Z",
        },
      },
      run: ({ caller, id, query }, { jobs }) => jobs.link(caller, id, query.expiresIn),
    }),
    events: jobEvents.follow,
    eventLink: jobEvents.link,
  },
  open: [
    jobEvents.linked,
    jobAction({
      id: "downloadJobResult",
      path: "/jobs/{id}/download",
      access: "open",
      summary: "Download the result of a job with a link",
      description: "POST /jobs/{id}/link creates this URL. It needs no key.",
      query: linked,
      output: () => z.unknown().meta({ description: "The response of the call." }),
      produces: ["*/*"],
      errors: ["unknown-job", "link-expired", "job-without-result", "account-suspended"],
      example: {
        query: { expires: 1_795_187_650, signature: "Vh2T0mJ0q8b9J2nq3wW0W4v2n1bG2m5a6l8Yx0r4d1E" },
        response: { title: "Example Domain" },
      },
      run: ({ id, query, requestId }, { jobs }) => jobs.download(id, query, requestId),
    }),
  ],
} satisfies DescribedResource<JobServices, ServerCall>;

const batchEvents = eventActions<JobServices>({
  name: "Batch",
  title: "a batch",
  tag: batches.tag,
  path: "/batches/{id}",
  events:
    "Sends `progress` with the object of `GET /batches/{id}` each time it has changed, and `end` with it when the batch has ended.",
  unknown: unknownBatch,
  ownerOf: ({ jobs }, id) => jobs.store.batches.ownerOf(id),
  async read({ jobs }, caller, id) {
    const view = await jobs.view(await jobs.findBatch(caller, id));
    const { estimatedEndAt: _, ...counts } = view;
    const hasEnded = view.state === "finished";
    // Its jobs are counted with each look.
    return { state: JSON.stringify(counts), view, hasEnded, pauseMs: 1_000 + view.size / 4 };
  },
});

/** Many calls of one operation that run in the background. */
export const batchResource = {
  name: "batches",
  title: "Batches",
  summary: "Many calls of one operation that run in the background.",
  label: "jobs",
  isKeyless: true,
  tools: { batch_list: "list" },
  actions: {
    create: inGroup<RawAction<JobServices, ServerCall>>(batches, {
      id: "createBatch",
      method: "POST",
      path: "/batches",
      repeatable: true,
      summary: "Create a batch",
      description:
        "Send inputs of one operation. Each is a job, which is charged only if it succeeds. Query parameters other than `operation` and `accept` apply to every input. All inputs are checked before anything is stored: an error names the first item that is not accepted. A retry with the same `Idempotency-Key` returns the first batch, even if the quota is used up.",
      query: z.object({
        operation: z.string().describe("The operation, such as `seo.meta` or `pdf.extract`."),
        accept: z
          .string()
          .optional()
          .describe("The media type of the responses. Default: that of the operation."),
      }),
      bodies: {
        "application/x-ndjson": `One JSON object of parameters per line, such as \`{"url":"https://example.com/"}\`: up to ${whole(BATCH_MAX)} lines.`,
        "application/json": "A JSON array of these objects.",
        "multipart/form-data":
          "Files, for an operation that accepts one: a part with a filename for each call.",
        "application/zip": "The same files as a ZIP file.",
      },
      headers: { Location: "The URL of the batch." },
      status: 202,
      output: () => jobResponses().Batch,
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
      example: {
        query: { operation: "seo.meta" },
        request: [{ url: "https://example.com/" }, { url: "https://example.org/" }],
        response: {
          ...batch,
          size: 2,
          queued: 2,
          running: 0,
          succeeded: 0,
          failed: 0,
          units: 0,
          progress: 0,
          estimatedEndAt: null,
        },
      },
      client: {
        method: "batches.run(operation, inputs)",
        command: "batch API OPERATION FILE…",
        typescript: `const inputs = [
  { url: "https://example.com/" },
  { url: "https://example.org/" },
];
const batch = await quintet.batches.run("seo.meta", inputs);
for await (const { index, result, error } of batch) {
  console.log(index, error?.code ?? result);
}`,
        python: `    inputs = [
        {"url": "https://example.com/"},
        {"url": "https://example.org/"},
    ]
    for item in quintet.batches.run("seo.meta", inputs):
        print(item.index, item.state, item.result)`,
      },
      // The scope of the key is known once the query says which API is called.
      handle: (call, { jobs }) => jobs.createBatch(call),
    }),
    list: batchAction({
      id: "listBatches",
      path: "/batches",
      summary: "List batches, newest first",
      ...inPages("batches", () => jobResponses().Batch, "The batches of the account.", batch),
      run: ({ caller, query }, { jobs }) => jobs.listBatches(caller, query),
    }),
    get: batchAction({
      id: "readBatch",
      path: "/batches/{id}",
      summary: "Read the progress of a batch",
      output: () => jobResponses().Batch,
      example: { response: batch },
      run: async ({ caller, id }, { jobs }) => jobs.view(await jobs.findBatch(caller, id)),
    }),
    results: batchAction({
      id: "readBatchResults",
      path: "/batches/{id}/results",
      summary: "Read the results of a batch",
      description:
        "Returns one line for each job that has ended, in the order of the inputs. Call it again for the others: `after` skips the items up to that index. With `Accept: application/zip`, the response is a ZIP file with the response of each job that succeeded, and the lines as `results.ndjson`. Each response is named after its file (`invoice.md` for `invoice.pdf`, `invoice (2).md` for another one of this name) or, without one, by its index; `entry` of its line has the name.",
      query: z.object({
        after: z
          .int()
          .min(0)
          .max(BATCH_MAX)
          .optional()
          .describe("Only items after this index. Default: all."),
      }),
      output: () => jobResponses().BatchResult,
      produces: ["application/x-ndjson", "application/zip"],
      example: {
        response: {
          index: 0,
          job: "01a1f985-ace8-7193-a290-1e9daeb3803b",
          state: "succeeded",
          units: 1,
          result: { url: "https://example.com/", title: "Example Domain" },
          resultUrl: "/jobs/01a1f985-ace8-7193-a290-1e9daeb3803b/result",
          problem: null,
        },
      },
      async run({ caller, id, query, request, requestId }, { jobs }) {
        const batch = await jobs.findBatch(caller, id);
        return jobs.results(batch, query.after ?? -1, request.headers.get("accept"), requestId);
      },
    }),
    delete: batchAction({
      id: "cancelBatch",
      method: "DELETE",
      path: "/batches/{id}",
      summary: "Cancel or delete a batch",
      description:
        "Cancels the jobs that have not ended: they cost nothing. Deletes the results of a batch whose jobs have all ended.",
      output: () => jobResponses().Batch,
      example: {
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
      run: ({ caller, id }, { jobs }) => jobs.removeBatch(caller, id),
    }),
    link: batchAction({
      id: "createBatchLink",
      method: "POST",
      path: "/batches/{id}/link",
      summary: "Create a link to the results of a batch",
      description:
        "Until the link expires, anyone who has it can download the results of ended jobs without a key. To revoke it, delete the results with `DELETE /batches/{id}`.",
      query: linkQuery.extend({ format }),
      status: 201,
      output: () => link,
      example: {
        query: { expiresIn: 600 },
        response: {
          url: "https://api.example.com/batches/01a1f985-ace8-7193-a290-1e9daeb3803b/download?format=zip&expires=1795187650&signature=Vh2T0mJ0q8b9J2nq3wW0W4v2n1bG2m5a6l8Yx0r4d1E",
          expiresAt: "2026-11-20T15:14:10.000Z",
        },
      },
      run: ({ caller, id, query }, { jobs }) => jobs.batchLink(caller, id, query),
    }),
    events: batchEvents.follow,
    eventLink: batchEvents.link,
  },
  open: [
    batchEvents.linked,
    batchAction({
      id: "downloadBatchResults",
      path: "/batches/{id}/download",
      access: "open",
      summary: "Download the results of a batch with a link",
      description: "POST /batches/{id}/link creates this URL. It needs no key.",
      query: linked.extend({ format }),
      output: () => jobResponses().BatchResult,
      produces: ["application/zip", "application/x-ndjson"],
      errors: ["unknown-batch", "link-expired", "account-suspended"],
      example: {
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
      run: ({ id, query, requestId }, { jobs }) => jobs.downloadBatch(id, query, requestId),
    }),
  ],
} satisfies DescribedResource<JobServices, ServerCall>;
