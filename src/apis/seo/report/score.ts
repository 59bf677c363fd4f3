import { type Place, shorten } from "../analysis/html/place.ts";
import {
  type Check,
  categories,
  efforts,
  type Outcome,
  POINTS,
  type Severity,
  severities,
} from "../checks/check.ts";
import type { Finding, Score } from "./schema/judgement.ts";

/** The results of all checks. */
export interface ScoredCheck {
  readonly findings: readonly Finding[];
  readonly passed: readonly string[];
  readonly notApplicable: readonly { readonly check: string; readonly reason: string }[];
}

/** Whole points, and at least one for whatever is wrong, so that they add up and every repair shows. */
function pointsOf(severity: Severity, share: number): number {
  return Math.ceil(POINTS[severity] * Math.min(1, Math.max(0, share)));
}

/** A finding quotes a page in places of at most so many characters. */
const QUOTE_MAX = 1_000;

function quote({ selector, snippet, url, ...position }: Place): Place {
  return {
    ...(selector === undefined ? {} : { selector }),
    ...(snippet === undefined ? {} : { snippet: shorten(snippet, QUOTE_MAX) }),
    ...position,
    ...(url === undefined ? {} : { url: shorten(url, QUOTE_MAX) }),
  };
}

/** Sorts the outcomes of checks into findings, passed checks and checks that do not apply. */
export function judge(
  outcomes: readonly (readonly [Check, Outcome])[],
  unverified: (check: Check) => boolean,
): ScoredCheck {
  const findings: Finding[] = [];
  const passed: string[] = [];
  const notApplicable: { check: string; reason: string }[] = [];
  for (const [check, outcome] of outcomes) {
    if (outcome === "pass") passed.push(check.id);
    else if ("skipped" in outcome) notApplicable.push({ check: check.id, reason: outcome.skipped });
    else {
      const severity = outcome.severity ?? check.severity;
      const points = pointsOf(severity, check.proportional === true ? (outcome.share ?? 1) : 1);
      const doubtful = unverified(check);
      findings.push({
        check: check.id,
        category: check.category,
        severity,
        status: doubtful ? "unverified" : points > 0 ? "fail" : "info",
        points: doubtful ? 0 : points,
        message: shorten(outcome.message, QUOTE_MAX),
        evidence: outcome.evidence.map(quote),
        ...(outcome.count === undefined ? {} : { count: outcome.count }),
        fix: {
          summary: check.remedy,
          effort: check.effort,
          docs: check.source.startsWith("http") ? check.source : null,
        },
      });
    }
  }
  return { findings, passed, notApplicable };
}

/** The order of fixes: most points, then highest severity, then least effort, then by name. */
function byPriority(a: Finding, b: Finding): number {
  return (
    b.points - a.points ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    efforts.indexOf(a.fix.effort) - efforts.indexOf(b.fix.effort) ||
    (a.check < b.check ? -1 : 1)
  );
}

/**
 * Scores findings by deduction and sorts them by priority. The points of the returned findings add up to exactly 100
 * less the score: once the score is 0, further findings cost nothing. The same findings give the same score.
 */
export function score(
  findings: readonly Finding[],
  isPage: boolean,
): { readonly score: Score; readonly findings: Finding[] } {
  let left = 100;
  const lost = Object.fromEntries(
    categories.map((category) => [category, { pointsLost: 0 }]),
  ) as Score["categories"];
  let capped = false;
  const ordered = [...findings].sort(byPriority).map((finding) => {
    const points = Math.min(left, finding.points);
    if (points < finding.points) capped = true;
    left -= points;
    lost[finding.category].pointsLost += points;
    return { ...finding, points };
  });
  const doubtful = !isPage || findings.some(({ status }) => status === "unverified");
  return {
    score: {
      value: left,
      max: 100,
      pointsLost: 100 - left,
      cappedBy: capped ? "floor" : null,
      confidence: doubtful ? "low" : "high",
      categories: lost,
    },
    findings: ordered,
  };
}
