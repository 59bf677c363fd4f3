import { z } from "zod";
import { commaList, textValue } from "../../kit/parameter.ts";
import { Asin, ProductUrl } from "./amazon/asin.ts";
import { findMarketplace, marketplaces } from "./amazon/marketplaces.ts";
import { Product, productFields } from "./schemas.ts";

const MONTH_S = 30 * 86_400;

const names = marketplaces.map(({ name }) => name).join(", ");

const MarketplaceName = textValue(
  z.string(),
  (text, reject) => findMarketplace(text) ?? reject(`must be one of ${names}, its host or its id`),
);

/** The parameters of a lookup. */
export const LookupInput = z.object({
  asin: Asin.optional().describe("Ten letters and digits, or an ISBN; or else url."),
  url: ProductUrl.optional().describe(
    "The address of the product's page, from which marketplace and ASIN are taken.",
  ),
  marketplace: MarketplaceName.optional().describe(
    `One of ${names}; or its host, or its id. The operator's standard, com, where it is left out.`,
  ),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, "two letters, such as en")
    .optional()
    .describe("One of the languages of the marketplace, as two letters."),
  fields: commaList(productFields)
    .optional()
    .describe(
      "A comma list of the fields to give; asin, requestedAsin, marketplace and completeness always are.",
    ),
  maxAge: z
    .int()
    .min(0)
    .max(MONTH_S)
    .optional()
    .describe("The oldest copy to accept, in seconds; older ones are read anew."),
  reviews: z.boolean().default(true).describe("Whether to give the reviews that stand on the page."),
});
export type LookupInput = z.output<typeof LookupInput>;

/** The response of a lookup. */
export const ProductAnswer = Product.partial()
  .required({ asin: true, requestedAsin: true, marketplace: true, completeness: true })
  .extend({
    source: z.string().describe("Which source read it."),
    observedAt: z.iso.datetime().describe("When the page was read."),
    cache: z.strictObject({
      state: z
        .enum(["hit", "miss", "stale"])
        .describe("stale: an older copy, because reading failed. It costs nothing."),
      ageS: z.int().describe("Seconds since the page was read."),
    }),
    upstreamError: z
      .string()
      .optional()
      .describe("With a stale copy: the code of the problem that it stands in for."),
  })
  .meta({ id: "Product" });
export type ProductAnswer = z.input<typeof ProductAnswer>;
