import { addressOf, queryOf } from "../kit/call-request.ts";
import { openContext, type Reach } from "../kit/context.ts";
import {
  type AnyOperation,
  type Api,
  type Example,
  isMetered,
  isText,
  mediaTypes,
  pathNames,
} from "../kit/descriptor.ts";
import { Encoded } from "../kit/encoded.ts";
import { Problem } from "../kit/problem.ts";
import { type InputReader, inputReader } from "../kit/query.ts";

/** What an operation answered. */
export interface Answer {
  readonly status: number;
  readonly mediaType: string;
  /** The body as it goes over the wire; of a picture or an archive, which is no text, nothing. */
  readonly body: string;
  /** The bytes of a body that is no text. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/**
 * Calls an operation as a request would; `input` holds parameters as they stand in an address. It is answered
 * in the operation's first media type where none is named.
 */
export type Call = (
  operation: AnyOperation,
  input: Readonly<Record<string, string>>,
  sent?: { readonly file?: Uint8Array | undefined; readonly mediaType?: string },
) => Promise<Answer>;

/** The command line of an example. Always quoted: zsh refuses a bare question mark. */
export function curlLine(api: Api, operation: AnyOperation, example: Example, baseUrl: string): string {
  const key = isMetered(api, operation) ? ' -H "Authorization: Bearer $QUINTET_KEY"' : "";
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

async function answerOf(value: unknown, mediaType: string): Promise<Answer> {
  if (!(value instanceof Encoded)) return { status: 200, mediaType, body: JSON.stringify(value) };
  const type = value.mediaType ?? mediaType;
  if (typeof value.body === "string") return { status: 200, mediaType: type, body: value.body };
  // An operation may use the memory of its answer again, so it is copied before anything is awaited.
  const bytes =
    value.body instanceof Uint8Array
      ? value.body.slice()
      : new Uint8Array(await new Response(value.body).arrayBuffer());
  if (isText(type)) return { status: 200, mediaType: type, body: new TextDecoder().decode(bytes) };
  return { status: 200, mediaType: type, body: "", bytes };
}

const readers = new WeakMap<AnyOperation, InputReader<unknown>>();

function readerOf(operation: AnyOperation): InputReader<unknown> {
  const before = readers.get(operation);
  if (before !== undefined) return before;
  const names = pathNames(operation.path);
  const reader: InputReader<unknown> = inputReader(operation.input, names, operation);
  readers.set(operation, reader);
  return reader;
}

/**
 * Makes calls in the name of one page request: through the same strict reader as a call from outside,
 * answered with the problem document that it earns where it is refused. Nothing is charged.
 */
export function createCall(baseUrl: string, requestId: string, signal: AbortSignal, reach: Reach = {}): Call {
  return async (operation, input, { file, mediaType = mediaTypes(operation)[0] } = {}) => {
    try {
      const read =
        operation.accepts === undefined
          ? readerOf(operation)(queryOf(operation, input), input)
          : readerOf(operation)(
              "",
              {},
              {
                fields: Object.entries(input),
                files: file === undefined ? {} : { [operation.accepts.file]: file },
              },
            );
      const value: unknown = operation.run(read, openContext(mediaType, signal, reach));
      if (!(value instanceof Promise)) return await answerOf(value, mediaType);
      return await answerOf(await value, mediaType);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const body = JSON.stringify(error.toDocument(baseUrl, requestId));
      return { status: error.status, mediaType: "application/problem+json", body };
    }
  };
}
