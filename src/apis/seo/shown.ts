import type { Facts } from "./facts.ts";
import { shorten } from "./html/place.ts";
import type { Audit } from "./schema/audit.ts";

// What the two answers, the audit and the head of a page, show in the same shape.

/** Addresses and texts are cut here: a page may hold megabytes in one, and reports are meant to be read. */
const SHOWN_MAX = 50_000;
export const clip = (text: string): string => shorten(text, SHOWN_MAX);
/** Entries of a list that a page should have few of. */
export const LIST_MAX = 200;
export function firstContent({ page }: Facts, name: string): string | null {
  const content = page.metas.find((meta) => meta.name === name && meta.content !== undefined)?.content;
  return content === undefined ? null : clip(content.trim());
}

export function canonicalOf({ canonical, canonicals }: Facts): Audit["canonical"] {
  return {
    url: canonical ?? null,
    links: canonicals.filter(({ link }) => link !== undefined).map(({ href, inHead }) => ({ href, inHead })),
    header: canonicals.find(({ link }) => link === undefined)?.href ?? null,
  };
}

export function robotsOf({ subject, page }: Facts): Audit["robots"] {
  return {
    meta: page.metas.flatMap(({ name, content }) =>
      name === "robots" && content !== undefined ? [clip(content)] : [],
    ),
    header: [...(subject.headers.get("x-robots-tag") ?? [])],
  };
}

export function charsetOf({ page }: Facts): Audit["fetch"]["charset"] {
  const { effective, source, declared } = page.decoded;
  return { effective, source, declared: { ...declared } };
}

export function tagsOf(tags: ReadonlyMap<string, readonly string[]>): Record<string, string[]> {
  return Object.fromEntries([...tags].map(([key, values]) => [key, [...values]]));
}

export function hreflangOf({ hreflangs }: Facts): Audit["hreflang"] {
  return hreflangs
    .slice(0, LIST_MAX)
    .map(({ lang, href, inHead }) => ({ lang: clip(lang), href: clip(href), inHead }));
}
