import { type AnyOperation, isText } from "../kit/descriptor.ts";
import { asProblem } from "../kit/problem.ts";
import { isRecord } from "../kit/record.ts";
import { UsageError } from "../kit/usage-error.ts";
import { fileFact } from "./brief-schema.ts";

/** A part of a result, as sent to the agent. */
export type Content =
  | { type: "text"; text: string }
  | { type: "image"; data: string; mimeType: string }
  | { type: "resource_link"; uri: string; name: string; mimeType: string }
  | { type: "resource"; resource: { uri: string; mimeType: string; blob: string } };

/** The result of a tool: text for people, and data if the result is an object. */
export interface Result {
  content: Content[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
  [more: string]: unknown;
}

interface ResultOptions {
  readonly uri: string;
  readonly maxCharacters: number;
  readonly save: ((bytes: Uint8Array) => Promise<string | undefined>) | undefined;
}

const META = /^(?:quintet-|ratelimit|retry-after$|x-request-id$)/;

/** Text up to this length is sent as data too, in characters: longer ones are not parsed. */
const DATA_MAX = 5_000_000;

/** Receives an unexpected error, with the request ID in its result. */
export type OnFailure = (requestId: string, cause: unknown) => void;

/** Runs a tool. A problem that it throws is its result; any other error becomes `internal`, without its message. */
export async function runTool(
  baseUrl: string,
  onFailure: OnFailure | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    // Only `quintet mcp` throws one, and its user can act on the message.
    if (error instanceof UsageError) {
      return { content: [{ type: "text", text: error.message }], isError: true };
    }
    const problem = asProblem(error);
    const requestId = Bun.randomUUIDv7();
    if (problem.code === "internal") onFailure?.(requestId, error);
    const document = problem.toDocument(baseUrl, requestId);
    const content: Content[] = [{ type: "text", text: JSON.stringify(document) }];
    return { content, structuredContent: document, isError: true };
  }
}

function factsOf(operation: AnyOperation, { headers }: Response): Record<string, string | number> {
  return Object.fromEntries(
    Object.keys(operation.headers ?? {}).flatMap((name) => {
      const value = headers.get(name);
      if (value === null) return [];
      const isNumber = /^-?\d+(?:\.\d+)?$/.test(value);
      return [[fileFact(name), isNumber ? Number(value) : value]];
    }),
  );
}

async function fileContent(
  bytes: Uint8Array,
  mimeType: string,
  { uri, save }: ResultOptions,
): Promise<Content> {
  // What was paid for and cannot be written is in the result.
  const link = await save?.(bytes);
  if (link !== undefined) {
    return { type: "resource_link", uri: link, name: link.slice(link.lastIndexOf("/") + 1), mimeType };
  }
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return mimeType.startsWith("image/")
    ? { type: "image", data, mimeType }
    : { type: "resource", resource: { uri, mimeType, blob: data } };
}

async function jsonResult(operation: AnyOperation, text: string, options: ResultOptions): Promise<Result> {
  const value: unknown = text.length <= DATA_MAX ? JSON.parse(text) : undefined;
  const { agent, accepts } = operation;
  if (agent !== undefined && value !== undefined) {
    const { text: shown, data } = agent.present(value, options.maxCharacters);
    return { content: [{ type: "text", text: shown }], structuredContent: data };
  }
  const base64 = accepts?.base64;
  if (base64 !== undefined && isRecord(value) && typeof value[base64] === "string") {
    const { [base64]: file, ...data } = value;
    const bytes = new Uint8Array(Buffer.from(String(file), "base64"));
    const content = await fileContent(bytes, String(data.type ?? "application/octet-stream"), options);
    return { content: [content], structuredContent: data };
  }
  const data = Array.isArray(value) ? { items: value } : value;
  return {
    content: [{ type: "text", text }],
    ...(isRecord(data) ? { structuredContent: data } : {}),
  };
}

/** The result of a tool for the response of its operation. */
export async function resultOf(
  operation: AnyOperation,
  response: Response,
  options: ResultOptions,
): Promise<Result> {
  const mimeType = (response.headers.get("content-type") ?? "").split(";", 1)[0] ?? "";
  const _meta = Object.fromEntries([...response.headers].filter(([name]) => META.test(name)));
  if (!isText(mimeType)) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const content = await fileContent(bytes, mimeType, options);
    const data = { mediaType: mimeType, bytes: bytes.length, ...factsOf(operation, response) };
    return { content: [content], structuredContent: data, _meta };
  }
  const text = await response.text();
  if (!response.ok) {
    const problem: unknown = JSON.parse(text);
    const structured = isRecord(problem) ? { structuredContent: problem } : {};
    return { content: [{ type: "text", text }], ...structured, isError: true, _meta };
  }
  if (/\bjson$/.test(mimeType) && !/ndjson/.test(mimeType)) {
    return { ...(await jsonResult(operation, text, options)), _meta };
  }
  const data = { mediaType: mimeType, bytes: Buffer.byteLength(text) };
  return { content: [{ type: "text", text }], structuredContent: data, _meta };
}
