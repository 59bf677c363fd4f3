import { checkCounts, dataOf } from "./answer.js";
import { InvalidResponseError, ProblemError, QuintetError } from "./errors.js";
import { type FileInput, isFileInput, openFile } from "./files.js";
import {
  type Actions,
  cancelOnce,
  errorOfProblem,
  type JobName,
  operationShape,
  readPatiently,
  shapeOf,
  untilAborted,
} from "./jobs.js";
import { linesOf } from "./lines.js";
import type { Batch, BatchResult, JobOperations } from "./operations.js";
import { createResource } from "./resources.js";
import { pollPause, sleep } from "./retry.js";
import type { CallOptions, Shape, Transport } from "./transport.js";

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
export interface BatchOptions<Name extends JobName, Type extends string = JobOperations[Name]["type"]>
  extends Omit<ResumeOptions, "after"> {
  /** Parameters of every item. */
  readonly parameters?: Partial<JobOperations[Name]["input"]>;
  /** The media type of the responses, if not the default. */
  readonly accept?: Type;
  /** Batches with the same key and input are one batch. Default: a new one, so that a lost response is retried and runs once. */
  readonly idempotencyKey?: string;
}

/** The response of an item: JSON, a text, or null for files such as images. `never`: of the default media type. */
type BatchData<Name extends JobName, Type extends string> = Name extends JobName
  ? [Type] extends [never]
    ? JobOperations[Name]["data"] extends Blob
      ? JobOperations[Name]["json"] | null
      : JobOperations[Name]["data"]
    : Type extends "application/x-ndjson" | `text/${string}`
      ? string
      : Type extends `${string}json`
        ? JobOperations[Name]["json"]
        : null
  : never;

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
export type BatchItem<
  Name extends JobName = JobName,
  Type extends string = JobOperations[Name]["type"],
> = ItemBase &
  (
    | {
        readonly state: "succeeded";
        /** The response as JSON or as a text. Null for other responses, which `file` reads. */
        readonly result: BatchData<Name, Type>;
        readonly error: undefined;
      }
    | {
        readonly state: "failed";
        readonly result: null;
        /** Why it failed. */
        readonly error: ProblemError;
      }
    | { readonly state: "canceled"; readonly result: null; readonly error: undefined }
  );

/** A batch that runs on the server. Its items can be iterated once, in the order of the inputs; each is there as soon as it and those before it have ended. */
export interface BatchRun<Name extends JobName = JobName, Type extends string = JobOperations[Name]["type"]>
  extends AsyncIterable<BatchItem<Name, Type>> {
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
  run<Name extends JobName, Type extends JobOperations[Name]["type"] = never>(
    operation: Name,
    inputs: Iterable<BatchInput<Name>> | AsyncIterable<BatchInput<Name>>,
    options?: BatchOptions<Name, Type>,
  ): Promise<BatchRun<Name, Type>>;
  /** Follows a batch that exists. `Name` and `Type` are its operation and its `accept`, for the types of its items. */
  resume<Name extends JobName = JobName, Type extends string = JobOperations[Name]["type"]>(
    id: string,
    options?: ResumeOptions,
  ): Promise<BatchRun<Name, Type>>;
  /** Cancels the items that have not ended. The results of the others stay. */
  cancel(id: string): Promise<Batch>;
}

const path = "/batches/{id}";
const LINES = "application/x-ndjson";
const hasEnded = ({ state }: Batch) => state === "finished";

/** The batch of a response. Throws an `InvalidResponseError` for a response that is none. */
function batchOf(value: unknown): Batch {
  checkCounts(value, ["size", "succeeded", "failed", "canceled"]);
  return value as Batch;
}

/** Reads of results that fail in a row before the error is final. */
const FAILURES_MAX = 12;

/** The file of an input of an operation that accepts one: the input itself, or its only member. */
function fileOf(input: unknown, name: string | undefined, index: number): FileInput | undefined {
  if (name === undefined) return undefined;
  if (isFileInput(input)) return input;
  const { [name]: file, ...others } = input as Record<string, unknown>;
  if (file === undefined || file === null) return undefined;
  const more = Object.entries(others).filter(([, value]) => value !== undefined && value !== null);
  if (more.length === 0) return file as FileInput;
  throw new TypeError(`Item ${index}: with files, put the other parameters into the option parameters.`);
}

