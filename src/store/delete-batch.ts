import type { Database, Value } from "./database.ts";

/** Deletes at most `limit` rows for which `condition` (constant SQL) holds. Returns their number. */
export async function deleteBatch(
  { engine, script }: Pick<Database, "engine" | "script">,
  table: string,
  condition: string,
  values: Value[],
  limit: number,
): Promise<number> {
  // By where the rows are: a list of keys could be looked up by reading the whole table.
  const found = (place: string) => `select ${place} from ${table} where ${condition} limit ${limit}`;
  const which = engine === "sqlite" ? `rowid in (${found("rowid")})` : `ctid = any(array(${found("ctid")}))`;
  return (await script(`delete from ${table} where ${which} returning 1 as deleted`, values)).length;
}
