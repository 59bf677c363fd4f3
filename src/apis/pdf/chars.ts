import type { OpenPage } from "./pdfium.ts";

/** What is true of one character beside its place. */
export const GENERATED = 1;
export const HYPHEN = 2;
export const UNMAPPED = 4;
export const INVISIBLE = 8;

/** Text that is drawn without being seen: PDF 32000-1, table 106, modes 3 and 7. */
const INVISIBLE_MODES: readonly number[] = [3, 7];

/** More than any page of print holds; a page beyond it was made to hurt. */
const CHARACTERS_MAX = 400_000;

/** A stretch of characters that one operator of the page drew: one font, one size, one direction. */
export interface Stretch {
  /** PDFium's handle of the text object. */
  readonly object: number;
  /** The size as it appears, in points. */
  readonly size: number;
  /** The direction of writing in the page's own space, counter-clockwise in degrees, 0 to 359. */
  readonly angle: number;
  readonly invisible: boolean;
}

/**
 * The characters of a page in PDFium's order, as columns of numbers: a page has thousands, and an object for
 * each would cost more than all the rest. Boxes are in points of the page's own space, y upwards.
 */
export interface Chars {
  readonly count: number;
  readonly code: Int32Array;
  readonly left: Float32Array;
  readonly right: Float32Array;
  readonly bottom: Float32Array;
  readonly top: Float32Array;
  readonly flags: Uint8Array;
  /** The index of its stretch; that of the character before it for those that PDFium added. */
  readonly stretch: Int32Array;
  readonly stretches: readonly Stretch[];
}

/** The size and the direction come from the matrix: a font of size 1 may be drawn a hundred times larger. */
function stretchOf({ file, text }: OpenPage, index: number, object: number): Stretch {
  const { pdfium } = file;
  const { scratch } = pdfium;
  let [a, b, c, d] = [1, 0, 0, 1];
  if (pdfium.call("FPDFText_GetMatrix", text, index, scratch) !== 0) {
    const at = scratch >> 2;
    [a, b, c, d] = pdfium.floats.subarray(at, at + 4) as unknown as [number, number, number, number];
  }
  const size = pdfium.call("FPDFText_GetFontSize", text, index) * Math.hypot(c, d);
  const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI);
  return {
    object,
    size: Number.isFinite(size) ? size : 0,
    angle: Number.isFinite(angle) ? (angle + 360) % 360 : 0,
    invisible: INVISIBLE_MODES.includes(pdfium.call("FPDFTextObj_GetTextRenderMode", object)),
  };
}

/** Reads all characters of a page. */
export function readChars(page: OpenPage): Chars {
  const { file, text } = page;
  const { pdfium } = file;
  const { character, scratch } = pdfium;
  const claimed = text === 0 ? 0 : pdfium.call("FPDFText_CountChars", text);
  const count = Math.max(0, Math.min(claimed, CHARACTERS_MAX));
  const code = new Int32Array(count);
  const left = new Float32Array(count);
  const right = new Float32Array(count);
  const bottom = new Float32Array(count);
  const top = new Float32Array(count);
  const flags = new Uint8Array(count);
  const stretch = new Int32Array(count);
  const stretches: Stretch[] = [];
  // Nothing in this loop makes the heap grow, so its view stays good.
  const floats = pdfium.floats;
  const at = scratch >> 2;
  let current = 0;
  for (let i = 0; i < count; i++) {
    code[i] = character.FPDFText_GetUnicode(text, i);
    let flag = character.FPDFText_IsGenerated(text, i) === 1 ? GENERATED : 0;
    if (flag === 0) {
      const object = character.FPDFText_GetTextObject(text, i);
      if (object !== current || stretches.length === 0) {
        current = object;
        stretches.push(stretchOf(page, i, object));
      }
      if (character.FPDFText_HasUnicodeMapError(text, i) === 1) flag |= UNMAPPED;
      if (stretches.at(-1)?.invisible === true) flag |= INVISIBLE;
    }
    if (character.FPDFText_IsHyphen(text, i) === 1) flag |= HYPHEN;
    flags[i] = flag;
    stretch[i] = Math.max(0, stretches.length - 1);
    if (character.FPDFText_GetLooseCharBox(text, i, scratch) !== 0) {
      // FS_RECTF: left, top, right, bottom.
      left[i] = floats[at] ?? 0;
      top[i] = floats[at + 1] ?? 0;
      right[i] = floats[at + 2] ?? 0;
      bottom[i] = floats[at + 3] ?? 0;
    }
  }
  return { count, code, left, right, bottom, top, flags, stretch, stretches };
}
