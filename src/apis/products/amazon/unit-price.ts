import { isSame, type Money, moneyIn, numbersIn } from "./money.ts";
import type { Sourced } from "./price.ts";
import type { Found } from "./scan.ts";
import { cut, NAME_MAX } from "./text.ts";

/** A price for a quantity: `{ amount: "3.01", currency: "USD", per: { quantity: 100, unit: "Sheets" } }`. */
export interface UnitPrice extends Money {
  readonly per: { readonly quantity: number; readonly unit: string | null };
}

/**
 * Reads "($3.01 / 100 Sheets)". The bracket is the one right place: the text for screen readers beside it leaves
 * the quantity out. The price of the whole is none.
 */
export function readUnitPrice(list: readonly Found[], price: Money): Sourced<UnitPrice> | undefined {
  for (const { text } of list) {
    const slash = text.lastIndexOf("/");
    if (slash < 0) continue;
    const money = moneyIn(text.slice(0, slash), price.currency);
    const per = text
      .slice(slash + 1)
      .replace(/[()\uff08\uff09]/g, "")
      .trim();
    const [number] = numbersIn(per);
    const startsWithNumber = number !== undefined && number.before.trim() === "";
    const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(number?.digits ?? "");
    const digits = isGrouped ? number?.digits.replace(/\D/g, "") : number?.digits.replace(",", ".");
    const quantity = startsWithNumber ? Number(digits) : 1;
    const unit = (
      startsWithNumber ? per.slice(per.indexOf(number.digits) + number.digits.length) : per
    ).trim();
    if (money === undefined || isSame(money, price) || !(quantity > 0 && Number.isFinite(quantity))) continue;
    return {
      value: { ...money, per: { quantity, unit: unit === "" ? null : cut(unit, NAME_MAX) } },
      source: "dom.price-per-unit",
    };
  }
  return undefined;
}
