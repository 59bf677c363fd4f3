import { z } from "zod";
import { botNames } from "../../analysis/indexability.ts";
import { categories, efforts, severities } from "../../checks/check.ts";
import { pageFetchStates } from "../verdict.ts";
import { count, text } from "./values.ts";

/** Where something is in the page. */
export const Place = z
  .object({
    selector: z.string().optional().describe("A CSS selector that finds the element."),
    snippet: z.string().optional().describe("The source text, up to 200 characters."),
    line: z
      .int()
      .min(1)
      .optional()
      .describe("The line in the source, from 1; a line of robots.txt if url says so."),
    column: z.int().min(1).optional(),
    url: z.string().optional(),
  })
  .meta({ id: "SeoPlace", description: "The location of the finding." });

/** One thing that is wrong, or may be. */
export const Finding = z
  .object({
    check: z.string().describe("The ID of the check in /seo/checks."),
    category: z.enum(categories),
    severity: z.enum(severities),
    status: z
      .enum(["fail", "unverified", "info"])
      .describe("info and unverified cost nothing. unverified may be wrong on pages that scripts fill."),
    points: z.int().min(0).max(100).describe("The points gained by fixing it."),
    message: z.string(),
    evidence: z.array(Place).max(10),
    count: count.optional(),
    fix: z.object({ summary: z.string(), effort: z.enum(efforts), docs: text }),
  })
  .meta({ id: "SeoFinding", description: "An issue: its location, its cost and how to fix it." });

/** What the findings leave of 100 points. */
export const Score = z
  .object({
    value: z.int().min(0).max(100).describe("100 minus the points of all findings."),
    max: z.literal(100),
    pointsLost: z.int().min(0).max(100),
    cappedBy: z.enum(["floor"]).nullable().describe("`floor` if the findings cost more than 100 points."),
    confidence: z
      .enum(["high", "low"])
      .describe("low if findings are unverified or the response is not a page."),
    categories: z.record(z.enum(categories), z.object({ pointsLost: count })),
  })
  .meta({ id: "SeoScore", description: "The score and its parts." });

const Bot = z.object({
  crawlable: z.boolean(),
  indexable: z.boolean(),
  rule: z.object({ line: z.int(), text: z.string() }).nullable().describe("The deciding line of robots.txt."),
});

/** Whether search engines may have the page, and what decided. */
export const Indexability = z
  .object({
    verdict: z
      .enum(["PASS", "FAIL", "NEUTRAL"])
      .describe("NEUTRAL: the page declares another URL as canonical, or redirects."),
    indexable: z.boolean(),
    pageFetchState: z.enum(pageFetchStates),
    robotsTxtState: z.enum(["ALLOWED", "DISALLOWED"]),
    indexingState: z.enum([
      "INDEXING_ALLOWED",
      "BLOCKED_BY_META_TAG",
      "BLOCKED_BY_HTTP_HEADER",
      "BLOCKED_BY_ROBOTS_TXT",
    ]),
    userCanonical: text,
    reasons: z.array(
      z.object({
        check: z.string(),
        source: z.enum(["robots.txt", "meta", "header", "status", "content-type", "canonical"]),
        detail: z.string(),
        line: z.int().optional(),
      }),
    ),
    bots: z.record(z.enum(botNames), Bot),
  })
  .meta({
    id: "SeoIndexability",
    description: "Whether the page can be indexed, in the terms of Search Console.",
  });
