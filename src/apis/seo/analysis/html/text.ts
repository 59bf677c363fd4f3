/** Elements whose text no visitor reads, with scripting on. */
export const SILENT: ReadonlySet<string> = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "iframe",
  "noembed",
  "noframes",
  "head",
]);

/** Elements on a line or in a box of their own: words do not extend across their edges. */
export const SEPARATING: ReadonlySet<string> = new Set(
  `address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset
  figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html iframe img input
  legend li link main map menu meter nav object ol optgroup option p picture pre progress search section
  select summary svg table tbody td textarea tfoot th thead tr ul video`.split(/\s+/),
);

const words = new Intl.Segmenter(undefined, { granularity: "word" });
const glyphs = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A word of ASCII by the same rules: letters, digits and `_`, with marks between two letters or two digits. */
const ASCII_WORD = /(?:[A-Za-z](?:[.':](?=[A-Za-z]))?|\d(?:[.',;](?=\d))?|_)+/g;

/** The words of a piece of text. The segmenter, which is slow, gets only what is not ASCII. */
function wordsOfPiece(piece: string): readonly string[] {
  // The segmenter of Bun takes two underscores for a word, and not one.
  if (!/[\u0080-\uffff]/.test(piece)) return (piece.match(ASCII_WORD) ?? []).filter((word) => word !== "_");
  const found: string[] = [];
  for (const { segment, isWordLike } of words.segment(piece)) if (isWordLike === true) found.push(segment);
  return found;
}

/** Segments are cut from pieces of this length: the segmenter holds what it is given in memory. */
const PIECE = 20_000;

/**
 * The words of a text, in order, by the rules of Unicode (UAX #29) with dictionaries for the scripts that
 * write no spaces: Chinese, Japanese, Thai, Khmer, Lao and Burmese. Numbers count, punctuation does not.
 */
export function wordsOf(text: string): readonly string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PIECE);
    if (to < text.length) {
      const space = text.slice(from, to + 1).lastIndexOf(" ");
      if (space > 0) to = from + space;
    }
    for (const word of wordsOfPiece(text.slice(from, to))) found.push(word);
    from = to;
  }
  return found;
}

/** The length of a text as a reader counts it: characters with their accents and joiners as one. */
export function lengthOf(text: string): number {
  // Within ASCII every character stands alone.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let count = 0;
  for (const _glyph of glyphs.segment(text)) count++;
  return count;
}

/** Reports whether most letters of a text are Chinese, Japanese or Korean: as wide as two, and said in half as many. */
export function isWide(text: string): boolean {
  // Their first block is Hangul Jamo, at U+1100.
  if (!/[\u1100-\uffff]/.test(text)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const wide = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
  return wide * 2 > letters;
}
