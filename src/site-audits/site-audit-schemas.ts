import { z } from "zod";
import { type CrawlOptions as CrawlSettings, PAGES_MAX } from "../apis/seo/site/crawl.ts";
import { listText, textValue } from "../kit/parameter.ts";

/** The schemas of responses, made for the first document or tool. */
export const siteAuditResponses = (): typeof import("./site-audit-responses.ts") =>
  require("./site-audit-responses.ts");

/** The schemas of reports, which the API of the crawler has. */
export const reportSchemas = (): typeof import("../apis/seo/site/report-schema.ts") =>
  require("../apis/seo/site/report-schema.ts");

const PATTERNS_MAX = 50;
const PATTERN_MAX = 300;

/** Whether a text is a pattern: it starts with `/`, `*` or a scheme; `*` matches any characters, a final `$` the end. */
function isPattern(text: string): boolean {
  return text.length <= PATTERN_MAX && /^(?:\/|\*|https?:\/\/)/.test(text);
}

/** The media types of a report, by the values of `format`. */
export const reportTypes = {
  json: "application/json",
  csv: "text/csv",
  zip: "application/zip",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  html: "text/html",
} as const;
export type ReportFormat = keyof typeof reportTypes;

function patterns(describe: string) {
  const text = z.string().min(1).max(4_000);
  return textValue(listText(text), (given, reject): readonly string[] => {
    const all = given.split(",").map((one) => one.trim());
    if (all.length <= PATTERNS_MAX && all.every(isPattern)) return all;
    return reject(`must be 1 to ${PATTERNS_MAX} patterns, each with / or * or http at its start`);
  })
    .optional()
    .describe(describe);
}

/** The options of a crawl, as requests have them. */
export const optionFields = {
  url: z
    .string()
    .min(1)
    .max(2_000)
    .describe("The start URL, usually the home page: http or https. It must be on the public internet."),
  maxPages: z
    .int()
    .min(1)
    .max(PAGES_MAX)
    .default(500)
    .describe("The maximum number of pages to read. Each costs one call."),
  maxDepth: z.int().min(0).max(100).default(20).describe("The maximum clicks from the start URL to a page."),
  subdomains: z
    .boolean()
    .default(false)
    .describe("Whether subdomains belong to the site. The host with `www.` and the one without always do."),
  include: patterns(
    "Reads only URLs that match one of these patterns, separated by commas, such as `/blog/`. `*` matches any characters, a final `$` the end.",
  ),
  exclude: patterns("Skips URLs that match one of these patterns, separated by commas."),
  delayMs: z
    .int()
    .min(100)
    .max(10_000)
    .default(500)
    .describe(
      "Milliseconds between two requests to one host. A longer `Crawl-delay` in robots.txt takes precedence.",
    ),
  checkLinks: z
    .boolean()
    .default(true)
    .describe("Also checks images, scripts, style sheets and links to other sites. Free."),
};
export type CrawlOptions = z.output<z.ZodObject<typeof optionFields>>;

/** The options of a crawl as they are stored. */
export function storedOptions({
  url,
  delayMs,
  checkLinks,
  include = [],
  exclude = [],
  ...options
}: CrawlOptions) {
  const stored: CrawlSettings = {
    startUrl: url,
    ...options,
    include,
    exclude,
    pace: 1_000 / delayMs,
    checkResources: checkLinks,
  };
  return JSON.stringify(stored);
}
