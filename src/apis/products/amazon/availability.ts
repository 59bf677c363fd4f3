import type { Availability } from "../schemas.ts";
import { numbersIn } from "./money.ts";
import { says } from "./wording.ts";

// Words only refine what the structure of the page says: a page in an unknown language loses only the detail.
const LEFT =
  /\bonly\b.*\bleft|left in stock|\bnur noch\b|noch \d+ auf lager|plus que|\bqued[ae]|\brest[ae]|\bdisponibilit[aà] solo\b|\bsolo \d+|nog (?:maar )?\d+|slechts|endast|bara \d+|zosta[lł]|tylko|sadece|kald\u0131|\u6b8b\u308a|\u5728\u5eab\u6b8b|apenas|somente|s[óo]lo|\u0641\u0642\u0637|\u0915\u0947\u0935\u0932|\u0938\u093f\u0930\u094d\u092b/i;
const LATER =
  /\bships? (?:with)?in\b|ships from|dispatched (?:with)?in|available to ship|back in stock|arrives|\bversand(?:fertig)?\b|lieferbar (?:ab|in)|exp[eé]di[eé]|env[ií]o en|se env[ií]a|disponible (?:el|a partir)|envia(?:do)? (?:em|normalmente)|spedi(?:to|zione)|disponibile (?:dal|tra)|verzonden|skickas|wysy\u0142ka|kargoya|\u5165\u8377|\u901a\u5e38|within \d|\u0627\u0644\u0634\u062d\u0646 \u062e\u0644\u0627\u0644|\u092d\u0947\u091c\u093e/i;

/** In stock, or released, on a later day. */
const LATER_DAY =
  /\bin stock (?:on|soon|from)\b|auf lager ab|en stock (?:le|el|d[eè]s|[aà] partir)\b|em estoque (?:em|a partir)\b|op voorraad (?:op|vanaf)\b|i lager (?:den|från)|dost\u0119pn[eya] od\b|\breleased on\b|\berscheint am\b|\bpara[iî]tra\b|\bsaldr[aá] a la venta\b|発売予定/i;

const AT_ONCE =
  /^(?:in stock|auf lager|en stock|disponibilit[aà] immediata|em estoque|op voorraad|i lager|dost\u0119pn|stokta var|\u5728\u5eab\u3042\u308a)/i;
/**
 * Reads what a page says of stock. `canBuy` is whether the offer has a button to buy it, `isPreorder` whether that is for
 * what is not released yet, `isPriced` whether it has a price: without a button and a price, nothing is known.
 */
export function readAvailability(
  text: string | undefined,
  {
    canBuy,
    isPreorder,
    isPriced,
    isGone,
  }: { canBuy: boolean; isPreorder: boolean; isPriced: boolean; isGone: boolean },
): Availability {
  const said = text === undefined || text === "" ? null : text.slice(0, 300);
  const words = said ?? "";
  const result = (status: Availability["status"], stockLeft: number | null = null) => ({
    status,
    text: said,
    stockLeft,
  });
  if (isGone || (!canBuy && says("unavailable", words))) return result("unavailable");
  if (!canBuy && (!isPriced || said === null)) return result("unknown");
  if (LEFT.test(words)) {
    const counts = numbersIn(words).map(({ digits }) => digits);
    const left = counts.find((digits) => /^\d{1,2}$/.test(digits));
    if (left !== undefined) return result("limited", Number(left));
  }
  if (isPreorder) return result("backorder");
  if (LATER_DAY.test(words)) return result("backorder");
  if (AT_ONCE.test(words)) return result("in-stock");
  return result(LATER.test(words) || says("unavailable", words) ? "backorder" : "in-stock");
}
