import type { ZodType } from "zod";
import { type AnyOperation, type Api, fileNames, parametersOf } from "../../kit/descriptor.ts";
import { type ProblemCode, problemKinds } from "../../kit/problem-kinds.ts";
import { type SearchEntry, wordsOf } from "../assets/search.js";
import { toolsOf } from "../tools/tools.ts";
import { type Field, responseShape } from "./fields.ts";
import {
  endpointId,
  type Guide,
  type GuideFacts,
  guideMarkdown,
  guides,
  PLATFORM,
  resourcePath,
} from "./guides.ts";
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
      `${operation.method} ${operation.path}`,
      "",
      `${operation.path} ${operation.aliases?.join(" ") ?? ""}`,
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

/** What newcomers call the subject of a page. */
const ALIASES: Readonly<Record<string, string>> = {
  "/docs/quickstart": "start hello first call curl example tutorial login account",
  "/docs/keys": "authentication authorization auth token bearer secret header",
  "/docs/quotas": "pricing cost billing plan credits limits refund",
  "/docs/errors": "problem status failure exception request id support",
  "/docs/idempotency": "duplicate double twice charge safe retry",
  "/docs/keys#get-a-key": "create new lost",
  "/docs/keys#limit-a-key": "whitelist restrict permission ip",
  "/docs/keys#test-keys": "sandbox mode mock fake staging development",
  "/docs/jobs": "async asynchronous background queue bulk poll",
  "/problems/payload-too-large": "max maximum file size limit upload",
  "/problems/rate-limited": "too many requests throttle",
  "/docs/webhooks": "callback event notification signature",
  "/docs/site-audits": "crawl crawler spider website broken links",
  "/docs/retries": "timeout backoff 429 503 again",
  "/docs/clients": "sdk library npm pip typescript javascript node python",
  "/docs/cli": "cli terminal shell command",
  "/docs/mcp": "agent claude ai llm model context protocol tool",
  "/docs/remove-bg": "removebg rembg migration",
  "/docs/self-hosting":
    "docker container kubernetes postgres postgresql sqlite install deploy server host monitoring metrics",
  "/docs/uuid": "guid ulid random identifier",
  "/docs/seo": "lighthouse meta crawl page audit javascript rendering",
  "/docs/pdf": "text extraction markdown table",
  "/docs/images": "transparent background remover png cutout photo",
  "/docs/profiles": "linkedin person company people",
  "/docs/products": "amazon asin price scraper",
  "/docs/openapi": "swagger schema postman yaml json specification download",
  "/docs/changelog": "releases versions feed atom news",
};

/** The words of a text of Markdown, each once, in the order of the alphabet, which compresses well. */
function bodyWords(markdown: string): string {
  const prose = markdown.replaceAll(/\]\([^()]*\)|^#+ .*$/gm, " ");
  return (
    wordsOf(prose)
      // Parts of IDs and secrets in examples are no words.
      .filter((word) => word.length > 1 && !/^(?=.*\d)\w{4,}$/.test(word))
      .sort()
      .join(" ")
  );
}

/** The parts of a guide: its beginning, and the lines from each heading to the next. A line of code is no heading. */
function partsOf(markdown: string): string[] {
  const parts: string[][] = [[]];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    if (!isCode && line.startsWith("##")) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join("\n"));
}

async function guideEntries(guide: Guide, facts: GuideFacts): Promise<SearchEntry[]> {
  const url = `/docs/${guide.slug}`;
  const markdown = await guideMarkdown(guide, facts);
  const [first = "", ...parts] = partsOf(markdown);
  const page: SearchEntry = [guide.title, "Guides", url, guide.summary, bodyWords(first)];
  if (guide.slug === PLATFORM) return [page];
  const { headings } = renderMarkdown(markdown);
  return [
    page,
    ...headings.map(
      ({ id, text }, i): SearchEntry => [text, guide.title, `${url}#${id}`, "", bodyWords(parts[i] ?? "")],
    ),
  ];
}

/** The endpoints of the platform with their parameters, on the pages of their resources. */
function resourceEntries(facts: GuideFacts): SearchEntry[] {
  const usage = `/docs/${PLATFORM}#usage-and-plans`;
  const paths: readonly SearchEntry[] = [
    ["GET /usage", "Usage and plans", usage, "Your quotas, and the usage of the last 31 days."],
    ["GET /plans", "Usage and plans", usage, "The plans that this server offers."],
  ];
  const ofResources = facts.resources().flatMap((resource): SearchEntry[] => {
    const page = resourcePath(resource);
    return [
      [resource.title, "Platform endpoints", page, resource.summary],
      ...Object.values(resource.actions).flatMap((contract): SearchEntry[] => {
        const { method, path, query, fields, description = "", summary } = contract;
        const at = `${page}#${endpointId(resource, contract)}`;
        return [
          [`${method} ${path}`, resource.title, at, summary, bodyWords(description)],
          ...Object.entries<ZodType>({ ...query.shape, ...fields.shape }).map(
            ([name, schema]): SearchEntry => [
              name,
              `${resource.title}, ${summary}: parameter`,
              at,
              schema.description ?? "",
            ],
          ),
        ];
      }),
    ];
  });
  return [...ofResources, ...paths];
}

/** Index of the search: pages, headings, operations, endpoints, parameters, response fields and error codes. */
export async function searchEntries(facts: GuideFacts): Promise<readonly SearchEntry[]> {
  const ofGuides = guides.map((guide) => guideEntries(guide, facts));
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
      bodyWords(`${problemKinds[code].meaning} ${problemKinds[code].remedy}`),
    ],
  );
  const prices: SearchEntry = [
    "Pricing",
    "Quintet",
    "/pricing",
    "Plans, and what credits buy.",
    "",
    "prices cost plans calculator buy subscribe subscription upgrade cancel",
  ];
  const ofTools = toolsOf(facts.apis).map(
    ({ tool }): SearchEntry => [tool.name, "Free tools", `/tools/${tool.slug}`, tool.lead, "", "online try"],
  );
  const entries: readonly SearchEntry[] = [
    ...(facts.metering ? [prices] : []),
    [
      "Benchmarks",
      "Quintet",
      "/benchmarks",
      "Quintet beside other programs.",
      "",
      "speed performance fast compare",
    ],
    ["Docs", "Overview", "/docs", "start"],
    ["OpenAPI", "Reference", "/docs/openapi", "The document of every API."],
    ["Changelog", "Reference", "/docs/changelog", "Changes in each release."],
    ...(await Promise.all(ofGuides)).flat(),
    ...resourceEntries(facts),
    ...ofApis,
    ...ofTools,
    ...ofErrors,
  ];
  return entries.map((entry): SearchEntry => {
    const [title, page, url, text, words = ""] = entry;
    const aliases = ALIASES[url];
    return aliases === undefined ? entry : [title, page, url, text, words, aliases];
  });
}
