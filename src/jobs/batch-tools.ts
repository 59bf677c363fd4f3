import { z } from "zod";
import type { Send } from "../http/core/in-process.ts";
import { type Api, isMetered } from "../kit/descriptor.ts";
import { isRecord } from "../kit/record.ts";
import {
  ask,
  cancelRunning,
  idempotencyKeyArgument,
  jsonOf,
  onceOf,
  readAgainAfterSeconds,
  resultOfJson,
  type ServerConnection,
  secondsToWait,
  serverTools,
  WAIT_ADVICE,
} from "../mcp/server-tool.ts";
import type { Tool, ToolCaller } from "../mcp/tools.ts";
import { jobResponses } from "./job-views.ts";

/** Inputs that one call starts at most: they are written by a model. */
const INPUTS_MAX = 1_000;
const INPUTS = `must be a list of 1 to ${INPUTS_MAX} objects of parameters`;
/** Characters of results that one call returns, where it does not say how many, and at most. */
const CHARACTERS = 8_000;
const CHARACTERS_MAX = 1_000_000;
/** Characters of a line that are kept although it is longer than what was asked for: its result may be left out. */
const LINE_MAX = 100_000;

const id = z.string().describe("The ID of the batch.");

const readBatchOutput = () =>
  z.object({
    batch: jobResponses().Batch,
    results: z.array(jobResponses().BatchResult),
    nextAfter: z.int().nullable(),
    readAgainAfterSeconds,
  });

/** A line of results without its result, read from the start of the line: the result is longer than what was asked for. */
function withoutResult(start: string): Record<string, unknown> {
  const members = JSON.parse(`${start.slice(0, start.indexOf(',"result":'))}}`) as Record<string, unknown>;
  return { ...members, result: null, resultUrl: `/jobs/${members.job}/result`, problem: null };
}

/** The lines of a text. A line is cut once it is longer than `most` characters, so that memory is bounded. */
async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, most: number) {
  let line = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const [first = "", ...further] = text.split("\n");
    if (line.length <= most) line += first;
    for (const next of further) {
      yield line;
      line = next;
    }
  }
}

function resultOfLine(line: string, most: number): Record<string, unknown> {
  if (line.length > LINE_MAX && line.length > most) return withoutResult(line);
  const result = JSON.parse(line) as Record<string, unknown>;
  return line.length > most ? { ...result, result: null } : result;
}

/** The lines of results from one item on, as far as they fit; reading ends there. */
async function resultsWithin({ body }: Response, most: number) {
  const results: Record<string, unknown>[] = [];
  let length = 0;
  if (body === null) return { results, hasMore: false };
  for await (const line of linesOf(body, Math.max(most, LINE_MAX))) {
    const result = resultOfLine(line, most);
    length += line.length > most ? JSON.stringify(result).length : line.length;
    // One result that never fits would be asked for again and again.
    if (length > most && results.length > 0) return { results, hasMore: true };
    results.push(result);
  }
  return { results, hasMore: false };
}

async function readBatch(
  reach: ServerConnection,
  given: Readonly<Record<string, unknown>>,
  caller: ToolCaller,
) {
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
  const { state: now, estimatedEndAt } = isRecord(batch) ? batch : {};
  const wait = secondsToWait(now !== "running", estimatedEndAt);
  return resultOfJson(JSON.stringify({ batch, results, nextAfter, readAgainAfterSeconds: wait }), false);
}

/** Makes the tools for batches: start, read and cancel. None where no operation can run in the background. */
export function batchTools(apis: readonly Api[], send: Send, baseUrl: string): Tool[] {
  const names = apis.flatMap((api) =>
    Object.entries(api.operations).flatMap(([one, operation]) =>
      isMetered(api, operation) ? [`${api.name}.${one}`] : [],
    ),
  );
  const reach = { send, baseUrl };
  const tool = serverTools(baseUrl);
  if (names.length === 0) return [];
  return [
    tool(
      "batch_start",
      {
        title: "Start a batch",
        description: `Run one operation for many inputs in the background, such as an audit of 200 URLs. Returns the ID for batch_read. Each item costs what its call costs, only if it succeeds.`,
        changes: true,
      },
      z.strictObject({
        operation: z.enum(names).describe("The operation that each input is for."),
        inputs: z
          .array(z.record(z.string(), z.unknown(), INPUTS), INPUTS)
          .min(1, INPUTS)
          .max(INPUTS_MAX, INPUTS)
          .describe('The parameters of each call, such as {"url": "https://example.com/"}.'),
        accept: z.string().optional().describe("The media type of the results, such as text/markdown."),
        idempotencyKey: idempotencyKeyArgument,
      }),
      jobResponses().Batch,
      async (given, caller) => {
        const { operation, accept, inputs } = given;
        const sent = { query: { operation, accept }, body: JSON.stringify(inputs), once: onceOf(given) };
        return jsonOf(await ask(reach, caller, "POST", "/batches", sent));
      },
    ),
    tool(
      "batch_read",
      {
        title: "Read a batch",
        description: `The progress of a batch, and the results of the items that have ended, in their order. Free. If nextAfter is not null, pass it as after to read on. ${WAIT_ADVICE}`,
      },
      z.strictObject({
        id,
        after: z.int().min(0).optional().describe("Only results after this index."),
        maxCharacters: z
          .int()
          .min(1)
          .max(CHARACTERS_MAX)
          .optional()
          .describe(
            `Characters of results to return at most. Default: ${CHARACTERS}. A longer result is null: read it with a larger value.`,
          ),
      }),
      readBatchOutput(),
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
      jobResponses().Batch,
      (given, caller) => cancelRunning(reach, caller, "/batches/{id}", String(given.id)),
    ),
  ];
}
