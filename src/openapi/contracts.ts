import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import type { Access, Contract } from "../kit/contract.ts";
import { isText, pathNames } from "../kit/descriptor.ts";
import { isList, isNeeded, memberSchema, parameterSchema } from "../kit/parameter.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import {
  type Components,
  everyHeader,
  firstSentence,
  type Json,
  type ShownCalls,
  tidy,
} from "./components.ts";
import { always, keyProblems, repeatable } from "./error-codes.ts";
import { capital, idempotencyParameter } from "./input.ts";
import { binary, headersOf, linesOf, replayed, withoutBody } from "./responses.ts";

const ofAccess: Readonly<Record<Access, readonly ProblemCode[]>> = {
  open: [],
  key: [...keyProblems, "rate-limited"],
  session: ["unauthorized", "account-suspended", "forbidden", "rate-limited"],
  admin: ["unauthorized", "forbidden", "rate-limited"],
};

/** The parameters in a path, all of which are IDs; `id`, which most have, as a reference. */
function pathParameters(path: string, components: Components): Json[] {
  return pathNames(path).map((name) => {
    const example = "01a1f985-ace8-7193-a290-1e9daeb3803b";
    const parameter = { name, in: "path", required: true, schema: { type: "string" }, example };
    return name === "id" ? components.add("parameters", "Id", parameter) : parameter;
  });
}

const withBody: ReadonlySet<string> = new Set(["POST", "PATCH"]);

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

function queryParameters({ shape }: z.ZodObject, example: ShownCalls[string] | undefined): Json[] {
  return Object.entries<z.ZodType>(shape).map(([name, member]) => {
    const { description, ...schema } = tidy(parameterSchema(member)) as Json;
    return {
      name,
      in: "query",
      ...(isNeeded(member) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema,
      ...(example?.query?.[name] === undefined ? {} : { example: example.query[name] }),
    };
  });
}

function bodyMember(member: z.ZodType, clears: boolean): Json {
  const { description, ...schema } = tidy(memberSchema(member)) as Json;
  const isNullable = clears ? member.safeParse("").success : !isNeeded(member) && !("default" in schema);
  const about = description === undefined ? {} : { description };
  return { ...about, ...(isNullable ? { anyOf: [schema, { type: "null" }] } : schema) };
}

/** How a form writes its lists: as a text with commas. */
function formEncoding(members: readonly (readonly [string, z.ZodType])[]): Json {
  const lists = members.filter(([, member]) => isList(member));
  if (lists.length === 0) return {};
  return { encoding: Object.fromEntries(lists.map(([name]) => [name, { style: "form", explode: false }])) };
}

function body({ id, fields, clears = false }: Contract, components: Components, example: unknown): Json {
  const all = Object.entries<z.ZodType>(fields.shape);
  if (all.length === 0) return {};
  const required = all.filter(([, member]) => isNeeded(member)).map(([name]) => name);
  const schema = {
    type: "object",
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(all.map(([name, member]) => [name, bodyMember(member, clears)])),
  };
  const reference = { schema: components.add("schemas", `${capital(id)}Body`, schema) };
  const content = {
    "application/json": { ...reference, ...(example === undefined ? {} : { example }) },
    ...(components.isBrief
      ? {}
      : { "application/x-www-form-urlencoded": { ...reference, ...formEncoding(all) } }),
  };
  return { requestBody: { required: required.length > 0, content } };
}

function otherBody(bodies: Readonly<Record<string, string>>, example: unknown, isBrief: boolean): Json {
  const list = (description: string) => ({ schema: { type: "array", description, items: {} }, example });
  const { "application/json": json, ...others } = bodies;
  if (isBrief && json !== undefined) {
    const content = { "application/json": list(`Also accepted: ${Object.keys(others).join(", ")}.`) };
    return { requestBody: { required: true, content } };
  }
  const content = Object.entries(bodies).map(([type, description]) => {
    if (type === "application/json") return [type, list(description)];
    return [type, { schema: { type: "string", description, ...(isText(type) ? {} : { format: "binary" }) } }];
  });
  return { requestBody: { required: true, content: Object.fromEntries(content) } };
}

function contentOf(
  { output, produces }: Contract,
  components: Components,
  example: ShownCalls[string] | undefined,
): Json {
  const schema = components.output(output());
  const shown = { schema, ...components.example(example?.response) };
  const media = (type: string) => {
    if (type === "application/json" || type === "*/*") return shown;
    if (!isText(type)) return { schema: binary };
    if (type.includes("ndjson")) return linesOf(schema, components.example(example?.response));
    return { schema: { type: "string", contentMediaType: type } };
  };
  return Object.fromEntries((produces ?? ["application/json"]).map((type) => [type, media(type)]));
}

/** Adds the description of each contract, with its example, to the paths and components of a document. */
export async function describeContracts(
  contracts: readonly Contract[],
  paths: Json,
  components: Components,
  examples: ShownCalls,
): Promise<void> {
  for (const contract of contracts) {
    await nextTurn();
    const { id, tag, method, path, summary, description, access, query, status } = contract;
    const example = examples[id];
    const inHeader = [
      ...(contract.repeatable === true ? [idempotencyParameter(components)] : []),
      ...Object.entries(contract.requestHeaders ?? {}).map(([name, meaning]) => ({
        name,
        in: "header",
        description: meaning,
        schema: { type: "string" },
      })),
    ];
    const about = components.isBrief ? firstSentence(description) : description;
    const codes = [
      ...contract.errors,
      ...always,
      "storage-unavailable" as const,
      ...(contract.repeatable === true ? repeatable : []),
      ...ofAccess[access],
      ...(withBody.has(method) ? ofBody : []),
    ];
    const all = [...pathParameters(path, components), ...queryParameters(query, example), ...inHeader];
    const headers = {
      ...components.headers(components.common(everyHeader)),
      ...headersOf(contract.headers),
      ...(contract.repeatable === true ? components.headers(components.common(replayed)) : {}),
    };
    const response = {
      description: "Success.",
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      content: contentOf(contract, components, example),
    };
    const described: Json = {
      operationId: id,
      tags: [tag],
      summary,
      ...(about === undefined ? {} : { description: about }),
      ...(all.length === 0 ? {} : { parameters: all }),
      ...(contract.bodies === undefined
        ? {}
        : otherBody(contract.bodies, example?.request, components.isBrief)),
      ...(withBody.has(method) ? body(contract, components, example?.request) : {}),
      responses: {
        [status]: response,
        ...withoutBody(contract.noContent === undefined ? {} : { 204: contract.noContent }),
        ...components.common(withoutBody(contract.redirects)),
        ...components.errors([...new Set(codes)], access === "key", contract.errors),
      },
      ...(access === "key"
        ? components.keySecurity()
        : { security: security[access].map((name) => ({ [name]: [] })) }),
    };
    paths[path] = { ...(paths[path] as Json | undefined), [method.toLowerCase()]: described };
  }
}
