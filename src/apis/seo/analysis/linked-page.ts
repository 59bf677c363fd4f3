import { baseOf, canonicalIn, canonicalsOf, translationsOf } from "./facts.ts";
import { concerning, findDirectives, forbidding } from "./indexability.ts";
import { isSameAddress, withoutHash } from "./links.ts";
import { type Effort, readPage } from "./read-page.ts";

/** Metadata of a page that the audited page links to, without its bytes. */
export interface LinkedPage {
  readonly url: string;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly truncated: boolean;
}

function pageOf({ headers, truncated }: LinkedPage, body: Uint8Array, effort: Effort | undefined) {
  return readPage(body, headers.get("content-type")?.[0], truncated, effort);
}

/** Says why Google does not index a page under its own URL at the time `now`; null where nothing is against it. */
export function canonicalFault(
  linked: LinkedPage,
  now: number,
  body: Uint8Array,
  effort?: Effort,
): string | null {
  const page = pageOf(linked, body, effort);
  const forbidden = forbidding(findDirectives(page, linked.headers), now);
  if (concerning(forbidden, "googlebot").length > 0) return "The canonical URL has noindex.";
  const canonical = canonicalIn(canonicalsOf(page, linked, baseOf(page, linked.url)));
  return canonical === undefined || isSameAddress(canonical, linked.url)
    ? null
    : "The canonical URL names another one as canonical, so Google may ignore both.";
}

/** Reports whether a page names one of the URLs in `own` as a translation, in its head or its `Link` header. */
export function linksBack(
  linked: LinkedPage,
  own: readonly string[],
  body: Uint8Array,
  effort?: Effort,
): boolean {
  const page = pageOf(linked, body, effort);
  const base = baseOf(page, linked.url);
  const wanted = new Set(own);
  return translationsOf(page, linked, base).some(
    ({ inHead, url }) => inHead && url !== undefined && wanted.has(withoutHash(url)),
  );
}
