import { firstText } from "./facts.ts";
import type { Sourced } from "./price.ts";
import { type Scan, textOf } from "./scan.ts";

/** The name of a brand in the link that leads to its shop, in the languages of the marketplaces. */
const BRAND_PHRASES: readonly RegExp[] = [
  /^Visit the (.+?) (?:Store|Storefront)$/i,
  /^(?:Besuchen? (?:Sie )?(?:den|die)) (.+?)[- ](?:Store|Shop)$/i,
  /^Visiter la boutique (?:de )?(.+)$/i,
  /^(?:Visita|Visitar|Visite) la tienda de (.+)$/i,
  /^Visit[ae] (?:lo|il) (?:Store|negozio) (?:di |del )?(.+)$/i,
  /^Visit(?:ar|a|e) a (?:loja|p\u00e1gina)(?: d[aeo])? (.+)$/i,
  /^Bezoek de (.+?)[- ](?:Store|winkel)$/i,
  /^Bes\u00f6k (.+?)(?:-butiken|s butik| Store|[- ]butik)$/i,
  /^Odwied\u017a sklep (?:marki )?(.+)$/i,
  /^(.+?) (?:Store'u|Ma\u011fazas\u0131n\u0131|Store Ma\u011fazas\u0131n\u0131) ziyaret (?:et|edin)$/i,
  /^(.+?)(?:\u306e\u30b9\u30c8\u30a2\u3092\u8868\u793a|\u30b9\u30c8\u30a2\u3092\u8868\u793a)$/,
  /^(?:\u0642\u0645 \u0628\u0632\u064a\u0627\u0631\u0629|\u062a\u0641\u0636\u0644 \u0628\u0632\u064a\u0627\u0631\u0629) \u0645\u062a\u062c\u0631 (.+)$/,
  /^(?:Brand|Marke|Marque|Marca|Merk|M\u00e4rke|Varum\u00e4rke|Marka|\u30d6\u30e9\u30f3\u30c9|\u0627\u0644\u0639\u0644\u0627\u0645\u0629 \u0627\u0644\u062a\u062c\u0627\u0631\u064a\u0629) ?[:\uff1a] ?(.+)$/i,
];

/** The words before a brand's or a maker's name in pages that have a colon only. */
const BRAND_LABEL =
  /^(?:brand(?: name)?|marke(?:nname)?|marque|marca|nombre de la marca|nome da marca|nome del marchio|merk(?:naam)?|m\u00e4rke|varum\u00e4rke|marka|\u30d6\u30e9\u30f3\u30c9(?:\u540d)?)$/i;

/** A brand by the phrase that the page says it in; undefined where the phrase is in none of the known forms. */
function brandIn(byline: string): string | undefined {
  for (const phrase of BRAND_PHRASES) {
    const name = phrase.exec(byline)?.[1]?.trim();
    if (name !== undefined && name !== "") return name;
  }
  return undefined;
}

/** The brand. Books have authors instead. */
export function readBrand(found: Scan, details: ReadonlyMap<string, string>): Sourced<string> | undefined {
  const overview = firstText(["dom.overview", found.overviewBrand]);
  if (overview !== undefined) return overview;
  if (found.author.length > 0) return undefined;
  const byline = found.byline.find(({ text }) => text !== "");
  const named = brandIn(byline?.text ?? "");
  if (named !== undefined) return { value: named, source: "dom.byline" };
  for (const [label, value] of details) if (BRAND_LABEL.test(label)) return { value, source: "dom.details" };
  const by = /^(?:by|von|par|de|di|por|van|av) ([^(,:]{1,60})$/i.exec(byline?.text ?? "")?.[1];
  if (by !== undefined) return { value: by, source: "dom.byline" };
  // A link with nothing but a name in it, as pages had it before there were shops.
  const plain =
    byline?.attributes.href !== undefined && byline.text.length <= 60 && !/[:,(]/.test(byline.text)
      ? byline.text
      : undefined;
  const old = textOf(found.oldBrand);
  const value = plain ?? (old === undefined ? undefined : (brandIn(old) ?? old));
  return value === undefined
    ? undefined
    : { value, source: plain === undefined ? "dom.brand" : "dom.byline" };
}
