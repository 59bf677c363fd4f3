import { attribute } from "../../../kit/html-tree.ts";
import { type Facts, gather } from "../analysis/facts.ts";
import type { Effort } from "../analysis/read-page.ts";
import { readability } from "../analysis/readability.ts";
import { CHECKS_VERSION } from "../checks/catalogue.ts";
import { type FetchedPage, headerOf } from "../fetch/fetched-page.ts";
import { type Targets, targetsOf } from "../fetch/targets.ts";
import { isReportable, notHtml } from "./not-html.ts";
import {
  canonicalOf,
  charsetOf,
  clip,
  clipped,
  firstContent,
  hreflangOf,
  type Quoting,
  quoted,
  robotsOf,
  tagsOf,
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

/** Sitemaps of robots.txt that are shown. */
const SITEMAPS_MAX = 50;

/** Relations of one link that are shown. */
const RELATIONS_MAX = 20;

function headingsOf({ page }: Facts, quoting: Quoting): Audit["headings"] {
  const at = (level: number) => page.headings.filter((heading) => heading.level === level);
  return {
    h1: at(1)
      .slice(0, quoting.list)
      .map(({ text }) => clip(text, quoting)),
    counts: {
      h1: at(1).length,
      h2: at(2).length,
      h3: at(3).length,
      h4: at(4).length,
      h5: at(5).length,
      h6: at(6).length,
    },
    outline: page.headings.slice(0, quoting.list).map(({ level, text, alt }) => ({
      level,
      text: clip(text, quoting),
      ...(alt === "" ? {} : { alt: clip(alt, quoting) }),
    })),
  };
}

function imagesOf({ page: { images } }: Facts, quoting: Quoting): Audit["images"] {
  const size = (name: "width" | "height", at: number) => {
    const element = images[at]?.element;
    return element === undefined ? null : (attribute(element, name) ?? null);
  };
  return {
    total: images.length,
    missingAlt: images.filter(({ alt }) => alt === undefined).length,
    emptyAlt: images.filter(({ alt }) => alt !== undefined && alt.trim() === "").length,
    missingDimensions: images.filter((_, at) => size("width", at) === null || size("height", at) === null)
      .length,
    items: images.slice(0, quoting.list / 2).map(({ src, alt }, at) => ({
      src: clipped(src, quoting),
      alt: clipped(alt, quoting),
      width: clipped(size("width", at), quoting),
      height: clipped(size("height", at), quoting),
    })),
  };
}

function linksOf({ links, page }: Facts, quoting: Quoting): Audit["links"] {
  const of = (kind: string) => links.filter((link) => link.kind === kind).length;
  return {
    total: links.length,
    internal: of("internal"),
    external: of("external"),
    fragment: of("fragment"),
    other: of("other"),
    invalid: of("invalid"),
    nofollow: links.filter(({ rel }) => rel.includes("nofollow")).length,
    items: links.slice(0, quoting.list).map(({ element, href, url, text, kind, rel }) => ({
      href: clip(href, quoting),
      url: clipped(url, quoting),
      text: clip(text, quoting),
      kind,
      rel: rel.slice(0, RELATIONS_MAX).map((one) => clip(one, quoting)),
      line: page.places.lineOf(element),
    })),
    checked: null,
  };
}

function structuredOf({ structured }: Facts, quoting: Quoting): Audit["structuredData"] {
  return {
    items: structured.items
      .slice(0, quoting.list)
      .map(({ syntax, types, missingRequired, missingRecommended, docs, place }) => ({
        syntax,
        type: types.map((type) => clip(type, quoting)),
        valid: missingRequired.length === 0,
        missingRequired: [...missingRequired],
        missingRecommended: [...missingRecommended],
        ...(place.line === undefined ? {} : { line: place.line }),
        docs,
      })),
    invalidBlocks: structured.invalidBlocks.slice(0, quoting.list).map(({ message, place }) => ({
      message,
      ...(place.line === undefined ? {} : { line: place.line }),
      ...(place.column === undefined ? {} : { column: place.column }),
    })),
  };
}

function indexabilityOf(facts: Facts, quoting: Quoting): Audit["indexability"] {
  const { userCanonical, reasons, bots, ...verdict } = indexability(facts);
  return {
    ...verdict,
    userCanonical: clipped(userCanonical, quoting),
    reasons: reasons.map((reason) => ({ ...reason, detail: clip(reason.detail, quoting) })),
    bots: { ...bots },
  };
}

function fetchOf(facts: Facts, quoting: Quoting): Audit["fetch"] {
  const { fetched, page } = facts;
  return {
    redirects: fetched.redirects.map(({ url, status, location, ms }) => ({
      url: clip(url, quoting),
      status,
      location: clip(location, quoting),
      ms: Math.round(ms),
    })),
    contentType: clipped(facts.contentType, quoting),
    bytes: fetched.body.byteLength,
    transferBytes: fetched.transferBytes,
    contentEncoding: clipped(headerOf(fetched, "content-encoding"), quoting),
    ttfbMs: Math.round(fetched.ttfbMs),
    totalMs: Math.round(fetched.totalMs),
    truncated: fetched.truncated || page.cut,
    charset: charsetOf(facts, quoting),
  };
}

function contentOf({ page, words, language, keyword }: Facts): Audit["content"] {
  return {
    wordCount: words.count,
    textLength: page.text.length,
    readingTimeMinutes: Math.round((words.count / WORDS_A_MINUTE) * 10) / 10,
    readability: readability(page.text, language),
    topTerms: words.top(),
    keyword,
  };
}

function evidenceOf({ scriptDependence, page }: Facts): Audit["rendering"]["evidence"] {
  if (scriptDependence === undefined) return null;
  const { row, element } = scriptDependence;
  const { id, name, source } = row;
  return { id, name, docs: source, ...(element === undefined ? {} : page.places.of(element)) };
}

function reportOf(facts: Facts, quoting: Quoting): ExaminedPage["report"] {
  const { fetched, page, robots, title, description } = facts;
  return {
    url: fetched.url,
    finalUrl: fetched.finalUrl,
    fetchedAt: new Date(fetched.fetchedAt).toISOString(),
    status: fetched.status,
    contentHash: `sha256:${new Bun.CryptoHasher("sha256").update(fetched.body).digest("hex")}`,
    checksVersion: CHECKS_VERSION,
    indexability: indexabilityOf(facts, quoting),
    fetch: fetchOf(facts, quoting),
    robotsTxt: {
      url: clip(robots.url, quoting),
      status: robots.status,
      state: robots.state,
      sitemaps: robots.file.sitemaps.slice(0, SITEMAPS_MAX).map((sitemap) => clip(sitemap, quoting)),
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
    title: { ...title, text: clipped(title.text, quoting) },
    metaDescription: { ...description, text: clipped(description.text, quoting) },
    canonical: canonicalOf(facts, quoting),
    robots: robotsOf(facts, quoting),
    lang: clipped(facts.language, quoting),
    dir: clipped(page.dir, quoting),
    viewport: firstContent(facts, "viewport", quoting),
    favicon: clipped(facts.favicon, quoting),
    headings: headingsOf(facts, quoting),
    content: contentOf(facts),
    images: imagesOf(facts, quoting),
    links: linksOf(facts, quoting),
    resources: resourcesOf(facts),
    openGraph: tagsOf(facts.openGraph, quoting),
    twitter: tagsOf(facts.twitter, quoting),
    structuredData: structuredOf(facts, quoting),
    hreflang: hreflangOf(facts, quoting),
    preview: { search: searchPreview(facts, quoting), social: socialPreview(facts, quoting) },
  };
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
    report: quoted(facts, (quoting) => reportOf(facts, quoting)),
    judged: judgePage(facts),
    isHtml: facts.mediaType.isHtml,
    targets: followLinks ? targetsOf(facts) : undefined,
  };
}
