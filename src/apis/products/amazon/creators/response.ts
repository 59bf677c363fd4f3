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
  displayValue: z.union([z.string(), z.number(), z.boolean()]),
  label: text,
  locale: text,
});
const Multiple = z.object({ displayValues: z.array(z.unknown()), label: text });

const Image = z.object({ url: z.string(), width: maybe(z.int()), height: maybe(z.int()) });
const ImageSet = z.object({
  hiRes: maybe(Image),
  large: maybe(Image),
  medium: maybe(Image),
  small: maybe(Image),
});

const Amount = z.object({ amount: z.number(), currency: z.string() });

const Listing = z.object({
  price: maybe(z.object({ money: Amount, savingBasis: maybe(z.object({ money: Amount })) })),
  availability: maybe(z.object({ type: text, message: text })),
  condition: maybe(z.object({ value: text, subCondition: text })),
  isBuyBoxWinner: maybe(z.boolean()),
  merchantInfo: maybe(z.object({ id: text, name: text })),
  violatesMAP: maybe(z.boolean()),
});
export type Listing = z.output<typeof Listing>;

interface Ancestor {
  readonly id?: string | undefined;
  readonly displayName: string;
  readonly ancestor?: Ancestor | undefined;
}

const Ancestor: z.ZodType<Ancestor> = z.lazy(() =>
  z.object({ id: text, displayName: z.string(), ancestor: maybe(Ancestor) }),
);

const BrowseNode = z.object({
  id: text,
  displayName: z.string(),
  salesRank: maybe(z.int()),
  ancestor: maybe(Ancestor),
});

/** Facts about an item, by group and name: values with the labels that the page shows. */
const Facts = z.record(z.string(), z.unknown());

/** An item of the Creators API, as far as it is read. Source: the models of Amazon's own SDK. */
export const Item = z.object({
  asin: z.string().regex(/^[A-Z0-9]{10}$/),
  parentASIN: maybe(z.string().regex(/^[A-Z0-9]{10}$/)),
  itemInfo: z.object({
    title: Single.extend({ displayValue: z.string().min(1) }),
    byLineInfo: maybe(
      z.object({
        brand: maybe(Single),
        contributors: listOf(z.object({ name: z.string(), role: text })),
      }),
    ),
    classifications: maybe(z.object({ binding: maybe(Single), productGroup: maybe(Single) })),
    contentInfo: maybe(Facts),
    externalIds: maybe(z.object({ eans: maybe(Multiple), isbns: maybe(Multiple), upcs: maybe(Multiple) })),
    features: maybe(Multiple),
    manufactureInfo: maybe(Facts),
    productInfo: maybe(Facts),
    technicalInfo: maybe(Facts),
  }),
  images: maybe(z.object({ primary: maybe(ImageSet), variants: listOf(ImageSet) })),
  offersV2: maybe(z.object({ listings: listOf(Listing) })),
  browseNodeInfo: maybe(
    z.object({
      browseNodes: listOf(BrowseNode),
      websiteSalesRank: maybe(z.object({ id: text, displayName: z.string(), salesRank: z.int() })),
    }),
  ),
  customerReviews: maybe(
    z.object({ count: maybe(z.int()), starRating: maybe(z.object({ value: z.number() })) }),
  ),
  variationAttributes: listOf(z.object({ name: z.string(), value: z.string() })),
});
export type Item = z.output<typeof Item>;

/** A response of `getItems`: items, errors about single items, or the reason for an error of the whole request. */
export const GetItems = z.object({
  itemsResult: maybe(z.object({ items: z.array(z.unknown()) })),
  errors: listOf(z.object({ code: z.string() })),
  type: text,
  reason: text,
});

/** The members of an item that a request asks for. */
export const resources: readonly string[] = [
  "browseNodeInfo.browseNodes",
  "browseNodeInfo.browseNodes.ancestor",
  "browseNodeInfo.browseNodes.salesRank",
  "browseNodeInfo.websiteSalesRank",
  "customerReviews.count",
  "customerReviews.starRating",
  "images.primary.highRes",
  "images.primary.large",
  "images.primary.medium",
  "images.variants.highRes",
  "images.variants.large",
  "images.variants.medium",
  "itemInfo.byLineInfo",
  "itemInfo.classifications",
  "itemInfo.contentInfo",
  "itemInfo.externalIds",
  "itemInfo.features",
  "itemInfo.manufactureInfo",
  "itemInfo.productInfo",
  "itemInfo.technicalInfo",
  "itemInfo.title",
  "offersV2.listings.availability",
  "offersV2.listings.condition",
  "offersV2.listings.isBuyBoxWinner",
  "offersV2.listings.merchantInfo",
  "offersV2.listings.price",
  "offersV2.listings.type",
  "parentASIN",
];
