// Generated from the modules in src by `npm run generate`. Edit those.
import { ProblemError } from "./errors.js";
import { type Actions, type JobName } from "./jobs.js";
import type { Batch, JobOperations } from "./operations.js";
import type { CallOptions, Transport } from "./transport.js";
/** The input of one item: the parameters of a call, or a file for an operation that accepts one. */
export type BatchInput<Name extends JobName> = JobOperations[Name]["input"] | JobOperations[Name]["file"];
/** Options of following a batch. */
export interface ResumeOptions {
    /** Called with each new state of the batch. */
    readonly onProgress?: (batch: Batch) => void;
    /** Cancels the batch; waiting for its items rejects with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
    /** The index of the last item that is not needed again. Default: all are needed. */
    readonly after?: number;
}
/** Options of a new batch. */
export interface BatchOptions<Name extends JobName, Type extends string = JobOperations[Name]["type"]> extends Omit<ResumeOptions, "after"> {
    /** Parameters of every item. */
    readonly parameters?: Partial<JobOperations[Name]["input"]>;
    /** The media type of the responses, if not the default. */
    readonly accept?: Type;
    /** Batches with the same key and input are one batch. Default: a new one, so that a lost response is retried and runs once. */
    readonly idempotencyKey?: string;
}
/** The response of an item: JSON, a text, or null for files such as images. `never`: of the default media type. */
type BatchData<Name extends JobName, Type extends string> = Name extends JobName ? [Type] extends [never] ? JobOperations[Name]["data"] extends Blob ? JobOperations[Name]["json"] | null : JobOperations[Name]["data"] : Type extends "application/x-ndjson" | `text/${string}` ? string : Type extends `${string}json` ? JobOperations[Name]["json"] : null : never;
/** The members of every item. */
interface ItemBase {
    /** The place of the input, from 0. */
    readonly index: number;
    /** The ID of its job. */
    readonly job: string;
    /** The name of its file, or the end of its URL; left out if it has none. */
    readonly fileName?: string;
    readonly units: number;
    /** Reads the response as it is, such as an image. Rejects with `error` for an item that failed. */
    file(options?: CallOptions): Promise<Blob>;
}
/** How one item of a batch ended; `state` decides between `result` and `error`. */
export type BatchItem<Name extends JobName = JobName, Type extends string = JobOperations[Name]["type"]> = ItemBase & ({
    readonly state: "succeeded";
    /** The response as JSON or as a text. Null for other responses, which `file` reads. */
    readonly result: BatchData<Name, Type>;
    readonly error: undefined;
} | {
    readonly state: "failed";
    readonly result: null;
    /** Why it failed. */
    readonly error: ProblemError;
} | {
    readonly state: "canceled";
    readonly result: null;
    readonly error: undefined;
});
/** A batch that runs on the server. Its items can be iterated once, in the order of the inputs; each is there as soon as it and those before it have ended. */
export interface BatchRun<Name extends JobName = JobName, Type extends string = JobOperations[Name]["type"]> extends AsyncIterable<BatchItem<Name, Type>> {
    /** The ID, to resume after this program has ended: `quintet.batches.resume(id)`. */
    readonly id: string;
    /** The last state that was read. */
    readonly batch: Batch;
    /** All items. They are kept in memory. */
    collect(): Promise<BatchItem<Name, Type>[]>;
    /** Cancels the items that have not ended. */
    cancel(): Promise<Batch>;
}
/** Many calls that run in the background. */
export interface Batches extends Actions<"batches"> {
    /** Creates a batch of 1 to 10,000 items. Resolves as soon as the server has accepted it. */
    run<Name extends JobName, Type extends JobOperations[Name]["type"] = never>(operation: Name, inputs: Iterable<BatchInput<Name>> | AsyncIterable<BatchInput<Name>>, options?: BatchOptions<Name, Type>): Promise<BatchRun<Name, Type>>;
    /** Follows a batch that exists. `Name` and `Type` are its operation and its `accept`, for the types of its items. */
    resume<Name extends JobName = JobName, Type extends string = JobOperations[Name]["type"]>(id: string, options?: ResumeOptions): Promise<BatchRun<Name, Type>>;
    /** Cancels the items that have not ended. The results of the others stay. */
    cancel(id: string): Promise<Batch>;
}
/** Options of a batch of any operation. */
interface AnyOptions extends Omit<ResumeOptions, "after"> {
    readonly parameters?: object;
    readonly accept?: string | undefined;
    readonly idempotencyKey?: string;
}
/** Creates a batch of the operation with these files and this name. */
export declare function runBatch<Name extends JobName = JobName, Type extends string = JobOperations[Name]["type"]>(transport: Transport, files: readonly string[], name: string, inputs: Iterable<object> | AsyncIterable<object>, { parameters, accept, idempotencyKey, ...options }?: AnyOptions): Promise<BatchRun<Name, Type>>;
/** Makes the methods for batches. */
export declare function createBatches(transport: Transport): Batches;
export {};
