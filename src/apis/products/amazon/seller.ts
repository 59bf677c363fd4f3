import type { Found, Scan } from "./scan.ts";

/** Who sells, who ships. */
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

/** Whether a seller's name is that of the marketplace itself, not of a shop on it nor of its used goods. */
export function isMarketplaceName(name: string): boolean {
  return new RegExp(`^(?:${ITSELF.source})$`).test(name);
}

function sellerId(address: string | undefined): string | undefined {
  return /[?&](?:seller|me|merchantID|m)=([A-Z0-9]{8,20})(?:&|$)/.exec(address ?? "")?.[1];
}

/** Texts that popovers repeat are left out: the first one counts. */
function message(list: readonly Found[]): string | undefined {
  return list.find(({ text }) => text !== "")?.text;
}

function fromTable(labels: readonly Found[], texts: readonly Found[]) {
  let [sold, ships]: (string | undefined)[] = [undefined, undefined];
  for (const [i, { attributes, text }] of texts.entries()) {
    const label = `${attributes["tabular-attribute-name"] ?? ""} ${labels[i]?.text ?? ""}`;
    if (text === "") continue;
    if (SOLD.test(label)) sold ??= text;
    if (SHIPPED.test(label)) ships ??= text;
  }
  return { sold, ships };
}

/**
 * The seller of one offer and who ships it, from the elements of this offer alone: an offer of used goods on
 * the same page has others.
 */
export function readSeller(found: Scan, within: (list: readonly Found[]) => readonly Found[]): SellerReading {
  const link = within(found.sellerLink).find(({ text }) => text !== "");
  const prose = message(within(found.merchantProse)) ?? "";
  const proseLinks = within(found.merchantLink);
  const proseSeller = proseLinks.find(
    ({ attributes, text }) => text !== "" && sellerId(attributes.href) !== undefined,
  );
  const table = fromTable(within(found.tabularLabel), within(found.tabularText));
  const modern = message(within(found.sellerMessage));
  // Where the prose names nobody else, and has no link to a shop, the marketplace itself sells.
  const shop = proseLinks.find(
    ({ attributes, text }) =>
      text !== "" && !/nodeId=|popover/i.test(attributes.href ?? "") && attributes.id !== "SSOFpopoverLink",
  );
  const itself = shop === undefined ? ITSELF.exec(prose)?.[0] : undefined;
  const candidates: readonly (readonly [string, string | undefined])[] = [
    ["dom.merchant-info-feature", modern],
    ["dom.seller-link", link?.text],
    ["dom.tabular", table.sold],
    ["dom.merchant-prose", proseSeller?.text ?? shop?.text ?? itself],
  ];
  const [source, name] = candidates.find(([, value]) => value !== undefined) ?? [];
  const both =
    SHIPPED.test(message(within(found.sellerLabel)) ?? "") &&
    SOLD.test(message(within(found.sellerLabel)) ?? "");
  const ships: readonly (readonly [string, string | undefined])[] = [
    ["dom.fulfiller-info-feature", message(within(found.fulfillerMessage))],
    ["dom.tabular", table.ships],
    ["dom.merchant-info-feature", both ? modern : undefined],
    ["dom.merchant-prose", itself],
  ];
  const [shipsSource, shipsFrom] = ships.find(([, value]) => value !== undefined) ?? [];
  const address = link?.attributes.href ?? proseSeller?.attributes.href;
  const id =
    sellerId(address) ??
    within(found.formMerchant).find(({ attributes }) => attributes.value)?.attributes.value;
  const flag = /[?&]isAmazonFulfilled=([01])/.exec(address ?? "")?.[1];
  const self = name !== undefined && isMarketplaceName(name);
  const told = shipsFrom === undefined ? undefined : /^Amazon\b/.test(shipsFrom);
  return {
    name: name ?? null,
    id: id ?? null,
    source,
    shipsFrom: shipsFrom ?? null,
    shipsSource,
    fulfilledByMarketplace: flag === undefined ? (told ?? (self ? true : null)) : flag === "1",
  };
}
