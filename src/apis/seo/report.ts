import { CHECKS_VERSION, pageChecks } from "./checks/catalogue.ts";
import type { Check, Outcome, PageCheck } from "./checks/check.ts";
import { socialImage } from "./checks/social.ts";
import { type Facts, gather } from "./facts.ts";
import { type Place, shorten } from "./html/place.ts";
import { attribute } from "./html/tree.ts";
import { withoutHash } from "./links.ts";
import { searchPreview, socialPreview } from "./preview.ts";
import type { Audit, Meta } from "./schema.ts";
import { type Judged, judge } from "./score.ts";
import { headerOf, type Subject } from "./subject.ts";
import { indexability } from "./verdict.ts";

/** An address that a page refers to, with the place where it does. */
export interface Target {
  readonly url: string;
  readonly place: Place;
}

/** What of a page can be looked at by further fetches. */
export interface Targets {
  readonly internal: readonly Target[];
  readonly external: readonly Target[];
  readonly images: readonly Target[];
  readonly favicon: Target;
  readonly ogImage: Target | undefined;
  readonly canonical: Target | undefined;
  readonly alternates: readonly Target[];
  readonly sitemaps: readonly string[];
}

/** A page that was examined: all of the report but what further fetches add. Survives a structured clone. */
export interface Examined {
  readonly report: Omit<Audit, "score" | "findings" | "passed" | "notApplicable" | "socialImage">;
  readonly judged: Judged;
  readonly isHtml: boolean;
  readonly targets: Targets;
}

/** Addresses and texts are cut here: a page may hold megabytes in one, and reports are meant to be read. */
const SHOWN_MAX = 50_000;
const clip = (text: string): string => shorten(text, SHOWN_MAX);
/** Entries of a list that a page should have few of. */
const LIST_MAX = 200;
const LINKS_MAX = 50;
const IMAGES_MAX = 10;
const ALTERNATES_MAX = 10;
const WORDS_A_MINUTE = 220;

function outcomeOf(check: PageCheck, facts: Facts): Outcome {
  if (check.needs === "html" && !facts.isHtml) return { skipped: "The answer is no HTML page." };
  return check.run(facts);
}

function firstContent({ page }: Facts, name: string): string | null {
  const content = page.metas.find((meta) => meta.name === name && meta.content !== undefined)?.content;
  return content === undefined ? null : clip(content.trim());
}

function canonicalOf({ canonical, canonicals }: Facts): Audit["canonical"] {
  return {
    url: canonical ?? null,
    links: canonicals.filter(({ link }) => link !== undefined).map(({ href, inHead }) => ({ href, inHead })),
    header: canonicals.find(({ link }) => link === undefined)?.href ?? null,
  };
}

function robotsOf({ subject, page }: Facts): Audit["robots"] {
  return {
    meta: page.metas.flatMap(({ name, content }) =>
      name === "robots" && content !== undefined ? [clip(content)] : [],
    ),
    header: [...(subject.headers.get("x-robots-tag") ?? [])],
  };
}

function charsetOf({ page }: Facts): Audit["fetch"]["charset"] {
  const { effective, source, declared } = page.decoded;
  return { effective, source, declared: { ...declared } };
}

function tagsOf(tags: ReadonlyMap<string, readonly string[]>): Record<string, string[]> {
  return Object.fromEntries([...tags].map(([key, values]) => [key, [...values]]));
}

function hreflangOf({ hreflangs }: Facts): Audit["hreflang"] {
  return hreflangs
    .slice(0, LIST_MAX)
    .map(({ lang, href, inHead }) => ({ lang: clip(lang), href: clip(href), inHead }));
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

function targetsOf(facts: Facts): Targets {
  const { links, page, images, base, url, canonical, favicon, hreflangs, robots } = facts;
  const seen = new Set<string>([withoutHash(url.href)]);
  const unique = (kind: string) =>
    links.flatMap(({ kind: own, url: target, anchor }) => {
      const address = withoutHash(target ?? "");
      if (own !== kind || address === "" || seen.has(address) || seen.size > LINKS_MAX) return [];
      seen.add(address);
      return [{ url: address, place: { ...page.places.of(anchor.element), url: address } }];
    });
  const shown = new Set<string>();
  const og = socialImage(facts);
  const ogUrl = og === undefined ? undefined : URL.parse(og, base)?.href;
  const icon = favicon ?? new URL("/favicon.ico", url).href;
  const elsewhere = canonical !== undefined && withoutHash(canonical) !== withoutHash(url.href);
  return {
    internal: unique("internal"),
    external: unique("external"),
    images: images.flatMap(({ src, element }) => {
      const address = src === undefined || src === "" ? undefined : URL.parse(src, base)?.href;
      if (
        address === undefined ||
        !/^https?:/.test(address) ||
        shown.has(address) ||
        shown.size >= IMAGES_MAX
      )
        return [];
      shown.add(address);
      return [{ url: address, place: { ...page.places.of(element), url: address } }];
    }),
    favicon: { url: icon, place: { url: icon } },
    ogImage:
      ogUrl === undefined || !/^https?:/.test(ogUrl) ? undefined : { url: ogUrl, place: { url: ogUrl } },
    canonical: elsewhere ? { url: canonical, place: { url: canonical } } : undefined,
    alternates: hreflangs
      .flatMap((entry) => {
        const own = entry.url === undefined || withoutHash(entry.url) === withoutHash(url.href);
        return own || entry.url === undefined ? [] : [{ url: entry.url, place: { url: entry.url } }];
      })
      .slice(0, ALTERNATES_MAX),
    sitemaps: robots.file.sitemaps.slice(0, 10),
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

/** What the head of a page says, without checks. Pure; never throws. */
export function examineMeta(subject: Subject): Meta {
  const facts = gather(subject);
  const { page, base } = facts;
  return {
    url: subject.url,
    finalUrl: subject.finalUrl,
    status: subject.status,
    charset: charsetOf(facts),
    lang: facts.language === undefined ? null : clip(facts.language),
    title: facts.title.text,
    description: facts.description.text,
    canonical: canonicalOf(facts),
    robots: robotsOf(facts),
    viewport: firstContent(facts, "viewport"),
    themeColor: firstContent(facts, "theme-color"),
    favicon: facts.favicon ?? null,
    author: firstContent(facts, "author"),
    keywords: firstContent(facts, "keywords"),
    openGraph: tagsOf(facts.openGraph),
    twitter: tagsOf(facts.twitter),
    hreflang: hreflangOf(facts),
    feeds: page.links.flatMap(({ rel, href, element }) => {
      const type = attribute(element, "type")?.trim().toLowerCase() ?? "";
      const url = href === undefined ? undefined : URL.parse(href, base)?.href;
      if (
        !rel.includes("alternate") ||
        url === undefined ||
        !/^application\/(?:rss|atom|feed)\+(?:xml|json)$/.test(type)
      )
        return [];
      return [{ url, type, title: attribute(element, "title") ?? null }];
    }),
    metas: page.metas.slice(0, 500).map(({ name, property, httpEquiv, charset, content, inHead }) => ({
      ...(name === undefined ? {} : { name }),
      ...(property === undefined ? {} : { property }),
      ...(httpEquiv === undefined ? {} : { httpEquiv }),
      ...(charset === undefined ? {} : { charset }),
      content: content === undefined ? null : clip(content),
      inHead,
    })),
  };
}
