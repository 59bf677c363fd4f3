import type { Fetched } from "../../../kit/fetch.ts";
import { attribute, collapse, type Element } from "../../../kit/html-tree.ts";
import type { Ruling } from "../../../kit/robots-txt.ts";
import { isGeneric } from "../checks/generic-texts.ts";
import { type FetchedPage, headerOf } from "../fetch/fetched-page.ts";
import type { Content, Measured } from "../report/schema/body.ts";
import { DESCRIPTION_FONT, pixelWidth, TITLE_FONT } from "./html/pixels.ts";
import { shorten } from "./html/place.ts";
import { isWide, lengthOf } from "./html/text.ts";
import {
  type Bot,
  type FoundDirectives,
  findDirectives,
  forbidding,
  type Robots,
  readRobots,
  robotsRulings,
} from "./indexability.ts";
import { findKeyword } from "./keyword.ts";
import { parseLinkHeader } from "./link-header.ts";
import { isPageType, type PageLink, resolveLink } from "./links.ts";
import { detectMediaType, type MediaType } from "./media-type.ts";
import type { Meta, Page } from "./page.ts";
import { type Effort, readPage } from "./read-page.ts";
import { findScriptDependence, type ScriptDependence } from "./script-dependence/detect.ts";
import { softErrorText } from "./soft-error.ts";
import { readStructured, type Structured } from "./structured/items.ts";
import { WordTally } from "./terms.ts";
import { otherLanguage } from "./text-language.ts";

/** Another URL of the page, which a link element or the `Link` header names. */
export interface NamedUrl {
  readonly href: string;
  /** Absolute; undefined where it cannot be resolved. */
  readonly url: string | undefined;
  /** The value of `hreflang`. */
  readonly lang: string | undefined;
  readonly inHead: boolean;
  readonly element: Element | undefined;
}

/** One entry of a set of translations. */
export interface Hreflang extends NamedUrl {
  readonly lang: string;
}

/** The facts of a page: everything that checks, previews and the report read. */
export interface Facts {
  readonly fetched: FetchedPage;
  readonly url: URL;
  readonly page: Page;
  /** The type of the response. Checks of its contents apply to HTML only. */
  readonly mediaType: MediaType;
  readonly contentType: string | null;
  /** Whether the final status is one of success. */
  readonly isOk: boolean;
  /** Why there are no contents of a page to judge; undefined for a page. */
  readonly noPage: keyof typeof NO_PAGE | undefined;
  /** The title or main heading of an error page with a status of success. */
  readonly softError: string | undefined;
  readonly base: string;
  readonly title: Measured;
  readonly description: Measured;
  readonly descriptions: readonly Meta[];
  readonly canonicals: readonly NamedUrl[];
  readonly canonical: string | undefined;
  readonly hreflangs: readonly Hreflang[];
  readonly links: readonly PageLink[];
  /** The links among them whose text says nothing about where they lead. */
  readonly vague: ReadonlySet<PageLink>;
  readonly words: WordTally;
  readonly language: string | undefined;
  /** The script or language of the text, where it is not the declared one. */
  readonly otherLanguage: string | undefined;
  readonly wide: boolean;
  readonly keyword: Content["keyword"];
  readonly structured: Structured;
  readonly openGraph: ReadonlyMap<string, string[]>;
  readonly twitter: ReadonlyMap<string, string[]>;
  readonly robots: Robots;
  /** The rules of robots.txt for the page, by crawler. */
  readonly rulingOf: (bot: Bot) => Ruling;
  readonly directives: readonly FoundDirectives[];
  /** The directives that keep crawlers from indexing the page now. */
  readonly forbidden: readonly FoundDirectives[];
  /** Why scripts draw the page; undefined where its content is in the HTML. */
  readonly scriptDependence: ScriptDependence | undefined;
  readonly favicon: string | undefined;
}

/** Responses whose contents say nothing about a page. */
export const NO_PAGE = {
  endless: "The redirects never end.",
  empty: "The response is empty.",
  file: "The response is not an HTML page.",
};

/** Longer texts are attacks or accidents. They are cut, so that a report stays small. */
export const TEXT_MAX = 5_000;

/** Keys of one family of social tags; a page has some twenty. */
const SOCIAL_KEYS_MAX = 200;
/** And how long such a key may be. */
const KEY_MAX = 200;

