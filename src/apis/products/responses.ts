import { z } from "zod";
import { object } from "../../kit/described-objects.ts";
import { Product } from "./schemas.ts";

/** The response of a lookup. */
export const ProductResponse = Product.partial()
  .required({ asin: true, requestedAsin: true, marketplace: true, completeness: true })
  .extend({
    source: z.string().describe("The source that was used."),
    observedAt: z.iso.datetime().describe("When the page was fetched."),
    cache: object("How fresh the data is.", {
      state: z
        .enum(["hit", "miss", "stale"])
        .describe("`stale`: an older result, because the page could not be fetched. Stale results are free."),
      ageS: z.int().describe("Seconds since the page was fetched."),
    }),
    upstreamError: z
      .string()
      .optional()
      .describe("Only for stale results: the code of the error that occurred."),
  })
  .meta({ id: "Product" });
export type ProductResponse = z.input<typeof ProductResponse>;
