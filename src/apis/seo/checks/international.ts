import type { Facts, Hreflang } from "../analysis/facts.ts";
import { hreflangFault } from "../analysis/hreflang-code.ts";
import { withoutHash } from "../analysis/links.ts";
import { writtenUrls } from "./canonical.ts";
import { checksOf, failing, failure, google, skipped } from "./check.ts";

const VERSIONS = google("specialty/international/localized-versions");
const NONE = skipped("The page has no translations.");

/** Fails for the entries that are found; the share is of all. */
const entriesThat =
  (
    find: (entries: readonly Hreflang[]) => readonly Hreflang[],
    message: (count: number, first: Hreflang | undefined) => string,
    hasShare = false,
  ) =>
  ({ hreflangs }: Facts) => {
    if (hreflangs.length === 0) return NONE;
    const found = find(hreflangs);
    return failing(
      writtenUrls(found),
      (count) => message(count, found[0]),
      hasShare ? hreflangs.length : undefined,
    );
  };

/** The language of a code; Norwegian is one, whichever way it is written. */
function primary(code: string): string {
  const [language = ""] = code.toLowerCase().split("-");
  return language === "nb" || language === "nn" ? "no" : language;
}

/** Entries that give one code to two addresses, or one address to two languages. */
function conflicts(entries: readonly Hreflang[]): Hreflang[] {
  const byCode = new Map<string, Hreflang>();
  const byUrl = new Map<string, Hreflang>();
  return entries.filter((entry) => {
    const code = entry.lang.toLowerCase();
    const url = withoutHash(entry.url ?? entry.href);
    const sameCode = byCode.getOrInsert(code, entry);
    const twoUrls = withoutHash(sameCode.url ?? sameCode.href) !== url;
    // One page for a language and for a region of it is what Google itself advises.
    const twoCodes = code !== "x-default" && primary(byUrl.getOrInsert(url, entry).lang) !== primary(code);
    return twoUrls || twoCodes;
  });
}

export const internationalChecks = checksOf("international", [
  {
    id: "hreflang-invalid-code",
    severity: "medium",
    proportional: true,
    title: "Invalid hreflang codes",
    threshold: "language not in ISO 639-1, or region not in ISO 3166-1",
    source: VERSIONS,
    remedy: "Write the language first, then the region: en-GB, not en-UK or GB.",
    run: entriesThat(
      (all) => all.filter(({ lang }) => hreflangFault(lang) !== undefined),
      (count, first) => `Invalid codes: ${count}; ${hreflangFault(first?.lang ?? "")}.`,
      true,
    ),
  },
  {
    id: "hreflang-relative",
    severity: "medium",
    title: "hreflang URLs are not absolute",
    threshold: "a URL without scheme and host",
    source: VERSIONS,
    remedy: "Use the absolute URL.",
    run: entriesThat(
      (all) => all.filter(({ href }) => !/^https?:\/\//i.test(href)),
      (count) => `Relative URLs of translations: ${count}.`,
    ),
  },
  {
    id: "hreflang-no-self",
    severity: "medium",
    title: "hreflang without the page itself",
    threshold: "no hreflang entry for this page or its canonical URL",
    source: VERSIONS,
    remedy: "List the page itself, in its own language.",
    run({ hreflangs, url, canonical, fetched }) {
      if (hreflangs.length === 0) return NONE;
      const own = new Set([url.href, canonical ?? url.href, fetched.url].map(withoutHash));
      const listed = hreflangs.some((entry) => entry.url !== undefined && own.has(withoutHash(entry.url)));
      return listed ? "pass" : failure("No hreflang entry links to this page.");
    },
  },
  {
    id: "hreflang-conflict",
    severity: "medium",
    effort: "medium",
    title: "Conflicting hreflang entries",
    threshold: "one code for two URLs, or one URL for two languages",
    source: VERSIONS,
    remedy: "Use one URL for each language.",
    run: entriesThat(conflicts, (count) => `Conflicting entries: ${count}.`),
  },
  {
    id: "hreflang-outside-head",
    severity: "high",
    title: "hreflang links in the body",
    threshold: "browsers parse them into the body",
    source: google("crawling-indexing/valid-page-metadata"),
    remedy: "Move them into the head, before anything that ends the head.",
    run: entriesThat(
      (all) => all.filter(({ inHead }) => !inHead),
      () => "Google ignores hreflang links outside of the head.",
    ),
  },
  {
    id: "hreflang-no-x-default",
    severity: "notice",
    title: "No x-default",
    threshold: "translations without x-default; Google calls it optional",
    source: VERSIONS,
    remedy: 'Add hreflang="x-default" for visitors of other languages.',
    run({ hreflangs }) {
      if (hreflangs.length === 0) return NONE;
      const found = hreflangs.some(({ lang }) => lang.toLowerCase() === "x-default");
      return found ? "pass" : failure("The translations have no page for other languages.");
    },
  },
  {
    id: "hreflang-no-return",
    severity: "medium",
    effort: "medium",
    proportional: true,
    needs: "probes",
    title: "Translations that do not link back",
    threshold: "no hreflang entry on the target links to this page; at most 10 targets are checked",
    source: VERSIONS,
    remedy: "List the same set of URLs on every translation.",
    run({ returns }) {
      const judged = returns.filter(({ linksBack }) => linksBack !== undefined);
      if (judged.length === 0) return skipped("No translation could be checked.");
      return failing(
        judged.filter(({ linksBack }) => linksBack === false).map(({ place }) => place),
        (count) => `Translations that do not link back, so that Google ignores the pair: ${count}.`,
        judged.length,
      );
    },
  },
]);
