import type { Product } from "../schemas.ts";
import { dayIn } from "./dates.ts";
import { sizeAfter } from "./facts.ts";
import { amountOf, type NumberIn, numbersIn } from "./money.ts";
import type { Sourced } from "./price.ts";
import type { FoundElement, Scan } from "./scan.ts";
import { cut, LIST_MAX, NAME_MAX } from "./text.ts";

/** The longest text of a review that is given; the marketplace takes 20,000 characters. */
const REVIEW_MAX = 20_000;

/** The stars that a sentence gives, of five: "4,3 de 5 estrellas", and "5つ星のうち4.3" with the five first. */
export function starsIn(sentence: string): number | null {
  // A third number counts ratings.
  const stars = numbersIn(sentence)
    .slice(0, 2)
    .map(({ digits }) => digits.replace(",", "."))
    .filter((digits) => /^[0-5](?:\.\d\d?)?$/.test(digits))
    .map(Number)
    .filter((value) => value <= 5);
  if (stars.length === 0) return null;
  const others = stars.filter((value) => value !== 5);
  return others[0] ?? 5;
}

/** The first whole number of a sentence, whatever groups its digits: "(184,046)", "1.033 avaliações"; null for a rounded one. */
export function countIn(sentence: string): number | null {
  const [number] = numbersIn(sentence);
  if (number === undefined || sizeAfter(number.after) !== undefined) return null;
  const count = Number(amountOf(number.digits, 0) ?? Number.NaN);
  return Number.isSafeInteger(count) ? count : null;
}

const NOBODY = /^(?:one|eine|une|una|uma|een|en|jedna|bir)\b/i;

function helpfulIn(text: string | undefined): number | null {
  if (text === undefined || text === "") return null;
  return countIn(text) ?? (NOBODY.test(text) || /\b(?:una|uma|une|eine) pe?rso/i.test(text) ? 1 : null);
}

/** The reviews that the page shows, in its order. Names of reviewers are not read. */
export function readReviews(found: Scan): Product["reviews"] {
  const at = (list: readonly FoundElement[], review: number, max = NAME_MAX) => {
    const text = list.find((one) => one.review === review && one.text !== "")?.text;
    return text === undefined ? undefined : cut(text, max);
  };
  return found.review.slice(0, LIST_MAX).flatMap(({ attributes, review }) => {
    const id = /(?:^|-)(R[A-Z0-9]{8,20})$/.exec(attributes.id ?? "")?.[1];
    if (review === undefined || id === undefined) return [];
    const title = at(found.reviewTitle, review);
    return [
      {
        id,
        rating: starsIn(at(found.reviewRating, review) ?? ""),
        title: title?.replace(/^\d[.,]\d (?:out of|de|von|sur|su|van|av|z) 5 \p{L}+\s*/u, "") ?? null,
        date: dayIn(at(found.reviewDate, review) ?? ""),
        text: at(found.reviewShort, review, REVIEW_MAX) ?? at(found.reviewBody, review, REVIEW_MAX) ?? null,
        verified: found.reviewVerified.some((one) => one.review === review && one.text !== ""),
        helpful: helpfulIn(at(found.reviewHelpful, review)),
        variant: at(found.reviewVariant, review) ?? null,
      },
    ];
  });
}

/** Whether a number is a share: a percent sign of any script precedes or follows. */
function isPercent({ before, after }: NumberIn): boolean {
  return /^\s?[%\u066a\uff05]/.test(after) || /[%\u066a\uff05]\s?$/.test(before);
}

/** The value of a share or of a number of stars: "<1%" rounds to none. */
function amountIn({ digits, before }: NumberIn): number {
  return /[<\uff1c]\s?$/.test(before) ? 0 : Number(digits.replace(",", "."));
}

type Histogram = NonNullable<NonNullable<Product["rating"]>["histogramPercent"]>;

/** Shares by their stars. */
type Bars = ReadonlyMap<number, number>;

/** Shares from sentences with two numbers, such as "8 percent of reviews have 3 stars". */
function fromSentences(sentences: readonly string[]): Bars {
  const pairs = sentences.flatMap((sentence) => {
    const numbers = numbersIn(sentence);
    const [a, b] = numbers.map(amountIn);
    if (numbers.length !== 2 || a === undefined || b === undefined) return [];
    return [{ a, b, percentAt: numbers.findIndex(isPercent) }];
  });
  // Which of the two numbers is the stars is the same in every sentence: one that is no star decides for all.
  const decided = pairs
    .map(({ a, b, percentAt }) =>
      percentAt >= 0 ? percentAt : a > 5 || a === 0 ? 0 : b > 5 || b === 0 ? 1 : -1,
    )
    .find((at) => at >= 0);
  const bars = new Map<number, number>();
  for (const { a, b, percentAt } of decided === undefined ? [] : pairs) {
    const [percent, stars] = (percentAt >= 0 ? percentAt : decided) === 0 ? [a, b] : [b, a];
    if (Number.isInteger(stars) && stars >= 1 && stars <= 5 && !bars.has(stars)) bars.set(stars, percent);
  }
  return bars;
}

