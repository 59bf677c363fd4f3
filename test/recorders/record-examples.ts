/**
 * Records the example responses of the OpenAPI documents in `src/apis/examples.json`: each operation is called with one
 * of its examples, as the docs call them, on the samples of the demos. `npm run generate` runs it.
 */
import { z } from "zod";
import { reportOf } from "../../src/apis/seo/site/analyze-site.ts";
import { compareFindings, findingsOf } from "../../src/apis/seo/site/compare-sites.ts";
import { SiteComparison, SiteReport } from "../../src/apis/seo/site/report-schema.ts";
import type { AnyOperation, Api, Example } from "../../src/kit/descriptor.ts";
import type { JsonSchema } from "../../src/kit/json-schema.ts";
import type { ShownCall } from "../../src/kit/resource.ts";
import type { ShownCalls } from "../../src/openapi/components.ts";
import { operationId } from "../../src/openapi/document.ts";
import { sampleInput } from "../../src/web/demo-samples.ts";
import { testCrawl } from "../fixtures/seo/crawl.ts";
import { fetchOf } from "../fixtures/seo/generated-site.ts";
import { openSamples } from "../helpers/demo-send.ts";

/** The longest text of an example, in characters, unless its first sentence is longer. */
const TEXT_MAX = 40;

/** Lists of an object that have an item; the others are empty. */
const LISTS_MAX = 3;

const UUID = /^[\da-f]{8}-[\da-f]{4}-([47])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

/** The UUIDs of RFC 9562's examples. */
const uuids: Readonly<Record<string, string>> = {
  4: "919108f7-52d1-4320-9bac-f847db4148a8",
  7: "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
};

/** The first sentences and lines of a text: as many as are short together, but at least one. */
function firstSentences(text: string): string {
  const sentences = text.split(/(?<=[.!?]) (?=[A-Z])|(?<=\n)/);
  let shown = "";
  for (const sentence of sentences) {
    if (shown.trim() !== "" && shown.length + sentence.length > TEXT_MAX) break;
    shown += `${sentence} `;
  }
  return shown.replaceAll("\n ", "\n").trim();
}

/** A text without what differs from call to call, and short; what has no spaces keeps a length that Base64 allows. */
function shortText(text: string, startedAt: number): string {
  const [, version] = UUID.exec(text) ?? [];
  if (version !== undefined) return uuids[version] ?? text;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && Date.parse(text) >= startedAt)
    return "2026-11-20T09:30:00.000Z";
  if (text.length <= TEXT_MAX) return text;
  return /\s|^https?:/.test(text) ? firstSentences(text) : text.slice(0, TEXT_MAX);
}

/** How much of a value is shown: of a list its first item, of a map its first two entries, of a text its beginning. */
class Excerpt {
  readonly #definitions: NonNullable<JsonSchema["$defs"]>;
  readonly #root: JsonSchema;
  readonly #startedAt: number;
  readonly #listsMax: number;

  constructor(output: z.ZodType, startedAt: number, listsMax = LISTS_MAX) {
    this.#listsMax = listsMax;
    const { $defs = {}, ...root } = z.toJSONSchema(output, { io: "output" }) as JsonSchema;
    this.#definitions = $defs;
    this.#root = root;
    this.#startedAt = startedAt;
  }

