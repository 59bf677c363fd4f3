import { STATUS_CODES } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type AnyOperation, type Api, fileNames, parametersOf } from "../../kit/descriptor.ts";
import { type ProblemCode, problemKinds } from "../../kit/problem-kinds.ts";
import type { SearchEntry } from "../assets/search.js";
import { toolsOf } from "../tools/tools.ts";
import { endpointParameters, type Field, readShapes, responseShape } from "./fields.ts";
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
      "Fields",
    ];
    return [entry, ...fieldEntries(of, field.fields, path)];
  });
}

function operationEntries(api: Api, id: string, operation: AnyOperation): SearchEntry[] {
  const at = `/docs/${api.name}#${api.name}-${id}`;
  const names = [...fileNames(operation.accepts), ...parametersOf(operation).map(([name]) => name)];
  const { fields } = responseShape(operation);
  const body = bodyOf(operation.description ?? "");
  return [
    [
      `${operation.method} ${operation.path}`,
      api.title,
      at,
      `${operation.summary}.`,
      "Endpoints",
      fields.length === 0 ? body : `${body}\nResponse fields: ${fields.map(({ name }) => name).join(", ")}.`,
      `${operation.summary} ${operation.aliases?.join(" ") ?? ""}`,
    ],
    ...[...new Set(names)].map(
      (name): SearchEntry => [
        name,
        `${api.title}, ${operation.summary}: parameter`,
        `${at}-parameter-${name}`,
        operation.input.shape[name]?.description ?? "",
        "Fields",
      ],
    ),
    ...fieldEntries({ api, id, operation }, fields, ""),
  ];
}

/** What newcomers call the subject of a page. */
const ALIASES: Readonly<Record<string, string>> = {
  "/docs/quickstart": "start hello first call curl example sample tutorial login account",
  "/docs/keys": "authentication authorization auth token bearer secret header",
  "/docs/keys#get-a-key": "create new lost forgot",
  "/docs/keys#send-a-key": "authentication authorization auth bearer header",
  "/docs/keys#limit-a-key": "whitelist allowlist restrict permission ip",
  "/docs/keys#test-keys": "sandbox mode mock fake staging development environment",
  "/docs/keys#rotate-and-revoke-keys": "leaked stolen exposed compromised replace",
  "/docs/keys#errors": "401 403 unauthorized",
  "/docs/quotas": "pricing cost billing plan credits limits refund",
  "/docs/quotas#costs": "price pricing request charged failed",
  "/docs/quotas#limits": "throttle 402 payment required concurrent parallel requests per second",
  "/docs/errors": "problem status failure exception request id support",
  "/docs/idempotency": "duplicate double twice charge safe retry",
  "/docs/jobs": "async asynchronous background queue bulk poll stuck wait finished failed",
  "/docs/jobs#rules": "expired kept long",
  "/docs/webhooks": "callback event notification push signature received",
  "/docs/webhooks#verify": "signature hmac sha256",
  "/docs/site-audits": "crawl crawler spider website broken links",
  "/docs/retries": "timeout backoff 429 503 again",
  "/docs/clients": "sdk library npm pip typescript javascript node python programming",
  "/docs/clients#browsers": "cors cross origin frontend",
  "/docs/clients#other-languages": "go php ruby java rust csharp dotnet curl rest graphql programming",
  "/docs/cli": "cli terminal shell command install",
  "/docs/endpoints/jobs#jobs-create-a-link-to-the-result-of-a-job": "signed url download share",
  "/docs/mcp": "agent assistant claude chatgpt copilot cursor vscode ide ai llm model context protocol tool",
  "/docs/remove-bg": "removebg rembg migration compatible compatibility",
  "/docs/privacy":
    "gdpr dsgvo ccpa personal data security storage logging erasure compliance soc2 dpa hipaa location",
  "/docs/privacy#retention": "store stored keep files",
  "/docs/self-hosting":
    "docker container kubernetes postgresql sqlite install deploy server host monitoring metrics license open source github operator premise requirements windows linux scale",
  "/docs/self-hosting#configure": "settings env database email folder directory disable workers payments",
  "/docs/self-hosting#deploy":
    "docker compose kubernetes https domain reverse proxy nginx caddy ingress systemd scale replicas balancer horizontal cluster",
  "/docs/self-hosting#back-up-and-upgrade": "restore update migrate version zero downtime rolling deployment",
  "/docs/self-hosting#health-checks": "monitoring metrics prometheus",
  "/docs/uuid": "guid ulid random identifier",
  "/docs/seo":
    "lighthouse pagespeed performance core web vitals meta crawl page audit javascript rendering robots sitemap",
  "/docs/pdf": "text extraction parse parser markdown table ocr scan invoice",
  "/docs/images": "transparent background remover png cutout photo crop",
  "/docs/profiles": "linkedin person company people scraper resume education employee",
  "/docs/products": "amazon asin price history currency marketplace rating review seller buy box scraper",
  "/docs/openapi": "swagger schema postman insomnia yaml json specification download generate",
  "/docs/changelog": "releases versions versioning deprecation breaking feed atom news",
  "/docs/uuid#uuid-decode": "extract time timestamp",
  "/docs/uuid#uuid-v7": "sortable",
  "/problems/invalid-parameter": "missing required value",
  "/problems/invalid-body": "json malformed",
  "/problems/upstream-unreachable": "dns connection",
  "/problems/payload-too-large": "max maximum file size limit upload",
  "/problems/rate-limited": "throttle throttling",
  "/problems/forbidden": "access denied permission",
  "/problems/account-suspended": "blocked banned",
  "/problems/url-not-public": "localhost internal private",
  "/problems/link-invalid": "sign in magic login",
};

