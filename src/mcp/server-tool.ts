import { z } from "zod";
import type { Send } from "../http/core/in-process.ts";
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_RULE } from "../http/metering/idempotency.ts";
import type { Contract } from "../kit/contract.ts";
import { percentEncoded } from "../kit/percent-encoding.ts";
import { isRecord } from "../kit/record.ts";
import { argumentReader } from "./arguments.ts";
import { outputSchema } from "./brief-schema.ts";
import { type Result, runTool } from "./result.ts";
import type { Tool, ToolCaller } from "./tools.ts";

/** Connection of the tools to the server. */
export interface ServerConnection {
  readonly send: Send;
  readonly baseUrl: string;
}

/** An argument of tools that start something. */
export const idempotencyKeyArgument = z
  .string()
  .regex(IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_RULE)
  .optional()
  .describe("A fresh UUID. Call again with the same value and arguments to get what the first call started.");

const WAIT_SECONDS = 5;

/** Advice for tools that read what runs in the background. */
export const WAIT_ADVICE = "While it runs, wait readAgainAfterSeconds before you read again.";

/** The member of results that says how long to wait. */
export const readAgainAfterSeconds = z
  .int()
  .nullable()
  .describe("Seconds to wait before you read again; null if it has ended.");

interface AskOptions {
  readonly params?: Record<string, string>;
  readonly query?: object;
  readonly body?: string;
  readonly once?: string | undefined;
}

/** The value of `idempotencyKeyArgument`; undefined where it was left out. */
export function onceOf({ idempotencyKey }: Readonly<Record<string, unknown>>): string | undefined {
  return idempotencyKey === undefined || idempotencyKey === null ? undefined : String(idempotencyKey);
}

/** Sends a request in the name of the caller. `path` is that of an endpoint, with `params` for its parts in braces. */
export async function ask(
  { send, baseUrl }: ServerConnection,
  { headers, request: outer }: ToolCaller,
  method: Contract["method"],
  path: string,
  { params = {}, query = {}, body, once }: AskOptions = {},
): Promise<Response> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => percentEncoded(params[name] ?? ""));
  const url = new URL(baseUrl + filled);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  const type = { "Content-Type": "application/json" };
  const repeatable = once === undefined ? {} : { "Idempotency-Key": once };
  const init = { method, headers: { ...headers, ...repeatable, ...(body === undefined ? {} : type) } };
  const request = new Request(url.href, body === undefined ? init : { ...init, body });
  return send(path, request, params, { outer });
}

/** JSON of the server as a result: as text, and as data if it is an object. */
export function resultOfJson(text: string, isError: boolean): Result {
  const value: unknown = JSON.parse(text);
  return {
    content: [{ type: "text", text }],
    ...(isRecord(value) ? { structuredContent: value } : {}),
    ...(isError ? { isError } : {}),
  };
}

/** The result of a response of JSON, a problem document included. */
export async function jsonOf(response: Response): Promise<Result> {
  return resultOfJson(await response.text(), !response.ok);
}

/** Cancels a batch or a site audit whose state is at `path`, unless it has ended: a DELETE would delete its results. */
export async function cancelRunning(
  reach: ServerConnection,
  caller: ToolCaller,
  path: string,
  id: string,
): Promise<Result> {
  const params = { id };
  const response = await ask(reach, caller, "GET", path, { params });
  const text = await response.text();
  const state: unknown = JSON.parse(text);
  const isRunning = response.ok && isRecord(state) && (state.state === "queued" || state.state === "running");
  if (!isRunning) return resultOfJson(text, !response.ok);
  return jsonOf(await ask(reach, caller, "DELETE", path, { params }));
}

/** Returns the seconds to wait before something that runs in the background is read again; null if it has ended. */
export function secondsToWait(hasEnded: boolean, estimatedEndAt: unknown): number | null {
  if (hasEnded) return null;
  const seconds = (Date.parse(String(estimatedEndAt)) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? WAIT_SECONDS : Math.round(Math.min(60, Math.max(WAIT_SECONDS, seconds)));
}

/** Makes tools for what only a server has: calls that run in the background. */
export function serverTools(baseUrl: string) {
  return (
    name: string,
    about: Pick<Tool, "title" | "description" | "changes">,
    input: z.ZodObject,
    output: z.ZodType,
    call: (given: Readonly<Record<string, unknown>>, caller: ToolCaller) => Promise<Result>,
  ): Tool => {
    const reader = argumentReader(input);
    return {
      name,
      formerName: name,
      ...about,
      input: reader.schema,
      output: outputSchema(() => output),
      fileArguments: [],
      call: (given, caller) =>
        runTool(baseUrl, caller.onFailure, async () => call(reader.read(given), caller)),
    };
  };
}
