import type { Database } from "./database.ts";

const DEADLINE_MS = 3_600_000;

/** Counts the rows of every table, all at one moment. It reads each table whole: minutes in a large database. */
export async function countRows(database: Database) {
  return database.transaction(async (query, script) => {
    if (database.engine === "postgresql") await script("set transaction isolation level repeatable read");
    const names =
      database.engine === "sqlite"
        ? await query<{ name: string }>`
            select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name`
        : await query<{ name: string }>`
            select tablename as name from pg_tables where schemaname = current_schema() order by tablename`;
    const tables: Record<string, number> = {};
    const number = async (sql: string) => {
      // As text: a sum may be larger than an integer of 32 bits.
      const [row] = await script(`select cast(${sql} as text) as value`);
      return Number(row?.value ?? 0);
    };
    // A database that nothing was served from has no tables.
    const sum = (column: string, table: string) =>
      names.some(({ name }) => name === table)
        ? number(`(select coalesce(sum(${column}), 0) from ${table})`)
        : 0;
    for (const { name } of names) tables[name] = await number(`(select count(*) from "${name}")`);
    return {
      tables,
      /** Totals of the counters of all quotas, in the units of their plans, and of the daily history. */
      charged: { usage: await sum("used", "usage"), usageDay: await sum("units", "usage_day") },
    };
  }, DEADLINE_MS);
}
