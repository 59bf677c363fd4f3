import { describe, expect, test } from "bun:test";
import { cart, formPrice, page } from "../../../../test/fixtures/products/page.ts";
import { statePages, wordingOf, wordings } from "../../../../test/fixtures/products/states.ts";
import { casesOf } from "../../../../test/helpers/nightly.ts";
import { offerStates } from "../schemas.ts";
import { marketplaces } from "./marketplaces.ts";
import { readProduct } from "./product.ts";
import { knownLanguages } from "./wording.ts";

const languages = [
  ...new Set(marketplaces.flatMap((one) => one.languages.map((tag) => tag.slice(0, 2)))),
].sort();

test("every language of a marketplace has its words", () => {
  expect(languages.filter((language) => !knownLanguages.includes(language))).toEqual([]);
  expect(languages.filter((language) => wordings[language] === undefined)).toEqual([]);
});

describe("every wording of every state, in each shape of page", () => {
  test.each(languages.map((language, i) => [language, i] as const))("%s", (language, i) => {
    const price = `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">19.90</span></span></div>`;
    const pages = statePages(wordingOf(language), { layout: `kitchen ${language}_XX`, offer: price });
    expect(new Set(pages.map(([state]) => state))).toEqual(new Set(offerStates));
    for (const [state, html] of casesOf(pages, 4, i)) {
      const product = read(html);
      const shown = html.slice(html.indexOf('id="centerCol"'), html.indexOf('class="a-carousel"'));
      expect([product?.offerState, shown]).toEqual([state, shown]);
      if (state !== "featured-offer" && state !== "preorder") expect(product?.price).toBeNull();
      if (state === "preorder") expect(product?.availability.status).toBe("backorder");
    }
  });
  test("at least 5 wordings of a hidden price, and 5 of a place that is not delivered to, in each language", () => {
    const few = languages.filter(
      (language) => Math.min(wordingOf(language).hidden.length, wordingOf(language).notHere.length) < 5,
    );
    expect(few).toEqual([]);
  });
});

const com = marketplaces.find(({ name }) => name === "com") ?? marketplaces[0];
function read(html: string, asin = "B0TEST0001") {
  if (com === undefined) throw new TypeError("no marketplace");
  return readProduct(html, { asin, marketplace: com });
}

