import type { Facts } from "../analysis/facts.ts";
import { concerning } from "../analysis/indexability.ts";
import { isSameAddress } from "../analysis/links.ts";
import { headerOf } from "../fetch/fetched-page.ts";
import { type Check, failing, failure, google, skipped, some } from "./check.ts";

/** Elements that Google reads in the head alone, and that stand in the body of this page. */
export function ignoredInBody({ page }: Facts) {
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

/** Where a refresh leads, by the header or a meta (Google takes both alike), if it leads away. */
export function refreshTarget({ page, base, url, fetched }: Facts): string | undefined {
  const contents = page.metas.filter(({ httpEquiv }) => httpEquiv === "refresh");
  for (const content of [headerOf(fetched, "refresh"), ...contents.map((meta) => meta.content)]) {
    const target = /^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content ?? "")?.[1];
    const resolved = target === undefined ? undefined : URL.parse(target.trim(), base)?.href;
    if (resolved !== undefined && !isSameAddress(resolved, url.href)) return resolved;
  }
  return undefined;
}

export const indexabilityChecks: readonly Check[] = [
  {
    id: "status-not-ok",
    category: "indexability",
    severity: "blocker",
    effort: "medium",
    needs: "answer",
    title: "The address does not answer with success",
    threshold: "the final status is not 2xx",
    source: google("crawling-indexing/http-network-errors"),
    remedy: "Answer with 200, or redirect to the page that took this one's place.",
    run({ fetched }) {
      if (fetched.stopped !== undefined) return skipped("The redirects do not end.");
      if (fetched.status >= 200 && fetched.status < 300) return "pass";
      return failure(`The address answers with status ${fetched.status}.`, [{ url: fetched.finalUrl }]);
    },
  },
  {
    id: "robots-txt-blocked",
    category: "indexability",
    severity: "blocker",
    effort: "low",
    needs: "answer",
    title: "robots.txt keeps Google away",
    threshold: "the longest rule that matches for googlebot, else for *, is a disallow",
    source: google("crawling-indexing/robots/robots_txt"),
    remedy: "Remove the rule, or add an allow rule that is longer.",
    run({ robots, rulingOf }) {
      if (robots.state !== "parsed") return skipped("There is no robots.txt that could be read.");
      const { allowed, rule } = rulingOf("googlebot");
      if (allowed || rule === undefined) return "pass";
      return failure(`Line ${rule.line} of robots.txt disallows this address for Google.`, [
        { url: robots.url, line: rule.line, snippet: rule.text },
      ]);
    },
  },
  {
    id: "noindex",
    category: "indexability",
    severity: "blocker",
    effort: "low",
    needs: "answer",
    title: "The page forbids its indexing",
    threshold:
      "noindex, none or a past unavailable_after for all crawlers or for googlebot, in meta or X-Robots-Tag",
    source: google("crawling-indexing/robots-meta-tag"),
    remedy: "Remove the directive if the page is meant to be found.",
    run({ forbidden, page }) {
      const found = concerning(forbidden, "googlebot");
      return failing(
        found.map(
          ({ text, element }) =>
            () =>
              element === undefined ? { snippet: `X-Robots-Tag: ${text}` } : page.places.of(element),
        ),
        () =>
          `${found[0]?.source === "header" ? "The X-Robots-Tag header" : "A robots meta"} says ${found[0]?.directive.text}.`,
      );
    },
  },
  {
    id: "redirect-loop",
    category: "indexability",
    severity: "blocker",
    effort: "medium",
    needs: "answer",
    title: "The redirects do not end",
    threshold: "a loop, or more than 10 redirects",
    source: google("crawling-indexing/http-network-errors"),
    remedy: "Redirect straight to the final address.",
    run({ fetched }) {
      if (fetched.stopped === undefined) return "pass";
      const message =
        fetched.stopped === "loop"
          ? "The redirects come back to where they were."
          : "There are more than 10 redirects.";
      return failure(
        message,
        fetched.redirects.slice(0, 10).map(({ url }) => ({ url })),
      );
    },
  },
  {
    id: "robots-directive-unseen",
    category: "indexability",
    severity: "high",
    effort: "low",
    needs: "answer",
    title: "A noindex that no crawler can see",
    threshold: "noindex on a page that robots.txt blocks",
    source: google("crawling-indexing/robots-meta-tag"),
    remedy: "Let crawlers fetch the page: they can obey only what they can read.",
    run({ rulingOf, forbidden }) {
      const blocked = !rulingOf("googlebot").allowed;
      if (!blocked || concerning(forbidden, "googlebot").length === 0) return "pass";
      return failure("robots.txt blocks this page, so its noindex is never read: it can stay in the index.");
    },
  },
  {
    id: "robots-txt-unreachable",
    category: "indexability",
    severity: "high",
    effort: "medium",
    needs: "answer",
    title: "robots.txt cannot be fetched",
    threshold: "status 429 or 5xx, or no answer: Google then fetches nothing from the site",
    source: google("crawling-indexing/robots/robots_txt"),
    remedy: "Answer with a file, or with 404 where there is none.",
    run({ robots }) {
      if (robots.state !== "unreachable") return "pass";
      const status = robots.status === null ? "does not answer" : `answers with status ${robots.status}`;
      return failure(`robots.txt ${status}.`, [{ url: robots.url }]);
    },
  },
  {
    id: "robots-txt-invalid",
    category: "indexability",
    severity: "low",
    effort: "low",
    needs: "answer",
    title: "robots.txt has lines that crawlers pass over",
    threshold: "an unknown directive, a rule before any user agent, a relative sitemap, or more than 500 KiB",
    source: google("crawling-indexing/robots/robots_txt"),
    remedy: "Correct or remove the lines.",
    run({ robots }) {
      if (robots.state !== "parsed") return skipped("There is no robots.txt that could be read.");
      const { problems, truncated } = robots.file;
      if (truncated)
        return failure("robots.txt is larger than the 500 KiB that crawlers read.", [{ url: robots.url }]);
      return failing(
        problems.map(({ line, message }) => () => ({ url: robots.url, line, snippet: message })),
        (count) => `Lines of robots.txt that cannot be read: ${count}.`,
      );
    },
  },
  {
    id: "redirect-chain",
    category: "indexability",
    severity: "low",
    effort: "medium",
    needs: "answer",
    title: "More than one redirect on the way",
    threshold: "2 redirects or more",
    source: "convention",
    remedy: "Redirect straight to the final address.",
    run({ fetched }) {
      if (fetched.redirects.length < 2 || fetched.stopped !== undefined) return "pass";
      return failure(
        `${fetched.redirects.length} redirects lead to the page.`,
        fetched.redirects.map(({ url }) => ({ url })),
      );
    },
  },
  {
    id: "meta-refresh",
    category: "indexability",
    severity: "low",
    effort: "medium",
    needs: "html",
    title: "A refresh leads to another URL",
    threshold: "a meta refresh or a Refresh header with a URL other than the page's own",
    source: google("crawling-indexing/301-redirects"),
    remedy: "Redirect with status 301 or 308 on the server.",
    run(facts) {
      const target = refreshTarget(facts);
      const meta = facts.page.metas.find(({ httpEquiv }) => httpEquiv === "refresh");
      if (target === undefined) return "pass";
      return failure("The page sends visitors elsewhere by a refresh.", [
        { ...(meta === undefined ? {} : facts.page.places.of(meta.element)), url: target },
      ]);
    },
  },
  {
    id: "js-dependent",
    category: "indexability",
    severity: "high",
    effort: "high",
    needs: "html",
    title: "The page is empty until scripts have run",
    threshold: "the evidence that /seo/checks lists as scriptDependence, on pages with under 600 words",
    source: google("crawling-indexing/javascript/javascript-seo-basics"),
    remedy: "Render the content on the server, or in advance: few crawlers beside Google's run scripts.",
    run({ scriptDependence, page, wordCount }) {
      if (scriptDependence === undefined) return "pass";
      const { row, element } = scriptDependence;
      return failure(
        `${row.reason} The HTML itself has ${some(wordCount, "word")}.`,
        element ? [page.places.of(element)] : [],
      );
    },
  },
  {
    id: "html-too-large",
    category: "indexability",
    severity: "high",
    effort: "high",
    needs: "html",
    title: "The page is larger than crawlers read",
    threshold: "more than 2 MB of HTML, inflated, or more than 100,000 elements",
    source: "https://developers.google.com/crawling/docs/crawlers-fetchers/overview-google-crawlers",
    remedy: "Move data and styles out of the HTML, and split the page.",
    run({ fetched, page }) {
      if (!fetched.truncated && !page.cut) return "pass";
      return failure(
        "The page goes on beyond the 2 MB or 100,000 elements that are read: what follows may not be indexed.",
      );
    },
  },
  {
    id: "head-ended-early",
    category: "indexability",
    severity: "high",
    effort: "low",
    needs: "html",
    title: "An element that is not allowed in the head ended it",
    threshold: "metadata stands after an element or text that made the parser open the body",
    source: google("crawling-indexing/valid-page-metadata"),
    remedy: "Move the element that is named into the body, after all metadata.",
    run(facts) {
      const { headEndedBy: ender, places } = facts.page;
      const ignored = ignoredInBody(facts);
      if (ender === undefined || ignored.length === 0) return "pass";
      const what = ender.element === undefined ? "Text" : `<${ender.element.tagName}>`;
      return {
        message: `${what} ended the head. Google ignores ${some(ignored.length, "element")} of metadata after it.`,
        evidence: [
          ...(ender.element === undefined
            ? [{ snippet: ender.text.slice(0, 100) }]
            : [places.of(ender.element)]),
          ...ignored.slice(0, 9).map(({ element }) => places.of(element)),
        ],
        count: ignored.length,
      };
    },
  },
  {
    id: "sitemap-missing",
    category: "indexability",
    severity: "notice",
    effort: "medium",
    needs: "probes",
    title: "No sitemap",
    threshold: "robots.txt names none, and /sitemap.xml is not there",
    source: google("crawling-indexing/sitemaps/overview"),
    remedy: "Publish a sitemap and name it in robots.txt.",
    run({ sitemap }) {
      if (sitemap.found === undefined) return skipped("The sitemap could not be fetched.");
      return sitemap.found ? "pass" : failure("There is no sitemap.", [{ url: sitemap.url }]);
    },
  },
  {
    id: "page-not-in-sitemap",
    category: "indexability",
    severity: "notice",
    effort: "low",
    needs: "probes",
    title: "The sitemap does not list the page",
    threshold: "not in the first three sitemap files",
    source: "https://www.sitemaps.org/protocol.html",
    remedy: "Add the page to the sitemap.",
    run({ sitemap }) {
      if (sitemap.lists === undefined) return skipped("There is no sitemap that could be read in full.");
      return sitemap.lists ? "pass" : failure("The sitemap does not list this page.", [{ url: sitemap.url }]);
    },
  },
];
