/** Writes `operations.ts` and `shapes.ts`, the generated parts of the TypeScript client. */
import { mediaTypes } from "../../src/kit/descriptor.ts";
import type { JsonSchema } from "../../src/kit/json-schema.ts";
import { type ClientAction, type ClientContract, type ClientOperation, isJson, refName } from "./contract.ts";

const scalars: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const comment = (text: string | undefined, indent: string) =>
  text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n`;

function membersOf({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  return Object.entries(properties)
    .map(([name, member]) => {
      const mark = required.includes(name) ? "" : "?";
      return `${comment(member.description, indent)}${indent}readonly ${keyOf(name)}${mark}: ${typeOf(member, indent)};\n`;
    })
    .join("");
}

function objectOf(schema: JsonSchema, indent: string): string {
  const { properties, additionalProperties: more } = schema;
  if (properties !== undefined) return `{\n${membersOf(schema, `${indent}  `)}${indent}}`;
  return `Readonly<Record<string, ${typeof more === "object" ? typeOf(more, indent) : "unknown"}>>`;
}

function typeOf(schema: JsonSchema, indent = ""): string {
  const union = (parts: readonly JsonSchema[], sign: string) =>
    [...new Set(parts.map((part) => typeOf(part, indent)))].join(sign);
  if (schema.$ref !== undefined) return refName(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) return union(parts, " | ");
  if (schema.allOf !== undefined) return union(schema.allOf, " & ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => scalars[type] ?? "unknown").join(" | ");
  if (schema.type === "array") {
    if (schema.prefixItems !== undefined) {
      return `readonly [${schema.prefixItems.map((item) => typeOf(item, indent)).join(", ")}]`;
    }
    return `readonly (${schema.items === undefined ? "unknown" : typeOf(schema.items, indent)})[]`;
  }
  if (schema.type === "object") return objectOf(schema, indent);
  return scalars[String(schema.type)] ?? "unknown";
}

function inputOf({ name, input, files, operation }: ClientOperation): string {
  const { url, ...others } = input.properties ?? {};
  const own = operation.accepts?.file;
  const isEither = own !== undefined && url !== undefined;
  const parts = files
    .filter((file) => !isEither || file.name !== own)
    .map((file) => `${comment(file.description, "  ")}  readonly ${file.name}?: FileInput;\n`);
  const members = membersOf(isEither ? { ...input, properties: others } : input, "  ") + parts.join("");
  if (!isEither) return `export interface ${name}Input {\n${members}}\n`;
  const about = comment(files.find((file) => file.name === own)?.description, "      ");
  return `export type ${name}Input = {
${members}} & (
  | {
${about}      readonly ${own}: FileInput;
      readonly url?: undefined;
    }
  | {
${comment(url.description, "      ")}      readonly url: string;
      readonly ${own}?: undefined;
    }
);
`;
}

function dataOf(mediaType: string, output: string, line: JsonSchema | undefined): string {
  if (isJson(mediaType)) return output;
  if (mediaType === "application/x-ndjson") {
    return `AsyncGenerator<${line === undefined ? "NdjsonLine" : typeOf(line)}, void>`;
  }
  return /^text\/|xml/.test(mediaType) ? "string" : "Blob";
}

function methodOf({ id, name, operation, input, output, line }: ClientOperation): string {
  const [first, ...others] = mediaTypes(operation);
  const type = typeOf(output, "    ");
  const needed = operation.input.safeParse({}).success && operation.accepts === undefined ? "?" : "";
  const overloads = others.map(
    (accept) =>
      `    ${id}(\n      input: ${name}Input,\n      options: CallOptions<${JSON.stringify(accept)}> & { readonly accept: ${JSON.stringify(accept)} },\n    ): Promise<Answer<${dataOf(accept, type, line)}>>;\n`,
  );
  // `response: "json"` of an operation whose default is a file; `fields`, which leaves members out.
  const { response, fields } = input.properties ?? {};
  if (response?.enum?.includes("json") && !isJson(first)) {
    overloads.push(
      `    ${id}(\n      input: ${name}Input & { readonly response: "json" },\n      options?: CallOptions,\n    ): Promise<Answer<${type}>>;\n`,
    );
  }
  if (fields !== undefined && isJson(first)) {
    if (operation.selects === "fields") {
      overloads.push(
        `    ${id}<const Field extends keyof ${type}>(\n      input: ${name}Input & { readonly fields: readonly Field[] },\n      options?: CallOptions,\n    ): Promise<Answer<Pick<${type}, Field>>>;\n`,
      );
    }
    overloads.push(
      `    ${id}(\n      input: ${name}Input & { readonly fields: ${typeOf(fields)} },\n      options?: CallOptions,\n    ): Promise<Answer<Partial<${type}>>>;\n`,
    );
  }
  const plain = `    ${id}(input${needed}: ${name}Input, options?: CallOptions): Promise<Answer<${dataOf(first, type, line)}>>;\n`;
  const text = [`${operation.summary}.`, operation.description].filter(Boolean).join(" ");
  return comment(text, "    ") + [...overloads, plain].join("");
}

function shapeOf({ id, operation, files }: ClientOperation): string {
  const { method, path } = operation;
  const json = operation.jsonBody === undefined ? {} : { json: true };
  const names = files.map(({ name }) => name);
  const shape = { method, path, files: names, ...json, produces: mediaTypes(operation) };
  return `    ${id}: ${JSON.stringify(shape)},\n`;
}

function jobOf({ api, id, name, operation, output, files }: ClientOperation): string {
  const types = mediaTypes(operation);
  const [first] = types;
  const json = typeOf(output, "    ");
  // Of a stored response, lines are a text.
  const data = first === "application/x-ndjson" ? "string" : dataOf(first, json, undefined);
  const members = [
    `readonly input: ${name}Input`,
    `readonly json: ${json}`,
    `readonly type: ${types.map((type) => JSON.stringify(type)).join(" | ")}`,
    `readonly data: ${data}`,
    `readonly file: ${files.length > 0 ? "FileInput" : "never"}`,
  ];
  return `  readonly ${JSON.stringify(`${api.name}.${id}`)}: { ${members.join("; ")} };\n`;
}

/** A method of a resource: the parts of the path, then the query and the body, then options. Resolves with the JSON. */
function actionOf({ id, name, contract, parts, input, output }: ClientAction): string {
  const type = typeOf(output, "    ");
  const { properties = {}, required = [] } = input;
  const { summary, description, produces } = contract;
  const path = parts.map((part) => `${part}: string`);
  const method = (given: readonly string[], data: string) =>
    `    ${id}(${[...path, ...given, "options?: CallOptions"].join(", ")}): Promise<${data}>;\n`;
  const given =
    Object.keys(properties).length === 0 ? [] : [`input${required.length > 0 ? "" : "?"}: ${name}Input`];
  const files =
    produces === undefined
      ? ""
      : method([`input: ${name}Input & { readonly format: string }`], `${type} | string | Blob`);
  return (
    comment([`${summary}.`, description].filter(Boolean).join(" "), "    ") + files + method(given, type)
  );
}

function actionInputOf({ name, input }: ClientAction): string {
  if (Object.keys(input.properties ?? {}).length === 0) return "";
  return `export interface ${name}Input {\n${membersOf(input, "  ")}}\n`;
}

function actionShapeOf({ id, contract, parts, input }: ClientAction): string {
  const { method, path, produces, repeatable = false, fields } = contract;
  const body = Object.keys(fields.shape);
  const hasInput = Object.keys(input.properties ?? {}).length > 0;
  const shape = { method, path, files: [], produces: produces ?? ["application/json"], parts };
  return `    ${id}: ${JSON.stringify({ ...shape, hasInput, body, isRepeatable: repeatable })},\n`;
}

const HEAD = "// Generated from the API descriptors by `npm run generate`. Edit those.\n";

const writerOf =
  ({ operations }: ClientContract) =>
  (name: string, write: (one: ClientOperation) => string) =>
    operations
      .filter(({ api }) => api.name === name)
      .map(write)
      .join("");

/** The TypeScript module of a contract's types. It has no values, so that it is its own declaration file. */
export function writeTypes(contract: ClientContract): string {
  const { apis, operations, resources, types, codes } = contract;
  const of = writerOf(contract);
  const named = [...types].map(
    ([name, schema]) => `${comment(schema.description, "")}export type ${name} = ${typeOf(schema)};\n`,
  );
  return `${HEAD}import type { Answer } from "./answer.js";
