import type { z } from "zod";
import {
  type AnyOperation,
  type Api,
  fileNames,
  mediaTypes,
  type Operations,
  parametersOf,
} from "../kit/descriptor.ts";
import { isList, parameterSchema } from "../kit/parameter.ts";

/** A parameter of an operation, as a command line shows it. */
export interface CliParameter {
  readonly name: string;
  readonly description: string;
  /** A type of JSON Schema, or `list` for values that are separated by commas. */
  readonly type: string;
  readonly choices?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string;
}

/** An operation as a command. */
export interface CliOperation {
  readonly id: string;
  readonly command: string;
  readonly summary: string;
  readonly description?: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly parameters: readonly CliParameter[];
  /** Parameters that are files; the first one is what a word without an option is for. */
  readonly files: readonly string[];
  /** The parameter that is a list: a word each, or the lines of standard input. It is sent in a JSON body. */
  readonly lines?: string;
  readonly produces: readonly string[];
  readonly examples: readonly string[];
}

/** An API as a command. */
export interface CliApi {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly operations: readonly CliOperation[];
}

/** `dryRun` as options are written: `dry-run`. */
export function optionOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function lastWord({ path }: AnyOperation): string {
  return path.split("/").findLast((word) => !word.startsWith("{")) ?? "";
}

/** The last word of an operation's path; if several have the same one, the later ones have their ID in kebab case. */
function commandOf(id: string, operation: AnyOperation, all: Operations): string {
  const word = lastWord(operation);
  if (Object.values(all).find((one) => lastWord(one) === word) === operation) return word;
  return optionOf(id);
}

/** Describes the parameter of this name. */
export function parameterOf(name: string, schema: z.ZodType): CliParameter {
  const { type = "string", enum: choices, minimum, maximum, ...rest } = parameterSchema(schema);
  const { description = "", default: value } = rest as { description?: string; default?: unknown };
  return {
    name,
    description,
    type: isList(schema) ? "list" : type,
    ...(choices === undefined ? {} : { choices: choices.map(String) }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(value === undefined ? {} : { default: String(value) }),
  };
}

/** The longest list of choices that a form has; longer ones are in the meaning of the option. */
const CHOICES_MAX = 32;

/** What forms call values by the last word of their name, where that word says nothing. */
const VALUES: Readonly<Record<string, string>> = {
  at: "DATE",
  since: "DATE",
  after: "NEXT",
  with: "ID",
  confirm: "EMAIL",
};

/** The value of an option as forms write it: its choices, or a word for what it is. */
export function placeholderOf({ name, type, choices = [] }: CliParameter): string {
  const all = choices.join("|");
  if (all !== "" && all.length <= CHOICES_MAX) return all;
  if (type === "boolean") return "true|false";
  if (type === "integer") return "N";
  if (type === "list") return "LIST";
  const word = optionOf(name).split("-").at(-1) ?? "";
  return VALUES[word] ?? word.toUpperCase();
}

const EXAMPLES_MAX = 3;

const quoted = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

function examplesOf(api: string, command: string, operation: AnyOperation): string[] {
  const [first] = parametersOf(operation).map(([name]) => name);
  const inPath = /\{(\w+)\}/.exec(operation.path)?.[1] ?? first;
  const fits = operation.examples.filter(({ status = 200 }) => status < 300).slice(0, EXAMPLES_MAX);
  return fits.map(({ input, file }) => {
    const { [file === undefined ? (inPath ?? "") : ""]: word, ...others } = input;
    const options = Object.entries(others).map(([name, value]) => {
      const option = `--${optionOf(name)}`;
      return value === "true" ? option : `${option} ${quoted(value)}`;
    });
    const lines = operation.jsonBody === undefined ? undefined : word?.split("\n").map(quoted).join(" ");
    const shown = file?.name ?? lines ?? (word === undefined ? undefined : quoted(word));
    return ["quintet", api, command, ...(shown === undefined ? [] : [shown]), ...options].join(" ");
  });
}

/** The operations as data, for commands here and in the package that only calls servers. */
export function catalogueOf(apis: readonly Api[]): CliApi[] {
  return apis.map(({ name, title, summary, operations }) => ({
    name,
    title,
    summary,
    operations: Object.entries(operations).map(([id, operation]) => ({
      id,
      command: commandOf(id, operation, operations),
      summary: operation.summary,
      ...(operation.description === undefined ? {} : { description: operation.description }),
      method: operation.method,
      path: operation.path,
      parameters: parametersOf(operation).map(([parameter, schema]) => parameterOf(parameter, schema)),
      files: fileNames(operation.accepts),
      ...(operation.jsonBody === undefined ? {} : { lines: operation.jsonBody.lines }),
      produces: mediaTypes(operation),
      examples: examplesOf(name, commandOf(id, operation, operations), operation),
    })),
  }));
}
