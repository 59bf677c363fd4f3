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
  ])("%s", (later, now) => {
    expect([statusOf(later), statusOf(now)]).toEqual(["backorder", "in-stock"]);
  });
});
