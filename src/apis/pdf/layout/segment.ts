import type { Box } from "../engine/geometry.ts";

/** Stand-ins among the indices of characters for what is between them. */
export const SPACE_BETWEEN = -1;
export const TAB_BETWEEN = -2;

/** A gap from so many font sizes on is one between two cells, not two words. */
export const CELL_GAP = 1.6;

/** Between columns of running text there may be as little as so many sizes. */
export const GUTTER = 0.85;

/** Characters that follow each other on one line, as PDFium found them: indices into `Chars`, and stand-ins. */
export interface Segment {
  readonly chars: number[];
  readonly box: Box;
  /** The direction of writing in degrees, as in `TextRun`. */
  readonly angle: number;
  /** The largest size in it, in points. */
  size: number;
  /** Whether it ends in a hyphen that parts a word. */
  hyphen: boolean;
  /** Gaps in it that may be those between columns of text. */
  readonly gaps: number;
}