/** The body of a batch: lines of JSON, or a form with files. */
async function bodyOf(
  [name]: readonly string[],
  inputs: Iterable<unknown> | AsyncIterable<unknown>,
): Promise<Blob | FormData> {
  const lines: string[] = [];
  const form = new FormData();
  let index = 0;
  let withFile = 0;
  for await (const input of inputs) {
    const file = fileOf(input, name, index);
    if (name !== undefined && file !== undefined) {
      const { blob, name: own } = await openFile(name, file);
      form.append(name, blob, own);
      withFile++;
    } else {
      if (typeof input !== "object" || input === null || Array.isArray(input)) {
        throw new TypeError(`Item ${index} must be an object of parameters.`);
      }
      lines.push(`${JSON.stringify(input)}\n`);
    }
    index++;
  }
  if (withFile === 0) return new Blob(lines, { type: LINES });
  if (lines.length === 0) return form;
  throw new TypeError("A batch has either files or parameters. Make two batches.");
}

/** The lines of results from one item on. */
async function* resultLines(
  transport: Transport,
  id: string,
  after: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<BatchResult, void> {
  const shape: Shape = { ...shapeOf("GET", `${path}/results`), produces: [LINES] };
  const { chunks, status } = await transport.stream(shape, after < 0 ? { id } : { id, after }, { signal });
  for await (const line of linesOf(chunks)) {
    if (line.trim() === "") continue;
    try {
      const result: unknown = JSON.parse(line);
      checkCounts(result, ["index", "units"]);
      yield result as BatchResult;
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      throw new InvalidResponseError("A line of the response is not JSON.", "body", status, undefined, cause);
    }
  }
}

/** Follows one batch. */
class Run<Name extends JobName, Type extends string> implements BatchRun<Name, Type> {
  readonly id: string;
  batch: Batch;
  readonly #transport: Transport;
  readonly #options: ResumeOptions;
  /** The index of the next item. */
  #next: number;
  #failures = 0;
  #canceled: Promise<unknown> | undefined;
  readonly #abort = () => {
    this.#canceled = this.cancel().catch(() => {});
  };

  constructor(transport: Transport, batch: Batch, options: ResumeOptions) {
    this.id = batch.id;
    this.batch = batch;
    this.#transport = transport;
    this.#options = options;
    this.#next = (options.after ?? -1) + 1;
    const { signal } = options;
    signal?.addEventListener("abort", this.#abort, { once: true });
    if (signal?.aborted) this.#abort();
    options.onProgress?.(batch);
  }

  async cancel(): Promise<Batch> {
    this.batch = await cancelOnce<Batch>(this.#transport, path, this.id, hasEnded);
    return this.batch;
  }

  async collect(): Promise<BatchItem<Name, Type>[]> {
    const items: BatchItem<Name, Type>[] = [];
    for await (const item of this) items.push(item);
    return items;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<BatchItem<Name, Type>, void> {
    const { signal } = this.#options;
    let seen = -1;
    for (let polls = 1; ; polls++) {
      try {
        const pause = await this.#read(polls);
        const ended = this.#ended;
        const isFinished = hasEnded(this.batch);
        const from = this.#next;
        // What is new may still be behind an item that has not ended.
        if (ended > from && (ended !== seen || isFinished)) yield* this.#items(isFinished);
        if (isFinished && (this.#next >= this.batch.size || (this.#next === from && this.#failures === 0)))
          return;
        seen = this.#failures > 0 ? -1 : ended;
        if (this.#next > from) polls = 1;
        if (!isFinished || this.#failures > 0) await sleep(pause, signal);
      } catch (error) {
        if (signal?.aborted) await this.#canceled;
        throw error;
      }
    }
  }

  get #ended(): number {
    const { succeeded, failed, canceled } = this.batch;
    return succeeded + failed + canceled;
  }

  /** Reads the state; resolves with the pause before it is read again. */
  async #read(polls: number): Promise<number> {
    const { signal, onProgress } = this.#options;
    const before = JSON.stringify(this.batch);
    const { value, retryAfter } = await readPatiently<Batch>(this.#transport, path, this.id, signal);
    this.batch = batchOf(value);
    if (JSON.stringify(value) !== before) onProgress?.(value);
    if (hasEnded(value)) signal?.removeEventListener("abort", this.#abort);
    return pollPause(polls, retryAfter);
  }

  /** The items that are there without a gap. A stream that fails is read again from its last item. */
  async *#items(isFinished: boolean): AsyncGenerator<BatchItem<Name, Type>, void> {
    const { signal } = this.#options;
    const from = this.#next;
    try {
      for await (const line of resultLines(this.#transport, this.id, from - 1, signal)) {
        if (line.index > this.#next && !isFinished) break;
        if (line.index < this.#next) continue;
        this.#next = line.index + 1;
        this.#failures = 0;
        yield itemOf<Name, Type>(this.#transport, line);
      }
      this.#failures = 0;
    } catch (error) {
      const isFinal = !(error instanceof QuintetError) || error instanceof ProblemError;
      if (isFinal || ++this.#failures > FAILURES_MAX) throw error;
    }
  }
}

/** The item of a line. */
function itemOf<Name extends JobName, Type extends string>(
  transport: Transport,
  { index, job, fileName, state, units, result, problem }: BatchResult,
): BatchItem<Name, Type> {
  const named = { index, job, units, ...(fileName === undefined ? {} : { fileName }) };
  if (state === "failed") {
    const error = errorOfProblem(problem);
    return { ...named, state, result: null, error, file: () => Promise.reject(error) };
  }
  const file = async (options: CallOptions = {}) => {
    const shape = shapeOf("GET", "/jobs/{id}/result");
    const { bytes, mediaType } = await transport.send(shape, { id: job }, { ...options, accept: "*/*" });
    return new Blob([bytes], { type: mediaType });
  };
  const common = { ...named, error: undefined, file };
  if (state === "canceled") return { ...common, state, result: null };
  // Its type is that of the operation and media type that the batch was created with.
  return { ...common, state, result: result as BatchData<Name, Type> };
}

/** Options of a batch of any operation. */
interface AnyOptions extends Omit<ResumeOptions, "after"> {
  readonly parameters?: object;
  readonly accept?: string | undefined;
  readonly idempotencyKey?: string;
}

/** Creates a batch of the operation with these files and this name. */
export async function runBatch<
  Name extends JobName = JobName,
  Type extends string = JobOperations[Name]["type"],
>(
  transport: Transport,
  files: readonly string[],
  name: string,
  inputs: Iterable<object> | AsyncIterable<object>,
  { parameters = {}, accept, idempotencyKey, ...options }: AnyOptions = {},
): Promise<BatchRun<Name, Type>> {
  const { signal } = options;
  signal?.throwIfAborted();
  const body = await untilAborted(bodyOf(files, inputs), signal);
  const shape: Shape = { method: "POST", path: "/batches", files: [], body, produces: ["application/json"] };
  const key = idempotencyKey ?? crypto.randomUUID();
  // Not with the signal: a batch that may exist has to be canceled.
  const created = transport
    .send(shape, { ...parameters, operation: name, accept }, { idempotencyKey: key })
    .then((answer) => batchOf(dataOf(answer)));
  try {
    return new Run<Name, Type>(transport, await untilAborted(created, signal), options);
  } catch (error) {
    if (signal?.aborted) {
      created.then(({ id }) => cancelOnce<Batch>(transport, path, id, hasEnded)).catch(() => {});
    }
    throw error;
  }
}

/** Makes the methods for batches. */
export function createBatches(transport: Transport): Batches {
  return {
    ...createResource(transport, "batches"),
    async run(operation, inputs, options) {
      return runBatch(transport, operationShape(operation).files, operation, inputs, options);
    },
    async resume<Name extends JobName, Type extends string>(id: string, options: ResumeOptions = {}) {
      const { value } = await readPatiently<Batch>(transport, path, id, options.signal);
      return new Run<Name, Type>(transport, batchOf(value), options);
    },
    cancel: (id) => cancelOnce<Batch>(transport, path, id, hasEnded),
  };
}
