import type { Contract } from "../../kit/contract.ts";
import { type Api, isMetered, pathNames } from "../../kit/descriptor.ts";
import { type ProblemCode, problemKinds } from "../../kit/problem-kinds.ts";
import { commandOf, hasMethod, type Resource, type ShownContract, separated } from "../../kit/resource.ts";
import { SOURCE_URL, VERSION } from "../../kit/version.ts";
import { costOf } from "../costs.ts";
import { markdownTable } from "../markdown-parts.ts";
import { endpointParameters, parameterRow, responseShape } from "./fields.ts";

/** A guide of the docs: a Markdown file in the folder `guides`. */
export interface Guide {
  /** The last part of its path, and the name of its file. */
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
}

/** The guides, in the order of the sidebar. */
export const guides: readonly Guide[] = [
  { slug: "quickstart", title: "Quickstart", summary: "Your first metered response in five steps." },
  { slug: "keys", title: "API keys", summary: "Get, send, limit, test, rotate and manage keys." },
  { slug: "quotas", title: "Quotas and costs", summary: "The cost of each call and your remaining quota." },
  { slug: "errors", title: "Errors", summary: "The format of errors, and every error code." },
  { slug: "idempotency", title: "Idempotency", summary: "Retry POST requests without a second charge." },
  { slug: "jobs", title: "Jobs and batches", summary: "Run calls in the background, up to 10,000 at once." },
  { slug: "webhooks", title: "Webhooks", summary: "Get signed events when jobs and batches end." },
  {
    slug: "site-audits",
    title: "Site audits",
    summary: "Audit all pages of a site, and follow the progress.",
  },
  {
    slug: "endpoints",
    title: "Platform endpoints",
    summary: "Every endpoint of jobs, batches, site audits, webhooks and keys.",
  },
  { slug: "retries", title: "Retries", summary: "Which errors to retry, and when." },
  {
    slug: "clients",
    title: "Client libraries",
    summary: "Typed clients for TypeScript and Python, and other languages.",
  },
  { slug: "cli", title: "Command line", summary: "Commands for every API and for your account." },
  { slug: "mcp", title: "MCP", summary: "The APIs as tools for agents." },
  {
    slug: "remove-bg",
    title: "Migrate from remove.bg or rembg",
    summary: "Paths, field names, and what differs.",
  },
  {
    slug: "privacy",
    title: "Data and privacy",
    summary: "What is stored, for how long, and how to export or delete it.",
  },
  { slug: "self-hosting", title: "Self-hosting", summary: "Start, configure and deploy your own server." },
  { slug: "openapi", title: "OpenAPI", summary: "A document for each API, and one for all." },
];

/** Values of the server that guides show. */
export interface GuideFacts {
  readonly apis: readonly Api[];
  resources(): readonly Resource[];
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Whether calls need a key. */
  readonly metering: boolean;
  /** Names of the APIs that are off. */
  readonly off: ReadonlySet<string>;
}

/** The guide that lists the resources of the platform: the search and the page treat its headings as endpoints. */
export const PLATFORM = "endpoints";

/** Reports whether a guide is a reference, which is listed apart from the others. */
export const isReference = ({ slug }: Guide) => [PLATFORM, "openapi"].includes(slug);

function operationsTable(apis: readonly Api[]): string {
  const rows = apis.flatMap((api) =>
    Object.entries(api.operations).map(([id, operation]) => [
      `[\`${operation.method} ${operation.path}\`](/docs/${api.name}#${api.name}-${id})`,
      operation.summary,
      // The column says that it is the cost.
      costOf(api, operation).replace(/^Costs /, ""),
    ]),
  );
  return markdownTable(["Operation", "Description", "Cost"], rows);
}

function documentsTable(apis: readonly Api[]): string {
  const row = (title: string, page: string, path: string) => [
    `[${title}](/docs/${page})`,
    `[JSON](${path}), [YAML](${path.replace(/json$/, "yaml")})`,
  ];
  const isCompatible = apis.some(({ compatible = [] }) => compatible.length > 0);
  return markdownTable(
    ["API", "Document"],
    [
      ...apis.map(({ name, title, document }) => row(title, name, document)),
      row("Accounts, keys, jobs, site audits, webhooks", PLATFORM, "/accounts/openapi.json"),
      ...(isCompatible ? [row("remove.bg and rembg", "remove-bg", "/compatible/openapi.json")] : []),
    ],
  );
}

function errorsTable(): string {
  const codes = Object.keys(problemKinds) as readonly ProblemCode[];
  const rows = codes
    .toSorted((a, b) => problemKinds[a].status - problemKinds[b].status)
    .map((code) => [
      `[\`${code}\`](/problems/${code})`,
      String(problemKinds[code].status),
      // The guide says so of all errors.
      `${problemKinds[code].meaning} ${problemKinds[code].remedy}`.replace(" Nothing is charged.", ""),
    ]);
  return markdownTable(["Code", "Status", "Meaning and fix"], rows);
}

