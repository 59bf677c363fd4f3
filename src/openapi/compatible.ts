import type { z } from "zod";
import {
  type AnyOperation,
  type Api,
  type CompatibleAccount,
  type CompatibleOperation,
  fileNames,
  parametersOf,
} from "../kit/descriptor.ts";
import { parameterSchema } from "../kit/parameter.ts";
import { Components, everyHeader, type Json, KEY_SECURITY, tidy } from "./components.ts";
import { contractSchemes } from "./contracts.ts";
import { idempotencyParameter, parameters } from "./input.ts";
import { binary, headersOf, isRepeatable, metered, success } from "./responses.ts";

/** The name under which clients of the other service send the URL of a file. */
function urlName({ synonyms = {} }: AnyOperation): string {
  return Object.keys(synonyms).find((name) => synonyms[name] === "url") ?? "url";
}

function requestBody(operation: AnyOperation): Json {
  const { accepts } = operation;
  if (accepts === undefined) return {};
  const members = parametersOf(operation).map(([name, schema]): [string, unknown] => [
    name === "url" ? urlName(operation) : name,
    tidy(parameterSchema(schema)),
  ]);
  const { base64 } = accepts;
  const inText = base64 === undefined ? {} : { [base64]: { type: "string", contentEncoding: "base64" } };
  const fields = { ...inText, ...Object.fromEntries(members) };
  const files = Object.fromEntries(fileNames(accepts).map((name) => [name, binary]));
  const object = (properties: Json): Json => ({ schema: { type: "object", properties } });
  const others =
    base64 === undefined
      ? {}
      : { "application/json": object(fields), "application/x-www-form-urlencoded": object(fields) };
  const content = { "multipart/form-data": object({ ...files, ...fields }), ...others };
  return { requestBody: { required: true, content } };
}

function failure(schema: z.ZodType, components: Components, headers: Json = {}): Json {
  return {
    default: {
      description: "An error, in the form of the other service.",
      headers: components.headers({ ...everyHeader, ...headers }),
      content: { "application/json": { schema: components.output(schema) } },
    },
  };
}

function describeOperation(
  api: Api,
  { id, operation, errors }: CompatibleOperation,
  components: Components,
): Json {
  const inQuery = operation.accepts === undefined ? parameters(operation) : [];
  const repeated = isRepeatable(api, operation) ? [idempotencyParameter(components)] : [];
  const all = [...inQuery, ...repeated];
  return {
    operationId: id,
    tags: [api.title],
    summary: operation.summary,
    ...(all.length === 0 ? {} : { parameters: all }),
    ...requestBody(operation),
    responses: {
      "200": success(api, operation, components),
      ...failure(errors, components, { ...metered, ...headersOf(operation.headers) }),
    },
    security: KEY_SECURITY,
  };
}

function describeAccount(
  api: Api,
  { id, summary, output, errors }: CompatibleAccount,
  components: Components,
): Json {
  return {
    operationId: id,
    tags: [api.title],
    summary,
    responses: {
      "200": {
        description: "Success.",
        headers: components.headers(everyHeader),
        content: { "application/json": { schema: components.output(output) } },
      },
      ...failure(errors, components),
    },
    security: KEY_SECURITY,
  };
}

/** Describes the operations that APIs have under the contracts of other services, as one OpenAPI 3.1.0 document. */
export function compatibleOpenApi(apis: readonly Api[], baseUrl: string): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const api of apis) {
    for (const one of api.compatible ?? []) {
      const { path, method } = one.operation;
      paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(api, one, components) };
    }
    const { compatibleAccount: account } = api;
    if (account !== undefined) paths[account.path] = { get: describeAccount(api, account, components) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Quintet for clients of other services",
      version: "1.0.0",
      description:
        "The contracts of other services that this server keeps, for clients that were written for those.",
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "Operator of this server", url: `${baseUrl}/docs` },
    },
    servers: [{ url: baseUrl }],
    tags: apis
      .filter(({ compatible = [] }) => compatible.length > 0)
      .map((api) => ({ name: api.title, description: api.summary })),
    paths,
    components: components.toDocument(contractSchemes([], true)),
  };
}
