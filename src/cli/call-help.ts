import { type AnyOperation, type Api, fileNames, mediaTypes, parametersOf } from "../kit/descriptor.ts";
import { parameterSchema } from "../kit/parameter.ts";
import { batch, common, optionOf } from "./call-arguments.ts";

/** A text in lines of at most `width` characters, each after `indent` spaces. */
function wrap(text: string, width: number, indent: number): string {
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

function row(option: string, meaning: string): string {
  const head = `  ${option}`;
  return head.length <= 22
    ? `${head.padEnd(24)}${wrap(meaning, WIDTH, 24).trimStart()}`
    : `${head}\n${wrap(meaning, WIDTH, 24)}`;
}

function choicesOf(schema: ReturnType<typeof parameterSchema>): string {
  const parts = [
    schema.enum === undefined ? "" : `One of ${schema.enum.join(", ")}.`,
    schema.minimum === undefined || schema.maximum === undefined
      ? ""
      : `${schema.minimum} to ${schema.maximum}.`,
    schema.default === undefined ? "" : `Default: ${String(schema.default)}.`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** The help of `quintet API OPERATION --help`, written from the descriptor. */
export function helpOf(api: Api, id: string, operation: AnyOperation): string {
  const { accepts } = operation;
  const files = fileNames(accepts).map((name) =>
    row(`--${optionOf(name)} FILE`, "Path of a file; - reads standard input."),
  );
  // An option of the command itself hides a parameter of its name.
  const options = parametersOf(operation).filter(([name]) => !Object.hasOwn(common, optionOf(name)));
  const parameters = options.map(([name, schema]) =>
    row(
      `--${optionOf(name)}`,
      [schema.description, choicesOf(parameterSchema(schema))].filter(Boolean).join(" "),
    ),
  );
  const others = Object.entries(accepts === undefined ? common : { ...batch, ...common });
  return [
    `quintet ${api.name} ${id}: ${operation.summary}`,
    ...(operation.description === undefined ? [] : [wrap(operation.description, WIDTH, 0)]),
    ["Parameters:", ...files, ...parameters].join("\n"),
    ["Options:", ...others.map(([name, meaning]) => row(`--${name}`, meaning))].join("\n"),
    wrap(`Response types: ${mediaTypes(operation).join(", ")}.`, WIDTH, 0),
    "",
  ].join("\n\n");
}
