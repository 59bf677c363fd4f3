import type { Box } from "../engine/geometry.ts";

/** One line of text: indices of characters in reading order, and placeholders for the spaces between them and the texts over them. */
export interface Line {
  chars: number[];
  readonly box: Box;
  /** The largest size on the line, in points. */
  size: number;
  readonly angle: number;
  hyphen: boolean;
  /** Bottom and top of its largest characters, which other lines are compared with. */
  base: { bottom: number; top: number };
  /** Whether it is separate from the text, such as a mark in the margin. */
  readonly apart: boolean;
}
