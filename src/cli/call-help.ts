import { common, furtherOptions, isFlag, usageOf } from "./call-arguments.ts";
import { type CliApi, type CliOperation, type CliParameter, optionOf, placeholderOf } from "./catalogue.ts";
import { wrapUsage } from "./command-forms.ts";
import { wrapText } from "./text.ts";

const WIDTH = 80;

/** A row of help: a command or an option, and what it does. */
export function row(name: string, meaning: string): string {
  const head = `  ${name}`;
  return head.length <= 22
    ? `${head.padEnd(24)}${wrapText(meaning, WIDTH, 24).trimStart()}`
    : `${head}\n${wrapText(meaning, WIDTH, 24)}`;
}

/** A description in words of the command line: its parameters are options, and the Accept header is --type. */
export function inOptions(text: string, names: readonly string[]): string {
  return text
    .replaceAll(/Accept: (?=\w)|the Accept header/g, (found) => (found.endsWith(" ") ? "--type " : "--type"))
    .replaceAll(/`([A-Za-z]+)`|\b([A-Za-z]+)=(?=\w)/g, (whole, alone?: string, named?: string) => {
      const name = alone ?? named ?? "";
      return names.includes(name) ? `--${optionOf(name)}${named === undefined ? "" : " "}` : whole;
    });
}

/** The row of an option. One that is a flag needs no value. */
export function optionRow(
  option: string,
  parameter: CliParameter,
  names: readonly string[],
  isFlag = false,
): string {
  const { choices, minimum, maximum, default: value } = parameter;
  const description = inOptions(parameter.description, names);
  const placeholder = isFlag ? "" : placeholderOf({ ...parameter, name: option });
  const range = minimum === undefined || maximum === undefined ? "" : `${minimum} to ${maximum}`;
  const parts = [
    description,
    choices === undefined || placeholder === choices.join("|") ? "" : `One of ${choices.join(", ")}.`,
    range === "" || description.includes(range) || maximum === Number.MAX_SAFE_INTEGER ? "" : `${range}.`,
    value === undefined || description.includes("Default: ") ? "" : `Default: ${value}.`,
  ];
  return row(`--${option} ${placeholder}`.trimEnd(), parts.filter(Boolean).join(" "));
}

/** A command to copy, in lines that fit. */
export const exampleLine = (line: string) => wrapUsage(line, 2, WIDTH - 2).replaceAll("\n", " \\\n");

const FILES =
  "Files are paths, folders (with their subfolders) or patterns such as 'scans/**/*.pdf'. With several files, responses are written to the folder --out, or printed as JSON, one line per file.";

/** The help of `quintet API OPERATION --help`. */
export function helpOf(api: CliApi, operation: CliOperation, program = "quintet"): string {
  const files = operation.files.map((name) =>
    row(`--${optionOf(name)} FILE`, "Path of a file; - reads standard input."),
  );
  // An option of the command itself hides a parameter of its name.
  const options = operation.parameters.filter(({ name }) => !Object.hasOwn(common, optionOf(name)));
  const names = operation.parameters.map(({ name }) => name);
  const parameters = options.map((parameter) =>
    optionRow(optionOf(parameter.name), parameter, names, isFlag(parameter) && parameter.default !== "true"),
  );
  const { lines, summary, description, examples, produces } = operation;
  const others = furtherOptions(operation).map(([name, [value, meaning]]) =>
    row(`--${name} ${value}`.trimEnd(), meaning),
  );
  const paragraphs = [
    description && inOptions(description, names),
    files.length > 0 && FILES,
    lines && `Words are the items of ${lines}. Without words, or with -, standard input has one per line.`,
  ];
  return `${[
    `${summary}.`,
    `Usage:\n${wrapUsage(usageOf(api, operation, program), 2)}`,
    ...paragraphs.filter((text) => typeof text === "string").map((text) => wrapText(text, WIDTH, 0)),
    ["Parameters:", ...files, ...parameters].join("\n"),
    ["Options:", ...others].join("\n"),
    ...(examples.length === 0 ? [] : [`Examples:\n${examples.map(exampleLine).join("\n")}`]),
    wrapText(`Response types: ${produces.join(", ")}.`, WIDTH, 0),
  ].join("\n\n")}\n`;
}
