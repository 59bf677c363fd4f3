import { z } from "zod";

/** A member of a response: left out where it is not what the documentation says. */
function maybe<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

function listOf<Schema extends z.ZodType>(schema: Schema) {
  return z
    .array(maybe(schema))
    .catch([])
    .default([])
    .transform((list) => list.filter((one) => one !== undefined));
}

const text = maybe(z.string());
const Single = z.object({
  DisplayValue: z.union([z.string(), z.number(), z.boolean()]),
  Label: text,
  Locale: text,
});
const Multiple = z.object({ DisplayValues: z.array(z.unknown()), Label: text });

const Image = z.object({ URL: z.string(), Width: maybe(z.int()), Height: maybe(z.int()) });
const ImageSet = z.object({
  Large: maybe(Image),
  Medium: maybe(Image),
  Small: maybe(Image),
  HiRes: maybe(Image),
});

const Amount = z.object({ Amount: z.number(), Currency: z.string() });

/** A price of Offers V2, whose amounts are in `Money`, or of Offers. */
const Price = z.union([
  z.object({ Money: Amount, SavingBasis: maybe(z.object({ Money: Amount })) }),
  Amount.transform((money) => ({ Money: money, SavingBasis: undefined })),
]);

const Listing = z.object({
  Price: maybe(Price),
  /** Of Offers; Offers V2 has it in the price. */
  SavingBasis: maybe(Amount),
  Availability: maybe(z.object({ Type: text, Message: text })),
  Condition: maybe(
    z.object({ Value: text, DisplayValue: text, SubCondition: maybe(z.object({ Value: text })) }),
  ),
  DeliveryInfo: maybe(z.object({ IsAmazonFulfilled: maybe(z.boolean()) })),
  IsBuyBoxWinner: maybe(z.boolean()),
  MerchantInfo: maybe(z.object({ Id: text, Name: text })),
  ViolatesMAP: maybe(z.boolean()),
});
export type Listing = z.output<typeof Listing>;

const Offers = z.object({
  Listings: listOf(Listing),
  Summaries: listOf(z.object({ OfferCount: maybe(z.int()) })),
});

interface Ancestor {
  readonly Id?: string | undefined;
  readonly DisplayName: string;
  readonly Ancestor?: Ancestor | undefined;
}

const Ancestor: z.ZodType<Ancestor> = z.lazy(() =>
  z.object({ Id: text, DisplayName: z.string(), Ancestor: maybe(Ancestor) }),
);

const BrowseNode = z.object({
  Id: text,
  DisplayName: z.string(),
  SalesRank: maybe(z.int()),
  Ancestor: maybe(Ancestor),
});

/** Facts about an item, by group and name: values with the labels that the page shows. */
const Facts = z.record(z.string(), z.unknown());

/** An item of the Product Advertising API 5, as far as it is read. */
export const Item = z.object({
  ASIN: z.string().regex(/^[A-Z0-9]{10}$/),
  ParentASIN: maybe(z.string().regex(/^[A-Z0-9]{10}$/)),
  ItemInfo: z.object({
    Title: Single.extend({ DisplayValue: z.string().min(1) }),
    ByLineInfo: maybe(
      z.object({
        Brand: maybe(Single),
        Contributors: listOf(z.object({ Name: z.string(), Role: text })),
      }),
    ),
    Classifications: maybe(z.object({ Binding: maybe(Single), ProductGroup: maybe(Single) })),
    ContentInfo: maybe(Facts),
    ExternalIds: maybe(z.object({ EANs: maybe(Multiple), ISBNs: maybe(Multiple), UPCs: maybe(Multiple) })),
    Features: maybe(Multiple),
    ManufactureInfo: maybe(Facts),
    ProductInfo: maybe(Facts),
    TechnicalInfo: maybe(Facts),
  }),
  Images: maybe(z.object({ Primary: maybe(ImageSet), Variants: listOf(ImageSet) })),
  Offers: maybe(Offers),
  OffersV2: maybe(Offers),
  BrowseNodeInfo: maybe(
    z.object({
      BrowseNodes: listOf(BrowseNode),
      WebsiteSalesRank: maybe(z.object({ Id: text, DisplayName: z.string(), SalesRank: z.int() })),
    }),
  ),
  CustomerReviews: maybe(
    z.object({ Count: maybe(z.int()), StarRating: maybe(z.object({ Value: z.number() })) }),
  ),
  VariationAttributes: listOf(z.object({ Name: z.string(), Value: z.string() })),
});
export type Item = z.output<typeof Item>;

const Failure = z.object({ Code: z.string(), Message: text });

/** A response of `GetItems`, or an error. */
export const GetItems = z.object({
  ItemsResult: maybe(z.object({ Items: z.array(z.unknown()) })),
  Errors: listOf(Failure),
});

/** What the API asks to be told of an item. */
export const resources: readonly string[] = [
  "BrowseNodeInfo.BrowseNodes",
  "BrowseNodeInfo.BrowseNodes.Ancestor",
  "BrowseNodeInfo.BrowseNodes.SalesRank",
  "BrowseNodeInfo.WebsiteSalesRank",
  "CustomerReviews.Count",
  "CustomerReviews.StarRating",
  "Images.Primary.Large",
  "Images.Primary.Medium",
  "Images.Variants.Large",
  "Images.Variants.Medium",
  "ItemInfo.ByLineInfo",
  "ItemInfo.Classifications",
  "ItemInfo.ContentInfo",
  "ItemInfo.ExternalIds",
  "ItemInfo.Features",
  "ItemInfo.ManufactureInfo",
  "ItemInfo.ProductInfo",
  "ItemInfo.TechnicalInfo",
  "ItemInfo.Title",
  "OffersV2.Listings.Availability",
  "OffersV2.Listings.Condition",
  "OffersV2.Listings.IsBuyBoxWinner",
  "OffersV2.Listings.MerchantInfo",
  "OffersV2.Listings.Price",
  "OffersV2.Listings.Type",
  "ParentASIN",
];
