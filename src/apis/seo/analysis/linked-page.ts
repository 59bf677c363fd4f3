import { baseOf, translationsOf } from "./facts.ts";
import { concerning, findDirectives, forbidding } from "./indexability.ts";
import { withoutHash } from "./links.ts";
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

/** Reports whether a page keeps Google from indexing it at the time `now`. */
export function saysNoindex(linked: LinkedPage, now: number, body: Uint8Array, effort?: Effort): boolean {
  const found = findDirectives(pageOf(linked, body, effort), linked.headers);
  return concerning(forbidding(found, now), "googlebot").length > 0;
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
