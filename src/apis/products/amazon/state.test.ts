import { describe, expect, test } from "bun:test";
import { cart, page } from "../../../../test/products/page.ts";
import { statePages, wordingOf, wordings } from "../../../../test/products/states.ts";
import { marketplaces } from "./marketplaces.ts";
import { readProduct } from "./product.ts";
import { offerStates } from "./state.ts";
import { knownLanguages } from "./wording.ts";

const languages = [
  ...new Set(marketplaces.flatMap((one) => one.languages.map((tag) => tag.slice(0, 2)))),
].sort();

test("every language of a marketplace has its words", () => {
  expect(languages.filter((language) => !knownLanguages.includes(language))).toEqual([]);
  expect(languages.filter((language) => wordings[language] === undefined)).toEqual([]);
});

describe("every wording of every state, in each shape of page", () => {
  test.each(languages.map((language) => [language] as const))("%s", (language) => {
    const price = `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">19.90</span></span></div>`;
    const pages = statePages(wordingOf(language), { layout: `kitchen ${language}_XX`, offer: price });
    expect(new Set(pages.map(([state]) => state))).toEqual(new Set(offerStates));
    for (const [state, html] of pages) {
      const product = read(html);
      const shown = html.slice(html.indexOf('id="centerCol"'), html.indexOf('class="a-carousel"'));
      expect([product?.offerState, shown]).toEqual([state, shown]);
      if (state !== "featured-offer" && state !== "preorder") expect(product?.price).toBeNull();
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
