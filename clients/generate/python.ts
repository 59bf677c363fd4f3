/** Writes `types.py` and `_operations.py`, generated parts of the Python client. */
import { mediaTypes } from "../../src/kit/descriptor.ts";
import type { JsonSchema } from "../../src/kit/json-schema.ts";
import { type ClientAction, type ClientContract, type ClientOperation, isJson, refName } from "./contract.ts";
import { toSync } from "./python-sync.ts";

const KEYWORDS = new Set(
  "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False".split(
    " ",
  ),
);

const scalars: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const pascal = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join("");

/** `dryRun` as Python writes it: `dry_run`; a keyword has an underscore behind it. */
export function snakeCase(name: string): string {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll("-", "_");
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/** A value as Python writes it. */
export const literal = (value: unknown) =>
  typeof value === "boolean" ? (value ? "True" : "False") : value === null ? "None" : JSON.stringify(value);

const oneLine = (text: string) =>
  text.replaceAll(/\s+/g, " ").replaceAll("\\", "\\\\").replaceAll('"""', "'''").trim();

/** The types of a module. Objects without a name of their own get one from the path to them. */
class Types {
  readonly #classes: string[] = [];

  get names(): readonly string[] {
    return this.#classes.flatMap((text) => /^(?:class )?(\w+)/.exec(text)?.[1] ?? []);
  }

  get text(): string {
    return this.#classes.join("\n\n");
  }

  of(schema: JsonSchema, name: string): string {
    if (schema.$ref !== undefined) return `"${refName(schema.$ref)}"`;
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(", ")}]`;
    const parts = schema.anyOf ?? schema.oneOf;
    if (parts !== undefined)
      return this.#union(parts.map((part, i) => this.of(part, i === 0 ? name : name + (i + 1))));
    if (Array.isArray(schema.type)) return this.#union(schema.type.map((type) => scalars[type] ?? "object"));
    if (schema.type === "array") {
      const items = schema.items ?? (schema.prefixItems === undefined ? {} : { anyOf: schema.prefixItems });
      return `List[${this.of(items, `${name}Item`)}]`;
    }
    if (schema.type === "object") return this.#object(schema, name);
    return scalars[String(schema.type)] ?? "object";
  }

  define(name: string, schema: JsonSchema): void {
    if (schema.type === "object" && schema.properties !== undefined) this.#class(name, schema);
    else this.#classes.push(`${name} = ${this.of(schema, `${name}Value`)}`);
  }

  #union(parts: readonly string[]): string {
    const different = [...new Set(parts)];
    const others = different.filter((part) => part !== "None");
    const [only = "None"] = others;
    const joined = others.length > 1 ? `Union[${others.join(", ")}]` : only;
    return others.length < different.length && others.length > 0 ? `Optional[${joined}]` : joined;
  }

  #object(schema: JsonSchema, name: string): string {
    const { properties, additionalProperties: more } = schema;
    if (properties === undefined)
      return `Dict[str, ${typeof more === "object" ? this.of(more, `${name}Value`) : "object"}]`;
    this.#class(name, schema);
    return `"${name}"`;
  }

  #class(name: string, { description, properties = {}, required = [] }: JsonSchema): void {
    const members = Object.entries(properties).map(([key, member]) => {
      const type = this.of(member, name + pascal(key));
      return { key, type: required.includes(key) ? type : `NotRequired[${type}]`, doc: member.description };
    });
    if (members.some(({ key }) => !/^[A-Za-z_]\w*$/.test(key) || KEYWORDS.has(key))) {
      const rows = members.map(({ key, type }) => `        ${JSON.stringify(key)}: ${type},\n`);
      this.#classes.push(`${name} = TypedDict(\n    "${name}",\n    {\n${rows.join("")}    },\n)`);
      return;
    }
    const rows = members.flatMap(({ key, type, doc }) => [
      ...(doc === undefined ? [] : [`    # ${oneLine(doc)}`]),
      `    ${key}: ${type}`,
    ]);
    const doc = description === undefined ? [] : [`    """${oneLine(description)}"""\n`];
    this.#classes.push(
      [`class ${name}(TypedDict):`, ...doc, ...(rows.length > 0 ? rows : ["    pass"])].join("\n"),
    );
  }
}

