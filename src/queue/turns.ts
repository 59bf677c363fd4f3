import type { Database, Query } from "../store/database.ts";
import { SKEW_MS, timeText } from "../store/time-text.ts";

/** The work of one account in one queue. */
export interface Flow {
  readonly queue: string;
  readonly account: string;
}

/** The flow whose turn it is. */
export interface Turn extends Flow {
  /** Its place in the order, the lowest is next: it names this turn, which one process can use. */
  readonly turn: number;
  /** Whether no other account has work that is ready. */
  readonly isAlone: boolean;
}

/** The longest that work of accounts waits, in milliseconds. */
export const WAIT_MAX_MS = 10 * 60_000;
/** Times further ahead, in milliseconds, were set before the clock went back. */
export const CLOCK_MS = WAIT_MAX_MS + SKEW_MS;

/** Flows whose wait is over that become ready in one look: SQLite does nothing else meanwhile. */
const RELEASED = 100;

/** Makes flows ready whose wait is over. PostgreSQL skips those of other processes, so that none wait for each other. */
function releaseStatement(engine: Database["engine"], comparison: "<=" | ">"): string {
  const lock = engine === "postgresql" ? "for update skip locked" : "";
  return `
    with waited as materialized (
      select queue, account from queue_turn where waits_until ${comparison} $1 order by waits_until limit ${RELEASED} ${lock})
    update queue_turn set waits_until = null, turn = (select 1 - coalesce(min(-turn), 0) from queue_turn)
    from waited where queue_turn.queue = waited.queue and queue_turn.account = waited.account`;
}

/**
 * Round robin between accounts, in the database, so that it holds across processes and restarts: a flow that had its turn goes
 * behind all others, and one that waits is not looked at until its time. A row per flow says which it is; each look is a few
 * steps in an index, however many flows and pieces of work there are. It knows nothing of the work itself.
 *
 * A flow waits because nothing of it is due, because it was paused (until its time, or until work is added), or because its
 * account is blocked (until that time, whatever is added).
 */
export class Turns {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** The flow of these queues, or of all, whose turn it is, though its work may have been canceled; undefined where none is ready. */
  async next(queues?: ReadonlySet<string>): Promise<Turn | undefined> {
    await this.#release();
    // One step of the index for each queue, instead of a row for each flow.
    const rows = await this.#database.query<{
      queue: string;
      account: string;
      turn: number | string;
      second: number | string | null;
    }>`
      with recursive name (queue) as (
        select min(queue) from queue_turn where waits_until is null
        union all
        select (select min(other.queue) from queue_turn as other
          where other.waits_until is null and other.queue > name.queue)
        from name where name.queue is not null)
      select queue,
        (select account from queue_turn as head where head.queue = name.queue and head.waits_until is null
          order by turn, account limit 1) as account,
        (select min(turn) from queue_turn as head
          where head.queue = name.queue and head.waits_until is null) as turn,
        (select turn from queue_turn as head where head.queue = name.queue and head.waits_until is null
          order by turn, account limit 1 offset 1) as second
      from name where queue is not null`;
    const [first, ...others] = rows
      .filter(({ queue }) => queues?.has(queue) ?? true)
      .map((row) => ({ ...row, turn: Number(row.turn) }))
      .sort((a, b) => a.turn - b.turn);
    if (first === undefined) return undefined;
    const { queue, account, turn, second } = first;
    const isAlone = second === null && others.every((other) => other.account === account);
    return { queue, account, turn, isAlone };
  }

  async #release(): Promise<void> {
    const now = timeText(this.#now());
    const ahead = timeText(this.#now() + CLOCK_MS);
    const { engine, query, script } = this.#database;
    // Most looks find none, and write nothing.
    const [wait] = await query<{ first: string | null; last: string | null }>`
      select (select min(waits_until) from queue_turn where waits_until is not null) as first,
        (select max(waits_until) from queue_turn where waits_until is not null) as last`;
    if (wait === undefined || wait.first === null || wait.last === null) return;
    if (wait.first <= now) await script(releaseStatement(engine, "<="), [now]);
    if (wait.last > ahead) await script(releaseStatement(engine, ">"), [ahead]);
  }

  /** Uses up a turn and locks its flow until the end of the transaction. False if another process was faster. */
  async take(query: Query, { queue, account }: Flow, turn: number | undefined): Promise<boolean> {
    const rows = await query`
      update queue_turn set turn = (select 1 - coalesce(min(-turn), 0) from queue_turn)
      where queue = ${queue} and account = ${account} and waits_until is null
        and turn = coalesce(cast(${turn ?? null} as bigint), turn)
      returning account`;
    return rows.length > 0;
  }

  /** Ends a turn that `take` began: nothing of the flow is due before `dueAt`, or nothing is left of it where that is undefined. */
  async rest(query: Query, { queue, account }: Flow, dueAt: string | undefined): Promise<void> {
    if (dueAt === undefined) {
      await query`delete from queue_turn where queue = ${queue} and account = ${account}`;
    } else if (dueAt > timeText(this.#now())) {
      await query`
        update queue_turn set waits_until = ${dueAt} where queue = ${queue} and account = ${account}`;
    }
  }

  /** Says that work of a flow is due at a time in milliseconds, in the transaction that stores or ends work, after that. */
  async addTurn(query: Query, { queue, account }: Flow, dueMs = this.#now()): Promise<void> {
    const now = timeText(this.#now());
    const dueAt = timeText(dueMs);
    const waits = dueAt > now ? dueAt : null;
    await query`
      insert into queue_turn (queue, account, turn, blocked_until, waits_until)
      select cast(${queue} as text), cast(${account} as text), (select 1 - coalesce(min(-turn), 0) from queue_turn), blocked.until,
        case when blocked.until > ${dueAt} then blocked.until else cast(${waits} as text) end
      from (select max(blocked_until) as until from queue_turn where account = ${account} and blocked_until > ${now}
        and blocked_until <= ${timeText(this.#now() + CLOCK_MS)}) as blocked
      where true
      on conflict (queue, account) do update set turn = excluded.turn, waits_until = excluded.waits_until
      where queue_turn.waits_until > coalesce(excluded.waits_until, '')`;
  }

  /** Lets a flow wait so long, in milliseconds, or until work is added to it. */
  async pause(query: Query, { queue, account }: Flow, ms: number): Promise<void> {
    const until = timeText(this.#now() + ms);
    await query`
      update queue_turn set waits_until = ${until}
      where queue = ${queue} and account = ${account} and (waits_until is null or waits_until < ${until})`;
  }

  /** Lets all flows of an account wait so long, in milliseconds, in every process; those too that are added meanwhile. */
  async block(account: string, ms: number): Promise<void> {
    const until = timeText(this.#now() + ms);
    await this.#database.query`
      update queue_turn set blocked_until = ${until},
        waits_until = case when waits_until > ${until} then waits_until else cast(${until} as text) end
      where account = ${account} and (blocked_until is null or blocked_until < ${until}
        or blocked_until > ${timeText(this.#now() + CLOCK_MS)})`;
  }
}