describe("what does not decide a state", () => {
  test("the words of a hidden price in a list of other products", () => {
    const html = page({
      box: cart("B0TEST0001", {
        inside: `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">$19.90</span></span></div>`,
      }),
      below: `<div class="a-carousel"><div id="corePrice_desktop">See price in cart</div></div>`,
    });
    expect(read(html)).toMatchObject({ offerState: "featured-offer", price: { amount: "19.90" } });
  });
  test("that one offer is not delivered where another is sold", () => {
    const html = page({
      box: `${cart("B0TEST0001", {
        inside: `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">$19.90</span></span></div>`,
      })}<div id="deliveryBlockMessage">This item cannot be shipped to Point Nemo.</div>`,
    });
    expect(read(html)?.offerState).toBe("featured-offer");
  });
});

describe("a price that is hidden until the cart", () => {
  const bare = `<form id="addToCart"><input type="hidden" id="ASIN" name="ASIN" value="B0TEST0001"></form>`;
  const priced = (price: string) =>
    `<div id="usedAccordionRow"><div class="a-row"><span class="a-color-price offer-price">${price}</span></div><form action="/gp/product/handle-buy-box">${formPrice(price.slice(1), "USD", "B0TEST0001")}<input id="add-to-cart-button-ubb" name="submit.add-to-cart" value="Add to Cart"></form></div>`;
  const newRow = (text: string, button: string) =>
    `<div id="newAccordionRow_0">${text}${cart("B0TEST0001", { button })}</div>`;
  const sentences = ["en", "es", "fr", "de", "pt"].map((language) => {
    const { hidden, button } = wordingOf(language);
    return { language, text: hidden[0] ?? "", other: hidden[1] ?? "", button };
  });
  const shapes: Readonly<Record<string, (text: string, button: string) => string>> = {
    "the block of the offer": (text, button) =>
      page({
        center: `<div id="apex_desktop"><div class="a-section"><span class="a-size-medium">${text}</span></div></div>`,
        box: cart("B0TEST0001", { button }),
      }),
    "the display of a single offer": (text, button) =>
      page({
        center: `<div id="apex_offerDisplay_single_desktop"><span>${text}</span></div>`,
        box: cart("B0TEST0001", { button }),
      }),
    "a line of the price table": (text, button) =>
      page({
        center: `<div id="price_feature_div"><table><tr><td></td><td><a href="#">${text}</a></td></tr></table></div>`,
        box: cart("B0TEST0001", { button }),
      }),
    "the price inside of the box": (text, button) =>
      page({
        box: `<div id="price_inside_buybox"><span>${text}</span></div>${cart("B0TEST0001", { button })}`,
      }),
    "the link to its help": (text, button) =>
      page({ center: `<a id="map-help-link">${text}</a>`, box: cart("B0TEST0001", { button }) }),
    "a text in the color of prices": (text, button) =>
      page({
        center: `<div><span class="a-color-price">${text}</span></div>`,
        box: cart("B0TEST0001", { button }),
      }),
    "the row of one of two offers": (text, button) =>
      page({ box: newRow(`<div class="a-section"><span>${text}</span></div>`, button) + priced("$15.00") }),
    "the title of one of two offers": (text, button) =>
      page({
        box:
          newRow(
            `<h5><span class="a-text-bold">New:</span> <span class="a-color-price">${text}</span></h5>`,
            button,
          ) + priced("$15.00"),
      }),
    "the center, beside two offers": (text, button) =>
      page({
        center: `<div id="corePriceDisplay_desktop_feature_div"><span>${text}</span></div>`,
        box: newRow("", button) + priced("$15.00"),
      }),
    "a popover of today's layout": (text, button) =>
      page({
        center: `<div id="unifiedPrice_feature_div"><span class="a-declarative"><a>${text}</a></span></div>`,
        box: cart("B0TEST0001", { button }),
      }),
  };
  test.each(Object.entries(shapes))("in %s", (_name, shape) => {
    for (const { language, text, other, button } of sentences) {
      for (const sentence of [text, other]) {
        const product = read(shape(sentence, button));
        expect([language, sentence, product?.offerState, product?.price]).toEqual([
          language,
          sentence,
          "price-hidden-until-cart",
          null,
        ]);
      }
    }
  });

  test("not by a text in a list that is not known as one, where nothing can be bought", () => {
    const html = page({
      box: `${bare}<div id="outOfStock">Currently unavailable.</div>`,
      below: `<div id="sponsored"><div id="otherPrice">See price in cart</div></div>`,
    });
    expect(read(html)?.offerState).toBe("unavailable");
  });
});

describe("a product that is not delivered to the chosen place", () => {
  const bare = `<form id="addToCart"><input type="hidden" id="ASIN" name="ASIN" value="B0TEST0001"></form>`;
  const choices = (text: string) =>
    `<div id="unqualifiedBuyBox"><span id="buybox-see-all-buying-choices"><a href="/gp/offer-listing/x">${text}</a></span></div>`;
  const shapes: Readonly<Record<string, (text: string) => string>> = {
    "the shipping message of the box": (text) =>
      `<div id="shippingMessageInsideBuyBox_feature_div"><span>${text}</span></div>`,
    "the block of delivery": (text) =>
      `<div id="deliveryBlock_feature_div"><div class="a-section">${text}</div></div>`,
    "the box of exports": (text) =>
      `<div id="exports_desktop_undeliverable_buybox"><span>${text}</span></div>`,
    "a shipping message of another name": (text) =>
      `<div id="globalShippingMessage"><span>${text}</span></div>`,
    "the message of the block": (text) =>
      `<div id="deliveryBlockMessage"><div><span>${text}</span></div></div>`,
    "the block of today's layout": (text) =>
      `<div id="mir-layout-DELIVERY_BLOCK"><div data-csa-c-slot-id="DELIVERY_BLOCK"><span class="a-color-error">${text}</span></div></div>`,
    "the message that changes with the place": (text) =>
      `<div id="dynamicDeliveryMessage_feature_div"><div id="ddmDeliveryMessage"><span class="a-color-error">${text}</span></div></div>`,
    "the message of fast delivery": (text) =>
      `<div id="fast-track-message"><div><span class="a-color-error">${text}</span></div></div>`,
    "an alert of the box": (text) =>
      `<div class="a-box a-alert-inline"><div class="a-alert-content">${text}</div></div>`,
    "the stock inside of the box": (text) =>
      `<div id="availabilityInsideBuyBox_feature_div"><div><span class="a-size-medium">${text}</span></div></div>`,
  };
  test.each(Object.entries(shapes))("in %s", (_name, shape) => {
    for (const language of ["en", "es", "fr", "de", "pt", "ja"]) {
      const words = wordingOf(language);
      for (const text of words.notHere.slice(0, 4)) {
        const product = read(page({ box: `${shape(text)}${bare}${choices(words.choices)}` }));
        expect([language, text, product?.offerState]).toEqual([language, text, "not-deliverable-here"]);
      }
    }
  });
});

/** What pages say of products that are not to be had, or that are delivered later, is nothing about places. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  en: [
    "Currently unavailable. We don't know when or if this item will be back in stock.",
    "Temporarily out of stock. You won't be charged until the item ships.",
    "Unavailable. This item was not eligible for free delivery.",
  ],
  es: [
    "No disponible. No sabemos si este producto volverá a estar disponible, ni cuándo.",
    "Agotado. No se te cobrará hasta que se envíe el producto.",
  ],
  fr: [
    "Actuellement indisponible. Nous ne savons pas quand cet article sera de nouveau approvisionné ni s'il le sera.",
    "En rupture de stock. Vous ne serez pas débité avant l'expédition.",
  ],
  pt: [
    "Não disponível. Não sabemos se ou quando este item estará disponível de novo.",
    "Indisponível. Você não será cobrado até que o item seja enviado.",
  ],
  de: [
    "Derzeit nicht verfügbar. Ob und wann dieser Artikel wieder vorrätig sein wird, ist unbekannt.",
    "Nicht auf Lager. Wir belasten Ihr Konto erst, wenn wir versenden, nicht früher.",
  ],
  it: [
    "Attualmente non disponibile. Ancora non sappiamo quando o se l'articolo sarà di nuovo disponibile.",
    "Esaurito. Non ti verrà addebitato nulla prima della spedizione.",
  ],
  nl: [
    "Momenteel niet verkrijgbaar. We weten niet of en wanneer dit item weer op voorraad is.",
    "Niet op voorraad. Je betaalt niet voordat het artikel is verzonden.",
  ],
  sv: [
    "För närvarande inte tillgänglig. Vi vet inte när eller om varan kommer tillbaka i lager.",
    "Slut i lager. Du debiteras inte innan varan skickas.",
  ],
  pl: [
    "Obecnie niedostępny. Nie wiemy, czy i kiedy produkt znów będzie dostępny.",
    "Brak w magazynie. Nie obciążymy Cię, dopóki nie wyślemy produktu.",
  ],
  tr: [
    "Şu anda mevcut değil. Bu ürünün tekrar stoklarımızda olup olmayacağını bilmiyoruz.",
    "Stokta yok. Ürün gönderilene kadar sizden ücret alınmaz.",
  ],
  ar: [
    "غير متوفر حاليًا. لا نعلم متى أو إذا كان هذا العنصر سيعود للمخزون.",
    "غير متوفر. لن يتم خصم المبلغ قبل شحن المنتج.",
  ],
  hi: [
    "वर्तमान में उपलब्ध नहीं है। हमें नहीं पता कि यह आइटम कब वापस आएगा।",
    "स्टॉक में नहीं है। जब तक आइटम शिप नहीं होता, शुल्क नहीं लगेगा।",
  ],
  ja: ["現在在庫切れです。この商品の再入荷予定は立っておりません。", "在庫切れ。入荷次第お届けします。"],
};

describe("an unavailable product is not one that is not delivered here", () => {
  test.each(knownLanguages.map((language) => [language] as const))("%s", (language) => {
    for (const text of elsewhere[language] ?? []) {
      const bare = `<form id="addToCart"><input type="hidden" name="ASIN" value="B0TEST0001"></form>`;
      for (const id of ["outOfStock", "availability"]) {
        const html = page({ box: `${bare}<div id="${id}"><span>${text}</span></div>` });
        expect([text, read(html)?.offerState]).toEqual([text, "unavailable"]);
      }
    }
    expect(elsewhere[language]?.length).toBeGreaterThan(1);
  });
});
