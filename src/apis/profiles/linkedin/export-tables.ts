import { Problem } from "../../../kit/problem.ts";
import { isRecord } from "../../../kit/record.ts";
import { type SectionName, sectionNames } from "../schemas.ts";
import { line } from "../text.ts";

/** A row of a table of the export, by folded column name. */
export type Row = ReadonlyMap<string, string>;

export type TableName = "profile" | "positions" | Exclude<SectionName, "experience">;
export type Tables = ReadonlyMap<TableName, readonly Row[]>;

/** A table of one person is small; an archive that says otherwise is none. In bytes. */
export const FILE_MAX = 4_000_000;
export const FILES_MAX = 16_000_000;
export const ROWS_MAX = 5_000;
const COLUMNS_MAX = 100;
/** Parts of the portability API in one file: one for each of its domains, of which there are some fifty. */
const PARTS_MAX = 500;

const fold = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

/** The tables that are read: by their names in the archive, which the portability API shares but for one. */
const TABLES: ReadonlyMap<string, TableName> = new Map([
  ...(["profile", "positions"] as const).map((name) => [name, name] as const),
  ...sectionNames.flatMap((name) => (name === "experience" ? [] : [[fold(name), name] as const])),
  ["volunteeringexperiences", "volunteering"],
]);

/** Finds the table that a name means; undefined for those that are not read. */
export function tableOf(name: string): TableName | undefined {
  return TABLES.get(fold(name));
}

/** The problem of a file that is not an export, with what is wrong and what to send. */
export function invalidExport(what: string, cause?: unknown): Problem {
  const detail = `${what} Send the export as it was downloaded: the .zip, or its CSV or JSON files.`;
  return new Problem("invalid-body", detail, { cause });
}

function rowOf(columns: Iterable<readonly [string, unknown]>): Row {
  const row = new Map<string, string>();
  for (const [name, value] of columns) {
    if (row.size >= COLUMNS_MAX) break;
    if (typeof value === "string" || typeof value === "number") row.set(fold(name), String(value));
  }
  return row;
}

/** The file name without folder and extension. */
export function stemOf(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? "").replace(/\.[a-z]+$/i, "");
}

/** The text of a file. */
export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replace(/^\ufeff/, "");

/** The rows of a table in CSV. */
export async function rowsOfCsv(bytes: Uint8Array): Promise<Row[]> {
  const { parse } = await import("csv-parse/sync");
  let records: string[][];
  try {
    records = parse(decode(bytes), {
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      to: ROWS_MAX + 1,
    });
  } catch (cause) {
    throw invalidExport("A table of the export cannot be read.", cause);
  }
  const [all = [], ...rows] = records;
  const header = all.slice(0, COLUMNS_MAX);
  return rows.map((values) => rowOf(header.map((name, i) => [name, values[i]] as const)));
}

/** The tables of the portability API: `{snapshotDomain, snapshotData}`, alone, in a list or among `elements`. */
export function tablesOfJson(bytes: Uint8Array): [TableName, Row[]][] {
  let read: unknown;
  try {
    read = JSON.parse(decode(bytes));
  } catch (cause) {
    throw invalidExport("A file of the export is not JSON.", cause);
  }
  const list = (isRecord(read) ? read.elements : undefined) ?? read;
  const parts: readonly unknown[] = Array.isArray(list) ? list.slice(0, PARTS_MAX) : [list];
  return parts
    .filter(isRecord)
    .flatMap(({ snapshotDomain: domain, snapshotData: data }): [TableName, Row[]][] => {
      const table = typeof domain === "string" ? tableOf(domain) : undefined;
      if (table === undefined || !Array.isArray(data)) return [];
      const rows = data.slice(0, ROWS_MAX).filter((row) => typeof row === "object" && row !== null);
      return [[table, rows.map((row) => rowOf(Object.entries(row)))]];
    });
}

/** A cell in one line; null for an empty one. Several names: the first that has something. */
export function cell(row: Row | undefined, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = line(row?.get(fold(name)));
    if (text !== null) return text;
  }
  return null;
}

/** A cell with its line breaks. */
export function rawCell(row: Row | undefined, name: string): string | undefined {
  return row?.get(fold(name));
}
