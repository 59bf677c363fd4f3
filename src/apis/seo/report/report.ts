import { attribute } from "../../../kit/html-tree.ts";
import { type Facts, gather } from "../analysis/facts.ts";
import type { Image } from "../analysis/page.ts";
import type { Effort } from "../analysis/read-page.ts";
import { readability } from "../analysis/readability.ts";
import { CHECKS_VERSION } from "../checks/catalogue.ts";
import { type FetchedPage, headerOf } from "../fetch/fetched-page.ts";
import { type Targets, targetsOf } from "../fetch/targets.ts";
import { isReportable, notHtml } from "./not-html.ts";
import {
  canonicalOf,
  charsetOf,
  firstContent,
  hreflangOf,
  LIST_MAX,
  quoted,
  robotsOf,
} from "./page-fields.ts";
import { searchPreview, socialPreview } from "./preview.ts";
import { resourcesOf } from "./resources.ts";
import type { Audit } from "./schema/audit.ts";
import { judgePage, type ScoredCheck } from "./score.ts";
import { indexability } from "./verdict.ts";

/** A page that was examined: all of the report but what further fetches add. Survives a structured clone. */
export interface ExaminedPage {
  readonly report: Omit<Audit, "score" | "findings" | "passed" | "notApplicable" | "socialImage">;
  readonly judged: ScoredCheck;
  readonly isHtml: boolean;
  /** The URLs to probe; undefined where links are not followed. */
  readonly targets: Targets | undefined;
}

/** Options of the examination of a page. */
export interface ExamineOptions {
  readonly keyword?: string;
  /** Whether the URLs of the page will be probed. */
  readonly followLinks?: boolean;
}

const WORDS_A_MINUTE = 220;

/** Images, and sitemaps of robots.txt, that are shown. */
const IMAGES_MAX = 100;
const SITEMAPS_MAX = 50;

const RELATIONS_MAX = 20;

function headingsOf({ page }: Facts): Audit["headings"] {
  const counts = { h1: 0, h2: 0, h3: 0, h4: 0, h5: 0, h6: 0 };
  for (const { level } of page.headings) counts[`h${level}`]++;
  const first = page.headings.filter(({ level }) => level === 1).slice(0, LIST_MAX);
  return {
    h1: first.map(({ text }) => text),
    counts,
    outline: page.headings
      .slice(0, LIST_MAX)
      .map(({ level, text, alt }) => ({ level, text, alt: alt || undefined })),
  };
}

function imagesOf({ page: { images } }: Facts): Audit["images"] {
  const size = ({ element }: Image, name: "width" | "height") => attribute(element, name) ?? null;
  return {
    total: images.length,
    missingAlt: images.filter(({ alt }) => alt === undefined).length,
    emptyAlt: images.filter(({ alt }) => alt !== undefined && alt.trim() === "").length,
    missingDimensions: images.filter((one) => size(one, "width") === null || size(one, "height") === null)
      .length,
    items: images.slice(0, IMAGES_MAX).map((one) => ({
      src: one.src ?? null,
      alt: one.alt ?? null,
      width: size(one, "width"),
      height: size(one, "height"),
    })),
  };
}

function linksOf({ links, page }: Facts): Audit["links"] {
  const of = (kind: string) => links.filter((link) => link.kind === kind).length;
  return {
    total: links.length,
    internal: of("internal"),
    external: of("external"),
    fragment: of("fragment"),
    other: of("other"),
    invalid: of("invalid"),
    nofollow: links.filter(({ rel }) => rel.includes("nofollow")).length,
    items: links.slice(0, LIST_MAX).map(({ element, href, url = null, text, kind, rel }) => ({
      href,
      url,
      text,
      kind,
      rel: rel.slice(0, RELATIONS_MAX),
      line: page.places.lineOf(element),
    })),
    checked: null,
  };
}

function structuredOf({ structured }: Facts): Audit["structuredData"] {
  return {
    items: structured.items
      .slice(0, LIST_MAX)
      .map(({ syntax, types, missingRequired, missingRecommended, docs, place }) => ({
        syntax,
        type: types,
        valid: missingRequired.length === 0,
        missingRequired,
        missingRecommended,
        line: place.line,
        docs,
      })),
    invalidBlocks: structured.invalidBlocks
      .slice(0, LIST_MAX)
      .map(({ message, place: { line, column } }) => ({ message, line, column })),
  };
}

