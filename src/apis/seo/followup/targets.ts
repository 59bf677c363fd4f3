import { socialImage } from "../checks/social.ts";
import type { Facts } from "../facts.ts";
import type { Place } from "../html/place.ts";
import { withoutHash } from "../links.ts";

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

const LINKS_MAX = 50;
const IMAGES_MAX = 10;
const ALTERNATES_MAX = 10;

/** What of a page there is to follow up, within the numbers that a budget has room for. */
export function targetsOf(facts: Facts): Targets {
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
