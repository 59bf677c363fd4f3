import { type Facts, NO_PAGE } from "../analysis/facts.ts";
import { type Places, shorten } from "../analysis/html/place.ts";
import { pageChecks, probeChecks } from "../checks/catalogue.ts";
import {
  type Check,
  categories,
  type Evidence,
  efforts,
  NOT_ASKED,
  type Outcome,
  POINTS,
  type Severity,
  severities,
  skipped,
} from "../checks/check.ts";
import type { Probes } from "../fetch/probe-results.ts";
import type { Finding, Score } from "./schema/judgement.ts";
import type { Place } from "./schema/values.ts";

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

/** A finding has at most so many places, and quotes the page in texts of at most so many characters. */
const EVIDENCE_MAX = 10;
const QUOTE_MAX = 1_000;

function placeOf({ element, ...known }: Evidence, places: Places | undefined): Place {
  const { selector, snippet, line, column, url } = { ...(element && places?.of(element)), ...known };
  const [quote, address] = [snippet, url].map((text) => text && shorten(text, QUOTE_MAX));
  return { selector, snippet: quote, line, column, url: address };
}

/** Runs the checks of a page: those of its contents only if the response is HTML. */
export function judgePage(facts: Facts): ScoredCheck {
  const outcomes = pageChecks.map((check): [Check, Outcome] => [
    check,
    check.needs === "html" && facts.noPage !== undefined ? skipped(NO_PAGE[facts.noPage]) : check.run(facts),
  ]);
  return sortOutcomes(outcomes, facts.page.places, facts.scriptDependence !== undefined);
}

/** Runs the checks of probes; without probes, none applies. */
export function judgeProbes(probes: Probes | undefined): ScoredCheck {
  return sortOutcomes(
    probeChecks.map((check) => [check, probes === undefined ? skipped(NOT_ASKED) : check.run(probes)]),
  );
}

/** Sorts the outcomes of checks. `isShell`: scripts fill the page. */
function sortOutcomes(
  outcomes: readonly (readonly [Check, Outcome])[],
  places?: Places,
  isShell = false,
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
      const doubtful = isShell && check.needsText === true;
      findings.push({
        check: check.id,
        category: check.category,
        severity,
        status: doubtful ? "unverified" : points > 0 ? "fail" : "info",
        points: doubtful ? 0 : points,
        message: shorten(outcome.message, QUOTE_MAX),
        evidence: outcome.evidence.slice(0, EVIDENCE_MAX).map((one) => placeOf(one, places)),
        count: outcome.count,
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
