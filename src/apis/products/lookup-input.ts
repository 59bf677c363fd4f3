import { z } from "zod";
import { commaList, textValue } from "../../kit/parameter.ts";
import { maxAge } from "../../upstream/site-settings.ts";
import { Asin, ProductUrl } from "./amazon/asin.ts";
import { findMarketplace, marketplaces } from "./amazon/marketplaces.ts";

const schemas = (): typeof import("./schemas.ts") => require("./schemas.ts");

const names = marketplaces.map(({ name }) => name);

const MarketplaceName = textValue(
  z.string(),
  (text, reject) => findMarketplace(text) ?? reject(`must be one of ${names.join(", ")}, its host or its id`),
);

/** The parameters of a lookup. */
export const LookupInput = z.object({
  asin: Asin.optional().describe("Ten letters and digits, or an ISBN. Required unless `url` is set."),
  url: ProductUrl.optional().describe("The URL of the product page. Sets both the marketplace and the ASIN."),
  marketplace: MarketplaceName.optional().describe(
    `One of ${names.map((name) => `\`${name}\``).join(", ")}, or the host or ID of one. Defaults to \`com\`, or the operator's choice.`,
  ),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, "two letters, such as en")
    .optional()
    .describe("One of the marketplace's languages, as two letters."),
  fields: commaList(() => Object.keys(schemas().Product.shape))
    .optional()
    .describe(
      "The fields to return, separated by commas. `asin`, `requestedAsin`, `marketplace` and `completeness` are always returned.",
    ),
  maxAge,
  reviews: z.boolean().default(true).describe("Whether to include the reviews on the page."),
});
export type LookupInput = z.output<typeof LookupInput>;
