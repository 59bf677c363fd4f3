import { type Facts, NO_PAGE } from "../analysis/facts.ts";
import { concerning, type FoundDirectives, ignored } from "../analysis/indexability.ts";
import { isSameAddress } from "../analysis/links.ts";
import { parseRefresh } from "../analysis/refresh.ts";
import { headerOf } from "../fetch/fetched-page.ts";
import { checksOf, elementsOf, failing, failure, google, skipped, some } from "./check.ts";

/** Elements in the body of this page that Google reads only in the head. */
function ignoredInBody({ page }: Facts) {
  return [
    ...page.titles.filter(({ inHead }) => !inHead),
    ...page.links.filter(
      ({ rel, inHead, hreflang }) =>
        !inHead && (rel.includes("canonical") || (rel.includes("alternate") && hreflang !== undefined)),
    ),
    // Robots directives are obeyed wherever they stand.
    ...page.metas.filter(
      ({ inHead, name, httpEquiv, charset }) =>
        !inHead && (name ?? httpEquiv ?? charset) !== undefined && name !== "robots" && name !== "googlebot",
    ),
  ];
}

/** The first refresh by the header or a meta element (Google treats both alike) that leads to another URL. */
export function refreshTarget({ page, base, url, fetched }: Facts) {
  const header = { content: headerOf(fetched, "refresh"), element: undefined };
  for (const { content, element } of [
    header,
    ...page.metas.filter(({ httpEquiv }) => httpEquiv === "refresh"),
  ]) {
    const refresh = parseRefresh(content);
    const resolved = refresh && URL.parse(refresh.href, base)?.href;
    if (resolved !== undefined && !isSameAddress(resolved, url.href)) return { element, url: resolved };
  }
  return undefined;
}

/** The places of directives: a meta element, or a line of the header. */
const placesOf = (found: readonly FoundDirectives[]) =>
  found.map(({ text, element }) =>
    element === undefined ? { snippet: `X-Robots-Tag: ${text}` } : { element },
  );

