import { describe, expect, test } from "bun:test";
import { cart, page } from "../../../../test/fixtures/products/page.ts";
import { marketplaces } from "./marketplaces.ts";
import { readProduct } from "./product.ts";
import { conditionIn, sellerIn } from "./wording.ts";

const ASIN = "B0TEST0001";

function read(html: string, name = "com") {
  const marketplace = marketplaces.find((one) => one.name === name);
  if (marketplace === undefined) throw new TypeError("no marketplace");
  return readProduct(html, { asin: ASIN, marketplace });
}

/** Who sells a Kindle edition, in the public wording of the marketplaces: label, name, and who set the price. */
const kindle: readonly (readonly [
  marketplace: string,
  price: string,
  label: string,
  name: string,
  note: string,
])[] = [
  ["com", "$9.99", "Sold by:", "Amazon.com Services LLC", ""],
  ["com", "$9.99", "Sold by", "Harbour Press LLC", "Price set by seller."],
  ["com", "$9.99", "Sold by:", "Random Pier (USA) Inc.", "This price was set by the publisher."],
  ["co.uk", "£4.99", "Sold by:", "Amazon Media EU S.à r.l.", ""],
  ["com.au", "$9.99", "Sold by:", "Amazon Australia Services, Inc.", "This price was set by the publisher."],
  ["in", "₹99.00", "विक्रेता:", "Amazon Asia-Pacific Holdings", ""],
  ["de", "9,99 €", "Verkauf durch:", "Amazon Media EU S.à r.l.", ""],
  ["de", "9,99 €", "Verkauft von:", "Hafen Verlag", "Dieser Preis wurde vom Verlag festgelegt."],
  ["de", "9,99 €", "Verkauft durch", "Hafen Verlag", "Der Preis wurde vom Verlag festgesetzt."],
  ["fr", "9,99 €", "Vendu par :", "Éditions du Port", "Ce prix a été fixé par l'éditeur."],
  ["fr", "9,99 €", "Vendu par", "Amazon Media EU S.à r.l.", "Prix fixé par l’éditeur"],
  ["es", "9,99 €", "Vendido por:", "Amazon Media EU S.à r.l.", "Este precio lo ha fijado la editorial."],
  ["com.mx", "$99.00", "Vendido por:", "Amazon México Services, Inc.", ""],
  ["it", "9,99 €", "Venduto da:", "Amazon Media EU S.à r.l.", "Questo prezzo è stato fissato dall'editore."],
  ["com.br", "R$ 9,99", "Vendido por:", "Editora do Porto", "Este preço foi definido pela editora."],
  [
    "nl",
    "€ 9,99",
    "Verkocht door:",
    "Amazon Media EU S.à r.l.",
    "Deze prijs is vastgesteld door de uitgever.",
  ],
  ["se", "99,00 kr", "Säljs av:", "Hamnförlaget AB", "Priset är satt av förlaget."],
  ["pl", "19,99 zł", "Sprzedawca:", "Wydawnictwo Port", "Cena ustalona przez wydawcę."],
  ["com.tr", "99,00TL", "Satıcı:", "Liman Yayınları", "Bu fiyat yayıncı tarafından belirlendi."],
  ["ae", "AED 9.99", "البائع:", "دار الميناء", "هذا السعر حدده الناشر."],
  ["co.jp", "￥999", "販売:", "Amazon Services International LLC", "この価格は出版社が設定しています。"],
  ["co.jp", "￥999", "販売元：", "港出版", ""],
];

