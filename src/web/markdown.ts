import { deprecationNotes } from "../kit/deprecation.ts";
import { type Api, mediaTypes } from "../kit/descriptor.ts";
import { type ProblemCode, problemKinds } from "../kit/problem-kinds.ts";
import { codesOf } from "../openapi/error-codes.ts";
import { costOf } from "./costs.ts";
import { operationParameters } from "./docs/field-tree.tsx";
import { type Field, fieldRow, insidePath, parameterRow, responseShape } from "./docs/fields.ts";
import { type GuideFacts, guides } from "./docs/guides.ts";
import { markdownBlocks, markdownCode, markdownTable } from "./markdown-parts.ts";
import { snippetsOf } from "./snippets.ts";

/** The overview of the docs as Markdown. */
export function docsMarkdown({ apis, baseUrl }: GuideFacts): string {
  const line = (name: string, title: string, summary: string) =>
    `- [${title}](${baseUrl}/docs/${name}.md): ${summary}`;
  return `# Quintet docs

## APIs

${apis.map(({ name, title, summary }) => line(name, title, summary)).join("\n")}

## Guides

${guides.map(({ slug, title, summary }) => line(slug, title, summary)).join("\n")}

## OpenAPI

- [All APIs](${baseUrl}/suite/openapi.json)
${apis.map(({ title, document }) => `- [${title}](${baseUrl}${document})`).join("\n")}
`;
}

function responseRows(fields: readonly Field[], prefix = ""): string[][] {
  return fields.flatMap((field) => {
    const name = prefix === "" ? field.name : `${prefix}.${field.name}`;
    const notes = field.isRequired ? [] : ["optional"];
    return [fieldRow({ ...field, name }, notes), ...responseRows(field.fields, insidePath(field, prefix))];
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : [markdownTable(head, rows)];
}

function operationMarkdown(api: Api, id: string, baseUrl: string): string {
  const operation = api.operations[id];
  if (operation === undefined) return "";
  const parameters = operationParameters(operation).map((row) => parameterRow(row, row.notes));
  const { aliases = [] } = operation;
  const alsoAt =
    aliases.length === 0 ? "" : ` Also available at ${aliases.map((path) => `\`${path}\``).join(", ")}.`;
  return markdownBlocks([
    `## ${operation.summary}`,
    `\`${operation.method} ${operation.path}\`.${alsoAt}`,
    ...(operation.description === undefined ? [] : [operation.description]),
    ...deprecationNotes(operation.deprecated),
    `Returns ${mediaTypes(operation).join(", ")}. ${costOf(api, operation)}`,
    ...table(["Parameter", "Type", "Description"], parameters),
    ...table(["Response field", "Type", "Description"], responseRows(responseShape(operation).fields)),
    ...operation.examples.flatMap((example) => {
      const [curl] = snippetsOf(api, operation, example, baseUrl);
      if (curl === undefined) return [];
      return [`${example.title} (${example.status ?? 200}):`, markdownCode(curl.text)];
    }),
    `Errors: ${[...new Set(codesOf(api, operation))].map((code) => `\`${code}\``).join(", ")}.`,
  ]);
}

/** The reference of one API as Markdown. */
export function apiMarkdown(api: Api, baseUrl: string): string {
  const guarantees = api.promises.map((promise) => `- ${promise}\n`).join("");
  const operations = Object.keys(api.operations).map((id) => operationMarkdown(api, id, baseUrl));
  return [
    `# ${api.title}\n\n${api.summary}\n\nOpenAPI: ${baseUrl}${api.document}\n`,
    ...operations,
    `## Guarantees\n\n${guarantees}`,
  ].join("\n");
}

/** Every error code as Markdown. */
export function problemsMarkdown(): string {
  const codes = Object.keys(problemKinds) as readonly ProblemCode[];
  const rows = codes.map((code) => {
    const { status, meaning, remedy } = problemKinds[code];
    return [`\`${code}\``, String(status), meaning, remedy];
  });
  const head = ["Code", "Status", "Meaning", "What to do"];
  return `# Error codes\n\n${markdownTable(head, rows)}\n`;
}
