import {
  type AnyOperation,
  type Api,
  Encoded,
  type Example,
  openContext,
  pathNames,
} from "../kit/descriptor.ts";
import { Problem } from "../kit/problem.ts";
import { type InputReader, inputReader } from "../kit/query.ts";

/** What an operation answered. */
export interface Answer {
  readonly status: number;
  /** The body as it goes over the wire. */
  readonly body: string;
}

/** Calls an operation as a request would; `input` holds parameters as they stand in an address. */
export type Call = (operation: AnyOperation, input: Readonly<Record<string, string>>) => Promise<Answer>;

/** Percent-encodes all that a shell or an address could take for its own. */
function encode(text: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, hex);
}

function queryOf(operation: AnyOperation, input: Readonly<Record<string, string>>): string {
  const inPath = pathNames(operation.path);
  return Object.entries(input)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join("&");
}

/** The address of a call, from the root of the host: `/v7?n=3`. */
export function addressOf(operation: AnyOperation, input: Readonly<Record<string, string>>): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(input[name] ?? ""));
  const query = queryOf(operation, input);
  return query === "" ? path : `${path}?${query}`;
}

/** The command line of an example. Always quoted: zsh refuses a bare question mark. */
export function curlLine(api: Api, operation: AnyOperation, example: Example, baseUrl: string): string {
  const key = api.access === "key" ? ' -H "Authorization: Bearer $QUINTET_KEY"' : "";
  const { accepts } = operation;
  if (accepts === undefined) return `curl${key} "${baseUrl}${addressOf(operation, example.input)}"`;
  // In a form, because an address is no place for a password.
  const file = example.file === undefined ? "" : ` -F ${quoted(`${accepts.file}=@${example.file.name}`)}`;
  const fields = Object.entries(example.input).map(
    ([name, value]) => ` --form-string ${quoted(`${name}=${value}`)}`,
  );
  return `curl${key}${file}${fields.join("")} "${baseUrl}${operation.path}"`;
}

/** A word that no shell takes apart. */
function quoted(text: string): string {
  return /^[\w@=.,/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function bodyOf(value: unknown): string {
  if (!(value instanceof Encoded)) return JSON.stringify(value);
  if (typeof value.body === "string") return value.body;
  if (value.body instanceof Uint8Array) return new TextDecoder().decode(value.body);
  throw new TypeError("a page shows no streams");
}

const readers = new WeakMap<AnyOperation, InputReader<unknown>>();

function readerOf(operation: AnyOperation): InputReader<unknown> {
  const before = readers.get(operation);
  if (before !== undefined) return before;
  const reader: InputReader<unknown> = inputReader(operation.input, pathNames(operation.path));
  readers.set(operation, reader);
  return reader;
}

/**
 * Makes calls in the name of one page request: through the same strict reader as a call from outside,
 * answered in the operation's first media type or with the problem document that it earns.
 */
export function createCall(baseUrl: string, requestId: string, signal: AbortSignal): Call {
  return async (operation, input) => {
    try {
      const mediaType = operation.produces?.[0] ?? "application/json";
      const read = readerOf(operation)(queryOf(operation, input), input);
      const value: unknown = operation.run(read, openContext(mediaType, signal));
      // A synchronous answer is read before anything is awaited: its memory is used again.
      return { status: 200, body: bodyOf(value instanceof Promise ? await value : value) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { status: error.status, body: JSON.stringify(error.toDocument(baseUrl, requestId)) };
    }
  };
}
