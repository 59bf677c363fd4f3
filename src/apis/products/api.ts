import { defineApi } from "../../kit/define-api.ts";
import { operation } from "../../kit/descriptor.ts";
import { openSite } from "../../upstream/site-settings.ts";
import { LookupInput } from "./lookup-input.ts";
import { productsDemo, productsSettings } from "./settings.ts";

const responses = (): typeof import("./responses.ts") => require("./responses.ts");

/** The products API. The code that does the work is loaded with the first call. */
export const products = defineApi({
  name: "products",
  title: "Quintet Products",
  version: "1.2.0",
  summary: "Amazon product data: exact prices, stock, ratings and offers, with the source of every field.",
  document: "/amazon/openapi.json",
  usesState: true,
  promises: [
    "A price is one that the page offers for this product, or null with the reason in `offerState`.",
    "Offers are extracted one by one: seller, stock and price of different offers are never mixed.",
    "A CAPTCHA, a block page, a server error and a wrong page each have their own error code and cost nothing.",
    "Repeated calls with the same key are free while the cached result is fresh. Stale results are free.",
    "Reviews do not include their authors.",
    "Disabled until the operator enables a source. Requests follow robots.txt, are sent slowly under Quintet's own name, and never solve CAPTCHAs.",
  ],
  settings: productsSettings,
  demo: productsDemo,
  isOff: ({ source }) => source === undefined,
  plans: {
    unit: "lookups",
    freePerMonth: 100,
    credits: 6,
    single: { title: "Products", price: 15, limit: 5_000 },
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
            "Returns a product from any of 23 Amazon marketplaces: prices, offers, stock, ratings, reviews, images, variants and ranks. Amounts are decimal strings with their currency.",
          input: LookupInput,
          get output() {
            return responses().ProductResponse;
          },
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
            "upstream-credentials-rejected",
            "item-not-accessible",
            "upstream-unavailable",
            "upstream-unexpected-page",
            "upstream-timeout",
            "busy",
          ],
          examples: [
            { title: "A product", input: { asin: "B07JH148DF" }, upstream: true },
            {
              title: "By URL",
              input: { url: "https://www.amazon.com/dp/B07JH148DF" },
              upstream: true,
            },
            {
              title: "Two fields from one marketplace, at most a minute old",
              input: { asin: "B07JH148DF", marketplace: "com", fields: "price,offers", maxAge: "60" },
              upstream: true,
            },
            { title: "Invalid ASIN", input: { asin: "12345" }, status: 400 },
            { title: "An ISBN with a wrong check digit", input: { asin: "0241401128" }, status: 400 },
            {
              title: "Unknown marketplace",
              input: { asin: "B07JH148DF", marketplace: "amazon.example" },
              status: 400,
            },
          ],
          async sample(input) {
            const { sampleProduct } = await import("./lookup.ts");
            return sampleProduct(input, amazon);
          },
          async run(input, context) {
            const { lookUp } = await import("./lookup.ts");
            return lookUp(input, context, amazon);
          },
        }),
      },
    };
  },
});
