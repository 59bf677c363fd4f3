import { z } from "zod";
import type { AdminEndpoint, ApiCommand } from "./command.ts";
import type { Context } from "./context.ts";
import type { Deprecations } from "./deprecation.ts";
import type { Encoded } from "./encoded.ts";
import type { Problem, RenderedProblem } from "./problem.ts";
import type { ProblemCode } from "./problem-kinds.ts";
import type { Run } from "./sandbox.ts";

/** A small file to show a call with. */
export interface ExampleFile {
  readonly name: string;
  make(): Uint8Array<ArrayBuffer>;
}

/** The file that is the body of a POST: in `multipart/form-data`, raw, or by its URL if the input has a `url`. */
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

/** The input of an operation as a JSON object. For commands, one member is a list that `text/plain` holds as lines. */
export interface JsonBody {
  /** The member, a list of texts, that is the whole of a body of lines or a JSON array. */
  readonly lines: string;
}

/** The size of an ordinary response of an operation, in bytes, where none is named. */
const RESULT_BYTES = 20_000;

/** The size of an ordinary response of an operation, in bytes. */
export function resultBytesOf({ resultBytes = RESULT_BYTES }: Pick<AnyOperation, "resultBytes">): number {
  return resultBytes;
}

/** The names of all files that an operation accepts, its own first. */
export function fileNames(accepts: Accepts | undefined): readonly string[] {
  return accepts === undefined ? [] : [accepts.file, ...(accepts.others ?? [])];
}

/** The schema of the input member that holds the bytes of a file. */
export function fileBytes() {
  return z.instanceof(Uint8Array).optional();
}

/** A call for the docs and tests: its input as written in a URL, and the status of the response. */
export interface Example {
  readonly title: string;
  readonly input: Readonly<Record<string, string>>;
  readonly file?: ExampleFile;
  /** 200 where it is left out. */
  readonly status?: number;
  /** Whether the response comes from another site: the contract test does not make such calls. */
  readonly upstream?: boolean;
}

/** The output of an operation for agents, which pay for each character: its text once, and what is not text as data. */
export interface AgentOutput {
  /** Characters of text that a call gives where it does not say how many; left out where texts are short. */
  readonly characters?: number;
  readonly data: z.ZodObject;
  /** `output` is the JSON of the operation; of its text, at most `maxCharacters` are given. */
  present(output: unknown, maxCharacters: number): { text: string; data: Record<string, unknown> };
}

/** Dependencies of a sample response: nothing beyond this process. */
export interface SampleContext {
  readonly mediaType: string;
  /** Throws `url-invalid` or `url-not-public` for a URL that no operation would fetch. No name is resolved. */
  checkUrl(url: string, parameter: string): Promise<void>;
}

/** One operation of an API: everything but `run` is data that routes, OpenAPI, docs and the other interfaces read. */
export interface Operation<Input extends z.ZodObject, Output extends z.ZodType> {
  readonly method: "GET" | "POST";
  /** Path template; `{name}` is filled from the input member of that name. */
  readonly path: `/${string}`;
  readonly aliases?: readonly `/${string}`[];
  readonly summary: string;
  readonly description?: string;
  readonly input: Input;
  /** Other names of input members, as clients of other services write them: `{ image_url: "url" }`. */
  readonly synonyms?: Readonly<Record<string, string>>;
  readonly output: Output;
  /** The schema of a line, where `produces` has `application/x-ndjson`. */
  readonly line?: z.ZodType;
  /** Error codes of this operation; those of every operation are added. */
  readonly errors: readonly ProblemCode[];
  readonly produces?: readonly [string, ...string[]];
  /** Response headers of a 2xx response besides those of every operation, each with its meaning. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The list parameter that selects members of the JSON response; the rest of them is left out. */
  readonly selects?: string;
  /** Whether empty and null members count as absent and unknown ones are ignored. */
  readonly isLenient?: boolean;
  /** Where it takes a file: how. Such an operation is a POST. */
  readonly accepts?: Accepts;
  /** Where its input is the body of a POST instead of a query: how. Only operations of open APIs may have it. */
  readonly jsonBody?: JsonBody;
  /** The cost of a call, or `measured` where `run` calls `context.charge`. Default: 1. With 0 it needs no key. */
  readonly cost?: number | "measured" | ((input: z.output<Input>) => number);
  /** The bytes that a job reserves for a response, beside those of its files. Default: 20,000. */
  readonly resultBytes?: number;
  /** Deprecated parts that still work: responses and documents name them. */
  readonly deprecated?: Deprecations;
  readonly agent?: AgentOutput;
  /** Parts that agents are not told of: the whole operation (`true`), or parameters, which are accepted nevertheless. */
  readonly hiddenFromAgents?: true | readonly string[];
  /** True where responses are random or very short, so that compressing them is not worth its time. */
  readonly incompressible?: boolean;
  readonly cacheControl?: string;
  readonly examples: readonly [Example, ...Example[]];
  /** The response to a test key. Throws for an input that `run` rejects at once. Default: made of the schema. */
  sample?(
    input: z.output<Input>,
    context: SampleContext,
  ): z.input<Output> | Encoded | Promise<z.input<Output> | Encoded>;
  run(
    input: z.output<Input>,
    context: Context,
  ): z.input<Output> | Encoded | Promise<z.input<Output> | Encoded>;
}

