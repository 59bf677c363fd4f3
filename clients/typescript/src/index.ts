/** The TypeScript and JavaScript client of Quintet. It needs `fetch` and no package. */
import { type Answer, answerOf, dataOf } from "./answer.js";
import { type Batches, createBatches } from "./batches.js";
import { createJobs, type Jobs } from "./jobs.js";
import { ndjson } from "./lines.js";
import type { Operations, Resources, Usage } from "./operations.js";
import { createResource } from "./resources.js";
import { operations, resources } from "./shapes.js";
import {
  type CallOptions,
  createTransport,
  type QuintetOptions,
  type Shape,
  type Transport,
} from "./transport.js";

export type { Answer } from "./answer.js";
export type { Batches, BatchInput, BatchItem, BatchOptions, BatchRun, ResumeOptions } from "./batches.js";
export {
  type ClientCode,
  ConnectionError,
  InvalidResponseError,
  type InvalidResponseReason,
  type Problem,
  ProblemError,
  QuintetError,
  TimeoutError,
} from "./errors.js";
export type { FileInput, FilePath } from "./files.js";
export type { JobName, JobOptions, Jobs, Page, WaitOptions } from "./jobs.js";
export type * from "./operations.js";
export type { Cost, QuotaState } from "./quota.js";
export type { CallOptions, QuintetOptions } from "./transport.js";
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookErrorReason,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./webhooks.js";

/** The client: an API, an operation, and what the account of the key has left. */
export type Quintet = Operations &
  Omit<Resources, "jobs" | "batches"> & {
    /** Reads quotas and usage of the key's account. Free. */
    usage(options?: CallOptions): Promise<Answer<Usage>>;
    /** Calls that run in the background, one by one. */
    readonly jobs: Jobs;
    /** Many calls of one operation that run in the background. */
    readonly batches: Batches;
  };

const LINES = "application/x-ndjson";
const usageShape: Shape = { method: "GET", path: "/usage", files: [], produces: ["application/json"] };

async function call(transport: Transport, shape: Shape, input: object, options: CallOptions<string>) {
  if (options.accept === LINES) {
    const answer = await transport.stream(shape, input, options);
    return answerOf(answer, ndjson(answer));
  }
  const answer = await transport.send(shape, input, options);
  return answerOf(answer, dataOf(answer));
}

/**
 * Makes a client. `quintet.seo.audit({ url })` resolves with an `Answer` or rejects with a `QuintetError`. Throws a
 * `TypeError` for options that are not accepted.
 */
export function createQuintet(options: QuintetOptions = {}): Quintet {
  const transport = createTransport(options);
  const apis = Object.entries(operations).map(([api, shapes]) => [
    api,
    Object.fromEntries(
      Object.entries(shapes).map(([id, shape]) => [
        id,
        (input: object = {}, given: CallOptions<string> = {}) => call(transport, shape, input, given),
      ]),
    ),
  ]);
  const usage = (given: CallOptions = {}) => call(transport, usageShape, {}, given);
  // The one place where the table of operations meets the types that were generated with it.
  return Object.fromEntries([
    ...apis,
    ...Object.keys(resources).map((name) => [name, createResource(transport, name as keyof Resources)]),
    ["usage", usage],
    ["jobs", createJobs(transport)],
    ["batches", createBatches(transport)],
  ]) as Quintet;
}