/** An operation as a method. */
export interface Method {
  readonly one: ClientOperation;
  readonly parameters: readonly {
    readonly wire: string;
    readonly name: string;
    readonly type: string;
    readonly doc: string;
    readonly isNeeded: boolean;
  }[];
  readonly output: string;
  readonly line: string;
}

function methodOf(one: ClientOperation, types: Types): Method {
  const { input, files, name, output } = one;
  const fields = Object.entries(input.properties ?? {}).map(([wire, schema]) => ({
    wire,
    name: snakeCase(wire),
    type: types.of(schema, `${name}Input${pascal(wire)}`),
    doc: schema.description ?? "",
    isNeeded: (input.required ?? []).includes(wire),
  }));
  const parts = files.map((file) => ({
    wire: file.name,
    name: snakeCase(file.name),
    type: "FileInput",
    doc: file.description ?? "A file: bytes, a path, or a file object.",
    isNeeded: false,
  }));
  return {
    one,
    parameters: [...parts, ...fields],
    output: types.of(output, `${name}Output`),
    line: one.line === undefined ? "Dict[str, object]" : types.of(one.line, `${name}Line`),
  };
}

/** The Python type of a response by its media type. */
export function dataOf(mediaType: string, { output, line }: Pick<Method, "output" | "line">): string {
  if (isJson(mediaType)) return output;
  if (mediaType === "application/x-ndjson") return `AsyncLines[${line}]`;
  return /^text\/|xml/.test(mediaType) ? "str" : "bytes";
}

const OPTIONS = `timeout: Optional[float] = None, retries: Optional[int] = None, idempotency_key: Optional[str] = None`;

type Signature = (parameters: readonly string[], accept: string, data: string) => string;

/** The parameters of a method as Python declares them; `fixed` are those with another type. */
export function declared(
  { parameters }: Pick<Method, "parameters">,
  fixed: Readonly<Record<string, string>> = {},
): string[] {
  return parameters.map(({ name, type, isNeeded }) => {
    const own = fixed[name];
    if (own !== undefined) return `${name}: ${own}`;
    return isNeeded ? `${name}: ${type}` : `${name}: Optional[${type}] = None`;
  });
}

/** The ways to give a call its source: a file or the URL of one, not both. One way where it has no choice. */
export function sources({ one, parameters }: Method): Readonly<Record<string, string>>[] {
  const file = one.operation.accepts?.file;
  const url = parameters.find(({ wire }) => wire === "url");
  if (file === undefined || url === undefined) return [{}];
  const name = snakeCase(file);
  return [
    { [name]: "FileInput", [url.name]: "None = None" },
    { [name]: "None = None", [url.name]: url.type },
  ];
}

/** The signatures of an operation, one for each source and media type; `data` gives the type of the data of one. */
export function signatures(
  method: Method,
  data: (mediaType: string) => string,
  signature: Signature,
): string[] {
  const { one, output } = method;
  const [first, ...others] = mediaTypes(one.operation);
  const acceptOf = (type: string, isDefault: boolean) =>
    isDefault ? `accept: Optional[Literal[${literal(type)}]] = None` : `accept: Literal[${literal(type)}]`;
  // `response: "json"` of an operation whose default is a file.
  const choices = one.input.properties?.response?.enum ?? [];
  const isJsonToo = choices.includes("json") && !isJson(first);
  const withoutJson = choices.filter((choice) => choice !== "json").map(literal);
  const fixed: Record<string, string> = isJsonToo
    ? { response: `Optional[Literal[${withoutJson.join(", ")}]] = None` }
    : {};
  return sources(method).flatMap((source) => {
    const own = declared(method, { ...fixed, ...source });
    const variants = others.map((type) => signature(own, acceptOf(type, false), data(type)));
    if (isJsonToo) {
      const inJson = declared(method, { response: 'Literal["json"]', ...source });
      variants.unshift(signature(inJson, "accept: Optional[str] = None", output));
    }
    return [...variants, signature(own, acceptOf(first, true), data(first))];
  });
}

/** One of several signatures of a method. */
export const overload = (signature: string) => `    @overload\n${signature} ...\n`;

