import type { Facts } from "../analysis/facts.ts";
import { shorten } from "../analysis/html/place.ts";
import type { Audit } from "./schema/audit.ts";

// Fields that have the same shape in the responses of `audit` and `meta`.

/** Limits of what a response may quote from a page. */
export interface Quoting {
  /** Characters of one text or URL. */
  readonly text: number;
  /** Entries of one list that a page should have few of. */
  readonly list: number;
}

/**
 * The limits of quotes. The first is for ordinary pages; a page that is built to have a large report
 * is quoted by the second or the last. This bounds the size of every response.
 */
const QUOTINGS: readonly [Quoting, ...Quoting[]] = [
  { text: 5_000, list: 200 },
  { text: 1_000, list: 100 },
  { text: 200, list: 50 },
];

/** A report that is longer as JSON is made again with shorter quotes, in characters. */
const REPORT_MAX = 1_000_000;

/** A page of at most this many bytes has a report of at most 2 MB, so its report is not measured. */
const SMALL_PAGE = 20_000;

/** Makes the report of a page with the longest quotes that keep it small. */
export function quoted<Report>({ fetched }: Facts, make: (quoting: Quoting) => Report): Report {
  const [first, ...shorter] = QUOTINGS;
  let report = make(first);
  if (fetched.body.byteLength <= SMALL_PAGE) return report;
  for (const quoting of shorter) {
    if (JSON.stringify(report).length <= REPORT_MAX) break;
    report = make(quoting);
  }
  return report;
}

/** A text of the page, shortened to the longest quote. */
export function clip(text: string, { text: max }: Quoting): string {
  return shorten(text, max);
}

/** `clip` for a text that may be missing: null then. */
export function clipped(text: string | null | undefined, quoting: Quoting): string | null {
  return text === null || text === undefined ? null : clip(text, quoting);
}

/** The content of the first meta element with this name; null without one. */
export function firstContent({ page }: Facts, name: string, quoting: Quoting): string | null {
  const content = page.metas.find((meta) => meta.name === name && meta.content !== undefined)?.content;
  return clipped(content?.trim(), quoting);
}

/** The `canonical` field of a response. */
export function canonicalOf({ canonical, canonicals }: Facts, quoting: Quoting): Audit["canonical"] {
  return {
    url: clipped(canonical, quoting),
    links: canonicals
      .filter(({ element }) => element !== undefined)
      .slice(0, quoting.list)
      .map(({ href, inHead }) => ({ href: clip(href, quoting), inHead })),
    header: clipped(canonicals.find(({ element }) => element === undefined)?.href, quoting),
  };
}

/** The `robots` field of a response. */
export function robotsOf({ fetched, page }: Facts, quoting: Quoting): Audit["robots"] {
  const contents = page.metas.flatMap(({ name, content }) =>
    name === "robots" && content !== undefined ? [content] : [],
  );
  const clipAll = (texts: readonly string[]) =>
    texts.slice(0, quoting.list).map((text) => clip(text, quoting));
  return { meta: clipAll(contents), header: clipAll(fetched.headers.get("x-robots-tag") ?? []) };
}

/** The `charset` field of a response. */
export function charsetOf({ page }: Facts, quoting: Quoting): Audit["fetch"]["charset"] {
  const { effective, source, declared } = page.decoded;
  const { header, meta } = declared;
  return { effective, source, declared: { header: clipped(header, quoting), meta: clipped(meta, quoting) } };
}

/** Values of one tag that are shown, as a part of a list's entries. */
const VALUES_SHARE = 10;

/** The `openGraph` or `twitter` field of a response. */
export function tagsOf(
  tags: ReadonlyMap<string, readonly string[]>,
  quoting: Quoting,
): Record<string, string[]> {
  return Object.fromEntries(
    [...tags]
      .slice(0, quoting.list)
      .map(([key, values]) => [
        key,
        values.slice(0, quoting.list / VALUES_SHARE).map((value) => clip(value, quoting)),
      ]),
  );
}

/** The `hreflang` field of a response. */
export function hreflangOf({ hreflangs }: Facts, quoting: Quoting): Audit["hreflang"] {
  return hreflangs
    .slice(0, quoting.list)
    .map(({ lang, href, inHead }) => ({ lang: clip(lang, quoting), href: clip(href, quoting), inHead }));
}
