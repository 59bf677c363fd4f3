import { z } from "zod";
import { jsonBodyOf } from "../kit/call-request.ts";
import { deprecationText } from "../kit/deprecation.ts";
import {
  type Accepts,
  type AnyOperation,
  type Example,
  fileNames,
  parametersOf,
  pathNames,
} from "../kit/descriptor.ts";
import { isNeeded, parameterSchema } from "../kit/parameter.ts";
import { type Components, type Json, tidy } from "./components.ts";
import { binary } from "./responses.ts";

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function exampleValue(text: string, type: unknown): unknown {
  if (type === "integer") return Number(text);
  return type === "boolean" ? text === "true" : text;
}

function shownExamples(operation: AnyOperation): readonly Example[] {
  return operation.examples.filter(({ status = 200 }) => status < 400);
}

function describedAs(name: string, description: unknown, operation: AnyOperation): Json {
  const others = Object.keys(operation.synonyms ?? {}).filter(
    (other) => operation.synonyms?.[other] === name,
  );
  const deprecation = operation.deprecated?.parameters?.[name];
  const parts = [
    ...(deprecation === undefined ? [] : [deprecationText(deprecation)]),
    ...(typeof description === "string" ? [description] : []),
    ...(others.length === 0 ? [] : [`Also accepted as ${others.map((other) => `\`${other}\``).join(", ")}.`]),
  ];
  return {
    ...(parts.length === 0 ? {} : { description: parts.join(" ") }),
    ...(deprecation === undefined ? {} : { deprecated: true }),
  };
}

function bodyMembers(operation: AnyOperation): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    parametersOf(operation).map(([name, schema]) => {
      // Generators make a member with a default a required one, so its description says the default.
      const { description, default: standard, ...rest } = parameterSchema(schema);
      const parts = [description, standard === undefined ? undefined : `Default: ${standard}.`];
      const about = parts.filter((part) => part !== undefined).join(" ");
      return [name, { ...(tidy(rest) as Json), ...describedAs(name, about || undefined, operation) }];
    }),
  );
}

/** The body of an operation that takes a file. `name` begins the names of its components. */
export class FileBody {
  readonly #operation: AnyOperation;
  readonly #accepts: Accepts;
  readonly #name: string;
  readonly #components: Components;
  readonly #members: Readonly<Record<string, Json>>;

  constructor(operation: AnyOperation, accepts: Accepts, name: string, components: Components) {
    this.#operation = operation;
    this.#accepts = accepts;
    this.#name = name;
    this.#components = components;
    this.#members = bodyMembers(operation);
  }

  /** The file, or its URL, in a form. */
  form(): Json {
    const files = fileNames(this.#accepts).map((name, i) => {
      const about = i === 0 ? "The file itself." : this.#operation.input.shape[name]?.description;
      return [name, { ...binary, ...describedAs(name, about, this.#operation) }];
    });
    const schema = this.#schema("Form", Object.fromEntries(files));
    return { required: true, content: { "multipart/form-data": { schema, ...this.#examples({}) } } };
  }

  /** The file as the whole body; its options are in the query. */
  raw(): Json {
    const content = Object.fromEntries(this.#accepts.types.map((type) => [type, { schema: binary }]));
    return { required: true, content };
  }

  json(): Json {
    const { base64, file } = this.#accepts;
    const about = describedAs(base64 ?? "", "The file as Base64, instead of url.", this.#operation);
    const inText =
      base64 === undefined ? {} : { [base64]: { type: "string", contentEncoding: "base64", ...about } };
    const schema = this.#schema("Request", inText, base64 === undefined ? ["url"] : []);
    const url = `https://example.com/${file}`;
    return { required: true, content: { "application/json": { schema, ...this.#examples({ url }) } } };
  }

  /** The schema of one form of the body. The options of all forms are one component. */
  #schema(kind: string, own: Json, required: readonly string[] = []): Json {
    const { url, ...options } = this.#members;
    const all = { type: "object", properties: options };
    const shared = this.#components.add("schemas", `${this.#name}Options`, all);
    const properties = { ...own, ...(url === undefined ? {} : { url }) };
    const more = { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
    return this.#components.add("schemas", `${this.#name}${kind}`, { allOf: [shared, more] });
  }

  #examples(extra: Json): Json {
    const [richest] = shownExamples(this.#operation).toSorted(
      (a, b) => Object.keys(b.input).length - Object.keys(a.input).length,
    );
    const given = Object.entries(richest?.input ?? {}).map(([name, text]) => [
      name,
      exampleValue(text, this.#members[name]?.type),
    ]);
    return { example: { ...extra, ...Object.fromEntries(given) } };
  }
}

/** The body of an operation whose input is one. `id` is that of the operation in the document. */
export function jsonRequestBody(operation: AnyOperation, id: string, components: Components): Json {
  const schema = tidy(z.toJSONSchema(operation.input, { io: "input" })) as Json;
  const [example] = shownExamples(operation);
  const json = components.add("schemas", `${capital(id)}Request`, schema);
  return {
    required: true,
    content: {
      "application/json": { schema: json, example: jsonBodyOf(operation, example?.input ?? {}) },
      "text/plain": { schema: { type: "string" } },
    },
  };
}

const idempotencyKey: Json = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A fresh UUID for each new request. Repeat a request with the same key to get its stored response, for 24 hours, without being charged again.",
  schema: { type: "string", minLength: 1, maxLength: 128, pattern: "^[\\x21-\\x7e]+$" },
};

/** The `Idempotency-Key` header, as a reference. */
export function idempotencyParameter(components: Components): Json {
  return components.add("parameters", "IdempotencyKey", idempotencyKey);
}

/** The parameters in the path and the query, with the values of the examples. */
export function parameters(operation: AnyOperation): Json[] {
  const inPath = pathNames(operation.path);
  const inBody = operation.accepts !== undefined;
  return (
    parametersOf(operation)
      // Where a file is taken, its address stands in the body, in the file's place.
      .filter(([name]) => !inBody || name !== "url")
      .map(([name, schema]) => {
        const { description, ...rest } = parameterSchema(schema);
        const located = inPath.includes(name) ? "path" : "query";
        const text = shownExamples(operation).find((example) => example.input[name] !== undefined)?.input[
          name
        ];
        return {
          name,
          in: located,
          ...(located === "path" || isNeeded(schema) ? { required: true } : {}),
          // A member of the form has the same name, and says the rest.
          ...(inBody ? {} : describedAs(name, description, operation)),
          schema: tidy(rest),
          ...(inBody || text === undefined ? {} : { example: exampleValue(text, rest.type) }),
        };
      })
  );
}
