import { numbersIn } from "./money.ts";

/** Stock of an offer. */
export interface Availability {
  readonly status: "in-stock" | "limited" | "backorder" | "unavailable" | "unknown";
  /** As the page says it. */
  readonly text: string | null;
  /** The number of items left, if the page shows it. */
  readonly stockLeft: number | null;
}

// Words only refine what the structure of the page says: a page in an unknown language loses only the detail.
const LEFT =
  /\bonly\b.*\bleft|left in stock|\bnur noch\b|noch \d+ auf lager|plus que|\bqued[ae]|\brest[ae]|\bdisponibilit[aà] solo\b|\bsolo \d+|nog (?:maar )?\d+|slechts|endast|bara \d+|zosta[lł]|tylko|sadece|kald\u0131|\u6b8b\u308a|\u5728\u5eab\u6b8b|apenas|somente|s[óo]lo|\u0641\u0642\u0637/i;
const LATER =
  /\bships? (?:with)?in\b|ships from|dispatched (?:with)?in|available to ship|in stock (?:on|soon)|back in stock|arrives|\bversand(?:fertig)?\b|lieferbar (?:ab|in)|auf lager ab|exp[eé]di[eé]|env[ií]o en|se env[ií]a|disponible (?:el|a partir)|envia(?:do)? (?:em|normalmente)|spedi(?:to|zione)|disponibile (?:dal|tra)|verzonden|op voorraad vanaf|skickas|wysy\u0142ka|kargoya|\u5165\u8377|\u901a\u5e38|within \d/i;
const NONE =
  /unavailable|out of stock|nicht verf[üu]gbar|nicht auf lager|indisponible|non disponible|no disponible|agotado|indispon[ií]vel|n[ãa]o dispon[ií]vel|fora de estoque|non disponibile|niet beschikbaar|niet op voorraad|inte tillg[äa]nglig|slut i lager|niedost[ęe]pn|mevcut de\u011fil|stokta yok|\u5728\u5eab\u5207\u308c|\u304a\u53d6\u308a\u6271\u3044\u3067\u304d\u307e\u305b\u3093|\u063a\u064a\u0631 \u0645\u062a\u0648\u0641\u0631/i;
const PREORDER =
  /pre-?order|vorbestell|pr[ée]-?command|reserva(?:r)?\b|pr[ée]-venda|preordina|prenota|vooruitbestell|pre-?ordinare|reserveer|f[öo]rhandsbest|przedsprzeda\u017c|\u00f6n sipari\u015f|\u4e88\u7d04/i;

export function saysPreorder(text: string): boolean {
  return PREORDER.test(text);
}

export function saysUnavailable(text: string): boolean {
  return NONE.test(text);
}

const AT_ONCE =
  /^(?:in stock|auf lager|en stock|disponibilit[aà] immediata|em estoque|op voorraad|i lager|dost\u0119pn|stokta var|\u5728\u5eab\u3042\u308a)/i;
const NOT_HERE: readonly RegExp[] = [
  /(?:can(?:not|'t|\u2019t)|does(?: not|n't|n\u2019t)) (?:be )?(?:ship|deliver|dispatch)/i,
  /no sellers that can deliver/i,
  /nicht[^.]{0,60}(?:geliefert|versandt|versendet)/i,
  /ne (?:peut|pouvons)[^.]{0,30}(?:exp\u00e9di|livr)/i,
  /no se (?:puede|env\u00eda)[^.]{0,20}(?:enviar|entregar|a tu|a su)/i,
  /n\u00e3o (?:pode ser|\u00e9|enviamos|entregamos)[^.]{0,20}(?:enviad|entreg|para)/i,
  /non pu\u00f2 essere (?:spedit|consegnat)/i,
  /niet[^.]{0,60}(?:verzonden|bezorgd|geleverd)/i,
  /inte[^.]{0,30}(?:skickas|levereras)/i,
  /nie (?:mo\u017cna|mo\u017ce|jest)[^.]{0,40}(?:wys\u0142|dostarcz)/i,
  /g\u00f6nder(?:ilemez|im yap\u0131lm\u0131yor)/i,
  /\u304a\u5c4a\u3051\u3067\u304d\u307e\u305b\u3093/i,
  /\u0644\u0627 \u064a\u0645\u0643\u0646 (?:\u0634\u062d\u0646|\u062a\u0648\u0635\u064a\u0644)/i,
];

/** Whether a sentence says that the product is not delivered to the reader's place. */
export function saysNotHere(text: string): boolean {
  return NOT_HERE.some((phrase) => phrase.test(text));
}

/**
 * Reads what a page says of stock. `canBuy` is whether the offer has a button to buy it, `isPriced` whether it has
 * a price: with neither, nothing is known.
 */
export function readAvailability(
  text: string | undefined,
  { canBuy, isPriced, isGone }: { canBuy: boolean; isPriced: boolean; isGone: boolean },
): Availability {
  const said = text === undefined || text === "" ? null : text.slice(0, 300);
  const words = said ?? "";
  const result = (status: Availability["status"], stockLeft: number | null = null) => ({
    status,
    text: said,
    stockLeft,
  });
  if (isGone || (!canBuy && NONE.test(words))) return result("unavailable");
  if (!canBuy && (!isPriced || said === null)) return result("unknown");
  if (LEFT.test(words)) {
    const counts = numbersIn(words).map(({ digits }) => digits);
    const left = counts.find((digits) => /^\d{1,2}$/.test(digits));
    if (left !== undefined) return result("limited", Number(left));
  }
  const isLater = /\bin stock (?:on|soon)|op voorraad vanaf|auf lager ab/i.test(words);
  if (!isLater && AT_ONCE.test(words)) return result("in-stock");
  return result(LATER.test(words) || NONE.test(words) ? "backorder" : "in-stock");
}
