import { CHECKS_VERSION, pageChecks } from "./checks/catalogue.ts";
import type { Check, Outcome, PageCheck } from "./checks/check.ts";
import { type Facts, gather } from "./facts.ts";
import { type Targets, targetsOf } from "./followup/targets.ts";
import { attribute } from "./html/tree.ts";
import { searchPreview, socialPreview } from "./preview.ts";
import type { Audit } from "./schema/audit.ts";
import { type Judged, judge } from "./score.ts";
import {
  canonicalOf,
  charsetOf,
  clip,
  firstContent,
  hreflangOf,
  LIST_MAX,
  robotsOf,
  tagsOf,
} from "./shown.ts";
import { headerOf, type Subject } from "./subject.ts";
import { indexability } from "./verdict.ts";

// Over 150 lines: each part of the answer has its function, and they are only used here.

/** A page that was examined: all of the report but what further fetches add. Survives a structured clone. */
export interface Examined {
  readonly report: Omit<Audit, "score" | "findings" | "passed" | "notApplicable" | "socialImage">;
  readonly judged: Judged;
  readonly isHtml: boolean;
  readonly targets: Targets;
}

const WORDS_A_MINUTE = 220;

function outcomeOf(check: PageCheck, facts: Facts): Outcome {
  if (check.needs === "html" && !facts.isHtml) return { skipped: "The answer is no HTML page." };
  return check.run(facts);
}

function headingsOf({ page }: Facts): Audit["headings"] {
  const at = (level: number) => page.headings.filter((heading) => heading.level === level);
  return {
    h1: at(1)
      .slice(0, LIST_MAX)
      .map(({ text }) => clip(text)),
    counts: {
      h1: at(1).length,
      h2: at(2).length,
      h3: at(3).length,
      h4: at(4).length,
      h5: at(5).length,
      h6: at(6).length,
    },
    outline: page.headings.slice(0, LIST_MAX).map(({ level, text, alt }) => ({
      level,
      text: clip(text),
      ...(alt === "" ? {} : { alt: clip(alt) }),
    })),
  };
}

function imagesOf({ images }: Facts): Audit["images"] {
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
    items: images.slice(0, 100).map(({ src, alt }, at) => ({
      src: src === undefined ? null : clip(src),
      alt: alt === undefined ? null : clip(alt),
      width: size("width", at),
      height: size("height", at),
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
    nofollow: links.filter(({ anchor }) => anchor.rel.includes("nofollow")).length,
    items: links.slice(0, LIST_MAX).map(({ anchor, href, url, kind }) => {
      const span = page.places.span(anchor.element);
      return {
        href: clip(href),
        url: url === undefined ? null : clip(url),
        text: clip(anchor.text),
        kind,
        rel: [...anchor.rel],
        ...(span === undefined ? {} : { line: page.places.position(span.start).line }),
      };
    }),
    checked: null,
  };
}

function structuredOf({ structured }: Facts): Audit["structuredData"] {
  return {
    items: structured.items.map(({ syntax, types, missingRequired, missingRecommended, docs, place }) => ({
      syntax,
      type: [...types],
      valid: missingRequired.length === 0,
      missingRequired: [...missingRequired],
      missingRecommended: [...missingRecommended],
      ...(place.line === undefined ? {} : { line: place.line }),
      docs,
    })),
    invalidBlocks: structured.invalidBlocks.slice(0, LIST_MAX).map(({ message, place }) => ({
      message,
      ...(place.line === undefined ? {} : { line: place.line }),
      ...(place.column === undefined ? {} : { column: place.column }),
    })),
  };
}

/** Examines a page that was fetched. Pure: the same subject gives the same answer. Never throws. */
export function examine(subject: Subject, keyword?: string): Examined {
  const facts = gather(subject, keyword);
  const { page } = facts;
  const outcomes = pageChecks.map((check): [Check, Outcome] => [check, outcomeOf(check, facts)]);
  const isShell = facts.jsDependent !== undefined;
  const judged = judge(outcomes, (check) => isShell && "needsText" in check && check.needsText === true);
  return {
    report: {
      url: subject.url,
      finalUrl: subject.finalUrl,
      fetchedAt: new Date(subject.fetchedAt).toISOString(),
      status: subject.status,
      contentHash: `sha256:${new Bun.CryptoHasher("sha256").update(subject.body).digest("hex")}`,
      checksVersion: CHECKS_VERSION,
      indexability: asJson(indexability(facts)),
      fetch: {
        redirects: subject.redirects.map((redirect) => ({ ...redirect, ms: Math.round(redirect.ms) })),
        contentType: facts.contentType,
        bytes: subject.body.byteLength,
        transferBytes: subject.transferBytes,
        contentEncoding: headerOf(subject, "content-encoding") ?? null,
        ttfbMs: Math.round(subject.ttfbMs),
        totalMs: Math.round(subject.totalMs),
        truncated: subject.truncated || page.cut,
        charset: charsetOf(facts),
      },
      robotsTxt: {
        url: facts.robots.url,
        status: facts.robots.status,
        state: facts.robots.state,
        sitemaps: facts.robots.file.sitemaps.slice(0, 50),
      },
      rendering: { mode: "static", jsDependent: isShell, reason: facts.jsDependent ?? null },
      title: facts.title,
      metaDescription: facts.description,
      canonical: canonicalOf(facts),
      robots: robotsOf(facts),
      lang: facts.language === undefined ? null : clip(facts.language),
      dir: page.dir === undefined ? null : clip(page.dir),
      viewport: firstContent(facts, "viewport"),
      favicon: facts.favicon ?? null,
      headings: headingsOf(facts),
      content: {
        wordCount: facts.wordCount,
        textLength: page.text.length,
        readingTimeMinutes: Math.round((facts.wordCount / WORDS_A_MINUTE) * 10) / 10,
        readability: facts.readability,
        topTerms: [...facts.topTerms],
        keyword: facts.keyword,
      },
      images: imagesOf(facts),
      links: linksOf(facts),
      openGraph: tagsOf(facts.openGraph),
      twitter: tagsOf(facts.twitter),
      structuredData: structuredOf(facts),
      hreflang: hreflangOf(facts),
      preview: { search: searchPreview(facts), social: socialPreview(facts) },
    },
    judged,
    isHtml: facts.isHtml,
    targets: targetsOf(facts),
  };
}

/** Takes `readonly` off a value that is data: the answer is handed on, nobody keeps it. */
function asJson(verdict: ReturnType<typeof indexability>): Audit["indexability"] {
  return { ...verdict, reasons: [...verdict.reasons], bots: { ...verdict.bots } };
}
