import { z } from "zod";
import { listText, textValue } from "../kit/parameter.ts";

/** The API that crawls, and the schemas that it contributes to the contracts. */
export interface CrawlingApi {
  /** Its name. Pages are charged as its calls, and keys need its scope. */
  readonly name: string;
  report(): z.ZodObject;
  comparison(): z.ZodType;
  /** A report and a comparison, as documents show them. */
  readonly examples: { readonly report: unknown; readonly comparison: unknown };
  readonly tables: readonly [string, ...string[]];
  /** The most pages of one audit. */
  readonly pagesMax: number;
  /** Whether a text is a pattern of `include` and `exclude`. */
  isPattern(text: string): boolean;
}

/** The schemas of responses, made for the first document or tool. */
export const siteAuditResponses = (): typeof import("./site-audit-responses.ts") =>
  require("./site-audit-responses.ts");

const PATTERNS_MAX = 50;

/** The media types of a report, by the values of `format`. */
export const reportTypes = {
  json: "application/json",
  csv: "text/csv",
  zip: "application/zip",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  html: "text/html",
} as const;
export type ReportFormat = keyof typeof reportTypes;

function patterns({ isPattern }: CrawlingApi, describe: string) {
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
export function optionFields(schemas: CrawlingApi) {
  return {
    url: z
      .string()
      .min(1)
      .max(2_000)
      .describe(
        "The start URL, usually the home page of the site: http or https. It must be on the public internet.",
      ),
    maxPages: z
      .int()
      .min(1)
      .max(schemas.pagesMax)
      .default(500)
      .describe("The maximum number of pages to read. Each costs one call."),
    maxDepth: z
      .int()
      .min(0)
      .max(100)
      .default(20)
      .describe("The maximum number of clicks from the start URL to a page."),
    subdomains: z
      .boolean()
      .default(false)
      .describe("Whether subdomains belong to the site. The host with `www.` and the one without always do."),
    include: patterns(
      schemas,
      "Reads only URLs that match one of these patterns, separated by commas, such as `/blog/`. `*` matches any characters, a final `$` the end of the URL.",
    ),
    exclude: patterns(schemas, "Skips URLs that match one of these patterns, separated by commas."),
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
      .describe("Whether images, scripts, style sheets and links to other sites are checked. Free."),
  };
}
export type CrawlOptions = z.output<z.ZodObject<ReturnType<typeof optionFields>>>;
