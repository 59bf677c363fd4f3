/**
 * Widths of the characters from space to tilde in Arial, in thousandths of the font size (the advance
 * widths that Arial shares with Helvetica, as in Adobe's font metrics for the latter).
 */
const ASCII = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/** Other characters by their widths. */
const OTHERS = new Map(
  Object.entries({
    278: "\u00a0ı",
    222: "‘’ł",
    333: "“”·",
    556: "«»–€",
    350: "•",
    1000: "—…™ÆŒ",
    737: "©®",
    260: "|",
    611: "ßø",
    778: "Ø",
    889: "æ",
    944: "œ",
  }).flatMap(([width, characters]) => [...characters].map((one) => [one, Number(width)] as const)),
);

const WIDE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6\u{1f000}-\u{1faff}]/u;
const INVISIBLE = /[\p{M}\p{Cf}\p{Cc}]/u;

function thousandths(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code <= 0x7e) return ASCII[code - 0x20] ?? 556;
  const known = OTHERS.get(character);
  if (known !== undefined) return known;
  if (INVISIBLE.test(character)) return 0;
  if (WIDE.test(character)) return 1000;
  // An accent adds no width; other scripts have letters of about the Latin ones' width.
  const [base = ""] = character.normalize("NFD");
  if (base !== character) return thousandths(base);
  return /\p{Lu}/u.test(character) ? 690 : 556;
}

/** Font sizes of a result on Google's desktop page, in pixels. */
export const TITLE_FONT = 20;
export const DESCRIPTION_FONT = 14;

/** Computes the width of a line of text in Arial of a font size, in whole pixels. */
export function pixelWidth(text: string, fontSize: number): number {
  let sum = 0;
  for (const character of text) sum += thousandths(character);
  return Math.round((sum * fontSize) / 1000);
}

/** Cuts a text at a word so that it fits into a width with an ellipsis; gives it back as it is where it fits. */
export function fitInto(text: string, fontSize: number, pixels: number): string {
  if (pixelWidth(text, fontSize) <= pixels) return text;
  const room = pixels - pixelWidth(" ...", fontSize);
  let fitting = "";
  let sum = 0;
  for (const character of text) {
    sum += thousandths(character);
    if ((sum * fontSize) / 1000 > room) break;
    fitting += character;
  }
  const space = fitting.lastIndexOf(" ");
  return `${(space > fitting.length / 2 ? fitting.slice(0, space) : fitting).trimEnd()} ...`;
}
