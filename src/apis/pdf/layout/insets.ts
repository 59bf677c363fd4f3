import type { Chars, Inset } from "../engine/chars.ts";
import type { Box } from "../engine/geometry.ts";
import { type Line, lineOf } from "./line.ts";
import { SPACE_BETWEEN, TAB_BETWEEN } from "./segment.ts";

/** The first placeholder among the indices of characters for a text over the page. */
export const FIRST_INSET = -3;

/**
 * The largest distance between a label and the field next to it, in font sizes, unless a label is directly
 * above.
 */
const LABEL_REACH = 12;

/** The largest distance between a field and the label above it, in font sizes. */
const ABOVE_REACH = 1.2;

/** How far a character before a field may reach into its box, in font sizes. */
const INTO = 0.4;

/** The most comparisons of texts over a page with its lines and characters; only hostile pages need more. */
const COMPARISONS_MAX = 50_000_000;

/** The text of a placeholder; undefined for all other indices. */
export function insetOf(index: number, insets: readonly Inset[]): Inset | undefined {
  return index <= FIRST_INSET ? insets[FIRST_INSET - index] : undefined;
}

/** The y coordinate of the text in a box: the center, or that of the first line if there are several. */
function textHeight({ bottom, top }: Box, size: number): number {
  return top - bottom > 2.5 * size ? top - size : (top + bottom) / 2;
}

function isBeside({ base, size }: Line, box: Box): boolean {
  const middle = (base.bottom + base.top) / 2;
  return Math.abs(middle - textHeight(box, size)) < 0.6 * Math.max(size, Math.min(box.top - box.bottom, 14));
}

/** The distance between a box and a line's nearest character, in points; characters after the box count double. */
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

function placeIn(line: Line, box: Box, chars: Chars): number {
  const at = line.chars.findIndex(
    (i) => i >= 0 && (chars.code[i] ?? 0) > 32 && (chars.left[i] ?? 0) >= box.left - INTO * line.size,
  );
  return at < 0 ? line.chars.length : at;
}

/** Inserts a text into a line, at the end of the gap where its label is. */
function place(line: Line, index: number, box: Box, chars: Chars): void {
  const { chars: own } = line;
  const at = placeIn(line, box, chars);
  if (own[at - 1] !== TAB_BETWEEN) {
    own.splice(at, 0, SPACE_BETWEEN, index, SPACE_BETWEEN);
    return;
  }
  const [before, after] = [own[at - 2] ?? -1, own[at] ?? -1];
  const gap = box.left - (chars.right[before] ?? 0);
  const gapAfter = (chars.left[after] ?? 0) - box.right;
  // A label is before its field, but close behind its checkbox.
  if (before < 0 || gap < 2 * gapAfter) own.splice(at - 1, 0, SPACE_BETWEEN, index);
  else own.splice(at, 0, index, SPACE_BETWEEN);
}

function insetLine(index: number, { box }: Inset): Line {
  return lineOf({ chars: [index], box: { ...box }, size: Math.min(12, box.top - box.bottom) });
}

function labelAbove(lines: readonly Line[], box: Box): Line | undefined {
  const down = ({ base }: Line) => base.bottom - box.top;
  return lines
    .filter(({ angle, box: own }) => angle === 0 && own.left < box.right && own.right > box.left)
    .filter((line) => down(line) > -0.5 * line.size && down(line) < ABOVE_REACH * line.size)
    .toSorted((a, b) => down(a) - down(b))[0];
}

/**
 * Inserts form values and free texts into the lines in reading order: in the row that they are in,
 * after the text on their left; under the label above them if no other is near; else below the nearest line
 * above. Lines refer to them by placeholders that `insetOf` resolves. On a page of too many they follow all lines.
 */
export function withInsets(lines: readonly Line[], insets: readonly Inset[], chars: Chars): Line[] {
  const all = lines.map((line) => (insets.length === 0 ? line : { ...line, chars: [...line.chars] }));
  const isHostile = insets.length * (lines.length + chars.count) > COMPARISONS_MAX;
  const order = [...insets.entries()].sort(
    ([, a], [, b]) => b.box.top - a.box.top || a.box.left - b.box.left,
  );
  for (const [k, inset] of order) {
    const { box } = inset;
    const index = FIRST_INSET - k;
    if (isHostile) {
      all.push(insetLine(index, inset));
      continue;
    }
    const near = all
      .filter((line) => line.angle === 0 && isBeside(line, box))
      .map((line) => ({ line, away: distance(line, box, chars) }))
      .toSorted((a, b) => a.away - b.away)[0];
    const above = labelAbove(all, box);
    if (near !== undefined && (above === undefined || near.away < LABEL_REACH * near.line.size)) {
      const { line } = near;
      place(line, index, box, chars);
      line.box.right = Math.max(line.box.right, box.right);
      continue;
    }
    const over =
      above ??
      all
        .filter((line) => line.angle === 0 && line.base.bottom >= box.top - line.size)
        .toSorted((a, b) => a.base.bottom - b.base.bottom)[0];
    all.splice(over === undefined ? 0 : all.indexOf(over) + 1, 0, insetLine(index, inset));
  }
  return all;
}
