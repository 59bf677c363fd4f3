import type { Database, Row, Script, Value } from "../store/database.ts";
import { timeText } from "../store/time-text.ts";

/**
 * A table whose rows are work: the columns by which the queue claims and leases them. All have `due_at`. Rows with an owner also
 * have `state`, `owner`, `lease_until`, `started_at` and `interruptions`: their state is `queued` or `running` until they have
 * ended, and `recover` puts those back whose lease has ended. Rows of an outbox have no such state: where their lease
 * has ended, they are claimed again.
 */
export interface WorkShape {
  readonly table: string;
  readonly key: readonly string[];
  /** The columns that a claim returns, by commas. Named, because a prepared `*` ends with an error after an upgrade. */
  readonly columns: string;
  /** The SQL condition of rows that may be claimed once they are due. */
  readonly waiting: string;
  /** The column with the end of a lease; `due_at` where a row that is leased is due again at that time. */
  readonly leaseEnd: string;
  /** The column that counts leases: a statement with one that was lost changes nothing (a fencing token). */
  readonly token: string;
  readonly hasOwner: boolean;
  /** Times further ahead than this, in milliseconds, were set before the clock went back: they are over. Default: none is. */
  readonly clockMs?: number;
}

/** A claim of work. */
export interface Claim {
  readonly count: number;
  /** The process that claims; undefined for rows without an owner. */
  readonly owner?: string;
  /** SQL condition of the rows beside those of the table, with `$1`, `$2`… for `values`. Default: any. */
  readonly where?: string;
  readonly values?: readonly Value[];
}

/** The work of a table in numbers. */
export interface WorkNumbers {
  readonly waiting: number;
  /** How long the row that waits longest has waited, in seconds; 0 where none does. */
  readonly oldestSeconds: number;
}

/** Lets other statements add values to those that a condition has. */
function binder(values: readonly Value[] = []) {
  const bound = [...values];
  return { bound, bind: (value: Value) => `$${bound.push(value)}` };
}

/** The leases of a table of work: the only statements that write their columns, each with what shares its transaction. */
export class WorkTable {
  readonly shape: WorkShape;
  readonly #database: Database;
  readonly #now: () => number;
  readonly #leaseMs: number;

  /** `leaseMs`: the time after which other processes take over, in milliseconds. */
  constructor(database: Database, shape: WorkShape, now: () => number, leaseMs: number) {
    this.shape = shape;
    this.#database = database;
    this.#now = now;
    this.#leaseMs = leaseMs;
  }