/** The method of an action in the clients; empty where they have none. */
export function methodOf({ name }: Resource, action: string, contract: ShownContract): string {
  if (contract.client !== undefined) return `\`${contract.client.method}\``;
  if (!hasMethod(contract)) return "";
  const { path, query, fields } = contract;
  const hasInput = Object.keys({ ...query.shape, ...fields.shape }).length > 0;
  return `\`${name}.${action}(${[...pathNames(path), ...(hasInput ? ["…"] : [])].join(", ")})\``;
}

/** The parameters of an endpoint, and where each is sent. */
function parametersTable(contract: Contract): string[] {
  const rows = endpointParameters(contract).map((one) => parameterRow(one, [one.place, ...one.notes]));
  return rows.length === 0 ? [] : [markdownTable(["Parameter", "Type", "Description"], rows)];
}

/** The fields of the JSON of a response by their names: their meanings are in the OpenAPI document. */
function responseText({ output, produces = ["application/json"] }: Contract): string[] {
  const { fields } = responseShape({ output: output() });
  if (fields.length === 0 || produces[0] !== "application/json") return [];
  return [`Response fields: ${fields.map(({ name }) => `\`${name}\``).join(", ")}.`];
}

/** The path of the page of a resource. */
export function resourcePath({ name }: Pick<Resource, "name">): `/docs/endpoints/${string}` {
  return `/docs/endpoints/${separated(name, "-")}`;
}

/** The ID of an endpoint on the page of its resource, as Markdown makes it from the heading. */
export function endpointId(resource: Resource, contract: Contract): string {
  return headingId(endpointHeading(resource, contract));
}

/** The ID of a heading: its words in lower case, joined by hyphens. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z\d -]/g, "")
    .replaceAll(" ", "-");
}

/** The heading of an endpoint of the platform on its page. */
export function endpointHeading({ title }: Resource, { summary }: Contract): string {
  return `${title}: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
}

/** One endpoint of the platform: its path, method of clients, command, parameters, response and errors. */
function endpointText(resource: Resource, action: string, contract: ShownContract): string {
  const method = methodOf(resource, action, contract);
  const command = contract.client?.command ?? commandOf(resource, action);
  const errors = contract.errors.map((code) => `[\`${code}\`](/problems/${code})`);
  return [
    `### ${endpointHeading(resource, contract)}`,
    `\`${contract.method} ${contract.path}\` returns ${contract.status}.`,
    ...(contract.description === undefined ? [] : [contract.description]),
    [
      ...(method === "" ? [] : [`Client: ${method}.`]),
      ...(command === undefined ? [] : [`Command: \`quintet ${command}\`.`]),
    ].join(" "),
    ...parametersTable(contract),
    ...Object.entries(contract.bodies ?? {}).map(([type, text]) => `Body \`${type}\`: ${text}`),
    ...responseText(contract),
    ...(contract.noContent === undefined ? [] : [`Response 204: ${contract.noContent}`]),
    ...(errors.length === 0 ? [] : [`Errors: ${errors.join(", ")}.`]),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

/** The reference of a resource of the platform as Markdown. */
export function resourceMarkdown(resource: Resource): string {
  const actions = Object.entries(resource.actions);
  return [
    `## ${resource.title}`,
    resource.summary,
    ...actions.map(([action, contract]) => endpointText(resource, action, contract)),
  ].join("\n\n");
}

/** The text of a guide as Markdown, with the facts of this server. Links to pages of the site are relative. */
export async function guideMarkdown(
  { slug }: Guide,
  { apis, resources, baseUrl, metering }: GuideFacts,
): Promise<string> {
  const template = await Bun.file(new URL(`./guides/${slug}.md`, import.meta.url)).text();
  const metered = apis.filter((api) =>
    Object.values(api.operations).some((operation) => isMetered(api, operation)),
  );
  // Made where the guide names them: some take longer than the rest of the page.
  const values: Readonly<Record<string, () => string>> = {
    baseUrl: () => baseUrl,
    version: () => VERSION,
    signup: () => (metering ? "/signup" : "/docs/self-hosting"),
    operations: () => operationsTable(apis),
    documents: () => documentsTable(apis),
    errors: errorsTable,
    resources: () => resources().map(resourceMarkdown).join("\n\n"),
    ...(SOURCE_URL === undefined
      ? {
          copy: () =>
            "Run these commands in a copy of the source code. If you do not have one, ask the operator of this server.",
        }
      : { git: () => "Git and ", clone: () => `git clone ${SOURCE_URL} quintet\ncd quintet\n` }),
    apiLinks: () => metered.map(({ name, title }) => `[${title}](/docs/${name})`).join(", "),
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]?.() ?? "");
}
