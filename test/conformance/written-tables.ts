import { pdfOf, stream } from "../fixtures/pdf-writer.ts";
import { cellKey, type ExpectedTable, type TableBox } from "./table-score.ts";

const WORDS = "harbour clerk rope oil lamp quay tide north old list ship rain summer letter price town".split(
  " ",
);

/** How the lines of a table are drawn. */
const STYLES = ["grid", "open", "columns", "rows", "head", "none"] as const;

let seed = 11;
function random(below: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

function word(): string {
  return WORDS[random(WORDS.length)] ?? "";
}

/** The lines of a table of rows of 18 points and columns of a width, from a corner. */
function drawn(style: (typeof STYLES)[number], rows: number, columns: number, width: number): string {
  const [left, top] = [60, 760];
  const [right, bottom] = [left + columns * width, top - rows * 18];
  const lines: string[] = [];
  const across = (k: number) => lines.push(`${left} ${top - 18 * k} m ${right} ${top - 18 * k} l S`);
  const down = (k: number) => lines.push(`${left + width * k} ${top} m ${left + width * k} ${bottom} l S`);
  for (let k = 0; k <= rows; k++) {
    const isEdge = k === 0 || k === rows;
    if (style === "grid" || style === "open" || style === "rows") across(k);
    else if (style !== "none" && (isEdge || k === 1)) across(k);
  }
  for (let k = 0; k <= columns; k++) {
    const isEdge = k === 0 || k === columns;
    if (style === "grid" || style === "columns" || (style === "open" && !isEdge)) down(k);
  }
  return lines.join("\n");
}

/** How a page is turned: its content upwards, downwards or upside down, and what the viewer turns it by. */
export interface Turn {
  readonly name: string;
  /** The matrix before the content, and the page's size. */
  readonly matrix: string;
  readonly size: readonly [width: number, height: number];
  readonly rotate: 0 | 90 | 180 | 270;
  /** The box of a table on the page as it is shown, from the lower left corner. */
  box(left: number, bottom: number, right: number, top: number): TableBox;
}

export const UPRIGHT: Turn = {
  name: "upright",
  matrix: "1 0 0 1 0 0",
  size: [595, 842],
  rotate: 0,
  box: (left, bottom, right, top) => [left, bottom, right, top],
};

/** Pages that are turned in the ways of real files. */
export const TURNS: readonly Turn[] = [
  {
    ...UPRIGHT,
    name: "page turned by the viewer",
    rotate: 90,
    box: (left, bottom, right, top) => [bottom, 595 - right, top, 595 - left],
  },
  {
    ...UPRIGHT,
    name: "text written upwards",
    matrix: "0 1 -1 0 842 0",
    size: [842, 595],
    box: (left, bottom, right, top) => [842 - top, left, 842 - bottom, right],
  },
  {
    ...UPRIGHT,
    name: "text written downwards",
    matrix: "0 -1 1 0 0 595",
    size: [842, 595],
    box: (left, bottom, right, top) => [bottom, 595 - right, top, 595 - left],
  },
  {
    ...UPRIGHT,
    name: "text upside down",
    matrix: "-1 0 0 -1 595 842",
    box: (left, bottom, right, top) => [595 - right, 842 - top, 595 - left, 842 - bottom],
  },
  {
    ...UPRIGHT,
    name: "text written upwards on a page that is turned back",
    matrix: "0 1 -1 0 842 0",
    size: [842, 595],
    rotate: 90,
  },
];

/**
 * 48 tables, a page each, in every style: a heading, a column of names, and numbers of which some are missing. The
 * same tables for every turn.
 */
export function writtenTables(turn: Turn = UPRIGHT): {
  readonly tables: readonly ExpectedTable[];
  readonly bytes: (file: string) => Uint8Array;
} {
  seed = 11;
  const files = new Map<string, Uint8Array>();
  const tables = Array.from({ length: 48 }, (_, n): ExpectedTable => {
    const style = STYLES[n % STYLES.length] ?? "none";
    const [rows, columns] = [4 + random(12), 3 + random(4)];
    const width = 480 / columns;
    const texts: string[] = [];
    const cells = Array.from({ length: rows * columns }, (_, k) => {
      const [row, column] = [Math.floor(k / columns), k % columns];
      const isEmpty = row > 1 && column > 0 && random(12) === 0;
      const number = `${random(900)}.${10 + random(90)}`;
      const text = isEmpty ? "" : row === 0 ? word() : column === 0 ? `${word()} ${word()}` : number;
      texts.push(`BT /F1 9 Tf ${60 + column * width + 4} ${760 - 18 * row - 12} Td (${text}) Tj ET`);
      return { row, column, text: cellKey(text) };
    });
    const file = `${n}-${style}`;
    const before = "BT /F1 11 Tf 60 790 Td (The list of the harbour, as the clerk has it) Tj ET";
    const content = `${before}\n${drawn(style, rows, columns, width)}\n${texts.join("\n")}`;
    files.set(
      file,
      pdfOf([
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${turn.size.join(" ")}] /Rotate ${turn.rotate} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
        stream(`${turn.matrix} cm\n${content}`),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
      ]),
    );
    return {
      file,
      page: 1,
      box: turn.box(60, 760 - 18 * rows, 540, 760),
      ruled: style === "grid" || style === "open" || style === "columns",
      cells: cells.filter(({ text }) => text !== ""),
    };
  });
  return { tables, bytes: (file) => files.get(file) ?? new Uint8Array() };
}