  get leaseEndsAt(): string {
    return timeText(this.#now() + this.#leaseMs);
  }

  /** Leases rows that are due, the longest due first, skipping those that another process is leasing. */
  async claim(script: Script, { count, owner, where = "true", values }: Claim): Promise<Row[]> {
    const { table, key, columns, waiting, leaseEnd, token, hasOwner } = this.shape;
    const { bound, bind } = binder(values);
    const isDue = this.#isOver("due_at", bind);
    const isFree = hasOwner || leaseEnd === "due_at" ? "" : `and ${this.#isOver(leaseEnd, bind)}`;
    const present = timeText(this.#now());
    const started = () =>
      `, state = 'running', owner = ${bind(owner ?? null)}, started_at = coalesce(started_at, ${bind(present)})`;
    return script(
      `with due as materialized (
         select ${key.join(", ")} from ${table} where ${waiting} and ${where} and ${isDue} ${isFree}
         order by due_at, ${key.join(", ")} limit ${bind(count)} ${this.#database.engine === "postgresql" ? "for update skip locked" : ""})
       update ${table} set ${leaseEnd} = ${bind(this.leaseEndsAt)}, ${token} = ${table}.${token} + 1${hasOwner ? started() : ""}
       from due where ${key.map((name) => `${table}.${name} = due.${name}`).join(" and ")} and ${waiting}
       returning ${columns.replaceAll(/\w+/g, `${table}.$&`)}`,
      bound,
    );
  }

  async renew(lease: Row): Promise<boolean> {
    const { table, leaseEnd } = this.shape;
    const { bound, bind } = binder();
    const statement = `update ${table} set ${leaseEnd} = ${bind(this.leaseEndsAt)} where ${this.#isHeld(lease, bind)} returning 1 as held`;
    return (await this.#database.script(statement, bound)).length > 0;
  }

  async lock(script: Script, lease: Row, columns: string): Promise<Row | undefined> {
    const { table, token } = this.shape;
    const { bound, bind } = binder();
    const statement = `update ${table} set ${token} = ${token} where ${this.#isHeld(lease, bind)} returning ${columns}`;
    const [row] = await script(statement, bound);
    return row;
  }

  async release(script: Script, lease: Row, set: Row, columns: string): Promise<Row | undefined> {
    const { bound, bind } = binder();
    const [row] = await this.releaseAll(script, this.#isHeld(lease, bind), bound, set, columns);
    return row;
  }

  /** Ends the leases of all rows of a condition, with `$1`, `$2`… for `values`; sets columns of them, and returns them. */
  async releaseAll(
    script: Script,
    where: string,
    values: readonly Value[],
    set: Row,
    columns: string,
  ): Promise<Row[]> {
    const { table, leaseEnd, hasOwner } = this.shape;
    const { bound, bind } = binder(values);
    const ended: Row = hasOwner ? { owner: null, [leaseEnd]: null } : { [leaseEnd]: timeText(this.#now()) };
    const changes = Object.entries({ ...ended, ...set }).map(([name, value]) => `${name} = ${bind(value)}`);
    const statement = `update ${table} set ${changes.join(", ")} where ${where} returning ${columns}`;
    return script(statement, bound);
  }

  /** Puts rows back whose owner is silent, and returns these columns of them. They count how often that happened. */
  async recover(columns: string): Promise<Row[]> {
    const { table, key, leaseEnd } = this.shape;
    const { bound, bind } = binder();
    // On PostgreSQL, two processes that lock the same rows in different orders would wait for each other for ever.
    const locked = this.#database.engine === "postgresql" ? "for update skip locked" : "";
    return this.#database.script(
      `with silent as materialized (
         select ${key.join(", ")} from ${table} where state = 'running' and ${this.#isOver(leaseEnd, bind)} ${locked})
       update ${table} set state = 'queued', owner = null, ${leaseEnd} = null, due_at = ${bind(timeText(this.#now()))}, interruptions = interruptions + 1
       from silent where ${key.map((name) => `${table}.${name} = silent.${name}`).join(" and ")}
       returning ${columns.replaceAll(/\w+/g, `${table}.$&`)}`,
      bound,
    );
  }

  /** Counts rows that wait. `since`: the column that says since when they do. */
  async numbers(since: "due_at" | "created_at" = "due_at"): Promise<WorkNumbers> {
    const { table, waiting } = this.shape;
    const [row] = await this.#database.script(
      `select count(*) as waiting, min(${since}) as oldest from ${table} where ${waiting}`,
      [],
    );
    const oldest = row?.oldest == null ? this.#now() : Date.parse(String(row.oldest));
    return { waiting: Number(row?.waiting ?? 0), oldestSeconds: Math.max(0, (this.#now() - oldest) / 1_000) };
  }

  #isOver(column: string, bind: (value: Value) => string): string {
    const { clockMs } = this.shape;
    const isPast = `${column} <= ${bind(timeText(this.#now()))}`;
    return clockMs === undefined
      ? isPast
      : `(${isPast} or ${column} > ${bind(timeText(this.#now() + clockMs))})`;
  }

  #isHeld(lease: Row, bind: (value: Value) => string): string {
    const { key, token, hasOwner } = this.shape;
    const names = [...key, token].map((name) => `${name} = ${bind(lease[name] ?? null)}`);
    return [...names, ...(hasOwner ? ["state = 'running'"] : [])].join(" and ");
  }
}
