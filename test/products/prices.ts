import { cart, core, embedded, formPrice, input, merchant, page, stock } from "./page.ts";

/** A page of the tests, what was asked for, and what is true of it. */
export interface Trap {
  readonly name: string;
  readonly marketplace: string;
  readonly html: string;
  readonly asin?: string;
  /** Sources that say something that is not true: where they alone are left, nobody can know. */
  readonly lies?: readonly string[];
  /** Members of the answer, as `toMatchObject` compares them. */
  readonly truth: Readonly<Record<string, unknown>>;
}

const A = "B0TEST0001";
const money = (amount: string, currency: string) => ({ amount, currency });
const row = (id: string, inside: string) => `<div id="${id}" class="a-box">${inside}</div>`;
const accordion = (...rows: readonly string[]) => `<div id="buyBoxAccordion">${rows.join("")}</div>`;
const boxed = (price: string) =>
  `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">${price}</span></span></div>`;

/** One page for each trap of prices, offers and their states. */
export const priceTraps: readonly Trap[] = [
  {
    name: "the first hidden text is empty, the next ones are unit price and list price",
    marketplace: "es",
    html: page({
      center: core({
        symbol: "€",
        whole: "1.052",
        fraction: "41",
        decimal: ",",
        label: "1.052,41 € con un ahorro del 21 %",
        list: "1.332,11€",
        unit: "526,21€ / 2",
      }),
    }),
    truth: {
      price: money("1052.41", "EUR"),
      listPrice: money("1332.11", "EUR"),
      discountPercent: 21,
      unitPrice: { ...money("526.21", "EUR"), per: { quantity: 2, unit: null } },
      offerState: "featured-offer",
      sources: { price: "dom.core-price" },
    },
  },
  {
    name: "form, embedded data and page agree; a bundle's form says something else",
    marketplace: "in",
    html: page({
      center:
        core({ symbol: "₹", whole: "1,30,999", label: "₹1,30,999.00 with 10 percent savings" }) +
        embedded({ amount: 130999, symbol: "₹", whole: "1,30,999", fraction: "00" }),
      box: cart(A, { inside: formPrice("130999.0", "INR", A) }),
    }),
    truth: {
      price: money("130999.00", "INR"),
      listPrice: null,
      regularPrice: null,
      sources: { price: "form" },
    },
  },
  {
    name: "a discount for paying at once: the form has it, the embedded data has the regular price",
    marketplace: "com.br",
    html: page({
      center:
        core({
          symbol: "R$",
          whole: "1.499",
          fraction: "99",
          decimal: ",",
          note: "à vista no Pix (8% off)",
        }) + embedded({ amount: 1645.19, symbol: "R$", whole: "1.645", fraction: "19" }),
      box: cart(A, {
        inside: `${formPrice("1499.99", "BRL", A)}${input("twister-plus-price-data-price", "164519")}`,
      }),
    }),
    truth: {
      price: money("1499.99", "BRL"),
      regularPrice: money("1645.19", "BRL"),
      priceNote: "à vista no Pix (8% off)",
    },
  },
  {
    name: "a form that page and embedded data agree against",
    lies: ["form"],
    marketplace: "com",
    html: page({
      center: core({ whole: "24", fraction: "99" }) + embedded({ amount: 24.99, symbol: "$" }),
      box: cart(A, { inside: formPrice("19.99", "USD", A) }),
    }),
    truth: { price: money("24.99", "USD"), completeness: { partial: ["price"] } },
  },
  {
    name: "a form for another product",
    marketplace: "com",
    html: page({
      center: core({ whole: "24", fraction: "99" }),
      box: cart(A, { inside: formPrice("7.99", "USD", "B0OTHER001") }),
    }),
    truth: { price: money("24.99", "USD"), sources: { price: "dom.core-price" } },
  },
  {
    name: "rows for new and used goods: nothing of one is told of the other",
    marketplace: "es",
    html: page({
      center: `<div id="apex_desktop"><div id="apex_desktop_usedAccordionRow">${core({ symbol: "€", whole: "42", fraction: "98", list: "66,11€" })}</div><div id="apex_desktop_newAccordionRow">${core({ symbol: "€", whole: "52", fraction: "41", list: "66,11€" })}</div></div>`,
      box: accordion(
        row(
          "usedAccordionRow",
          boxed("42,98€") +
            stock("Sólo queda(n) 1 en stock.") +
            cart(A, { merchant: "A6T89FGPU3U0Q" }) +
            `<div id="merchant-info">Vendido por <a href="/b?node=3582001031">Amazon Segunda mano</a> y <a id="SSOFpopoverLink" href="/gp/help/customer/display.html?nodeId=1">gestionado por Amazon</a>.</div>`,
        ),
        row(
          "newAccordionRow_0",
          boxed("52,41€") +
            stock("En stock") +
            merchant("Amazon", "Amazon") +
            cart(A, { merchant: "A1AT7YVPFBWXBL" }),
        ),
      ),
    }),
    truth: {
      price: money("52.41", "EUR"),
      seller: { name: "Amazon", id: "A1AT7YVPFBWXBL", isMarketplace: true },
      availability: { status: "in-stock" },
      offers: [
        { type: "new", price: money("52.41", "EUR") },
        {
          type: "used",
          price: money("42.98", "EUR"),
          seller: { name: "Amazon Segunda mano", id: "A6T89FGPU3U0Q", isMarketplace: false },
          availability: { status: "limited", stockLeft: 1 },
        },
      ],
    },
  },
  {
    name: "used goods alone",
    marketplace: "co.uk",
    html: page({
      center: embedded({ amount: 18.5, symbol: "£", type: "USED" }),
      box: accordion(row("usedAccordionRow", boxed("£18.50") + stock("Only 1 left in stock.") + cart(A))),
    }),
    truth: { price: money("18.50", "GBP"), offerState: "featured-offer", offers: [{ type: "used" }] },
  },
  {
    name: "a subscription in a row beside the one-time price, which has none",
    marketplace: "com",
    html: page({
      center: embedded({ amount: 54, symbol: "$", type: "SNS" }, { amount: 60, symbol: "$" }),
      box: `${boxed("$60.00")}${merchant("Amazon.com", "Amazon")}${cart(A)}${row("snsAccordionRowMiddle", boxed("$54.00"))}`,
    }),
    truth: {
      price: money("60.00", "USD"),
      offers: [
        { type: "new", price: money("60.00", "USD") },
        { type: "subscribe", price: money("54.00", "USD") },
      ],
    },
  },
  {
    name: "a subscription first",
    marketplace: "com",
    html: page({
      box: accordion(
        row("snsAccordionRowMiddle", boxed("$54.00") + cart(A)),
        row("newAccordionRow_0", boxed("$60.00") + cart(A)),
      ),
    }),
    truth: { price: money("60.00", "USD") },
  },
  {
    name: "an empty hidden text in the box, with a unit price behind it",
    marketplace: "de",
    html: page({
      box: `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen"></span><span aria-hidden="true"><span class="a-price-whole">9<span class="a-price-decimal">,</span></span><span class="a-price-fraction">98</span><span class="a-price-symbol">€</span></span></span> <span class="a-price a-text-price"><span class="a-offscreen">0,65 €</span></span> <span class="a-price apex-priceperunit-value"><span class="a-offscreen">0,65 €</span></span></div>${cart(A)}`,
    }),
    truth: { price: money("9.98", "EUR") },
  },
  {
    name: "a size has to be chosen: a range",
    marketplace: "com",
    html: page({
      center: `<div id="price"><span id="priceblock_ourprice">$12.99 - $24.99</span></div>`,
      box: `<div id="partialStateBuybox">To buy, <b>select Size</b></div>`,
    }),
    truth: {
      price: null,
      priceRange: { min: money("12.99", "USD"), max: money("24.99", "USD") },
      offerState: "select-variant",
      listPrice: null,
    },
  },
  {
    name: "a range of today's pages",
    marketplace: "de",
    html: page({
      center: `<div id="corePrice_desktop"><span class="a-price-range"><span class="a-price"><span class="a-offscreen">19,95 €</span><span aria-hidden="true">19,95 €</span></span> - <span class="a-price"><span class="a-offscreen">1.034,95 €</span><span aria-hidden="true">1.034,95 €</span></span></span></div>`,
      box: `<div id="partialStateBuybox">Bitte Größe wählen</div>`,
    }),
    truth: {
      price: null,
      priceRange: { min: money("19.95", "EUR"), max: money("1034.95", "EUR") },
      offerState: "select-variant",
    },
  },
  {
    name: "the price block of 2017: a deal, its unit price and what was asked before",
    marketplace: "com",
    html: page({
      center: `<div id="price"><table><tr><td>List Price:</td><td><span class="a-text-strike">$39.99</span></td></tr><tr><td><span id="priceblock_ourprice" class="a-text-strike">$34.99</span></td></tr><tr><td><span id="priceblock_dealprice">$24.99</span> <span class="a-size-small a-color-price">($2.08 / Count)</span></td></tr></table></div>`,
      box: `${cart(A)}<div id="merchant-info">Ships from and sold by Amazon.com.</div>${stock("In Stock.")}`,
    }),
    truth: {
      price: money("24.99", "USD"),
      listPrice: money("39.99", "USD"),
      unitPrice: { ...money("2.08", "USD"), per: { quantity: 1, unit: "Count" } },
      seller: { name: "Amazon.com", isMarketplace: true },
    },
  },
  {
    name: "EUR before the amount, as in 2017",
    marketplace: "de",
    html: page({ center: `<div id="price"><span id="priceblock_ourprice">EUR 1.029,99</span></div>` }),
    truth: { price: money("1029.99", "EUR") },
  },
  {
    name: "yen have no decimals, and a full-width sign",
    marketplace: "co.jp",
    html: page({
      layout: "kitchen ja_JP",
      center: core({ symbol: "￥", whole: "32,970", list: "￥40,000" }),
    }),
    truth: { price: money("32970", "JPY"), listPrice: money("40000", "JPY"), language: "ja-JP" },
  },
  ...(
    [
      ["se", "1 649,00 kr", money("1649.00", "SEK")],
      ["pl", "1 234,56 zł", money("1234.56", "PLN")],
      ["fr", "1 033,69 €", money("1033.69", "EUR")],
      ["com.tr", "1.234,56TL", money("1234.56", "TRY")],
      ["ae", "AED 1,234.56", money("1234.56", "AED")],
      ["sa", "SAR 1,234.56", money("1234.56", "SAR")],
      ["eg", "١٬٢٣٤٫٥٦ جنيه", money("1234.56", "EGP")],
      ["com.be", "€ 1.234,56", money("1234.56", "EUR")],
      ["com.be", "1 234,56 €", money("1234.56", "EUR")],
      ["co.za", "R1 234.56", money("1234.56", "ZAR")],
      ["sg", "S$1,234.56", money("1234.56", "SGD")],
      ["com", "PLN 1,234.56", money("1234.56", "PLN")],
    ] as const
  ).map(([marketplace, text, price]) => ({
    name: `${text} on ${marketplace}`,
    marketplace,
    html: page({
      box: `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">${text}</span></span></div>${cart(A)}`,
    }),
    truth: { price },
  })),
  {
    name: "a sign that cannot be this marketplace's",
    marketplace: "de",
    html: page({
      box: `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">$24.99</span></span></div>${cart(A)}`,
    }),
    truth: { price: null },
  },
  {
    name: "a list price that is not higher is none",
    marketplace: "com",
    html: page({ center: core({ whole: "24", fraction: "99", list: "$19.99" }) }),
    truth: { price: money("24.99", "USD"), listPrice: null, discountPercent: null },
  },
  {
    name: "a book of 2017: new beside used, and other formats",
    marketplace: "com",
    asin: "0241401127",
    html: page({
      asin: "0241401127",
      layout: "book en_US",
      center: `<div id="bylineInfo"><span class="author notFaded"><a class="contributorNameID" href="/e/B001">Ann Author</a><div class="a-popover-preload">Visit Amazon's Ann Author Page. Are you an author?</div><span class="contribution">(Author), </span></span><span class="author"><a href="/s?x">Ed Drawer</a><span class="contribution">(Illustrator)</span></span></div><div id="tmmSwatches"><span class="a-color-price">$3.99</span></div>`,
      box: `<div id="buyNewSection"><div><span class="a-size-medium a-color-price offer-price">$17.49</span></div>${cart("0241401127")}</div><div id="usedBuySection"><span class="offer-price">$4.50</span></div>`,
      below: `<div id="productDetailsTable"><div class="content"><ul><li><b>ISBN-10:</b> 9780241401125</li><li><b>ISBN-13:</b> 978-0241401125</li></ul></div></div>`,
    }),
    truth: {
      price: money("17.49", "USD"),
      brand: null,
      contributors: [
        { name: "Ann Author", role: "Author" },
        { name: "Ed Drawer", role: "Illustrator" },
      ],
      identifiers: { isbn10: "0241401127" },
      offers: [{ type: "new" }, { type: "used", price: money("4.50", "USD") }],
    },
  },
  {
    name: "a book for reading devices",
    marketplace: "co.uk",
    html: page({
      layout: "digital_text en_GB",
      center: `<div id="tmmSwatches"><span class="a-color-price">£12.00</span></div>`,
      box: `<table><tr class="kindle-price"><td><span id="kindle-price">£4.99</span></td></tr></table>${input("displayedPrice", "4.99")}<form id="addToCart">${input("ASIN", A)}</form>`,
    }),
    truth: { price: money("4.99", "GBP"), isDigital: true, shipsFrom: null, offerState: "featured-offer" },
  },
  {
    name: "not to be had: what is left of another variant's price is none",
    marketplace: "com",
    html: page({
      center: embedded({ amount: 12.5, symbol: "$" }),
      box: `<div id="outOfStock"><span class="a-color-price">Currently unavailable.</span> We don't know when or if this item will be back in stock.</div><form id="addToCart">${input("ASIN", A)}${input("offerListingID", "")}</form>`,
    }),
    truth: {
      price: null,
      offerState: "unavailable",
      availability: { status: "unavailable" },
      offers: [],
      seller: null,
    },
  },
  {
    name: "a box for the case that it is gone stands ready, hidden",
    marketplace: "com",
    html: page({
      center: core({ whole: "24", fraction: "99" }),
      box: `<div id="outOfStock" style="display: none">Currently unavailable.</div><div hidden id="partialStateBuybox">To buy, select Size</div>${cart(A)}`,
    }),
    truth: { price: money("24.99", "USD"), offerState: "featured-offer" },
  },
  {
    name: "other sellers only",
    marketplace: "com",
    html: page({
      box: `<div id="unqualifiedBuyBox"><span id="unqualified-buybox-olp">from <span class="a-color-price">$9.99</span></span><span id="buybox-see-all-buying-choices">See All Buying Options</span></div><form>${input("ASIN", A)}</form>`,
    }),
    truth: { price: null, offerState: "other-sellers-only", offers: [] },
  },
  {
    name: "nothing goes to where the reader is",
    marketplace: "de",
    html: page({
      head: "",
      center: `<span id="glow-ingress-line1">Liefern nach</span><span id="glow-ingress-line2">Vereinigte Staaten</span>`,
      box: `<div id="exports_desktop_undeliverable_buybox"><span>Dieser Artikel kann nicht an den ausgewählten Standort geliefert werden.</span></div><form>${input("ASIN", A)}${input("offerListingID", "abc")}</form>`,
    }),
    truth: { price: null, offerState: "not-deliverable-here", deliveryLocation: "Vereinigte Staaten" },
  },
  {
    name: "the price is told in the cart",
    marketplace: "com",
    html: page({ center: `<div id="price"><a href="#">See price in cart</a></div>` }),
    truth: { price: null, offerState: "price-hidden-until-cart" },
  },
  {
    name: "to be had later",
    marketplace: "de",
    html: page({
      center: core({ symbol: "€", whole: "69", fraction: "99" }),
      box: cart(A, { button: "Jetzt vorbestellen", name: "submit.preorder" }),
    }),
    truth: { price: money("69.99", "EUR"), offerState: "preorder" },
  },
  {
    name: "another variant answers",
    marketplace: "com.br",
    asin: "B09B2SRTB3",
    html: page({
      asin: "B085VK7LYQ",
      head: `<script>var d={"parentAsin":"B0PARENT01","x":1};</script>`,
      center: core({ symbol: "R$", whole: "19", fraction: "90", decimal: "," }),
    }),
    truth: {
      requestedAsin: "B09B2SRTB3",
      asin: "B085VK7LYQ",
      parentAsin: "B0PARENT01",
      price: money("19.90", "BRL"),
    },
  },
  {
    name: "nobody delivers there, told in the box for what is gone",
    marketplace: "com",
    html: page({
      box: `<div id="outOfStock"><span>Currently, there are no sellers that can deliver this item to your location.</span></div>`,
    }),
    truth: { price: null, offerState: "not-deliverable-here" },
  },
  ...(
    [
      ["com", "This item cannot be shipped to your selected delivery location."],
      ["es", "Este producto no se puede enviar al punto de entrega seleccionado."],
      ["de", "Dieser Artikel kann nicht an den ausgewählten Ort geliefert werden."],
      ["fr", "Cet article ne peut pas être expédié à l'endroit choisi."],
      ["co.jp", "選択した場所にはお届けできません"],
    ] as const
  ).map(([marketplace, text]) => ({
    name: `"${text}"`,
    marketplace,
    html: page({
      box: `<div id="deliveryBlockMessage"><span class="a-color-error">${text}</span></div><form>${input("ASIN", A)}${input("offerListingID", "abc")}</form>`,
    }),
    truth: { price: null, offerState: "not-deliverable-here" },
  })),
  {
    name: "not to be had, with a price left over and a list to put it on",
    marketplace: "de",
    html: page({
      center: embedded({ amount: 12.5, symbol: "€" }),
      box: `<div id="availability"><span class="a-color-price">Derzeit nicht verfügbar.</span></div><form id="addToCart">${input("ASIN", A)}${input("offerListingID", "abc")}</form>`,
    }),
    truth: { price: null, offerState: "unavailable" },
  },
  {
    name: "sizes to choose, counted by the page's own programs",
    marketplace: "com",
    html: page({ head: `<script>var t={"unselectedDimCount" : 1,"x":0};</script>`, box: "<div>Size</div>" }),
    truth: { price: null, offerState: "select-variant" },
  },
  {
    name: "returned goods in a sentence without a link",
    marketplace: "com",
    html: page({
      box: `${boxed("$18.50")}${cart(A)}<div id="merchant-info">Sold by Amazon Warehouse and Fulfilled by Amazon.</div>`,
    }),
    truth: { seller: { name: "Amazon Warehouse", isMarketplace: false } },
  },
  {
    name: "a shop beside an offer of wrapping",
    marketplace: "com",
    html: page({
      box: `${boxed("$18.50")}${cart(A)}<div id="merchant-info">Ships from and sold by Amazon.com. <a href="/gp/gift">Gift-wrap available</a>.</div>`,
    }),
    truth: { seller: { name: "Amazon.com", isMarketplace: true }, shipsFrom: "Amazon.com" },
  },
  {
    name: "one row of the table has both roles",
    marketplace: "com.br",
    html: page({
      center: core({ symbol: "R$", whole: "19", fraction: "90", decimal: "," }),
      box: `${cart(A)}<div id="merchantInfoFeature_feature_div"><div class="offer-display-feature-label">Enviado / Vendido</div><span class="offer-display-feature-text-message">Loja X</span></div><a id="sellerProfileTriggerId" href="/gp/aag/main?seller=A3KLGLRLMPZ3HV&amp;isAmazonFulfilled=0">Loja X</a>`,
    }),
    truth: {
      seller: { name: "Loja X", id: "A3KLGLRLMPZ3HV", isMarketplace: false },
      shipsFrom: "Loja X",
      offers: [{ fulfilledByMarketplace: false }],
    },
  },
  {
    name: "the table of 2021",
    marketplace: "fr",
    html: page({
      center: core({ symbol: "€", whole: "19", fraction: "90", decimal: "," }),
      box: `${cart(A)}<div id="tabular-buybox"><div class="tabular-buybox-text" tabular-attribute-name="Expédié par">Amazon</div><div class="tabular-buybox-text" tabular-attribute-name="Vendu par"><a id="sellerProfileTriggerId" href="/x?seller=A1B2C3D4E5F6G7">La Boutique</a></div></div>`,
    }),
    truth: { seller: { name: "La Boutique", id: "A1B2C3D4E5F6G7" }, shipsFrom: "Amazon" },
  },
];