/** How much of a title is searched for what a link says. */
const TITLE_LOOK_MAX = 1_000;

/** A longer base is ignored, because it makes every link of the page as long. */
const BASE_MAX = 4_096;

function measure(fontSize: number, texts: readonly string[]): Measured {
  const read = texts[0] === undefined ? undefined : shorten(texts[0], TEXT_MAX);
  // Spaces that do not break are none that anyone sees.
  const text = read && (/\S/.test(read) ? read : "");
  if (text === undefined) return { text: null, length: 0, pixelWidth: 0, count: 0 };
  return { text, length: lengthOf(text), pixelWidth: pixelWidth(text, fontSize), count: texts.length };
}

/** The parameters that make a canonical link one of another version, which Google does not take for the canonical URL. */
const VERSION = ["hreflang", "lang", "media", "type"];

type Attributes = (name: string) => string | undefined;

/**
 * Whether a link names what its relation says: the canonical URL, or a page in another language, which no feed is. A link
 * of a header with an anchor is one of another page.
 */
function isNamed(relation: "canonical" | "alternate", read: Attributes): boolean {
  if (read("anchor") !== undefined) return false;
  if (relation === "canonical") return VERSION.every((name) => read(name) === undefined);
  return isPageType(read("type")) && read("hreflang") !== undefined;
}

/** The URLs that link elements, and then the `Link` header (RFC 8288), name with one relation. */
function urlsNamed(
  relation: "canonical" | "alternate",
  page: Page,
  { headers, url: address }: Pick<Fetched, "headers" | "url">,
  base: string,
): NamedUrl[] {
  const header = (headers.get("link") ?? []).flatMap(parseLinkHeader);
  return [
    ...page.links
      .filter(
        ({ rel, element }) => rel.includes(relation) && isNamed(relation, (name) => attribute(element, name)),
      )
      .map(({ href = "", hreflang: lang, inHead, element }) => {
        const url = href === "" ? undefined : URL.parse(href, base)?.href;
        return { href, url, lang, inHead, element };
      }),
    ...header
      .filter(
        ({ parameters }) =>
          parameters.get("rel")?.toLowerCase().split(/\s+/).includes(relation) === true &&
          isNamed(relation, (name) => parameters.get(name)),
      )
      .map(({ href, parameters }) => {
        const url = URL.parse(href, address)?.href;
        return { href, url, lang: parameters.get("hreflang"), inHead: true, element: undefined };
      }),
  ];
}

/** The canonical URLs that a page names, in its HTML and its `Link` header. */
export function canonicalsOf(page: Page, response: Pick<Fetched, "headers" | "url">, base: string) {
  const named = urlsNamed("canonical", page, response, base);
  return named.filter(({ href, element }) => href !== "" || element === undefined);
}

/** The canonical URL that Google reads: the first in the head, else the header's. */
export function canonicalIn(canonicals: readonly NamedUrl[]): string | undefined {
  return canonicals.find(({ inHead, url: target }) => inHead && /^https?:/.test(target ?? ""))?.url;
}

/** The translations that a page names, in its HTML and its `Link` header. */
export function translationsOf(
  page: Page,
  response: Pick<Fetched, "headers" | "url">,
  base: string,
): Hreflang[] {
  return urlsNamed("alternate", page, response, base).filter(
    (named): named is Hreflang => named.lang !== undefined,
  );
}

function social(page: Page, prefixes: RegExp, first: "property" | "name"): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const meta of page.metas) {
    const key = first === "property" ? (meta.property ?? meta.name) : (meta.name ?? meta.property);
    if (key === undefined || !prefixes.test(key) || meta.content === undefined) continue;
    if (!found.has(key) && (found.size >= SOCIAL_KEYS_MAX || key.length > KEY_MAX)) continue;
    const values = found.getOrInsert(key, []);
    if (values.length < 20) values.push(shorten(meta.content.trim(), TEXT_MAX));
  }
  return found;
}

/** The address that those of the page are resolved against (HTML standard, "document base URL"). */
export function baseOf({ base }: Page, address: string): string {
  const url = base === undefined || base.length > BASE_MAX ? null : URL.parse(base, address);
  return url === null ||
    url.href.length > BASE_MAX ||
    url.protocol === "data:" ||
    url.protocol === "javascript:"
    ? address
    : url.href;
}

