import { counted, whole } from "./numbers.ts";

/** An issue of a site or a check of its pages that found something. */
export interface FoundKind {
  readonly id: string;
  /** `blocker`, `critical`, `high`, `medium`, `low` or `notice`. */
  readonly severity: string;
  readonly title: string;
  readonly remedy: string;
  /** Where it was found: pages, or places of a site. */
  readonly count: number;
  /** The points of its severity for each of these places. */
  readonly weight: number;
}

/** One finding on a page: the index of its kind, the detail, and related URLs. */
export type PageFinding = readonly [kind: number, detail: string, related: readonly string[]];

/** A URL of a site, with its findings. */
export interface OverviewPage {
  readonly url: string;
  readonly status: number | null;
  /** Null for what is not an HTML page. */
  readonly score: number | null;
  readonly title: string | null;
  readonly words: number | null;
  readonly depth: number | null;
  readonly linksIn: number;
  readonly ttfbMs: number;
  /** Why it was not requested, such as `robots`; left out if it was. */
  readonly skipped?: string;
  readonly isIndexable: boolean | null;
  readonly findings: readonly PageFinding[];
}

/** All that the page of a site audit shows: it is stored with the report, and read without the sandbox. */
export interface SiteOverview {
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** Known URLs that the audit did not reach before it ended. Audits of earlier releases lack it. */
  readonly unread?: number;
  /** The average of the HTML pages; null without any. */
  readonly score: number | null;
  readonly totals: {
    readonly urls: number;
    readonly pages: number;
    readonly htmlPages: number;
    readonly indexable: number;
    readonly redirects: number;
    readonly broken: number;
  };
  /** The most severe first, then those with the most points. */
  readonly kinds: readonly FoundKind[];
  /** In order of URL. */
  readonly pages: readonly OverviewPage[];
}

const SEVERITIES: Readonly<Record<string, "bad" | "fair" | "tone-time">> = {
  ...{ blocker: "bad", critical: "bad", high: "bad" },
  ...{ medium: "fair", low: "tone-time" },
};

/** A severity in words, with its tone: `calm` for notices. */
export function severityOf(severity: string): { title: string; tone: string } {
  const title = severity.charAt(0).toUpperCase() + severity.slice(1);
  return { title, tone: SEVERITIES[severity] ?? "calm" };
}

/** Counts the occurrences of issues that cost points: the number that every report shows. */
export function occurrencesOf(kinds: readonly Pick<FoundKind, "count" | "weight">[]): number {
  return kinds.reduce((sum, { count, weight }) => sum + (weight > 0 ? count : 0), 0);
}

/** Counts the findings of a page that cost points, as `occurrencesOf` counts those of a site. */
export function issuesOf({ findings }: Pick<OverviewPage, "findings">, kinds: readonly FoundKind[]): number {
  return findings.filter(([kind]) => (kinds[kind]?.weight ?? 0) > 0).length;
}

/** Lists the size of a site and what was found, as every report shows it. */
export function siteFacts({ totals, kinds }: Pick<SiteOverview, "totals" | "kinds">) {
  const facts: readonly (readonly [name: string, value: number])[] = [
    ["HTML pages", totals.htmlPages],
    ["Indexable", totals.indexable],
    ["Issue occurrences", occurrencesOf(kinds)],
    ["Broken internal URLs", totals.broken],
    ["Redirects", totals.redirects],
  ];
  return facts.map(([name, value]) => [name, whole(value)] as const);
}

/** Separates the kinds that cost points from notices. */
export function splitKinds(kinds: readonly FoundKind[]) {
  const isCostly = ({ weight }: FoundKind) => weight > 0;
  return { costly: kinds.filter(isCostly), notices: kinds.filter((kind) => !isCostly(kind)) };
}

/** The tone of a score of 100. */
export function scoreTone(score: number): "good" | "fair" | "bad" {
  return score >= 90 ? "good" : score >= 60 ? "fair" : "bad";
}

/** Characters that are written from right to left: with them, parts of a URL would be shown in another order. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A URL as people read it: letters and digits of most scripts are decoded, all else stays as it is. */
export function readableUrl(url: string): string {
  return url.replaceAll(/(?:%[89A-F][\dA-F])+/gi, (run) => {
    try {
      const text = decodeURIComponent(run);
      return /^[\p{L}\p{M}\p{N}]+$/u.test(text) && !RIGHT_TO_LEFT.test(text) ? text : run;
    } catch {
      return run;
    }
  });
}

/** The URL without the origin of its site, as people read it. */
export const pathIn = (origin: string, url: string) =>
  readableUrl(url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);

/** Separates a URL where its line may break: after a slash, not within `//`. */
export const urlLines = (url: string): string[] => url.split(/(?<=.\/)(?=[^/])/);

/** Reports whether a URL may be a link: only web addresses are. */
export const isWebUrl = (url: string) => /^https?:\/\//.test(url);

/** Sentences that say why an audit ended before every page was read, by its stop reason. */
const stopTexts: Readonly<Record<string, string>> = {
  "page-limit": "The audit reached its page limit.",
  "url-limit": "The audit reached its URL limit.",
  unreachable: "The site stopped responding before every page was read.",
  "quota-exceeded": "The account's quota ran out before every page was read.",
  "time-limit": "The audit reached its time limit of 24 hours.",
  "storage-limit": "The audit reached its storage limit.",
  canceled: "The audit was canceled before every page was read.",
};

/** Reasons why known URLs of a site were not requested, in words. */
export const skipTexts: Readonly<Record<string, string>> = {
  robots: "Blocked by robots.txt",
  pattern: "Left out by include or exclude",
  depth: "Beyond the maximum depth",
  nofollow: "Linked only with nofollow",
  trap: "Part of a set of URLs without end",
  limit: "Over a limit of the audit",
};

/** Says why an audit ended early, and how many known URLs it left; undefined where it read every page. */
export function stopText(stopReason: string | null, unread = 0): string | undefined {
  const text = stopReason === null ? undefined : stopTexts[stopReason];
  if (text === undefined || unread === 0) return text;
  return `${text} ${counted(unread, "known URL was", "known URLs were")} not audited.`;
}

/** Metadata of an audit that is printed with its report. */
export interface PrintedAudit {
  readonly url: string;
  /** Why it ended early; null if it read every page. */
  readonly stopReason: string | null;
  readonly brand?: { readonly name: string; readonly logo: string | undefined } | undefined;
}

/** One table of a report as CSV, or all of them as XLSX or as a ZIP file of CSV files; or the pages alone with the columns of another program. */
export type ExportFormat =
  | { readonly type: "csv"; readonly table: string }
  | { readonly type: "xlsx" | "zip" }
  | { readonly type: "csv" | "xlsx"; readonly columns: "screaming-frog" };
