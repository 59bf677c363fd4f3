import { createBatches } from "../../clients/typescript/src/batches.ts";
import { createJobs } from "../../clients/typescript/src/jobs.ts";
import { createTransport, type RawAnswer, type Transport } from "../../clients/typescript/src/transport.ts";
import type { CommandCall } from "../kit/command.ts";
import { isText } from "../kit/descriptor.ts";
import { UsageError } from "../kit/usage-error.ts";
import type { CallsDeps } from "./calls.ts";
import { write } from "./calls.ts";
import { explained, TIMEOUT_MS } from "./client.ts";
import { readCommand } from "./command-forms.ts";
import { chosenServer } from "./credentials.ts";
import { format, type Json } from "./format.ts";
import { printable } from "./printable.ts";
import type { CliAction } from "./resource-catalogue.ts";

/** Commands that are more than one request. */
const HELPERS_USAGE = `quintet jobs cancel ID [--json] [--server URL]
quintet batches cancel ID [--json] [--server URL]`;

const isJson = (mediaType = "") => /[/+]json$/.test(mediaType);

/** Further media types that an option asks for: `--zip`. A parameter `format` chooses among more. */
function typeOptions({ produces, query }: CliAction): ReadonlyMap<string, string> {
  if (query.some(({ name }) => name === "format")) return new Map();
  const words = produces.slice(1).map((type): [string, string] => [type.split("/")[1] ?? "", type]);
  return new Map(words.filter(([word]) => /^[a-z]+$/.test(word)));
}

/** The values of the parameters of a page. */
const PAGE: Readonly<Record<string, string>> = { after: "NEXT", limit: "N" };

/** The forms of the commands, one on a line. */
export function resourceUsage(actions: readonly CliAction[]): string {
  const forms = actions.map((action) => {
    const { command, arguments: names, query, fields, produces } = action;
    const isPaged = query.some(({ name }) => name === "limit");
    const options = [...fields, ...query].map(({ option, name, isNeeded }) => {
      const form = `--${option} ${isPaged && PAGE[name] !== undefined ? PAGE[name] : "VALUE"}`;
      return isNeeded ? form : `[${form}]`;
    });
    const types = [...typeOptions(action).keys()].map((word) => `[--${word}]`);
    const output = produces.length === 1 && isJson(produces[0]) ? "[--json]" : "[--out FILE]";
    const words = [...names.map((name) => name.toUpperCase()), ...options, output, ...types];
    return `quintet ${command} ${words.join(" ")} [--server URL]`;
  });
  return [...forms, HELPERS_USAGE].join("\n");
}

/** Reports whether these words are a command about a resource. */
export function isResourceCommand(actions: readonly CliAction[], [command]: readonly string[]): boolean {
  return actions.some((one) => one.command.startsWith(`${command} `));
}

type Streams = Pick<CallsDeps, "output">;

/** The columns of lists that a terminal shows, those of which a row has a value. `--json` has all. */
const COLUMNS = ["id", "fileName", "operation", "state", "size", "succeeded", "failed", "units", "createdAt"];

function shownIn(rows: readonly object[]): Json {
  const names = COLUMNS.filter((name) => rows.some((row) => name in row));
  return rows.map((row) => {
    const all = row as Record<string, Json>;
    return Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
  });
}

function show(value: object, { flags }: CommandCall, { output }: Streams): void {
  const text =
    output.isTTY && !flags.has("json")
      ? format(value as Json, output.columns)
      : JSON.stringify(value, undefined, 2);
  output.write(`${output.isTTY ? printable(text) : text}\n`);
}

function showList(
  rows: readonly object[],
  next: string | null,
  called: CommandCall,
  value: object,
  streams: Streams,
): void {
  const { output } = streams;
  if (!output.isTTY || called.flags.has("json")) {
    show(value, called, streams);
    return;
  }
  output.write(`${printable(format(shownIn(rows), output.columns))}\n`);
  if (next !== null) output.write(`More: --after ${printable(next)}\n`);
}

