import { batch, common, usageOf } from "./call-arguments.ts";
import { type CliApi, type CliOperation, type CliParameter, optionOf } from "./catalogue.ts";
import { wrapUsage } from "./command-forms.ts";

/** A text in lines of at most `width` characters, each after `indent` spaces. */
export function wrapText(text: string, width: number, indent: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + word.length + 1 > width - indent) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].map((one) => " ".repeat(indent) + one).join("\n");
}

const WIDTH = 80;

/** The values of options. */
const VALUES: Readonly<Record<string, string>> = {
  out: " FILE",
  type: " TYPE",
  server: " URL",
  dir: " FOLDER",
  concurrency: " N",
};

function row(option: string, meaning: string): string {
  const head = `  ${option}`;
  return head.length <= 22
    ? `${head.padEnd(24)}${wrapText(meaning, WIDTH, 24).trimStart()}`
    : `${head}\n${wrapText(meaning, WIDTH, 24)}`;
}

function choicesOf({ description, choices, minimum, maximum, default: value }: CliParameter): string {
  const range = minimum === undefined || maximum === undefined ? "" : `${minimum} to ${maximum}`;
  const parts = [
    choices === undefined ? "" : `One of ${choices.join(", ")}.`,
    range === "" || description.includes(range) ? "" : `${range}.`,
    value === undefined ? "" : `Default: ${value}.`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** The help of `quintet API OPERATION --help`. */
export function helpOf(api: CliApi, operation: CliOperation): string {
  const files = operation.files.map((name) =>
    row(`--${optionOf(name)} FILE`, "Path of a file; - reads standard input."),
  );
  // An option of the command itself hides a parameter of its name.
  const options = operation.parameters.filter(({ name }) => !Object.hasOwn(common, optionOf(name)));
  const parameters = options.map((parameter) =>
    row(
      `--${optionOf(parameter.name)}`,
      [parameter.description, choicesOf(parameter)].filter(Boolean).join(" "),
    ),
  );
  const { lines } = operation;
  const others = Object.entries(files.length === 0 ? common : { ...batch, ...common });
  const { examples } = operation;
  return `${[
    `${operation.summary}.`.replace(/\.\.$/, "."),
    `Usage:\n${wrapUsage(usageOf(api, operation), 2)}`,
    ...(operation.description === undefined ? [] : [wrapText(operation.description, WIDTH, 0)]),
    ...(files.length === 0
      ? []
      : [
          wrapText(
            "Files are paths, folders (with their subfolders) or patterns such as 'scans/**/*.pdf'. With several files, responses are written to the folder --out, or printed as JSON, one line per file.",
            WIDTH,
            0,
          ),
        ]),
    ...(lines === undefined
      ? []
      : [
          wrapText(
            `Words are the items of ${lines}. Without words, or with -, standard input has one per line.`,
            WIDTH,
            0,
          ),
        ]),
    ["Parameters:", ...files, ...parameters].join("\n"),
    ["Options:", ...others.map(([name, meaning]) => row(`--${name}${VALUES[name] ?? ""}`, meaning))].join(
      "\n",
    ),
    ...(examples.length === 0 ? [] : [`Examples:\n${examples.map((line) => `  ${line}`).join("\n")}`]),
    wrapText(`Response types: ${operation.produces.join(", ")}.`, WIDTH, 0),
  ].join("\n\n")}\n`;
}
