import type { Element } from "../../../kit/html-tree.ts";
import type { Facts } from "../analysis/facts.ts";
import type { Probes } from "../fetch/probe-results.ts";
import type { Place } from "../report/schema/values.ts";

/** The groups of checks, in the order in which they are shown. */
export const categories = [
  "indexability",
  "metadata",
  "content",
  "links",
  "images",
  "social",
  "structuredData",
  "international",
  "transport",
] as const;
export type Category = (typeof categories)[number];

/** Points that a failing check takes from 100, by its severity. */
export const POINTS = { blocker: 70, critical: 40, high: 15, medium: 8, low: 4, notice: 0 } as const;
export type Severity = keyof typeof POINTS;
export const severities = Object.keys(POINTS) as [Severity, ...Severity[]];

/** Effort of a fix: a line in a template, a template or a setting, or content and architecture. */
export const efforts = ["low", "medium", "high"] as const;
export type Effort = (typeof efforts)[number];

/** A place that fails: an element of the page, or what is known of the place. */
export type Evidence = Place & { readonly element?: Element | undefined };

/** A failed check: the message, and the places that fail, of which a report shows the first ten. */
interface Failure {
  readonly message: string;
  readonly evidence: readonly Evidence[];
  /** How many places there are, where not all are listed. */
  readonly count?: number;
  /** The share of what was looked at that fails, above 0 up to 1; 1 where it is left out. */
  readonly share?: number;
  /** Where this case is worse or milder than the check as a whole. */
  readonly severity?: Severity;
}

/** The result of a check: passed, failed, or skipped because it does not apply. */
export type Outcome = "pass" | { readonly skipped: string } | Failure;

interface Described {
  /** Kebab-case. It never changes once published. */
  readonly id: string;
  readonly category: Category;
  readonly severity: Severity;
  readonly effort: Effort;
  /** The problem that it detects, as one short sentence. */
  readonly title: string;
  readonly threshold: string;
  /** A URL, or `convention` where no search engine documents it. */
  readonly source: string;
  readonly remedy: string;
  /** Whether the points are a share: one bad image of fifty costs less than fifty. */
  readonly proportional?: true;
  /** Whether it may be wrong on a page that scripts fill: then it is told as unverified and costs nothing. */
  readonly needsText?: true;
}

/** A check of the page, its headers and robots.txt. */
export interface PageCheck extends Described {
  /** `html`: about the contents of a page; `answer`: about any response. */
  readonly needs: "html" | "answer";
  run(facts: Facts): Outcome;
}

/** A check of probes. It runs with `links=check`. */
export interface ProbeCheck extends Described {
  readonly needs: "probes";
  run(probes: Probes): Outcome;
}

export type Check = PageCheck | ProbeCheck;

/** A check as its table has it: about the contents of a page, and with little effort to fix, unless it says otherwise. */
type Entry =
  | (Omit<PageCheck, "category" | "effort" | "needs"> & {
      readonly effort?: Effort;
      readonly needs?: "answer";
    })
  | (Omit<ProbeCheck, "category" | "effort"> & { readonly effort?: Effort });

/** Makes the checks of one category from their table. */
export function checksOf(category: Category, entries: readonly Entry[]): readonly Check[] {
  return entries.map((entry) => ({ needs: "html", effort: "low", ...entry, category }));
}

/** Fails where there are places; `total` makes it a share. */
export function failing(
  evidence: readonly Evidence[],
  message: (count: number) => string,
  total?: number,
): "pass" | Failure {
  const count = evidence.length;
  if (count === 0) return "pass";
  const share = total === undefined ? 1 : Math.min(1, count / Math.max(total, 1));
  return { message: message(count), evidence, count, share };
}

/** Elements as evidence: whatever else is known of them is left out. */
export function elementsOf(found: readonly { readonly element: Element }[]): Evidence[] {
  return found.map(({ element }) => ({ element }));
}

/** A failure of the page as a whole, or at a few places. */
export function failure(message: string, evidence: readonly Evidence[] = []): Failure {
  return { message, evidence };
}

/** The reason of the checks that only `links=check` runs. */
export const NOT_ASKED = "Not checked. Set links=check to check it.";

/** The check does not apply, and why. */
export function skipped(reason: string): { readonly skipped: string } {
  return { skipped: reason };
}

/** `1 image`, `2 images`. */
export function some(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The URL of a page in Google's documentation for site owners. */
export function google(path: string): string {
  return `https://developers.google.com/search/docs/${path}`;
}
