import { evidenceRows } from "../analysis/script-dependence/rows.ts";
import { CHECKS_VERSION, checks } from "../checks/catalogue.ts";
import { POINTS } from "../checks/check.ts";
import { Catalogue } from "./schema/catalogue.ts";

const SCORE =
  "100 minus the points of all findings, never below 0. A proportional check costs its points times the share that fails, rounded up. Notices, unverified findings and checks that do not apply cost nothing. The score depends only on the page: the same bytes and headers always give the same score. Findings are sorted by points, severity, effort and name.";

/** The catalogue: every check with its threshold, its points and its source. */
export function catalogue(): Catalogue {
  const described = checks.map((check) => ({
    ...check,
    points: POINTS[check.severity],
    proportional: check.proportional === true,
  }));
  // What the code of checks needs beside their descriptions is left out.
  const all = { points: POINTS, score: SCORE, checks: described, scriptDependence: evidenceRows };
  return Catalogue.parse({ version: CHECKS_VERSION, ...all });
}
