import type { Box } from "../engine/geometry.ts";

/** Placeholders among the indices of characters: a space or a tab between two of them. */
export const SPACE_BETWEEN = -1;
export const TAB_BETWEEN = -2;

/** The smallest gap between two table cells, in multiples of the font size; a smaller gap separates words. */
export const CELL_GAP = 1.6;

/** The smallest gap between two columns of running text, in multiples of the font size. */
export const GUTTER = 0.85;

/** Consecutive characters of one line in PDFium's order: indices into `Chars`, and placeholders. */
export interface Segment {
  readonly chars: number[];
  readonly box: Box;
  /** The direction of writing in degrees, as in `TextRun`. */
  readonly angle: number;
  /** The largest size in it, in points. */
  size: number;
  /** Whether it ends in a hyphen that splits a word. */
  hyphen: boolean;
  /** The number of gaps wide enough to separate columns of text. */
  readonly gaps: number;
}
