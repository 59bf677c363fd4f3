import { z } from "zod";
import { defineApi } from "../../kit/define-api.ts";
import { type Operations, operation } from "../../kit/descriptor.ts";
import { Encoded } from "../../kit/encoded.ts";
import { fetchProblems } from "../../kit/fetch.ts";
import { commaList } from "../../kit/parameter.ts";
import { textProblems } from "../../kit/text-job.ts";
import type { Browser } from "./audit.ts";
import { Audit } from "./report/schema/audit.ts";
import { Catalogue } from "./report/schema/catalogue.ts";
import { Meta } from "./report/schema/meta.ts";
import { findBrowser, seoSettings } from "./settings.ts";

const VERSION = "1.0.0";
const JSON_TYPE = "application/json";
const HTML_TYPE = "text/html";

const url = z
  .string()
  .min(1)
  .describe("The address of the page: http or https, percent-encoded. It must be on the public internet.");

const auditWith = (browser: Browser | undefined) =>
  operation({
    method: "GET",
    path: "/seo/audit",
    aliases: ["/audit"],
    summary: "Audit a page",
    description: `Fetches the page and the robots.txt of its host, and runs every check of /seo/checks on them. With links=check, links, images, translations, canonical address and sitemap are looked at too, for at most 5 seconds and with at most 20 requests to a host other than the page's own. With format=html, or Accept: ${HTML_TYPE}, the report is a page to print.`,
    input: z.object({
      url,
      links: z.enum(["skip", "check"]).default("skip").describe("Whether to fetch what the page refers to."),
      keyword: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe("A word or phrase: content.keyword tells where the page says it. Never scored."),
      fields: commaList(Object.keys(Audit.shape), { text: z.string().min(1).max(500), unique: true })
        .optional()
        .describe("Members of the JSON answer to send, such as score,title,findings; all where left out."),
      render: z
        .enum(["off", "auto"])
        .default("off")
        .describe(
          "auto: if scripts draw the page and this server has a browser, the report is of the rendered page.",
        ),
      format: z.enum(["json", "html"]).optional().describe("Overrides the Accept header."),
    }),
    output: Audit,
    selects: "fields",
    produces: [JSON_TYPE, HTML_TYPE],
    errors: [...fetchProblems, "not-html", ...textProblems],
    examples: [
      { title: "A page", input: { url: "https://example.com/" }, upstream: true },
      {
        title: "With its links",
        input: { url: "https://example.com/", links: "check" },
        upstream: true,
      },
      {
        title: "The score and what to mend, with a keyword",
        input: { url: "https://example.com/", keyword: "example", fields: "score,findings,content" },
        upstream: true,
      },
      {
        title: "A field that there is none of",
        input: { url: "https://example.com/", fields: "points" },
        status: 400,
      },
      { title: "No address", input: { url: "example" }, status: 400 },
      { title: "A private address", input: { url: "http://127.0.0.1/" }, status: 400 },
    ],
    async run(input, context) {
      const { audit } = await import("./audit.ts");
      const { pick } = await import("./report/fields.ts");
      const { url, links, keyword, render } = input;
      const options = { followLinks: links === "check", keyword, render: render === "auto", browser };
      const report = await audit(context, url, options);
      const asHtml = input.format === undefined ? context.mediaType === HTML_TYPE : input.format === "html";
      if (!asHtml) return new Encoded(JSON.stringify(pick(report, input.fields)), JSON_TYPE);
      const { printReport } = await import("./report/print/report.ts");
      return new Encoded(printReport(report), HTML_TYPE);
    },
  });

const operations: Operations = {
  meta: operation({
    method: "GET",
    path: "/seo/meta",
    aliases: ["/meta"],
    summary: "Read the head of a page",
    description:
      "Title, description, canonical address, robots, social tags, translations, feeds and every meta, without checks.",
    input: z.object({ url }),
    output: Meta,
    errors: [...fetchProblems, "not-html", ...textProblems],
    examples: [
      { title: "A page", input: { url: "https://example.com/" }, upstream: true },
      { title: "Another scheme", input: { url: "ftp://example.com/" }, status: 400 },
    ],
    async run(input, context) {
      const { meta } = await import("./audit.ts");
      return meta(context, input.url);
    },
  }),
  checks: operation({
    method: "GET",
    path: "/seo/checks",
    summary: "The catalogue of checks",
    cost: 0,
    description:
      "Every check with its threshold, points, effort and source, and how the score is made. Free.",
    input: z.object({}),
    output: Catalogue,
    errors: [],
    cacheControl: "public, max-age=3600",
    examples: [{ title: "All", input: {} }],
    async run() {
      const { catalogue } = await import("./audit.ts");
      return catalogue();
    },
  }),
};

/** The SEO audit. What does the work is loaded with the first call: the rest of the suite starts without it. */
export const seo = defineApi({
  name: "seo",
  title: "Quintet SEO",
  version: VERSION,
  summary:
    "Audit a page for search engines: facts as a browser sees them, evidence for every finding, a score that adds up.",
  document: "/seo/openapi.json",
  promises: [
    "Facts are read from the tree that a browser builds, in every encoding of the web and every script.",
    "The points of all findings add up to 100 less the score. The same bytes and headers give the same score.",
    "Every finding says where it is, what it costs, how much work the fix is and who says so.",
    "An HTTP error of the page is an answer with a verdict. An address that does not answer is an error and costs nothing.",
    "The page is read as it is sent. If scripts draw it, the report says so and why, and findings about its text cost nothing. With render=auto, a server that has a browser reports the rendered page.",
    "At most 2 MB of HTML are analysed.",
  ],
  plans: {
    unit: "calls",
    freePerMonth: 100,
    credits: 2,
    single: { title: "SEO audit", price: 5, limit: 5_000 },
    tiers: {
      free: { title: "SEO audit, free", price: 0, limit: 50 },
      starter: { title: "SEO audit, Starter", price: 9, limit: 5_000 },
      pro: { title: "SEO audit, Pro", price: 29, limit: 50_000 },
    },
  },
  settings: seoSettings,
  create(settings, deps) {
    const path = findBrowser(settings, deps);
    const browser = path === undefined ? undefined : { path, userAgent: deps.userAgent };
    return { operations: { audit: auditWith(browser), ...operations } };
  },
});
