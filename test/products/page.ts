/** What a page of the tests is made of; each page has only the blocks that its trap needs. */
export interface PageParts {
  readonly asin?: string;
  readonly canonical?: string;
  readonly host?: string;
  readonly title?: string;
  readonly layout?: string;
  readonly head?: string;
  /** The middle column: title, prices, bullets. */
  readonly center?: string;
  /** The box on the right, where things are bought. */
  readonly box?: string;
  readonly below?: string;
}

/** A page of a product, written by hand in the shape that such pages have. */
export function page(parts: PageParts): string {
  const {
    asin = "B0TEST0001",
    host = "www.amazon.com",
    title = "A kettle of steel",
    layout = "kitchen en_US",
  } = parts;
  return `<!doctype html><html lang="en-us"><head><meta charset="utf-8"><title>Window title</title>
<link rel="canonical" href="https://${host}/Some-Words/dp/${parts.canonical ?? asin}"/>${parts.head ?? ""}</head><body>
<div id="a-page"><div id="dp" class="${layout}"><div id="ppd">
<div id="centerCol"><h1 id="title"><span id="productTitle">  ${title}  </span></h1>${parts.center ?? ""}</div>
<div id="rightCol"><div id="desktop_buybox"><div id="buybox">${parts.box ?? cart(asin)}</div></div></div></div>
${parts.below ?? ""}
<div class="a-carousel"><div><span class="a-price"><span class="a-offscreen">$1.11</span></span>
<form action="/gp/handle-buy-box"><input name="items[0.base][customerVisiblePrice][amount]" value="2.22"><input name="items[0.base][customerVisiblePrice][currencyCode]" value="USD"><input name="items[0.base][asin]" value="B0OTHER001"></form></div></div>
</div></div></body></html>`;
}

export const input = (name: string, value: string, id = name) =>
  `<input type="hidden" id="${id}" name="${name}" value="${value}">`;

/** The form that puts the product into the cart. */
export function cart(
  asin: string,
  { merchant = "ATVPDKIKX0DER", inside = "", button = "Add to Cart", name = "submit.add-to-cart" } = {},
): string {
  return `<form method="post" id="addToCart" action="/gp/product/handle-buy-box/ref=dp">${input("ASIN", asin)}${input("offerListingID", "abc%2Bdef")}${input("merchantID", merchant)}${inside}<span><input id="add-to-cart-button" name="${name}" type="submit" value="${button}"></span></form>`;
}

/** The amount that the form carries, as machines write it. */
export const formPrice = (amount: string, currency: string, asin: string) =>
  `<input name="items[0.base][customerVisiblePrice][amount]" value="${amount}"><input name="items[0.base][customerVisiblePrice][currencyCode]" value="${currency}"><input name="items[0.base][asin]" value="${asin}">`;

interface Entry {
  readonly amount: number;
  readonly symbol: string;
  readonly type?: string;
  readonly whole?: string;
  readonly fraction?: string;
}

/** The data that the page's own programs calculate with. */
export function embedded(...entries: readonly Entry[]): string {
  const list = entries.map(({ amount, symbol, type = "NEW", whole, fraction }) => ({
    displayPrice: `${symbol}${amount} "shown" {`,
    priceAmount: amount,
    currencySymbol: symbol,
    ...(whole === undefined ? {} : { integerValue: whole, fractionalValue: fraction ?? "" }),
    buyingOptionType: type,
  }));
  return `<div class="a-section aok-hidden twister-plus-buying-options-price-data"> ${JSON.stringify({ desktop_buybox_group_1: list })}</div>`;
}

interface Core {
  readonly symbol?: string;
  readonly whole: string;
  readonly fraction?: string;
  readonly decimal?: string;
  readonly label?: string;
  readonly list?: string;
  readonly unit?: string;
  readonly note?: string;
}

/** The large price of today's pages: its hidden text is empty, and behind it stand unit price and list price. */
export function core({
  symbol = "$",
  whole,
  fraction,
  decimal = ".",
  label,
  list,
  unit,
  note,
}: Core): string {
  const parts = `<span class="a-price-symbol">${symbol}</span><span class="a-price-whole">${whole}${fraction === undefined ? "" : `<span class="a-price-decimal">${decimal}</span>`}</span>${fraction === undefined ? "" : `<span class="a-price-fraction">${fraction}</span>`}`;
  const text = (price: string) =>
    `<span class="a-price a-text-price"><span class="a-offscreen">${price}</span><span aria-hidden="true">${price}</span></span>`;
  return `<div id="corePriceDisplay_desktop_feature_div"><div class="a-section">
${label === undefined ? "" : `<span class="aok-offscreen"> ${label} </span>`}<span class="savingsPercentage">-21%</span>
<span class="a-price priceToPay"><span class="a-offscreen"> </span><span aria-hidden="true">${parts}</span></span>${note === undefined ? "" : `<span class="a-size-base">${note}</span>`}
${unit === undefined ? "" : `<span class="pricePerUnit">(${text(unit.split(" / ")[0] ?? "")} / ${unit.split(" / ")[1]})</span>`}</div>
${list === undefined ? "" : `<div><span class="basisPrice">List Price: ${text(list)}</span></div>`}</div>`;
}

/** Who sells, in the box. */
export const merchant = (name: string, ships: string) =>
  `<div id="fulfillerInfoFeature_feature_div"><div class="offer-display-feature-label">Ships from</div><span class="offer-display-feature-text-message">${ships}</span></div><div id="merchantInfoFeature_feature_div"><div class="offer-display-feature-label">Sold by</div><span class="offer-display-feature-text-message">${name}</span></div>`;

export const stock = (text: string) =>
  `<div id="availability"><span class="a-color-success"> ${text} </span><script>var inStock = "Only 3 left";</script></div>`;