function methodText(method: Method): string {
  const { one, parameters } = method;
  const { id, operation, api } = one;
  const [first] = mediaTypes(operation);
  const name = snakeCase(id);
  const data = (type: string) => dataOf(type, method);
  const signature: Signature = (given, accept, type) =>
    `    async def ${name}(self, *, ${[...given, accept, OPTIONS].join(", ")}) -> Answer[${type}]:`;
  const variants = signatures(method, data, signature);
  const overloads = variants.length > 1 ? variants.map(overload) : [];
  const type = overloads.length > 0 ? "Any" : data(first);
  const whole = signature(declared(method), "accept: Optional[str] = None", type);
  const pairs = (all: typeof parameters) => all.map(({ wire, name: own }) => `"${wire}": ${own}`).join(", ");
  const isFile = (wire: string) => one.files.some((file) => file.name === wire);
  const fields = pairs(parameters.filter(({ wire }) => !isFile(wire)));
  const files = pairs(parameters.filter(({ wire }) => isFile(wire)));
  const docs = parameters.map((one) => `            ${one.name}: ${oneLine(one.doc)}`.trimEnd());
  const text = [`${operation.summary}.`, operation.description].filter(Boolean).join(" ");
  return `${overloads.join("\n")}${overloads.length > 0 ? "\n" : ""}${whole}
        """${oneLine(text)}${docs.length > 0 ? `\n\n        Args:\n${docs.join("\n")}\n        ` : ""}"""
        return await self._transport.call(
            _${api.name.toUpperCase()}_${name.toUpperCase()},
            {${fields}},
            {${files}},
            CallOptions(accept, timeout, retries, idempotency_key),
        )
`;
}

const shapeName = ({ api, id }: ClientOperation) =>
  `_${api.name.toUpperCase()}_${snakeCase(id).toUpperCase()}`;

function shapeText({ one }: Method): string {
  const { operation, files } = one;
  const list = (texts: readonly string[]) => `(${texts.map((text) => `${literal(text)},`).join(" ")})`;
  const names = list(files.map(({ name }) => name));
  return `${shapeName(one)} = Shape(${literal(operation.method)}, ${literal(operation.path)}, ${names}, ${list(mediaTypes(operation))}${operation.jsonBody === undefined ? "" : ", True"})`;
}

function jobShapeText({ one }: Method): string {
  return one.isJob ? `    ${literal(`${one.api.name}.${one.id}`)}: ${shapeName(one)},\n` : "";
}

function inputText({ one: { name }, parameters }: Method): string {
  const rows = parameters.map(
    (one) => `    ${one.name}: ${one.isNeeded ? one.type : `NotRequired[${one.type}]`}`,
  );
  return `class ${name}Input(TypedDict):\n    """An item of a batch."""\n\n${rows.join("\n")}`;
}

/** A method of a resource: the parts of the path by place, the query and the body by name. Returns the JSON. */
function actionText({ id, name, contract, parts, input, output }: ClientAction, types: Types): string {
  const { method, path, produces, repeatable, summary, description, fields } = contract;
  const required = input.required ?? [];
  const given = Object.entries(input.properties ?? {}).map(([wire, schema]) => {
    const type = types.of(schema, `${name}Input${pascal(wire)}`);
    const own = snakeCase(wire);
    const isNeeded = required.includes(wire);
    return { wire, own, isNeeded, type, doc: schema.description ?? "" };
  });
  const signature = [
    "self",
    ...parts.map((part) => `${part}: str`),
    "*",
    ...given.map(({ own, type, isNeeded }) =>
      isNeeded ? `${own}: ${type}` : `${own}: Optional[${type}] = None`,
    ),
    OPTIONS,
  ];
  const json = types.of(output, `${name}Output`);
  // A file, where `format` asks for one.
  const data = produces === undefined ? json : `Union[${json}, str, bytes]`;
  const isBody = ({ wire }: { readonly wire: string }) => wire in fields.shape;
  const pairs = (all: typeof given) => all.map(({ wire, own }) => `"${wire}": ${own}`).join(", ");
  const path_ = parts.map((part) => `"${part}": ${part}`).join(", ");
  const query = [path_, pairs(given.filter((one) => !isBody(one)))].filter(Boolean).join(", ");
  const body = Object.keys(fields.shape).length === 0 ? "None" : `{${pairs(given.filter(isBody))}}`;
  const list = (produces ?? ["application/json"]).map((type) => `${literal(type)},`).join(" ");
  const text = oneLine([`${summary}.`, description].filter(Boolean).join(" "));
  const docs = given.map((one) => `            ${one.own}: ${oneLine(one.doc)}`.trimEnd());
  return `    async def ${snakeCase(id)}(${signature.join(", ")}) -> ${data}:
        """${text}${docs.length > 0 ? `\n\n        Args:\n${docs.join("\n")}\n        ` : ""}"""
        answer = await self._transport.call(
            Shape("${method}", "${path}", (), (${list})),
            {${query}},
            {},
            action_options(timeout, retries, idempotency_key, ${body}, ${repeatable === true ? "True" : "False"}),
        )
        data: ${data} = answer.data
        return data
`;
}

