/** A cell of a table: its row and column, from 0, and its text. */
export interface ScoredCell {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** The box of a table in points, y upwards. */
export type TableBox = readonly [left: number, bottom: number, right: number, top: number];

/** A table of a file as it should be found. */
export interface ExpectedTable {
  readonly file: string;
  readonly page: number;
  readonly box: TableBox;
  readonly ruled: boolean;
  readonly cells: readonly ScoredCell[];
}

/** A text as cells are compared: without case, spaces, hyphens and dashes. */
export function cellKey(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\s\u00ad\u2010-\u2015-]+/g, "")
    .toLowerCase();
}

/** The best order-preserving pairs of 0 to n-1 and 0 to m-1, and the sum of their weights. */
function align(n: number, m: number, weight: (i: number, j: number) => number) {
  const best = Array.from({ length: n + 1 }, () => new Float64Array(m + 1));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  for (let i = 1; i <= n; i++) {
    const row = best[i];
    for (let j = 1; j <= m && row !== undefined; j++) {
      row[j] = Math.max(at(i - 1, j), at(i, j - 1), at(i - 1, j - 1) + weight(i - 1, j - 1));
    }
  }
  const pairs = new Map<number, number>();
  for (let [i, j] = [n, m]; i > 0 && j > 0; ) {
    if (at(i, j) === at(i - 1, j)) i--;
    else if (at(i, j) === at(i, j - 1)) j--;
    else pairs.set(--i, --j);
  }
  return { pairs, score: at(n, m) };
}

function bag(cells: readonly ScoredCell[], column: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    if (cell.column === column) counts.set(cell.text, (counts.get(cell.text) ?? 0) + 1);
  }
  return counts;
}

/**
 * How many cells of two tables are the same: equal texts in rows and columns that correspond, where both keep their
 * order. Texts are those of `cellKey`; cells without text do not count.
 */
export function matchedCells(found: readonly ScoredCell[], expected: readonly ScoredCell[]): number {
  const size = (cells: readonly ScoredCell[], of: (cell: ScoredCell) => number) =>
    Math.max(0, ...cells.map((cell) => of(cell) + 1));
  const columnsOf = (cells: readonly ScoredCell[]) =>
    Array.from({ length: size(cells, ({ column }) => column) }, (_, k) => bag(cells, k));
  const [ours, theirs] = [columnsOf(found), columnsOf(expected)];
  const columns = align(ours.length, theirs.length, (i, j) => {
    let common = 0;
    for (const [text, count] of ours[i] ?? []) common += Math.min(count, theirs[j]?.get(text) ?? 0);
    return common;
  }).pairs;
  const texts = new Map(expected.map(({ row, column, text }) => [`${row} ${column}`, text]));
  const rows = Map.groupBy(found, ({ row }) => row);
  return align(
    size(found, ({ row }) => row),
    size(expected, ({ row }) => row),
    (i, j) =>
      (rows.get(i) ?? []).filter(({ column, text }) => {
        const other = columns.get(column);
        return other !== undefined && texts.get(`${j} ${other}`) === text;
      }).length,
  ).score;
}
