import { isIsbn10, isIsbn13 } from "./asin.ts";
import { numbersIn } from "./money.ts";
import type { Sourced } from "./price.ts";
import { type FoundElement, type Scan, textOf } from "./scan.ts";
import { cut, LIST_MAX, NAME_MAX } from "./text.ts";

const BULLET_MAX = 5_000;
const DETAILS_MAX = 300;

/** The first text of a list of places, and the place it came from. */
export function firstText(
  ...places: readonly (readonly [source: string, list: readonly FoundElement[]])[]
): Sourced<string> | undefined {
  for (const [source, list] of places) {
    const value = textOf(list);
    if (value !== undefined) return { value, source };
  }
  return undefined;
}

/** The elements of a list between the `i`th of others and the next of them. */
function behind(list: readonly FoundElement[], others: readonly FoundElement[], i: number): FoundElement[] {
  const from = others[i]?.order ?? 0;
  const until = others[i + 1]?.order ?? Number.POSITIVE_INFINITY;
  return list.filter(({ order }) => order > from && order < until);
}

/** The title; where nothing else has one, the document title without the marketplace's own words. */
export function readTitle(found: Scan): Sourced<string> | undefined {
  const title = firstText(
    ["dom.product-title", found.title],
    ["dom.ebook-title", found.ebookTitle],
    ["dom.old-title", found.oldTitle],
    ["dom.video-title", found.videoTitle],
  );
  if (title !== undefined) return title;
  // A page of the products' layout, whose title is a picture, has its name in the window's.
  const window = found.layout.length === 0 ? "" : (found.pageTitle[0]?.text ?? "");
  const value = window
    .replace(/^Amazon(?:\.[a-z]{2,3}){1,2}\s*[:|]\s*/i, "")
    .replace(/ ?[:|-] ?Amazon(?:\.[a-z]{2,3}){1,2}\b[\s\S]*/i, "")
    .trim();
  return value === "" || /^Amazon\b/i.test(value) ? undefined : { value, source: "window-title" };
}

/** The contributors to a book or recording: names and roles. */
export function readContributors(found: Scan): { name: string; role: string | null }[] {
  const people = found.author.slice(0, LIST_MAX).map((_, i) => {
    const names = behind(found.authorName, found.author, i);
    const name = names.find(({ text }) => text !== "" && !/&|\?|›|»/.test(text))?.text;
    const role = textOf(behind(found.authorRole, found.author, i))
      ?.replace(/^[\s(,]+/, "")
      .replace(/(?<![\s),])[\s),]+$/, "");
    return { name, role: role === undefined || role === "" ? null : role };
  });
  const seen = new Set<string>();
  return people.flatMap(({ name, role }) => {
    if (name === undefined || seen.has(name)) return [];
    seen.add(name);
    return [{ name: cut(name, NAME_MAX), role: role === null ? null : cut(role, NAME_MAX) }];
  });
}

const clean = (label: string) => label.replace(/(?<![\s:\uff1a])[\s:\uff1a]+$/, "").trim();

