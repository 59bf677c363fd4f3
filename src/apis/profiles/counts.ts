import { latinDigits } from "../../kit/latin-digits.ts";

/** A number as a page shows it. */
export interface ShownCount {
  readonly value: number;
  /** Rounded: 41M, 2,4 Mio. */
  readonly approximate: boolean;
  /** At least that many: 500+. */
  readonly atLeast: boolean;
}

// The stems that tell the two numbers of a top card apart, in the languages of guest pages.
const FOLLOWERS =
  /follow|abonn|seguid|segui?tor|volger|följ|følg|seuraaj|obserwuj|sleduj|подпис|отслеж|підпис|відстеж|takip|متابع|دنبال|עוקב|フォロワー|팔로워|关注|關注|追蹤|粉丝|urmărit|követő|ακόλουθ|pengikut|theo dõi|ติดตาม|फ़ॉलो|फॉलो|অনুসর|ফলোয়ার|tagasubaybay|ਫਾਲੋ|ఫాలో/iu;
const CONNECTIONS =
  /connection|kontakt|relation|contact|conex|collegament|connessi|connectie|forbindelse|bağlantı|yhtey|spojen|контакт|اتصال|زميل|ارتباط|קשר|つながり|인맥|1촌|好友|联系人|人脈|conexiun|kapcsolat|koneksi|kenalan|kết nối|เครือข่าย|कनेक्शन|কানেকশন|koneksyon|επαφ/iu;

// Spaces group by three, and then nothing longer stands before them: a postcode is no part of the number.
const NUMBER = /(?<!\d)\d{1,3}(?:\s\d{3}(?!\d))+|\d+(?:[.,'’٬٫]\d+)*/gu;

/** A whole number: groups of three digits, or in India of two before the last three. */
const GROUPED = /^\d+$|^\d{1,3}(?:\D\d{2,3})*\D\d{3}$/;

const multipliers = new Map<string, ReadonlyMap<string, number>>();

function compactWords(language: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const display of ["short", "long"] as const) {
    const format = new Intl.NumberFormat(language, {
      notation: "compact",
      compactDisplay: display,
      numberingSystem: "latn",
    });
    for (let power = 3; power <= 10; power++) {
      for (const lead of [1, 2, 5]) {
        const parts = format.formatToParts(lead * 10 ** power);
        const word = parts.find(({ type }) => type === "compact")?.value;
        const shown = Number(parts.find(({ type }) => type === "integer")?.value);
        if (word !== undefined && shown > 0) {
          words.set(word.toLowerCase().replaceAll(".", ""), (lead * 10 ** power) / shown);
        }
      }
    }
  }
  return words;
}

/**
 * Reads the first number of a text such as `1,204 followers`, `41 Mio. Follower:innen` or `500+`. In a number
 * without a word for its size, every separator groups. Null where there is no number.
 */
export function readCount(text: string, language: string): ShownCount | null {
  const plain = latinDigits(text.normalize("NFKC"));
  const [match] = plain.matchAll(NUMBER);
  if (match === undefined) return null;
  const after = plain
    .slice(match.index + match[0].length)
    .trimStart()
    .toLowerCase();
  const factor = sizeAfter(after, language);
  const atLeast = /\+/.test(plain);
  if (factor === undefined) {
    const value = GROUPED.test(match[0]) ? Number(match[0].replace(/\D/g, "")) : Number.NaN;
    return Number.isSafeInteger(value) ? { value, approximate: false, atLeast } : null;
  }
  const digits = match[0].replace(/\s/g, "");
  const decimal = /^(\d+)[.,٫](\d{1,2})$/.exec(digits);
  const number = decimal === null ? Number(digits.replace(/\D/g, "")) : Number(`${decimal[1]}.${decimal[2]}`);
  return { value: Math.round(number * factor), approximate: true, atLeast };
}

/** The factor that a text begins with, such as that of `M` or `Mio.`; lower case. */
export function sizeAfter(after: string, language: string): number | undefined {
  const sizes = [language, "en"].map((one) => multipliers.getOrInsertComputed(one, compactWords));
  for (const words of sizes) {
    for (const word of [...words.keys()].sort((a, b) => b.length - a.length)) {
      const rest = after.startsWith(word) ? after.slice(word.length) : undefined;
      // East Asian numbers run into the next word; elsewhere `m` must not be the start of `members`.
      if (
        rest !== undefined &&
        (/^[^\p{L}\p{M}]|^$/u.test(rest) || /[\u3000-\u9fff\uac00-\ud7af]/.test(word))
      ) {
        return words.get(word);
      }
    }
  }
  return undefined;
}

/** The kind of number that a text states, if its words say so. */
export function countedBy(text: string): "followers" | "connections" | undefined {
  if (FOLLOWERS.test(text)) return "followers";
  return CONNECTIONS.test(text) ? "connections" : undefined;
}

/**
 * The number in a text that is closest to the word for the counted things, because other digits may be near.
 */
function readNamed(text: string, words: RegExp, language: string): ShownCount | null {
  const word = words.exec(text);
  const at = word?.index ?? 0;
  const before = [...text.matchAll(NUMBER)].findLast(({ index }) => index < at);
  // Not in the word itself: connections are of the first degree in Korean.
  return readCount(text.slice(before?.index ?? at + (word?.[0].length ?? 0)), language);
}

/** Tells the numbers of a top card apart: by their words, else by their order. */
export function topCardCounts(texts: readonly string[], language: string) {
  const found: { followers?: ShownCount; connections?: ShownCount } = {};
  const unnamed: ShownCount[] = [];
  for (const shown of texts) {
    const text = latinDigits(shown);
    const kind = countedBy(text);
    const words = kind === "followers" ? FOLLOWERS : CONNECTIONS;
    const count = kind === undefined ? readCount(text, language) : readNamed(text, words, language);
    if (count === null) continue;
    if (kind === undefined) unnamed.push(count);
    else found[kind] ??= { ...count, atLeast: count.atLeast || /\+/.test(text) };
  }
  // In a language without a stem here: the site writes followers before connections, and only the latter as 500+.
  const [first, second] = unnamed;
  if (second !== undefined && found.followers === undefined && found.connections === undefined) {
    return { followers: first, connections: second };
  }
  if (first?.atLeast === true && found.connections === undefined) found.connections = first;
  return found;
}
