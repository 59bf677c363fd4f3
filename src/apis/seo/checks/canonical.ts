import { isSameAddress } from "../analysis/links.ts";
import { type Check, failing, failure, google, skipped } from "./check.ts";

const NONE = "The page names no canonical address.";
const SOURCE = google("crawling-indexing/consolidate-duplicate-urls");

export const canonicalChecks: readonly Check[] = [
  {
    id: "canonical-missing",
    category: "indexability",
    severity: "notice",
    effort: "low",
    needs: "html",
    title: "No canonical address",
    threshold: "no canonical link in the head or in the Link header",
    source: SOURCE,
    remedy: "Name the page's own address as canonical where it can be reached by several.",
    run({ canonicals }) {
      return canonicals.length > 0
        ? "pass"
        : failure("The page does not say which of its addresses is the canonical one.");
    },
  },
  {
    id: "canonical-conflict",
    category: "indexability",
    severity: "high",
    effort: "low",
    needs: "html",
    title: "Canonical links that disagree",
    threshold: "two different addresses in head and Link header",
    source: SOURCE,
    remedy: "Keep one canonical link.",
    run({ canonicals, page }) {
      const read = canonicals.filter(({ inHead }) => inHead);
      if (new Set(read.map(({ url, href }) => url ?? href)).size < 2)
        return read.length === 0 ? skipped(NONE) : "pass";
      const evidence = read
        .slice(0, 10)
        .map(({ link, href }) => ({ ...(link ? page.places.of(link.element) : {}), url: href }));
      return failure(
        "The canonical links name different addresses, so Google may heed none of them.",
        evidence,
      );
    },
  },
  {
    id: "canonical-outside-head",
    category: "indexability",
    severity: "high",
    effort: "low",
    needs: "html",
    title: "A canonical link in the body",
    threshold: "a canonical link that a browser's parser puts into the body",
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
    category: "indexability",
    severity: "low",
    effort: "low",
    needs: "html",
    title: "A canonical link that is not absolute",
    threshold: "an address without scheme and host",
    source: SOURCE,
    remedy: "Write the whole address.",
    run({ canonicals, page }) {
      if (canonicals.length === 0) return skipped(NONE);
      return failing(
        canonicals.flatMap(({ href, link }) =>
          /^https?:\/\//i.test(href)
            ? []
            : [() => ({ ...(link ? page.places.of(link.element) : {}), url: href })],
        ),
        () => "The canonical address is relative, which goes wrong as soon as the page is served elsewhere.",
      );
    },
  },
  {
    id: "canonical-elsewhere",
    category: "indexability",
    severity: "notice",
    effort: "low",
    needs: "html",
    title: "The canonical address is another page",
    threshold: "differs from the final address; to the site's root or to a translation: medium",
    source: SOURCE,
    remedy: "Name the page itself, unless the other page really holds the same content.",
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
          message: "The canonical address is the site's root: Google may drop this page.",
          evidence,
          severity: "medium",
        };
      }
      if (sibling && self !== undefined) {
        return {
          message: "The canonical address is a translation: Google may drop this language.",
          evidence,
          severity: "medium",
        };
      }
      return failure(
        "The page names another address as canonical: Google is likely to show that one.",
        evidence,
      );
    },
  },
  {
    id: "canonical-target-bad",
    category: "indexability",
    severity: "high",
    effort: "medium",
    needs: "probes",
    title: "The canonical address cannot be indexed",
    threshold: "it redirects, fails, is blocked or says noindex",
    source: SOURCE,
    remedy: "Name an address that answers with 200 and may be indexed.",
    run({ canonical }) {
      if (canonical === undefined) return skipped("The page names no other address as canonical.");
      if (canonical.state === "unknown") return skipped("The canonical address could not be fetched.");
      return canonical.problem === undefined ? "pass" : failure(canonical.problem, [canonical.place]);
    },
  },
];
