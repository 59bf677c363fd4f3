import type { Box } from "../engine/geometry.ts";

/** One line of text: indices of characters in the order of reading, and stand-ins for what is between them and laid over them. */
export interface Line {
  chars: number[];
  readonly box: Box;
  /** The largest size on the line, in points. */
  size: number;
  readonly angle: number;
  hyphen: boolean;
  /** Bottom and top of its largest characters: what others are held against. */
  base: { bottom: number; top: number };
  /** Whether it stands by itself: beside the text, such as a mark in the margin. */
  readonly apart: boolean;
}
