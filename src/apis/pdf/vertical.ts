import type { Chars } from "./chars.ts";
import { type Segment, widen } from "./segments.ts";

/** The first of the scripts that are written downwards: CJK radicals, kana, ideographs and what follows. */
const EAST_ASIAN = 0x2e80;

/** Whether the characters of a piece stand upright below each other, as in a vertical column. */
export function isVertical(segment: Segment, chars: Chars): boolean {
  let down = 0;
  let across = 0;
  for (let k = 1; k < segment.chars.length; k++) {
    const b = segment.chars[k] ?? 0;
    if ((chars.code[b] ?? 0) < EAST_ASIAN) continue;
    const a = segment.chars[k - 1] ?? 0;
    const beside = Math.abs((chars.left[a] ?? 0) - (chars.left[b] ?? 0));
    const below = Math.abs((chars.top[a] ?? 0) - (chars.top[b] ?? 0));
    if (below > beside) down++;
    else across++;
  }
  return down > across;
}

/** Vertical columns as lines, from right to left; pieces of one column put together, each from top to bottom. */
export function inColumns(segments: readonly Segment[], chars: Chars): Segment[] {
  const columns: Segment[] = [];
  for (const segment of segments) {
    const middle = (segment.box.left + segment.box.right) / 2;
    const own = columns.find(
      ({ box, size }) => Math.abs((box.left + box.right) / 2 - middle) < size / 2 && isBelow(segment, box),
    );
    if (own === undefined) {
      columns.push({ ...segment, chars: [...segment.chars], box: { ...segment.box } });
    } else {
      for (const char of segment.chars) own.chars.push(char);
      widen(own.box, segment.box);
    }
  }
  for (const { chars: own } of columns) own.sort((a, b) => (chars.top[b] ?? 0) - (chars.top[a] ?? 0));
  // Tiers from top to bottom, columns from right to left; a tier is what overlaps in height.
  return columns.sort((a, b) => {
    const apart = a.box.bottom >= b.box.top ? -1 : b.box.bottom >= a.box.top ? 1 : 0;
    return apart !== 0 ? apart : b.box.right - a.box.right;
  });
}

/** Whether a piece goes on where a column ends, within a few characters. */
function isBelow(segment: Segment, above: Segment["box"]): boolean {
  return (
    segment.box.top <= above.bottom + segment.size / 2 && above.bottom - segment.box.top < 3 * segment.size
  );
}
