import { describe, expect, test } from "bun:test";
import { readAvailability } from "./availability.ts";

const statusOf = (text: string) =>
  readAvailability(text, { canBuy: true, isPreorder: false, isPriced: true, isGone: false }).status;

describe("what can be ordered before it is in stock is a backorder", () => {
  test.each([
    ["In stock on December 12, 2026.", "In stock."],
    ["Auf Lager ab dem 12. Dezember 2026", "Auf Lager"],
    ["En stock le 12 décembre 2026.", "En stock. Livré par Amazon"],
    ["En stock el 12 de diciembre de 2026.", "En stock. El envío es gratis"],
    ["Em estoque em 12 de dezembro de 2026", "Em estoque. Em até 10x"],
    ["Op voorraad vanaf 12 december 2026", "Op voorraad"],
    ["I lager den 12 december 2026", "I lager"],
    ["Dostępny od 12 grudnia 2026", "Dostępny"],
    ["This item will be released on May 1, 2027.", "Released by Example Press. In stock."],
    ["Dieser Artikel erscheint am 1. Mai 2027.", "Auf Lager."],
    ["Cet article paraîtra le 1 mai 2027.", "En stock"],
    ["Este producto saldrá a la venta el 1 de mayo de 2027.", "Disponible"],
    ["Temporalmente sin stock. Haz tu pedido y te lo enviaremos.", "En stock"],
    ["Temporariamente sem estoque. Faça seu pedido agora.", "Em estoque"],
    ["この商品の発売予定日は2027年5月1日です。", "在庫あり。"],
    ["عادة ما يتم الشحن خلال 2 إلى 3 أسابيع", "متوفر"],
    ["आम तौर पर 2 से 3 हफ़्तों में भेजा जाता है", "स्टॉक में है।"],
  ])("%s", (later, now) => {
    expect([statusOf(later), statusOf(now)]).toEqual(["backorder", "in-stock"]);
  });
});

test.each([
  ["स्टॉक में केवल 3 बचे हैं।", 3],
  ["स्टॉक में सिर्फ़ 2 बचे हैं", 2],
])("%s: what is left", (text, left) => {
  expect(
    readAvailability(text, { canBuy: true, isPreorder: false, isPriced: true, isGone: false }),
  ).toMatchObject({ status: "limited", stockLeft: left });
});

test("otillgänglig is unavailable, too", () => {
  const none = { canBuy: false, isPreorder: false, isPriced: false, isGone: false };
  expect(readAvailability("För närvarande otillgänglig.", none).status).toBe("unavailable");
});
