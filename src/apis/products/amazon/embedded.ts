import { z } from "zod";
import { parseJson } from "../../../kit/parse-json.ts";
import { jsonAfter, matchEnds, matchesOf, tagEnds } from "./json-in-page.ts";
import type { FoundElement } from "./scan.ts";

const Entry = z.object({
  priceAmount: z.number(),
  currencySymbol: z.string().optional(),
  integerValue: z.string().optional(),
  fractionalValue: z.string().optional(),
  buyingOptionType: z.string().optional(),
  offerListingId: z.string().optional(),
});

/** One offer of the data that the page's own scripts calculate with. */
export type PriceEntry = z.output<typeof Entry>;

/** Entries are two or three levels deep in their data. */
const DEPTH_MAX = 8;
const ENTRIES_MAX = 200;

function entriesIn(value: unknown, depth = 0): PriceEntry[] {
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return [];
  const entry = Array.isArray(value) ? undefined : Entry.safeParse(value).data;
  return entry === undefined
    ? Object.values(value).flatMap((member) => entriesIn(member, depth + 1))
    : [entry];
}

function agrees({ priceAmount, integerValue, fractionalValue }: PriceEntry): boolean {
  if (integerValue === undefined) return true;
  const whole = integerValue.replace(/\D/g, "");
  const fraction = (fractionalValue ?? "").replace(/\D/g, "");
  return whole === "" || Number(`${whole}.${fraction === "" ? "0" : fraction}`) === priceAmount;
}

/** The offers of the embedded data, those left out whose parts contradict each other. */
export function priceEntries(html: string): PriceEntry[] {
  return jsonAfter(html, tagEnds(html, "twister-plus-buying-options-price-data"))
    .flatMap((value) => entriesIn(value))
    .slice(0, ENTRIES_MAX)
    .filter(agrees);
}

const LdOffer = z.object({
  "@type": z.string(),
  price: z.union([z.string(), z.number()]),
  priceCurrency: z.string(),
});

/** The price of a JSON-LD `Product` with exactly one offer; undefined for offers that are sums of others. */
export function jsonLdOffer(
  scripts: readonly FoundElement[],
): { amount: string; currency: string } | undefined {
  for (const { raw } of scripts) {
    const value = parseJson(raw);
    for (const node of Array.isArray(value) ? value : [value]) {
      const product = z.object({ "@type": z.literal("Product"), offers: z.unknown() }).safeParse(node);
      if (!product.success) continue;
      const offers = [product.data.offers].flat();
      const offer = LdOffer.safeParse(offers[0]);
      if (offers.length === 1 && offer.success && offer.data["@type"] === "Offer") {
        return { amount: String(offer.data.price), currency: offer.data.priceCurrency };
      }
    }
  }
  return undefined;
}

/** By ASIN; products that are made to order have the name of what they are made of before it. */
const Variations = z.record(z.string().regex(/^(?:\w+#)?[A-Z0-9]{10}$/), z.array(z.string()));
const Labels = z.array(z.string());
const Names = z.record(z.string(), z.string());

/** The largest value behind `name` that the schema accepts. */
function largest<Value extends object>(
  html: string,
  name: string,
  schema: z.ZodType<Value>,
): Value | undefined {
  const sizeOf = (value: Value) => Object.keys(value).length;
  return jsonAfter(html, matchEnds(html, name))
    .map((one) => schema.safeParse(one))
    .flatMap((read) => (read.success ? [read.data] : []))
    .sort((a, b) => sizeOf(b) - sizeOf(a))[0];
}

/** The variants of a product: their labels, and the values of each by its ASIN; undefined without any. */
export function variations(html: string) {
  const values = Object.entries(largest(html, '"dimensionValuesDisplayData"', Variations) ?? {});
  if (values.length === 0) return undefined;
  const shown = largest(html, '"dimensionsDisplay"', Labels) ?? [];
  const labels = () => {
    const named = largest(html, '"variationDisplayLabels"', Names);
    return (largest(html, '"dimensions"', Labels) ?? []).map((name) => named?.[name] ?? name);
  };
  return {
    labels: shown.length > 0 ? shown : labels(),
    values: Object.fromEntries(values.map(([key, of]) => [key.slice(-10), of])),
  };
}

/** A page names an ASIN a few dozen times. */
const NAMED_MAX = 500;

/** An ASIN behind its name, all in the same quotes. */
const NAMED = /(\\?["'])\s*:\s*\1([A-Z0-9]{10})\1/y;

/** Whether a place of the page is in a script: lists of other products have data of their own in attributes. */
function isInScript(html: string, index: number): boolean {
  return html.lastIndexOf("<script", index) > html.lastIndexOf("</script", index);
}

/**
 * The ASIN that the page's scripts know under a name, in JSON, in JSON within a string, or in JavaScript; undefined
 * where they say nothing, or several things and none of them much more often than the others.
 */
export function scriptAsin(html: string, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const counts = new Map<string, number>();
    let left = NAMED_MAX;
    for (const { 1: quote = "", 2: asin = "", index } of matchesOf(html, name, NAMED)) {
      const isQuoted = html.startsWith(quote, index - name.length - quote.length);
      if (isQuoted && isInScript(html, index)) counts.set(asin, (counts.get(asin) ?? 0) + 1);
      if (--left === 0) break;
    }
    const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
    if (first !== undefined && first[1] >= 2 * (second?.[1] ?? 0)) return first[0];
  }
  return undefined;
}
