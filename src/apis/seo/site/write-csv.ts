import type { Cell, Table } from "./site-tables.ts";

/**
 * Spreadsheets run a cell that starts with one of these as a formula; a tab and a line break are skipped before it
 * (OWASP, CSV Injection). A leading apostrophe makes it a text.
 */
const FORMULA = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^[\t\r\n]/;

function writtenCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes a table as CSV (RFC 4180) in UTF-8 with a byte order mark, by which spreadsheets know the encoding. */
export function writeCsv({ head, rows }: Pick<Table, "head" | "rows">): Uint8Array<ArrayBuffer> {
  const lines = [head.join(",")];
  for (const row of rows()) lines.push(row.map(writtenCell).join(","));
  return new TextEncoder().encode(`\ufeff${lines.join("\r\n")}\r\n`);
}