  of(value: unknown, schema: JsonSchema | undefined = this.#root): unknown {
    if (typeof value === "string") return shortText(value, this.#startedAt);
    if (typeof value !== "object" || value === null) return value;
    const { items, properties, additionalProperties } = this.#branch(schema, value);
    if (Array.isArray(value)) return value.slice(0, 1).map((item) => this.of(item, items ?? {}));
    const entries = Object.entries(value);
    const isMap = properties === undefined && additionalProperties !== undefined;
    let lists = 0;
    const shown = entries.slice(0, isMap ? 2 : entries.length).map(([name, member]) => {
      if (Array.isArray(member) && ++lists > this.#listsMax) return [name, []];
      const own =
        properties?.[name] ?? (typeof additionalProperties === "object" ? additionalProperties : {});
      // The milliseconds that a call took.
      return [name, name === "ms" ? 180 : this.of(member, own)];
    });
    return Object.fromEntries(shown);
  }

  /** The part of a schema that describes this list or object. */
  #branch(schema: JsonSchema, value: object): JsonSchema {
    if (schema.$ref !== undefined) {
      return this.#branch(this.#definitions[schema.$ref.split("/").at(-1) ?? ""] ?? {}, value);
    }
    const parts = schema.anyOf ?? schema.oneOf;
    if (parts === undefined) return schema;
    const type = Array.isArray(value) ? "array" : "object";
    const branches = parts.map((part) => this.#branch(part, value));
    return branches.find((branch) => branch.type === type) ?? {};
  }
}

/** The input that is shown: of an operation whose response can be a part, an example that asks for one. */
function shownInput(
  api: Api,
  id: string,
  { examples, selects }: AnyOperation,
): Pick<Example, "input" | "file"> {
  const successes = examples.filter(({ status = 200 }) => status === 200);
  const partial = successes.find(({ input }) => selects !== undefined && input[selects] !== undefined);
  const [first] = successes;
  const shown = partial ?? first;
  if (shown === undefined) throw new TypeError(`${api.name}.${id} has no example`);
  return shown.upstream === true ? { input: { ...shown.input, ...sampleInput(api.name, id) } } : shown;
}

/** The response of each operation as JSON, by operation ID: what differs from call to call is fixed, lists are short. */
export async function recordExamples(): Promise<ShownCalls> {
  const startedAt = Date.now();
  const { apis, call } = openSamples();
  const recorded: Record<string, ShownCall> = {};
  for (const api of apis) {
    for (const [id, operation] of Object.entries(api.operations)) {
      const { input, file } = shownInput(api, id, operation);
      const answer = await call(operation, input, { file: file?.make(), mediaType: "application/json" });
      if (answer.status !== 200 || answer.mediaType !== "application/json") {
        throw new TypeError(`${api.name}.${id}: ${answer.status} ${answer.body.slice(0, 500)}`);
      }
      recorded[operationId(api, id)] = {
        response: new Excerpt(operation.output, startedAt).of(JSON.parse(answer.body)),
      };
    }
  }
  return recorded;
}

/** A page that links to others. */
const htmlPage = (title: string, links: readonly string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${links.map((path) => `<a href="${path}">${path}</a>`).join(" ")}`;

/** The findings and the report of a site with these pages, by their paths. */
async function auditSite(pages: Readonly<Record<string, string>>) {
  const headers = { "content-type": "text/html; charset=utf-8" };
  const fetch = fetchOf(({ host, pathname }) => {
    if (host !== "example.com") return undefined;
    const body = pages[pathname];
    return { status: body === undefined ? 404 : 200, headers, body: body ?? "", ttfbMs: 140 };
  });
  const { site } = await testCrawl(fetch, { startUrl: "https://example.com/" });
  return { report: reportOf(site), findings: findingsOf(site) };
}

/** The report of a small site, and its difference to the same site before a link broke. */
export async function recordSiteAudits(): Promise<ShownCalls> {
  const about = htmlPage("About us", ["/"]);
  const before = { "/": htmlPage("Example", ["/blog", "/about"]), "/blog": htmlPage("Blog", ["/"]) };
  const after = { ...before, "/blog": htmlPage("Blog", ["/", "/gone"]) };
  const [first, last] = [
    await auditSite({ ...before, "/about": about }),
    await auditSite({ ...after, "/about": about }),
  ];
  const shown = (output: z.ZodType, value: unknown) =>
    new Excerpt(output, Date.now(), Number.POSITIVE_INFINITY).of(value);
  const comparison = compareFindings(first.findings, last.findings);
  return {
    readSiteAuditReport: { response: shown(SiteReport, last.report) },
    compareSiteAudits: {
      query: { with: "01a1f985-ace8-7193-a290-1e9daeb3803b" },
      response: shown(SiteComparison, comparison),
    },
  };
}

if (import.meta.main) {
  const file = new URL("../../src/apis/examples.json", import.meta.url);
  const recorded = { ...(await recordExamples()), ...(await recordSiteAudits()) };
  await Bun.write(file, `${JSON.stringify(recorded, null, 2)}\n`);
}
