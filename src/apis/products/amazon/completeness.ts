import type { Product } from "../schemas.ts";

/** How much each field counts; the price and what it depends on count most. */
const WEIGHTS: Readonly<Record<string, number>> = {
  title: 3,
  price: 4,
  offerState: 3,
  availability: 2,
  seller: 2,
  images: 2,
  rating: 2,
  brand: 1,
  shipsFrom: 1,
  bullets: 1,
  breadcrumbs: 1,
  bestSellerRanks: 1,
  details: 1,
  description: 1,
  reviews: 1,
};

type Fields = Omit<Product, "completeness" | "sources">;

/** Which fields were found. A field of a kind that does not apply to the product may be wrong here. */
function foundIn(product: Fields, hasAuthor: boolean): Readonly<Record<string, boolean>> {
  return {
    title: true,
    price: product.price !== null || product.priceRange !== null,
    offerState: product.offerState !== "unknown",
    availability: product.availability.status !== "unknown",
    seller: product.seller !== null,
    shipsFrom: product.shipsFrom !== null,
    images: product.images.length > 0,
    rating: product.rating !== null && product.rating.average !== null && product.rating.count !== 0,
    brand: product.brand !== null || hasAuthor,
    bullets: product.bullets.length > 0,
    breadcrumbs: product.breadcrumbs.length > 0,
    bestSellerRanks: product.bestSellerRanks.length > 0,
    details: Object.keys(product.details).length > 0,
    description: product.description !== null || product.hasAplus,
    reviews: product.reviews.length > 0,
  };
}

/** Whether this product can have a field: nobody ships a file, and what is not sold has no price. */
function applies(field: string, { offerState, isDigital, bullets }: Fields, hasAuthor: boolean): boolean {
  const sells = offerState === "featured-offer" || offerState === "preorder";
  switch (field) {
    case "price":
      return sells || offerState === "select-variant" || offerState === "unknown";
    case "seller":
      return sells;
    case "shipsFrom":
      return sells && !isDigital;
    case "bullets":
      return !isDigital && !hasAuthor;
    case "description":
      return bullets.length === 0;
    default:
      return true;
  }
}

/**
 * Computes the completeness of a product: a score from 0 to 1, the weight of the fields that were found among those
 * that apply. `hasAuthor` says whether the page names an author, `partial` lists fields of which a part was left out
 * because the page contradicts itself.
 */
export function completenessOf(
  product: Fields,
  hasAuthor: boolean,
  partial: readonly string[],
): Product["completeness"] {
  const present = foundIn(product, hasAuthor);
  const fields = Object.keys(WEIGHTS).filter((field) => applies(field, product, hasAuthor));
  const missing = fields.filter((field) => present[field] !== true);
  const weigh = (names: readonly string[]) => names.reduce((sum, name) => sum + (WEIGHTS[name] ?? 0), 0);
  const all = weigh(fields);
  return {
    score: Math.round(((all - weigh(missing)) / all) * 100) / 100,
    missing,
    partial: [...partial],
  };
}