import type { FileInput } from "./files.js";
import type { CallOptions } from "./transport.js";

/** The codes of errors. Newer servers may have more. */
export type ProblemCode =
${codes.map((code) => `  | ${JSON.stringify(code)}\n`).join("")}  | (string & {});

/** A line of NDJSON; \`type\` says what it is. */
export interface NdjsonLine {
  readonly type: string;
  readonly [member: string]: unknown;
}

${named.join("\n")}
${operations.map(inputOf).join("\n")}
${resources.flatMap(({ actions }) => actions.map(actionInputOf)).join("\n")}
/** The resources of the platform and their actions. */
export interface Resources {
${resources.map(({ name, summary, actions }) => `${comment(summary, "  ")}  readonly ${name}: {\n${actions.map(actionOf).join("")}  };\n`).join("")}}
/** Every operation, by API. */
export interface Operations {
${apis.map(({ name, summary }) => `${comment(summary, "  ")}  readonly ${name}: {\n${of(name, methodOf)}  };\n`).join("")}}

/** The operations that can run as jobs, by name: the input, the response as JSON, its media types, the data of the default one, and the file that can be an input. */
export interface JobOperations {
${operations
  .filter(({ isJob }) => isJob)
  .map(jobOf)
  .join("")}}
`;
}

/** The TypeScript module of a contract's operations and actions as values. */
export function writeShapes(contract: ClientContract): string {
  const { apis, resources } = contract;
  const of = writerOf(contract);
  return `${HEAD}import type { ActionShape, Shape } from "./transport.js";

/** The operations as HTTP sees them. */
export const operations: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
${apis.map(({ name }) => `  ${name}: {\n${of(name, shapeOf)}  },\n`).join("")}};

/** The actions of resources as HTTP sees them. */
export const resources: Readonly<Record<string, Readonly<Record<string, ActionShape>>>> = {
${resources.map(({ name, actions }) => `  ${name}: {\n${actions.map(actionShapeOf).join("")}  },\n`).join("")}};
`;
}
