import type { JsonSchema } from "../kit/json-schema.ts";
import type { Json } from "./components.ts";

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

interface Media {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
}

/** The parts of our OpenAPI document that a collection uses. */
interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly [{ readonly url: string }];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}

/** The members of a body's schema, those of its parts included. */
function membersOf(schema: JsonSchema | undefined, document: Document): [string, JsonSchema][] {
  if (schema === undefined) return [];
  const { $ref, allOf = [], properties = {} } = schema;
  if ($ref !== undefined) {
    return membersOf(document.components.schemas?.[$ref.split("/").at(-1) ?? ""], document);
  }
  return [...allOf.flatMap((part) => membersOf(part, document)), ...Object.entries(properties)];
}

/** The value of the example; text, as Postman has it. */
const exampleOf = ({ example }: Parameter) => (example === undefined ? "" : String(example));

function bodyOf(operation: Operation, document: Document): Json {
  const [[type, media] = ["", {} as Media]] = Object.entries(operation.requestBody?.content ?? {});
  if (type === "") return {};
  if (type === "multipart/form-data") {
    const formdata = membersOf(media.schema, document).map(([key, { format, description }]) => ({
      key,
      type: format === "binary" ? "file" : "text",
      ...(format === "binary" ? { src: [] } : { value: "" }),
      disabled: format !== "binary",
      ...(description === undefined ? {} : { description }),
    }));
    return { body: { mode: "formdata", formdata } };
  }
  if (type !== "application/json") return { body: { mode: "file", file: {} } };
  const raw = JSON.stringify(media.example ?? {}, null, 2);
  return { body: { mode: "raw", raw, options: { raw: { language: "json" } } } };
}

function requestOf(path: string, method: string, operation: Operation, document: Document): Json {
  const { parameters = [], summary, description, security } = operation;
  const query = parameters.filter((one) => one.in === "query");
  const variables = parameters.filter((one) => one.in === "path");
  const described = ({ name, description: about }: Parameter) => ({
    key: name,
    ...(about === undefined ? {} : { description: about }),
  });
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ":$1");
  const url = {
    raw: `{{baseUrl}}/${segments}`,
    host: ["{{baseUrl}}"],
    path: segments.split("/"),
    query: query.map((one) => ({
      ...described(one),
      value: exampleOf(one),
      disabled: one.required !== true,
    })),
    variable: variables.map((one) => ({ ...described(one), value: exampleOf(one) })),
  };
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      ...(description === undefined ? {} : { description }),
      ...(security.length === 0 ? { auth: { type: "noauth" } } : {}),
      header: [],
      url,
      ...bodyOf(operation, document),
    },
  };
}

/**
 * Converts our OpenAPI document to a Postman collection (format 2.1.0): a folder for each tag, `baseUrl` and
 * `key` as variables.
 */
export function postmanCollection(openApi: Json): Json {
  const document = openApi as unknown as Document;
  const { info, servers, paths } = document;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0] ?? info.title,
      item: requestOf(path, method, operation, document),
    })),
  );
  return {
    info: {
      name: info.title,
      version: info.version,
      description: info.description,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{key}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: servers[0].url },
      { key: "key", value: "" },
    ],
    item: [...Map.groupBy(all, ({ tag }) => tag)].map(([name, of]) => ({
      name,
      item: of.map(({ item }) => item),
    })),
  };
}
