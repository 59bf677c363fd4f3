import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import type { Contract } from "../kit/contract.ts";
import { deprecationText } from "../kit/deprecation.ts";
import { type AnyOperation, type Api, isMetered, variantPaths } from "../kit/descriptor.ts";
import { isRecord } from "../kit/record.ts";
import {
  Components,
  firstSentence,
  firstSentences,
  type Json,
  KEY_SECURITY,
  type ShownCalls,
} from "./components.ts";
import { contractSchemes, describeContracts } from "./contracts.ts";
import { capital, FileBody, idempotencyParameter, jsonRequestBody, parameters } from "./input.ts";
import { isRepeatable, responses } from "./responses.ts";

/** The ID of an operation in documents: `seoAudit`. */
export function operationId(api: Api, id: string): string {
  return `${api.name}${capital(id)}`;
}

/** The description of one path of an operation, in brief its first sentence, and whether it is deprecated. */
function describedAs(
  { description, deprecated = {} }: AnyOperation,
  path: `/${string}`,
  isBrief: boolean,
): Json {
  const deprecation = deprecated.operation ?? deprecated.paths?.[path];
  const about = isBrief ? firstSentence(description) : description;
  const parts = [deprecation && deprecationText(deprecation), about].filter((part) => part !== undefined);
  return {
    ...(parts.length === 0 ? {} : { description: parts.join(" ") }),
    ...(deprecation === undefined ? {} : { deprecated: true }),
  };
}

function aliasesOf({ aliases = [], deprecated = {} }: AnyOperation) {
  return Object.groupBy(aliases, (alias) =>
    deprecated.paths?.[alias] === undefined ? "equal" : "deprecated",
  );
}

function common(
  api: Api,
  id: string,
  operation: AnyOperation,
  components: Components,
  example: unknown,
): Json {
  const metered = isMetered(api, operation);
  const { equal } = aliasesOf(operation);
  return {
    operationId: operationId(api, id),
    tags: [api.title],
    summary: operation.summary,
    ...describedAs(operation, operation.path, components.isBrief),
    ...(equal === undefined ? {} : { "x-aliases": equal }),
    responses: responses(api, operation, components, example),
    ...(metered ? components.keySecurity() : { security: [] }),
    ...(metered ? { "x-quota-unit": api.plans?.unit ?? "calls" } : {}),
  };
}

/** Copies responses for another path, without their lists of codes. */
function repeatedResponses(responses: Json): Json {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const { $ref } = response as Json;
      return [status, $ref === undefined ? response : { $ref }];
    }),
  );
}

function describeFile(
  operation: AnyOperation,
  one: Json,
  repeated: readonly Json[],
  components: Components,
): [path: string, described: Json][] {
  const { accepts, path, summary } = operation;
  if (accepts === undefined) return [];
  const id = String(one.operationId);
  const body = new FileBody(operation, accepts, capital(id), components);
  const variants = variantPaths(operation);
  const others = Object.values(variants).map((other) => `\`${other}\``);
  const about = `${one.description ?? ""} JSON and raw bodies are described at ${others.join(" and ")}; every path accepts all of them.`;
  const inQuery = parameters(operation);
  return [
    [path, { ...one, description: about.trim(), ...listed(repeated), requestBody: body.form() }],
    ...Object.entries(variants).map(([variant, other]): [string, Json] => [
      other,
      {
        ...one,
        operationId: id + capital(variant),
        summary: `${summary} (${variant === "json" ? "JSON body" : "the file as the body"})`,
        description: `The same as \`${path}\`.`,
        ...listed(variant === "json" ? repeated : [...inQuery, ...repeated]),
        requestBody: variant === "json" ? body.json() : body.raw(),
        responses: repeatedResponses(one.responses as Json),
      },
    ]),
  ];
}

const listed = (parameters: readonly Json[]): Json => (parameters.length === 0 ? {} : { parameters });

/** An operation on each of its paths that a document has beside deprecated ones. */
function describePaths(
  operation: AnyOperation,
  one: Json,
  repeated: readonly Json[],
  components: Components,
): [path: string, described: Json][] {
  const { accepts, jsonBody, path } = operation;
  if (accepts !== undefined) return describeFile(operation, one, repeated, components);
  if (jsonBody !== undefined) {
    const requestBody = jsonRequestBody(operation, String(one.operationId), components);
    return [[path, { ...one, requestBody }]];
  }
  return [[path, { ...one, ...listed([...parameters(operation), ...repeated]) }]];
}

async function describe(api: Api, paths: Json, components: Components, examples: ShownCalls): Promise<void> {
  for (const [id, operation] of Object.entries(api.operations)) {
    // Requests are handled between operations: the schemas of one take up to 45 ms the first time.
    await nextTurn();
    const repeated = [
      ...(isRepeatable(api, operation) ? [idempotencyParameter(components)] : []),
      ...(isMetered(api, operation) ? components.prefer() : []),
    ];
    const one = common(api, id, operation, components, examples[operationId(api, id)]?.response);
    const described = describePaths(operation, one, repeated, components);
    for (const [i, alias] of (aliasesOf(operation).deprecated ?? []).entries()) {
      const [[, first] = ["", one]] = described;
      described.push([
        alias,
        {
          ...first,
          operationId: `${one.operationId}Deprecated${i + 1}`,
          ...describedAs(operation, alias, components.isBrief),
        },
      ]);
    }
    for (const [path, at] of described) {
      paths[path] = { ...(paths[path] as Json | undefined), [operation.method.toLowerCase()]: at };
    }
  }
}

