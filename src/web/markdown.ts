import { deprecationNotes } from "../kit/deprecation.ts";
import { type AnyOperation, type Api, mediaTypes, parametersOf } from "../kit/descriptor.ts";
import { type ProblemCode, problemKinds } from "../kit/problem-kinds.ts";
import { type Block, blocksMarkdown } from "./blocks.tsx";
import { costOf } from "./costs.ts";
import { type OverviewOf, overviewOf } from "./overview.ts";
import { takes } from "./parameters.ts";
import { snippetsOf } from "./snippets.ts";

/** The overview of the docs as Markdown. */
export function docsMarkdown(of: OverviewOf): string {
  return `# Quintet docs\n\n${blocksMarkdown(overviewOf(of), of.baseUrl)}`;
}

function fileRows({ accepts, input }: AnyOperation): string[][] {
  if (accepts === undefined) return [];
  const { file, types, base64, others = [] } = accepts;
  const orBase64 = base64 === undefined ? "" : `Or, as Base64 in JSON, \`${base64}\`. `;
  return [
    [`\`${file}\``, `a file: ${types.join(", ")}`, `${orBase64}Either this or url.`],
    ...others.map((name) => [
      `\`${name}\``,
      "a file, as a part of multipart/form-data",
      input.shape[name]?.description ?? "",
    ]),
  ];
}

function operationMarkdown(api: Api, id: string, baseUrl: string): string {
  const operation = api.operations[id];
  if (operation === undefined) return "";
  const parameters = parametersOf(operation).map(([name, schema]) => [
    `\`${name}\``,
    takes(schema),
    schema.description ?? "",
  ]);
  const rows = [...fileRows(operation), ...parameters];
  const blocks: Block[] = [
    { kind: "heading", id, text: `${operation.method} ${operation.path}` },
    { kind: "text", text: [operation.summary, operation.description].filter(Boolean).join(". ") },
    ...deprecationNotes(operation.deprecated).map((text): Block => ({ kind: "text", text })),
    {
      kind: "text",
      text: [
        operation.aliases === undefined
          ? ""
          : `Also at ${operation.aliases.map((path) => `\`${path}\``).join(", ")}.`,
        `Answers ${mediaTypes(operation).join(" or ")}. ${costOf(api, operation)}`,
      ]
        .filter(Boolean)
        .join(" "),
    },
    ...(rows.length === 0 ? [] : [{ kind: "table", head: ["Parameter", "Takes", "Meaning"], rows } as const]),
    ...operation.examples.flatMap((example): Block[] => {
      const [curl] = snippetsOf(api, operation, example, baseUrl);
      const title = `${example.title} (${example.status ?? 200}):`;
      return curl === undefined
        ? []
        : [
            { kind: "text", text: title },
            { kind: "code", id, text: curl.text },
          ];
    }),
    {
      kind: "text",
      text:
        operation.errors.length === 0
          ? "Refuses only what every operation refuses."
          : `Refuses with ${operation.errors.map((code) => `\`${code}\``).join(", ")}.`,
    },
  ];
  return blocksMarkdown(blocks, baseUrl);
}

/** The docs of one API as Markdown. */
export function apiMarkdown(api: Api, baseUrl: string): string {
  const promises = blocksMarkdown([{ kind: "list", items: api.promises }], baseUrl);
  const operations = Object.keys(api.operations).map((id) => operationMarkdown(api, id, baseUrl));
  return [
    `# ${api.title}\n\n${api.summary}\n\nOpenAPI: ${baseUrl}${api.document}\n`,
    ...operations,
    `## Promises\n\n${promises}`,
  ].join("\n");
}

/** Every problem code as Markdown. */
export function problemsMarkdown(): string {
  const codes = Object.keys(problemKinds) as readonly ProblemCode[];
  const rows = codes.map((code) => {
    const { status, meaning, remedy } = problemKinds[code];
    return [`\`${code}\``, String(status), meaning, remedy];
  });
  return `# Problems\n\n${blocksMarkdown([{ kind: "table", head: ["Code", "Status", "Means", "Do"], rows }], "")}`;
}
