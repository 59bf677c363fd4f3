import type { z } from "zod";
import type { Fetch } from "./fetch.ts";
import type { ProblemCode } from "./problem.ts";

/** What a running operation may use of the world. It is all that an API receives. */
export interface Context {
  /** The media type that was negotiated, one of the operation's `produces`. */
  readonly mediaType: string;
  /** Aborted when the client leaves or the deadline passes. */
  readonly signal: AbortSignal;
  /** Fetches public addresses for as long as the client stays. */
  readonly fetch: Fetch;
  /** The time in milliseconds since 1970. */
  now(): number;
}

/**
 * An answer that its operation has already written in the negotiated media type: nothing else touches
 * it. The HTTP room adds headers; the other doors read it as text.
 */
export class Encoded {
  readonly body: Uint8Array<ArrayBuffer> | string;
  /** Where the input, not the `Accept` header, decided: the one of the operation's `produces` it is in. */
  readonly mediaType: string | undefined;

  constructor(body: Uint8Array<ArrayBuffer> | string, mediaType?: string) {
    this.body = body;
    this.mediaType = mediaType;
  }
}

/** A call to show and to test: the input as it stands in an address, and the status it is answered with. */
export interface Example {
  readonly title: string;
  readonly input: Readonly<Record<string, string>>;
  /** 200 where it is left out. */
  readonly status?: number;
  /** True where the answer comes from an upstream: shown in the docs, not called by the contract test. */
  readonly upstream?: boolean;
}

/** One operation of an API: everything but `run` is data that routes, OpenAPI, docs and the other doors read. */
export interface Operation<Input extends z.ZodObject, Output extends z.ZodType> {
  readonly method: "GET";
  /** Path template; `{name}` is filled from the input member of that name. */
  readonly path: `/${string}`;
  /** Other paths of the same operation, equal to the first. */
  readonly aliases?: readonly `/${string}`[];
  readonly summary: string;
  /** What is promised beyond the summary, as sentences. */
  readonly description?: string;
  readonly input: Input;
  readonly output: Output;
  /** Codes that this operation itself can answer; those of every operation are added. */
  readonly errors: readonly ProblemCode[];
  /** Media types, the default first; `["application/json"]` where it is left out. */
  readonly produces?: readonly [string, ...string[]];
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

/** The media types of an operation, the default first. */
export function mediaTypes(described: AnyOperation): readonly [string, ...string[]] {
  return described.produces ?? ["application/json"];
}
