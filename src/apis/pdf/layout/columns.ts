import { boxAt, type Chars, GENERATED, isRightToLeftPage } from "../engine/chars.ts";
import { noBox, widen } from "../engine/geometry.ts";
import { GUTTER, type Segment, TAB_BETWEEN } from "./segment.ts";

/** The fewest characters of a piece of running text; the cells of most tables are shorter. */
const PROSE_CHARACTERS = 18;

const LINES_MIN = 8;

/** Half of the lines of running text are nearly as wide as their column. */
const FILL = 0.8;

/** The smallest share of column changes for content that goes through all columns line by line. */
const CHANGES = 0.4;

/** The largest difference between line starts of one column, in points. */
const SLACK = 3;

/** Whether a gap is as wide as that between two columns: a tab, or a space of PDFium's that wide. */
function isGutter(own: readonly number[], k: number, chars: Chars, size: number): boolean {
  const i = own[k] ?? 0;
  if (i === TAB_BETWEEN) return true;
  const [before, after] = [own[k - 1], own[k + 1]];
  if (i < 0 || ((chars.flags[i] ?? 0) & GENERATED) === 0) return false;
  if (before === undefined || after === undefined || before < 0 || after < 0) return false;
  return (chars.left[after] ?? 0) - (chars.right[before] ?? 0) > GUTTER * size;
}

/** A piece of a line for each of its cells. */
function cellsOf(segment: Segment, chars: Chars): Segment[] {
  if (segment.gaps === 0) return [segment];
  const cells: Segment[] = [];
  let own: Segment | undefined;
  for (const [k, i] of segment.chars.entries()) {
    if (isGutter(segment.chars, k, chars, segment.size)) {
      own = undefined;
      continue;
    }
    if (own === undefined) {
      own = { ...segment, chars: [], box: noBox(), hyphen: false };
      cells.push(own);
    }
    own.chars.push(i);
    if (i < 0 || (chars.right[i] ?? 0) <= (chars.left[i] ?? 0)) continue;
    widen(own.box, boxAt(chars, i));
  }
  const last = cells.at(-1);
  if (last !== undefined) last.hyphen = segment.hyphen;
  return cells.filter(({ box }) => box.left <= box.right);
}

/** The left edges of columns of running text: positions where many long lines begin. */
function beginningsOf(prose: readonly Segment[]): number[] {
  const lefts = prose.map(({ box }) => box.left).sort((a, b) => a - b);
  const found: number[] = [];
  let first = 0;
  for (let k = 1; k <= lefts.length; k++) {
    if (k < lefts.length && (lefts[k] ?? 0) - (lefts[first] ?? 0) <= SLACK) continue;
    if (k - first >= LINES_MIN) found.push(lefts[first] ?? 0);
    first = k;
  }
  return found;
}

/** The column that contains a whole piece; undefined if it spans several. */
function columnOf({ box }: Segment, beginnings: readonly number[]): number | undefined {
  const k = beginnings.findLastIndex((x) => box.left >= x - SLACK);
  if (k < 0) return undefined;
  const next = beginnings[k + 1];
  return next === undefined || box.right <= next + SLACK ? k : undefined;
}

/** Keeps the columns whose lines have about the same width and do not reach into the next column. */
function textColumns(prose: readonly Segment[]): number[] {
  const beginnings = beginningsOf(prose);
  return beginnings.filter((x, k) => {
    const own = prose.filter(({ box }) => Math.abs(box.left - x) <= SLACK);
    const widths = own.map(({ box }) => box.right - box.left);
    const next = beginnings[k + 1] ?? Number.POSITIVE_INFINITY;
    const widest = Math.max(...widths.filter((width) => x + width <= next + SLACK));
    const usual = widths.toSorted((a, b) => a - b)[widths.length >> 1] ?? 0;
    return usual >= FILL * widest && x + usual <= next;
  });
}

/** A piece with its box mirrored: lines and columns of right-to-left pages begin at the right. */
function mirrored(segment: Segment): Segment {
  const { left, right } = segment.box;
  return { ...segment, box: { ...segment.box, left: -right, right: -left } };
}

/**
 * Sorts the pieces of a page by columns if the content goes through all columns line by
 * line; otherwise keeps the content's order. Only columns of running text count: a table is read by rows.
 */
export function byColumns(segments: readonly Segment[], chars: Chars): readonly Segment[] {
  const cells = segments.flatMap((segment) => (segment.angle === 0 ? cellsOf(segment, chars) : [segment]));
  const seen = isRightToLeftPage(chars) ? cells.map(mirrored) : cells;
  const prose = seen.filter((cell) => cell.angle === 0 && cell.chars.length >= PROSE_CHARACTERS);
  if (prose.length < 2 * LINES_MIN) return segments;
  const beginnings = textColumns(prose);
  if (beginnings.length < 2) return segments;
  const places = prose.map((cell) => columnOf(cell, beginnings));
  const inside = places.filter((place) => place !== undefined);
  const changes = inside.filter((place, k) => k > 0 && place !== inside[k - 1]).length;
  if (changes < CHANGES * inside.length) return segments;
  const ordered: Segment[] = [];
  const region = new Map<number, Segment[]>();
  const end = () => {
    for (const [, own] of [...region].sort(([a], [b]) => a - b)) ordered.push(...own);
    region.clear();
  };
  for (const [k, cell] of cells.entries()) {
    const place = cell.angle === 0 ? columnOf(seen[k] ?? cell, beginnings) : undefined;
    if (place !== undefined) region.getOrInsert(place, []).push(cell);
    else {
      end();
      ordered.push(cell);
    }
  }
  end();
  return ordered;
}