/** Resources whose class is written by hand, on top of the generated one. */
const EXTENDED: readonly string[] = ["jobs", "batches"];

/** The beginning of a generated module. */
export const header = `# Generated from the API descriptors by \`npm run generate\`. Edit those.
# ruff: noqa
from __future__ import annotations

import sys
`;
/** Imports names that Python has since 3.11. */
export const typing = (names: string) => `if sys.version_info >= (3, 11):
    from typing import ${names}
else:
    from typing_extensions import ${names}
`;

/** The operations of a contract as methods, with the types that they use. */
export function methodsOf({ operations, types: named }: ClientContract) {
  const types = new Types();
  for (const [name, schema] of named) types.define(name, schema);
  return { types, methods: operations.map((one) => methodOf(one, types)) };
}

function classesOf(contract: ClientContract) {
  const { apis, resources } = contract;
  const { types, methods } = methodsOf(contract);
  const groups = apis.map(({ name, summary }) => {
    const own = methods.filter(({ one }) => one.api.name === name);
    return `class Async${capital(name)}Api:
    """${oneLine(summary)}"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

${own.map((one) => methodText(one)).join("\n")}`;
  });
  const ofResources = resources.map(
    ({ name, summary, actions }) => `class Async${pascal(name)}Actions:
    """${oneLine(summary)}"""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

${actions.map((one) => actionText(one, types)).join("\n")}`,
  );
  const ofOwn = resources.filter(({ name }) => !EXTENDED.includes(name));
  const membersOfResources = ofOwn.map(
    ({ name }) => `        self.${snakeCase(name)} = Async${pascal(name)}Actions(transport)`,
  );
  const members = apis.map(({ name }) => `        self.${name} = Async${capital(name)}Api(transport)`);
  const operationsClass = `class AsyncOperations:
    """Every operation, by API, and every resource of the platform."""

    def __init__(self, transport: AsyncTransport) -> None:
${[...members, ...membersOfResources].join("\n")}
`;
  const classes = [...groups, ...ofResources, operationsClass].join("\n\n");
  return { types, methods, classes };
}

/** The Python module of a contract's types. */
export function writePythonTypes(contract: ClientContract): string {
  const { types, methods } = classesOf(contract);
  const inputs = methods.filter(({ one }) => one.isJob).map(inputText);
  return `"""The types of responses, and of the items of batches."""

${header}from typing import Dict, List, Optional, Union

${typing("Literal, NotRequired, TypedDict")}
from ._files import FileInput

${types.text}

${inputs.join("\n\n")}
`;
}

/** The Python module of a contract's operations and resources. */
export function writePythonOperations(contract: ClientContract): string {
  const { types, methods, classes } = classesOf(contract);
  const used = types.names.filter((name) => classes.includes(`"${name}"`));
  return `${header}from typing import Any, Dict, List, Optional, Union, overload

${typing("Literal")}
from ._async_transport import AsyncLines, AsyncTransport
from ._files import FileInput
from ._sync_transport import Lines, Transport
from ._transport import Answer, CallOptions, Shape, action_options
from .types import ${used.join(", ")}

${methods.map(shapeText).join("\n")}

#: The operations that can run in the background, by name.
JOB_SHAPES: Dict[str, Shape] = {
${methods.map(jobShapeText).join("")}}


${toSync(classes)}

${classes}`;
}
