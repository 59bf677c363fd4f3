/** What a page says of its offer in words. */
export type Saying = "hidden-price" | "not-here" | "unavailable" | "preorder";

/**
 * The words of the marketplaces' languages, one expression for each language and saying. Words only decide what the
 * structure of a page leaves open. Each expression is for a single sentence or a short block.
 */
const wording: Readonly<Record<string, Readonly<Record<Saying, RegExp>>>> = {
  en: {
    "hidden-price":
      /(?:see|view|show|display)[^.]{0,20}\bprice[^.]{0,30}\b(?:cart|basket|trolley|checkout)|add[^.]{0,20}\b(?:cart|basket|trolley)[^.]{0,20}\bto see[^.]{0,15}\bprice|why don['\u2019]t we show the price/i,
    "not-here":
      /(?:can(?:not|['\u2019]t)|does(?: not|n['\u2019]t)|not able to|unable to|is not) (?:be )?(?:ship|deliver|dispatch)|no sellers that can deliver|not available (?:for (?:delivery|shipping)|in your (?:country|region|location))/i,
    unavailable: /unavailable|out of stock|not available/i,
    preorder: /pre-?order/i,
  },
  es: {
    "hidden-price":
      /(?:ver|mostrar|consultar)[^.]{0,20}\bprecio[^.]{0,60}\b(?:cesta|carrito|carro)|(?:a\u00f1ad|agreg)[^.]{0,40}\b(?:cesta|carrito|carro)[^.]{0,30}\bver[^.]{0,15}\bprecio|por qu\u00e9 no mostramos el precio/i,
    "not-here":
      /no se (?:puede|env\u00eda)[^.]{0,20}(?:enviar|entregar|a tu|a su|a la)|no (?:puede|pueden) (?:enviarse|entregarse|ser enviad)|no se (?:env\u00eda|entrega) (?:a|en)\b|no (?:est\u00e1 )?disponible para (?:env\u00edo|entrega)/i,
    unavailable: /no disponible|agotado|no est\u00e1 disponible/i,
    preorder: /preventa|pre-?orden|reserva(?:r)?\b/i,
  },
  fr: {
    "hidden-price":
      /(?:voir|afficher|conna\u00eetre)[^.]{0,20}\bprix[^.]{0,60}\bpanier|ajout[^.]{0,40}\bpanier[^.]{0,30}\b(?:voir|afficher)[^.]{0,15}\bprix|pourquoi n['\u2019]affichons-nous pas le prix/i,
    "not-here":
      /ne (?:peut|peuvent|pouvons)[^.]{0,30}(?:exp\u00e9di|livr)|n['\u2019]est pas (?:livr|exp\u00e9di)|pas disponible (?:pour|\u00e0) (?:la )?livraison/i,
    unavailable: /indisponible|non disponible|en rupture de stock|pas disponible/i,
    preorder: /pr[\u00e9e]-?command/i,
  },
  pt: {
    "hidden-price":
      /(?:ver|exibir|consultar)[^.]{0,20}\bpre\u00e7o[^.]{0,60}\b(?:carrinho|cesto)|(?:adicion|coloqu)[^.]{0,40}\b(?:carrinho|cesto)[^.]{0,30}\bver[^.]{0,15}\bpre\u00e7o|por que n\u00e3o mostramos o pre\u00e7o/i,
    "not-here":
      /n\u00e3o (?:pode ser|podem ser|\u00e9|enviamos|entregamos|\u00e9 poss\u00edvel)[^.]{0,20}(?:enviad|enviar|entreg|para)|n\u00e3o (?:est\u00e1 )?dispon\u00edvel para (?:envio|entrega)/i,
    unavailable: /indispon[i\u00ed]vel|n[\u00e3a]o dispon[i\u00ed]vel|fora de estoque|esgotado/i,
    preorder: /pr[\u00e9e]-?venda|pr[\u00e9e]-?encomenda/i,
  },
  de: {
    "hidden-price":
      /preis[^.]{0,60}(?:einkaufswagen|warenkorb)|(?:einkaufswagen|warenkorb)[^.]{0,60}preis[^.]{0,15}(?:sehen|anzeigen)|warum zeigen wir den preis nicht/i,
    "not-here": /(?:nicht|kein)[^.]{0,60}(?:geliefert|versandt|versendet|verschickt|lieferbar)/i,
    unavailable: /nicht verf[\u00fcu]gbar|nicht auf lager|nicht vorr\u00e4tig|ausverkauft/i,
    preorder: /vorbestell/i,
  },
  it: {
    "hidden-price":
      /(?:vedi|vedere|visualizza(?:re)?|mostra)[^.]{0,20}\bprezzo[^.]{0,60}\bcarrello|aggiung[^.]{0,40}\bcarrello[^.]{0,30}\b(?:vedere|visualizzare)[^.]{0,15}\bprezzo|perch\u00e9 non mostriamo il prezzo/i,
    "not-here":
      /non (?:pu\u00f2|possono) essere (?:spedit|consegnat|inviat)|non (?:\u00e8|viene) (?:spedit|spedibile|consegnat)|non disponibile per la (?:spedizione|consegna)/i,
    unavailable: /non disponibile|esaurito/i,
    preorder: /preordin|prenota|pre-?ordin/i,
  },
  nl: {
    "hidden-price":
      /prijs[^.]{0,60}\b(?:winkelwagen|winkelmandje)|(?:winkelwagen|winkelmandje)[^.]{0,40}\bprijs[^.]{0,15}\b(?:te zien|te bekijken|bekijken)|waarom tonen we de prijs niet/i,
    "not-here": /niet[^.]{0,60}(?:verzonden|bezorgd|geleverd|leverbaar)/i,
    unavailable: /niet beschikbaar|niet op voorraad|niet verkrijgbaar|uitverkocht/i,
    preorder: /vooruitbestell|reserveer|pre-?order|voorbestell/i,
  },
  sv: {
    "hidden-price":
      /\bpris[^.]{0,60}\b(?:varukorg|kundvagn)|(?:varukorg|kundvagn)[^.]{0,40}\bse[^.]{0,15}\bpris|varf\u00f6r visar vi inte priset/i,
    "not-here": /inte[^.]{0,30}(?:skickas|levereras|fraktas)/i,
    unavailable: /inte tillg[\u00e4a]nglig|slut i lager|sluts\u00e5ld|ej tillg[\u00e4a]nglig/i,
    preorder: /f[\u00f6o]rhandsbest|f[\u00f6o]rbest|f[\u00f6o]rhandsbok/i,
  },
  pl: {
    "hidden-price":
      /\bcen[\u0119ay][^.]{0,60}\bkoszyk|koszyk[^.]{0,40}\bzobaczy\u0107[^.]{0,15}\bcen|dlaczego nie pokazujemy ceny/i,
    "not-here":
      /nie (?:mo\u017cna|mo\u017ce|jest|wysy\u0142amy)[^.]{0,40}(?:wys\u0142|wysy\u0142|dostarcz|do\b)|niedost\u0119pn[^.]{0,20}(?:dostaw|wysy\u0142k)/i,
    unavailable: /niedost[\u0119e]pn|brak w magazynie|wyprzedan/i,
    preorder: /przedsprzeda\u017c|przed premier\u0105/i,
  },
  tr: {
    "hidden-price":
      /fiyat[^.]{0,60}\bsepet|sepet[^.]{0,40}\bfiyat[^.]{0,20}\bg\u00f6r|neden fiyat\u0131 g\u00f6stermiyoruz/i,
    "not-here":
      /g\u00f6nder(?:ilemez|ilemiyor|im yap\u0131lm\u0131yor|ilmiyor)|teslim edilem(?:ez|iyor)|teslimat yap\u0131lm\u0131yor/i,
    unavailable: /mevcut de\u011fil|stokta yok|t\u00fckendi/i,
    preorder: /\u00f6n sipari\u015f/i,
  },
  ar: {
    "hidden-price":
      /(?:\u0627\u0644\u0633\u0639\u0631|\u0633\u0639\u0631\u0646\u0627)[^.]{0,60}(?:\u0639\u0631\u0628\u0629|\u0633\u0644\u0629)|(?:\u0639\u0631\u0628\u0629|\u0633\u0644\u0629)[^.]{0,40}\u0627\u0644\u0633\u0639\u0631/,
    "not-here":
      /\u0644\u0627 (?:\u064a\u0645\u0643\u0646|\u064a\u062a\u0645)[^.]{0,20}(?:\u0634\u062d\u0646|\u062a\u0648\u0635\u064a\u0644|\u062a\u0633\u0644\u064a\u0645)|\u063a\u064a\u0631 \u0645\u062a\u0627\u062d \u0644\u0644(?:\u0634\u062d\u0646|\u062a\u0648\u0635\u064a\u0644)/,
    unavailable:
      /\u063a\u064a\u0631 (?:\u0645\u062a\u0648\u0641\u0631|\u0645\u062a\u0627\u062d)|\u0646\u0641\u062f/,
    preorder:
      /(?:\u0637\u0644\u0628|\u0627\u0637\u0644\u0628|\u0627\u0644\u0637\u0644\u0628)\S* (?:\u0645\u0633\u0628\u0642|\u0627\u0644\u0645\u0633\u0628\u0642)/,
  },
  hi: {
    "hidden-price":
      /(?:\u0915\u0940\u092e\u0924|\u092e\u0942\u0932\u094d\u092f)[^.\u0964]{0,60}\u0915\u093e\u0930\u094d\u091f|\u0915\u093e\u0930\u094d\u091f[^.\u0964]{0,40}(?:\u0915\u0940\u092e\u0924|\u092e\u0942\u0932\u094d\u092f)/,
    "not-here":
      /(?:\u0936\u093f\u092a|\u0921\u093f\u0932\u0940\u0935\u0930)[^.\u0964]{0,20}\u0928\u0939\u0940\u0902|\u0928\u0939\u0940\u0902[^.\u0964]{0,20}(?:\u0936\u093f\u092a|\u0921\u093f\u0932\u0940\u0935\u0930)/,
    unavailable:
      /\u0909\u092a\u0932\u092c\u094d\u0927 \u0928\u0939\u0940\u0902|\u0905\u0928\u0941\u092a\u0932\u092c\u094d\u0927|\u0938\u094d\u091f\u0949\u0915 \u092e\u0947\u0902 \u0928\u0939\u0940\u0902/,
    preorder: /\u092a\u094d\u0930\u0940-?\s?\u0911\u0930\u094d\u0921\u0930/,
  },
  ja: {
    "hidden-price":
      /\u4fa1\u683c[^\u3002]{0,40}\u30ab\u30fc\u30c8|\u30ab\u30fc\u30c8[^\u3002]{0,30}\u4fa1\u683c/,
    "not-here":
      /(?:\u304a\u5c4a\u3051|\u914d\u9001|\u767a\u9001|\u914d\u9054)(?:\u306f)?(?:\u3067\u304d\u307e\u305b\u3093|\u3067\u304d\u306a\u3044|\u4e0d\u53ef|\u3044\u305f\u3057\u304b\u306d\u307e\u3059)/,
    unavailable:
      /\u5728\u5eab\u5207\u308c|\u304a\u53d6\u308a\u6271\u3044\u3067\u304d\u307e\u305b\u3093|\u54c1\u5207\u308c|\u53d6\u308a\u6271\u3044\u304c\u3042\u308a\u307e\u305b\u3093/,
    preorder: /\u4e88\u7d04/,
  },
};

/** The languages whose words are known, as two letters. */
export const knownLanguages: readonly string[] = Object.keys(wording);

/** Longer texts say more than one thing. */
const TEXT_MAX = 1_500;

/** Whether a text of a page says this, in any of the languages: one page may mix two. */
export function says(saying: Saying, text: string): boolean {
  return text.length <= TEXT_MAX && Object.values(wording).some((words) => words[saying].test(text));
}

/** What delivery is called beside its price, in the languages of the marketplaces. */
export const DELIVERY =
  /\+|ship|delivery|deliver|versand|lieferung|livraison|env[i\u00ed]o|entrega|frete|spedizione|consegna|verzend|bezorg|frakt|leverans|dostaw|wysy\u0142k|kargo|teslimat|\u0634\u062d\u0646|\u062a\u0648\u0635\u064a\u0644|\u0921\u093f\u0932\u0940\u0935\u0930\u0940|\u914d\u9001/i;

/** The words before the name of a seller: "Sold by: X". */
const SOLD_BY =
  /(?:sold by|verkauft von|verk\u00e4ufer|verkauf durch|vendu par|vendeur|vendido por|vendedor|venduto da|verkocht door|verkoper|s\u00e4ljs av|s\u00e4ljare|sprzedawca|sprzedawane przez|sat\u0131c\u0131|\u0627\u0644\u0628\u0627\u0626\u0639|\u064a\u0628\u0627\u0639 \u0645\u0646|\u8ca9\u58f2\u5143|\u8ca9\u58f2)\s*[:\uff1a]?\s*/i;

/** What follows the name of the seller of a Kindle edition: who set the price. */
const AFTER_NAME =
  /\s*(?:[(\uff08|]|\bprice set by\b|\bthis price was set\b|\bdieser preis\b|\bpreis wurde\b|\bprix fix\u00e9|\bce prix\b|\bprecio fijado\b|\beste precio\b|\bprezzo\b|\bpre\u00e7o\b|\beste pre\u00e7o\b|\bde prijs\b|\bdenna?\b|\bcena\b|\bfiyat\b).*$/iu;

/** The longest name of a seller. */
const SELLER_MAX = 100;

/** The name in a short text such as "Sold by: X"; undefined if the text says no such thing. */
export function sellerIn(text: string): string | undefined {
  if (text.length > 3 * SELLER_MAX) return undefined;
  const found = SOLD_BY.exec(text);
  if (found === null || found.index > 2) return undefined;
  const name = text
    .slice(found.index + found[0].length)
    .replace(AFTER_NAME, "")
    .trim();
  return name === "" || name.length > SELLER_MAX ? undefined : name;
}
