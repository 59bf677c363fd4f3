/** What a page says of its offer in words. */
export type Saying = "hidden-price" | "not-here" | "unavailable" | "preorder";

/** The words of one language: a sentence that has one of each list says what the lists are for. */
interface Words {
  readonly hiddenPrice: readonly RegExp[];
  readonly notHere: readonly RegExp[];
  readonly unavailable: RegExp;
  readonly preorder: RegExp;
}

/**
 * The words of the marketplaces' languages. They only decide what the structure of a page leaves open. A price is
 * hidden where one sentence has a word for seeing, one for the price and one for the cart; an item is not delivered
 * where one has a word for "not" and one for delivering.
 */
const wording: Readonly<Record<string, Words>> = {
  en: {
    hiddenPrice: [
      /\b(?:see|view|show|display|check)/i,
      /\bprice\b/i,
      /\b(?:cart|basket|trolley|checkout)\b/i,
    ],
    notHere: [
      /\bcan ?not\b|\b(?:can|does|is|are)n['\u2019]t\b|\b(?:does|is|are) (?:currently )?not?\b|\b(?:not|un)able\b|\bno sellers\b|\bnot available for\b/i,
      /\b(?:be shipped|ship to|ships to|deliver|delivered|dispatched|delivery|shipping)\b/i,
    ],
    unavailable: /unavailable|out of stock|not available/i,
    preorder: /pre-?order/i,
  },
  es: {
    hiddenPrice: [/\b(?:ver|mostrar|consultar)\b/i, /\bprecio\b/i, /\b(?:cesta|carrito|carro)\b/i],
    notHere: [
      /\bno\b/i,
      /\b(?:enviar|entregar|enviarse|entregarse|env\u00eda|entrega|enviado|env\u00edo)\b/i,
    ],
    unavailable: /no disponible|agotado|no est\u00e1 disponible/i,
    preorder: /preventa|pre-?orden|reserva(?:r)?\b/i,
  },
  fr: {
    hiddenPrice: [/\b(?:voir|afficher|conna\u00eetre)\b/i, /\bprix\b/i, /\bpanier\b/i],
    notHere: [
      /\bne (?:peut|peuvent|pouvons)\b|\bn['\u2019]est pas\b|\bpas disponible\b/i,
      /exp\u00e9di|livr/i,
    ],
    unavailable: /indisponible|non disponible|en rupture de stock|pas disponible/i,
    preorder: /pr[\u00e9e]-?command/i,
  },
  pt: {
    hiddenPrice: [/\b(?:ver|exibir|consultar|veja)\b/i, /\bpre\u00e7o/i, /\b(?:carrinho|cesto)\b/i],
    notHere: [/\bn\u00e3o\b/i, /\b(?:enviad|enviar|entreg|envio)/i],
    unavailable: /indispon[i\u00ed]vel|n[\u00e3a]o dispon[i\u00ed]vel|fora de estoque|esgotado/i,
    preorder: /pr[\u00e9e]-?venda|pr[\u00e9e]-?encomenda/i,
  },
  de: {
    hiddenPrice: [/\bsehen\b|anzeigen|ansehen|angezeigt/i, /\bpreis/i, /einkaufswagen|warenkorb/i],
    notHere: [/\b(?:nicht|kein\w*)\b/i, /geliefert|versandt|versendet|verschickt|lieferbar/i],
    unavailable: /nicht verf[\u00fcu]gbar|nicht auf lager|nicht vorr\u00e4tig|ausverkauft/i,
    preorder: /vorbestell/i,
  },
  it: {
    hiddenPrice: [/\b(?:vedi|vedere|visualizza|mostra)/i, /\bprezzo\b/i, /\bcarrello\b/i],
    notHere: [/\bnon\b/i, /spedit|spedibil|consegn|inviat|spedizione/i],
    unavailable: /non disponibile|esaurito/i,
    preorder: /preordin|prenota|pre-?ordin/i,
  },
  nl: {
    hiddenPrice: [/\bzien\b|bekijk/i, /\bprijs\b/i, /winkelwagen|winkelmandje/i],
    notHere: [/\b(?:niet|geen)\b/i, /verzonden|bezorgd|geleverd|leverbaar/i],
    unavailable: /niet beschikbaar|niet op voorraad|niet verkrijgbaar|uitverkocht/i,
    preorder: /vooruitbestell|reserveer|pre-?order|voorbestell/i,
  },
  sv: {
    hiddenPrice: [/\b(?:se|visa)\b/i, /\bpris/i, /varukorg|kundvagn/i],
    notHere: [/\b(?:inte|ej)\b/i, /skickas|levereras|fraktas/i],
    unavailable: /inte tillg[\u00e4a]nglig|slut i lager|sluts\u00e5ld|ej tillg[\u00e4a]nglig/i,
    preorder: /f[\u00f6o]rhandsbest|f[\u00f6o]rbest|f[\u00f6o]rhandsbok/i,
  },
  pl: {
    hiddenPrice: [/zobacz/i, /\bcen[\u0119ay]/i, /koszyk/i],
    notHere: [/\bnie\b|niedost\u0119pn/i, /wys\u0142a|wysy\u0142|dostarcz|dostaw/i],
    unavailable: /niedost[\u0119e]pn|brak w magazynie|wyprzedan/i,
    preorder: /przedsprzeda\u017c|przed premier\u0105/i,
  },
  tr: {
    hiddenPrice: [/g\u00f6r/i, /fiyat/i, /sepet/i],
    notHere: [
      /g\u00f6nderilemez|g\u00f6nderilemiyor|g\u00f6nderilmiyor|g\u00f6nderim yap\u0131lm\u0131yor|teslim edilemez|teslim edilemiyor|teslimat yap\u0131lm\u0131yor/i,
    ],
    unavailable: /mevcut de\u011fil|stokta yok|t\u00fckendi/i,
    preorder: /\u00f6n sipari\u015f/i,
  },
  ar: {
    hiddenPrice: [
      /\u0644\u0645\u0639\u0631\u0641\u0629|\u0634\u0627\u0647\u062f|\u0639\u0631\u0636|\u0644\u0631\u0624\u064a\u0629/,
      /\u0627\u0644\u0633\u0639\u0631|\u0633\u0639\u0631\u0646\u0627/,
      /\u0639\u0631\u0628\u0629|\u0633\u0644\u0629/,
    ],
    notHere: [
      /\u0644\u0627 (?:\u064a\u0645\u0643\u0646|\u064a\u062a\u0645)|\u063a\u064a\u0631 \u0645\u062a\u0627\u062d/,
      /\u0634\u062d\u0646|\u062a\u0648\u0635\u064a\u0644|\u062a\u0633\u0644\u064a\u0645/,
    ],
    unavailable:
      /\u063a\u064a\u0631 (?:\u0645\u062a\u0648\u0641\u0631|\u0645\u062a\u0627\u062d)|\u0646\u0641\u062f/,
    preorder: /\u0645\u0633\u0628\u0642/,
  },
  hi: {
    hiddenPrice: [
      /\u0926\u0947\u0916/,
      /\u0915\u0940\u092e\u0924|\u092e\u0942\u0932\u094d\u092f/,
      /\u0915\u093e\u0930\u094d\u091f/,
    ],
    notHere: [/\u0928\u0939\u0940\u0902/, /\u0936\u093f\u092a|\u0921\u093f\u0932\u0940\u0935\u0930/],
    unavailable:
      /\u0909\u092a\u0932\u092c\u094d\u0927 \u0928\u0939\u0940\u0902|\u0905\u0928\u0941\u092a\u0932\u092c\u094d\u0927|\u0938\u094d\u091f\u0949\u0915 \u092e\u0947\u0902 \u0928\u0939\u0940\u0902/,
    preorder: /\u092a\u094d\u0930\u0940-?\s?\u0911\u0930\u094d\u0921\u0930/,
  },
  ja: {
    hiddenPrice: [/\u8868\u793a|\u78ba\u8a8d/, /\u4fa1\u683c/, /\u30ab\u30fc\u30c8/],
    notHere: [
      /\u304a\u5c4a\u3051|\u914d\u9001|\u767a\u9001|\u914d\u9054/,
      /\u3067\u304d\u307e\u305b\u3093|\u3067\u304d\u306a\u3044|\u4e0d\u53ef|\u3044\u305f\u3057\u304b\u306d\u307e\u3059/,
    ],
    unavailable:
      /\u5728\u5eab\u5207\u308c|\u304a\u53d6\u308a\u6271\u3044\u3067\u304d\u307e\u305b\u3093|\u54c1\u5207\u308c|\u53d6\u308a\u6271\u3044\u304c\u3042\u308a\u307e\u305b\u3093/,
    preorder: /\u4e88\u7d04/,
  },
};

/** The languages whose words are known, as two letters. */
export const knownLanguages: readonly string[] = Object.keys(wording);

/** Longer texts say more than one thing. */
const TEXT_MAX = 1_500;

const SENTENCE_END = /[.!?\u3002\u0964]/;

function wordsFor(saying: Saying, words: Words): readonly RegExp[] {
  switch (saying) {
    case "hidden-price":
      return words.hiddenPrice;
    case "not-here":
      return words.notHere;
    case "unavailable":
      return [words.unavailable];
    case "preorder":
      return [words.preorder];
  }
}

/** Whether a sentence of a text says this, in any of the languages: one page may mix two. */
export function says(saying: Saying, text: string): boolean {
  if (text === "" || text.length > TEXT_MAX) return false;
  const sentences = text.split(SENTENCE_END);
  return Object.values(wording).some((words) => {
    const wanted = wordsFor(saying, words);
    return sentences.some((sentence) => wanted.every((one) => one.test(sentence)));
  });
}

/** Words for delivery next to its price, in the languages of the marketplaces. */
export const DELIVERY =
  /\+|ship|delivery|deliver|versand|lieferung|livraison|env[i\u00ed]o|entrega|frete|spedizione|consegna|verzend|bezorg|frakt|leverans|dostaw|wysy\u0142k|kargo|teslimat|\u0634\u062d\u0646|\u062a\u0648\u0635\u064a\u0644|\u0921\u093f\u0932\u0940\u0935\u0930\u0940|\u914d\u9001/i;

/** The words before the name of a seller: "Sold by: X". */
const SOLD_BY =
  /(?:(?:(?:ships|shipped|dispatched|fulfilled) (?:from|by) and )?sold by|verkauft? (?:von|durch)|verk\u00e4ufer|vendu par|vendeur|vendido (?:por|pela)|vendedor|vendut[oa] da|venditore|verkocht door|verkoper|s\u00e4ljs av|s\u00e4ljare|sprzedawca|sprzedawane przez|sat\u0131c\u0131|\u0627\u0644\u0628\u0627\u0626\u0639|[\u064a\u062a]\u0628\u0627\u0639 \u0645\u0646|\u0935\u093f\u0915\u094d\u0930\u0947\u0924\u093e|\u8ca9\u58f2\u5143|\u8ca9\u58f2|\u51fa\u54c1\u8005)(?![\p{L}\p{M}])[\s:\uff1a]*/iu;

/** What follows the name of the seller of a Kindle edition: who set the price. Also ratings in brackets. */
const AFTER_NAME =
  /[|]|\s[(\uff08][^()]{0,40}\d|\s?(?:price set|this price|(?:dieser|der) preis|(?:ce|le) prix|prix fix|(?:este|el) precio|precio (?:fijado|establecido)|(?:questo|il) prezzo|prezzo (?:fissato|stabilito)|(?:este|o) pre\u00e7o|pre\u00e7o (?:definido|fixado)|(?:deze|de) prijs|prijs (?:vast|bep)|priset \u00e4r|detta pris|ta cena|cena (?:ust|zost)|bu fiyat|(?:\u0647\u0630\u0627 )?\u0627\u0644\u0633\u0639\u0631|(?:\u092f\u0939 )?\u0915\u0940\u092e\u0924|\u3053\u306e\u4fa1\u683c|\u4fa1\u683c)/iu;

/** The longest name of a seller. */
const SELLER_MAX = 100;

/** The name at the start of a text, without what pages say behind it; undefined for none. */
export function sellerName(text: string): string | undefined {
  if (text.length > 3 * SELLER_MAX) return undefined;
  const end = text.search(AFTER_NAME);
  const name = (end < 0 ? text : text.slice(0, end)).trim();
  return /[\p{L}\d]/u.test(name) && name.length <= SELLER_MAX ? name : undefined;
}

/** The name in a short text such as "Sold by: X"; undefined if the text says no such thing. */
export function sellerIn(text: string): string | undefined {
  if (text.length > 3 * SELLER_MAX) return undefined;
  const found = SOLD_BY.exec(text);
  return found === null || found.index > 2
    ? undefined
    : sellerName(text.slice(found.index + found[0].length));
}

/** Whether a text is nothing but the words before the name of a seller. */
export function isSellerLabel(text: string): boolean {
  return text.length <= SELLER_MAX && SOLD_BY.exec(text)?.[0] === text;
}

/** The words for goods that are not new, before their condition. */
const USED =
  /^(?:used|collectible|refurbished|renewed|gebraucht|sammlerst\u00fcck|d['\u2019]occasion|occasion|usat[oa]|de (?:2\u00aa|2a|segunda) mano|usad[oa]|tweedehands|gebruikt|begagna[dt]|u\u017cywan[yea]|(?:i\u0307|[i\u0130])kinci el|2\. el|kullan\u0131lm\u0131\u015f|\u0645\u0633\u062a\u0639\u0645\u0644\u0629?|\u0907\u0938\u094d\u0924\u0947\u092e\u093e\u0932 \u0915\u093f\u092f\u093e \u0939\u0941\u0906|\u092a\u094d\u0930\u092f\u0941\u0915\u094d\u0924|\u092a\u0941\u0930\u093e\u0928\u093e|\u4e2d\u53e4(?:\u5546\u54c1|\u54c1)?)\s?[:\uff1a\u2013-]\s?/iu;

/** The longest name of a condition. */
const CONDITION_MAX = 60;

/** The condition in a text such as "Used: Very Good | Details"; undefined for a text that names none. */
export function conditionIn(text: string): string | undefined {
  const [said = ""] = text.split("|", 1);
  const condition = said.trim();
  const word = USED.exec(condition)?.[0];
  if (word === undefined || word.length === condition.length) return undefined;
  return condition.length - word.length <= CONDITION_MAX ? condition : undefined;
}
