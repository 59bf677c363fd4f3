import { z } from "zod";
import type { Received } from "../http/core/body.ts";
import type { Send } from "../http/core/in-process.ts";
import type { StoredFile } from "../http/core/upload.ts";
import { type CallInput, pathFields, requestOf, type SentFile } from "../kit/call-request.ts";
import {
  type AnyOperation,
  type Api,
  fileNames,
  isMetered,
  isText,
  mediaTypes,
  parametersOf,
} from "../kit/descriptor.ts";
import { wireSchema } from "../kit/parameter.ts";
import { Problem } from "../kit/problem.ts";
import type { MessageFiles } from "./message.ts";

/** A tool as agents see it, and how it is called. */
export interface Tool {
  /** `seo_audit`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The arguments that hold a file as Base64. */
  readonly fileArguments: readonly string[];
  /**
   * Calls the operation with arguments that fit `input`, in the name of whoever sent `headers`. Where `files` are given,
   * an argument that holds a file is the text in its place there.
   */
  call(
    given: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>>,
    files?: MessageFiles,
  ): Promise<Result>;
}

/** The names of all arguments that hold a file. */
export function fileArgumentsOf(tools: readonly Tool[]): ReadonlySet<string> {
  return new Set(tools.flatMap((tool) => tool.fileArguments));
}

/** The part of an answer that goes to the agent. */
export type Content =
  | { type: "text"; text: string }
  | { type: "image"; data: string; mimeType: string }
  | { type: "resource"; resource: { uri: string; mimeType: string; blob: string } };

/** What a tool answers: for people to read, and as data where it is an object. */
export interface Result {
  content: Content[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
  [more: string]: unknown;
}

/** Agents have no files to send: they write the bytes as Base64 into an argument of this name. */
const base64Of = (file: string) => `${file}Base64`;

function inputOf(operation: AnyOperation): z.ZodObject {
  // The door reads texts into values: here they stay what they are on the wire.
  const shape: Record<string, z.ZodType> = Object.fromEntries(
    parametersOf(operation).map(([name, schema]) => [name, wireSchema(schema)]),
  );
  for (const file of fileNames(operation.accepts)) {
    shape[base64Of(file)] = z.base64().optional().describe(`The bytes of ${file} as Base64.`);
  }
  return z.strictObject(shape);
}

function callInput({ accepts }: AnyOperation, given: Readonly<Record<string, unknown>>): CallInput {
  const names = new Map(fileNames(accepts).map((file) => [base64Of(file), file]));
  const fields: Record<string, string> = {};
  const files: Record<string, SentFile> = {};
  for (const [name, value] of Object.entries(given)) {
    const file = names.get(name);
    if (value === undefined || value === null) continue;
    if (file === undefined) fields[name] = String(value);
    else files[file] = { name: file, bytes: new Uint8Array(Buffer.from(String(value), "base64")) };
  }
  return { fields, files };
}

/** Headers of an answer that tell what it cost and what it is. */
const META = /^(?:quintet-|ratelimit|retry-after$|x-request-id$)/;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The body of a call whose files were received with its message. Throws the problem of a file that is none. */
function receivedOf(
  { accepts }: AnyOperation,
  given: Readonly<Record<string, unknown>>,
  files: MessageFiles,
): Received {
  const names = new Map(fileNames(accepts).map((file) => [base64Of(file), file]));
  const fields: [string, string][] = [];
  const stored: Record<string, StoredFile> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    const file = names.get(name);
    const one = file === undefined ? undefined : files.get(String(value));
    if (one instanceof Problem) throw one;
    if (file !== undefined && one !== undefined) stored[file] = one;
    else fields.push([name, String(value)]);
  }
  return { fields, files: stored };
}

/** Text up to this length is sent as data too, in characters: longer ones are not parsed. */
const DATA_MAX = 1_000_000;

async function resultOf(answer: Response, uri: string): Promise<Result> {
  const mimeType = (answer.headers.get("content-type") ?? "").split(";", 1)[0] ?? "";
  const _meta = Object.fromEntries([...answer.headers].filter(([name]) => META.test(name)));
  const failed = answer.ok ? {} : { isError: true };
  if (!isText(mimeType)) {
    const data = Buffer.from(await answer.arrayBuffer()).toString("base64");
    const content: Content = mimeType.startsWith("image/")
      ? { type: "image", data, mimeType }
      : { type: "resource", resource: { uri, mimeType, blob: data } };
    return { content: [content], _meta };
  }
  const text = await answer.text();
  const isData = /\bjson$/.test(mimeType) && text.length <= DATA_MAX;
  const value: unknown = isData ? JSON.parse(text) : undefined;
  return {
    content: [{ type: "text", text }],
    ...(isObject(value) ? { structuredContent: value } : {}),
    ...failed,
    _meta,
  };
}

function descriptionOf(api: Api, operation: AnyOperation): string {
  const cost = isMetered(api, operation)
    ? `Needs the Quintet key; counted in ${api.plans?.unit ?? "calls"}, and only where it succeeds.`
    : "Free.";
  return [`${operation.summary}.`, operation.description, cost].filter(Boolean).join(" ");
}

/** Makes a tool of every operation. `baseUrl` has no slash at its end. */
export function toolsOf(apis: readonly Api[], send: Send, baseUrl: string): Tool[] {
  return apis.flatMap((api) =>
    Object.entries(api.operations).map(([id, operation]) => ({
      name: `${api.name}_${id}`,
      title: `${api.title}: ${operation.summary}`,
      description: descriptionOf(api, operation),
      input: inputOf(operation),
      fileArguments: fileNames(operation.accepts).map(base64Of),
      async call(given, headers, files) {
        const all = { ...headers, Accept: mediaTypes(operation)[0] };
        const uri = baseUrl + operation.path;
        if (files !== undefined && operation.accepts !== undefined) {
          try {
            const received = receivedOf(operation, given, files);
            const request = new Request(uri, { method: operation.method, headers: all });
            return await resultOf(await send(operation, request, {}, received), uri);
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
            return { content: [{ type: "text", text: error.message }], isError: true };
          }
        }
        const input = callInput(operation, given);
        const request = requestOf(operation, input, baseUrl, all);
        return resultOf(await send(operation, request, pathFields(operation, input.fields)), uri);
      },
    })),
  );
}
