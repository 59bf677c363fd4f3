import { type FoundElement, type Scan, textOf } from "./scan.ts";
import { cut, NAME_MAX } from "./text.ts";
import { isSellerLabel, sellerIn, sellerName } from "./wording.ts";

/** The seller and the shipper of an offer. */
export interface SellerReading {
  readonly name: string | null;
  readonly id: string | null;
  readonly source: string | undefined;
  readonly shipsFrom: string | null;
  readonly shipsSource: string | undefined;
  /** Whether the marketplace itself packs and sends; null where the page does not say. */
  readonly fulfilledByMarketplace: boolean | null;
}

const SOLD =
  /s[oö]ld|seller|vend|verk[aä]uf|verkoop|verkocht|s[äa]ljs|s[äa]ljare|sprzeda|sat[ıi]c[ıi]|\u8ca9\u58f2|\u51fa\u54c1|\u0628\u0627\u0626\u0639/i;
const SHIPPED =
  /ship|dispatch|versan|exp[eé]di|env[ií]|remet|spedi|verzend|verzonden|skick|wysy|g[öo]nder|\u767a\u9001|\u51fa\u8377|\u0634\u062d\u0646/i;

/** The name by which a marketplace speaks of itself in a sentence. */
const ITSELF =
  /Amazon(?:\.[a-z]{2,3}(?:\.[a-z]{2})?|\.com)?(?:\s(?:Media\s)?EU S\.?\s?[aà]\s?r\.?\s?l\.?| Export Sales(?: LLC)?| US| UK)?/;

/** Its shops for returned goods, which are others than itself. */
const RETURNED =
  /Amazon (?:Warehouse(?: Deals)?|Resale|Renewed|Second Chance|Segunda mano|Seconde main|Seconda mano|Retourenkauf|Outlet)/;

/** That the marketplace packs and sends what a shop sells. */
const FULFILLED =
  /(?:fulfil|gestiona|versa(?:nd|ndt) (?:durch|von)|exp\u00e9di\u00e9 par|spedito da|(?:enviado|entregue) (?:por|pela)|verzonden door|skickas (?:av|fr\u00e5n))[^.]{0,12}Amazon/i;

/** Reports whether a seller's name is that of the marketplace itself, not of a shop on it nor of its used goods. */
export function isMarketplaceName(name: string): boolean {
  // Greedy is longest here: no part of the name that is left out could be followed by another.
  return ITSELF.exec(name)?.[0] === name;
}

function sellerId(address: string | undefined): string | undefined {
  return /[?&](?:seller|me|merchantID|m)=([A-Z0-9]{8,20})(?:&|$)/.exec(address ?? "")?.[1];
}

/** Whether a sentence says of this name that it sells: "Vendido por X". */
function soldBy(sentence: string, name: string): boolean {
  const at = sentence.indexOf(name);
  const before = sentence.slice(Math.max(0, at - 20), Math.max(0, at));
  // "Sold by Amazon.com. Gift-wrap available": what begins a new sentence sells nothing.
  return at >= 0 && SOLD.test(before.split(/[.\u3002]\s/).at(-1) ?? "");
}

function fromTable(labels: readonly FoundElement[], texts: readonly FoundElement[]) {
  const rows = texts.filter(({ text }) => text !== "");
  let [sold, ships]: (string | undefined)[] = [undefined, undefined];
  for (const { attributes, text, order } of rows) {
    const before = labels.findLast((label) => label.order < order && label.text !== "")?.text;
    const label = attributes["tabular-attribute-name"] ?? before ?? "";
    if (SOLD.test(label)) sold ??= text;
    if (SHIPPED.test(label)) ships ??= text;
  }
  return { sold, ships };
}

/** The seller that a line of the box names, in itself or in the line behind its label. */
function sellerInLines(lines: readonly FoundElement[]): string | undefined {
  const texts = lines.map(({ text }) => text).filter((text) => text !== "");
  const named = texts.map((text) => sellerIn(text)).find((name) => name !== undefined);
  const label = texts.findIndex(isSellerLabel);
  return named ?? (label < 0 ? undefined : sellerName(texts[label + 1] ?? ""));
}

/**
 * The seller of one offer and who ships it, from the elements of this offer alone: an offer of used goods on
 * the same page has others.
 */
export function readSeller(
  found: Scan,
  within: (list: readonly FoundElement[]) => readonly FoundElement[],
): SellerReading {
  const link = within(found.sellerLink).find(({ text }) => text !== "");
  const prose = textOf(within(found.merchantProse)) ?? "";
  const proseLinks = within(found.merchantLink);
  const proseSeller = proseLinks.find(
    ({ attributes, text }) => text !== "" && sellerId(attributes.href) !== undefined,
  );
  const table = fromTable(within(found.tabularLabel), within(found.tabularText));
  const modern = textOf(within(found.sellerMessage));
  // A shop without a number of its own: its link stands right behind the words that say who sells.
  const shop = proseLinks.find(
    ({ text }) => text !== "" && soldBy(prose, text) && !SHIPPED.test(text) && !/^Amazon$/.test(text),
  );
  // Where the prose names nobody else, the marketplace itself sells.
  const itself =
    shop === undefined && proseSeller === undefined
      ? (RETURNED.exec(prose) ?? ITSELF.exec(prose))?.[0]
      : undefined;
  const boxLink = within(found.boxSeller).find(
    ({ attributes, text }) => /\p{L}/u.test(text) && sellerId(attributes.href) !== undefined,
  );
  // Pages of Kindle editions may name their seller among the details alone.
  const detail = found.kindlePrice.length === 0 ? undefined : sellerInLines(found.detailBullet);
  const candidates: readonly (readonly [string, string | undefined])[] = [
    ["dom.merchant-info-feature", modern],
    ["dom.seller-link", link?.text],
    ["dom.tabular", table.sold],
    ["dom.merchant-prose", proseSeller?.text ?? shop?.text ?? itself],
    ["dom.box-seller-link", boxLink?.text],
    ["dom.sold-by", sellerInLines(within(found.boxLine))],
    ["dom.details", detail],
  ];
  const [source, name] = candidates.find(([, value]) => value !== undefined) ?? [];
  const label = textOf(within(found.sellerLabel)) ?? "";
  const both = SHIPPED.test(label) && SOLD.test(label);
  const ships: readonly (readonly [string, string | undefined])[] = [
    ["dom.fulfiller-info-feature", textOf(within(found.fulfillerMessage))],
    ["dom.tabular", table.ships],
    ["dom.merchant-info-feature", both ? modern : undefined],
    ["dom.merchant-prose", FULFILLED.test(prose) ? "Amazon" : itself],
  ];
  const [shipsSource, shipsFrom] = ships.find(([, value]) => value !== undefined) ?? [];
  const address = link?.attributes.href ?? proseSeller?.attributes.href ?? boxLink?.attributes.href;
  const id =
    sellerId(address) ??
    within(found.formMerchant).find(({ attributes }) => attributes.value)?.attributes.value;
  const flag = /[?&]isAmazonFulfilled=([01])/.exec(address ?? "")?.[1];
  const self = name !== undefined && isMarketplaceName(name);
  const told = shipsFrom === undefined ? undefined : /^Amazon\b/.test(shipsFrom);
  return {
    name: name === undefined ? null : cut(name, NAME_MAX),
    id: id === undefined ? null : cut(id, NAME_MAX),
    source,
    shipsFrom: shipsFrom === undefined ? null : cut(shipsFrom, NAME_MAX),
    shipsSource,
    fulfilledByMarketplace: flag === undefined ? (told ?? (self ? true : null)) : flag === "1",
  };
}
