import { Database as File } from "bun:sqlite";
import type { Database, Query, Row, Script, Value } from "../../src/store/database.ts";
import { part } from "../rules/source-tree.ts";

/** Tells what a statement reads whole, by the plan of the engine for tables as they are filled. */
export interface QueryPlans extends Disposable {
  /** The tables of the database, with their rows. */
  readonly rows: ReadonlyMap<string, number>;
  /**
   * The tables that a statement reads whole, or by an index that it reads whole. Without `values`, the plan is the one that
   * PostgreSQL makes for any values.
   */
  readWhole(sql: string, values?: readonly Value[]): Promise<string[]>;
}

interface Index {
  readonly table: string;
  /** The first thing that it orders by. */
  readonly leading: string;
  /** Whether it has few of the rows of its table, so that reading all of it is short. */
  readonly isShort: boolean;
}

/** A partial index is short with at most this share of the rows of its table. */
const SHORT_SHARE = 0.05;

async function run(database: Database, sql: string, values: Value[] = []): Promise<Row[]> {
  return database.transaction((_query, script) => script(sql, values), 600_000);
}

async function countOf(database: Database, table: string, condition = "true"): Promise<number> {
  const [row] = await run(database, `select count(*) as n from ${table} where ${condition}`);
  return Number(row?.n);
}

async function indexesOf(database: Database, rows: ReadonlyMap<string, number>): Promise<Map<string, Index>> {
  const found =
    database.engine === "sqlite"
      ? await run(
          database,
          "select name, tbl_name as on_table, sql as text from sqlite_master where type = 'index'",
        )
      : await run(
          database,
          "select indexname as name, tablename as on_table, indexdef as text from pg_indexes where schemaname = current_schema()",
        );
  const indexes = new Map<string, Index>();
  for (const { name, on_table, text } of found) {
    const [, , leading = "", condition] =
      /^create (unique )?index .*? on .*?\((.*?)\)(?: where (.*))?$/is.exec(String(text ?? "()")) ?? [];
    const table = String(on_table);
    const isShort =
      condition !== undefined &&
      (await countOf(database, table, condition)) <= SHORT_SHARE * Math.max(1, rows.get(table) ?? 0);
    const [first = ""] = leading.match(/[a-z_]\w*/g)?.filter((word) => word !== "coalesce") ?? [];
    indexes.set(String(name), { table, leading: first, isShort });
  }
  return indexes;
}

/** The table that a plan of SQLite names by its alias. */
function tableOf(sql: string, name: string): string {
  return new RegExp(`\\b(\\w+) as ${name}\\b`).exec(sql)?.[1] ?? name;
}

const isLimited = (sql: string) => / order by .* limit /s.test(sql);

