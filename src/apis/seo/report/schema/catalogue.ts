import { z } from "zod";
import { categories, efforts, severities } from "../../checks/check.ts";
import { count } from "./values.ts";

/** The answer of `/seo/checks`. */
export const Catalogue = z
  .object({
    version: z.string(),
    points: z.record(z.enum(severities), count).describe("The points that a failing check costs."),
    score: z.string().describe("How the score is calculated."),
    checks: z.array(
      z.object({
        id: z.string(),
        category: z.enum(categories),
        severity: z.enum(severities),
        points: count,
        proportional: z
          .boolean()
          .describe("The points are multiplied by the share that fails, and rounded up."),
        effort: z.enum(efforts),
        title: z.string(),
        threshold: z.string(),
        source: z.string().describe("A URL, or convention if no search engine documents it."),
        remedy: z.string(),
        needs: z.enum(["html", "answer", "probes"]).describe("probes: requires links=check."),
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
