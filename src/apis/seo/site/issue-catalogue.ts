import type { Severity } from "../checks/check.ts";

/** A kind of issue. */
export interface IssueKind {
  readonly severity: Severity;
  readonly title: string;
  readonly remedy: string;
}

/** Time to the first byte from which a page is slow, in milliseconds (web.dev, TTFB: poor above 1.8 s). */
export const SLOW_MS = 1_800;
/** Clicks from the start URL from which a page is deep. */
export const DEEP = 6;

/** Every issue of a site by its ID, in the order of reports. */
export const issueKinds = {
  "broken-link": {
    severity: "high",
    title: "Broken internal links",
    remedy: "Fix the links, restore the page, or redirect its URL.",
  },
  "redirect-loop": {
    severity: "high",
    title: "Redirect loops",
    remedy: "Let one URL of the loop respond with a page.",
  },
  "redirect-broken": {
    severity: "high",
    title: "Redirects to broken pages",
    remedy: "Redirect to a page that responds with status 200.",
  },
  "soft-404": {
    severity: "high",
    title: "Error pages with status 200",
    remedy: "Respond with status 404 or 410 for pages that do not exist.",
  },
  "title-missing": { severity: "high", title: "Missing titles", remedy: "Write a title for each page." },
  "canonical-broken": {
    severity: "high",
    title: "Canonical URLs that are broken",
    remedy: "Name a page that responds with status 200.",
  },
  "canonical-noindex": {
    severity: "high",
    title: "Canonical URLs that are not indexable",
    remedy: "Remove noindex from the canonical page, or name another one.",
  },
  "robots-unreachable": {
    severity: "high",
    title: "robots.txt does not respond",
    remedy: "Serve robots.txt with status 200, or 404 if there are no rules. Crawlers stop on 5xx and 429.",
  },
  "title-duplicate": {
    severity: "medium",
    title: "Duplicate titles",
    remedy: "Write a title that tells each page from the others.",
  },
  "duplicate-content": {
    severity: "medium",
    title: "Pages with the same text",
    remedy: "Keep one page, and redirect the others or name it as their canonical URL.",
  },
  "canonical-redirect": {
    severity: "medium",
    title: "Canonical URLs that redirect",
    remedy: "Name the target of the redirect.",
  },
  "canonical-chain": {
    severity: "medium",
    title: "Canonical chains",
    remedy: "Name the last page of the chain.",
  },
  "canonical-multiple": {
    severity: "medium",
    title: "Pages with several canonical URLs",
    remedy: "Name one canonical URL.",
  },
  "hreflang-no-return": {
    severity: "medium",
    title: "Translations that do not link back",
    remedy: "Add a link with hreflang from the translation to the page.",
  },
  "hreflang-broken": {
    severity: "medium",
    title: "Translations that are broken or not indexable",
    remedy: "Name pages that respond with status 200 and are indexable.",
  },
  "redirect-chain": {
    severity: "medium",
    title: "Redirect chains",
    remedy: "Redirect to the last URL of the chain.",
  },
  "sitemap-broken": {
    severity: "medium",
    title: "Broken URLs in sitemaps",
    remedy: "Remove them from the sitemap, or restore the pages.",
  },
  "sitemap-noindex": {
    severity: "medium",
    title: "URLs with noindex in sitemaps",
    remedy: "Remove them from the sitemap, or remove noindex.",
  },
  "sitemap-blocked": {
    severity: "medium",
    title: "URLs in sitemaps that robots.txt forbids",
    remedy: "Remove them from the sitemap, or allow them.",
  },
  "sitemap-unreadable": {
    severity: "medium",
    title: "Sitemaps that cannot be read",
    remedy: "Serve the sitemap with status 200 as XML, of at most 50 MB.",
  },
  "description-missing": {
    severity: "medium",
    title: "Missing descriptions",
    remedy: "Write a description for each page.",
  },
  "broken-resource": {
    severity: "medium",
    title: "Broken images, scripts and style sheets",
    remedy: "Fix their URLs, or remove them.",
  },
  "unknown-url-ok": {
    severity: "medium",
    title: "Unknown URLs respond with status 200",
    remedy: "Respond with status 404 for URLs that do not exist.",
  },
  "description-duplicate": {
    severity: "low",
    title: "Duplicate descriptions",
    remedy: "Write a description for each page.",
  },
  "h1-missing": { severity: "low", title: "Pages without h1", remedy: "Write a main heading." },
  "title-multiple": { severity: "low", title: "Pages with several titles", remedy: "Keep one title." },
  "title-too-long": { severity: "low", title: "Long titles", remedy: "Shorten them to 600 pixels." },
  "title-too-short": { severity: "low", title: "Short titles", remedy: "Write at least 15 characters." },
  "description-multiple": {
    severity: "low",
    title: "Pages with several descriptions",
    remedy: "Keep one description.",
  },
  "description-too-long": {
    severity: "low",
    title: "Long descriptions",
    remedy: "Shorten them to 160 characters.",
  },
  "description-too-short": {
    severity: "low",
    title: "Short descriptions",
    remedy: "Write at least 70 characters.",
  },
  "near-duplicate-content": {
    severity: "low",
    title: "Pages with nearly the same text",
    remedy: "Join them, or write what is different.",
  },
  orphan: {
    severity: "low",
    title: "Pages in sitemaps that no page links to",
    remedy: "Link to them, or remove them from the sitemap.",
  },
  "sitemap-redirect": {
    severity: "low",
    title: "Redirects in sitemaps",
    remedy: "List the target of the redirect.",
  },
  "sitemap-not-canonical": {
    severity: "low",
    title: "URLs in sitemaps that have another canonical URL",
    remedy: "List the canonical URL.",
  },
  "broken-external-link": {
    severity: "low",
    title: "Broken links to other sites",
    remedy: "Fix or remove the links.",
  },
  "slow-page": {
    severity: "low",
    title: "Slow pages",
    remedy: "Make the server respond within 0.8 s.",
  },
  "insecure-page": {
    severity: "low",
    title: "Pages without HTTPS",
    remedy: "Redirect http to https.",
  },
  "meta-refresh": {
    severity: "low",
    title: "Redirects by meta refresh",
    remedy: "Use HTTP redirects.",
  },
  "link-to-redirect": {
    severity: "notice",
    title: "Links to redirects",
    remedy: "Link to the target of the redirect.",
  },
  "noindex-linked": {
    severity: "notice",
    title: "Linked pages with noindex",
    remedy: "Remove noindex if the page should be found.",
  },
  "blocked-linked": {
    severity: "notice",
    title: "Linked pages that robots.txt forbids",
    remedy: "Allow them if they should be found.",
  },
  "no-access": {
    severity: "notice",
    title: "Linked URLs that reject the crawler",
    remedy: "Check the status by hand: the crawler got 401, 403, 405, 429 or 451.",
  },
  "canonical-elsewhere": {
    severity: "notice",
    title: "Pages with another canonical URL",
    remedy: "Link to the canonical URL instead.",
  },
  "not-in-sitemap": {
    severity: "notice",
    title: "Indexable pages that no sitemap lists",
    remedy: "Add them to the sitemap.",
  },
  "deep-page": {
    severity: "notice",
    title: `Pages ${DEEP} or more clicks away`,
    remedy: "Link to them from pages that are closer to the start.",
  },
} as const satisfies Record<string, IssueKind>;

export type IssueId = keyof typeof issueKinds;
export const issueIds = Object.keys(issueKinds) as readonly IssueId[];
