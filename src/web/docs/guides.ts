import { type Api, isMetered } from "../../kit/descriptor.ts";
import { type ProblemCode, problemKinds } from "../../kit/problem-kinds.ts";
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
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Whether calls need a key. */
  readonly metering: boolean;
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

/** The text of a guide as Markdown, with the facts of this server. Links to pages of the site are relative. */
export async function guideMarkdown(
  { slug }: Guide,
  { apis, baseUrl, metering }: GuideFacts,
): Promise<string> {
  const template = await Bun.file(new URL(`./guides/${slug}.md`, import.meta.url)).text();
  const metered = apis.filter((api) =>
    Object.values(api.operations).some((operation) => isMetered(api, operation)),
  );
  const values: Readonly<Record<string, string>> = {
    baseUrl,
    signup: metering ? "/signup" : "/docs/self-hosting",
    operations: operationsTable(apis),
    errors: errorsTable(),
    apiLinks: metered.map(({ name, title }) => `[${title}](/docs/${name})`).join(", "),
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}
