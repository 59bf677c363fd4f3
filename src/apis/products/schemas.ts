import { z } from "zod";
import { component, named, object, objectOrNull, objects } from "../../kit/described-objects.ts";
import { marketplaces } from "./amazon/marketplaces.ts";

export const offerStates = [
  "featured-offer",
  "select-variant",
  "other-sellers-only",
  "price-hidden-until-cart",
  "not-deliverable-here",
  "unavailable",
  "preorder",
  "unknown",
] as const;

/** State of an offer: its price, or why it has none. */
export type OfferState = (typeof offerStates)[number];

const Money = named("ProductMoney", {
  amount: z
    .string()
    .regex(/^\d+(?:\.\d+)?$/)
    .describe("A decimal string with the number of decimals of its currency."),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .describe("ISO 4217 code."),
});
export type Money = z.output<typeof Money>;

const Seller = named("ProductSeller", {
  name: z.string().describe("The name."),
  id: z.string().nullable().describe("The seller ID, if the page shows it."),
  isMarketplace: z.boolean().describe("Whether the seller is the marketplace itself."),
});

const Availability = component("ProductAvailability", "The stock of the offer.", {
  status: z
    .enum(["in-stock", "limited", "backorder", "unavailable", "unknown"])
    .describe("`limited`: few left; `backorder`: ships later."),
  text: z.string().nullable().describe("The text on the page, in the page's language."),
  stockLeft: z.int().nullable().describe("The number of items left, if the page shows it."),
});
export type Availability = z.output<typeof Availability>;

const Offer = named("ProductOffer", {
  type: z.enum(["new", "used", "local-store", "subscribe", "rent", "renewed"]).describe("The kind of offer."),
  condition: z.string().nullable().describe("The condition, as on the page."),
  price: Money.nullable().describe("The price. Null if the page offers none."),
  listPrice: Money.nullable().describe("The list price."),
  seller: Seller.nullable().describe("Who sells this offer. Null if the page names no seller."),
  shipsFrom: z.string().nullable().describe("The name of the shipper."),
  fulfilledByMarketplace: z.boolean().nullable().describe("Whether the marketplace ships the product."),
  availability: Availability,
});
export type Offer = z.output<typeof Offer>;

const ReviewDate = object("The date of the review.", {
  value: z.iso.date().nullable().describe("Null if the page's language is not supported."),
  precision: z.literal("day").describe("Always day."),
});

const Review = named("ProductReview", {
  id: z.string().describe("The ID of the review."),
  rating: z.number().nullable().describe("The rating in stars."),
  title: z.string().nullable().describe("The title."),
  date: ReviewDate,
  text: z.string().nullable().describe("The text of the review."),
  verified: z.boolean().describe("Whether the purchase is verified."),
  helpful: z.int().nullable().describe("The number of people who found the review helpful."),
  variant: z.string().nullable().describe("The variant that was reviewed."),
});

const Image = z.object({
  id: z.string().nullable().describe("The ID of the image, from its URL."),
  url: z.string().describe("The URL of the image."),
  width: z.int().nullable().describe("Width in pixels."),
  height: z.int().nullable().describe("Height in pixels."),
  variant: z.string().nullable().describe("The place of the image on the page, such as `MAIN` or `PT01`."),
});

const nodeId = z.string().nullable().describe("The ID of the category.");

