import type { AnyOperation, Api, Example, ExampleFile } from "../kit/descriptor.ts";
import type { Call, CallResponse } from "./call.ts";
import { sampleInput } from "./demo-samples.ts";

/** An example and its response; no response if it would come from another site. */
export interface ShownExample {
  readonly example: Example;
  readonly response: CallResponse | undefined;
}

/** An API with its examples run. */
export interface ShownApi {
  readonly api: Api;
  readonly operations: readonly {
    readonly id: string;
    readonly operation: AnyOperation;
    readonly examples: readonly ShownExample[];
  }[];
}

// Most examples give the same response each time, so one run serves every page that this process renders.
const responses = new WeakMap<Example, CallResponse>();

async function run(
  api: Api,
  id: string,
  operation: AnyOperation,
  example: Example,
  call: Call,
): Promise<ShownExample> {
  const sample = example.upstream === true ? sampleInput(api.name, id) : {};
  if (sample === undefined) return { example, response: undefined };
  const { input: first = {} } = operation.examples.find(({ status = 200 }) => status === 200) ?? {};
  const input = Object.fromEntries(
    Object.entries(example.input).map(([name, text]) => [name, replaced(text, first, sample)]),
  );
  // UUIDs are made for each page.
  const isFresh = operation.cacheControl === "no-store" && (example.status ?? 200) === 200;
  const before = isFresh ? undefined : responses.get(example);
  if (before !== undefined) return { example, response: before };
  const response = await call(operation, input, { file: example.file?.make() });
  // A page keeps its own URLs.
  const { url: _, ...names } = sample;
  const body = replaced(response.body, names, first);
  // A response with another status, such as 503, is not shown.
  if (response.status !== (example.status ?? 200)) return { example, response: undefined };
  const shown = { ...response, body };
  responses.set(example, shown);
  return { example, response: shown };
}

type Identifiers = Readonly<Record<string, string>>;

/** A text with the identifiers of another item, such as its ASIN: those of the sample, or again those of the example. */
function replaced(text: string, before: Identifiers, after: Identifiers): string {
  return Object.entries(before).reduce(
    (whole, [name, own]) => whole.replaceAll(own, after[name] ?? own),
    text,
  );
}

/** Reports whether every example that can be run has its response. */
export function isWhole({ api, operations }: ShownApi): boolean {
  return operations.every(({ id, examples }) =>
    examples.every(({ example, response }, i) => {
      if (response !== undefined || (example.status ?? 200) !== 200) return true;
      return example.upstream === true && (i > 0 || sampleInput(api.name, id) === undefined);
    }),
  );
}

/** Runs the examples of an API: those that make UUIDs at each call, others once. Nothing is charged. */
export async function showApi(api: Api, call: Call): Promise<ShownApi> {
  const operations = Object.entries(api.operations).map(async ([id, operation]) => ({
    id,
    operation,
    examples: await Promise.all(operation.examples.map((example) => run(api, id, operation, example, call))),
  }));
  return { api, operations: await Promise.all(operations) };
}

/**
 * The image in the response of an example, by its name on the page: API, operation and index, such as
 * `images-removeBackground-0`. Another replica may have rendered the page, so the example is run here.
 */
export async function exampleImage(
  apis: readonly Api[],
  name: string,
  call: Call,
): Promise<CallResponse | undefined> {
  const [apiName, id = "", place] = name.split("-");
  const api = apis.find((one) => one.name === apiName);
  const operation = api !== undefined && Object.hasOwn(api.operations, id) ? api.operations[id] : undefined;
  const example = operation?.examples[Number(place)];
  if (api === undefined || operation === undefined || example === undefined) return undefined;
  const { response } = await run(api, id, operation, example, call);
  return response?.mediaType.startsWith("image/") === true ? response : undefined;
}

/** A file to try a call with, as the docs offer it. */
export interface OfferedFile {
  readonly file: ExampleFile;
  readonly mediaType: string;
}

/** The files of all examples by their names. */
export function exampleFiles(apis: readonly Api[]): ReadonlyMap<string, OfferedFile> {
  const files = new Map<string, OfferedFile>();
  for (const api of apis) {
    for (const { accepts, examples } of Object.values(api.operations)) {
      for (const { file } of examples) {
        if (file === undefined || accepts === undefined) continue;
        files.set(file.name, { file, mediaType: accepts.types[0] });
      }
    }
  }
  return files;
}
