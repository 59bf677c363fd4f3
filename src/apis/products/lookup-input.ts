import { z } from "zod";
import { commaList, textValue } from "../../kit/parameter.ts";
import { Asin, ProductUrl } from "./amazon/asin.ts";
import { findMarketplace, marketplaces } from "./amazon/marketplaces.ts";

/** The fields of a product that `fields` may name: all. Listed here because its schema is loaded later. */
export const productFields: readonly string[] = [
  "asin",
  "requestedAsin",
  "parentAsin",
  "marketplace",
  "url",
  "language",
  "title",
  "brand",
  "bylineRaw",
  "contributors",
  "offerState",
  "isDigital",
  "price",
  "priceRange",
  "listPrice",
  "regularPrice",
  "discountPercent",
  "unitPrice",
  "shipping",
  "priceNote",
  "availability",
  "offers",
  "seller",
  "shipsFrom",
  "deliveryLocation",
  "rating",
  "reviews",
  "images",
  "bullets",
  "description",
  "details",
  "identifiers",
  "breadcrumbs",
  "bestSellerRanks",
  "variants",
  "badges",
  "boughtPastMonth",
  "hasAplus",
  "completeness",
  "sources",
];

const MONTH_S = 30 * 86_400;

const names = marketplaces.map(({ name }) => name).join(", ");

const MarketplaceName = textValue(
  z.string(),
  (text, reject) => findMarketplace(text) ?? reject(`must be one of ${names}, its host or its id`),
);

/** The parameters of a lookup. */
export const LookupInput = z.object({
  asin: Asin.optional().describe("Ten letters and digits, or an ISBN. Required unless url is set."),
  url: ProductUrl.optional().describe("The URL of the product page. Sets both the marketplace and the ASIN."),
  marketplace: MarketplaceName.optional().describe(
    `One of ${names}, or the marketplace's host or ID. Defaults to com, or the operator's choice.`,
  ),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, "two letters, such as en")
    .optional()
    .describe("One of the marketplace's languages, as two letters."),
  fields: commaList(productFields)
    .optional()
    .describe(
      "The fields to return, separated by commas. asin, requestedAsin, marketplace and completeness are always returned.",
    ),
  maxAge: z
    .int()
    .min(0)
    .max(MONTH_S)
    .optional()
    .describe("The maximum age of a cached copy, in seconds. Older copies are fetched again."),
  reviews: z.boolean().default(true).describe("Whether to include the reviews on the page."),
});
export type LookupInput = z.output<typeof LookupInput>;