/** Markdown of one paragraph as plain text. */
const plainText = (markdown: string) =>
  markdown.replaceAll(/\]\([^()]*\)|[[\]`*\n]/g, (mark) => (mark === "\n" ? " " : ""));

/** The text below a heading, which is searched and quoted: each line is a sentence, a row of a table or a line of code. */
function bodyOf(markdown: string): string {
  let isCode = false;
  const lines = markdown.split("\n").flatMap((line) => {
    const isFence = line.startsWith("```");
    if (isFence) isCode = !isCode;
    if (isFence || /^(?:#+ .*|[| :-]*)$/.test(line)) return [];
    if (isCode) return [line.trim()];
    if (line.startsWith("|")) return [plainText(line.slice(2, -2)).replaceAll(" | ", " · ")];
    return plainText(line).split(/(?<=[.?!:]) (?=\p{Lu})/u);
  });
  // The table of all error codes has nearly every word, and each code has an entry of its own.
  return lines.length > 60 ? "" : lines.join("\n");
}

/** The first sentence of a part of a guide as plain text, or the first cells of its table; empty where it begins with code. */
function firstSentence(part: string): string {
  const [, paragraph = ""] = part.split(/\n\n+/);
  if (!/^(?!```)[[\p{L}`|]/u.test(paragraph)) return "";
  const rows = paragraph.startsWith("|") ? paragraph.trim().split("\n").slice(2) : [];
  if (rows.length > 0) {
    return plainText(rows.map((row) => row.split("|", 2)[1]?.trim()).join(" · ")).slice(0, 160);
  }
  const plain = plainText(paragraph);
  return (/^.{0,160}?[.?](?=\s|$)/.exec(plain)?.[0] ?? plain.slice(0, 160)).replace(/:$/, ".");
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
  // Resources have entries of their own.
  const markdown = await guideMarkdown(guide, { ...facts, resources: () => [] });
  const [first = "", ...parts] = partsOf(markdown);
  const page: SearchEntry = [guide.title, "Guide", url, guide.summary, "Guides", bodyOf(first)];
  const { headings } = renderMarkdown(markdown);
  return [
    page,
    ...headings.map(({ id, text }, i): SearchEntry => {
      const part = parts[i] ?? "";
      return [text, guide.title, `${url}#${id}`, firstSentence(part), "Guides", bodyOf(part)];
    }),
  ];
}

/** The endpoints of the platform with their parameters, on the pages of their resources. */
function resourceEntries(facts: GuideFacts): SearchEntry[] {
  const usage = `/docs/${PLATFORM}#usage-and-plans`;
  const paths: readonly SearchEntry[] = [
    ["GET /usage", "Usage and plans", usage, "Your quotas, and the usage of the last 31 days.", "Endpoints"],
    ["GET /plans", "Usage and plans", usage, "The plans that this server offers.", "Endpoints"],
  ];
  const ofResources = facts.resources().flatMap((resource): SearchEntry[] => {
    const page = resourcePath(resource);
    return [
      [resource.title, "Platform endpoints", page, resource.summary, "Reference"],
      ...Object.values(resource.actions).flatMap((contract): SearchEntry[] => {
        const { method, path, description = "", summary } = contract;
        const at = `${page}#${endpointId(resource, contract)}`;
        return [
          [`${method} ${path}`, resource.title, at, `${summary}.`, "Endpoints", bodyOf(description)],
          ...endpointParameters(contract).flatMap(
            ({ name, place, description: about = "" }): SearchEntry[] =>
              place === "path"
                ? []
                : [[name, `${resource.title}, ${summary}: parameter`, at, about, "Fields"]],
          ),
        ];
      }),
    ];
  });
  return [...ofResources, ...paths];
}