/** The table of details: label to value, in the page's own words; what is a list of ranks or stars is left out. */
export function readDetails(found: Scan): Map<string, string> {
  const details = new Map<string, string>();
  const put = (label: string, value: string) => {
    const name = clean(label);
    const isOther = /\/gp\/bestsellers|P\.when\(/.test(value) || value.length > 1_000;
    const isRoom = details.size < DETAILS_MAX;
    if (name !== "" && value !== "" && name.length <= 100 && !isOther && isRoom)
      details.getOrInsert(name, value);
  };
  const table = (rows: readonly FoundElement[], cells: readonly FoundElement[]) => {
    for (const i of rows.keys()) {
      const [label, value] = behind(cells, rows, i);
      if (label !== undefined && value !== undefined) put(label.text, value.text);
    }
  };
  table(found.overviewRow, found.overviewCell);
  table(found.detailRow, found.detailCell);
  for (const [i, { text }] of found.detailBullet.entries()) {
    const [label] = behind(found.detailLabel, found.detailBullet, i);
    if (label !== undefined && text.startsWith(label.text))
      put(label.text, text.slice(label.text.length).replace(/^[\s:\uff1a]+/, ""));
  }
  return details;
}

/** ISBNs with valid check digits, and the manufacturer's numbers. */
export function readIdentifiers(details: ReadonlyMap<string, string>, asin: string | undefined) {
  const values = [...details]
    .filter(([label]) => /ISBN/i.test(label))
    .map(([, value]) => value.replace(/[\s-]/g, "").toUpperCase());
  const find = (pattern: RegExp) => [...details].find(([label]) => pattern.test(label))?.[1] ?? null;
  const upc = find(/^(?:UPC|GTIN|EAN|Global Trade Identification Number)$/i);
  return {
    isbn10: values.find(isIsbn10) ?? (asin !== undefined && isIsbn10(asin) ? asin : null),
    isbn13: values.find(isIsbn13) ?? null,
    upc: upc !== null && /^\d{8,14}$/.test(upc.split(" ")[0] ?? "") ? (upc.split(" ")[0] ?? null) : null,
    model: find(
      /(?:item model number|model number|modellnummer|num[\u00e9e]ro de mod[\u00e8e]le|n[\u00fau]mero de modelo|numero modello|modelnummer|artikelmodellnummer|numer modelu|model numaras\u0131|\u578b\u756a|\u88fd\u9020\u5143\u30ea\u30d5\u30a1\u30ec\u30f3\u30b9)/i,
    ),
  };
}

/** The breadcrumbs, without links such as "Back to results" that are not categories. */
export function readBreadcrumbs(found: Scan): { name: string; nodeId: string }[] {
  return found.breadcrumb.slice(0, LIST_MAX).flatMap(({ attributes, text }) => {
    const nodeId = /[?&]node=(\d{1,20})/.exec(attributes.href ?? "")?.[1];
    return nodeId === undefined || text === "" ? [] : [{ name: cut(text, NAME_MAX), nodeId }];
  });
}

/** The visible bullets, without the one that asks for a car or a printer to check compatibility. */
export function readBullets(found: Scan): string[] {
  return found.bullet.slice(0, LIST_MAX).flatMap(({ attributes, text }) => {
    const isHidden = /aok-hidden/.test(attributes.class ?? "") || /Fitment/.test(attributes.id ?? "");
    return isHidden || text === "" ? [] : [cut(text, BULLET_MAX)];
  });
}

const HELLO =
  /^(?:hello|hi|hallo|hola|ol\u00e1|bonjour|ciao|hej|cze\u015b\u0107|witaj|merhaba|\u3053\u3093\u306b\u3061\u306f|\u0645\u0631\u062d\u0628\u0627|\u0623\u0647\u0644\u0627)\b/i;
const CHOOSE =
  /^(?:select|choose|update|enter|add|elige|elija|actualiza|selecciona|introduce|selecion|atualiz|escolh|w\u00e4hl|standort|lieferadresse|adresse|choisi|s\u00e9lectionn|mett|entrez|scegli|selezion|aggiorn|kies|selecteer|locatie|v\u00e4lj|uppdatera|wybierz|zaktualizuj|adresin|konum|\u304a\u5c4a\u3051\u5148|\u5834\u6240\u3092|\u0627\u062e\u062a\u0631|\u062a\u062d\u062f\u064a\u062b)/i;
const DELIVER =
  /^(?:deliver(?:ing|y)?(?: to)?|liefer(?:n|ung)(?: nach| an)?|livr(?:er|aison)(?: \u00e0| en| au)?|env(?:iar|iando|\u00edo|ia)(?: a| para)?|entreg(?:ar|ando|a|amos)(?: em| en| a)?|consegna (?:a|in)|bezorgen (?:in|op|naar)|leverera till|dostaw(?:a|y) do|teslimat (?:noktas\u0131|adresi))(?!\p{L})\s*:?\s*/iu;

/** The place after the verb of a line; null for a greeting, which may have a person's name, and for a line without a place. */
function placeAfterVerb(line: string): string | null {
  const rest = line.replace(DELIVER, "").trim();
  if (HELLO.test(line) || rest === line || rest === "" || CHOOSE.test(rest)) return null;
  // "Deliver to Petra - Berlin 10115. Update location": a name before it, advice behind it.
  const ends = [...rest.matchAll(/\s?[.\u2013-]\s/g)];
  const advice = ends.find(({ 0: end, index }) => CHOOSE.test(rest.slice(index + end.length)));
  return (
    rest
      .slice(0, advice?.index)
      .split(/ [-\u2013] /)
      .at(-1) ?? null
  );
}

/** The place that prices and stock apply to, from the head of the page or the box; null where the page does not say. */
export function readDeliveryPlace(found: Scan): string | null {
  const lead = found.deliveryLead[0]?.text ?? "";
  const place = found.deliveryPlace[0]?.text ?? "";
  if (place !== "" && !CHOOSE.test(place)) return cut(place, NAME_MAX);
  const lines = [lead, ...found.deliveryLine.map(({ text }) => text)];
  for (const line of lines) {
    const read = placeAfterVerb(line);
    if (read !== null && read !== "") return cut(read, NAME_MAX);
  }
  return null;
}

/** Words behind a number that is rounded, and what they multiply it by. */
const SIZES: readonly (readonly [RegExp, number])[] = [
  [
    /^\s?(?:K|k|mil|Tsd\.?|tys\.?|tn|B|\u5343|\u0623\u0644\u0641|\u0622\u0644\u0627\u0641|\u0939\u091c\u093c?\u093e\u0930)\+?(?![\p{L}\p{M}])/u,
    1_000,
  ],
  [/^\s?(?:M|Mio\.?|mln|\u0645\u0644\u064a\u0648\u0646)\+?(?![\p{L}])/u, 1_000_000],
  [/^\s?(?:lakh|\u0932\u093e\u0916)\+?(?![\p{L}\p{M}])/iu, 100_000],
  [/^\s?\u4e07/u, 10_000],
];

/** The factor of a rounded number, by the text behind it; undefined for a number that is exact. */
export function sizeAfter(text: string): number | undefined {
  return SIZES.find(([word]) => word.test(text))?.[1];
}

/** "month" behind its number, in Japanese: the sentence begins with "in the past 1 month". */
const MONTHS = /^\s?[\u304b\u30ab\u30f5\u30f6\u500b]\u6708/;

/** Reads the minimum number bought in the past month: "2K+ bought", "Más de 300 comprados". */
export function readBought(text: string): { atLeast: number } | null {
  const found = numbersIn(text).find(({ after }) => !MONTHS.test(after));
  if (found === undefined) return null;
  const { digits, after } = found;
  const factor = sizeAfter(after);
  const value =
    factor === undefined ? Number(digits.replace(/\D/g, "")) : Number(digits.replace(",", ".")) * factor;
  const atLeast = Math.round(value);
  return Number.isSafeInteger(atLeast) && atLeast > 0 ? { atLeast } : null;
}
