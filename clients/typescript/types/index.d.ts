// Generated from the modules in src by `npm run generate`. Edit those.
/** The TypeScript and JavaScript client of Quintet. It needs `fetch` and no package. */
import { type Answer } from "./answer.js";
import { type Batches } from "./batches.js";
import { type Jobs } from "./jobs.js";
import type { Operations, Resources, Usage } from "./operations.js";
import { type CallOptions, type QuintetOptions } from "./transport.js";
export type { Answer } from "./answer.js";
export type { Batches, BatchInput, BatchItem, BatchOptions, BatchRun, ResumeOptions } from "./batches.js";
export { type ClientCode, ConnectionError, InvalidResponseError, type InvalidResponseReason, type Problem, ProblemError, QuintetError, TimeoutError, } from "./errors.js";
export type { FileInput, FilePath } from "./files.js";
export type { JobName, JobOptions, Jobs, Page, WaitOptions } from "./jobs.js";
export type * from "./operations.js";
export type { Cost, QuotaState } from "./quota.js";
export type { CallOptions, QuintetOptions } from "./transport.js";
export { type VerifyWebhookOptions, verifyWebhook, type WebhookErrorReason, type WebhookHeaders, WebhookVerificationError, } from "./webhooks.js";
/** The client: an API, an operation, and what the account of the key has left. */
export type Quintet = Operations & Omit<Resources, "jobs" | "batches"> & {
    /** Reads quotas and usage of the key's account. Free. */
    usage(options?: CallOptions): Promise<Answer<Usage>>;
    /** Calls that run in the background, one by one. */
    readonly jobs: Jobs;
    /** Many calls of one operation that run in the background. */
    readonly batches: Batches;
};
/**
 * Makes a client. `quintet.seo.audit({ url })` resolves with an `Answer` or rejects with a `QuintetError`. Throws a
 * `TypeError` for options that are not accepted.
 */
export declare function createQuintet(options?: QuintetOptions): Quintet;
