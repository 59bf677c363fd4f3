import type { NamedUrl } from "../analysis/facts.ts";
import { isSameAddress } from "../analysis/links.ts";
import { checksOf, type Evidence, elementsOf, failing, failure, google, skipped } from "./check.ts";

const NONE = "The page has no canonical URL.";
const SOURCE = google("crawling-indexing/consolidate-duplicate-urls");

/** Evidence that shows what is written instead of the URL that it leads to. */
export function writtenUrls(named: readonly NamedUrl[]): Evidence[] {
  return named.map(({ element, href }) => ({ element, url: href }));
}

export const canonicalChecks = checksOf("indexability", [
  {
    id: "canonical-missing",
    severity: "notice",
    title: "No canonical URL",
    threshold:
      "no canonical link in the head or in the Link header; Google ignores those with hreflang, lang, media or type",
    source: SOURCE,
    remedy: "If several URLs lead to the page, set its main URL as canonical.",
    run({ canonicals, page }) {
      if (canonicals.length > 0) return "pass";
      const ignored = page.links.filter(({ rel, href }) => rel.includes("canonical") && href);
      return ignored.length === 0
        ? failure("The page does not declare a canonical URL.")
        : failure("Google ignores canonical links with hreflang, lang, media or type.", elementsOf(ignored));
    },
  },
  {
    id: "canonical-conflict",
    severity: "high",
    title: "Conflicting canonical URLs",
    threshold: "two different URLs in the head and the Link header",
    source: SOURCE,
    remedy: "Keep one canonical link.",
    run({ canonicals }) {
      const read = canonicals.filter(({ inHead }) => inHead);
      if (new Set(read.map(({ url, href }) => url ?? href)).size < 2)
        return read.length === 0 ? skipped(NONE) : "pass";
      return failure(
        "The canonical links have different URLs, so Google may ignore all of them.",
        writtenUrls(read),
      );
    },
  },
  {
    id: "canonical-outside-head",
    severity: "high",
    title: "Canonical link in the body",
    threshold: "a canonical link that browsers parse into the body",
    source: google("crawling-indexing/valid-page-metadata"),
    remedy: "Move it into the head, before anything that ends the head.",
    run({ canonicals }) {
      if (canonicals.length === 0) return skipped(NONE);
      const ignored = canonicals.filter(({ inHead }) => !inHead);
      return failing(
        ignored.map(({ element }) => ({ element })),
        () => "Google ignores a canonical link outside of the head.",
      );
    },
  },
  {
    id: "canonical-relative",
    severity: "low",
    title: "Canonical URL is not absolute",
    threshold: "a URL without scheme and host, or one that is not valid",
    source: SOURCE,
    remedy: "Use the absolute URL.",
    run({ canonicals }) {
      if (canonicals.length === 0) return skipped(NONE);
      return failing(
        writtenUrls(canonicals.filter(({ href, url }) => !/^https?:\/\//i.test(href) || url === undefined)),
        () =>
          "The canonical URL is relative or invalid. Relative ones break when the page is served from another URL.",
      );
    },
  },
  {
    id: "canonical-elsewhere",
    severity: "notice",
    title: "The canonical URL is another page",
    threshold: "differs from the final URL; medium severity for the site's home page or a translation",
    source: SOURCE,
    remedy: "Use the page's own URL, unless the other page has the same content.",
    run({ canonical, canonicals, url, hreflangs }) {
      if (canonical === undefined) return skipped(NONE);
      if (isSameAddress(canonical, url.href)) return "pass";
      const target = URL.parse(canonical);
      const toRoot = target?.hostname === url.hostname && target.pathname === "/" && url.pathname !== "/";
      const self = hreflangs.find((entry) => entry.url !== undefined && isSameAddress(entry.url, url.href));
      const sibling = hreflangs.some(
        (entry) => entry !== self && entry.url !== undefined && isSameAddress(entry.url, canonical),
      );
      const element = canonicals.find((found) => found.url === canonical)?.element;
      const isTranslation = sibling && self !== undefined;
      const message = toRoot
        ? "The canonical URL is the site's home page. Google may drop this page."
        : isTranslation
          ? "The canonical URL is a translation. Google may drop this language."
          : "The page declares another URL as canonical. Google is likely to show that one.";
      const found = failure(message, [{ element, url: canonical }]);
      return toRoot || isTranslation ? { ...found, severity: "medium" } : found;
    },
  },
  {
    id: "canonical-target-bad",
    severity: "high",
    effort: "medium",
    needs: "probes",
    title: "The canonical URL cannot be indexed",
    threshold: "it redirects, fails, is blocked, has noindex or names another canonical URL",
    source: SOURCE,
    remedy: "Use a URL that returns 200 and can be indexed.",
    run({ canonical }) {
      if (canonical === undefined) return skipped("The page declares no other canonical URL.");
      if (canonical.state === "unknown") return skipped("The canonical URL could not be fetched.");
      return canonical.problem === undefined ? "pass" : failure(canonical.problem, [canonical.place]);
    },
  },
]);
