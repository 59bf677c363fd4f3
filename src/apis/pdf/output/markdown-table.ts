import type { Cell } from "../engine/structure.ts";
import type { Line } from "../layout/line.ts";

/** The most rows and columns of a table; larger ones come only from invalid structure trees. */
const ROWS_MAX = 5_000;
const COLUMNS_MAX = 200;

/** Formats rows as a Markdown table with the first row as its header. Missing cells are empty. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map(({ length }) => length));
  const row = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, k) => (cells[k] ?? "").replaceAll("|", "\\|")).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [
    row(head),
    `| ${Array.from({ length: columns }, () => "---").join(" | ")} |`,
    ...body.map(row),
  ].join("\n");
}

/** Collects a table whose cells arrive in order, each as pieces of lines. */
export class TableOfCells {
  readonly #cells = new Map<number, Line[]>();

  add({ row, column }: Cell, piece: Line): void {
    if (row < 0 || row >= ROWS_MAX || column < 0 || column >= COLUMNS_MAX) return;
    const key = row * COLUMNS_MAX + column;
    const pieces = this.#cells.get(key) ?? [];
    pieces.push(piece);
    this.#cells.set(key, pieces);
  }

  /** `write` gives the text of a cell. Rows without any text are left out. */
  markdown(write: (pieces: readonly Line[]) => string): string {
    const rows: string[][] = [];
    for (const [key, pieces] of this.#cells) {
      const row = Math.floor(key / COLUMNS_MAX);
      const own = rows[row] ?? [];
      own[key % COLUMNS_MAX] = write(pieces);
      rows[row] = own;
    }
    const filled = rows.filter((row) => row?.some((text) => text !== "") === true);
    return filled.length === 0
      ? ""
      : markdownTable(filled.map((row) => Array.from(row, (text) => text ?? "")));
  }
}
