import { type AnyOperation, type Api, fileNames, parametersOf } from "../../kit/descriptor.ts";
import { type ProblemCode, problemKinds } from "../../kit/problem-kinds.ts";
import type { SearchEntry } from "../assets/search.js";
import { type Field, responseShape } from "./fields.ts";
import { type GuideFacts, guideMarkdown, guides } from "./guides.ts";
import { renderMarkdown } from "./render-markdown.ts";

interface OperationIn {
  readonly api: Api;
  readonly id: string;
  readonly operation: AnyOperation;
}

function fieldEntries(of: OperationIn, fields: readonly Field[], prefix: string): SearchEntry[] {
  const { api, id, operation } = of;
  return fields.flatMap((field) => {
    const path = prefix === "" ? field.name : `${prefix}.${field.name}`;
    const entry: SearchEntry = [
      path,
      `${api.title}, ${operation.summary}: response field`,
      `/docs/${api.name}#${api.name}-${id}-response-${path}`,
      field.description ?? "",
    ];
    return [entry, ...fieldEntries(of, field.fields, path)];
  });
}

function operationEntries(api: Api, id: string, operation: AnyOperation): SearchEntry[] {
  const at = `/docs/${api.name}#${api.name}-${id}`;
  const names = [...fileNames(operation.accepts), ...parametersOf(operation).map(([name]) => name)];
  return [
    [
      operation.summary,
      api.title,
      at,
      `${operation.method} ${operation.path} ${operation.aliases?.join(" ") ?? ""}`,
    ],
    ...[...new Set(names)].map(
      (name): SearchEntry => [
        name,
        `${api.title}, ${operation.summary}: parameter`,
        `${at}-parameter-${name}`,
        operation.input.shape[name]?.description ?? "",
      ],
    ),
    ...fieldEntries({ api, id, operation }, responseShape(operation).fields, ""),
  ];
}

/** Index of the search: pages, headings, operations, parameters, response fields and error codes. */
export async function searchEntries(facts: GuideFacts): Promise<readonly SearchEntry[]> {
  const ofGuides = guides.map(async (guide): Promise<SearchEntry[]> => {
    const url = `/docs/${guide.slug}`;
    const { headings } = renderMarkdown(await guideMarkdown(guide, facts));
    return [
      [guide.title, "Guides", url, guide.summary],
      ...headings.map(({ id, text }): SearchEntry => [text, guide.title, `${url}#${id}`, ""]),
    ];
  });
  const ofApis = facts.apis.flatMap((api): SearchEntry[] => [
    [api.title, "APIs", `/docs/${api.name}`, api.summary],
    ...Object.entries(api.operations).flatMap(([id, operation]) => operationEntries(api, id, operation)),
  ]);
  const codes = Object.keys(problemKinds) as readonly ProblemCode[];
  const ofErrors = codes.map(
    (code): SearchEntry => [
      code,
      "Errors",
      `/problems/${code}`,
      `${problemKinds[code].title} ${problemKinds[code].status}`,
    ],
  );
  return [
    ["Docs", "Overview", "/docs", "start"],
    ["OpenAPI", "Reference", "/docs/openapi", "yaml json download specification"],
    ["Changelog", "Reference", "/docs/changelog", "releases versions feed atom"],
    ...(await Promise.all(ofGuides)).flat(),
    ...ofApis,
    ...ofErrors,
  ];
}