// The two variance seams of the kit: a list of operations has no one input and output type.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyOperation = Operation<any, any>;

/** The operations of an API by their ids. */
export type Operations = Readonly<Record<string, AnyOperation>>;

/** The requests that a key may send, for clients of another service. */
export interface CompatibleRate {
  /** Requests at once, after a pause. */
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** An operation under the contract of another service: as any, but in no command, tool or client. */
export interface CompatibleOperation {
  /** Its id in the document. */
  readonly id: string;
  readonly operation: AnyOperation;
  readonly errors: z.ZodType;
  problem(problem: Problem): RenderedProblem;
  /** Further headers of every response, errors included; `rate` is undefined without a key. */
  headers?(charged: number, rate: CompatibleRate | undefined, now: number): Readonly<Record<string, string>>;
}

/** One quota of an account, for clients of another service. */
export interface CompatibleQuota {
  readonly unit: string;
  readonly remaining: number;
  /** `once` is what an operator granted. */
  readonly window: "day" | "month" | "once";
}

/** The remaining quota of a key's account, for clients of another service. */
export interface CompatibleAccount {
  /** Its id in the document. */
  readonly id: string;
  readonly summary: string;
  readonly path: `/${string}`;
  readonly output: z.ZodType;
  readonly errors: z.ZodType;
  problem(problem: Problem): RenderedProblem;
  body(quotas: readonly CompatibleQuota[]): unknown;
}

/** A plan for one API alone. */
export interface SinglePlan {
  readonly title: string;
  readonly price: number;
  /** Units of the API in one window. */
  readonly limit: number;
}

/** Plans of an API, from which the default price list is made. */
export interface ApiPlans {
  readonly unit: string;
  readonly freePerMonth: number;
  /** The most units that one call may cost on the free plan; no limit where it is left out. */
  readonly freeMaxUnits?: number;
  /** A sentence about `freeMaxUnits` for the free plan's note. */
  readonly freeNote?: string;
  readonly credits: number;
  readonly single?: SinglePlan;
  /** Plans by the last word of their id, for the price list with a plan for each size: `free` is by the day. */
  readonly tiers?: Readonly<Record<"free" | "starter" | "pro", SinglePlan>>;
}

/** Facts of an API that do not depend on settings. */
export interface ApiFacts {
  readonly name: string;
  readonly title: string;
  readonly version: `${number}.${number}.${number}`;
  readonly summary: string;
  /** Guarantees and limits of the API, one sentence each. Its docs show them unchanged. */
  readonly promises: readonly string[];
  /** Whether a call needs a key. */
  readonly access: "open" | "key";
  readonly plans?: ApiPlans;
  readonly document: `/${string}.json`;
}

/** Parts of an API that depend on settings. */
export interface ApiParts {
  readonly operations: Operations;
  /** Checks before a server starts; `run` tries jobs out. Throws a `ConfigError` where the settings cannot be used. */
  prepare?(run: Run | undefined): Promise<void>;
  readonly compatible?: readonly CompatibleOperation[];
  readonly compatibleAccount?: CompatibleAccount;
  readonly commands?: readonly ApiCommand[];
  readonly adminEndpoints?: readonly AdminEndpoint[];
}

/** One API, paid or free. */
export interface Api extends ApiFacts, ApiParts {}

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

/** Forms of a body beside a form with the file. */
export type BodyVariant = "json" | "raw";

/** The paths of the other bodies of an operation in documents: generators of clients type one body for each path. */
export function variantPaths({
  accepts,
  input,
  path,
}: AnyOperation): Readonly<Partial<Record<BodyVariant, `/${string}`>>> {
  if (accepts === undefined) return {};
  return { ...("url" in input.shape ? { json: `${path}/json` } : {}), raw: `${path}/raw` };
}

/** All paths of an operation, its own first. */
export function pathsOf(described: AnyOperation): readonly `/${string}`[] {
  return [described.path, ...(described.aliases ?? []), ...Object.values(variantPaths(described))];
}

/** The media types of an operation, the default first. */
export function mediaTypes(described: AnyOperation): readonly [string, ...string[]] {
  return described.produces ?? ["application/json"];
}

/** Reports whether a body of this media type is text: JSON, XML, Markdown and the like. */
export function isText(mediaType: string): boolean {
  return /^text\/|json|xml/.test(mediaType);
}

/** Reports whether a call needs a key and costs something. */
export function isMetered(api: Api, described: AnyOperation): boolean {
  return api.access === "key" && described.cost !== 0;
}
