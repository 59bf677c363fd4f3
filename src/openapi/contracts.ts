import type { z } from "zod";
import type { Access, Contract } from "../kit/contract.ts";
import { isText, pathNames } from "../kit/descriptor.ts";
import { parameterSchema } from "../kit/parameter.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import {
  type Components,
  everyHeader,
  firstSentence,
  type Json,
  type ShownCalls,
  tidy,
} from "./components.ts";
import { idempotencyParameter } from "./input.ts";
import { keyProblems, repeatable, replayed } from "./responses.ts";

const always: readonly ProblemCode[] = [
  "invalid-parameter",
  "invalid-host",
  "method-not-allowed",
  "internal",
  "storage-unavailable",
];

/** Problems of who may not call. */
const ofAccess: Readonly<Record<Access, readonly ProblemCode[]>> = {
  open: [],
  key: [...keyProblems, "rate-limited"],
  session: ["unauthorized", "account-suspended"],
  admin: ["unauthorized", "forbidden"],
};

/** The parameters in a path, all of which are IDs; `id`, which most have, as a reference. */
function pathParameters(path: string, components: Components): Json[] {
  return pathNames(path).map((name) => {
    const example = "01a1f985-ace8-7193-a290-1e9daeb3803b";
    const parameter = { name, in: "path", required: true, schema: { type: "string" }, example };
    return name === "id" ? components.add("parameters", "Id", parameter) : parameter;
  });
}

/** Methods with a body. */
const withBody: ReadonlySet<string> = new Set(["POST", "PATCH"]);

/** Problems of addresses that read a body. */
const ofBody: readonly ProblemCode[] = ["invalid-body", "payload-too-large", "unsupported-media-type"];

const schemes: Readonly<Record<string, Json>> = {
  key: { type: "apiKey", in: "header", name: "X-API-Key" },
  bearer: { type: "http", scheme: "bearer" },
  session: { type: "apiKey", in: "cookie", name: "quintet_session" },
  admin: { type: "http", scheme: "bearer", description: "The ADMIN_TOKEN of this server." },
};

const security: Readonly<Record<Access, readonly string[]>> = {
  open: [],
  key: ["key", "bearer"],
  session: ["session"],
  admin: ["admin"],
};

/** The security schemes that a document needs: of keys where an API has them, and of these contracts. */
export function contractSchemes(contracts: readonly Contract[], isKeyed: boolean): Json {
  const names = new Set([
    ...(isKeyed ? security.key : []),
    ...contracts.flatMap((one) => security[one.access]),
  ]);
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => names.has(name)));
}

function members(schema: z.ZodObject) {
  return Object.entries<z.ZodType>(schema.shape).map(([name, member]) => ({
    name,
    required: !member.safeParse(undefined).success,
    schema: tidy(parameterSchema(member)) as Json,
  }));
}

/** The body of a POST. Bodies of several endpoints are alike: each form of them is a component. */
function body(id: string, fields: z.ZodObject, components: Components, example: unknown): Json {
  const all = members(fields);
  if (all.length === 0) return {};
  const required = all.filter((one) => one.required).map(({ name }) => name);
  const schema = {
    type: "object",
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(all.map((one) => [one.name, one.schema])),
  };
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Body`;
  const reference = { schema: components.add("schemas", name, schema) };
  const content = {
    "application/json": { ...reference, ...(example === undefined ? {} : { example }) },
    "application/x-www-form-urlencoded": reference,
  };
  return { requestBody: { required: required.length > 0, content } };
}

/** The body of a request that is no JSON object: its media types, each with what it has. */
function otherBody(bodies: Readonly<Record<string, string>>, example: unknown): Json {
  const content = Object.entries(bodies).map(([type, description]) => {
    if (type === "application/json")
      return [type, { schema: { type: "array", description, items: {} }, example }];
    return [type, { schema: { type: "string", description, ...(isText(type) ? {} : { format: "binary" }) } }];
  });
  return { requestBody: { required: true, content: Object.fromEntries(content) } };
}

/** The media types of a response: JSON, or others, of which the first has the schema, of the whole body or of one line. */
function contentOf(
  { output, produces }: Contract,
  components: Components,
  example: ShownCalls[string] | undefined,
): Json {
  const shown = { schema: components.output(output), ...components.example(example?.response) };
  if (produces === undefined) return { "application/json": shown };
  const [first, ...others] = produces;
  const rest = others.map((type) => [type, { schema: { type: "string", format: "binary" } }]);
  return { [first]: shown, ...Object.fromEntries(rest) };
}

/** Headers of one response, each with its meaning. */
function headersOf(described: Readonly<Record<string, string>> = {}): Json {
  const entries = Object.entries(described).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return Object.fromEntries(entries);
}

/** Adds the description of each contract, with its example, to the paths and components of a document. */
export function describeContracts(
  contracts: readonly Contract[],
  paths: Json,
  components: Components,
  examples: ShownCalls,
): void {
  for (const contract of contracts) {
    const { id, tag, method, path, summary, description, access, query, fields, status } = contract;
    const example = examples[id];
    const inQuery = members(query).map(({ name, required, schema: { description: about, ...schema } }) => ({
      name,
      in: "query",
      ...(required ? { required } : {}),
      ...(about === undefined ? {} : { description: about }),
      schema,
      ...(example?.query?.[name] === undefined ? {} : { example: example.query[name] }),
    }));
    const inHeader = contract.repeatable === true ? [idempotencyParameter(components)] : [];
    const about = components.isBrief ? firstSentence(description) : description;
    const codes = [
      ...contract.errors,
      ...always,
      ...(contract.repeatable === true ? repeatable : []),
      ...ofAccess[access],
      ...(withBody.has(method) ? ofBody : []),
    ];
    const parameters = [...pathParameters(path, components), ...inQuery, ...inHeader];
    const answer = {
      description: "Success.",
      headers: {
        ...components.headers(everyHeader),
        ...headersOf(contract.headers),
        ...(contract.repeatable === true ? components.headers(replayed) : {}),
      },
      content: contentOf(contract, components, example),
    };
    const described: Json = {
      operationId: id,
      tags: [tag],
      summary,
      ...(about === undefined ? {} : { description: about }),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(contract.bodies === undefined ? {} : otherBody(contract.bodies, example?.request)),
      ...(withBody.has(method) ? body(id, fields, components, example?.request) : {}),
      responses: { [status]: answer, ...components.errors([...new Set(codes)], access === "key") },
      security: security[access].map((name) => ({ [name]: [] })),
    };
    paths[path] = { ...(paths[path] as Json | undefined), [method.toLowerCase()]: described };
  }
}
