import type { OpenPage } from "./open-file.ts";
import { glyphMapOf, outOfPrivateRange, textSymbol } from "./tex-fonts.ts";

/** Whether a mapped code is its character: not one of TeX's symbols, nor in Adobe's private range. */
function isAsIs(code: number): boolean {
  return code < 0x84 || (code > 0x88 && code < 0xf8e6) || code > 0xf8fe;
}

/** A code whose character is not known. */
const UNKNOWN = -1;

/** Tells the character of a code of a font; undefined if unknown. `index` is its index on the page. */
export type CharacterOf = (code: number, index: number) => number | undefined;

/**
 * Tells the characters of the codes of the fonts of a page. PDFium is called once for each font and code: calling it for each
 * character costs as much as reading the page.
 */
export function fontCharacters({ file: { pdfium }, text }: OpenPage): (font: number) => CharacterOf {
  const ask = (font: number, code: number, index: number): number | undefined => {
    if (pdfium.frequent.FPDFText_HasUnicodeMapError(text, index) === 1)
      return glyphMapOf(pdfium.utf8("FPDFFont_GetBaseFontName", font))?.(code);
    return isAsIs(code) ? code : (textSymbol(code) ?? outOfPrivateRange(code));
  };
  const fonts = new Map<number, CharacterOf>();
  const ofFont = (font: number): CharacterOf => {
    const known = new Map<number, number>();
    return (code, index) => {
      let character = known.get(code);
      if (character === undefined) {
        character = ask(font, code, index) ?? UNKNOWN;
        known.set(code, character);
      }
      return character === UNKNOWN ? undefined : character;
    };
  };
  return (font) => fonts.getOrInsertComputed(font, ofFont);
}
