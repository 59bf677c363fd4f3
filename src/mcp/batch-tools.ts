import { z } from "zod";
import type { SendToPath } from "../http/core/in-process.ts";
import { Batch, BatchResult } from "../http/jobs/job-views.ts";
import { type Api, isMetered } from "../kit/descriptor.ts";
import { isRecord } from "../kit/record.ts";
import { lenient } from "./coerce.ts";
import { outputSchemaOfData } from "./output-schema.ts";
import type { Result } from "./result.ts";
import type { Tool, ToolCaller } from "./tools.ts";

/** Inputs that one call starts at most: they are written by a model. */
const INPUTS_MAX = 1_000;
/** Characters of results that one call returns, where it does not say how many. */
const CHARACTERS = 50_000;

const id = z.string().describe("The ID of the batch.");

const ReadBatch = z.object({
  batch: Batch,
  results: z.array(BatchResult),
  nextAfter: z.int().nullable(),
});

/** How the tools reach the server. */
interface Reach {
  readonly send: SendToPath;
  readonly baseUrl: string;
}

/** A request about batches, in the name of the caller. */
async function ask(
  { send, baseUrl }: Reach,
  { headers, request: outer }: ToolCaller,
  method: "GET" | "POST" | "DELETE",
  path: string,
  { params = {}, query = {}, body }: { params?: Record<string, string>; query?: object; body?: string } = {},
): Promise<Response> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const url = new URL(baseUrl + filled);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  const type = { "Content-Type": "application/json" };
  const init = { method, headers: { ...headers, ...(body === undefined ? {} : type) } };
  const request = new Request(url.href, body === undefined ? init : { ...init, body });
  return send(path, request, params, { outer });
}

function resultOfJson(text: string, isError: boolean): Result {
  const value: unknown = JSON.parse(text);
  return {
    content: [{ type: "text", text }],
    ...(isRecord(value) ? { structuredContent: value } : {}),
    ...(isError ? { isError } : {}),
  };
}

async function jsonOf(response: Response): Promise<Result> {
  return resultOfJson(await response.text(), !response.ok);
}

/** The lines of results from one item on, as far as they fit; reading ends there. */
async function resultsWithin(response: Response, most: number) {
  const results: Record<string, unknown>[] = [];
  let rest = "";
  let length = 0;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    const lines = (rest + next.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") continue;
      const result = JSON.parse(line) as Record<string, unknown>;
      const isTooLong = line.length > most;
      length += isTooLong ? 0 : line.length;
      if (length > most) {
        await reader?.cancel();
        return { results, hasMore: true };
      }
      // One result that never fits would be asked for again and again.
      results.push(isTooLong ? { ...result, result: null } : result);
    }
  }
  return { results, hasMore: false };
}

async function readBatch(reach: Reach, given: Readonly<Record<string, unknown>>, caller: ToolCaller) {
  const params = { id: String(given.id) };
  const state = await ask(reach, caller, "GET", "/batches/{id}", { params });
  if (!state.ok) return jsonOf(state);
  const query = { after: given.after };
  const response = await ask(reach, caller, "GET", "/batches/{id}/results", { params, query });
  if (!response.ok) return jsonOf(response);
  const batch: unknown = await state.json();
  const most = given.maxCharacters === undefined ? CHARACTERS : Number(given.maxCharacters);
  const { results, hasMore } = await resultsWithin(response, most);
  const nextAfter = hasMore ? (results.at(-1)?.index ?? given.after ?? null) : null;
  return resultOfJson(JSON.stringify({ batch, results, nextAfter }), false);
}

async function cancelBatch(reach: Reach, given: Readonly<Record<string, unknown>>, caller: ToolCaller) {
  const params = { id: String(given.id) };
  const state = await ask(reach, caller, "GET", "/batches/{id}", { params });
  const text = await state.text();
  const batch: unknown = JSON.parse(text);
  // A DELETE of what has ended would delete its results.
  const isRunning = state.ok && isRecord(batch) && batch.state === "running";
  if (!isRunning) return resultOfJson(text, !state.ok);
  return jsonOf(await ask(reach, caller, "DELETE", "/batches/{id}", { params }));
}

/** Makes the tools for batches: start, read and cancel. None where no operation can run in the background. */
export function batchTools(apis: readonly Api[], send: SendToPath, baseUrl: string): Tool[] {
  const names = apis.flatMap((api) =>
    Object.entries(api.operations).flatMap(([one, operation]) =>
      isMetered(api, operation) ? [`${api.name}.${one}`] : [],
    ),
  );
  const reach = { send, baseUrl };
  const tool = (
    name: string,
    about: Pick<Tool, "title" | "description" | "changes">,
    input: z.ZodObject,
    output: z.ZodType,
    call: (given: Readonly<Record<string, unknown>>, caller: ToolCaller) => Promise<Result>,
  ): Tool => ({
    name,
    formerName: name,
    ...about,
    input: lenient(input),
    output: outputSchemaOfData(output),
    fileArguments: [],
    call: (given, caller) => call(given, caller),
  });
  if (names.length === 0) return [];
  return [
    tool(
      "batch_start",
      {
        title: "Start a batch",
        description: `Run one operation for many inputs in the background, such as an audit of 200 URLs. Returns the ID. Each item costs what its call costs, only if it succeeds. Operations: ${names.join(", ")}.`,
        changes: true,
      },
      z.strictObject({
        operation: z.string().describe("The operation, such as seo.audit."),
        inputs: z
          .array(z.record(z.string(), z.unknown()))
          .min(1)
          .max(INPUTS_MAX)
          .describe('The parameters of each call, such as {"url": "https://example.com/"}.'),
        accept: z.string().optional().describe("The media type of the results, such as text/markdown."),
      }),
      Batch,
      async ({ operation, accept, inputs }, caller) => {
        const query = { operation, accept };
        return jsonOf(await ask(reach, caller, "POST", "/batches", { query, body: JSON.stringify(inputs) }));
      },
    ),
    tool(
      "batch_read",
      {
        title: "Read a batch",
        description:
          "The progress of a batch, and the results of the items that have ended, in their order. Free. If nextAfter is not null, pass it as after to read on.",
      },
      z.strictObject({
        id,
        after: z.int().min(0).optional().describe("Only results after this index."),
        maxCharacters: z
          .int()
          .min(1)
          .optional()
          .describe(
            `Characters of results to return at most. Default: ${CHARACTERS}. A longer result is null.`,
          ),
      }),
      ReadBatch,
      (given, caller) => readBatch(reach, given, caller),
    ),
    tool(
      "batch_cancel",
      {
        title: "Cancel a batch",
        description: "Cancel the items of a batch that have not ended. Results stay. Free.",
        changes: true,
      },
      z.strictObject({ id }),
      Batch,
      (given, caller) => cancelBatch(reach, given, caller),
    ),
  ];
}
