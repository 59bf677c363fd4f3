import { encodingOf } from "../analysis/html/labels.ts";
import { type Check, failure, google, skipped } from "./check.ts";

export const metadataChecks: readonly Check[] = [
  {
    id: "lang-missing",
    category: "metadata",
    severity: "low",
    effort: "low",
    needs: "html",
    title: "No language",
    threshold: "no lang attribute on html, or an empty one",
    source: "https://www.w3.org/WAI/WCAG22/Understanding/language-of-page",
    remedy: 'Name the language of the text: <html lang="en">.',
    run({ language }) {
      return language === undefined
        ? failure("The html element does not say which language the page is in.")
        : "pass";
    },
  },
  {
    id: "lang-invalid",
    category: "metadata",
    severity: "low",
    effort: "low",
    needs: "html",
    title: "The language is not a language tag",
    threshold: "not well-formed by BCP 47, such as en_US",
    source: "https://www.rfc-editor.org/rfc/rfc5646",
    remedy: "Write language and region with a hyphen: en-US.",
    run({ language }) {
      if (language === undefined) return skipped("The page names no language.");
      try {
        Intl.getCanonicalLocales(language);
        return "pass";
      } catch {
        return failure("The lang attribute is not a language tag.", [{ snippet: language.slice(0, 60) }]);
      }
    },
  },
  {
    id: "charset-problem",
    category: "metadata",
    severity: "low",
    effort: "low",
    needs: "html",
    title: "The encoding is not declared well",
    threshold:
      "none declared, declared after byte 1,024, header and page disagree; characters that do not decode: high",
    source: "https://html.spec.whatwg.org/multipage/semantics.html#charset",
    remedy:
      'Serve UTF-8, say so in the Content-Type header, and put <meta charset="utf-8"> first into the head.',
    run({ page: { decoded } }) {
      const { declared, metaOffset, replacements, source } = decoded;
      if (replacements > 0) {
        return {
          message: `${replacements} characters of the page cannot be decoded as ${decoded.effective}.`,
          evidence: [],
          count: replacements,
          severity: "high",
        };
      }
      if (source === "bom") return "pass";
      if (declared.header === null && declared.meta === null) {
        return failure("Neither the header nor the page names an encoding.");
      }
      if (declared.header === null && (metaOffset ?? 0) > 1024) {
        return failure(
          `The encoding is declared at byte ${metaOffset}; only the first 1,024 are sure to be looked at.`,
        );
      }
      if (
        declared.header !== null &&
        declared.meta !== null &&
        encodingOf(declared.header) !== encodingOf(declared.meta)
      ) {
        return failure("The header names another encoding than the page; the header wins.");
      }
      return "pass";
    },
  },
  {
    id: "viewport-missing",
    category: "metadata",
    severity: "medium",
    effort: "low",
    needs: "html",
    title: "Not made for small screens",
    threshold: "no meta viewport",
    source: google("crawling-indexing/mobile/mobile-sites-mobile-first-indexing"),
    remedy: 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
    run({ page }) {
      const found = page.metas.some(({ name, content }) => name === "viewport" && content !== undefined);
      return found ? "pass" : failure("The page has no meta viewport, so phones show it as a desktop page.");
    },
  },
  {
    id: "favicon-missing",
    category: "metadata",
    severity: "low",
    effort: "low",
    needs: "probes",
    title: "No favicon",
    threshold: "no rel=icon that works, and no /favicon.ico",
    source: google("appearance/favicon-in-search"),
    remedy: 'Add <link rel="icon" href="…"> with a square image.',
    run({ favicon }) {
      if (favicon === undefined || favicon.state === "unknown")
        return skipped("The favicon could not be fetched.");
      return favicon.state === "broken"
        ? failure("There is no favicon at this address.", [favicon.place])
        : "pass";
    },
  },
];
