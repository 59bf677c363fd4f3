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
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Null for what is not an HTML page. */
  readonly score: number | null;
  readonly title: string | null;
  readonly words: number | null;
  /** Clicks from the start URL; null if no link leads there. */
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
  readonly score: number | null;
  readonly totals: {
    readonly urls: number;
    readonly pages: number;
    readonly indexable: number;
    readonly redirects: number;
    readonly broken: number;
  };
  /** The most severe first, then those with the most points. */
  readonly kinds: readonly FoundKind[];
  /** In order of URL. */
  readonly pages: readonly OverviewPage[];
}

const SEVERITIES: Readonly<Record<string, "bad" | "fair">> = {
  ...{ blocker: "bad", critical: "bad", high: "bad" },
  ...{ medium: "fair", low: "fair" },
};

/** A severity in words, with its tone: `calm` for notices. */
export function severityOf(severity: string): { title: string; tone: "bad" | "fair" | "calm" } {
  const title = severity.charAt(0).toUpperCase() + severity.slice(1);
  return { title, tone: SEVERITIES[severity] ?? "calm" };
}

/** Counts the places of a site that cost points: the number that every report shows. */
export function placesToFix(kinds: readonly Pick<FoundKind, "count" | "weight">[]): number {
  return kinds.reduce((sum, { count, weight }) => sum + (weight > 0 ? count : 0), 0);
}

/** Counts the findings of a page that cost points, as `placesToFix` counts those of a site. */
export function issuesOf({ findings }: Pick<OverviewPage, "findings">, kinds: readonly FoundKind[]): number {
  return findings.filter(([kind]) => (kinds[kind]?.weight ?? 0) > 0).length;
}

/** Counts the known URLs of a site that were not requested. */
export function unreadUrls({ totals: { urls, pages, redirects, broken } }: SiteOverview): number {
  return Math.max(0, urls - pages - redirects - broken);
}

/** Sentences that say why an audit ended before every page was read, by its stop reason. */
export const stopTexts: Readonly<Record<string, string>> = {
  "page-limit": "The audit reached its page limit.",
  "url-limit": "The audit reached its URL limit.",
  unreachable: "The site stopped responding before every page was read.",
  "quota-exceeded": "The account's quota ran out before every page was read.",
  "time-limit": "The audit reached its time limit of 24 hours.",
  "storage-limit": "The audit reached its storage limit.",
  canceled: "The audit was canceled before every page was read.",
};
