import { z } from "zod";
import type { Context } from "../../kit/context.ts";
import { defineApi } from "../../kit/define-api.ts";
import { type Operations, operation } from "../../kit/descriptor.ts";
import { fetchProblems } from "../../kit/fetch.ts";
import { commaList, invalidParameter } from "../../kit/parameter.ts";
import { textProblems } from "../../kit/text-job.ts";
import type { Browser } from "./audit.ts";
import type { Audit } from "./report/schema/audit.ts";
import { findBrowser, seoSettings } from "./settings.ts";

const VERSION = "1.2.0";
const JSON_TYPE = "application/json";
const HTML_TYPE = "text/html";

const audits = (): typeof import("./report/schema/audit.ts") => require("./report/schema/audit.ts");
const metas = (): typeof import("./report/schema/meta.ts") => require("./report/schema/meta.ts");
const catalogues = (): typeof import("./report/schema/catalogue.ts") =>
  require("./report/schema/catalogue.ts");
const agents = (): typeof import("./report/agent-checks.ts") => require("./report/agent-checks.ts");

const url = z
  .string()
  .min(1)
  .describe("The URL of the page: http or https, percent-encoded. It must be on the public internet.");

/** Stores a report for its link. Throws `invalid-parameter` where nothing can be stored, as in local calls. */
async function shareReport(report: Audit, context: Context) {
  const { shareReport } = context;
  if (shareReport === undefined)
    throw invalidParameter("share", "share works only in calls to a server. Leave it out.");
  const { printReport } = await import("./report/print/report.ts");
  return { share: (await shareReport(printReport(report), report.url)) ?? null };
}

const auditWith = (browser: Browser | undefined) =>
  operation({
    method: "GET",
    path: "/seo/audit",
    aliases: ["/audit"],
    summary: "Audit a page",
    description: `Runs the checks of \`/seo/checks\` on the page and its robots.txt. \`links=check\` adds those that request other URLs (links, images, translations, canonical URL, sitemap): for at most 5 seconds, with at most 20 requests to each other host. With \`format=html\`, or \`Accept: ${HTML_TYPE}\`, it returns the report as a printable page.`,
    input: z.object({
      url,
      links: z
        .enum(["skip", "check"])
        .default("skip")
        .describe("Whether to check links, images and other URLs on the page."),
      keyword: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe("A word or phrase. `content.keyword` shows where the page uses it. Never scored."),
      fields: commaList(() => Object.keys(audits().Audit.shape), {
        text: z.string().min(1).max(500),
        unique: true,
      })
        .optional()
        .describe("The fields of the JSON response to return, such as `score,title,findings`. Default: all."),
      render: z
        .enum(["off", "auto"])
        .default("off")
        .describe(
          "`auto` renders pages that need scripts and audits the result, if this server has a browser.",
        ),
      format: z
        .enum(["json", "html"])
        .optional()
        .describe("The format of the response. Overrides the `Accept` header."),
      share: z
        .boolean()
        .default(false)
        .describe("`true` adds a link to the report as a page. Anyone with the link can open it for 7 days."),
    }),
    get output() {
      return audits().Audit;
    },
    hiddenFromAgents: ["format"],
    selects: "fields",
    produces: [JSON_TYPE, HTML_TYPE],
    errors: [...fetchProblems, "not-html", ...textProblems, "too-many-shared-reports"],
    examples: [
      { title: "A page", input: { url: "https://example.com/" }, upstream: true },
      {
        title: "With a link to its report",
        input: { url: "https://example.com/", share: "true", fields: "score" },
        upstream: true,
      },
      {
        title: "Check links",
        input: { url: "https://example.com/", links: "check", fields: "links" },
        upstream: true,
      },
      {
        title: "Score and findings, with a keyword",
        input: { url: "https://example.com/", keyword: "tea", fields: "score,findings,content" },
        upstream: true,
      },
      {
        title: "Unknown field",
        input: { url: "https://example.com/", fields: "points" },
        status: 400,
      },
      { title: "Invalid URL", input: { url: "example" }, status: 400 },
      { title: "Private address", input: { url: "http://127.0.0.1/" }, status: 400 },
    ],
    async sample(input, context) {
      const { sampleAudit } = await import("./sample-responses.ts");
      return sampleAudit(input, context);
    },
    async run(input, context) {
      const { audit } = await import("./audit.ts");
      const { auditResponse } = await import("./report/response.ts");
      const { url, links, keyword, render } = input;
      const options = { followLinks: links === "check", keyword, render: render === "auto", browser };
      const report = await audit(context, url, options);
      const share = input.share ? await shareReport(report, context) : undefined;
      return auditResponse({ ...report, ...share }, input, context.mediaType);
    },
  });

const operations: Operations = {
  meta: operation({
    method: "GET",
    path: "/seo/meta",
    aliases: ["/meta"],
    summary: "Get a page's metadata",
    description:
      "Returns title, description, canonical URL, robots, social tags, translations, feeds and all meta tags, without checks.",
    input: z.object({ url }),
    get output() {
      return metas().Meta;
    },
    errors: [...fetchProblems, "not-html", ...textProblems],
    examples: [
      { title: "A page", input: { url: "https://example.com/" }, upstream: true },
      { title: "Unsupported scheme", input: { url: "ftp://example.com/" }, status: 400 },
    ],
    async sample({ url }, context) {
      const { sampleMeta } = await import("./sample-responses.ts");
      return sampleMeta(url, context);
    },
    async run(input, context) {
      const { meta } = await import("./audit.ts");
      return meta(context, input.url);
    },
  }),
  checks: operation({
    method: "GET",
    path: "/seo/checks",
    summary: "List all checks",
    cost: 0,
    description:
      "Returns every check with its threshold, points, effort and source, and how the score is calculated.",
    input: z.object({}),
    get output() {
      return catalogues().Catalogue;
    },
    get agent() {
      return agents().agentChecks;
    },
    errors: [],
    cacheControl: "public, max-age=3600",
    examples: [{ title: "All", input: {} }],
    async run() {
      const { catalogue } = await import("./report/catalogue.ts");
      return catalogue();
    },
  }),
};

/** The SEO audit. Its code is loaded by the first call, so that the server starts faster. */
export const seo = defineApi({
  name: "seo",
  title: "Quintet SEO",
  version: VERSION,
  summary: "SEO audit of any page: a score, with evidence and a fix for every finding.",
  document: "/seo/openapi.json",
  promises: [
    "Pages are parsed as in a browser, in every encoding and writing system.",
    "The score is 100 minus the points of all findings. The same bytes and headers always give the same score.",
    "Every finding has its location, its points, the effort to fix it, and a source.",
    "A page with an HTTP error is audited too. A site that does not respond is an error and costs nothing.",
    "The HTML is read as it is sent. Pages that need JavaScript are reported with the evidence, and their missing text costs no points. With `render=auto`, a server that has a browser reports the rendered page.",
    "Up to 2 MB of HTML is analyzed.",
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
    const installed = findBrowser(settings, deps);
    const browser = installed === undefined ? undefined : { ...installed, userAgent: deps.userAgent };
    return { operations: { audit: auditWith(browser), ...operations } };
  },
});