export const indexabilityChecks = checksOf("indexability", [
  {
    id: "status-not-ok",
    severity: "blocker",
    effort: "medium",
    needs: "answer",
    title: "The page returns an error status",
    threshold: "the final status is not 2xx",
    source: google("crawling-indexing/http-network-errors"),
    remedy: "Return 200, or redirect to the page that replaced this one.",
    run({ fetched, isOk }) {
      if (fetched.stopped !== undefined) return skipped(NO_PAGE.endless);
      if (isOk) return "pass";
      return failure(`The URL returns status ${fetched.status}.`, [{ url: fetched.finalUrl }]);
    },
  },
  {
    id: "response-empty",
    severity: "blocker",
    effort: "medium",
    needs: "answer",
    title: "The response is empty",
    threshold: "a successful status without content, or with white space alone; Google calls it a soft 404",
    source: google("crawling-indexing/http-network-errors"),
    remedy: "Send the page, or status 404 if it does not exist.",
    run({ fetched, isOk, noPage }) {
      if (!isOk) return skipped("The response is an error or a redirect.");
      return noPage === "empty"
        ? failure(`The URL returns status ${fetched.status} without content.`, [{ url: fetched.finalUrl }])
        : "pass";
    },
  },
  {
    id: "soft-404",
    severity: "critical",
    effort: "medium",
    title: "An error page with status 200",
    threshold: "the title or first h1 is that of an error page, with up to 200 words, or 1,000 if both are",
    source: google("crawling-indexing/http-network-errors"),
    remedy: "Send status 404 or 410, or redirect to the page that replaced this one.",
    run({ softError, fetched }) {
      if (softError === undefined) return "pass";
      return failure(`The page returns status ${fetched.status}, but says "${softError}".`, [
        { snippet: softError },
      ]);
    },
  },
  {
    id: "robots-txt-blocked",
    severity: "blocker",
    needs: "answer",
    title: "Blocked for Google by robots.txt",
    threshold: "the longest rule that matches for googlebot, else for *, is a disallow",
    source: google("crawling-indexing/robots/robots_txt"),
    remedy: "Remove the rule, or add an allow rule that is longer.",
    run({ robots, rulingOf }) {
      if (robots.state !== "parsed") return skipped("No robots.txt could be fetched.");
      const { allowed, rule } = rulingOf("googlebot");
      if (allowed || rule === undefined) return "pass";
      return failure(`Line ${rule.line} of robots.txt disallows this URL for Google.`, [
        { url: robots.url, line: rule.line, snippet: rule.text },
      ]);
    },
  },
  {
    id: "noindex",
    severity: "blocker",
    needs: "answer",
    title: "The page is set to noindex",
    threshold:
      "noindex, none or a past unavailable_after for all crawlers or for googlebot, in meta or X-Robots-Tag",
    source: google("crawling-indexing/robots-meta-tag"),
    remedy: "Remove the directive if the page should be indexed.",
    run({ forbidden }) {
      const found = concerning(forbidden, "googlebot");
      return failing(
        placesOf(found),
        () =>
          `${found[0]?.source === "header" ? "The X-Robots-Tag header" : "A robots meta"} says ${found[0]?.directive.text}.`,
      );
    },
  },
  {
    id: "redirect-loop",
    severity: "blocker",
    effort: "medium",
    needs: "answer",
    title: "Endless redirects",
    threshold: "a loop, or more than 10 redirects",
    source: google("crawling-indexing/http-network-errors"),
    remedy: "Redirect directly to the final URL.",
    run({ fetched }) {
      if (fetched.stopped === undefined) return "pass";
      const message =
        fetched.stopped === "loop" ? "The redirects form a loop." : "There are more than 10 redirects.";
      return failure(
        message,
        fetched.redirects.map(({ url }) => ({ url })),
      );
    },
  },
  {
    id: "robots-directive-unseen",
    severity: "high",
    needs: "answer",
    title: "noindex on a blocked page",
    threshold: "noindex on a page that robots.txt blocks",
    source: google("crawling-indexing/robots-meta-tag"),
    remedy: "Allow crawlers to fetch the page, so that they can see the noindex.",
    run({ rulingOf, forbidden }) {
      const blocked = !rulingOf("googlebot").allowed;
      if (!blocked || concerning(forbidden, "googlebot").length === 0) return "pass";
      return failure(
        "robots.txt blocks this page, so crawlers never see its noindex, and the page can stay in the index.",
      );
    },
  },
  {
    id: "robots-directive-unknown",
    severity: "medium",
    needs: "answer",
    title: "Robots directives that crawlers ignore",
    threshold:
      "a directive that no search engine documents, such as no-index, or one without a valid value; a notice if it is not close to another",
    source: google("crawling-indexing/robots-meta-tag"),
    remedy: "Write directives as documented, separated by commas.",
    run({ directives }) {
      const found = ignored(directives);
      const first = found.find(({ isMisspelled }) => isMisspelled) ?? found[0];
      const result = failing(placesOf(found), () => `${first?.message}.`);
      return result === "pass" || first?.isMisspelled === true ? result : { ...result, severity: "notice" };
    },
  },
  {
    id: "robots-txt-unreachable",
    severity: "high",
    effort: "medium",
    needs: "answer",
    title: "robots.txt cannot be fetched",
    threshold: "status 429 or 5xx, or no response; Google then fetches nothing from the site",
    source: google("crawling-indexing/robots/robots_txt"),
    remedy: "Return the file, or 404 if there is no robots.txt.",
    run({ robots }) {
      if (robots.state !== "unreachable") return "pass";
      const status = robots.status === null ? "does not respond" : `returns status ${robots.status}`;
      return failure(`robots.txt ${status}.`, [{ url: robots.url }]);
    },
  },
  {
    id: "robots-txt-invalid",
    severity: "low",
    needs: "answer",
    title: "robots.txt has invalid lines",
    threshold: "an unknown directive, a rule before any user agent, a relative sitemap, or more than 500 KiB",
    source: google("crawling-indexing/robots/robots_txt"),
    remedy: "Fix or remove the lines.",
    run({ robots }) {
      if (robots.state !== "parsed") return skipped("No robots.txt could be fetched.");
      const { problems, truncated } = robots.file;
      if (truncated)
        return failure("robots.txt is larger than 500 KiB, the limit of crawlers.", [{ url: robots.url }]);
      return failing(
        problems.map(({ line, message }) => ({ url: robots.url, line, snippet: message })),
        (count) => `Invalid lines in robots.txt: ${count}.`,
      );
    },
  },
  {
    id: "redirect-chain",
    severity: "low",
    effort: "medium",
    needs: "answer",
    title: "Redirect chain",
    threshold: "2 redirects or more",
    source: "convention",
    remedy: "Redirect directly to the final URL.",
    run({ fetched }) {
      if (fetched.redirects.length < 2 || fetched.stopped !== undefined) return "pass";
      return failure(
        `${fetched.redirects.length} redirects before the page.`,
        fetched.redirects.map(({ url }) => ({ url })),
      );
    },
  },
  {
    id: "meta-refresh",
    severity: "low",
    effort: "medium",
    title: "Refresh redirect",
    threshold: "a meta refresh or a Refresh header with another URL",
    source: google("crawling-indexing/301-redirects"),
    remedy: "Redirect with status 301 or 308 on the server.",
    run(facts) {
      const target = refreshTarget(facts);
      return target === undefined ? "pass" : failure("The page redirects visitors with a refresh.", [target]);
    },
  },
  {
    id: "js-dependent",
    severity: "high",
    effort: "high",
    title: "The page needs JavaScript",
    threshold: "evidence of scriptDependence in /seo/checks, on a page with up to 600 words",
    source: google("crawling-indexing/javascript/javascript-seo-basics"),
    remedy: "Render the content on the server. Few crawlers other than Google's run scripts.",
    run({ scriptDependence, words }) {
      if (scriptDependence === undefined) return "pass";
      const { row, element } = scriptDependence;
      return failure(
        `${row.reason} The HTML itself has ${some(words.count, "word")}.`,
        element ? [{ element }] : [],
      );
    },
  },
  {
    id: "html-too-large",
    severity: "high",
    effort: "high",
    title: "The page is too large",
    threshold: "more than 2 MB of uncompressed HTML, or more than 100,000 elements",
    source: "https://developers.google.com/crawling/docs/crawlers-fetchers/overview-google-crawlers",
    remedy: "Move data and styles out of the HTML, and split the page.",
    run({ fetched, page }) {
      if (!fetched.truncated && !page.cut) return "pass";
      return failure("The page is larger than 2 MB or 100,000 elements. The rest may not be indexed.");
    },
  },
  {
    id: "head-ended-early",
    severity: "high",
    title: "Invalid element in the head",
    threshold: "metadata after an element or text that makes the parser start the body",
    source: google("crawling-indexing/valid-page-metadata"),
    remedy: "Move this element into the body, after all metadata.",
    run(facts) {
      const { headEndedBy: ender } = facts.page;
      const ignored = ignoredInBody(facts);
      if (ender === undefined || ignored.length === 0) return "pass";
      const { element, text } = ender;
      const what = element === undefined ? "Text" : `<${element.tagName}>`;
      return {
        message: `${what} ended the head. Google ignores ${some(ignored.length, "element")} of metadata after it.`,
        evidence: [element ? { element } : { snippet: text.slice(0, 100) }, ...elementsOf(ignored)],
        count: ignored.length,
      };
    },
  },
  {
    id: "sitemap-missing",
    severity: "notice",
    effort: "medium",
    needs: "probes",
    title: "No sitemap",
    threshold: "robots.txt has none, and /sitemap.xml does not exist",
    source: google("crawling-indexing/sitemaps/overview"),
    remedy: "Publish a sitemap and add it to robots.txt.",
    run({ sitemap }) {
      if (sitemap.found === undefined) return skipped("The sitemap could not be fetched.");
      return sitemap.found ? "pass" : failure("There is no sitemap.", [{ url: sitemap.url }]);
    },
  },
  {
    id: "page-not-in-sitemap",
    severity: "notice",
    needs: "probes",
    title: "The sitemap does not list the page",
    threshold: "not in the first three sitemap files",
    source: "https://www.sitemaps.org/protocol.html",
    remedy: "Add the page to the sitemap.",
    run({ sitemap }) {
      if (sitemap.lists === undefined) return skipped("No sitemap could be read completely.");
      return sitemap.lists ? "pass" : failure("The sitemap does not list this page.", [{ url: sitemap.url }]);
    },
  },
]);