/** Generic link texts, each looked up once: a page may repeat one 100,000 times. */
function vagueLinks(
  links: readonly PageLink[],
  language: string | undefined,
  title: string | null,
): Set<PageLink> {
  const start = title?.slice(0, TITLE_LOOK_MAX) ?? "";
  const generic = new Map<string, boolean>();
  return new Set(
    links.filter(({ text: name, visible, kind }) => {
      // What is on the same page needs no description.
      if (kind === "fragment") return false;
      const text = visible || name;
      return generic.getOrInsertComputed(text, () => isGeneric(text, language, start));
    }),
  );
}

function descriptionsOf({ metas }: Page): Meta[] {
  return metas.filter(({ name, content }) => name === "description" && content !== undefined);
}

function noPageOf({ stopped, body }: FetchedPage, { isHtml }: MediaType, text: string): Facts["noPage"] {
  if (stopped !== undefined) return "endless";
  if (isHtml ? !/\S/.test(text) : body.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)))
    return "empty";
  return isHtml ? undefined : "file";
}

/** The relations of icons that Google reads, the usual one first. */
const ICONS = ["icon", "apple-touch-icon", "apple-touch-icon-precomposed"];

/** The URL of the first icon that the page names. */
function faviconOf(page: Page, base: string): string | undefined {
  const named = page.links.filter(({ href }) => href !== undefined && href !== "");
  const [href] = ICONS.flatMap((icon) => named.find(({ rel }) => rel.includes(icon))?.href ?? []);
  return href === undefined ? undefined : URL.parse(href, base)?.href;
}

/**
 * Computes all facts of a fetched page, and where it uses `keyword`. Pure; throws `TooMuchEffort`
 * where less than the full effort is allowed and the page needs more.
 */
export function gather(fetched: FetchedPage, keyword?: string, effort?: Effort): Facts {
  const contentType = headerOf(fetched, "content-type") ?? null;
  const mediaType = detectMediaType(fetched);
  const page = mediaType.isHtml
    ? readPage(fetched.body, contentType ?? undefined, fetched.truncated, effort)
    : readPage(new Uint8Array(), undefined, false);
  const url = new URL(fetched.finalUrl);
  const base = baseOf(page, url.href);
  const words = new WordTally(page.text);
  const response = { headers: fetched.headers, url: url.href };
  const canonicals = canonicalsOf(page, response, base);
  const descriptions = descriptionsOf(page);
  const isXhtml = mediaType.detected === "application/xhtml+xml";
  const language = ((isXhtml ? page.xmlLang : undefined) ?? page.lang)?.trim() || undefined;
  const links = page.anchors.flatMap((anchor) => resolveLink(anchor, url, base) ?? []);
  const robots = readRobots(fetched.robots);
  const directives = findDirectives(page, fetched.headers);
  const title = measure(
    TITLE_FONT,
    page.titles.map(({ text }) => text),
  );
  const isOk = fetched.status >= 200 && fetched.status < 300 && fetched.stopped === undefined;
  return {
    fetched,
    url,
    page,
    mediaType,
    contentType,
    isOk,
    softError: isOk ? softErrorText(title.text, page.headings, words.count, page.text) : undefined,
    noPage: noPageOf(fetched, mediaType, page.decoded.text),
    base,
    title,
    description: measure(
      DESCRIPTION_FONT,
      descriptions.map(({ content = "" }) => collapse(content)),
    ),
    descriptions,
    canonicals,
    canonical: canonicalIn(canonicals),
    hreflangs: translationsOf(page, response, base),
    links,
    vague: vagueLinks(links, language, title.text),
    words,
    language,
    otherLanguage: language && otherLanguage(page.text, language),
    wide: isWide(page.text.slice(0, 5000)),
    keyword: findKeyword(keyword, page, url, title.text, descriptions[0]?.content ?? null),
    structured: readStructured(page),
    openGraph: social(page, /^(?:og|article|fb|product|profile|book|video|music):/, "property"),
    twitter: social(page, /^twitter:/, "name"),
    robots,
    rulingOf: robotsRulings(robots, url),
    directives,
    forbidden: forbidding(directives, fetched.fetchedAt),
    scriptDependence: findScriptDependence(page, words.count),
    favicon: faviconOf(page, base),
  };
}
