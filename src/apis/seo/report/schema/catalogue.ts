import { z } from "zod";
import { component, objects } from "../../../../kit/described-objects.ts";
import { severities } from "../../checks/check.ts";
import { category, effort, severity } from "./judgement.ts";
import { count, string } from "./values.ts";

/** The response of `/seo/checks`. */
export const Catalogue = component("SeoChecks", "Every check with its threshold and its source.", {
  version: string.describe("The version of the checks: `checksVersion` of an audit."),
  points: z.record(z.enum(severities), count).describe("The points that a failing check costs."),
  score: string.describe("How the score is calculated."),
  checks: objects("All checks.", {
    id: string.describe("The ID of the check."),
    category,
    severity,
    points: count.describe("The points that it costs if it fails."),
    proportional: z.boolean().describe("The points are multiplied by the share that fails, and rounded up."),
    effort,
    title: string.describe("What it detects."),
    threshold: string.describe("When it fails."),
    source: string.describe("A URL, or `convention` if no search engine documents it."),
    remedy: string.describe("How to fix it."),
    needs: z.enum(["html", "answer", "probes"]).describe("`probes`: requires `links=check`."),
  }),
  scriptDependence: objects(
    "Evidence that scripts render a page. The first row that applies is `rendering.evidence` of an audit.",
    {
      id: string.describe("The ID of the row."),
      name: string.describe("The framework, platform or technique."),
      detects: string.describe("What it looks for in the HTML."),
      reason: string.describe("The reason that audits give."),
      source: string.describe("The URL of the documentation for this evidence."),
    },
  ),
});
export type Catalogue = z.output<typeof Catalogue>;
