import { z } from "zod";
import { categories, efforts, severities } from "../../checks/check.ts";
import { count } from "./values.ts";

/** The answer of `/seo/checks`. */
export const Catalogue = z
  .object({
    version: z.string(),
    points: z.record(z.enum(severities), count).describe("Points that a failing check takes from 100."),
    score: z.string().describe("How the score is made, in words."),
    checks: z.array(
      z.object({
        id: z.string(),
        category: z.enum(categories),
        severity: z.enum(severities),
        points: count,
        proportional: z
          .boolean()
          .describe("The points are a share: failing of all that was looked at, rounded up."),
        effort: z.enum(efforts),
        title: z.string(),
        threshold: z.string(),
        source: z.string().describe("An address, or convention where no search engine says so."),
        remedy: z.string(),
        needs: z.enum(["html", "answer", "probes"]).describe("probes: only with links=check."),
      }),
    ),
    scriptDependence: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          detects: z.string(),
          reason: z.string(),
          source: z.string(),
        }),
      )
      .describe(
        "Evidence that scripts draw a page. The first row that applies is rendering.evidence of an audit.",
      ),
  })
  .meta({ id: "SeoChecks", description: "Every check with its threshold and its source." });
export type Catalogue = z.output<typeof Catalogue>;
