import type { Offer } from "../schemas.ts";
import type { PriceEntry } from "./embedded.ts";
import type { FoundElement, Scan } from "./scan.ts";

/** The kind of offer. */
export type OfferType = Offer["type"];

const TYPES: readonly (readonly [RegExp, OfferType])[] = [
  [/^used|^preowned/i, "used"],
  [/^alm|^local|^store|^fresh/i, "local-store"],
  [/^sns|^subscri|^rcx/i, "subscribe"],
  [/^rent/i, "rent"],
  [/^renew|^refurb/i, "renewed"],
];

const USED: ReadonlySet<OfferType> = new Set(["used", "renewed"]);

/** The type of a row by the word its id begins with, and of an entry of the embedded data. */
export function typeOf(kind: string): OfferType {
  return TYPES.find(([pattern]) => pattern.test(kind))?.[1] ?? "new";
}

/** The selectors that make a row an offer; a row without any of them is an empty shell. */
const OFFERING = [
  "core",
  "coreWhole",
  "boxPrice",
  "formAmount",
  "formOffer",
  "addToCart",
  "bookPrice",
  "usedPrice",
  "insidePrice",
] as const;

/** The selectors that hold a price of their own, in a row or outside of all. */
const PRICED = [
  "coreWhole",
  "coreOff",
  "boxPrice",
  "boxWhole",
  "deskPrice",
  "formAmount",
  "dealPrice",
  "salePrice",
  "ourPrice",
  "insidePrice",
  "bookPrice",
  "kindlePrice",
  "displayedPrice",
] as const;

/** Whether something outside of every row has a price: then it is an offer beside them. */
function hasPriceOutside(found: Scan, entries: readonly PriceEntry[]): boolean {
  const isPriced = PRICED.some((name) =>
    found[name].some(
      ({ row, inBundle, text, attributes }) =>
        row === undefined && !inBundle && (text !== "" || Boolean(attributes.value)),
    ),
  );
  return isPriced || entries.some(({ buyingOptionType = "NEW" }) => typeOf(buyingOptionType) === "new");
}

/** A page has a row for each way to buy: a handful. */
const ROWS_MAX = 30;

/** The rows of the page, those of new goods first; undefined represents everything outside of rows. */
export function rowsOf(found: Scan, entries: readonly PriceEntry[]): (string | undefined)[] {
  // With an old device in exchange it is the same offer again.
  const isOffering = ({ inBundle, row }: FoundElement) => !inBundle && !/^buyback|^trade/i.test(row ?? "");
  const offering = OFFERING.flatMap((name) => found[name].filter(isOffering)).sort(
    (a, b) => a.order - b.order,
  );
  const rows = new Set(offering.map(({ row }) => row));
  // Beside a row of new goods, what stands outside belongs to that row; beside others, it is an offer itself.
  if ([...rows].some((row) => row !== undefined && typeOf(row) === "new")) rows.delete(undefined);
  // A button outside of the only row, with no price beside it, buys the used goods that the row offers.
  const [only, ...others] = [...rows].filter((row) => row !== undefined);
  const isUsed = only !== undefined && others.length === 0 && USED.has(typeOf(only));
  if (isUsed && !hasPriceOutside(found, entries)) rows.delete(undefined);
  const isNew = (row: string | undefined) => Number(row === undefined || typeOf(row) === "new");
  return [...rows].sort((a, b) => isNew(b) - isNew(a)).slice(0, ROWS_MAX);
}

/** The embedded data's entry for the n-th offer of a type. */
export function entryFor(
  entries: readonly PriceEntry[],
  type: OfferType,
  n: number,
  alone: boolean,
): PriceEntry | undefined {
  const typed = entries.filter(({ buyingOptionType = "NEW" }) => typeOf(buyingOptionType) === type);
  // An only offer is what the only entry is about, whatever it calls itself.
  const other = entries.find(({ buyingOptionType = "NEW" }) =>
    ["used", "renewed"].includes(typeOf(buyingOptionType)),
  );
  return typed[n] ?? (alone && n === 0 ? other : undefined);
}
