/** A cell of a table that is written as CSV. */
export type Cell = string | number | boolean | null;

/** Spreadsheets run a cell that starts with one of these as a formula (OWASP, CSV Injection). */
const FORMULA = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^[\t\r\n]/;

/** The byte order mark by which spreadsheets know that a file is UTF-8. */
const CSV_MARK = "\ufeff";

function quoted(text: string): string {
  return /[",\r\n;\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function written(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  return quoted(FORMULA.test(cell) ? `'${cell}` : cell);
}

/** Writes the first line of a CSV file: the names of its columns, which this server has chosen. */
export function csvHead(names: readonly string[]): string {
  return `${CSV_MARK}${names.map(quoted).join(",")}\r\n`;
}

/** Writes a line of CSV (RFC 4180). No spreadsheet runs a cell as a formula. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join(",")}\r\n`;
}