/** Shares from rows such as "5 star 66%". A row without a share has none. */
function fromRows(rows: readonly string[]): Bars {
  const bars = new Map<number, number>();
  for (const row of rows) {
    const numbers = numbersIn(row);
    const stars = Number(numbers[0]?.digits);
    const percent = numbers.slice(1).find(isPercent);
    if (!Number.isInteger(stars) || stars < 1 || stars > 5 || bars.has(stars)) continue;
    if (percent === undefined && numbers.length > 1) return new Map();
    bars.set(stars, percent === undefined ? 0 : amountIn(percent));
  }
  return bars;
}

/** Shares of rows that say no stars, by their places among five whose labels keep an order. */
function fromPlaces(rows: readonly string[], labeled: Bars): Bars {
  const order = [...labeled.keys()];
  const isDescending = order.every((stars, i) => i === 0 || stars < (order[i - 1] ?? 0));
  const isAscending = order.every((stars, i) => i === 0 || stars > (order[i - 1] ?? 0));
  const bars = new Map(labeled);
  if (rows.length !== 5 || order.length < 2 || !(isDescending || isAscending)) return bars;
  for (const [i, row] of rows.entries()) {
    const [percent, ...others] = numbersIn(row);
    if (percent === undefined || others.length > 0 || !isPercent(percent)) continue;
    const stars = isDescending ? 5 - i : i + 1;
    if (bars.has(stars)) return labeled;
    bars.set(stars, amountIn(percent));
  }
  return bars;
}

/** Whether a histogram has every share that the rows show; not known where a row may be found twice. */
function hasShown(percents: readonly number[], rows: readonly string[]): boolean {
  if (rows.length > 5) return true;
  const left = [...percents];
  // A row of today also holds the shares of the others, hidden, so that all are equally wide.
  const shown = rows.flatMap((row) => {
    const [share, ...others] = numbersIn(row).filter(isPercent);
    return share === undefined || others.length > 0 ? [] : [amountIn(share)];
  });
  return shown.every((share) => {
    const at = left.indexOf(share);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * The share of each number of stars in percent; null where the page's numbers are no percentages, which add up to
 * 100 but for rounding. Old pages of India count reviews in their place. Buckets without a link have no label: of the
 * places that may say them, one that has all five counts first, then the one that is closest to 100.
 */
export function readHistogram(found: Scan): Sourced<Histogram> | null {
  const labels = found.bar.flatMap(({ attributes }) => attributes["aria-label"] ?? attributes.title ?? []);
  const rows = found.barRow.map(({ text }) => text);
  const meters = found.meter.map(({ attributes }) =>
    Number((attributes["aria-valuenow"] ?? "").replace("%", "")),
  );
  const byMeter = new Map(meters.length === 5 ? meters.map((percent, i) => [5 - i, percent] as const) : []);
  const byLabel = fromSentences([...new Set(labels)]);
  const byRow = fromRows(rows);
  const candidates = (
    [
      ["aria-label", byLabel],
      ["meter", byMeter],
      ["row", byRow],
      ["row", new Map([...byRow, ...byLabel])],
      ["row", fromSentences([...new Set([...labels, ...rows])])],
      ["row", fromPlaces(rows, byLabel)],
    ] as const
  ).flatMap(([source, bars]) => {
    const percents = [5, 4, 3, 2, 1].map((stars) => bars.get(stars) ?? 0);
    const sum = percents.reduce((total, percent) => total + percent, 0);
    const isWhole = sum >= 97 && sum <= 103 && hasShown(percents, rows);
    return isWhole ? [{ source, percents, off: bars.size === 5 ? 0 : 1 + Math.abs(sum - 100) }] : [];
  });
  const [best] = candidates.sort((a, b) => a.off - b.off);
  if (best === undefined) return null;
  const [five = 0, four = 0, three = 0, two = 0, one = 0] = best.percents;
  return { value: { "5": five, "4": four, "3": three, "2": two, "1": one }, source: best.source };
}
