import type { ZodType } from "zod";
import type { Contract } from "../../kit/contract.ts";
import { type Api, isMetered, pathNames } from "../../kit/descriptor.ts";
import { type ProblemCode, problemKinds } from "../../kit/problem-kinds.ts";
import { commandOf, hasMethod, type Resource } from "../../kit/resource.ts";
import { VERSION } from "../../kit/version.ts";
import { costOf } from "../costs.ts";

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
  { slug: "clients", title: "Client libraries", summary: "The typed client, and other languages." },
  { slug: "cli", title: "Command line", summary: "Every operation as a command." },
  { slug: "mcp", title: "MCP", summary: "Every operation as a tool for agents." },
  { slug: "remove-bg", title: "Migrate from remove.bg", summary: "Field names, and what differs." },
  { slug: "self-hosting", title: "Self-hosting", summary: "Start, configure and deploy your own server." },
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

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function operationsTable(apis: readonly Api[]): string {
  const rows = apis.flatMap((api) =>
    Object.entries(api.operations).map(([id, operation]) => [
      `[\`${operation.method} ${operation.path}\`](/docs/${api.name}#${api.name}-${id})`,
      operation.summary,
      costOf(api, operation),
    ]),
  );
  return table(["Operation", "Description", "Cost"], rows);
}

function errorsTable(): string {
  const codes = Object.keys(problemKinds) as readonly ProblemCode[];
  const rows = codes.map((code) => [
    `[\`${code}\`](/problems/${code})`,
    String(problemKinds[code].status),
    problemKinds[code].meaning,
    problemKinds[code].remedy,
  ]);
  return table(["Code", "Status", "Meaning", "What to do"], rows);
}

/** The method of an action in the clients; empty where they have none. */
function methodOf({ name }: Resource, action: string, contract: Contract): string {
  if (!hasMethod(contract)) return "";
  const { path, query, fields } = contract;
  const hasInput = Object.keys({ ...query.shape, ...fields.shape }).length > 0;
  return `\`${name}.${action}(${[...pathNames(path), ...(hasInput ? ["…"] : [])].join(", ")})\``;
}

function parameterRows({ query, fields, summary }: Contract): string[][] {
  return Object.entries<ZodType>({ ...query.shape, ...fields.shape }).map(([name, schema]) => [
    `\`${name}\``,
    summary,
    schema.description ?? "",
  ]);
}

/** Each resource of the platform: its endpoints, their parameters, methods of clients and commands. */
function resourcesText(resources: readonly Resource[]): string {
  const sections = resources.map((resource) => {
    const actions = Object.entries(resource.actions);
    const rows = actions.map(([action, contract]) => {
      const command = commandOf(resource, action);
      return [
        `\`${contract.method} ${contract.path}\``,
        contract.summary,
        methodOf(resource, action, contract),
        command === undefined ? "" : `\`quintet ${command}\``,
      ];
    });
    const parameters = actions.flatMap(([, contract]) => parameterRows(contract));
    return [
      `## ${resource.title}`,
      resource.summary,
      table(["Endpoint", "Description", "Client method", "Command"], rows),
      ...(parameters.length === 0 ? [] : [table(["Parameter", "Endpoint", "Description"], parameters)]),
    ].join("\n\n");
  });
  return sections.join("\n\n");
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
  const values: Readonly<Record<string, string>> = {
    baseUrl,
    version: VERSION,
    signup: metering ? "/signup" : "/docs/self-hosting",
    operations: operationsTable(apis),
    errors: errorsTable(),
    resources: resourcesText(resources()),
    apiLinks: metered.map(({ name, title }) => `[${title}](/docs/${name})`).join(", "),
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}
