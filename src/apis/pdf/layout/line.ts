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
}

/** A line of one piece of text. */
export function lineOf({
  chars,
  box,
  size,
  angle = 0,
  hyphen = false,
}: Pick<Line, "chars" | "box" | "size"> & Partial<Line>): Line {
  return { chars, box, size, angle, hyphen, base: { bottom: box.bottom, top: box.top } };
}
