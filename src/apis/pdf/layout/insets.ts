import type { Inset } from "../engine/annotations.ts";
import type { Chars } from "../engine/chars.ts";
import type { Box } from "../engine/geometry.ts";
import type { Line } from "./line.ts";
import { SPACE_BETWEEN } from "./segment.ts";

/** Stand-ins among the indices of characters for texts that are no part of the page's content. */
const FIRST_INSET = -3;

/** A label is beside its field within so many sizes, unless another one is right above it. */
const LABEL_REACH = 12;

/** A label above a field is within so many sizes. */
const ABOVE_REACH = 1.2;

/** How far a character may reach into the box of a field and still stand before it, in sizes. */
const INTO = 0.4;

/** The text that a stand-in is for; undefined for all other indices. */
export function insetOf(index: number, insets: readonly Inset[]): Inset | undefined {
  return index <= FIRST_INSET ? insets[FIRST_INSET - index] : undefined;
}

/** The height at which the text of a box stands: its middle, or that of its first line where it holds many. */
function textHeight({ bottom, top }: Box, size: number): number {
  return top - bottom > 2.5 * size ? top - size : (top + bottom) / 2;
}

function isBeside({ base, size }: Line, box: Box): boolean {
  const middle = (base.bottom + base.top) / 2;
  return Math.abs(middle - textHeight(box, size)) < 0.6 * Math.max(size, Math.min(box.top - box.bottom, 14));
}

/** How far a line's nearest character is from a box, in points; those behind it count double. */
function distance(line: Line, box: Box, chars: Chars): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const i of line.chars) {
    if (i < 0 || (chars.code[i] ?? 0) <= 32) continue;
    const before = box.left - (chars.right[i] ?? 0);
    const behind = (chars.left[i] ?? 0) - box.right;
    nearest = Math.min(nearest, Math.max(0, before), behind > 0 ? 2 * behind : nearest);
  }
  return Math.min(nearest, Math.max(0, box.left - line.box.right));
}

/** Where in a line a box begins. */
function placeIn(line: Line, box: Box, chars: Chars): number {
  const at = line.chars.findIndex(
    (i) => i >= 0 && (chars.code[i] ?? 0) > 32 && (chars.left[i] ?? 0) >= box.left - INTO * line.size,
  );
  return at < 0 ? line.chars.length : at;
}

function lineOf(index: number, { box }: Inset): Line {
  return {
    chars: [index],
    box: { ...box },
    size: Math.min(12, box.top - box.bottom),
    angle: 0,
    hyphen: false,
    base: { bottom: box.bottom, top: box.top },
    apart: false,
  };
}

/** A line right above a box, and over it. */
function labelAbove(lines: readonly Line[], box: Box): Line | undefined {
  const down = ({ base }: Line) => base.bottom - box.top;
  return lines
    .filter(({ angle, box: own }) => angle === 0 && own.left < box.right && own.right > box.left)
    .filter((line) => down(line) > -0.5 * line.size && down(line) < ABOVE_REACH * line.size)
    .toSorted((a, b) => down(a) - down(b))[0];
}

/**
 * Puts form values and free texts among the lines where a reader meets them: in the row that they stand in,
 * behind what is left of them; under the label above them where no other is near; else below the nearest line
 * above. They stand in the lines as indices that `insetOf` knows.
 */
export function withInsets(lines: readonly Line[], insets: readonly Inset[], chars: Chars): Line[] {
  const all = lines.map((line) => (insets.length === 0 ? line : { ...line, chars: [...line.chars] }));
  const order = insets.map((_, k) => k);
  order.sort((a, b) => {
    const [one, other] = [insets[a]?.box, insets[b]?.box];
    return (other?.top ?? 0) - (one?.top ?? 0) || (one?.left ?? 0) - (other?.left ?? 0);
  });
  for (const k of order) {
    const inset = insets[k];
    if (inset === undefined) continue;
    const index = FIRST_INSET - k;
    const { box } = inset;
    const near = all
      .filter((line) => line.angle === 0 && isBeside(line, box))
      .map((line) => ({ line, away: distance(line, box, chars) }))
      .toSorted((a, b) => a.away - b.away)[0];
    const above = labelAbove(all, box);
    if (near !== undefined && (above === undefined || near.away < LABEL_REACH * near.line.size)) {
      const { line } = near;
      const at = placeIn(line, box, chars);
      line.chars.splice(at, 0, SPACE_BETWEEN, index, SPACE_BETWEEN);
      line.box.right = Math.max(line.box.right, box.right);
      continue;
    }
    const over =
      above ??
      all
        .filter((line) => line.angle === 0 && line.base.bottom >= box.top - line.size)
        .toSorted((a, b) => a.base.bottom - b.base.bottom)[0];
    all.splice(over === undefined ? 0 : all.indexOf(over) + 1, 0, lineOf(index, inset));
  }
  return all;
}
