import type { OpenPage } from "./open-file.ts";
import { type GlyphMap, glyphMapOf, outOfPrivateRange, textSymbol } from "./tex-fonts.ts";

const UNASKED = 0;
const MAPPED = 1;
const UNMAPPED = 2;

/** The largest code that is cached; fonts with more codes have maps of their own. */
const CODES = 1_024;

interface Facts {
  /** By code: whether the font says which character it is. */
  readonly known: Uint8Array;
  glyphs: GlyphMap | undefined;
  isNamed: boolean;
}

const noFacts = (): Facts => ({ known: new Uint8Array(CODES), glyphs: undefined, isNamed: false });

/** Whether a mapped code is its character: not one of TeX's symbols, nor in Adobe's private range. */
function isAsIs(code: number): boolean {
  return code < 0x84 || (code > 0x88 && code < 0xf8e6) || code > 0xf8fe;
}

/**
 * Facts that the fonts of a page give about their codes. PDFium is called once for each font and code: calling it for each
 * character costs as much as reading the page.
 */
export class FontFacts {
  readonly #page: OpenPage;
  readonly #fonts = new Map<number, Facts>();
  #handle = 0;
  #facts = noFacts();

  constructor(page: OpenPage) {
    this.#page = page;
  }

  take(handle: number): void {
    if (handle === this.#handle) return;
    this.#handle = handle;
    this.#facts = this.#fonts.getOrInsertComputed(handle, noFacts);
  }

  /** The character of a code; undefined if unknown. `index` is its index on the page. */
  characterOf(code: number, index: number): number | undefined {
    const facts = this.#facts;
    let known = facts.known[code] ?? UNASKED;
    if (known === UNASKED) {
      const { file, text } = this.#page;
      const isUnmapped = file.pdfium.frequent.FPDFText_HasUnicodeMapError(text, index) === 1;
      known = isUnmapped ? UNMAPPED : MAPPED;
      if (code >= 0 && code < CODES) facts.known[code] = known;
    }
    if (known === MAPPED) return isAsIs(code) ? code : (textSymbol(code) ?? outOfPrivateRange(code));
    if (!facts.isNamed) {
      facts.glyphs = glyphMapOf(this.#page.file.pdfium.utf8("FPDFFont_GetBaseFontName", this.#handle));
      facts.isNamed = true;
    }
    return facts.glyphs?.(code);
  }
}