/** What a line of SQLite's plan reads whole. */
function wholeOnSqlite(line: string, sql: string, indexes: ReadonlyMap<string, Index>): string[] {
  const [, way, name = "", index] =
    /^(SCAN|SEARCH) (\w+)(?: USING (?:COVERING |AUTOMATIC (?:PARTIAL )?COVERING )?INDEX (\w+)?)?/.exec(
      line,
    ) ?? [];
  const table = tableOf(sql, name);
  if (/AUTOMATIC|\(ANY\(/.test(line)) return [table];
  if (way !== "SCAN") return [];
  const isBounded = index !== undefined && (indexes.get(index)?.isShort === true || isLimited(sql));
  return isBounded ? [] : [table];
}

/** Nodes that read no more of what is below them than what is asked of them. */
const STREAMING = /^(?:Limit|Subquery Scan|Nested Loop|LockRows|Result|Index|ProjectSet|Append)/;

/** What a node of PostgreSQL's plan and those below it read whole. */
function wholeOnPostgres(node: unknown, indexes: ReadonlyMap<string, Index>, wasLimited = false): string[] {
  const type = String(part(node, "Node Type"));
  const limited = type === "Limit" || (wasLimited && STREAMING.test(type));
  const plans = part(node, "Plans");
  const below = Array.isArray(plans) ? plans.flatMap((plan) => wholeOnPostgres(plan, indexes, limited)) : [];
  const name = part(node, "Index Name");
  if (type === "Seq Scan") return [...below, String(part(node, "Relation Name"))];
  if (typeof name !== "string") return below;
  const index = indexes.get(name);
  const condition = part(node, "Index Cond");
  if (index === undefined) return [...below, name];
  const isSought = typeof condition === "string" && new RegExp(`\\b${index.leading}\\b`).test(condition);
  // With a filter, an index that is followed to a limit may be followed to its end.
  const isFollowed = limited && part(node, "Filter") === undefined && condition === undefined;
  return index.isShort || isSought || isFollowed ? below : [...below, index.table];
}

/** Numbers what is bound from 1 on. */
function renumbered(sql: string): { readonly sql: string; readonly count: number } {
  const numbers = new Map<string, string>();
  const text = sql.replaceAll(/\$\d+/g, (name) => {
    const number = numbers.get(name) ?? `$${numbers.size + 1}`;
    numbers.set(name, number);
    return number;
  });
  return { sql: text, count: numbers.size };
}

/**
 * Writes usual values for limits and ranges into a statement. For any value, PostgreSQL expects a tenth of a table and a
 * third, for which reading it whole would be right.
 */
async function withUsualRanges(
  sql: string,
  endOf: (column: string, end: "min" | "max", tables: readonly string[]) => Promise<Value | undefined>,
): Promise<string> {
  let text = sql.replaceAll(/\blimit \$\d+/g, "limit 100");
  const tables = sql.match(/\w+/g) ?? [];
  for (const [whole, column = "", compared = ""] of sql.matchAll(/\b(\w+) ([<>]=?) \$\d+/g)) {
    const value = await endOf(column, compared.startsWith("<") ? "min" : "max", tables);
    if (value === undefined || value === null) continue;
    const literal = typeof value === "number" ? value : `'${value.replaceAll("'", "''")}'`;
    text = text.replace(whole, `${column} ${compared} ${literal}`);
  }
  return text;
}

async function planOnPostgres(database: Database, sql: string, values?: readonly Value[]): Promise<unknown> {
  const plan = await database.transaction(async (_query, script) => {
    // As where the pages that a statement needs are in memory: small tables are then read as large ones are.
    await script("set local random_page_cost = 1");
    if (values !== undefined) return script(`explain (format json) ${sql}`, [...values]);
    const numbered = renumbered(sql);
    await script("set local plan_cache_mode = force_generic_plan");
    await script(`prepare explained as ${numbered.sql}`);
    const nulls = Array.from({ length: numbered.count }, () => "null").join(", ");
    const explained = await script(`explain (format json) execute explained${nulls && `(${nulls})`}`);
    await script("deallocate explained");
    return explained;
  });
  const found: unknown = plan[0]?.["QUERY PLAN"];
  const parsed: unknown = typeof found === "string" ? JSON.parse(found) : found;
  return part(Array.isArray(parsed) ? parsed[0] : parsed, "Plan");
}

/**
 * Opens a connection to a SQLite database for explanations. The explanation of a statement that writes is in progress until it
 * is finalized, and meanwhile nothing can be committed; a database keeps its statements prepared.
 */
async function connectionTo(database: Database): Promise<File | undefined> {
  if (database.engine !== "sqlite") return undefined;
  const [row] = await run(database, "select file from pragma_database_list where name = 'main'");
  return new File(String(row?.file), { readonly: true });
}

function explainOnSqlite(connection: File, sql: string, values: readonly Value[]): Row[] {
  const statement = connection.prepare<Row, Value[]>(
    `explain query plan ${sql.replaceAll(/\$(?=\d)/g, "?")}`,
  );
  const plan = statement.all(...values);
  statement.finalize();
  return plan;
}

/** Reads which tables and indexes a database has, and how many rows. */
export async function openQueryPlans(database: Database): Promise<QueryPlans> {
  const names =
    database.engine === "sqlite"
      ? await run(database, "select name from sqlite_master where type = 'table' and name not like 'sqlite%'")
      : await run(database, "select tablename as name from pg_tables where schemaname = current_schema()");
  const rows = new Map<string, number>();
  for (const { name } of names) rows.set(String(name), await countOf(database, String(name)));
  const indexes = await indexesOf(database, rows);
  const connection = await connectionTo(database);
  const ends = new Map<string, Value | undefined>();
  const endOf = async (column: string, end: "min" | "max", tables: readonly string[]) => {
    for (const table of tables.filter((name) => rows.has(name))) {
      const key = `${end} ${table} ${column}`;
      if (!ends.has(key)) {
        const found = await run(database, `select ${end}(${column}) as value from ${table}`).catch(() => []);
        ends.set(key, found[0]?.value ?? undefined);
      }
      if (ends.get(key) !== undefined) return ends.get(key);
    }
    return undefined;
  };
  return {
    rows,
    async readWhole(sql, values) {
      if (connection === undefined) {
        const text = values === undefined ? await withUsualRanges(sql, endOf) : sql;
        return [...new Set(wholeOnPostgres(await planOnPostgres(database, text, values), indexes))];
      }
      const count = new Set(sql.match(/\$\d+/g)).size;
      const given = values ?? Array.from({ length: count }, () => null);
      const plan = explainOnSqlite(connection, sql, given);
      return [...new Set(plan.flatMap(({ detail }) => wholeOnSqlite(String(detail), sql, indexes)))];
    },
    [Symbol.dispose]: () => connection?.close(),
  };
}

/** A database that notes each statement that it runs, with values it was run with. */
export function noting(database: Database, statements: Map<string, readonly Value[]>): Database {
  const note = (text: string, values: readonly Value[]) =>
    void statements.set(text.replaceAll(/\s+/g, " ").trim(), values);
  const tagged =
    (query: Query): Query =>
    (text, ...values) => {
      note(
        text.reduce((sql, piece, i) => `${sql}$${i}${piece}`),
        values,
      );
      return query(text, ...values);
    };
  const scripted =
    (script: Script): Script =>
    (sql, values = []) => {
      note(sql, values);
      return script(sql, values);
    };
  return {
    ...database,
    query: tagged(database.query),
    script: scripted(database.script),
    count: tagged(database.count),
    countTogether: (run) => database.countTogether((query, script) => run(tagged(query), scripted(script))),
    transaction: (run, deadlineMs) =>
      database.transaction((query, script) => run(tagged(query), scripted(script)), deadlineMs),
  };
}
