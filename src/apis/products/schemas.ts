import { z } from "zod";
import { marketplaces } from "./amazon/marketplaces.ts";
import { offerStates } from "./amazon/state.ts";

const Money = z
  .strictObject({
    amount: z
      .string()
      .regex(/^\d+(?:\.\d+)?$/)
      .describe("A decimal string with the number of decimals of its currency."),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .describe("ISO 4217 code."),
  })
  .meta({ id: "ProductMoney" });

const Seller = z
  .strictObject({
    name: z.string(),
    id: z.string().nullable(),
    isMarketplace: z.boolean().describe("Whether the seller is the marketplace itself."),
  })
  .meta({ id: "ProductSeller" });

const Availability = z
  .strictObject({
    status: z.enum(["in-stock", "limited", "backorder", "unavailable", "unknown"]),
    text: z.string().nullable().describe("The text on the page, in the page's language."),
    stockLeft: z.int().nullable().describe("The number of items left, if the page shows it."),
  })
  .meta({ id: "ProductAvailability" });

const Offer = z
  .strictObject({
    type: z.enum(["new", "used", "local-store", "subscribe", "rent", "renewed"]),
    condition: z.string().nullable().describe("The condition, as on the page."),
    price: Money.nullable().describe("The price. Null if the page offers none."),
    listPrice: Money.nullable().describe("The list price."),
    seller: Seller.nullable().describe("The seller."),
    shipsFrom: z.string().nullable().describe("The name of the shipper."),
    fulfilledByMarketplace: z.boolean().nullable().describe("Whether the marketplace ships the product."),
    availability: Availability,
  })
  .meta({ id: "ProductOffer" });

const ReviewDate = z.strictObject({
  value: z.iso.date().nullable().describe("null if the page's language is not supported."),
  precision: z.literal("day"),
});

const Review = z
  .strictObject({
    id: z.string(),
    rating: z.number().nullable().describe("The rating in stars."),
    title: z.string().nullable().describe("The title."),
    date: ReviewDate,
    text: z.string().nullable().describe("The text of the review."),
    verified: z.boolean().describe("Whether the purchase is verified."),
    helpful: z.int().nullable().describe("The number of people who found the review helpful."),
    variant: z.string().nullable().describe("The variant that was reviewed."),
  })
  .meta({ id: "ProductReview" });

const Image = z.strictObject({
  id: z.string().nullable(),
  url: z.string().describe("The URL of the image."),
  width: z.int().nullable().describe("Width in pixels."),
  height: z.int().nullable().describe("Height in pixels."),
  variant: z.string().nullable().describe("MAIN, PT01 and so on, as on the page."),
});

/** Everything that is read from one product page, before `fields` selects from it. */
export const Product = z.strictObject({
  asin: z.string().describe("The ASIN of the product."),
  requestedAsin: z.string().describe("The ASIN of the request."),
  parentAsin: z.string().nullable().describe("The ASIN of the parent of all variants."),
  marketplace: z.enum(marketplaces.map(({ name }) => `amazon.${name}`)),
  url: z.string().describe("The URL of the product page."),
  language: z.string().nullable().describe("The language of the page."),
  title: z.string().describe("The title."),
  brand: z.string().nullable().describe("The brand."),
  bylineRaw: z.string().nullable().describe("The byline below the title, as on the page."),
  contributors: z.array(z.strictObject({ name: z.string(), role: z.string().nullable() })),
  offerState: z.enum(offerStates).describe("Why there is a price, or why not."),
  isDigital: z.boolean().describe("Whether the product is digital."),
  price: Money.nullable().describe("The price. Null if the page offers none."),
  priceRange: z.strictObject({ min: Money, max: Money }).nullable(),
  listPrice: Money.nullable().describe("The list price."),
  regularPrice: Money.nullable().describe(
    "The price without a discount for one payment method. Present if price includes such a discount.",
  ),
  discountPercent: z.int().nullable().describe("The discount from listPrice to price, in percent."),
  unitPrice: z
    .strictObject({
      amount: Money.shape.amount,
      currency: Money.shape.currency,
      per: z.strictObject({ quantity: z.number(), unit: z.string().nullable() }),
    })
    .nullable(),
  shipping: Money.nullable(),
  priceNote: z.string().nullable(),
  availability: Availability,
  offers: z
    .array(Offer)
    .describe("The offers, the featured offer first. Each is extracted from its own row of the page."),
  seller: Seller.nullable().describe("The seller."),
  shipsFrom: z.string().nullable().describe("The name of the shipper."),
  deliveryLocation: z.string().nullable().describe("The delivery location of prices and stock."),
  rating: z
    .strictObject({
      average: z.number().nullable(),
      count: z.int().nullable(),
      histogramPercent: z
        .strictObject({ "5": z.number(), "4": z.number(), "3": z.number(), "2": z.number(), "1": z.number() })
        .nullable(),
    })
    .nullable(),
  reviews: z.array(Review).describe("The reviews on the page, without their authors."),
  images: z.array(Image),
  bullets: z.array(z.string()),
  description: z.string().nullable(),
  details: z.record(z.string(), z.string()).describe("In the words of the page."),
  identifiers: z.strictObject({
    isbn10: z.string().nullable(),
    isbn13: z.string().nullable(),
    upc: z.string().nullable(),
    model: z.string().nullable(),
  }),
  breadcrumbs: z.array(z.strictObject({ name: z.string(), nodeId: z.string().nullable() })),
  bestSellerRanks: z.array(
    z.strictObject({ rank: z.int(), category: z.string(), nodeId: z.string().nullable() }),
  ),
  variants: z
    .strictObject({
      dimensions: z.array(z.string()),
      items: z.array(
        z.strictObject({ asin: z.string(), values: z.array(z.string()), selected: z.boolean() }),
      ),
    })
    .nullable(),
  badges: z.array(z.enum(["marketplace-choice", "best-seller", "deal"])),
  boughtPastMonth: z.strictObject({ atLeast: z.int() }).nullable(),
  hasAplus: z.boolean().describe("Whether the page has enhanced content."),
  completeness: z.strictObject({
    score: z.number().min(0).max(1),
    missing: z.array(z.string()),
    partial: z.array(z.string()),
  }),
  sources: z.record(z.string(), z.string()).describe("The location on the page where each field was found."),
});
export type Product = z.output<typeof Product>;

/** The fields that `fields` may name. */
export const productFields = Object.keys(Product.shape);
