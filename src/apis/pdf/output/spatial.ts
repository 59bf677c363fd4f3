import { boxAt, type Chars, type Inset } from "../engine/chars.ts";
import { boxAround } from "../engine/geometry.ts";
import { insetOf } from "../layout/insets.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";
import { usualPitch } from "../layout/paragraphs.ts";
import { TAB_BETWEEN } from "../layout/segment.ts";

/** The largest distance between the centers of pieces in one row, in font sizes. */
const SAME_ROW = 0.5;

/** The longest row, in characters: a file may place a character far to the right. */
const COLUMNS_MAX = 400;

const EMPTY_MAX = 3;

/** The largest size of a text over the page, in points, of which only the box is known. */
const USUAL_SIZE = 12;

interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly middle: number;
  readonly size: number;
}

/** The lines of a text over the page, one below the other in its box. */
function insetPieces({ text, box }: Inset): Piece[] {
  const rows = text.split("\n");
  const height = (box.top - box.bottom) / rows.length;
  return rows.map((row, k) => ({
    text: row,
    left: box.left,
    // Its box says nothing about the width of characters.
    right: box.left,
    middle: box.top - (k + 0.5) * height,
    size: Math.min(USUAL_SIZE, height),
  }));
}

function piecesOf(line: Line, chars: Chars): Piece[] {
  const cells: number[][] = [[]];
  const insets: Piece[] = [];
  for (const i of line.chars) {
    const inset = insetOf(i, chars.insets);
    for (const piece of inset === undefined ? [] : insetPieces(inset)) insets.push(piece);
    if (i === TAB_BETWEEN || inset !== undefined) cells.push([]);
    else cells.at(-1)?.push(i);
  }
  const middle = (line.base.bottom + line.base.top) / 2;
  const pieces = cells.flatMap((cell) => {
    const text = lineText({ ...line, chars: cell }, chars);
    if (text === "") return [];
    const drawn = cell.filter((i) => i >= 0);
    const { left, right } = boxAround(drawn.map((i) => boxAt(chars, i)));
    return [{ text, left, right, middle, size: line.size }];
  });
  return [...pieces, ...insets];
}

function rowsOf(pieces: readonly Piece[]): Piece[][] {
  const rows: Piece[][] = [];
  for (const piece of pieces.toSorted((a, b) => b.middle - a.middle)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (first !== undefined && first.middle - piece.middle < SAME_ROW * Math.min(first.size, piece.size))
      row?.push(piece);
    else rows.push([piece]);
  }
  return rows;
}

/** The usual width of a character, in points. */
function characterWidth(pieces: readonly Piece[]): number {
  const widths = pieces
    .map(({ text, left, right }) => (right - left) / text.length)
    .filter((width) => width > 0)
    .sort((a, b) => a - b);
  return Math.max(0.5, widths[widths.length >> 1] ?? 6);
}

/**
 * The lines of a page at their positions, in a fixed pitch: rows from top to bottom, spaces for the
 * gaps between them. Rotated lines come last.
 */
export function spatialText(lines: readonly Line[], chars: Chars): string {
  const level = lines.filter(({ angle }) => angle === 0);
  const pieces = level.flatMap((line) => piecesOf(line, chars));
  const width = characterWidth(pieces);
  const start = Math.min(...pieces.map(({ left }) => left));
  const pitch = usualPitch(level);
  let text = "";
  let above: number | undefined;
  for (const row of rowsOf(pieces)) {
    const middle = row[0]?.middle ?? 0;
    if (above !== undefined) {
      const empty = Math.round((above - middle) / pitch) - 1;
      text += "\n".repeat(1 + Math.min(EMPTY_MAX, Math.max(0, empty)));
    }
    let own = "";
    for (const piece of row.sort((a, b) => a.left - b.left)) {
      const column = Math.min(COLUMNS_MAX, Math.round((piece.left - start) / width));
      own = own.padEnd(own === "" ? column : Math.max(column, own.length + 1)) + piece.text;
    }
    text += own;
    above = middle;
  }
  const rotated = lines.filter(({ angle }) => angle !== 0).map((line) => lineText(line, chars));
  return [text, ...rotated].filter((part) => part !== "").join("\n");
}
