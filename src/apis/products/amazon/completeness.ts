/** How much each field counts; the price and what it hangs on most. */
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

/** What was found of what this product can have. */
export interface Completeness {
  /** From 0 to 1: the weight of the fields that were found among those that apply. */
  readonly score: number;
  readonly missing: readonly string[];
  /** Fields of which a part was left out, because the page contradicts itself there. */
  readonly partial: readonly string[];
}

/**
 * Judges a reading. `applies` says which fields this product can have: nobody ships what is read on a screen,
 * and what is not sold has no price; those do not count.
 */
export function judge(
  present: Readonly<Record<string, boolean>>,
  applies: (field: string) => boolean,
  partial: readonly string[],
): Completeness {
  const fields = Object.keys(WEIGHTS).filter(applies);
  const missing = fields.filter((field) => present[field] !== true);
  const weigh = (names: readonly string[]) => names.reduce((sum, name) => sum + (WEIGHTS[name] ?? 0), 0);
  const all = weigh(fields);
  return { score: Math.round(((all - weigh(missing)) / all) * 100) / 100, missing, partial };
}
