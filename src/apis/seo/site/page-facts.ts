import { attribute, tokens } from "../../../kit/html-tree.ts";
import { type Facts, gather } from "../analysis/facts.ts";
import { decodePage } from "../analysis/html/encoding.ts";
import { walk } from "../analysis/html/walk.ts";
import { concerning } from "../analysis/indexability.ts";
import { isPageType } from "../analysis/links.ts";
import { detectMediaType } from "../analysis/media-type.ts";
import { parseRefresh } from "../analysis/refresh.ts";
import { styleUrls } from "../analysis/style-urls.ts";
import type { FetchedPage } from "../fetch/fetched-page.ts";
import { judgePage, score } from "../report/score.ts";
import type { HtmlFacts } from "./crawl.ts";
import { normalize } from "./normalize-url.ts";
import { ContentText, sketchOf } from "./text-sketch.ts";

const TEXT_MAX = 300;
const LINKS_MAX = 2_000;
/** Characters of all its URLs: 2,000 are seldom longer than 250 each. */
const LINK_CHARACTERS_MAX = 500_000;
const RESOURCES_MAX = 300;
const HREFLANGS_MAX = 200;
const FINDINGS_MAX = 100;
const SRCSET_MAX = 4_096;

/**
 * Relations of `link` elements that lead to a page (HTML standard, section 4.6.6; RFC 8288), and those of HTML 4 that
 * documentation tools still write. Translations and feeds are not among them.
 */
const LEADING = new Set(
  "next prev search help author license privacy-policy terms-of-service index contents toc start first last top up glossary copyright chapter section subsection appendix".split(
    " ",
  ),
);

const FRAMES = new Set(["iframe", "frame"]);

/** A link of a page. */
export interface FoundLink {
  readonly url: string;
  readonly nofollow: boolean;
  readonly hadSession: boolean;
}

/** The facts of an HTML page with URLs instead of their numbers: only the crawl has numbers. */
export interface ReadHtml
  extends Omit<HtmlFacts, "canonical" | "hreflang" | "links" | "resources" | "refresh"> {
  readonly canonicalUrl: string | undefined;
  readonly hreflangUrls: readonly (readonly [string, string])[];
  readonly foundLinks: readonly FoundLink[];
  readonly resourceUrls: readonly string[];
  readonly refreshUrl: string | undefined;
}

/** Facts that the sandbox reads from a response: of an HTML page, or the URLs that a style sheet loads. */
export interface ReadPage {
  readonly html?: ReadHtml;
  readonly resourceUrls?: readonly string[];
}

function cut(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const trimmed = text.trim();
  return trimmed.length <= TEXT_MAX ? trimmed : trimmed.slice(0, TEXT_MAX).replace(/[\ud800-\udbff]$/, "");
}

function findingsOf(facts: Facts): Pick<HtmlFacts, "findings" | "score"> {
  const { findings } = judgePage(facts);
  return {
    findings: findings
      .slice(0, FINDINGS_MAX)
      .map(({ check, count }): [string, number] => [check, count ?? 1]),
    score: score(findings, true).score.value,
  };
}

/** The links of a page, each URL once: it counts as followed if one of its links is. */
function linksOf({ links, page, base }: Facts): FoundLink[] {
  const found = new Map<string, FoundLink>();
  let characters = 0;
  const add = (href: string, nofollow: boolean) => {
    const normal = normalize(href);
    if (normal === undefined) return;
    const known = found.get(normal.url);
    if (known === undefined) characters += normal.url.length;
    if (known === undefined && (found.size >= LINKS_MAX || characters > LINK_CHARACTERS_MAX)) return;
    found.set(normal.url, { ...normal, nofollow: nofollow && known?.nofollow !== false });
  };
  for (const { rel, url, kind } of links) {
    if (url !== undefined && (kind === "internal" || kind === "external")) add(url, rel.includes("nofollow"));
  }
  for (const area of page.areas) {
    const url = URL.parse(attribute(area, "href") ?? "", base)?.href;
    if (url !== undefined && attribute(area, "href") !== undefined)
      add(url, tokens(area, "rel").includes("nofollow"));
  }
  for (const { element, rel, href } of page.links) {
    const isPage = isPageType(attribute(element, "type"));
    const url = isPage && rel.some((one) => LEADING.has(one)) ? URL.parse(href ?? "", base)?.href : undefined;
    if (url !== undefined && href !== "") add(url, rel.includes("nofollow"));
  }
  for (const { element, url } of page.resources) {
    const frame = FRAMES.has(element.tagName) ? URL.parse(url, base)?.href : undefined;
    if (frame !== undefined && url !== "") add(frame, false);
  }
  return [...found.values()];
}

