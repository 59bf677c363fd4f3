import type { Box } from "./geometry.ts";

/** Flags of a character. */
export const GENERATED = 1;
export const HYPHEN = 2;
export const UNMAPPED = 4;
export const INVISIBLE = 8;

/** Characters that one text operator of the page draws: one font, one size, one direction. */
export interface TextRun {
  /** PDFium's handles of the text object and of its font. */
  readonly object: number;
  readonly font: number;
  /** The size as it appears, in points. */
  readonly size: number;
  /** The direction of writing in the page's own space, counter-clockwise in degrees, 0 to 359. */
  readonly angle: number;
  readonly invisible: boolean;
}

/** A text on the page that is not part of its content, such as a form value. */
export interface Inset {
  readonly box: Box;
  readonly text: string;
}

/**
 * The characters of a page in PDFium's order, as columns of numbers: a page has thousands, and one object for
 * each would cost more than everything else. Boxes are in points of the page's own space, y upwards. A code of 0
 * is not a character, unless it is flagged as a hyphen.
 */
export interface Chars {
  readonly count: number;
  readonly code: Int32Array;
  readonly left: Float32Array;
  readonly right: Float32Array;
  readonly bottom: Float32Array;
  readonly top: Float32Array;
  readonly flags: Uint8Array;
  /** The index of its text run. Characters that PDFium added have that of the character before them. */
  readonly textRun: Int32Array;
  readonly textRuns: readonly TextRun[];
  /** Texts over the page, such as form values. Lines refer to them by placeholder indices. */
  readonly insets: readonly Inset[];
}

/** The box of a character. */
export function boxAt({ left, right, bottom, top }: Chars, i: number): Box {
  return { left: left[i] ?? 0, right: right[i] ?? 0, bottom: bottom[i] ?? 0, top: top[i] ?? 0 };
}

/** Reports whether a page has a code of at least `first`: most pages have none of the scripts that need more than their order. */
export function hasCodesFrom({ code }: Chars, first: number): boolean {
  for (let i = 0; i < code.length; i++) if ((code[i] ?? 0) >= first) return true;
  return false;
}

/** The first code of the right-to-left scripts, whose characters PDFium has already put in order. */
export const FIRST_RIGHT_TO_LEFT = 0x590;

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and the forms in which PDF producers write them. */
export function isRightToLeft(code: number): boolean {
  if (code < FIRST_RIGHT_TO_LEFT) return false;
  return (
    (code >= FIRST_RIGHT_TO_LEFT && code <= 0x8ff) ||
    (code >= 0xfb1d && code <= 0xfdff) ||
    (code >= 0xfe70 && code <= 0xfeff) ||
    (code >= 0x10800 && code <= 0x10fff)
  );
}

/** The number of letters that are written from right to left, less those that are written from left to right. */
export function rightToLeftLetters(codes: Iterable<number>): number {
  let more = 0;
  for (const code of codes) {
    if (isRightToLeft(code)) more++;
    else if (code >= 0x41 && code < FIRST_RIGHT_TO_LEFT && LETTER.test(String.fromCharCode(code))) more--;
  }
  return more;
}

/** Reports whether most letters of a page are written from right to left. */
export function isRightToLeftPage(chars: Chars): boolean {
  return hasCodesFrom(chars, FIRST_RIGHT_TO_LEFT) && rightToLeftLetters(chars.code) > 0;
}

const LETTER = /\p{L}/u;
