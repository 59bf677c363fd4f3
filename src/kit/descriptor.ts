import { z } from "zod";
import type { Upstreams } from "../upstream/upstreams.ts";
import { type Fetch, noFetch } from "./fetch.ts";
import type { ProblemCode } from "./problem-kinds.ts";
import type { Recogniser } from "./recogniser.ts";
import type { Pipe, Run } from "./sandbox.ts";
import type { State } from "./state.ts";

/** What a key that was charged for is not charged for again. */
export interface Once {
  /** Tells it from everything else that this API charges the key for. */
  readonly name: string;
  /** For how long, in milliseconds. */
  readonly forMs: number;
}

/** What a running operation may use of the world. It is all that an API receives. */
export interface Context {
  /** The media type that was negotiated, one of the operation's `produces`. */
  readonly mediaType: string;
  /** Aborted when the client leaves or the deadline passes. */
  readonly signal: AbortSignal;
  /** Fetches public addresses for as long as the client stays. */
  readonly fetch: Fetch;
  /** Runs a job in a process of its own for as long as the client stays. */
  readonly run: Run;
  /** Runs a program of the operator's machine, such as a text recogniser, for as long as the client stays. */
  readonly pipe: Pipe;
  /** Reads text off pictures; undefined where the operator does not offer it. */
  readonly recogniser: Recogniser | undefined;
  /** The time in milliseconds since 1970. */
  now(): number;
  /**
   * Charges this call, in the API's unit, before the work that it pays. For operations whose `cost` is
   * `measured`, at most once a call. Throws the problem to answer with where the quota does not have it;
   * what was charged is given back when the operation then fails. With `once`, a key that was charged for the
   * same thing before, and was not given it back, is charged nothing.
   */
  charge(units: number, once?: Once): Promise<void>;
  /** Values that all replicas share. Only APIs with keys have it: an open one must work without a database. */
  readonly state: State;
  /** The sites that APIs with keys read for their callers, as the operator set them up. */
  readonly upstreams: Upstreams;
  /** Gives back a part of what was charged, for what was not delivered; also after the answer has begun. */
  giveBack(units: number): Promise<void>;
}

/**
 * An answer that its operation has already written in the negotiated media type: nothing else touches
 * it. The HTTP room adds headers; the other doors read it as text.
 */
