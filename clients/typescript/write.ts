/** Writes `operations.ts`, the part of the client that follows the descriptors. */
import { z } from "zod";
import {
  type AnyOperation,
  type Api,
  fileNames,
  mediaTypes,
  parametersOf,
} from "../../src/kit/descriptor.ts";
import { problemKinds } from "../../src/kit/problem-kinds.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const scalars: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

const nameOf = (ref: string) => ref.split("/").at(-1) ?? "unknown";
const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const comment = (text: string | undefined, indent: string) =>
  text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n`;

function membersOf({ properties = {}, required = [] }: Schema, indent: string): string {
  return Object.entries(properties)
    .map(([name, member]) => {
      const mark = required.includes(name) ? "" : "?";
      return `${comment(member.description, indent)}${indent}readonly ${keyOf(name)}${mark}: ${typeOf(member, indent)};\n`;
    })
    .join("");
}

function objectOf(schema: Schema, indent: string): string {
  const { properties, additionalProperties: more } = schema;
  if (properties !== undefined) return `{\n${membersOf(schema, `${indent}  `)}${indent}}`;
  return `Readonly<Record<string, ${typeof more === "object" ? typeOf(more, indent) : "unknown"}>>`;
}

/** The TypeScript of a JSON Schema as zod writes it. */
function typeOf(schema: Schema, indent = ""): string {
  const union = (parts: readonly Schema[], sign: string) =>
    [...new Set(parts.map((part) => typeOf(part, indent)))].join(sign);
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
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

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The types that are met on the way, by their names. */
type Named = Map<string, Schema>;

function register(schema: Schema, named: Named): Schema {
  for (const [name, definition] of Object.entries(schema.$defs ?? {})) named.set(name, definition);
  return schema;
}

function inputOf(operation: AnyOperation, named: Named): string {
  const fields = z.object(Object.fromEntries(parametersOf(operation)));
  const schema = register(z.toJSONSchema(fields, { io: "input" }) as Schema, named);
  const described = fileNames(operation.accepts).map(
    (name) => `${comment(operation.input.shape[name]?.description, "  ")}  readonly ${name}?: FileInput;\n`,
  );
  return `{\n${membersOf(schema, "  ")}${described.join("")}}`;
}

/** What a media type is read as. */
function dataOf(mediaType: string, output: string): string {
  if (/[/+]json$/.test(mediaType)) return output;
  return /^text\/|xml|ndjson/.test(mediaType) ? "string" : "Blob";
}

function methodOf(api: Api, id: string, operation: AnyOperation, output: string): string {
  const name = `${capital(api.name)}${capital(id)}`;
  const [first, ...others] = mediaTypes(operation);
  const needed = operation.input.safeParse({}).success && operation.accepts === undefined ? "?" : "";
  const plain = `    ${id}(input${needed}: ${name}Input, options?: CallOptions): Promise<Answer<${dataOf(first, output)}>>;\n`;
  const more = others.map(
    (type) =>
      `    ${id}(\n      input: ${name}Input,\n      options: CallOptions<${JSON.stringify(type)}> & { readonly accept: ${JSON.stringify(type)} },\n    ): Promise<Answer<${dataOf(type, output)}>>;\n`,
  );
  const text = [`${operation.summary}.`, operation.description].filter(Boolean).join(" ");
  return comment(text, "    ") + more.join("") + plain;
}

/** Writes the module. */
export function writeOperations(apis: readonly Api[]): string {
  const named: Named = new Map();
  const inputs: string[] = [];
  const methods: string[] = [];
  for (const api of apis) {
    const lines: string[] = [];
    for (const [id, operation] of Object.entries(api.operations)) {
      const name = `${capital(api.name)}${capital(id)}`;
      inputs.push(`export interface ${name}Input ${inputOf(operation, named)}\n`);
      const schema = register(z.toJSONSchema(operation.output, { io: "output" }) as Schema, named);
      lines.push(methodOf(api, id, operation, typeOf(schema, "    ")));
    }
    methods.push(`${comment(api.summary, "  ")}  readonly ${api.name}: {\n${lines.join("")}  };\n`);
  }
  const types = [...named].map(
    ([name, schema]) => `${comment(schema.description, "")}export type ${name} = ${typeOf(schema)};\n`,
  );
  const shapes = apis.map((api) => {
    const rows = Object.entries(api.operations).map(([id, operation]) => {
      const { method, path } = operation;
      const shape = { method, path, files: fileNames(operation.accepts), produces: mediaTypes(operation) };
      return `    ${id}: ${JSON.stringify(shape)},\n`;
    });
    return `  ${api.name}: {\n${rows.join("")}  },\n`;
  });
  const codes = Object.keys(problemKinds).map((code) => JSON.stringify(code));
  return `// Written from the descriptors by \`npm run generate\`; edit those.
import type { Answer, CallOptions, FileInput } from "./quintet.ts";

/** Every code with which a call may be refused. */
export type ProblemCode = ${codes.join(" | ")};

${types.join("\n")}
${inputs.join("\n")}
/** Every operation, by API. */
export interface Operations {
${methods.join("")}}

/** What a call needs to know of its operation. */
export interface Shape {
  readonly method: string;
  readonly path: string;
  readonly files: readonly string[];
  readonly produces: readonly string[];
}

/** The operations as data. */
export const operations: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
${shapes.join("")}};
`;
}
