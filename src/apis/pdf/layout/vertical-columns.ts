import type { Chars } from "../engine/chars.ts";
import { widen } from "../engine/geometry.ts";
import { type Segment, SPACE_BETWEEN } from "./segment.ts";
import { areWordsApart } from "./vertical-runs.ts";

/** The largest gap between pieces of a column, in font sizes. */
const PAUSE = 1.3;

/** How many earlier columns are searched for the place of a mark: those of half a page. */
const NEAR = 100;

/**
 * Returns vertical columns as lines, each from top to bottom. Pieces of one column are joined, and marks that
 * the content draws later are moved to their place. The content's order is kept if it goes from right to left;
 * otherwise tiers are ordered from top to bottom, and columns from right to left.
 */
export function inColumns(segments: readonly Segment[], chars: Chars): Segment[] {
  const columns: (Segment & { chars: number[] })[] = [];
  for (const segment of segments) {
    const last = columns.at(-1);
    const own =
      last !== undefined && goesDown(segment, last)
        ? last
        : columns.slice(-NEAR).findLast((column) => isIn(segment, column));
    if (own === undefined) {
      columns.push({ ...segment, chars: [...segment.chars], box: { ...segment.box } });
    } else {
      for (const char of segment.chars) own.chars.push(char);
      widen(own.box, segment.box);
    }
  }
  for (const column of columns) {
    column.chars.sort((a, b) => (chars.top[b] ?? 0) - (chars.top[a] ?? 0));
    column.chars = column.chars.flatMap((i, k) => {
      const before = column.chars[k - 1];
      return before !== undefined && areWordsApart(chars, before, i) ? [SPACE_BETWEEN, i] : [i];
    });
  }
  return goesLeft(columns) ? columns : sorted(columns);
}

function aside(a: Segment, b: Segment): number {
  const apart = Math.abs((a.box.left + a.box.right - b.box.left - b.box.right) / 2);
  return apart / Math.max(0.1, Math.min(a.size, b.size));
}

/** Whether a piece continues a column. */
function goesDown(segment: Segment, column: Segment): boolean {
  const down = column.box.bottom - segment.box.top;
  return aside(segment, column) < 0.6 && down >= -segment.size / 2 && down < PAUSE * segment.size;
}

/** Whether a mark is inside a column that was drawn before. */
function isIn(segment: Segment, column: Segment): boolean {
  const { chars, box } = segment;
  const isInside = box.top <= column.box.top && box.bottom >= column.box.bottom;
  return chars.length <= 2 && isInside && aside(segment, column) < 0.6;
}

/** Whether most columns come before those on their left. */
function goesLeft(columns: readonly Segment[]): boolean {
  let left = 0;
  let right = 0;
  for (const [k, { box }] of columns.entries()) {
    const before = columns[k - 1]?.box;
    if (before === undefined || before.bottom >= box.top || box.bottom >= before.top) continue;
    if (box.right < before.right) left++;
    else right++;
  }
  return left >= right;
}

/** Tiers from top to bottom, cut where no column passes; within one, columns from right to left. */
function sorted(columns: readonly Segment[]): Segment[] {
  const tiers: Segment[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const column of columns.toSorted((a, b) => b.box.top - a.box.top)) {
    const tier = tiers.at(-1);
    if (tier === undefined || column.box.top <= end + column.size / 2) {
      tiers.push([column]);
      end = column.box.bottom;
    } else {
      tier.push(column);
      end = Math.min(end, column.box.bottom);
    }
  }
  return tiers.flatMap((tier) => tier.sort((a, b) => b.box.right - a.box.right));
}
