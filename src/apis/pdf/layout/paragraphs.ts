import type { Line } from "./line.ts";

/** Line distances and sizes that separate paragraphs, in multiples of the line before. */
const WIDE_PITCH = 1.45;
const SIZE_CHANGE = 1.25;

/** Reports whether a line is a column of vertical writing. */
export function isColumn({ box }: Line): boolean {
  return box.top - box.bottom > 1.5 * (box.right - box.left);
}

/** Reports whether a paragraph ends between two lines. `usual` is the distance between lines of running text. */
export function startsParagraph(before: Line, line: Line, usual: number): boolean {
  if (line.angle !== 0 || before.angle !== 0) return line.angle !== before.angle;
  // The next column of vertical writing is the next line; one that has room left ends a paragraph anyway.
  if (isColumn(line) && isColumn(before)) return before.box.right < line.box.left;
  const ratio = line.size / Math.max(before.size, 0.1);
  if (ratio > SIZE_CHANGE || ratio < 1 / SIZE_CHANGE) return true;
  const pitch = before.base.bottom - line.base.bottom;
  // Upwards is the next column or the next box, where a paragraph may well go on.
  if (pitch <= 0) return pitch < -usual / 2;
  return pitch > WIDE_PITCH * usual;
}

/** The first of the values that are counted most; `otherwise` where nothing is counted. */
export function mostFrequent(
  counts: Iterable<readonly [value: number, count: number]>,
  otherwise: number,
): number {
  let [found, most] = [otherwise, 0];
  for (const [value, count] of counts) if (count > most) [found, most] = [value, count];
  return found;
}

/** The most frequent distance between lines, in points; 12 for a single line. */
export function usualPitch(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const [k, line] of lines.entries()) {
    const before = lines[k - 1];
    if (before === undefined) continue;
    const pitch = Math.round((before.base.bottom - line.base.bottom) * 2) / 2;
    if (pitch > 0.8 * line.size && pitch < 3 * line.size) counts.set(pitch, (counts.get(pitch) ?? 0) + 1);
  }
  return mostFrequent(
    [...counts].sort(([a], [b]) => a - b),
    12,
  );
}
