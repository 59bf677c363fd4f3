// Generated from the modules in src by `npm run generate`. Edit those.
import { type Answer } from "./answer.js";
import { ProblemError } from "./errors.js";
import type { Job, JobOperations, Resources } from "./operations.js";
import type { CallOptions, Shape, Transport } from "./transport.js";
/** The name of an operation that can run in the background: `pdf.extract`. */
export type JobName = keyof JobOperations;
/** Options of a job. */
export interface JobOptions<Type extends string = never> {
    /** The media type of the response, if not the default. */
    readonly accept?: Type;
    /** Calls with the same key are one job. Default: a new one, so that a lost response is retried and runs once. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal | undefined;
}
/** Options of waiting. */
export interface WaitOptions {
    /** Called with each new state. */
    readonly onProgress?: (job: Job) => void;
    /** Ends the waiting; `run` also cancels its job. */
    readonly signal?: AbortSignal | undefined;
}
/** A page of a list. */
export interface Page {
    /** The `next` of the page before. */
    readonly after?: string | undefined;
    /** Entries, 1 to 100. Default: 50. */
    readonly limit?: number;
}
/** The data of a stored response: JSON, a text, or a `Blob`. */
type JobData<Name extends JobName, Type extends string> = [Type] extends [never] ? JobOperations[Name]["data"] : Type extends "application/x-ndjson" | `text/${string}` ? string : Type extends `${string}json` ? JobOperations[Name]["json"] : Blob;
/** The methods of a resource that are generated. */
export type Actions<Name extends keyof Resources> = Resources[Name];
/** Calls that run in the background. */
export interface Jobs extends Actions<"jobs"> {
    /** Runs a call in the background, waits for its end, and resolves with its response. Rejects with the `ProblemError` of a call that failed. */
    run<Name extends JobName, Type extends JobOperations[Name]["type"] = never>(operation: Name, input: JobOperations[Name]["input"], options?: JobOptions<Type> & WaitOptions): Promise<Answer<JobData<Name, Type>>>;
    /** Sends a call that runs in the background; resolves with the job as soon as the server has accepted it. */
    start<Name extends JobName>(operation: Name, input: JobOperations[Name]["input"], options?: JobOptions<JobOperations[Name]["type"]>): Promise<Job>;
    /** Waits until a job has ended, and resolves with its last state. */
    wait(id: string, options?: WaitOptions): Promise<Job>;
    /** The response of a job that succeeded. Rejects with the problem of one that failed, or `job-not-finished`. */
    result(id: string, options?: CallOptions): Promise<Answer<unknown>>;
    /** Cancels a job that has not ended. One that has keeps its result. */
    cancel(id: string, options?: CallOptions): Promise<Job>;
}
/** A request about jobs or batches without a body. */
export declare const shapeOf: (method: "GET" | "DELETE", path: string) => Shape;
/** Reads JSON, and keeps trying for about a minute. Resolves with the value and the seconds that the server asks to wait. */
export declare function readPatiently<Value>(transport: Transport, path: string, id: string, signal: AbortSignal | undefined): Promise<{
    readonly value: Value;
    readonly retryAfter: number | undefined;
}>;
/** Common members of jobs and batches for `cancelOnce`. */
interface Cancelable {
    readonly state: string;
}
/** Cancels what has not ended. A DELETE whose response was lost is not repeated blindly: a second one deletes results. */
export declare function cancelOnce<Value extends Cancelable>(transport: Transport, path: string, id: string, hasEnded: (value: Value) => boolean): Promise<Value>;
/** The operation of a name. Throws a `TypeError` for one that does not exist. */
export declare function operationShape(name: string): Shape;
/** A problem document as the error that the call would have had. */
export declare function errorOfProblem(problem: unknown): ProblemError;
/** Makes the methods for jobs. */
export declare function createJobs(transport: Transport): Jobs;
/** The value of a promise, unless the signal is aborted first. */
export declare function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value>;
export {};
