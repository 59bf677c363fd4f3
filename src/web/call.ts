import type { Send } from "../http/core/in-process.ts";
import { addressOf, jsonBodyOf, pathFields, requestOf } from "../kit/call-request.ts";
import {
  type AnyOperation,
  type Api,
  type Example,
  isMetered,
  isText,
  mediaTypes,
} from "../kit/descriptor.ts";

/** The response of an operation. */
export interface CallResponse {
  readonly status: number;
  readonly mediaType: string;
  /** The body as sent; empty for images and archives. */
  readonly body: string;
  /** The bytes of a binary body. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/**
 * Calls an operation like a request; `input` has parameters as written in a URL. The response has the
 * operation's first media type by default.
 */
export type Call = (
  operation: AnyOperation,
  input: Readonly<Record<string, string>>,
  sent?: { readonly file?: Uint8Array<ArrayBuffer> | undefined; readonly mediaType?: string },
) => Promise<CallResponse>;

/**
 * The parts of an example's command: the program, each option, the URL. That is always quoted, because zsh does not accept a
 * bare question mark.
 */
export function curlParts(api: Api, operation: AnyOperation, example: Example, baseUrl: string): string[] {
  const start = ["curl", ...(isMetered(api, operation) ? ['-H "Authorization: Bearer $QUINTET_KEY"'] : [])];
  const { accepts } = operation;
  const url = `"${baseUrl}${operation.path}"`;
  const json = jsonBodyOf(operation, example.input);
  if (json !== undefined) return [...start, `--json ${quoted(shownJson(json))}`, url];
  if (accepts === undefined) return [...start, `"${baseUrl}${addressOf(operation, example.input)}"`];
  // In a form, because an address is no place for a password.
  const file =
    example.file === undefined ? [] : [`-F ${quoted(`${accepts.file}=@${fileWord(example.file.name)}`)}`];
  const fields = Object.entries(example.input).map(
    ([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`,
  );
  return [...start, ...file, ...fields, ...storing(operation, example.input), url];
}

/** The option that stores a binary response, which a terminal cannot show. */
function storing(operation: AnyOperation, { response, format = "" }: Example["input"]): string[] {
  const [type] = mediaTypes(operation);
  if (isText(type) || response === "json") return [];
  return [`--output result.${/^(?:jpg|webp|zip)$/.test(format) ? format : type.split("/")[1]}`];
}

/** The longest JSON that code shows on one line. */
const LINE_MAX = 44;

/** A JSON body as commands show it, below their first line: indented where it is long. */
export function shownJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length > LINE_MAX ? JSON.stringify(value, null, 2).replaceAll("\n", "\n  ") : line;
}

/** The command of an example on one line. */
export function curlLine(...of: Parameters<typeof curlParts>): string {
  return curlParts(...of).join(" ");
}

/** The name of a file for `-F` of curl, which ends a name without quotes at a comma or semicolon. */
function fileWord(name: string): string {
  return /^[\s"]|[,;]/.test(name) ? JSON.stringify(name) : name;
}

/** A word that no shell takes apart. */
function quoted(text: string): string {
  return /^[\w@=.,/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

async function readResponse(response: Response): Promise<CallResponse> {
  const { status } = response;
  const [mediaType = ""] = (response.headers.get("content-type") ?? "").split(";", 1);
  if (isText(mediaType)) return { status, mediaType, body: await response.text() };
  return { status, mediaType, body: "", bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Makes calls inside this process until the signal, through the same pipeline as calls from outside. */
export function createCall(send: Send, baseUrl: string, signal: AbortSignal): Call {
  return async (operation, fields, { file, mediaType } = {}) => {
    const name = operation.accepts?.file;
    const files = file === undefined || name === undefined ? {} : { [name]: { name, bytes: file } };
    const headers: Record<string, string> = mediaType === undefined ? {} : { Accept: mediaType };
    const request = new Request(requestOf(operation, { fields, files }, baseUrl, headers), { signal });
    return readResponse(await send(operation.path, request, pathFields(operation, fields)));
  };
}
