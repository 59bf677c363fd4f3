import { z } from "zod";
import { component, object, objectOrNull, objects } from "../../../../kit/described-objects.ts";
import { botNames } from "../../analysis/indexability.ts";
import { categories, efforts, severities } from "../../checks/check.ts";
import { count, Place, string, text } from "./values.ts";

/** The fields of a check that its findings repeat. */
export const category = z.enum(categories).describe("The category of the check.");
export const severity = z.enum(severities).describe("The severity of the issue. It determines the points.");
export const effort = z.enum(efforts).describe("The effort to fix it.");

/** An issue, or a possible one. */
export const Finding = component("SeoFinding", "An issue: its location, its cost and how to fix it.", {
  check: string.describe("The ID of the check in `/seo/checks`."),
  category,
  severity,
  status: z
    .enum(["fail", "unverified", "info"])
    .describe(
      "`info` and `unverified` cost nothing. `unverified` may be wrong on pages that scripts render.",
    ),
  points: z.int().min(0).max(100).describe("The points gained by fixing the issue."),
  message: string.describe("The issue in one sentence."),
  evidence: z.array(Place).max(10).describe("Its locations, at most 10."),
  count: count.optional().describe("The number of all locations, if it has any."),
  fix: object("How to fix it.", {
    summary: string.describe("How to fix it."),
    effort,
    docs: text.describe("Documentation. Null if no search engine documents it."),
  }),
});
export type Finding = z.output<typeof Finding>;

const pointsLost = "The points of all findings";

/** The score: 100 points minus those of the findings. */
export const Score = component("SeoScore", "The score and its parts.", {
  value: z.int().min(0).max(100).describe("100 minus the points of all findings."),
  max: z.literal(100).describe("Always 100."),
  pointsLost: z.int().min(0).max(100).describe(`${pointsLost}.`),
  cappedBy: z.enum(["floor"]).nullable().describe("`floor` if the findings cost more than 100 points."),
  confidence: z
    .enum(["high", "low"])
    .describe("`low` if findings are unverified or the response is not a page."),
  categories: z
    .record(z.enum(categories), z.object({ pointsLost: count.describe(`${pointsLost} in the category.`) }))
    .describe("The points lost in each category."),
});
export type Score = z.output<typeof Score>;

const Bot = z.object({
  crawlable: z.boolean().describe("Whether robots.txt allows the crawler."),
  indexable: z.boolean().describe("Whether the crawler may index the page."),
  rule: objectOrNull("The deciding line of robots.txt.", {
    line: z.int().describe("The line number, from 1."),
    text: string.describe("The text of the line."),
  }),
});

/** Indexability of the page for search engines, and what decides it. */
export const Indexability = component(
  "SeoIndexability",
  "Whether the page can be indexed, in the terms of Search Console.",
  {
    verdict: z
      .enum(["PASS", "FAIL", "NEUTRAL"])
      .describe("`NEUTRAL`: the page declares another URL as canonical, or redirects."),
    indexable: z.boolean().describe("Whether Google may index the page."),
    pageFetchState: z
      .enum([
        "SUCCESSFUL",
        "BLOCKED_ROBOTS_TXT",
        "SOFT_404",
        "NOT_FOUND",
        "ACCESS_DENIED",
        "ACCESS_FORBIDDEN",
        "BLOCKED_4XX",
        "SERVER_ERROR",
        "REDIRECT_ERROR",
      ])
      .describe("Whether Google could fetch the page."),
    robotsTxtState: z.enum(["ALLOWED", "DISALLOWED"]).describe("Whether robots.txt allows Googlebot."),
    indexingState: z
      .enum(["INDEXING_ALLOWED", "BLOCKED_BY_META_TAG", "BLOCKED_BY_HTTP_HEADER", "BLOCKED_BY_ROBOTS_TXT"])
      .describe("Whether indexing is allowed, or what forbids it."),
    userCanonical: text.describe("The canonical URL that the page declares."),
    reasons: objects("What decides the verdict. Empty if nothing limits indexing.", {
      check: string.describe("The ID of the check in `/seo/checks`."),
      source: z
        .enum(["robots.txt", "meta", "header", "status", "content-type", "canonical"])
        .describe("Where the deciding rule is."),
      detail: string.describe("The directive, URL or sentence that decides it."),
      line: z.int().optional().describe("The line number of the rule, from 1."),
    }),
    bots: z.record(z.enum(botNames), Bot).describe("The verdict for each crawler."),
  },
);
export type Indexability = z.output<typeof Indexability>;
