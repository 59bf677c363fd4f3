/** The state of an offer, as the page words it. */
export type StatusPhrase = "hidden-price" | "not-here" | "unavailable" | "preorder";

/** The words of one language: a sentence that has one of each list says what the lists are for. */
type Words = Readonly<Record<StatusPhrase, readonly RegExp[]>>;

/**
 * The words of the marketplaces' languages. They only decide what the structure of a page leaves open. A price is
 * hidden where one sentence has a word for seeing, one for the price and one for the cart; an item is not delivered
 * where one has a word for "not" and one for delivering.
 */
const wording: Readonly<Record<string, Words>> = {
  en: {
    "hidden-price": [
      /see|view|show|display|check|visible|reveal|find out|learn|know/iu,
      /\bpric(?:e|ing)\b/iu,
      /\b(?:cart|basket|trolley|bag|checkout)\b/iu,
    ],
    "not-here": [
      /\bnot\b|\bcannot\b|n['\u2019]t\b|\bunable\b|\bno (?:sellers?|shipping|delivery)\b|\bunavailable for\b|\bonly (?:ships|delivers)\b/iu,
      /\bship|\bdeliver|\bdispatch/iu,
    ],
    unavailable: [/unavailable|out of stock|not available/iu],
    preorder: [/pre-?order/iu],
  },
  es: {
    "hidden-price": [
      /\b(?:ver|v[e\u00e9]|muestr|mostra|consult|visible|conoc|descubr|apare|visuali)/iu,
      /\bprecio/iu,
      /\b(?:cesta|carrito|carro)\b/iu,
    ],
    "not-here": [/\bno\b|\bning[u\u00fa]n/iu, /\b(?:env[i\u00ed]|entreg)/iu],
    unavailable: [/no disponible|agotado|sin (?:stock|existencias)|no est[a\u00e1] disponible/iu],
    preorder: [/preventa|pre-?orden|reserva(?:r)?\b/iu],
  },
  fr: {
    "hidden-price": [
      /\b(?:voi[rst]|affich|conna[i\u00ee]|d[e\u00e9]couvr|visible|consult|appara[i\u00ee])|[\u2019']affich/iu,
      /\bprix\b/iu,
      /\bpanier\b/iu,
    ],
    "not-here": [
      /\bn(?:e|['\u2019])|\bpas\b|\baucun|\bimpossible\b|\bnon\b/iu,
      /exp[e\u00e9]di|livr|\benvoy|\benvoi/iu,
    ],
    unavailable: [/indisponible|non disponible|en rupture de stock|pas disponible/iu],
    preorder: [/pr[\u00e9e]-?command/iu],
  },
  pt: {
    "hidden-price": [
      /\b(?:ver|veja|vej|exib|consult|mostr|vis[i\u00ed]vel|saber|saiba|descubr|apare|visuali|conhe[c\u00e7])/iu,
      /\bpre[\u00e7c]o/iu,
      /\b(?:carrinho|cesto|cesta)\b/iu,
    ],
    "not-here": [/\bn[\u00e3a]o\b|\bnenhum/iu, /\b(?:envi|entreg|remet)/iu],
    unavailable: [/indispon[i\u00ed]vel|n[\u00e3a]o dispon[i\u00ed]vel|(?:fora de|sem) estoque|esgotado/iu],
    preorder: [/pr[\u00e9e]-?venda|pr[\u00e9e]-?encomenda/iu],
  },
  de: {
    "hidden-price": [
      /sehen|anzeig|ansehen|angezeigt|sichtbar|erfahren|einsehen|gezeigt|erscheint/iu,
      /\bpreis/iu,
      /einkaufswagen|warenkorb/iu,
    ],
    "not-here": [/\bnicht\b|\bkein/iu, /liefer|versand|versend|verschick/iu],
    unavailable: [/nicht verf[\u00fcu]gbar|nicht auf lager|nicht vorr[\u00e4a]tig|ausverkauft/iu],
    preorder: [/vorbestell/iu],
  },
  it: {
    "hidden-price": [
      /\b(?:ved[ie]|visuali|mostr|visibil|scopr|conosc|appar)/iu,
      /\bprezz[oi]\b/iu,
      /\bcarrello\b/iu,
    ],
    "not-here": [/\bnon\b|\bnessun|\bimpossibile\b/iu, /\bsped|consegn|\binvi/iu],
    unavailable: [/non disponibile|esaurito/iu],
    preorder: [/preordin|prenota|pre-?ordin/iu],
  },
  nl: {
    "hidden-price": [
      /\bzie|bekijk|bekeken|zichtbaar|getoond|toon|weergeven|weergegeven|ontdek/iu,
      /\bprijs/iu,
      /winkelwagen|winkelmand/iu,
    ],
    "not-here": [/\b(?:niet|geen)\b/iu, /verzend|verzonden|verzending|bezorg|lever/iu],
    unavailable: [/niet beschikbaar|niet op voorraad|niet verkrijgbaar|uitverkocht/iu],
    preorder: [/vooruitbestell|reserveer|pre-?order|voorbestell/iu],
  },
  sv: {
    "hidden-price": [
      /(?<!\p{L})(?:se|ser|visa|visas|syns|synlig\p{L}*)(?!\p{L})/iu,
      /(?<!\p{L})pris/iu,
      /varukorg|kundvagn/iu,
    ],
    "not-here": [/(?<!\p{L})(?:inte|ej|inga|ingen)(?!\p{L})/iu, /skicka|leverer|leverans|frakt/iu],
    unavailable: [
      /inte tillg[\u00e4a]nglig|slut i lager|otillg[\u00e4a]nglig|sluts[\u00e5a]ld|ej tillg[\u00e4a]nglig/iu,
    ],
    preorder: [/f[\u00f6o]rhandsbest|f[\u00f6o]rbest|f[\u00f6o]rhandsbok/iu],
  },
  pl: {
    "hidden-price": [
      /zobacz|wy[\u015bs]wietl|widoczn|pozna[\u0107c]|pokaza|sprawd[\u017az]|poka\u017c|pojawi/iu,
      /(?<!\p{L})cen[\u0119ay\u0119i]/iu,
      /koszyk/iu,
    ],
    "not-here": [
      /(?<!\p{L})(?:nie|brak|\u017caden|\u017cadnych)(?!\p{L})|niedost[\u0119e]pn/iu,
      /wys[y\u0142]|dostarcz|dostaw|przesy[\u0142l]/iu,
    ],
    unavailable: [/niedost[\u0119e]pn|brak w magazynie|wyprzedan/iu],
    preorder: [/przedsprzeda[\u017cz]|przed premier[\u0105a]/iu],
  },
  tr: {
    "hidden-price": [/g[\u00f6o]r|g[\u00f6o]ster|[\u00f6o][\u011fg]ren/iu, /fiyat/iu, /sepet/iu],
    "not-here": [
      /(?:g[\u00f6o]nder|teslim)\p{L}{0,12}(?:ilemez|emez|[\u0131i]lm[\u0131i]yor|ilemiyor|emiyor|ilmez|mez|m[\u0131i]yor)(?!\p{L})|(?:yap[\u0131i]lam[\u0131i]yor|yap[\u0131i]lm[\u0131i]yor|yapm[\u0131i]yor|m[\u00fcu]mk[\u00fcu]n de[\u011fg]il|edilemez|edilemiyor|edilmiyor|(?<!\p{L})yok(?!\p{L}))/iu,
      /g[\u00f6o]nder|teslim/iu,
    ],
    unavailable: [/mevcut de[\u011fg]il|stokta yok|t[\u00fcu]kendi/iu],
    preorder: [/[\u00f6o]n sipari[\u015fs]/iu],
  },
  ar: {
    "hidden-price": [
      /\u0644\u0645\u0639\u0631\u0641\u0629|\u0645\u0639\u0631\u0641\u0629|\u0634\u0627\u0647\u062f|\u0645\u0634\u0627\u0647\u062f\u0629|\u0639\u0631\u0636|\u0644\u0631\u0624\u064a\u0629|\u0631\u0624\u064a\u0629|\u062a\u0631\u0649|\u064a\u0638\u0647\u0631|\u0638\u0627\u0647\u0631|\u0627\u0637\u0644\u0639|\u0627\u0644\u0627\u0637\u0644\u0627\u0639/iu,
      /\u0627\u0644\u0633\u0639\u0631|\u0633\u0639\u0631/iu,
      /\u0639\u0631\u0628\u0629|\u0633\u0644\u0629|\u0627\u0644\u0633\u0644\u0629/iu,
    ],
    "not-here": [
      /(?<!\p{L})(?:\u0644\u0627|\u0644\u0646|\u0644\u064a\u0633|\u062a\u0639\u0630\u0631)(?!\p{L})|\u063a\u064a\u0631 (?:\u0645\u062a\u0627\u062d|\u0645\u062a\u0648\u0641\u0631|\u0645\u0645\u0643\u0646)/iu,
      /\u0634\u062d\u0646|\u064a\u0634\u062d\u0646|\u062a\u0648\u0635\u064a\u0644|\u062a\u0633\u0644\u064a\u0645/iu,
    ],
    unavailable: [
      /\u063a\u064a\u0631 (?:\u0645\u062a\u0648\u0641\u0631|\u0645\u062a\u0627\u062d)|\u0646\u0641\u062f/iu,
    ],
    preorder: [/\u0645\u0633\u0628\u0642/iu],
  },
  hi: {
    "hidden-price": [
      /\u0926\u0947\u0916|\u0926\u093f\u0916\u093e|\u0926\u093f\u0916\u0924|\u091c\u093e\u0928/iu,
      /\u0915\u0940\u092e\u0924|\u092e\u0942\u0932\u094d\u092f|\u0926\u093e\u092e/iu,
      /\u0915\u093e\u0930\u094d\u091f|\u092c\u093e\u0938\u094d\u0915\u0947\u091f/iu,
    ],
    "not-here": [
      /\u0928\u0939\u0940\u0902/iu,
      /\u0936\u093f\u092a|\u0921\u093f\u0932\u0940\u0935\u0930|\u092d\u0947\u091c|\u092a\u0939\u0941\u0901\u091a\u093e/iu,
    ],
    unavailable: [
      /\u0909\u092a\u0932\u092c\u094d\u0927 \u0928\u0939\u0940\u0902|\u0905\u0928\u0941\u092a\u0932\u092c\u094d\u0927|\u0938\u094d\u091f\u0949\u0915 \u092e\u0947\u0902 \u0928\u0939\u0940\u0902/iu,
    ],
    preorder: [/\u092a\u094d\u0930\u0940-?\s?\u0911\u0930\u094d\u0921\u0930/iu],
  },
  ja: {
    "hidden-price": [
      /\u8868\u793a|\u78ba\u8a8d|\u898b|\u3054\u89a7|\u77e5\u308b|\u308f\u304b/iu,
      /\u4fa1\u683c/iu,
      /\u30ab\u30fc\u30c8|\u304b\u3054/iu,
    ],
    "not-here": [
      /\u304a\u5c4a\u3051|\u914d\u9001|\u767a\u9001|\u914d\u9054|\u5c4a/iu,
      /\u3067\u304d\u307e\u305b\u3093|\u3067\u304d\u306a\u3044|\u4e0d\u53ef|\u3044\u305f\u3057\u304b\u306d\u307e\u3059|\u3044\u307e\u305b\u3093|\u3057\u3066\u304a\u308a\u307e\u305b\u3093|\u3057\u3066\u3044\u307e\u305b\u3093|\u5bfe\u8c61\u5916/iu,
    ],
    unavailable: [
      /\u5728\u5eab\u5207\u308c|\u304a\u53d6\u308a\u6271\u3044\u3067\u304d\u307e\u305b\u3093|\u54c1\u5207\u308c|\u53d6\u308a\u6271\u3044\u304c\u3042\u308a\u307e\u305b\u3093/iu,
    ],
    preorder: [/\u4e88\u7d04/iu],
  },
};

/** The languages whose words are known, as two letters. */
export const knownLanguages: readonly string[] = Object.keys(wording);

/** Longer texts say more than one thing. */
const TEXT_MAX = 1_500;

/** Words that negate a different statement ("not free", "not charged until shipped"): the product can still be delivered. */
const STILL_DELIVERED =
  /\bfree\b|gratis|gratuit|kostenlos|versandkostenfrei|[\u00fcu]cretsiz|darmow|\u7121\u6599|\u0645\u062c\u0627\u0646|\u092e\u0941\u092b\u093c?\u094d\u0924|\bprime\b|\buntil\b|hasta que|\bavant\b|jusqu|\berst\b|\bbevor\b|\bprima\b|\bfino a|\bat[\u00e9e] que|voordat|totdat|\binnan\b|dop[\u00f3o]ki|(?:ene|ana) kadar|\u307e\u3067\u306f|\u0642\u0628\u0644|\u062d\u062a\u0649|\u091c\u092c \u0924\u0915|\u091c\u092c \u0924\u0915/iu;

const SENTENCE_END = /[.!?\u3002\u0964]/;

/** Reports whether a sentence of a text says this, in any of the languages: one page may mix two. */
export function says(saying: StatusPhrase, text: string): boolean {
  if (text === "" || text.length > TEXT_MAX) return false;
  const sentences = text
    .split(SENTENCE_END)
    .filter((sentence) => saying !== "not-here" || !STILL_DELIVERED.test(sentence));
  return Object.values(wording).some(({ [saying]: wanted }) =>
    sentences.some((sentence) => wanted.every((one) => one.test(sentence))),
  );
}

/** Words for delivery next to its price, in the languages of the marketplaces. */
export const DELIVERY =
  /\+|ship|delivery|deliver|versand|lieferung|livraison|env[i\u00ed]o|entrega|frete|spedizione|consegna|verzend|bezorg|frakt|leverans|dostaw|wysy\u0142k|kargo|teslimat|\u0634\u062d\u0646|\u062a\u0648\u0635\u064a\u0644|\u0921\u093f\u0932\u0940\u0935\u0930\u0940|\u914d\u9001/i;

/** The words before the name of a seller: "Sold by: X". */
const SOLD_BY =
  /(?:(?:(?:ships|shipped|dispatched|fulfilled) (?:from|by) and )?sold by|verkauft? (?:von|durch)|verk\u00e4ufer|vendu par|vendeur|vendido (?:por|pela)|vendedor|vendut[oa] da|venditore|verkocht door|verkoper|s\u00e4ljs av|s\u00e4ljare|sprzedawca|sprzedawane przez|sat\u0131c\u0131|\u0627\u0644\u0628\u0627\u0626\u0639|[\u064a\u062a]\u0628\u0627\u0639 \u0645\u0646|\u0935\u093f\u0915\u094d\u0930\u0947\u0924\u093e|\u8ca9\u58f2\u5143|\u8ca9\u58f2|\u51fa\u54c1\u8005)(?![\p{L}\p{M}])[\s:\uff1a]*/iu;

/** Text after the seller's name of a Kindle edition: it says who set the price. */
const PRICE_SET =
  /(?:price set|this price|(?:dieser|der) preis|(?:ce|le) prix|prix fix|(?:este|el) precio|precio (?:fijado|establecido)|(?:questo|il) prezzo|prezzo (?:fissato|stabilito)|(?:este|o) pre\u00e7o|pre\u00e7o (?:definido|fixado)|(?:deze|de) prijs|prijs (?:vast|bep)|priset \u00e4r|detta pris|ta cena|cena (?:ust|zost)|bu fiyat|(?:\u0647\u0630\u0627 )?\u0627\u0644\u0633\u0639\u0631|(?:\u092f\u0939 )?\u0915\u0940\u092e\u0924|\u3053\u306e\u4fa1\u683c|\u4fa1\u683c)/iu;

/** Text after a seller's name: ratings in brackets, further links. */
const RATING = /[|]|\s[(\uff08]\d/;

const SELLER_MAX = 100;

/** The name at the start of a text, without what pages say behind it; undefined for none. */
export function sellerName(text: string): string | undefined {
  if (text.length > 3 * SELLER_MAX) return undefined;
  const ends = [text.search(PRICE_SET), text.search(RATING), text.length].filter((end) => end >= 0);
  const name = text.slice(0, Math.min(...ends)).trim();
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

/** Reports whether a text is nothing but the words before the name of a seller. */
export function isSellerLabel(text: string): boolean {
  return text.length <= SELLER_MAX && SOLD_BY.exec(text)?.[0] === text;
}

/** The words for goods that are not new, before their condition. */
const USED =
  /^(?:used|collectible|refurbished|renewed|gebraucht|sammlerst\u00fcck|d['\u2019]occasion|occasion|usat[oa]|de (?:2\u00aa|2a|segunda) mano|usad[oa]|tweedehands|gebruikt|begagna[dt]|u\u017cywan[yea]|(?:i\u0307|[i\u0130])kinci el|2\. el|kullan\u0131lm\u0131\u015f|\u0645\u0633\u062a\u0639\u0645\u0644\u0629?|\u0907\u0938\u094d\u0924\u0947\u092e\u093e\u0932 \u0915\u093f\u092f\u093e \u0939\u0941\u0906|\u092a\u094d\u0930\u092f\u0941\u0915\u094d\u0924|\u092a\u0941\u0930\u093e\u0928\u093e|\u4e2d\u53e4(?:\u5546\u54c1|\u54c1)?)\s?[:\uff1a\u2013-]\s?/iu;

const CONDITION_MAX = 60;

/** The condition in a text such as "Used: Very Good | Details"; undefined for a text that names none. */
export function conditionIn(text: string): string | undefined {
  const [said = ""] = text.split("|", 1);
  const condition = said.trim();
  const word = USED.exec(condition)?.[0];
  if (word === undefined || word.length === condition.length) return undefined;
  return condition.length - word.length <= CONDITION_MAX ? condition : undefined;
}
