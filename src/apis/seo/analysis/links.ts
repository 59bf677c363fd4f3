import type { Anchor } from "./page.ts";

/** A link of a page, resolved. */
export interface PageLink extends Anchor {
  readonly href: string;
  /** Absolute; undefined where it cannot be resolved. */
  readonly url: string | undefined;
  /** The kind of target. `internal` is the same host name. */
  readonly kind: "internal" | "external" | "fragment" | "other" | "invalid";
}

/** Resolves one `href` against the base of the page and says what kind of place it leads to. */
export function resolveLink(anchor: Anchor, page: URL, base: string): PageLink | undefined {
  const { href } = anchor;
  if (href === undefined) return undefined;
  const url = URL.parse(href, base);
  if (url === null) return { ...anchor, href, url: undefined, kind: "invalid" };
  if (!/^https?:$/.test(url.protocol)) return { ...anchor, href, url: url.href, kind: "other" };
  const kind = url.hostname === page.hostname ? "internal" : "external";
  const samePage = href.includes("#") && withoutHash(url.href) === withoutHash(page.href);
  return { ...anchor, href, url: url.href, kind: samePage ? "fragment" : kind };
}

/** Reports whether a link with this `type` leads to a page, as one without a type does. */
export function isPageType(type: string | undefined): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml|$)/i.test(type ?? "");
}

const UNRESERVED = /^[A-Za-z0-9\-._~]$/;

/** Percent-encodings in the form of RFC 3986 section 6.2.2: unreserved characters plain, hex digits in upper case. */
export function normalizeEscapes(text: string): string {
  if (!text.includes("%")) return text;
  return text.replaceAll(/%([0-9a-f]{2})/gi, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : encoded.toUpperCase();
  });
}

/** An address without its fragment, in the form that all spellings of its percent-encodings share. */
export function withoutHash(url: string): string {
  const hash = url.indexOf("#");
  return normalizeEscapes(hash < 0 ? url : url.slice(0, hash));
}

/** Reports whether two addresses are one, their fragments aside. */
export function isSameAddress(a: string, b: string): boolean {
  return withoutHash(a) === withoutHash(b);
}
