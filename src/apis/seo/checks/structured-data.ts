import type { Facts } from "../analysis/facts.ts";
import type { Item } from "../analysis/structured/items.ts";
import { checksOf, failing, failure, google, skipped, some } from "./check.ts";

const GUIDELINES = google("appearance/structured-data/sd-policies");
const NO_JSON_LD = skipped("The page has no JSON-LD.");
const NO_KNOWN = skipped("The page has no structured data that Google shows in results.");

/** The alternatives for a required property as people list them: `review, aggregateRating or offers`. */
function alternatives(property: string): string {
  const all = property.split(" or ");
  return [all.slice(0, -1).join(", "), ...all.slice(-1)].filter((one) => one !== "").join(" or ");
}

/** Fails for the items of types that Google shows which have faults of one kind; the message has those of the first. */
const itemsWith =
  (
    faultsOf: (item: Item) => readonly string[],
    message: (count: number, types: string, faults: readonly string[]) => string,
    { isShare = false, hasDocs = false, joint = ", " } = {},
  ) =>
  ({ structured }: Facts) => {
    const known = structured.items.filter(({ docs }) => docs !== null);
    if (known.length === 0) return NO_KNOWN;
    const found = known
      .map((item) => ({ item, types: item.types.join(", "), faults: faultsOf(item) }))
      .filter(({ faults }) => faults.length > 0);
    const [first] = found;
    return failing(
      found.map(({ item, types, faults }) => ({
        ...item.place,
        snippet: `${types}: ${faults.join(joint)}`,
        url: hasDocs ? (item.docs ?? undefined) : undefined,
      })),
      (count) => message(count, first?.types ?? "", first?.faults ?? []),
      isShare ? known.length : undefined,
    );
  };

export const structuredDataChecks = checksOf("structuredData", [
  {
    id: "jsonld-invalid",
    severity: "high",
    proportional: true,
    title: "Invalid JSON-LD",
    threshold: "a block that is not valid JSON, even without its wrapper",
    source: "https://www.rfc-editor.org/rfc/rfc8259",
    remedy: "Fix the error at this location.",
    run({ page, structured }) {
      if (page.jsonLd.length === 0) return NO_JSON_LD;
      const [first] = structured.invalidBlocks;
      return failing(
        structured.invalidBlocks.map(({ place, message }) => ({ ...place, snippet: message })),
        (count) => `Invalid JSON-LD blocks: ${count}. ${first?.message ?? ""}`.trim(),
        page.jsonLd.length,
      );
    },
  },
  {
    id: "jsonld-wrapped",
    severity: "low",
    title: "JSON-LD in a comment or CDATA wrapper",
    threshold: "a block that is JSON only without <![CDATA[ or <!--",
    source: "https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents",
    remedy: "Remove the wrapper; HTML needs none.",
    run({ page, structured }) {
      if (page.jsonLd.length === 0) return NO_JSON_LD;
      return failing(
        structured.wrappedBlocks,
        (count) => `JSON-LD blocks in a wrapper that some parsers do not support: ${count}.`,
      );
    },
  },
  {
    id: "schema-required-missing",
    severity: "high",
    effort: "medium",
    proportional: true,
    title: "Structured data lacks what Google requires",
    threshold: "a property that Google's documentation of the type requires",
    source: google("appearance/structured-data/search-gallery"),
    remedy: "Add the properties if the page shows their content.",
    run: itemsWith(
      ({ missingRequired }) => missingRequired,
      (count, types, faults) => {
        const missing = faults.map(alternatives).join("; ");
        const what = faults.length === 1 ? "a required property" : "required properties";
        return count === 1
          ? `${types} structured data is missing ${what}: ${missing}.`
          : `${count} structured data items are missing required properties. ${types}: ${missing}.`;
      },
      { isShare: true, hasDocs: true },
    ),
  },
  {
    id: "schema-value-invalid",
    severity: "medium",
    proportional: true,
    title: "Structured data has values that Google cannot use",
    threshold:
      "a price, currency, date, duration, rating, count, URL or name of a list of schema.org that is not in the documented form",
    source: "https://support.google.com/webmasters/answer/13300873",
    remedy: "Write the values in this form.",
    run: itemsWith(
      ({ wrongValues }) => wrongValues,
      (count, types, [first]) =>
        `${count === 1 ? "" : `${count} structured data items have invalid values. `}${types}: ${first}.`,
      { isShare: true, joint: "; " },
    ),
  },
  {
    id: "schema-recommended-missing",
    severity: "notice",
    effort: "medium",
    title: "Structured data lacks what Google recommends",
    threshold: "a property that Google's documentation of the type recommends",
    source: google("appearance/structured-data/search-gallery"),
    remedy: "Add the properties that the page can fill.",
    run: itemsWith(
      ({ missingRecommended }) => missingRecommended,
      (count) =>
        `${some(count, "structured data item")} ${count === 1 ? "is" : "are"} missing properties that Google recommends.`,
    ),
  },
  {
    id: "schema-context-missing",
    severity: "medium",
    title: "JSON-LD without a vocabulary or a type",
    threshold: "no schema.org @context, or no @type",
    source: GUIDELINES,
    remedy: 'Start the block with "@context": "https://schema.org" and give each item an "@type".',
    run({ page, structured }) {
      if (page.jsonLd.length === 0) return NO_JSON_LD;
      return failing(
        structured.contextless,
        (count) => `JSON-LD blocks without @context or @type: ${count}.`,
      );
    },
  },
  {
    id: "structured-data-absent",
    severity: "notice",
    effort: "medium",
    title: "No structured data",
    threshold: "no JSON-LD, no Microdata, no RDFa; Google requires none",
    source: google("appearance/structured-data/intro-structured-data"),
    remedy: "Add structured data for a type that Google shows in results.",
    run({ page }) {
      return page.jsonLd.length + page.items.length > 0
        ? "pass"
        : failure("The page has no structured data.");
    },
  },
]);