describe.each(kindle)(
  "the seller of a Kindle edition on %s: %s, %s %s %s",
  (name, price, label, seller, note) => {
    const row = `<tr class="kindle-price"><td>Kindle</td><td><span id="kindle-price">${price}</span></td></tr>`;
    const form = cart(ASIN, { merchant: "" });
    const own = seller.replace("&", "&amp;");
    test.each([
      ["in one line", `<table>${row}<tr><td colspan="2">${label} ${own} ${note}</td></tr></table>${form}`],
      [
        "in two cells",
        `<table>${row}<tr><td>${label}</td><td>${own}<br><span class="a-color-secondary">${note}</span></td></tr></table>${form}`,
      ],
      [
        "in two lines",
        `<table>${row}</table>${form}<div class="a-row"><span>${label}</span></div><div class="a-row">${own}</div><div class="a-row">${note}</div>`,
      ],
    ])("%s", (_where, box) => {
      const product = read(page({ layout: "ebooks en_US", box }), name);
      expect(product?.seller?.name).toBe(seller);
      expect(product?.isDigital).toBe(true);
      expect(product?.offers[0]?.condition ?? null).toBeNull();
      expect(product?.shipsFrom).toBeNull();
    });
    test("among the details", () => {
      const item = `<li><span class="a-list-item"><span class="a-text-bold">${label.replace(/\s?[:：]$/, "")} \u200f : \u200e</span><span>${own}</span></span></li>`;
      const below = `<div id="detailBullets_feature_div"><ul>${item}</ul></div>`;
      const product = read(
        page({ layout: "ebooks en_US", box: `<table>${row}</table>${form}`, below }),
        name,
      );
      expect(product?.seller?.name).toBe(seller);
      expect(product?.sources.seller).toBe("dom.details");
    });
  },
);

describe("texts that name no seller", () => {
  test.each([
    "Ships from and sold elsewhere, whatever that means for you",
    "12,000 sold by us",
    "Sold by",
    "Sold by:",
    "",
    `Sold by: ${"x".repeat(400)}`,
    "Other sellers on Amazon",
    "Verkaufsrang: 12",
    "Sell on Amazon",
  ])("%j", (text) => {
    expect(sellerIn(text)).toBeUndefined();
  });
});

/** Used goods alone, in the public wording of the marketplaces. */
const used: readonly (readonly [
  marketplace: string,
  price: string,
  amount: string,
  shipping: string,
  cost: string | null,
  condition: string,
  label: string,
  name: string,
])[] = [
  ["com", "$4.20", "4.20", "+ $3.99 shipping", "3.99", "Used: Good", "Sold by", "Old Books"],
  ["com", "$4.20", "4.20", "$3.99 delivery May 3 - 8", "3.99", "Used: Like New", "Sold by", "Second Shelf"],
  ["com", "$4.20", "4.20", "FREE delivery May 3 - 8", null, "Used: Acceptable", "Sold by", "Attic"],
  ["ca", "$4.20", "4.20", "+ $6.49 shipping", "6.49", "Used: Very Good", "Sold by", "Maple Books"],
  [
    "co.uk",
    "£2.10",
    "2.10",
    "+ £2.80 delivery",
    "2.80",
    "Used: Very Good",
    "Dispatched from and sold by",
    "Bay Books",
  ],
  [
    "de",
    "4,20 €",
    "4.20",
    "+ 3,00 € Versandkosten",
    "3.00",
    "Gebraucht: Sehr gut",
    "Verkauf durch",
    "Antiquariat Nord",
  ],
  [
    "fr",
    "4,20 €",
    "4.20",
    "+ 2,99 € Livraison",
    "2.99",
    "D'occasion: Très bon",
    "Vendu par",
    "Les Vieux Livres",
  ],
  [
    "it",
    "4,20 €",
    "4.20",
    "+ 3,50 € di spedizione",
    "3.50",
    "Usato: Buone condizioni",
    "Venduto da",
    "Libri Usati",
  ],
  [
    "es",
    "4,20 €",
    "4.20",
    "+ 2,99 € de envío",
    "2.99",
    "De 2ª mano: Muy bueno",
    "Vendido por",
    "Libros Viejos",
  ],
  ["com.mx", "$84.20", "84.20", "+ $49.00 envío", "49.00", "Usado: Bueno", "Vendido por", "Libros Viejos"],
  ["com.br", "R$ 14,20", "14.20", "+ R$ 9,90 de frete", "9.90", "Usado: Bom", "Vendido por", "Sebo do Porto"],
  [
    "nl",
    "€ 4,20",
    "4.20",
    "+ € 2,99 verzendkosten",
    "2.99",
    "Tweedehands: Goed",
    "Verkocht door",
    "Oude Boeken",
  ],
  ["se", "42,00 kr", "42.00", "+ 29,00 kr frakt", "29.00", "Begagnad: Bra", "Säljs av", "Gamla Böcker"],
  ["pl", "14,20 zł", "14.20", "+ 9,99 zł za dostawę", "9.99", "Używany: Dobry", "Sprzedawca", "Antykwariat"],
  ["com.tr", "84,20TL", "84.20", "+ 29,90TL kargo", "29.90", "İkinci El: İyi", "Satıcı", "Sahaf"],
  ["ae", "AED 14.20", "14.20", "شحن AED 12.00", "12.00", "مستعمل: جيد", "البائع", "كتب قديمة"],
  ["in", "₹84.20", "84.20", "+ ₹40.00 डिलीवरी", "40.00", "इस्तेमाल किया हुआ: अच्छा", "विक्रेता", "पुरानी किताबें"],
  ["co.jp", "￥420", "420", "+ ￥350 配送料", "350", "中古品: 良い", "販売元", "古書店"],
];

