import { UsageError } from "../kit/usage-error.ts";
import { type CliApi, type CliOperation, type CliParameter, optionOf } from "./catalogue.ts";
import { unknownCommand } from "./command-forms.ts";
import { type ReadOptions, readOptions } from "./options.ts";

type Options = Readonly<Record<string, readonly [value: string, meaning: string]>>;

/** The options that every operation has besides its own parameters. */
export const common: Options = {
  out: ["FILE", "Write the response to this file instead of the terminal."],
  type: ["TYPE", "The media type of the response, or its last part, such as json."],
  json: ["", "Print raw JSON, even in a terminal."],
  server: ["URL", "Call the Quintet server at this URL. Default: QUINTET_SERVER, or that of quintet login."],
  help: ["", "Show this help."],
};

/** The options that operations with a file have besides. */
const batch: Options = {
  dir: ["FOLDER", "Send every file in this folder and its subfolders."],
  force: ["", "Also send files that already have a response in --out."],
  concurrency: ["N", "How many files are sent at once, 1 to 64."],
};

/** The options of an operation besides its own parameters. */
export const furtherOptions = ({ files }: CliOperation) =>
  Object.entries(files.length === 0 ? common : { ...batch, ...common });

const CONCURRENCY_MAX = 64;

const isConcurrency = (text: string) =>
  /^\d+$/.test(text) && Number(text) > 0 && Number(text) <= CONCURRENCY_MAX;

/** The parameter that a word without an option is for, where no file is: the one in the path, else the first. */
export function firstOf({ path, parameters }: CliOperation): string | undefined {
  return /\{(\w+)\}/.exec(path)?.[1] ?? parameters[0]?.name;
}

function find(apis: readonly CliApi[], words: readonly string[]) {
  const [name, said] = words;
  const api = apis.find((one) => one.name === name);
  if (api === undefined) {
    throw unknownCommand(
      words.slice(0, 1),
      apis.map((one) => one.name),
    );
  }
  const names = api.operations.map(({ command }) => `${api.name} ${command}`);
  const operation = api.operations.find(({ id, command }) => said === command || said === id);
  if (operation === undefined) throw unknownCommand(words.slice(0, 2), names);
  return { api, operation };
}

/** The usage line of an operation. */
export function usageOf(
  api: Pick<CliApi, "name">,
  { command, files, lines, parameters, ...rest }: CliOperation,
  program = "quintet",
): string {
  const first = firstOf({ command, files, parameters, ...rest });
  const isLeftOut = parameters.some(({ name, default: value }) => name === first && value !== undefined);
  const word = `${first?.toUpperCase()}${lines === first ? "…" : ""}`;
  const shown =
    files.length > 0 ? " FILE…" : first === undefined ? "" : isLeftOut ? ` [${word}]` : ` ${word}`;
  return `${program} ${api.name} ${command}${shown} [OPTIONS]`;
}

/** Reports whether an option needs no value, which is then true. */
export const isFlag = ({ type }: CliParameter) => type === "boolean";

/** Adds the value to a boolean option that has none, such as `--dry-run`. */
function spelledOut({ parameters }: CliOperation, words: readonly string[]): string[] {
  const flags = parameters.filter(isFlag).flatMap(({ name }) => [`--${name}`, `--${optionOf(name)}`]);
  return words.map((word, i) =>
    flags.includes(word) && !["true", "false"].includes(words[i + 1] ?? "") ? `${word}=true` : word,
  );
}

function optionsOf({ parameters, files }: CliOperation): ReadonlyMap<string, string> {
  return new Map([...parameters.map(({ name }) => name), ...files].map((name) => [optionOf(name), name]));
}

function parse(operation: CliOperation, words: readonly string[]): ReadOptions {
  const named = optionsOf(operation);
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = {
    ...Object.fromEntries([...named.keys()].map((option) => [option, text])),
    ...Object.fromEntries([...named.values()].map((name) => [name, text])),
    ...Object.fromEntries(
      furtherOptions(operation).map(([name, [value]]) => [name, value === "" ? flag : text]),
    ),
    help: { ...flag, short: "h" },
  };
  return readOptions(spelledOut(operation, words), options);
}

/** Reads `API OPERATION …`. Throws a `UsageError` that says what the commands accept. */
export function readCall(apis: readonly CliApi[], words: readonly string[]) {
  const { api, operation } = find(apis, words);
  const { files, command } = operation;
  const wrong = (sentence: string) =>
    new UsageError(`${sentence}\nRun quintet ${api.name} ${command} --help to see the options.`);
  let parsed: ReadOptions;
  try {
    parsed = parse(operation, words.slice(2));
  } catch (error) {
    throw error instanceof UsageError ? wrong(error.message) : error;
  }
  const optional = (name: string) => parsed.given[name];
  const values: Record<string, string> = {};
  for (const [option, name] of optionsOf(operation)) {
    const value = optional(option) ?? optional(name);
    if (value !== undefined) values[name] = value;
  }
  const [file] = files;
  const first = file === undefined ? firstOf(operation) : undefined;
  const inputs: string[] = [];
  for (const [i, word] of parsed.positionals.entries()) {
    if (operation.lines !== undefined && first === operation.lines) {
      values[first] = values[first] === undefined ? word : `${values[first]}\n${word}`;
    } else if (file !== undefined && values[file] === undefined) inputs.push(word);
    else if (i > 0 || first === undefined || values[first] !== undefined)
      throw wrong(`Unexpected argument: ${word}`);
    else values[first] = word;
  }
  const folder = optional("dir");
  const concurrency = optional("concurrency");
  if (concurrency !== undefined && !isConcurrency(concurrency)) {
    throw wrong(`--concurrency must be a whole number from 1 to ${CONCURRENCY_MAX}.`);
  }
  const entries = Object.entries(values);
  return {
    api,
    operation,
    fields: Object.fromEntries(entries.filter(([name]) => !files.includes(name))),
    /** Paths of files by the parameters that they are for; `-` is standard input. */
    files: Object.fromEntries(entries.filter(([name]) => files.includes(name))),
    inputs: folder === undefined ? inputs : [...inputs, folder],
    /** Whether `inputs` are a batch even if they are one file. */
    isBatch: folder !== undefined || inputs.length > 1,
    /** The file for the response; with a batch, the folder. */
    out: optional("out"),
    type: optional("type"),
    server: optional("server"),
    concurrency: concurrency === undefined ? undefined : Number(concurrency),
    json: parsed.flags.has("json"),
    force: parsed.flags.has("force"),
    help: parsed.flags.has("help"),
  };
}
export type CallArguments = ReturnType<typeof readCall>;
