import { parseArgs } from "node:util";
import { type AnyOperation, type Api, fileNames, parametersOf, pathNames } from "../kit/descriptor.ts";
import { parameterSchema } from "../kit/parameter.ts";
import { UsageError } from "../kit/usage-error.ts";

/** What a command asks for: an operation, what goes in, and where the answer goes. */
export interface CallArguments {
  readonly api: Api;
  readonly id: string;
  readonly operation: AnyOperation;
  readonly fields: Readonly<Record<string, string>>;
  /** Paths of files by the input members that they are for; `-` is standard input. */
  readonly files: Readonly<Record<string, string>>;
  /** The folder whose files are sent one by one. */
  readonly folder: string | undefined;
  /** Where the answer is written; with a folder of files, the folder for theirs. */
  readonly out: string | undefined;
  /** The media type that is asked for. */
  readonly type: string | undefined;
  readonly json: boolean;
  readonly force: boolean;
  readonly server: string | undefined;
  readonly help: boolean;
}

/** `dryRun` as options are written: `dry-run`. */
export function optionOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The options that every operation has besides its own parameters, with their meaning. */
export const common = {
  out: "write the response to this file instead of the terminal",
  type: "the media type of the response, or its last part: json, markdown, png",
  json: "print raw JSON, even in a terminal",
  server: "call the Quintet server at this URL, with the key in QUINTET_KEY, instead of running here",
  help: "show this help",
} as const;

/** The options that operations with a file have besides. */
export const batch = {
  dir: "send every file in this folder; needs --out",
  force: "with --dir: also send files that already have a response",
} as const;

/** What a word without an option is for: the file, else the first part of the path, else the first parameter. */
function firstOf(operation: AnyOperation): string | undefined {
  return operation.accepts?.file ?? pathNames(operation.path)[0] ?? parametersOf(operation)[0]?.[0];
}

/** What an operation is called on a command line: the last word of its path, which may differ from its id. */
export function commandOf({ path }: AnyOperation): string {
  return path.split("/").findLast((word) => !word.startsWith("{")) ?? "";
}

function find(apis: readonly Api[], words: readonly string[]) {
  const [name, said] = words;
  const api = apis.find((one) => one.name === name);
  if (api === undefined) throw new UsageError("");
  const found = Object.entries(api.operations).find(([id, one]) => said === commandOf(one) || said === id);
  if (found === undefined) throw new UsageError(usageOfApi(api));
  return { api, id: commandOf(found[1]), operation: found[1] };
}

/** How the commands of an API are written, an operation a line. */
export function usageOfApi(api: Api): string {
  return Object.values(api.operations)
    .map((operation) => {
      const first = firstOf(operation);
      const shown = first === undefined ? "" : ` ${first.toUpperCase()}`;
      return `quintet ${api.name} ${commandOf(operation)}${shown} [--help]`;
    })
    .join("\n");
}

/** Writes a boolean parameter that stands alone, `--dry-run`, with the value that it means. */
function spelledOut(operation: AnyOperation, words: readonly string[]): string[] {
  const flags = parametersOf(operation)
    .filter(([, schema]) => parameterSchema(schema).type === "boolean")
    .flatMap(([name]) => [`--${name}`, `--${optionOf(name)}`]);
  return words.map((word, i) =>
    flags.includes(word) && !["true", "false"].includes(words[i + 1] ?? "") ? `${word}=true` : word,
  );
}

/** Reads `API OPERATION …`. Throws a `UsageError` that says what the commands take. */
export function readCall(apis: readonly Api[], words: readonly string[]): CallArguments {
  const { api, id, operation } = find(apis, words);
  const files = fileNames(operation.accepts);
  const named = new Map(
    [...parametersOf(operation).map(([name]) => name), ...files].map((name) => [optionOf(name), name]),
  );
  const wrong = (sentence: string) =>
    new UsageError(`${sentence}\nRun quintet ${api.name} ${id} --help to see the options.`);
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = {
    ...Object.fromEntries([...named.keys()].map((option) => [option, text])),
    ...Object.fromEntries([...named.values()].map((name) => [name, text])),
    out: text,
    type: text,
    server: text,
    json: flag,
    help: flag,
    ...(operation.accepts === undefined ? {} : { dir: text, force: flag }),
  };
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args: spelledOut(operation, words.slice(2)),
      options,
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : "Invalid arguments.");
  }
  const given = parsed.values;
  const values: Record<string, string> = {};
  for (const [option, name] of named) {
    const value = given[option] ?? given[name];
    if (typeof value === "string") values[name] = value;
  }
  const first = firstOf(operation);
  for (const [i, word] of parsed.positionals.entries()) {
    if (i > 0 || first === undefined || values[first] !== undefined)
      throw wrong(`Unexpected argument: ${word}`);
    values[first] = word;
  }
  const optional = (name: string) => {
    const value = given[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    api,
    id,
    operation,
    fields: Object.fromEntries(Object.entries(values).filter(([name]) => !files.includes(name))),
    files: Object.fromEntries(Object.entries(values).filter(([name]) => files.includes(name))),
    folder: optional("dir"),
    out: optional("out"),
    type: optional("type"),
    server: optional("server"),
    json: given.json === true,
    force: given.force === true,
    help: given.help === true,
  };
}