/** Writes a response as it is: to a file, a pipe, or as text to a terminal. */
async function writeResponse(
  { bytes, mediaType }: { readonly bytes: Uint8Array; readonly mediaType: string },
  out: string | undefined,
  { output }: Streams,
): Promise<void> {
  if (out !== undefined) return write(out, bytes);
  if (!output.isTTY) return output.write(bytes);
  if (!isText(mediaType)) {
    throw new UsageError(`The response is binary (${mediaType}). Write it to a file with --out.`);
  }
  output.write(printable(new TextDecoder().decode(bytes)));
}

/** The values of options by the names of their parameters. */
function valuesOf(options: CliAction["query"], { given }: CommandCall): Record<string, string> {
  const { limit } = given;
  if (limit !== undefined && !/^(?:[1-9]\d?|100)$/.test(limit)) {
    throw new UsageError("--limit must be a whole number from 1 to 100.");
  }
  return Object.fromEntries(
    options.flatMap(({ name, option }) => (given[option] === undefined ? [] : [[name, given[option]]])),
  );
}

function sendAction(transport: Transport, action: CliAction, called: CommandCall): Promise<RawAnswer> {
  const { method, path, produces, isRepeatable } = action;
  const [, accept = produces[0] ?? "application/json"] =
    [...typeOptions(action)].find(([word]) => called.flags.has(word)) ?? [];
  const fields = valuesOf(action.fields, called);
  const body = action.fields.length > 0 ? { body: jsonBody(fields) } : {};
  const parts = Object.fromEntries(action.arguments.map((name, i) => [name, called.args[i] ?? ""]));
  const input = { ...valuesOf(action.query, called), ...parts };
  const options = { accept, ...(isRepeatable ? { idempotencyKey: crypto.randomUUID() } : {}) };
  return transport.send({ method, path, files: [], ...body, produces }, input, options);
}

const jsonBody = (fields: object) => new Blob([JSON.stringify(fields)], { type: "application/json" });

/** Shows JSON; the rows of a list with the columns that fit, and how to read on. */
function showAnswer({ bytes }: RawAnswer, called: CommandCall, streams: Streams): void {
  const value = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, Json>;
  const [[, rows] = []] = Object.entries(value).filter(([name]) => name !== "next");
  const isList = Object.keys(value).length <= 2 && Array.isArray(rows);
  const next = typeof value.next === "string" ? value.next : null;
  if (isList) showList(rows as object[], next, called, value, streams);
  else show(value, called, streams);
}

/** Runs `quintet RESOURCE ACTION …` on the selected server. Throws a `UsageError` or an `ApiError`. */
export async function runResourceCommand(
  actions: readonly CliAction[],
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  streams: Streams,
): Promise<void> {
  const [first = ""] = words;
  const own = resourceUsage(actions).split("\n");
  const called = readCommand(own.filter((line) => line.startsWith(`quintet ${first} `)).join("\n"), words);
  const server = await chosenServer(called.given.server, environment);
  if (server === undefined) {
    throw new UsageError(
      `${first.charAt(0).toUpperCase()}${first.slice(1).replaceAll("-", " ")} are on a server. Run quintet login --server https://api.example.com, or set QUINTET_SERVER.`,
    );
  }
  const { url: baseUrl, key } = server;
  const transport = createTransport({ baseUrl, key, retries: 4, timeoutMs: TIMEOUT_MS });
  const [id = ""] = called.args;
  try {
    if (called.name === "jobs cancel") return show(await createJobs(transport).cancel(id), called, streams);
    if (called.name === "batches cancel")
      return show(await createBatches(transport).cancel(id), called, streams);
    const action = actions.find(({ command }) => command === called.name);
    if (action === undefined) throw new UsageError("Invalid command.", { forms: own.join("\n") });
    const answer = await sendAction(transport, action, called);
    if (action.produces.length === 1 && isJson(action.produces[0])) showAnswer(answer, called, streams);
    else await writeResponse(answer, called.given.out, streams);
  } catch (error) {
    throw explained(error, { baseUrl });
  }
}
