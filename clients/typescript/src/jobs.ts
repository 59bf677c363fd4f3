import { type Answer, answerOf, dataOf } from "./answer.js";
import { InvalidResponseError, type Problem, ProblemError, QuintetError } from "./errors.js";
import type { Job, JobOperations, Resources } from "./operations.js";
import { createResource } from "./resources.js";
import { pollPause, retryAfterOf, sleep } from "./retry.js";
import { operations } from "./shapes.js";
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
type JobData<Name extends JobName, Type extends string> = [Type] extends [never]
  ? JobOperations[Name]["data"]
  : Type extends "application/x-ndjson" | `text/${string}`
    ? string
    : Type extends `${string}json`
      ? JobOperations[Name]["json"]
      : Blob;

/** The methods of a resource that are generated. */
export type Actions<Name extends keyof Resources> = Resources[Name];

/** Calls that run in the background. */
export interface Jobs extends Actions<"jobs"> {
  /** Runs a call in the background, waits for its end, and resolves with its response. Rejects with the `ProblemError` of a call that failed. */
  run<Name extends JobName, Type extends JobOperations[Name]["type"] = never>(
    operation: Name,
    input: JobOperations[Name]["input"],
    options?: JobOptions<Type> & WaitOptions,
  ): Promise<Answer<JobData<Name, Type>>>;
  /** Sends a call that runs in the background; resolves with the job as soon as the server has accepted it. */
  start<Name extends JobName>(
    operation: Name,
    input: JobOperations[Name]["input"],
    options?: JobOptions<JobOperations[Name]["type"]>,
  ): Promise<Job>;
  /** Waits until a job has ended, and resolves with its last state. */
  wait(id: string, options?: WaitOptions): Promise<Job>;
  /** The response of a job that succeeded. Rejects with the problem of one that failed, or `job-not-finished`. */
  result(id: string, options?: CallOptions): Promise<Answer<unknown>>;
  /** Cancels a job that has not ended. One that has keeps its result. */
  cancel(id: string, options?: CallOptions): Promise<Job>;
}

const JSON_TYPE = ["application/json"] as const;

/** A request about jobs or batches without a body. */
export const shapeOf = (method: "GET" | "DELETE", path: string): Shape => ({
  method,
  path,
  files: [],
  produces: JSON_TYPE,
});

/** Polling outlasts a restart of the server: about a minute, and any `Retry-After`. */
const PATIENT = { retries: 12, waitMaxMs: 600_000 } as const;

/** Reads JSON, and keeps trying for about a minute. Resolves with the value and the seconds that the server asks to wait. */
export async function readPatiently<Value>(
  transport: Transport,
  path: string,
  id: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly value: Value; readonly retryAfter: number | undefined }> {
  const answer = await transport.send(shapeOf("GET", path), { id }, { ...PATIENT, signal });
  return { value: dataOf(answer) as Value, retryAfter: retryAfterOf(answer.headers, Date.now()) };
}

/** Common members of jobs and batches for `cancelOnce`. */
interface Cancelable {
  readonly state: string;
}

/** Whether a request may have arrived although there was no response. */
const isLost = (error: unknown) => error instanceof QuintetError && !(error instanceof ProblemError);

/** Cancels what has not ended. A DELETE whose response was lost is not repeated blindly: a second one deletes results. */
export async function cancelOnce<Value extends Cancelable>(
  transport: Transport,
  path: string,
  id: string,
  hasEnded: (value: Value) => boolean,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    const { value } = await readPatiently<Value>(transport, path, id, undefined);
    if (hasEnded(value)) return value;
    try {
      return dataOf(await transport.send(shapeOf("DELETE", path), { id }, PATIENT)) as Value;
    } catch (error) {
      if (!isLost(error) || attempt >= 3) throw error;
    }
  }
}

/** The operation of a name. Throws a `TypeError` for one that does not exist. */
export function operationShape(name: string): Shape {
  const [api = "", id = ""] = name.split(".");
  const shapes = Object.hasOwn(operations, api) ? operations[api] : undefined;
  const shape = shapes !== undefined && Object.hasOwn(shapes, id) ? shapes[id] : undefined;
  if (shape === undefined) throw new TypeError(`${name} is not an operation. Use a name such as seo.audit.`);
  return shape;
}

/** A problem document as the error that the call would have had. */
export function errorOfProblem(problem: unknown): ProblemError {
  const document = problem as Problem;
  return new ProblemError(document, document.status);
}

const isFinal = ({ state }: Job) => state === "succeeded" || state === "failed" || state === "canceled";

const path = "/jobs/{id}";

/** Makes the method that starts a job, waits for it and reads its response. */
function runOf({ start, wait, result, cancel }: Pick<Jobs, "start" | "wait" | "result" | "cancel">) {
  return async (
    operation: JobName,
    input: object,
    { signal, onProgress, ...options }: JobOptions<string> & WaitOptions = {},
  ) => {
    signal?.throwIfAborted();
    // Not with the signal: a job that may exist has to be canceled.
    const started = start(operation, input, options as JobOptions<JobOperations[JobName]["type"]>);
    try {
      const { id } = await untilAborted(started, signal);
      const job = await wait(id, { signal, ...(onProgress === undefined ? {} : { onProgress }) });
      if (job.state === "failed" && job.problem !== null) throw errorOfProblem(job.problem);
      return await result(id, { signal, ...PATIENT });
    } catch (error) {
      if (signal?.aborted) await started.then(({ id }) => cancel(id)).catch(() => {});
      throw error;
    }
  };
}

/** Makes the methods for jobs. */
export function createJobs(transport: Transport): Jobs {
  const start: Jobs["start"] = async (operation, input, { idempotencyKey, ...options } = {}) => {
    const shape: Shape = { ...operationShape(operation), isAsync: true };
    const key = idempotencyKey ?? crypto.randomUUID();
    const answer = await transport.send(shape, input, { ...options, idempotencyKey: key });
    if (answer.status === 202) return dataOf(answer) as Job;
    throw new InvalidResponseError(
      "The server does not run calls in the background.",
      "status",
      answer.status,
    );
  };

  const wait: Jobs["wait"] = async (id, { onProgress, signal } = {}) => {
    let state = "";
    for (let polls = 1; ; polls++) {
      const { value: job, retryAfter } = await readPatiently<Job>(transport, path, id, signal);
      if (job.state !== state) onProgress?.(job);
      state = job.state;
      if (isFinal(job)) return job;
      await sleep(pollPause(polls, retryAfter), signal);
    }
  };

  const result: Jobs["result"] = async (id, options = {}) => {
    const answer = await transport.send(
      shapeOf("GET", `${path}/result`),
      { id },
      { ...options, accept: "*/*" },
    );
    return answerOf(answer, dataOf(answer));
  };

  const cancel = (id: string) => cancelOnce<Job>(transport, path, id, isFinal);

  return {
    ...createResource(transport, "jobs"),
    start,
    wait,
    result,
    cancel,
    // The one place where a stored response meets the type of its operation.
    run: runOf({ start, wait, result, cancel }) as Jobs["run"],
  };
}

/** The value of a promise, unless the signal is aborted first. */
export function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
