import type { Database, Row, Value } from "./database.ts";
import { migrate } from "./migrate.ts";
import { DatabaseRefusal } from "./refusal.ts";

/** Every table with rows worth keeping, those that others refer to first. Claims are of the moment. */
const TABLES = [
  ["account", "id"],
  ["account_plan", "account, plan"],
  ["billing_customer", "account"],
  ["subscription", "id, plan"],
  ["billing_price", "price"],
  ["billing_event", "id"],
  ["api_key", "id"],
  ["usage", "account, plan, meter, period"],
  ["usage_day", "account, api, day"],
  ["charge_writer", "id"],
  ["served", "api, hour"],
  ["probe", "api, minute"],
  ["notice", "account, plan, meter, period, percent"],
  ["replay", "account, name"],
  ["mail", "id"],
  ["link", "hash"],
  ["session", "hash"],
  ["state", "name"],
  ["server_secret", "name"],
  ["former_usage", "mailbox, plan, meter, period"],
  ["email_count", "name"],
] as const;

const PAGE = 500;
const DEADLINE_MS = 3_600_000;

/** One `insert` of many rows, with its values in order. */
function insert(table: string, rows: readonly Row[]): readonly [sql: string, values: Value[]] {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.flatMap((row) => columns.map((column) => row[column] ?? null));
  const places = rows.map(
    (_, i) => `(${columns.map((_column, j) => `$${i * columns.length + j + 1}`).join(", ")})`,
  );
  return [`insert into ${table} (${columns.join(", ")}) values ${places.join(", ")}`, values];
}

/**
 * Copies everything from one database to another, of whichever engines, in one transaction of each. Nothing
 * is overwritten: a target with an account or a counter in it is refused with a `DatabaseRefusal`. Returns how many
 * rows each table had. Stop the server first: what it writes meanwhile is not copied.
 */
export async function copyDatabase(from: Database, to: Database): Promise<Record<string, number>> {
  await migrate(from);
  await migrate(to);
  const copied: Record<string, number> = {};
  await from.transaction(
    (_query, read) =>
      to.transaction(async (_other, write) => {
        for (const [table] of TABLES) {
          const [row] = await write(`select 1 as present from ${table} limit 1`);
          if (row !== undefined)
            throw new DatabaseRefusal(`The target has rows in ${table}: copy into an empty database`);
        }
        for (const [table, key] of TABLES) {
          copied[table] = 0;
          for (;;) {
            const rows = await read(
              `select * from ${table} order by ${key} limit ${PAGE} offset ${copied[table]}`,
            );
            if (rows.length > 0) await write(...insert(table, rows));
            copied[table] += rows.length;
            if (rows.length < PAGE) break;
          }
        }
      }, DEADLINE_MS),
    DEADLINE_MS,
  );
  return copied;
}