/** An event that the server sends to webhook endpoints. */
export interface DescribedEvent {
  readonly type: string;
  /** When it is sent. */
  readonly summary: string;
  /** The whole event; it has an ID. */
  readonly schema: z.ZodType;
}

function webhooksOf(events: readonly DescribedEvent[], components: Components): Json {
  const accepted = { description: "Accepted. The event is sent again after any other status." };
  return Object.fromEntries(
    events.map(({ type, summary, schema }) => {
      const content = { "application/json": { schema: components.output(schema) } };
      const requestBody = { required: true, content };
      const operation = { operationId: type, tags: ["Webhooks"], summary, security: [] };
      return [type, { post: { ...operation, requestBody, responses: { "2XX": accepted } } }];
    }),
  );
}

/** Makes components of the parameters that are the same in several operations. Optional ones with an enum lose their example. */
function shareParameters(paths: Json, components: Components): void {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods as Json)) as {
    parameters?: Json[];
  }[];
  // The list of its values is enough.
  for (const one of operations.flatMap(({ parameters = [] }) => parameters)) {
    const hasEnum = isRecord(one.schema) && Object.hasOwn(one.schema, "enum");
    if (hasEnum && one.required !== true) delete one.example;
  }
  const uses = Map.groupBy(
    operations.flatMap(({ parameters = [] }) => parameters.filter(({ $ref }) => $ref === undefined)),
    (parameter) => JSON.stringify(parameter),
  );
  const shared = new Map<string, Json>();
  const isMore = ([, a]: [string, Json[]], [, b]: [string, Json[]]) => b.length - a.length;
  const names = new Set<string>();
  for (const [text, [parameter, ...others]] of [...uses].sort(isMore)) {
    const name = capital(String(parameter?.in)) + capital(String(parameter?.name)).replaceAll("-", "");
    // Another one of this name has more uses.
    if (others.length === 0 || names.has(name)) continue;
    names.add(name);
    shared.set(text, components.add("parameters", name, parameter));
  }
  for (const operation of operations) {
    operation.parameters &&= operation.parameters.map((one) => shared.get(JSON.stringify(one)) ?? one);
  }
}

/** The source of a document. */
export interface DocumentSource {
  readonly title: string;
  readonly version: string;
  readonly apis: readonly Api[];
  readonly baseUrl: string;
  readonly contracts?: readonly Contract[];
  readonly examples?: ShownCalls;
  readonly events?: readonly DescribedEvent[];
  readonly job?: z.ZodType;
}

/** Describes APIs, and endpoints beside them, as one OpenAPI 3.1.0 document, byte for byte the same for the same source. */
export async function openApi(source: DocumentSource): Promise<Json> {
  const { title, version, apis, baseUrl, contracts = [], examples = {}, events = [], job } = source;
  const isBrief = apis.length > 1;
  const paths: Json = {};
  const components = new Components(isBrief, job);
  for (const api of apis) await describe(api, paths, components, examples);
  await describeContracts(contracts, paths, components, examples);
  await nextTurn();
  if (isBrief) shareParameters(paths, components);
  const webhooks = webhooksOf(events, components);
  const keyed = apis.some((api) => api.access === "key");
  // What each API promises, and what the fields of its responses mean, is said in its own document.
  const texts = isBrief
    ? [FIELDS_ELSEWHERE]
    : apis.flatMap(({ summary, promises }) => [summary, ...promises.map((line) => `- ${line}`)]);
  const tags = [...new Set(contracts.map(({ tag }) => tag))];
  return {
    openapi: "3.1.0",
    info: {
      title,
      version,
      description:
        texts.length === 0
          ? "Keys, plans and usage of accounts. Browsers (`Accept: text/html`) get pages and redirects instead of JSON."
          : texts.join("\n"),
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "Operator of this server", url: `${baseUrl}/docs` },
    },
    servers: [{ url: baseUrl }],
    tags: [
      ...apis.map((api) => ({ name: api.title, description: api.summary })),
      ...tags.map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    ],
    ...(isBrief ? { security: KEY_SECURITY } : {}),
    paths: isBrief ? firstSentences(paths) : paths,
    ...(events.length === 0 ? {} : { webhooks: isBrief ? firstSentences(webhooks) : webhooks }),
    components: components.toDocument(contractSchemes(contracts, keyed)),
  };
}

const FIELDS_ELSEWHERE =
  "All APIs in short. Meanings, examples, bounds, headers and the errors of each status are at /docs and in the document of each API, such as /seo/openapi.json. /accounts/openapi.json also has keys, events and signed URLs.\nEvery response has X-Request-Id, metered ones RateLimit, RateLimit-Policy and Quintet-Cost, those to test keys Quintet-Mode, stored ones Idempotency-Replayed.";

const tagDescriptions: Readonly<Record<string, string>> = {
  Accounts: "Sign-up, keys, plans and usage.",
  Keys: "Key management, for keys with the scope `keys`.",
  Operator: "Endpoints for the operator of the server.",
};
