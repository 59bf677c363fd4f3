import type { Facts } from "../analysis/facts.ts";
import { robotsRulings } from "../analysis/indexability.ts";
import { isSameAddress, withoutHash } from "../analysis/links.ts";
import { socialImage } from "../checks/social.ts";
import type { Place } from "../report/schema/values.ts";
import { HOST_MAX } from "./budget.ts";

/** A URL that a page refers to, and where in the page it does. */
export interface Target {
  readonly url: string;
  readonly place: Place;
}

/** The URLs of a page that can be probed. */
export interface Targets {
  readonly internal: readonly Target[];
  readonly external: readonly Target[];
  readonly images: readonly Target[];
  readonly favicon: Target;
  readonly ogImage: Target | undefined;
  /** `isBlocked`: by the robots.txt of the page. */
  readonly canonical: (Target & { readonly isBlocked: boolean }) | undefined;
  readonly alternates: readonly Target[];
  readonly sitemaps: readonly string[];
}

const LINKS_MAX = 50;
const IMAGES_MAX = 10;
const ALTERNATES_MAX = 10;
const URL_MAX = 2_048;

const SITEMAPS_MAX = 10;

function isProbeable(url: string): boolean {
  return url.length <= URL_MAX && /^https?:/.test(url);
}

function at(url: string): Target {
  return { url, place: { url } };
}

function isBlocked({ robots, url }: Facts, target: URL): boolean {
  const isKnown = robots.state === "parsed" && target.origin === url.origin;
  return isKnown && !robotsRulings(robots, target)("googlebot").allowed;
}

/** The URLs of a page to probe, within the limits of a budget. */
export function targetsOf(facts: Facts): Targets {
  const { links, page, base, url, canonical, favicon, hreflangs, robots } = facts;
  const seen = new Set<string>([withoutHash(url.href)]);
  const perHost = new Map<string, number>();
  const unique = (kind: "internal" | "external") =>
    links.flatMap(({ kind: own, url: target, element }) => {
      if (own !== kind || seen.size > LINKS_MAX) return [];
      const address = withoutHash(target ?? "");
      if (address === "" || address.length > URL_MAX || seen.has(address)) return [];
      const host = kind === "external" ? new URL(address).host : "";
      const known = perHost.get(host) ?? 0;
      if (kind === "external" && known >= HOST_MAX) return [];
      perHost.set(host, known + 1);
      seen.add(address);
      return [{ url: address, place: { ...page.places.of(element), url: address } }];
    });
  const shown = new Set<string>();
  const og = socialImage(facts);
  const ogUrl = og === undefined ? undefined : URL.parse(og, base)?.href;
  const usual = new URL("/favicon.ico", url).href;
  const elsewhere = canonical !== undefined && !isSameAddress(canonical, url.href);
  return {
    internal: unique("internal"),
    external: unique("external"),
    images: page.images.flatMap(({ src, element }) => {
      const address = src ? URL.parse(src, base)?.href : undefined;
      if (!address || !isProbeable(address) || shown.has(address) || shown.size >= IMAGES_MAX) return [];
      shown.add(address);
      return [{ url: address, place: { ...page.places.of(element), url: address } }];
    }),
    favicon: favicon === undefined || favicon.length > URL_MAX ? at(usual) : at(favicon),
    ogImage: ogUrl === undefined || !isProbeable(ogUrl) ? undefined : at(ogUrl),
    canonical:
      elsewhere && canonical.length <= URL_MAX
        ? { ...at(canonical), isBlocked: isBlocked(facts, new URL(canonical)) }
        : undefined,
    alternates: hreflangs
      .flatMap(({ url: target }) => {
        const isOther =
          target !== undefined && ![url.href, canonical].some((own) => own && isSameAddress(own, target));
        return isOther && target.length <= URL_MAX ? [at(target)] : [];
      })
      .slice(0, ALTERNATES_MAX),
    sitemaps: robots.file.sitemaps.filter((sitemap) => sitemap.length <= URL_MAX).slice(0, SITEMAPS_MAX),
  };
}
