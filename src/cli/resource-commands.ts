import { createBatches } from "../../clients/typescript/src/batches.ts";
import { createJobs } from "../../clients/typescript/src/jobs.ts";
import { createTransport, type RawResponse, type Transport } from "../../clients/typescript/src/transport.ts";
import type { CommandCall } from "../kit/command.ts";
import { isRecord } from "../kit/record.ts";
import { separated } from "../kit/resource.ts";
import { UsageError } from "../kit/usage-error.ts";
import { write, writeResponse } from "./calls.ts";
import { placeholderOf } from "./catalogue.ts";
import { explained, TIMEOUT_MS } from "./client.ts";
import { readCommand } from "./command-forms.ts";
import { chosenServer } from "./credentials.ts";
import { format, type Json } from "./format.ts";
import type { CliAction } from "./resource-catalogue.ts";
import type { Terminal } from "./terminal.ts";

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

/** The form of a command: its arguments, its options, and further words. */
export function formOf(
  { command, arguments: names, query, fields }: CliAction,
  more: readonly string[],
): string {
  const options = [...fields, ...query].map((one) => {
    const form = `--${one.option} ${placeholderOf({ ...one, name: one.option })}`;
    return one.isNeeded ? form : `[${form}]`;
  });
  const words = names.map((name) => name.toUpperCase());
  return ["quintet", command, ...words, ...options, ...more].join(" ");
}

/** The forms of the commands, one on a line. */
export function resourceUsage(actions: readonly CliAction[]): string {
  const forms = actions.map((action) => {
    const { produces } = action;
    const types = [...typeOptions(action).keys()].map((word) => `[--${word}]`);
    const isOnly = produces.length === 1 && isJson(produces[0]);
    const isShown = produces.some((type) => isJson(type) || type === "*/*");
    const output = [...(isOnly ? [] : ["[--out FILE]"]), ...(isShown ? ["[--json]"] : [])];
    return formOf(action, [...output, ...types, "[--server URL]"]);
  });
  return [...forms, HELPERS_USAGE].join("\n");
}

/** Reports whether these words are a command about a resource. */
export function isResourceCommand(actions: readonly CliAction[], [command]: readonly string[]): boolean {
  return actions.some((one) => one.command.startsWith(`${command} `));
}

/** The columns of lists that a terminal shows, those of which a row has a value. `--json` has all. */
const COLUMNS =
  "id event type fileName url operation subject state enabled every nextAt score pages size failed succeeded failingSince nextAttemptAt units createdAt".split(
    " ",
  );

const shownIn = (row: Json): Json => {
  if (!isRecord(row)) return row;
  if (!COLUMNS.some((name) => name in row)) return row;
  return Object.fromEntries(COLUMNS.map((name) => [name, row[name] ?? null]));
};

/** Shows a result; in a terminal, the rows of a list with the columns that `pick` chooses, and how to read on. */
export function showResult(
  value: Json,
  isRaw: boolean,
  { output, show }: Pick<Terminal, "output" | "show">,
  pick = (row: Json): Json => row,
): void {
  const { next = null, ...rest } = isRecord(value) ? (value as Readonly<Record<string, Json>>) : {};
  const [[name = "", rows] = [], ...others] = Object.entries(rest);
  const isTable = output.isTTY && !isRaw && others.length === 0 && Array.isArray(rows);
  if (!isTable) {
    show(value, isRaw);
    return;
  }
  const none = `No ${separated(name, "-").replaceAll("-", " ")}.`;
  output.write(`${rows.length === 0 ? none : format(rows.map(pick), output.columns)}\n`);
  if (typeof next === "string") output.write(`More: --after ${next}\n`);
}

function valuesOf(options: CliAction["query"], { given }: CommandCall): Record<string, string> {
  const { limit } = given;
  if (limit !== undefined && !/^(?:[1-9]\d?|100)$/.test(limit)) {
    throw new UsageError("--limit must be a whole number from 1 to 100.");
  }
  return Object.fromEntries(
    options.flatMap(({ name, option }) => (given[option] === undefined ? [] : [[name, given[option]]])),
  );
}

function sendAction(transport: Transport, action: CliAction, called: CommandCall): Promise<RawResponse> {
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

/** Runs `quintet RESOURCE ACTION …` on the selected server. Throws a `UsageError` or an `ApiError`. */
export async function runResourceCommand(
  actions: readonly CliAction[],
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
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
    const cancel = { "jobs cancel": createJobs, "batches cancel": createBatches }[called.name];
    if (cancel !== undefined) {
      const canceled = await cancel(transport).cancel(id);
      return terminal.show(canceled, called.flags.has("json"));
    }
    const action = actions.find(({ command }) => command === called.name);
    if (action === undefined) throw new UsageError("Invalid command.", { forms: own.join("\n") });
    const response = await sendAction(transport, action, called);
    if (action.produces.length === 1 && isJson(action.produces[0])) {
      const value = JSON.parse(new TextDecoder().decode(response.bytes)) as Json;
      showResult(value, called.flags.has("json"), terminal, shownIn);
    } else if (called.given.out !== undefined) await write(called.given.out, response.bytes);
    // A pipe gets every byte.
    else if (terminal.output.isTTY) writeResponse(response, terminal.output, called.flags.has("json"));
    else terminal.output.write(response.bytes);
  } catch (error) {
    throw explained(error, { baseUrl });
  }
}
