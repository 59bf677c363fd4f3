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
    condition: z.string().nullable(),
    price: Money.nullable(),
    listPrice: Money.nullable(),
    seller: Seller.nullable(),
    shipsFrom: z.string().nullable(),
    fulfilledByMarketplace: z.boolean().nullable(),
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
    rating: z.number().nullable(),
    title: z.string().nullable(),
    date: ReviewDate,
    text: z.string().nullable(),
    verified: z.boolean(),
    helpful: z.int().nullable(),
    variant: z.string().nullable(),
  })
  .meta({ id: "ProductReview" });

const Image = z.strictObject({
  id: z.string().nullable(),
  url: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  variant: z.string().nullable().describe("MAIN, PT01 and so on, as on the page."),
});

/** Everything that is read from one product page, before `fields` selects from it. */
export const Product = z.strictObject({
  asin: z.string(),
  requestedAsin: z.string(),
  parentAsin: z.string().nullable(),
  marketplace: z.enum(marketplaces.map(({ name }) => `amazon.${name}`)),
  url: z.string(),
  language: z.string().nullable(),
  title: z.string(),
  brand: z.string().nullable(),
  bylineRaw: z.string().nullable(),
  contributors: z.array(z.strictObject({ name: z.string(), role: z.string().nullable() })),
  offerState: z.enum(offerStates),
  isDigital: z.boolean(),
  price: Money.nullable(),
  priceRange: z.strictObject({ min: Money, max: Money }).nullable(),
  listPrice: Money.nullable(),
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
  seller: Seller.nullable(),
  shipsFrom: z.string().nullable(),
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
  hasAplus: z.boolean(),
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
