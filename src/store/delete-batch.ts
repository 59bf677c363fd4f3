import type { Database, Value } from "./database.ts";

/**
 * Deletes at most `limit` rows of a table for which `condition` holds, in a transaction of its own. `condition`
 * is constant SQL text with `$1`, `$2`… for `values`. Returns the number of deleted rows; fewer than `limit`
 * means that no rows are left.
 */
export async function deleteBatch(
  database: Pick<Database, "engine" | "transaction">,
  table: string,
  condition: string,
  values: Value[],
  limit: number,
): Promise<number> {
  // By where the rows are: a list of keys could be looked up by reading the whole table.
  const found = (place: string) => `select ${place} from ${table} where ${condition} limit ${limit}`;
  const which =
    database.engine === "sqlite" ? `rowid in (${found("rowid")})` : `ctid = any(array(${found("ctid")}))`;
  const rows = await database.transaction((_query, script) =>
    script(`delete from ${table} where ${which} returning 1 as deleted`, values),
  );
  return rows.length;
}
