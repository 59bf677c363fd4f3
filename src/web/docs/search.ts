import { type AnyOperation, type Api, fileNames, parametersOf } from "../../kit/descriptor.ts";
import { type ProblemCode, problemKinds } from "../../kit/problem-kinds.ts";
import { type Field, responseShape } from "./fields.ts";
import { type GuideFacts, guideMarkdown, guides } from "./guides.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** One place that the search finds: its title, its page, its URL, and further words to find it by. */
export type SearchEntry = readonly [title: string, page: string, url: string, words: string];

function fieldEntries(api: Api, id: string, fields: readonly Field[], prefix: string): SearchEntry[] {
  const at = `${api.name}-${id}`;
  return fields.flatMap((field) => {
    const path = prefix === "" ? field.name : `${prefix}.${field.name}`;
    const entry: SearchEntry = [
      path,
      api.title,
      `/docs/${api.name}#${at}-response-${path}`,
      "response field",
    ];
    return [entry, ...fieldEntries(api, id, field.fields, path)];
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
      (name): SearchEntry => [name, api.title, `${at}-parameter-${name}`, "parameter"],
    ),
    ...fieldEntries(api, id, responseShape(operation).fields, ""),
  ];
}

/** Everything that the search finds: pages, headings, operations, parameters, response fields and error codes. */
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

/** The most results of one search. */
const MOST = 40;

/**
 * The entries that have every word of a query, best first: an exact title, then a title that begins with the query, then
 * other titles, then the rest. `assets/docs.js` does the same in the browser.
 */
export function search(entries: readonly SearchEntry[], query: string): readonly SearchEntry[] {
  const wanted = query.trim().toLowerCase();
  const words = wanted.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rank = ([title, page, , more]: SearchEntry): number => {
    const low = title.toLowerCase();
    const all = `${low} ${page.toLowerCase()} ${more.toLowerCase()}`;
    if (!words.every((word) => all.includes(word))) return 0;
    if (low === wanted) return 4;
    if (low.startsWith(wanted) || low.endsWith(`.${wanted}`)) return 3;
    return words.every((word) => low.includes(word)) ? 2 : 1;
  };
  return entries
    .map((entry) => ({ entry, points: rank(entry) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}
