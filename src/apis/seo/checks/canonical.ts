import { isSameAddress } from "../analysis/links.ts";
import { checksOf, failing, failure, google, skipped } from "./check.ts";

const NONE = "The page has no canonical URL.";
const SOURCE = google("crawling-indexing/consolidate-duplicate-urls");

export const canonicalChecks = checksOf("indexability", [
  {
    id: "canonical-missing",
    severity: "notice",
    title: "No canonical URL",
    threshold: "no canonical link in the head or in the Link header",
    source: SOURCE,
    remedy: "If several URLs lead to the page, set its main URL as canonical.",
    run({ canonicals }) {
      return canonicals.length > 0 ? "pass" : failure("The page does not declare a canonical URL.");
    },
  },
  {
    id: "canonical-conflict",
    severity: "high",
    title: "Conflicting canonical URLs",
    threshold: "two different URLs in the head and the Link header",
    source: SOURCE,
    remedy: "Keep one canonical link.",
    run({ canonicals, page }) {
      const read = canonicals.filter(({ inHead }) => inHead);
      if (new Set(read.map(({ url, href }) => url ?? href)).size < 2)
        return read.length === 0 ? skipped(NONE) : "pass";
      const evidence = read
        .slice(0, 10)
        .map(({ link, href }) => ({ ...(link ? page.places.of(link.element) : {}), url: href }));
      return failure("The canonical links have different URLs, so Google may ignore all of them.", evidence);
    },
  },
  {
    id: "canonical-outside-head",
    severity: "high",
    title: "Canonical link in the body",
    threshold: "a canonical link that browsers parse into the body",
    source: google("crawling-indexing/valid-page-metadata"),
    remedy: "Move it into the head, before anything that ends the head.",
    run({ canonicals, page }) {
      if (canonicals.length === 0) return skipped(NONE);
      return failing(
        canonicals.flatMap(({ inHead, link }) =>
          inHead || link === undefined ? [] : [() => page.places.of(link.element)],
        ),
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
    run({ canonicals, page }) {
      if (canonicals.length === 0) return skipped(NONE);
      return failing(
        canonicals.flatMap(({ href, url, link }) =>
          /^https?:\/\//i.test(href) && url !== undefined
            ? []
            : [() => ({ ...(link ? page.places.of(link.element) : {}), url: href })],
        ),
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
    run({ canonical, canonicals, url, hreflangs, page }) {
      if (canonical === undefined) return skipped(NONE);
      if (isSameAddress(canonical, url.href)) return "pass";
      const target = URL.parse(canonical);
      const toRoot = target?.hostname === url.hostname && target.pathname === "/" && url.pathname !== "/";
      const self = hreflangs.find((entry) => entry.url !== undefined && isSameAddress(entry.url, url.href));
      const sibling = hreflangs.some(
        (entry) => entry !== self && entry.url !== undefined && isSameAddress(entry.url, canonical),
      );
      const link = canonicals.find((found) => found.url === canonical)?.link;
      const evidence = [{ ...(link ? page.places.of(link.element) : {}), url: canonical }];
      if (toRoot) {
        return {
          message: "The canonical URL is the site's home page. Google may drop this page.",
          evidence,
          severity: "medium",
        };
      }
      if (sibling && self !== undefined) {
        return {
          message: "The canonical URL is a translation. Google may drop this language.",
          evidence,
          severity: "medium",
        };
      }
      return failure(
        "The page declares another URL as canonical. Google is likely to show that one.",
        evidence,
      );
    },
  },
  {
    id: "canonical-target-bad",
    severity: "high",
    effort: "medium",
    needs: "probes",
    title: "The canonical URL cannot be indexed",
    threshold: "it redirects, fails, is blocked or has noindex",
    source: SOURCE,
    remedy: "Use a URL that returns 200 and can be indexed.",
    run({ canonical }) {
      if (canonical === undefined) return skipped("The page declares no other canonical URL.");
      if (canonical.state === "unknown") return skipped("The canonical URL could not be fetched.");
      return canonical.problem === undefined ? "pass" : failure(canonical.problem, [canonical.place]);
    },
  },
]);