describe.each(used)(
  "used goods alone on %s: %s, %s, %s, %s, %s",
  (marketplace, price, amount, shipping, cost, condition, label, name) => {
    const href = "/gp/aag/main?ie=UTF8&amp;seller=A1TESTSELLER1&amp;isAmazonFulfilled=0";
    const form = cart(ASIN, { merchant: "A1TESTSELLER1" });
    test.each([
      [
        "in the section of 2017",
        `<div id="usedBuySection"><span class="header-price">${price}</span> <span class="a-size-base">${shipping}</span><div class="a-row">${condition} | <a href="/dp/details">Details</a></div><div class="a-row">${label} <a href="${href}">${name}</a></div></div>${form}`,
      ],
      [
        "in the box of used goods",
        `<div id="usedOnlyBuybox"><div id="usedBuySection"><div class="a-row"><span class="a-text-bold">Buy used</span> <span class="a-size-base a-color-price offer-price a-text-normal">${price}</span></div></div><div class="a-section"><div class="a-row"><span class="a-size-base a-color-secondary">${shipping}</span></div><div class="a-row"><strong>${condition}</strong><span>|</span><a id="usedItemConditionDetailsLink" href="#">Details</a></div><div class="a-row">${label} <a href="${href}">${name}</a></div></div>${form}</div>`,
      ],
      [
        "in a row of an accordion",
        `<div id="buyBoxAccordion"><div id="usedAccordionRow" class="a-box"><div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">${price}</span></span></div><div id="mir-layout-DELIVERY_BLOCK"><span ${cost === null ? "" : `data-csa-c-delivery-price="${shipping.replace(/^\+ /, "").replace(/ \D*$/, "")}"`}>${shipping}</span></div><a id="usedItemConditionInfoLink" href="#">${condition}</a><div id="merchantInfoFeature_feature_div"><div class="offer-display-feature-label">${label}</div><span class="offer-display-feature-text-message"><a id="sellerProfileTriggerId" href="${href}">${name}</a></span></div>${form}</div></div>`,
      ],
    ])("%s", (_where, box) => {
      const product = read(page({ layout: "book en_US", box }), marketplace);
      expect(product?.offerState).toBe("featured-offer");
      expect(product?.price?.amount).toBe(amount);
      expect(product?.shipping?.amount ?? null).toBe(cost);
      expect(product?.seller).toEqual({ name, id: "A1TESTSELLER1", isMarketplace: false });
      expect(product?.offers.map(({ type, condition: told }) => [type, told])).toEqual([["used", condition]]);
    });
  },
);

describe("texts that name no condition", () => {
  test.each([
    "",
    "Used",
    "Buy used",
    "Used books from $2.10",
    "Used by millions: a history",
    "Gebrauchtwagen: ein Ratgeber",
    `Used: ${"x".repeat(200)}`,
    "New: in this edition",
  ])("%j", (text) => {
    expect(conditionIn(text)).toBeUndefined();
  });
});

test("new goods beside used ones have no condition, and the seller of their own row", () => {
  const box = `<div id="buyNewSection"><span class="offer-price">$17.49</span><div class="a-row">Sold by: Amazon.com</div></div>${cart(ASIN)}<div id="usedBuySection"><span class="offer-price">$4.20</span><div class="a-row">Used: Good</div><div class="a-row">Sold by <a href="/x?seller=A1TESTSELLER1">Old Books</a></div></div>`;
  expect(read(page({ layout: "book en_US", box }))?.offers).toMatchObject([
    { type: "new", condition: null, seller: { name: "Amazon.com", isMarketplace: true } },
    { type: "used", condition: "Used: Good", seller: { name: "Old Books", isMarketplace: false } },
  ]);
});
