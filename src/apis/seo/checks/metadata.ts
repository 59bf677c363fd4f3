import { isLanguage } from "../analysis/hreflang-code.ts";
import { encodingOf } from "../analysis/html/labels.ts";
import { shorten } from "../analysis/html/place.ts";
import type { Meta } from "../analysis/page.ts";
import { checksOf, elementsOf, failing, failure, google, skipped, some } from "./check.ts";

// What BCP 47 has and `Intl` has not: tags for private use, the first registered ones, and the languages that may be
// narrowed by a further one, as in zh-cmn-Hans (RFC 5646, sections 2.1 and 2.2.2).
const PRIVATE = /^(?:x(?:-[a-z\d]{1,8})+|i-[a-z]{3,8})$/i;
const EXTENDED = /^(ar|kok|lv|ms|sgn|sw|uz|zh)(?:-[a-z]{3}){1,2}(?=-|$)/i;

const VIEWPORT_WIDTH = /\bwidth *= *([\w-]+)/i;
/** The widest fixed layout that phones show legibly, in pixels. */
const PHONE_MAX = 600;

/** Whether a viewport makes the layout as wide as a phone. */
function fitsPhones({ content = "" }: Meta): boolean {
  const width = VIEWPORT_WIDTH.exec(content)?.[1]?.toLowerCase();
  if (width === undefined) return /\binitial-scale *=/i.test(content);
  return width === "device-width" || Number.parseInt(width, 10) <= PHONE_MAX;
}

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
    threshold: "not well-formed by BCP 47, such as en_US, or a language that is not registered, such as jp",
    source: "https://www.rfc-editor.org/rfc/rfc5646",
    remedy: "Write the code of the language, then a hyphen and the region: en-US, ja.",
    run({ language }) {
      if (language === undefined) return skipped("The page declares no language.");
      if (PRIVATE.test(language)) return "pass";
      try {
        const [tag = ""] = Intl.getCanonicalLocales(language.replace(EXTENDED, "$1"));
        if (isLanguage(tag)) return "pass";
      } catch {
        // Not well-formed.
      }
      return failure("The lang attribute is not a valid language tag.", [{ snippet: language.slice(0, 60) }]);
    },
  },
  {
    id: "lang-mismatch",
    severity: "low",
    needsText: true,
    title: "The text is in another language",
    threshold:
      "60% of the text is in another script, or most of the small words are of another of 7 languages",
    source: "https://www.w3.org/WAI/WCAG22/Understanding/language-of-page",
    remedy: "Set lang to the language of the text.",
    run({ language, otherLanguage }) {
      if (language === undefined) return skipped("The page declares no language.");
      // `lang-invalid` finds tags such as `en_US`.
      return otherLanguage === undefined || language.includes("_")
        ? "pass"
        : failure(`The page declares ${shorten(language, 60)}, but its text is in ${otherLanguage}.`);
    },
  },
  {
    id: "charset-problem",
    severity: "low",
    title: "Encoding problem",
    threshold:
      "none declared, declared after byte 1,024, header and page differ, or U+FFFD in the text; high severity for characters that cannot be decoded, and for UTF-8 declared as something else",
    source: "https://html.spec.whatwg.org/multipage/semantics.html#charset",
    remedy:
      'Serve UTF-8, declare it in the Content-Type header, and put <meta charset="utf-8"> first in the head.',
    run({ page: { decoded } }) {
      const { declared, metaOffset, replacements, source, effective, isMisread } = decoded;
      const { undecoded, written } = replacements;
      if (undecoded > 0) {
        const message = `${undecoded} characters of the page cannot be decoded as ${effective}.`;
        return { ...failure(message), count: undecoded, severity: "high" };
      }
      if (isMisread) {
        const message = `The bytes of the page are UTF-8, but it is declared as ${effective}: é is shown as Ã©.`;
        return { ...failure(message), severity: "high" };
      }
      if (written > 0) {
        const message = `The page has ${some(written, "replacement character")} (\ufffd). Text usually has them because it was decoded incorrectly before it was published.`;
        return { ...failure(message), count: written };
      }
      if (source === "bom") return "pass";
      if (declared.header === null && declared.meta === null) {
        return failure("Neither the header nor the page declares an encoding.");
      }
      if (declared.header !== null && encodingOf(declared.header) === undefined) {
        return failure(
          `The header declares the encoding "${shorten(declared.header, 60)}", which browsers do not know.`,
        );
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
    threshold:
      "no meta viewport, or one with a fixed width over 600 pixels, or with neither a width nor an initial scale",
    source: google("crawling-indexing/mobile/mobile-sites-mobile-first-indexing"),
    remedy: 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
    run({ page }) {
      const found = page.metas.filter(({ name, content }) => name === "viewport" && content !== undefined);
      if (found.length === 0)
        return failure("The page has no meta viewport, so phones show the desktop layout.");
      if (found.some(fitsPhones)) return "pass";
      return failing(
        elementsOf(found),
        () => "The meta viewport does not set the width of the device, so phones show the desktop layout.",
      );
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
