import {
  decode,
  FILE_MAX,
  FILES_MAX,
  invalidExport,
  ROWS_MAX,
  type Row,
  rowsOfCsv,
  stemOf,
  type TableName,
  type Tables,
  tableOf,
  tablesOfJson,
} from "./export-tables.ts";

/** A file of a data export. */
export interface ExportFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The files of an archive that are read: of the others, such as messages and contacts, nothing is inflated. */
async function unpack(bytes: Uint8Array): Promise<ExportFile[]> {
  const { unzipSync } = await import("fflate");
  let [total, packed] = [0, 0];
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        const wanted = /\.csv$/i.test(name) ? tableOf(stemOf(name)) !== undefined : /\.json$/i.test(name);
        if (!wanted || originalSize > FILE_MAX) return false;
        total += originalSize;
        packed += size;
        // What it says of itself bounds the memory; what is inflated in truth, its packed size.
        return total <= FILES_MAX && packed <= PACKED_MAX;
      },
    });
    return Object.entries(files).map(([name, content]) => ({ name, bytes: content }));
  } catch (cause) {
    throw invalidExport("The archive is damaged.", cause);
  }
}

/** The most compressed bytes of an archive that are read. A person's tables have a tenth of this. */
const PACKED_MAX = 2_000_000;

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/**
 * Reads the tables of a person's data export: a .zip, or its CSV or JSON files. Tables about others, such as
 * contacts and messages, are passed over unread. Throws `invalid-body` for what is no such export.
 */
export async function readExport(files: readonly ExportFile[]): Promise<Tables> {
  const flat = await Promise.all(
    files.map(async (file) => (isZip(file.bytes) ? await unpack(file.bytes) : [file])),
  );
  const tables = new Map<TableName, readonly Row[]>();
  for (const { name, bytes } of flat.flat()) {
    if (bytes.length > FILE_MAX) throw invalidExport("A file of the export is too large.");
    if (/^\s*[[{]/.test(decode(bytes.subarray(0, 64)))) {
      for (const [table, rows] of tablesOfJson(bytes))
        tables.set(table, [...(tables.get(table) ?? []), ...rows].slice(0, ROWS_MAX));
      continue;
    }
    const table = tableOf(stemOf(name));
    if (table !== undefined) tables.set(table, await rowsOfCsv(bytes));
  }
  if (tables.has("profile")) return tables;
  throw invalidExport("It has no profile table.");
}
