import type { Box } from "./segments.ts";

/** One line of text: indices of characters in the order of reading, and what is between them. */
export interface Line {
  chars: number[];
  readonly box: Box;
  /** The largest size on the line, in points. */
  size: number;
  readonly angle: number;
  hyphen: boolean;
  /** Bottom and top of its largest characters: what others are held against. */
  base: { bottom: number; top: number };
  /** Text that is no character of the page's content: a form value. Then `chars` is empty. */
  readonly text?: string;
  /** Whether it goes on with the line before it. */
  readonly follows?: boolean;
  /** Whether it stands by itself: beside the text, such as a mark in the margin. */
  readonly apart: boolean;
}
