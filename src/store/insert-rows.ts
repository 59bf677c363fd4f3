import type { Database, Row, Script } from "./database.ts";

/** Inserts rows as one value of JSON: thousands of values take longer to bind. All rows have the columns of the first. */
export async function insertRows(
  script: Script,
  engine: Database["engine"],
  table: string,
  rows: readonly Row[],
  onConflict = "",
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = columns.join(", ");
  const source =
    engine === "sqlite"
      ? `select ${columns.map((column) => `value ->> '$.${column}'`).join(", ")} from json_each($1)`
      : `select ${names} from json_populate_recordset(null::${table}, $1::text::json)`;
  // Without `where`, SQLite reads `on conflict` as a part of the join.
  await script(`insert into ${table} (${names}) ${source} where true ${onConflict}`, [JSON.stringify(rows)]);
}
