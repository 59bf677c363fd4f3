import { whole } from "../kit/numbers.ts";
import type { Database, Row, Script, Value } from "./database.ts";
import { DatabaseError } from "./database-error.ts";
import { insertRows } from "./insert-rows.ts";
import { migrate } from "./migrate.ts";
import { serversOn } from "./server-mark.ts";

/** Every table with rows worth keeping, those that others refer to first, and its key. Triggers make the running sums. */
const TABLES = [
  ["account", "id"],
  ["account_plan", "account, plan"],
  ["billing_customer", "account"],
  ["subscription", "id, plan"],
  ["billing_price", "price"],
  ["billing_event", "id"],
  ["credit_grant", "id"],
  ["audit", "id"],
  ["plan_version", "plan, version"],
  ["api_key", "id"],
  ["usage", "account, plan, meter, period"],
  ["usage_day", "account, api, day"],
  ["key_usage_day", "account, key_id, api, day"],
  ["request_log", "account, id"],
  ["charge_writer", "id"],
  ["served", "api, hour"],
  ["probe", "api, minute"],
  ["probe_hour", "api, hour"],
  ["availability", "api, days"],
  ["notice", "account, plan, meter, period, percent"],
  ["replay", "account, name"],
  ["mail", "id"],
  ["link", "hash"],
  ["session", "hash"],
  ["state", "name"],
  ["server_secret", "name"],
  ["former_usage", "mailbox, plan, meter, period"],
  ["email_count", "name"],
  ["account_deletion", "account"],
  ["data_key", "account"],
  ["batch", "id"],
  ["job", "id"],
  ["job_body", "job, name, part"],
  ["shared_report", "id"],
  ["queue_turn", "queue, account"],
  ["site_audit_schedule", "id"],
  ["site_audit", "id"],
  ["site_audit_step", "audit, number"],
  ["webhook_endpoint", "id"],
  ["webhook_event", "id"],
  ["webhook_delivery", "endpoint, event"],
  ["webhook_attempt", "id"],
] as const;

type Table = (typeof TABLES)[number];
type TableName = Table[0];

const PAGE = 5_000;
/** Rows per statement for tables whose rows may have 1.4 MB each. */
const LARGE_ROWS: ReadonlySet<TableName> = new Set(["replay", "state", "job_body", "site_audit_step"]);
const LARGE_PAGE = 10;
/** A page is read or written in less, in milliseconds. */
const PAGE_DEADLINE_MS = 60_000;
const COUNT_DEADLINE_MS = 600_000;
/** The name of the row that says which database is being copied; no table has it. */
const SOURCE = "source";
/** Checksums are sums of 64-bit hashes, so the order of rows does not matter: engines sort texts differently. */
const CHECKSUM_BITS = 64;

interface CopyOptions {
  readonly sourceName?: string;
  onProgress?(step: "copy" | "check", done: number, total: number): void;
  /** Interrupts the copy after the page under way. */
  readonly signal?: AbortSignal;
  now?(): number;
}

class Reader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async run(sql: string, values: Value[] = [], deadlineMs = PAGE_DEADLINE_MS): Promise<Row[]> {
    return this.#database.transaction((_query, script) => script(sql, values), deadlineMs);
  }

  async count(table: TableName): Promise<number> {
    const [row] = await this.run(`select count(*) as n from ${table}`, [], COUNT_DEADLINE_MS);
    return Number(row?.n ?? 0);
  }

  async page([table, key]: Table, last: readonly Value[] | undefined): Promise<Row[]> {
    const places = last?.map((_, i) => `$${i + 1}`).join(", ");
    const behind = last === undefined ? "" : `where (${key}) > (${places})`;
    const limit = LARGE_ROWS.has(table) ? LARGE_PAGE : PAGE;
    return this.run(`select * from ${table} ${behind} order by ${key} limit ${limit}`, [...(last ?? [])]);
  }

  async *pages(
    table: Table,
    from: readonly Value[] | undefined,
  ): AsyncGenerator<readonly [Row[], last: Value[]]> {
    const [, key] = table;
    let next = this.page(table, from);
    for (;;) {
      const rows = await next;
      const end = rows.at(-1);
      if (end === undefined) return;
      const last = key.split(", ").map((column) => end[column] ?? null);
      // Read while this page is written.
      next = this.page(table, last);
      // A page that is not asked for any more is no failure.
      next.catch(() => {});
      yield [rows, last];
    }
  }
}

interface TableCheck {
  readonly rows: number;
  readonly checksum: bigint;
}

const asText = (value: Value | undefined) => (typeof value === "number" ? String(value) : value);

async function check(reader: Reader, table: Table, onRows: (rows: number) => void): Promise<TableCheck> {
  let checksum = 0n;
  let count = 0;
  for await (const [rows] of reader.pages(table, undefined)) {
    const columns = Object.keys(rows[0] ?? {}).sort();
    for (const row of rows)
      checksum += Bun.hash(JSON.stringify(columns.map((column) => asText(row[column]))));
    count += rows.length;
    onRows(rows.length);
  }
  return { rows: count, checksum: BigInt.asUintN(CHECKSUM_BITS, checksum) };
}