/** The first URL of a `srcset`: the others are the same image in other sizes. */
function firstOfSrcset(value: string | undefined): string | undefined {
  if (value === undefined || value.length > SRCSET_MAX) return undefined;
  return /[^\s,](?:\S*[^\s,])?/.exec(value)?.[0];
}

function resourcesOf({ page, base }: Facts): string[] {
  const found = new Set<string>();
  const add = (href: string | undefined) => {
    const url =
      href === undefined || href === "" || found.size >= RESOURCES_MAX
        ? undefined
        : normalize(href, base)?.url;
    if (url !== undefined) found.add(url);
  };
  for (const { element, url } of page.resources) {
    if (FRAMES.has(element.tagName)) continue;
    const isHint = tokens(element, "rel").some((rel) => rel.endsWith("preload"));
    if (element.tagName !== "link" || !isHint) add(url);
  }
  for (const { element, src } of page.images) {
    const srcset = element.attrs.find(({ name }) => name === "srcset")?.value;
    if (src === undefined || src === "") add(firstOfSrcset(srcset));
  }
  for (const { css } of page.styles) for (const url of styleUrls(css, RESOURCES_MAX)) add(url);
  return [...found];
}

/** Where a meta refresh of up to 30 s leads to. */
function refreshOf({ page, base }: Facts): string | undefined {
  const refresh = parseRefresh(page.metas.find(({ httpEquiv }) => httpEquiv === "refresh")?.content);
  return refresh === undefined || refresh.seconds > 30 ? undefined : normalize(refresh.href, base)?.url;
}

function htmlOf(facts: Facts): ReadHtml {
  const { page, title, description, descriptions, canonicals, canonical, hreflangs } = facts;
  const contents = new ContentText();
  walk(page.document, contents);
  const text = contents.content === "" ? page.text : contents.content;
  const google = concerning(facts.directives, "googlebot").map(({ directive }) => directive.text);
  const h1s = page.headings.filter(({ level }) => level === 1);
  return {
    title: cut(title.text),
    titles: title.count,
    description: cut(description.text),
    descriptions: descriptions.length,
    h1: h1s[0] === undefined ? null : cut(h1s[0].text || h1s[0].alt),
    h1s: h1s.length,
    lang: cut(facts.language),
    words: facts.words.count,
    canonicals: new Set(canonicals.flatMap(({ url, inHead }) => (inHead ? url : []))).size,
    canonicalUrl: canonical === undefined ? undefined : normalize(canonical)?.url,
    noindex: concerning(facts.forbidden, "googlebot").length > 0,
    nofollow: google.some((directive) => directive === "nofollow" || directive === "none"),
    hreflangUrls: hreflangs
      .flatMap(({ lang, url, inHead }): [string, string][] => {
        const target = url === undefined || !inHead ? undefined : normalize(url)?.url;
        return target === undefined ? [] : [[lang.slice(0, 35).toLowerCase(), target]];
      })
      .slice(0, HREFLANGS_MAX),
    foundLinks: linksOf(facts),
    resourceUrls: resourcesOf(facts),
    refreshUrl: refreshOf(facts),
    textHash: new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 16),
    sketch: sketchOf(text),
    ...findingsOf(facts),
  };
}

function sheetUrls({ body, headers, truncated, finalUrl }: FetchedPage): string[] {
  const { text } = decodePage(body, headers.get("content-type")?.[0], truncated);
  const urls = styleUrls(text, RESOURCES_MAX).flatMap((url) => normalize(url, finalUrl)?.url ?? []);
  return [...new Set(urls)];
}

/** Reads what a crawl wants to know of a response. Pure; the same bytes and headers give the same facts. */
export function readPageFacts(fetched: FetchedPage): ReadPage {
  const { isHtml, declared } = detectMediaType(fetched);
  if (isHtml) return { html: htmlOf(gather(fetched)) };
  return declared === "text/css" ? { resourceUrls: sheetUrls(fetched) } : {};
}
