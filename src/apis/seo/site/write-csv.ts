import type { Cell, Table } from "./site-tables.ts";

/**
 * Spreadsheets run a cell that starts with one of these as a formula; a tab and a line break are skipped before it
 * (OWASP, CSV Injection). A leading apostrophe makes it a text.
 */
const FORMULA = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^[\t\r\n]/;

function writtenCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  return quoted(FORMULA.test(cell) ? `'${cell}` : cell);
}

function quoted(text: string): string {
  return /[",\r\n;\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes a table as CSV (RFC 4180) in UTF-8 with a byte order mark, by which spreadsheets know the encoding. */
export function writeCsv({ head, rows }: Pick<Table, "head" | "rows">): Uint8Array<ArrayBuffer> {
  const lines = [head.map(quoted).join(",")];
  for (const row of rows()) lines.push(row.map(writtenCell).join(","));
  return new TextEncoder().encode(`\ufeff${lines.join("\r\n")}\r\n`);
}