async function refuseServers(database: Database, what: string, now: number): Promise<void> {
  const servers = await serversOn(database, now);
  if (servers === 0) return;
  throw new DatabaseError(
    `${servers === 1 ? "A server process uses" : `${servers} server processes use`} ${what}. Stop every server, then run the copy. After a server was killed, wait a minute.`,
  );
}

/** The last key that was copied, by table; undefined for a table that is copied whole. */
interface Position {
  readonly last: readonly Value[] | undefined;
  readonly copied: number;
  readonly isWhole: boolean;
}
type Positions = Map<string, Position>;

/** Returns the progress of an interrupted copy, or begins one. Throws if the target has other rows. */
async function positionsIn(target: Reader, sourceName: string): Promise<Positions> {
  await target.run(
    "create table if not exists copy_progress (name text primary key, last_key text, copied integer not null, is_whole integer not null)",
  );
  const rows = await target.run("select name, last_key, copied, is_whole from copy_progress");
  const source = rows.find(({ name }) => name === SOURCE);
  if (source !== undefined && source.last_key !== sourceName) {
    throw new DatabaseError(
      "The target holds an unfinished copy of another database. Finish that one, or copy into an empty database.",
    );
  }
  if (source === undefined) {
    for (const [table] of TABLES) {
      const [row] = await target.run(`select 1 as present from ${table} limit 1`);
      if (row === undefined) continue;
      await target.run("drop table copy_progress");
      throw new DatabaseError(`The target has rows in ${table}: copy into an empty database.`);
    }
    await target.run("insert into copy_progress (name, last_key, copied, is_whole) values ($1, $2, 0, 0)", [
      SOURCE,
      sourceName,
    ]);
  }
  return new Map(
    rows
      .filter(({ name }) => name !== SOURCE)
      .map(({ name, last_key, copied, is_whole }) => {
        const last = JSON.parse(String(last_key)) as Value[];
        return [String(name), { last, copied: Number(copied), isWhole: is_whole === 1 }];
      }),
  );
}

async function copyTable(
  source: Reader,
  to: Database,
  table: Table,
  position: Position | undefined,
  advance: (rows: number) => void,
): Promise<void> {
  const [name] = table;
  let copied = position?.copied ?? 0;
  advance(copied);
  if (position?.isWhole === true) return;
  const note = (script: Script, last: readonly Value[], isWhole: boolean) =>
    script(
      `insert into copy_progress (name, last_key, copied, is_whole) values ($1, $2, $3, $4)
       on conflict (name) do update set last_key = excluded.last_key, copied = excluded.copied,
         is_whole = excluded.is_whole`,
      [name, JSON.stringify(last), copied, isWhole ? 1 : 0],
    );
  let end = position?.last;
  for await (const [rows, last] of source.pages(table, end)) {
    await to.transaction(async (_query, script) => {
      await insertRows(script, to.engine, name, rows);
      copied += rows.length;
      await note(script, last, false);
    }, PAGE_DEADLINE_MS);
    end = last;
    advance(rows.length);
  }
  await note(to.script, end ?? [], true);
}

/** Compares a table of both databases; returns its rows. Throws a `DatabaseError` where they differ. */
async function compareTable(
  source: Reader,
  target: Reader,
  table: Table,
  advance: (rows: number) => void,
): Promise<number> {
  const [original, copy] = await Promise.all([check(source, table, advance), check(target, table, () => {})]);
  if (original.rows === copy.rows && original.checksum === copy.checksum) return copy.rows;
  const which = original.rows === copy.rows ? "" : `: ${whole(original.rows)} and ${whole(copy.rows)} rows`;
  throw new DatabaseError(
    `The source and the target differ in ${table[0]}${which}. The source changed while it was copied: copy again, into an empty database.`,
  );
}

/**
 * Copies a database to another, of whichever engines, and compares rows and checksums at the end. An interrupted copy is
 * resumed. Returns how many rows each table has. Throws a `DatabaseError` if a server uses either, the target has other
 * rows, or both differ at the end.
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  { sourceName = "", onProgress = () => {}, signal, now = Date.now }: CopyOptions = {},
): Promise<Record<string, number>> {
  await migrate(from, { onlyKnown: true });
  await migrate(to, { onlyKnown: true });
  await refuseServers(from, "the source", now());
  await refuseServers(to, "the target", now());
  const source = new Reader(from);
  const target = new Reader(to);
  const positions = await positionsIn(target, sourceName);
  const total: Record<string, number> = {};
  for (const [table] of TABLES) total[table] = await source.count(table);
  const all = Object.values(total).reduce((sum, rows) => sum + rows, 0);
  let done = 0;
  const advance = (step: "copy" | "check", rows: number) => {
    done += rows;
    onProgress(step, Math.min(done, all), all);
    if (signal?.aborted === true) {
      throw new DatabaseError("The copy was interrupted. Run it again to resume it.");
    }
  };

  for (const table of TABLES) {
    await copyTable(source, to, table, positions.get(table[0]), (rows) => advance("copy", rows));
  }
  done = 0;
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    counts[table[0]] = await compareTable(source, target, table, (rows) => advance("check", rows));
  }
  await refuseServers(from, "the source", now());
  await target.run("drop table copy_progress");
  return counts;
}