function fetchOf(facts: Facts): Audit["fetch"] {
  const { fetched, page } = facts;
  return {
    redirects: fetched.redirects.map((redirect) => ({ ...redirect, ms: Math.round(redirect.ms) })),
    contentType: facts.contentType,
    bytes: fetched.body.byteLength,
    transferBytes: fetched.transferBytes,
    contentEncoding: headerOf(fetched, "content-encoding") ?? null,
    ttfbMs: Math.round(fetched.ttfbMs),
    totalMs: Math.round(fetched.totalMs),
    truncated: fetched.truncated || page.cut,
    charset: charsetOf(facts),
  };
}

function contentOf({ page, words, language, otherLanguage, keyword }: Facts): Audit["content"] {
  return {
    wordCount: words.count,
    textLength: page.text.length,
    readingTimeMinutes: Math.round((words.count / WORDS_A_MINUTE) * 10) / 10,
    readability: otherLanguage === undefined ? readability(page.text, words, language) : null,
    topTerms: words.top(),
    keyword,
  };
}

function evidenceOf({ scriptDependence, page }: Facts): Audit["rendering"]["evidence"] {
  if (scriptDependence === undefined) return null;
  const { row, element } = scriptDependence;
  const { id, name, source } = row;
  return { id, name, docs: source, ...(element && page.places.of(element)) };
}

function reportOf(facts: Facts): ExaminedPage["report"] {
  const { fetched, page, robots } = facts;
  const { url, finalUrl } = fetched;
  const fields = quoted(facts, {
    fetchedAt: new Date(fetched.fetchedAt).toISOString(),
    status: fetched.status,
    contentHash: `sha256:${new Bun.CryptoHasher("sha256").update(fetched.body).digest("hex")}`,
    checksVersion: CHECKS_VERSION,
    indexability: indexability(facts),
    fetch: fetchOf(facts),
    robotsTxt: {
      url: robots.url,
      status: robots.status,
      state: robots.state,
      sitemaps: robots.file.sitemaps.slice(0, SITEMAPS_MAX),
    },
    rendering: {
      mode: "static",
      jsDependent: facts.scriptDependence !== undefined,
      reason: facts.scriptDependence?.row.reason ?? null,
      evidence: evidenceOf(facts),
      url: null,
      failure: null,
      html: null,
      changed: [],
    },
    title: facts.title,
    metaDescription: facts.description,
    canonical: canonicalOf(facts),
    robots: robotsOf(facts),
    lang: facts.language ?? null,
    dir: page.dir ?? null,
    viewport: firstContent(facts, "viewport"),
    favicon: facts.favicon ?? null,
    headings: headingsOf(facts),
    content: contentOf(facts),
    images: imagesOf(facts),
    links: linksOf(facts),
    resources: resourcesOf(facts),
    openGraph: Object.fromEntries(facts.openGraph),
    twitter: Object.fromEntries(facts.twitter),
    structuredData: structuredOf(facts),
    hreflang: hreflangOf(facts),
    preview: { search: searchPreview(facts), social: socialPreview(facts) },
  } satisfies Omit<ExaminedPage["report"], "url" | "finalUrl">);
  return { url, finalUrl, ...fields };
}

/**
 * Examines a page that was fetched. Pure: the same bytes and headers give the same report. Throws `not-html` for a
 * file of another kind, and `TooMuchEffort` where less than the full effort is allowed and the page needs more.
 */
export function examine(
  fetched: FetchedPage,
  { keyword, followLinks = false }: ExamineOptions = {},
  effort?: Effort,
): ExaminedPage {
  const facts = gather(fetched, keyword, effort);
  if (!isReportable(facts)) throw notHtml(facts, indexability(facts));
  return {
    report: reportOf(facts),
    judged: judgePage(facts),
    isHtml: facts.noPage === undefined,
    targets: followLinks ? targetsOf(facts) : undefined,
  };
}
