import type { Severity } from "../checks/check.ts";

/** A kind of issue. */
export interface IssueKind {
  readonly severity: Severity;
  readonly title: string;
  readonly remedy: string;
}

/** Time to the first byte from which a page is slow, in milliseconds (web.dev, TTFB: poor above 1.8 s). */
export const SLOW_MS = 1_800;
/** The crawl depth from which a page is deep. */
export const DEEP = 6;

function ofSeverity<Id extends string>(severity: Severity, kinds: Record<Id, Omit<IssueKind, "severity">>) {
  const entries = Object.entries<Omit<IssueKind, "severity">>(kinds);
  // The keys are those of `kinds`.
  return Object.fromEntries(entries.map(([id, kind]) => [id, { severity, ...kind }])) as Record<
    Id,
    IssueKind
  >;
}

/** Every issue of a site by its ID, in the order of reports. */
export const issueKinds = {
  ...ofSeverity("high", {
    "broken-link": {
      title: "Broken internal links",
      remedy: "Fix the links, restore the page, or redirect its URL.",
    },
    "redirect-loop": { title: "Redirect loops", remedy: "Let one URL of the loop respond with a page." },
    "redirect-broken": {
      title: "Redirects to broken pages",
      remedy: "Redirect to a page that responds with status 200.",
    },
    "soft-404": {
      title: "Error pages with status 200",
      remedy: "Respond with status 404 or 410 for pages that do not exist.",
    },
    "title-missing": { title: "Missing titles", remedy: "Write a title for each page." },
    "canonical-broken": {
      title: "Canonical URLs that are broken",
      remedy: "Name a page that responds with status 200.",
    },
    "canonical-noindex": {
      title: "Canonical URLs that are not indexable",
      remedy: "Remove noindex from the canonical page, or name another one.",
    },
    "robots-unreachable": {
      title: "robots.txt does not respond",
      remedy: "Serve robots.txt with status 200, or 404 if there are no rules. Crawlers stop on 5xx and 429.",
    },
  }),
  ...ofSeverity("medium", {
    "title-duplicate": {
      title: "Duplicate titles",
      remedy: "Write a title that tells each page from the others.",
    },
    "duplicate-content": {
      title: "Pages with the same text",
      remedy: "Keep one page, and redirect the others or name it as their canonical URL.",
    },
    "canonical-redirect": {
      title: "Canonical URLs that redirect",
      remedy: "Name the target of the redirect.",
    },
    "canonical-chain": { title: "Canonical chains", remedy: "Name the last page of the chain." },
    "canonical-multiple": { title: "Pages with several canonical URLs", remedy: "Name one canonical URL." },
    "hreflang-no-return": {
      title: "Translations that do not link back",
      remedy: "Add a link with hreflang from the translation to the page.",
    },
    "hreflang-broken": {
      title: "Translations that are broken or not indexable",
      remedy: "Name pages that respond with status 200 and are indexable.",
    },
    "redirect-chain": { title: "Redirect chains", remedy: "Redirect to the last URL of the chain." },
    "sitemap-broken": {
      title: "Broken URLs in sitemaps",
      remedy: "Remove them from the sitemap, or restore the pages.",
    },
    "sitemap-noindex": {
      title: "URLs with noindex in sitemaps",
      remedy: "Remove them from the sitemap, or remove noindex.",
    },
    "sitemap-blocked": {
      title: "Sitemap URLs blocked by robots.txt",
      remedy: "Remove them from the sitemap, or allow them in robots.txt.",
    },
    "sitemap-unreadable": {
      title: "Sitemaps that cannot be read",
      remedy: "Serve the sitemap with status 200 as XML, of at most 50 MB.",
    },
    "description-missing": { title: "Missing descriptions", remedy: "Write a description for each page." },
    "broken-resource": {
      title: "Broken images, scripts and stylesheets",
      remedy: "Fix their URLs, or remove them.",
    },
    "unknown-url-ok": {
      title: "Unknown URLs respond with status 200",
      remedy: "Respond with status 404 for URLs that do not exist.",
    },
  }),
  ...ofSeverity("low", {
    "description-duplicate": {
      title: "Duplicate descriptions",
      remedy: "Write a description for each page.",
    },
    "h1-missing": { title: "Pages without h1", remedy: "Write a main heading." },
    "title-multiple": { title: "Pages with several titles", remedy: "Keep one title." },
    "title-too-long": { title: "Long titles", remedy: "Shorten them to 600 pixels." },
    "title-too-short": { title: "Short titles", remedy: "Write at least 15 characters." },
    "description-multiple": { title: "Pages with several descriptions", remedy: "Keep one description." },
    "description-too-long": { title: "Long descriptions", remedy: "Shorten them to 160 characters." },
    "description-too-short": { title: "Short descriptions", remedy: "Write at least 70 characters." },
    "near-duplicate-content": {
      title: "Pages with nearly the same text",
      remedy: "Join them, or write what is different.",
    },
    orphan: {
      title: "Pages in sitemaps that no page links to",
      remedy: "Link to them, or remove them from the sitemap.",
    },
    "sitemap-redirect": { title: "Redirects in sitemaps", remedy: "List the target of the redirect." },
    "sitemap-not-canonical": {
      title: "URLs in sitemaps that have another canonical URL",
      remedy: "List the canonical URL.",
    },
    "broken-external-link": { title: "Broken external links", remedy: "Fix or remove the links." },
    "slow-page": { title: "Slow pages", remedy: "Make the server respond within 0.8 s." },
    "insecure-page": { title: "Pages without HTTPS", remedy: "Redirect HTTP to HTTPS." },
    "meta-refresh": { title: "Redirects by meta refresh", remedy: "Use HTTP redirects." },
  }),
  ...ofSeverity("notice", {
    "link-to-redirect": { title: "Links to redirects", remedy: "Link to the target of the redirect." },
    "noindex-linked": {
      title: "Linked pages with noindex",
      remedy: "Remove noindex if the page should be found.",
    },
    "blocked-linked": {
      title: "Linked pages blocked by robots.txt",
      remedy: "If search engines should crawl these pages, allow them in robots.txt.",
    },
    "no-access": {
      title: "Linked URLs that reject the crawler",
      remedy: "Check the status by hand: the crawler got 401, 403, 405, 429 or 451.",
    },
    "canonical-elsewhere": {
      title: "Pages with another canonical URL",
      remedy: "Link to the canonical URL instead.",
    },
    "not-in-sitemap": { title: "Indexable pages that no sitemap lists", remedy: "Add them to the sitemap." },
    "deep-page": {
      title: `Pages with a crawl depth of ${DEEP} or more`,
      remedy: "Link to them from pages that are closer to the start.",
    },
  }),
} satisfies Record<string, IssueKind>;

export type IssueId = keyof typeof issueKinds;
export const issueIds = Object.keys(issueKinds) as readonly IssueId[];
