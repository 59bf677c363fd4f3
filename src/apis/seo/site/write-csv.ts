import { csvHead, csvLine } from "../../../kit/csv.ts";
import type { Table } from "./site-tables.ts";

/** Writes a table as CSV in UTF-8 with a byte order mark. */
export function writeCsv({ head, rows }: Pick<Table, "head" | "rows">): Uint8Array<ArrayBuffer> {
  const lines = [csvHead(head)];
  for (const row of rows()) lines.push(csvLine(row));
  return new TextEncoder().encode(lines.join(""));
}