export class Encoded {
  readonly body: Uint8Array<ArrayBuffer> | string | ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Where the input, not the `Accept` header, decided: the one of the operation's `produces` it is in. */
  readonly mediaType: string | undefined;
  /** Values of the operation's own `headers`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Encoded["body"], mediaType?: string, headers: Encoded["headers"] = {}) {
    this.body = body;
    this.mediaType = mediaType;
    this.headers = headers;
  }
}

/** A small file to show a call with. */
export interface ExampleFile {
  readonly name: string;
  make(): Uint8Array<ArrayBuffer>;
}

/**
 * The file that an operation takes as the body of a POST: as a part of `multipart/form-data`, raw, or, where
 * the input has a `url`, as the address of one. The other members of the input may stand in the query, in
 * the form or in a JSON object.
 */
export interface Accepts {
  /** The name of its part, and of the input member that holds its bytes: a `fileBytes()`. */
  readonly file: string;
  /** Media types under which it may be sent raw. */
  readonly types: readonly [string, ...string[]];
  /** The member of a form or a JSON object that may hold it as Base64 instead; no member of the input. */
  readonly base64?: string;
  /** Further input members, each a `fileBytes()`, that a part of a form may bring. */
  readonly others?: readonly string[];
}

/** The names of all files that an operation takes, its own first. */
export function fileNames(accepts: Accepts | undefined): readonly string[] {
  return accepts === undefined ? [] : [accepts.file, ...(accepts.others ?? [])];
}

/** The schema of the input member that holds the bytes of a file. */
export function fileBytes() {
  return z.instanceof(Uint8Array).optional();
}

/** A call to show and to test: the input as it stands in an address, and the status it is answered with. */
export interface Example {
  readonly title: string;
  readonly input: Readonly<Record<string, string>>;
  /** The file of an operation that `accepts` one. */
  readonly file?: ExampleFile;
  /** 200 where it is left out. */
  readonly status?: number;
  /** True where the answer comes from an upstream: shown in the docs, not called by the contract test. */
  readonly upstream?: boolean;
}

/** One operation of an API: everything but `run` is data that routes, OpenAPI, docs and the other doors read. */
export interface Operation<Input extends z.ZodObject, Output extends z.ZodType> {
  readonly method: "GET" | "POST";
  /** Path template; `{name}` is filled from the input member of that name. */
  readonly path: `/${string}`;
  /** Other paths of the same operation, equal to the first. */
  readonly aliases?: readonly `/${string}`[];
  readonly summary: string;
  /** What is promised beyond the summary, as sentences. */
  readonly description?: string;
  readonly input: Input;
  /** Other names of input members, as clients of other services write them: `{ image_url: "url" }`. */
  readonly synonyms?: Readonly<Record<string, string>>;
  readonly output: Output;
  /** Codes that this operation itself can answer; those of every operation are added. */
  readonly errors: readonly ProblemCode[];
  /** Media types, the default first; `["application/json"]` where it is left out. */
  readonly produces?: readonly [string, ...string[]];
  /** Headers of a 2xx answer beside those of every operation, and what each says. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where it takes a file: how. Such an operation is a POST. */
  readonly accepts?: Accepts;
  /**
   * What a call costs in the API's unit: a number, or `measured` where `run` finds out and calls
   * `context.charge`. 1 where it is left out; 0 makes the operation free, and it then needs no key. Of no
   * meaning for open APIs.
   */
  readonly cost?: number | "measured" | ((input: z.output<Input>) => number);
  /** The `Cache-Control` of a 2xx answer; `no-store` where it is left out. */
  readonly cacheControl?: string;
  readonly examples: readonly [Example, ...Example[]];
  run(
    input: z.output<Input>,
    context: Context,
  ): z.input<Output> | Encoded | Promise<z.input<Output> | Encoded>;
}

// The two variance seams of the kit: a list of operations has no one input and output type.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyOperation = Operation<any, any>;

/** One API: what a caller buys, or gets for nothing. */
export interface Api {
  /** Lower-case word: the name of its folder, its command and its descriptor's address. */
  readonly name: string;
  readonly title: string;
  readonly version: `${number}.${number}.${number}`;
  readonly summary: string;
  /** What the API promises and does not, one sentence a line; its docs show them as they stand. */
  readonly promises: readonly string[];
  /** Whether a call needs a key. */
  readonly access: "open" | "key";
  /** What its calls are counted in, such as `pages`; for APIs with keys. */
  readonly unit?: string;
  /** Where its OpenAPI document is served. */
  readonly document: `/${string}.json`;
  readonly operations: Readonly<Record<string, AnyOperation>>;
}

/** Checks one operation's `run` against its schemas and returns it as it is. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  described: Operation<Input, Output>,
): Operation<Input, Output> {
  return described;
}

/** The names between braces in a path template, in order. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}

/** The parameters of an operation that are no files, with their schemas, in the order of its input. */
export function parametersOf(described: AnyOperation): readonly (readonly [string, z.ZodType])[] {
  const files = fileNames(described.accepts);
  return Object.entries<z.ZodType>(described.input.shape).filter(([name]) => !files.includes(name));
}

/** The media types of an operation, the default first. */
export function mediaTypes(described: AnyOperation): readonly [string, ...string[]] {
  return described.produces ?? ["application/json"];
}

/** Whether a body of this media type is text: JSON, XML, Markdown and the like. */
export function isText(mediaType: string): boolean {
  return /^text\/|json|xml/.test(mediaType);
}

/** Whether a call needs a key and costs something. */
export function isMetered(api: Api, described: AnyOperation): boolean {
  return api.access === "key" && described.cost !== 0;
}

const noRun: Run = () => {
  throw new TypeError("this call has no processes to run a job in");
};

/** What a call by another door than HTTP may reach; a member that is left out cannot be reached. */
export type Reach = Partial<Pick<Context, "fetch" | "run" | "now" | "state" | "upstreams">>;

/** The context of a call by other doors than HTTP: nothing is charged. */
export function openContext(mediaType: string, signal: AbortSignal, reach: Reach = {}): Context {
  const { fetch = noFetch, run = noRun, now = Date.now } = reach;
  return {
    mediaType,
    signal,
    fetch,
    run,
    now,
    recogniser: undefined,
    pipe: () => Promise.reject(new TypeError("this call has no programs to run")),
    charge: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
    get state(): State {
      if (reach.state !== undefined) return reach.state;
      throw new TypeError("an open operation has no shared state");
    },
    get upstreams(): Upstreams {
      if (reach.upstreams !== undefined) return reach.upstreams;
      throw new TypeError("an open operation reads no site");
    },
  };
}
