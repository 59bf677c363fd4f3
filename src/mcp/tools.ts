import { setImmediate as nextTurn } from "node:timers/promises";
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Received } from "../http/core/body.ts";
import type { Send } from "../http/core/in-process.ts";
import type { StoredFile } from "../http/core/upload.ts";
import { type CallInput, jsonRequest, pathFields, requestOf, type SentFile } from "../kit/call-request.ts";
import {
  type AnyOperation,
  type Api,
  fileNames,
  isMetered,
  isText,
  mediaTypes,
  parametersOf,
} from "../kit/descriptor.ts";
import { invalidParameter, wireSchema } from "../kit/parameter.ts";
import { Problem } from "../kit/problem.ts";
import { argumentReader } from "./arguments.ts";
import { dataSchema, fileMembers, forAgents, outputSchema } from "./brief-schema.ts";
import type { LocalFiles } from "./local-files.ts";
import type { MessageFiles } from "./message.ts";
import { type OnFailure, type Result, resultOf, runTool } from "./result.ts";

/** In whose name tools are called. */
export interface ToolCaller {
  readonly headers: Readonly<Record<string, string>>;
  readonly request?: Request;
  readonly onFailure?: OnFailure;
}

/** A tool as agents see it, and how it is called. */
export interface Tool {
  /** `seo_audit`. */
  readonly name: string;
  /** Its name in release 1.0.0: calls may use it, and nothing lists it. */
  readonly formerName: string;
  readonly title: string;
  readonly description: string;
  readonly input: StandardSchemaWithJSON<unknown, Record<string, unknown>>;
  /** The schema of `structuredContent`, errors included. */
  readonly output: StandardSchemaWithJSON;
  /** Whether it starts or ends something. */
  readonly changes?: boolean;
  readonly fileArguments: readonly string[];
  call(given: Readonly<Record<string, unknown>>, caller: ToolCaller, files?: MessageFiles): Promise<Result>;
}

/** An agent without local files writes the bytes as Base64 into an argument of this name. */
const base64Of = (file: string) => `${file}Base64`;
const pathOf = (file: string) => `${file}Path`;

const NO_FILE = "must be the content of a file as Base64";

const OUTPUT_PATH = "outputPath";
const MAX_CHARACTERS = "maxCharacters";

function inputOf(operation: AnyOperation, local: LocalFiles | undefined): z.ZodObject {
  // The operation reads texts into values: here they stay what they are on the wire.
  const shape: Record<string, z.ZodType> = Object.fromEntries(
    parametersOf(operation).map(([name, schema]) => [name, wireSchema(schema)]),
  );
  for (const file of fileNames(operation.accepts)) {
    shape[base64Of(file)] = z.base64(NO_FILE).optional().describe(`The bytes of ${file} as Base64.`);
    if (local !== undefined) {
      shape[pathOf(file)] = z.string().optional().describe(`The path of a local file, as ${file}.`);
    }
  }
  if (local !== undefined && !isText(mediaTypes(operation)[0])) {
    shape[OUTPUT_PATH] = z
      .string()
      .optional()
      .describe("Where to write the result, as a new file. The response then links to it.");
  }
  const characters = operation.agent?.characters;
  if (characters !== undefined) {
    shape[MAX_CHARACTERS] = z
      .int()
      .min(1)
      .optional()
      .describe(`Characters of text to return at most, in whole pages. Default: ${characters}.`);
  }
  return z.strictObject(shape);
}

/** The arguments of a call that are no parameters of its operation, and the rest. */
async function splitArguments(
  operation: AnyOperation,
  given: Readonly<Record<string, unknown>>,
  local: LocalFiles | undefined,
) {
  const { [OUTPUT_PATH]: outputPath, [MAX_CHARACTERS]: most, ...parameters } = given;
  const rest: Record<string, unknown> = parameters;
  const files: Record<string, SentFile> = {};
  for (const file of fileNames(operation.accepts)) {
    const name = pathOf(file);
    const path = rest[name];
    delete rest[name];
    if (path === undefined || local === undefined) continue;
    if (rest[base64Of(file)] !== undefined)
      throw invalidParameter(name, `Send exactly one of ${name} and ${base64Of(file)}.`);
    files[file] = { name: file, bytes: await local.read(name, String(path)) };
  }
  return {
    outputPath: outputPath === undefined ? undefined : String(outputPath),
    maxCharacters: Number(most ?? operation.agent?.characters ?? Number.POSITIVE_INFINITY),
    parameters: rest,
    files,
  };
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
    if (file === undefined) fields.push([name, String(value)]);
    else if (one !== undefined) stored[file] = one;
    // A value that is no string was not read as a file.
    else throw invalidParameter(name, `${name} ${NO_FILE}.`);
  }
  return { fields, files: stored };
}