/** Pages outside of the docs: path, title, what it shows, and what people call that. */
const SITE_PAGES = [
  [
    "/status",
    "Status",
    "Uptime, response times and incidents of every API.",
    "availability sla outage down downtime latency reliability",
  ],
  [
    "/benchmarks",
    "Benchmarks",
    "Speed and quality of Quintet beside other programs.",
    "performance fast compare comparison",
  ],
] as const;

/** As above, of servers with accounts. */
const ACCOUNT_PAGES = [
  [
    "/pricing",
    "Pricing",
    "Plans, and what credits buy.",
    "price cost free tier trial calculator buy subscribe subscription cancel annual discount enterprise",
  ],
  [
    "/signup",
    "Sign up or sign in",
    "Your email address is enough.",
    "login log register account password reset forgot oauth google magic link",
  ],
  ["/account", "Your account", "Usage, requests, errors and jobs at a glance.", "dashboard overview"],
  ["/account/keys", "Your keys", "Create, limit, rotate and revoke keys.", "dashboard"],
  [
    "/account/requests",
    "Your requests",
    "The log of your calls in the last 7 days.",
    "history logs debug dashboard",
  ],
  [
    "/account/plan",
    "Your plan",
    "Usage by day, quotas, your plan and its payments.",
    "invoice receipt vat billing payment card subscription upgrade downgrade cancel dashboard",
  ],
  [
    "/account/settings",
    "Your settings",
    "Sessions, audit log, data export, and how to delete your account.",
    "security sign out logout device browser close dashboard",
  ],
] as const;

function pageEntries({ metering }: GuideFacts): SearchEntry[] {
  const pages = [...SITE_PAGES, ...(metering ? ACCOUNT_PAGES : [])];
  return pages.map(([path, title, text, aliases]) => [title, "Page", path, text, "Pages", "", aliases]);
}

/** Index of the search: pages, headings, operations, endpoints, parameters, response fields and error codes. */
export async function searchEntries(facts: GuideFacts): Promise<readonly SearchEntry[]> {
  await readShapes(facts.apis);
  const ofGuides: SearchEntry[] = [];
  for (const guide of guides) {
    await nextTurn();
    ofGuides.push(...(await guideEntries(guide, facts)));
  }
  const ofApis = facts.apis.flatMap((api): SearchEntry[] => [
    [api.title, "API", `/docs/${api.name}`, api.summary, "Reference"],
    ...Object.entries(api.operations).flatMap(([id, operation]) => operationEntries(api, id, operation)),
  ]);
  const codes = Object.keys(problemKinds) as readonly ProblemCode[];
  const ofErrors = codes.map(
    (code): SearchEntry => [
      code,
      "Error code",
      `/problems/${code}`,
      `${problemKinds[code].status} ${problemKinds[code].title}`,
      "Errors",
      bodyOf(`${problemKinds[code].meaning} ${problemKinds[code].remedy}`),
      STATUS_CODES[problemKinds[code].status] ?? "",
    ],
  );
  const ofTools = toolsOf(facts.apis).map(
    ({ tool }): SearchEntry => [
      tool.name,
      "Free tool",
      `/tools/${tool.slug}`,
      tool.lead,
      "Pages",
      "",
      "online try",
    ],
  );
  const entries: readonly SearchEntry[] = [
    ...pageEntries(facts),
    ["Docs", "Overview", "/docs", "Every API and guide.", "Guides", "start"],
    ["Changelog", "Reference", "/docs/changelog", "Changes in each release.", "Guides"],
    ...ofGuides,
    ...resourceEntries(facts),
    ...ofApis,
    ...ofTools,
    ...ofErrors,
  ];
  return entries.map((entry): SearchEntry => {
    const [title, page, url, text, group, body = "", own] = entry;
    const aliases = `${ALIASES[url] ?? ""} ${own ?? ""}`.trim();
    const plain = text.replaceAll("`", "");
    return aliases === ""
      ? [title, page, url, plain, group, body]
      : [title, page, url, plain, group, body, aliases];
  });
}
