import type { Product } from "../schemas.ts";

interface Weighed extends Omit<Product, "completeness" | "sources"> {
  readonly hasAuthor: boolean;
}

type Test = (product: Weighed) => boolean;

const sells: Test = ({ offerState }) => offerState === "featured-offer" || offerState === "preorder";

/**
 * How much each field counts, whether it was found, and whether this product can have it: nobody ships a file, and what is not
 * sold has no price. The price and what it depends on count most.
 */
const FIELDS: readonly (readonly [name: string, weight: number, isFound: Test, applies?: Test])[] = [
  ["title", 3, () => true],
  [
    "price",
    4,
    ({ price, priceRange }) => price !== null || priceRange !== null,
    (product) => sells(product) || ["select-variant", "unknown"].includes(product.offerState),
  ],
  ["offerState", 3, ({ offerState }) => offerState !== "unknown"],
  ["availability", 2, ({ availability }) => availability.status !== "unknown"],
  ["seller", 2, ({ seller }) => seller !== null, sells],
  ["images", 2, ({ images }) => images.length > 0],
  ["rating", 2, ({ rating }) => rating !== null && rating.average !== null && rating.count !== 0],
  ["brand", 1, ({ brand, hasAuthor }) => brand !== null || hasAuthor],
  ["shipsFrom", 1, ({ shipsFrom }) => shipsFrom !== null, (product) => sells(product) && !product.isDigital],
  ["bullets", 1, ({ bullets }) => bullets.length > 0, ({ isDigital, hasAuthor }) => !isDigital && !hasAuthor],
  ["breadcrumbs", 1, ({ breadcrumbs }) => breadcrumbs.length > 0],
  ["bestSellerRanks", 1, ({ bestSellerRanks }) => bestSellerRanks.length > 0],
  ["details", 1, ({ details }) => Object.keys(details).length > 0],
  [
    "description",
    1,
    ({ description, hasAplus }) => description !== null || hasAplus,
    ({ bullets }) => bullets.length === 0,
  ],
  ["reviews", 1, ({ reviews }) => reviews.length > 0],
];

/**
 * Computes the completeness of a product: a score from 0 to 1, the weight of the fields that were found among those
 * that apply. `hasAuthor` says whether the page names an author, `partial` lists fields of which a part was left out
 * because the page contradicts itself.
 */
export function completenessOf(
  product: Omit<Weighed, "hasAuthor">,
  hasAuthor: boolean,
  partial: readonly string[],
): Product["completeness"] {
  const weighed = { ...product, hasAuthor };
  const fields = FIELDS.filter(([, , , applies]) => applies?.(weighed) !== false);
  const missing = fields.filter(([, , isFound]) => !isFound(weighed));
  const weigh = (some: typeof FIELDS) => some.reduce((sum, [, weight]) => sum + weight, 0);
  const all = weigh(fields);
  return {
    score: Math.round(((all - weigh(missing)) / all) * 100) / 100,
    missing: missing.map(([name]) => name),
    partial: [...partial],
  };
}
