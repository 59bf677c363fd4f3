import { defineApi } from "../../kit/define-api.ts";
import { operation } from "../../kit/descriptor.ts";
import { openSite } from "../../upstream/site-settings.ts";
import { LookupInput, ProductAnswer } from "./answer.ts";
import { productsDemo, productsSettings } from "./settings.ts";

/** The products API. The code that does the work is loaded with the first call. */
export const products = defineApi({
  name: "products",
  title: "Quintet Products",
  version: "1.0.0",
  summary:
    "What a marketplace's page says of a product: exact prices, why there is none, and where each field stands.",
  document: "/amazon/openapi.json",
  usesState: true,
  promises: [
    "A price is one that the page offers for this product, or null with the reason in offerState.",
    "Offers are read row by row: no offer gets the seller, the stock or the price of another.",
    "A robot check, a wall, a fault or a wrong page is an error with its own code and costs nothing.",
    "A key that asks for the same product again while its copy is fresh is charged once. Stale answers cost nothing.",
    "Reviews come without their authors.",
    "The source is off until the operator switches it on, keeps to robots.txt and to a slow pace, solves no robot check and hides behind nobody.",
  ],
  settings: productsSettings,
  demo: productsDemo,
  isOff: ({ source }) => source === undefined,
  plans: {
    unit: "lookups",
    freePerMonth: 100,
    credits: 6,
    single: { title: "Product data", price: 15, limit: 5_000 },
  },
  create(settings, deps) {
    const amazon = openSite("products", settings, deps);
    return {
      operations: {
        product: operation({
          method: "GET",
          path: "/amazon/product",
          summary: "Look up a product",
          description:
            "Reads the page of a product in one of 23 marketplaces: prices, offers, stock, ratings, reviews, pictures, variants, ranks. Money is a decimal text with its currency.",
          input: LookupInput,
          output: ProductAnswer,
          cost: "measured",
          errors: [
            "not-found",
            "source-not-configured",
            "robots-disallowed",
            "pacing",
            "upstream-captcha",
            "upstream-blocked",
            "upstream-interstitial",
            "upstream-rate-limited",
            "upstream-unavailable",
            "upstream-unexpected-page",
            "upstream-timeout",
            "busy",
          ],
          examples: [
            { title: "A product", input: { asin: "B07JH148DF", marketplace: "es" }, upstream: true },
            {
              title: "By its address",
              input: { url: "https://www.amazon.de/dp/B07JH148DF" },
              upstream: true,
            },
            {
              title: "Two fields, not older than a minute",
              input: { asin: "B07JH148DF", fields: "price,offers", maxAge: "60" },
              upstream: true,
            },
            { title: "No ASIN", input: { asin: "12345" }, status: 400 },
            { title: "An ISBN with a wrong check digit", input: { asin: "0241401128" }, status: 400 },
            {
              title: "No marketplace",
              input: { asin: "B07JH148DF", marketplace: "amazon.example" },
              status: 400,
            },
          ],
          async run(input, context) {
            const { lookUp } = await import("./lookup.ts");
            return lookUp(input, context, amazon);
          },
        }),
      },
    };
  },
});