function descriptionOf(api: Api, operation: AnyOperation): string {
  const cost = isMetered(api, operation)
    ? `Costs ${api.plans?.unit ?? "calls"} of the account, only if it succeeds.`
    : "Free.";
  const about = forAgents(operation.description ?? "");
  return [`${operation.summary}.`, about, cost].filter(Boolean).join(" ");
}

const snake = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name of an operation's tool. */
export function toolName(api: Api, id: string): string {
  return `${api.name}_${snake(id)}`;
}

/** Makes a tool of every operation. `baseUrl` has no slash at its end; `local` are the files that tools may use. */
export function toolsOf(apis: readonly Api[], send: Send, baseUrl: string, local?: LocalFiles): Tool[] {
  return apis.flatMap((api) =>
    Object.entries(api.operations).flatMap(([id, operation]): Tool[] => {
      if (operation.hiddenFromAgents === true) return [];
      const reader = argumentReader(inputOf(operation, local), operation.hiddenFromAgents);
      const tool: Tool = {
        name: toolName(api, id),
        formerName: `${api.name}_${id}`,
        title: operation.summary,
        description: descriptionOf(api, operation),
        input: reader.schema,
        output: outputSchema(() => dataSchema(operation), fileMembers(operation)),
        fileArguments: fileNames(operation.accepts).map(base64Of),
        call: (given, caller, received) =>
          runTool(baseUrl, caller.onFailure, async () =>
            callTool(operation, reader.read(given), { caller, received, send, baseUrl, local }),
          ),
      };
      return [tool];
    }),
  );
}

/** Makes tools and writes their schemas, handling requests between tools. */
export async function madeInTurns(makers: readonly (() => readonly Tool[])[]): Promise<Tool[]> {
  const target = "draft-2020-12";
  const tools: Tool[] = [];
  for (const make of makers) {
    for (const tool of make()) {
      await nextTurn();
      tool.input["~standard"].jsonSchema.input({ target });
      await nextTurn();
      tool.output["~standard"].jsonSchema.output({ target });
      tools.push(tool);
    }
  }
  return tools;
}

interface OperationConnection {
  readonly caller: ToolCaller;
  readonly received: MessageFiles | undefined;
  readonly send: Send;
  readonly baseUrl: string;
  readonly local: LocalFiles | undefined;
}

async function callTool(
  operation: AnyOperation,
  given: Readonly<Record<string, unknown>>,
  reach: OperationConnection,
): Promise<Result> {
  const { local, baseUrl } = reach;
  const { outputPath, maxCharacters, ...split } = await splitArguments(operation, given, local);
  // Before the call: one whose result cannot be written is neither made nor charged.
  const output = outputPath === undefined ? undefined : await local?.reserve(OUTPUT_PATH, outputPath);
  try {
    const response = await responseOf(operation, split, reach);
    return await resultOf(operation, response, {
      uri: baseUrl + operation.path,
      maxCharacters,
      save: output?.write,
    });
  } finally {
    await output?.release();
  }
}

function responseOf(
  operation: AnyOperation,
  { parameters, files }: Pick<Awaited<ReturnType<typeof splitArguments>>, "parameters" | "files">,
  { caller, received, send, baseUrl }: OperationConnection,
): Promise<Response> {
  const all = { ...caller.headers, Accept: mediaTypes(operation)[0] };
  if (received !== undefined && operation.accepts !== undefined) {
    const body = receivedOf(operation, parameters, received);
    const request = new Request(baseUrl + operation.path, { method: operation.method, headers: all });
    return send(operation.path, request, {}, { received: body, outer: caller.request });
  }
  if (operation.jsonBody !== undefined) {
    return send(operation.path, jsonRequest(operation, parameters, baseUrl, all), {});
  }
  const input = callInput(operation, parameters);
  const call = { fields: input.fields, files: { ...input.files, ...files } };
  const request = requestOf(operation, call, baseUrl, all);
  return send(operation.path, request, pathFields(operation, input.fields), { outer: caller.request });
}
