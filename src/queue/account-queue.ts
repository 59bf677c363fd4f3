import type { Database, Row, Script, Value } from "../store/database.ts";
import { CLOCK_MS, type Flow, Turns } from "./turns.ts";
import { LEASE_MS } from "./work-runner.ts";
import { type WorkShape, WorkTable } from "./work-table.ts";

/** Work of accounts, which takes turns by account. */
export interface AccountShape extends Pick<WorkShape, "table" | "columns"> {
  /** The name of the queue, or the column with its name: flows of each take turns by themselves. */
  readonly queue: { readonly name: string } | { readonly column: string };
  /** Whether one row of an account may run at a time. Default: any number. */
  readonly isOnePerAccount?: boolean;
}

/** State of such work. `succeeded`, `failed` and `canceled` are final. */
export const workStates = ["queued", "running", "succeeded", "failed", "canceled"] as const;
export type WorkState = (typeof workStates)[number];

/** A row of such a table. */
export interface AccountRow extends Row {
  readonly id: string;
  readonly account: string;
  /** The key that sent it, or that of the account's own pages. */
  readonly key_id: string;
  readonly state: WorkState;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly expires_at: string;
  readonly attempts: number;
  readonly units: number;
  readonly problem: string | null;
}

/** Reports whether work in this state has ended. */
export function isFinal(state: WorkState): boolean {
  return state !== "queued" && state !== "running";
}

const SHAPE = {
  key: ["id"],
  waiting: "state = 'queued'",
  leaseEnd: "lease_until",
  token: "attempts",
  hasOwner: true,
  clockMs: CLOCK_MS,
} satisfies Partial<WorkShape>;

/** Flows that are looked at in one repair. */
const REPAIRED = 100;

/** Work of many accounts: a flow (an account in a queue) has one turn after the other, and is leased then. */
export class AccountQueue extends Turns {
  readonly table: WorkTable;
  readonly #database: Database;
  readonly #shape: AccountShape;
  readonly #by: readonly string[];
  #repaired: readonly string[];

  constructor(database: Database, shape: AccountShape, now: () => number, leaseMs = LEASE_MS) {
    super(database, now);
    this.table = new WorkTable(database, { ...SHAPE, ...shape }, now, leaseMs);
    this.#database = database;
    this.#shape = shape;
    this.#by = "column" in shape.queue ? [shape.queue.column, "account"] : ["account"];
    this.#repaired = this.#by.map(() => "");
  }

  async claim(flow: Flow & { readonly turn?: number }, owner: string, count: number): Promise<Row[]> {
    const { isOnePerAccount = false } = this.#shape;
    const values = this.#valuesOf(flow);
    return this.#database.transaction(async (query, script) => {
      if (!(await this.take(query, flow, flow.turn))) return [];
      const where = `${this.#isOf()}${isOnePerAccount ? ` and ${this.#isIdle()}` : ""}`;
      const claimed = await this.table.claim(script, { count, owner, where, values });
      const dueAt = await this.#nextDue(script, values);
      // One that runs wakes its flow when it ends, or the end of its lease does.
      const freeAt = isOnePerAccount ? this.table.leaseEndsAt : "";
      await this.rest(query, flow, dueAt !== undefined && dueAt < freeAt ? freeAt : dueAt);
      return claimed;
    });
  }

  /** Extends a lease; false if it was lost. */
  renew(lease: Row): Promise<boolean> {
    return this.table.renew(lease);
  }

  /** Puts work back whose process is silent, and returns how much. Gives turns to flows that have none. */
  async recover(): Promise<number> {
    const rows = await this.table.recover(this.#by.join(", "));
    const flows = new Map(rows.map((row) => [JSON.stringify(row), this.#flowOf(row)]));
    for (const flow of flows.values()) await this.addTurn(this.#database.query, flow);
    await this.#repair();
    return rows.length;
  }

  /** Gives turns to flows that have none: a server of an earlier release, or an operator, has added their work. */
  async #repair(): Promise<void> {
    const { query, script } = this.#database;
    const rows = await script(this.#flowsStatement(), [...this.#repaired]);
    for (const row of rows) {
      const flow = this.#flowOf(row);
      const [turn] = await query`
        select 1 as found from queue_turn where queue = ${flow.queue} and account = ${flow.account}`;
      if (turn === undefined) await this.addTurn(query, flow);
    }
    const last = rows.length < REPAIRED ? undefined : rows.at(-1);
    this.#repaired = this.#by.map((name) => String(last?.[name] ?? ""));
  }

  /** Finds the flows after one that have work which waits: a few steps in the index for each. */
  #flowsStatement(): string {
    const { table } = this.#shape;
    const of = (name: string) => this.#by.map((column) => `${name}.${column}`).join(", ");
    const nextAfter = (after: string) => `
      select id from ${table} as next where next.state = 'queued' and (${of("next")}) > (${after})
      order by ${of("next")}, due_at, id limit 1`;
    const columns = this.#by.join(", ");
    return `
      with recursive flow (${columns}, step) as (
        select ${columns}, 1 from ${table} where id = (${nextAfter(this.#by.map((_, i) => `$${i + 1}`).join(", "))})
        union all
        select ${of(table)}, flow.step + 1 from flow join ${table} on ${table}.id = (${nextAfter(of("flow"))})
        where flow.step < ${REPAIRED})
      select ${columns} from flow order by ${columns}`;
  }

  async #nextDue(script: Script, values: readonly Value[]): Promise<string | undefined> {
    const { table } = this.#shape;
    const [next] = await script(
      `select due_at from ${table} where state = 'queued' and ${this.#isOf()} order by due_at limit 1`,
      [...values],
    );
    return next === undefined ? undefined : String(next.due_at);
  }

  #isOf(): string {
    return this.#by.map((name, i) => `${name} = $${i + 1}`).join(" and ");
  }

  #isIdle(): string {
    const { table } = this.#shape;
    const account = `$${this.#by.indexOf("account") + 1}`;
    return `not exists (select 1 from ${table} as other where other.account = ${account} and other.state = 'running')`;
  }

  #valuesOf({ queue, account }: Flow): string[] {
    return this.#by.length === 1 ? [account] : [queue, account];
  }

  #flowOf(row: Row): Flow {
    const { queue } = this.#shape;
    return { queue: "name" in queue ? queue.name : String(row[queue.column]), account: String(row.account) };
  }
}
