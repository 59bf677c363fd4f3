import type { OpenPage } from "./open-file.ts";
import { glyphMapOf, outOfPrivateRange, textSymbol } from "./tex-fonts.ts";

/** Whether a mapped code is its character: not one of TeX's symbols, nor in Adobe's private range. */
function isAsIs(code: number): boolean {
  return code < 0x84 || (code > 0x88 && code < 0xf8e6) || code > 0xf8fe;
}

/** A code whose character is not known. */
const UNKNOWN = -1;

/**
 * Facts that the fonts of a page give about their codes. PDFium is called once for each font and code: calling it for each
 * character costs as much as reading the page.
 */
export class FontFacts {
  readonly #page: OpenPage;
  readonly #fonts = new Map<number, Map<number, number>>();
  #handle = 0;
  #characters = new Map<number, number>();

  constructor(page: OpenPage) {
    this.#page = page;
  }

  take(handle: number): void {
    if (handle === this.#handle) return;
    this.#handle = handle;
    this.#characters = this.#fonts.getOrInsertComputed(handle, () => new Map());
  }

  /** The character of a code; undefined if unknown. `index` is its index on the page. */
  characterOf(code: number, index: number): number | undefined {
    let character = this.#characters.get(code);
    if (character === undefined) {
      character = this.#ask(code, index) ?? UNKNOWN;
      this.#characters.set(code, character);
    }
    return character === UNKNOWN ? undefined : character;
  }

  #ask(code: number, index: number): number | undefined {
    const { file, text } = this.#page;
    if (file.pdfium.frequent.FPDFText_HasUnicodeMapError(text, index) !== 1)
      return isAsIs(code) ? code : (textSymbol(code) ?? outOfPrivateRange(code));
    return glyphMapOf(file.pdfium.utf8("FPDFFont_GetBaseFontName", this.#handle))?.(code);
  }
}