/** Fields read from one product page, before `fields` selects from them. */
export const Product = z.strictObject({
  asin: z.string().describe("The ASIN of the product."),
  requestedAsin: z.string().describe("The ASIN of the request."),
  parentAsin: z.string().nullable().describe("The ASIN of the parent of all variants."),
  marketplace: z.enum(marketplaces.map(({ name }) => `amazon.${name}`)).describe("The marketplace."),
  url: z.string().describe("The URL of the product page."),
  language: z.string().nullable().describe("The language of the page."),
  title: z.string().describe("The title."),
  brand: z.string().nullable().describe("The brand."),
  bylineRaw: z.string().nullable().describe("The byline below the title, as on the page."),
  contributors: objects("Contributors to a book or recording, such as its author.", {
    name: z.string().describe("The name."),
    role: z.string().nullable().describe("The role, as on the page."),
  }),
  offerState: z
    .enum(offerStates)
    .describe(
      "Why the page shows a price or none. `select-variant`: a size or color must be chosen; see `priceRange`. `not-deliverable-here`: prices depend on `deliveryLocation`. `unknown`: the page does not say.",
    ),
  isDigital: z.boolean().describe("Whether the product is digital."),
  price: Money.nullable().describe("The price. Null if the page offers none."),
  priceRange: objectOrNull("The prices of all variants, if the page shows a range instead of a price.", {
    min: Money.describe("The lowest price."),
    max: Money.describe("The highest price."),
  }),
  listPrice: Money.nullable().describe("The list price."),
  regularPrice: Money.nullable().describe(
    "The price without a discount for one payment method. Present if `price` includes such a discount.",
  ),
  discountPercent: z.int().nullable().describe("The discount from `listPrice` to `price`, in percent."),
  unitPrice: objectOrNull("The price per quantity.", {
    amount: Money.shape.amount,
    currency: Money.shape.currency,
    per: object("The quantity that the amount is for.", {
      quantity: z.number().describe("The quantity, such as 100."),
      unit: z.string().nullable().describe("The unit, as on the page, such as `g`."),
    }),
  }),
  shipping: Money.nullable().describe("The shipping cost, if the page shows an amount."),
  priceNote: z
    .string()
    .nullable()
    .describe("The payment method that the price requires, as on the page; null if none."),
  availability: Availability,
  offers: z
    .array(Offer)
    .describe("The offers, the featured offer first. Each is extracted from its own row of the page."),
  seller: Seller.nullable().describe("Who sells the featured offer. Null if the page names no seller."),
  shipsFrom: z.string().nullable().describe("The name of the shipper."),
  deliveryLocation: z.string().nullable().describe("The delivery location of prices and stock."),
  rating: objectOrNull("The ratings by customers. Null without ratings.", {
    average: z.number().nullable().describe("The average, 0 to 5 stars."),
    count: z.int().nullable().describe("The number of ratings."),
    histogramPercent: objectOrNull("The distribution of ratings.", {
      "5": z.number().describe("Percent with 5 stars."),
      "4": z.number().describe("Percent with 4 stars."),
      "3": z.number().describe("Percent with 3 stars."),
      "2": z.number().describe("Percent with 2 stars."),
      "1": z.number().describe("Percent with 1 star."),
    }),
  }),
  reviews: z.array(Review).describe("The reviews on the page, without their authors."),
  images: z.array(Image).describe("The images of the product, the main image first."),
  bullets: z.array(z.string()).describe("The bullet points of the page."),
  description: z.string().nullable().describe("The product description."),
  details: z.record(z.string(), z.string()).describe("The details of the product, in the words of the page."),
  identifiers: object("Other identifiers of the product.", {
    isbn10: z.string().nullable().describe("ISBN-10 of a book."),
    isbn13: z.string().nullable().describe("ISBN-13 of a book."),
    upc: z.string().nullable().describe("UPC, EAN or GTIN: 8 to 14 digits."),
    model: z.string().nullable().describe("The manufacturer's model number."),
  }),
  breadcrumbs: objects("The categories of the product, from the top.", {
    name: z.string().describe("The name of the category."),
    nodeId,
  }),
  bestSellerRanks: objects("The best-seller ranks on the page.", {
    rank: z.int().describe("The rank, from 1."),
    category: z.string().describe("The name of the category."),
    nodeId,
  }),
  variants: objectOrNull("The variants of the product. Null for a single variant.", {
    dimensions: z.array(z.string()).describe("The names of the choices, such as `Color`."),
    items: objects("All variants on the page.", {
      asin: z.string().describe("The ASIN of the variant."),
      values: z.array(z.string()).describe("Its value of each dimension."),
      selected: z.boolean().describe("Whether it is the product of this page."),
    }),
  }),
  badges: z
    .array(z.enum(["marketplace-choice", "best-seller", "deal"]))
    .describe("The badges that the page shows."),
  boughtPastMonth: objectOrNull("Purchases in the past month, if the page shows them.", {
    atLeast: z.int().describe("The least number of purchases."),
  }),
  hasAplus: z.boolean().describe("Whether the page has enhanced content."),
  completeness: object("How much of the data was found.", {
    score: z
      .number()
      .min(0)
      .max(1)
      .describe("The weight of the fields found, divided by the weight of all fields that apply."),
    missing: z.array(z.string()).describe("Fields that apply but are missing on the page."),
    partial: z.array(z.string()).describe("Fields for which the page contradicts itself."),
  }),
  sources: z.record(z.string(), z.string()).describe("The location on the page where each field was found."),
});
export type Product = z.output<typeof Product>;
