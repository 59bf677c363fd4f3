import { encodingOf } from "../analysis/html/labels.ts";
import { checksOf, failure, google, skipped } from "./check.ts";

export const metadataChecks = checksOf("metadata", [
  {
    id: "lang-missing",
    severity: "low",
    title: "No language",
    threshold: "no lang attribute on html, or an empty one",
    source: "https://www.w3.org/WAI/WCAG22/Understanding/language-of-page",
    remedy: 'Set the language of the text: <html lang="en">.',
    run({ language }) {
      return language === undefined ? failure("The html element has no lang attribute.") : "pass";
    },
  },
  {
    id: "lang-invalid",
    severity: "low",
    title: "Invalid language tag",
    threshold: "not well-formed by BCP 47, such as en_US",
    source: "https://www.rfc-editor.org/rfc/rfc5646",
    remedy: "Write language and region with a hyphen: en-US.",
    run({ language }) {
      if (language === undefined) return skipped("The page declares no language.");
      try {
        Intl.getCanonicalLocales(language);
        return "pass";
      } catch {
        return failure("The lang attribute is not a valid language tag.", [
          { snippet: language.slice(0, 60) },
        ]);
      }
    },
  },
  {
    id: "charset-problem",
    severity: "low",
    title: "Encoding problem",
    threshold:
      "none declared, declared after byte 1,024, or header and page differ; high severity for characters that cannot be decoded",
    source: "https://html.spec.whatwg.org/multipage/semantics.html#charset",
    remedy:
      'Serve UTF-8, declare it in the Content-Type header, and put <meta charset="utf-8"> first in the head.',
    run({ page: { decoded } }) {
      const { declared, metaOffset, replacements, source } = decoded;
      if (replacements > 0) {
        const message = `${replacements} characters of the page cannot be decoded as ${decoded.effective}.`;
        return { ...failure(message), count: replacements, severity: "high" };
      }
      if (source === "bom") return "pass";
      if (declared.header === null && declared.meta === null) {
        return failure("Neither the header nor the page declares an encoding.");
      }
      if (declared.header === null && (metaOffset ?? 0) > 1024) {
        return failure(
          `The encoding is declared at byte ${metaOffset}. Only the first 1,024 bytes are reliably read.`,
        );
      }
      if (
        declared.header !== null &&
        declared.meta !== null &&
        encodingOf(declared.header) !== encodingOf(declared.meta)
      ) {
        return failure("The header and the page declare different encodings. The header takes precedence.");
      }
      return "pass";
    },
  },
  {
    id: "viewport-missing",
    severity: "medium",
    title: "Not mobile-friendly",
    threshold: "no meta viewport",
    source: google("crawling-indexing/mobile/mobile-sites-mobile-first-indexing"),
    remedy: 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
    run({ page }) {
      const found = page.metas.some(({ name, content }) => name === "viewport" && content !== undefined);
      return found ? "pass" : failure("The page has no meta viewport, so phones show the desktop layout.");
    },
  },
  {
    id: "favicon-missing",
    severity: "low",
    needs: "probes",
    title: "No favicon",
    threshold: "no rel=icon that works, and no /favicon.ico",
    source: google("appearance/favicon-in-search"),
    remedy: 'Add <link rel="icon" href="…"> with a square image.',
    run({ favicon }) {
      if (favicon === undefined || favicon.state === "unknown")
        return skipped("The favicon could not be fetched.");
      return favicon.state === "broken"
        ? failure("There is no favicon at this URL.", [favicon.place])
        : "pass";
    },
  },
]);
