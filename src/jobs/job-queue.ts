import type { Charge, Entry } from "../accounts/usage-batch.ts";
import { addCharge, entrySchema, subtractCharge } from "../accounts/usage-batch.ts";
import { Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import type { Database, Query, Script } from "../store/database.ts";
import { OutcomeUnknown } from "../store/failure.ts";
import { countLimited, limitedBatches } from "./batch-limits.ts";
import { type AccountCipher, columnPlace, type DataKeys, openRow } from "./data-keys.ts";
import { type ClaimedJob, type JobRow, ROW_BYTES, type StoredResponse, timeText } from "./job.ts";
import { announceEnded, ENDED, type EndedJob, endBatches, type JobEvents } from "./job-events.ts";
import { type Flow as TurnFlow, Turns } from "./turns.ts";

/** Time after which others take over the jobs of a silent worker, in milliseconds. */
export const LEASE_MS = 15_000;

/** Outcome of a job, or that it is to run again later. */
export type JobOutcome =
  | { readonly state: "succeeded"; readonly response: StoredResponse; readonly bytes: number }
  | {
      readonly state: "failed";
      readonly problem: Readonly<Record<string, unknown>>;
      /** Whether no event is emitted: a job whose event cannot be stored would never end. */
      readonly isSilent?: boolean;
    }
  | {
      readonly state: "queued";
      readonly afterMs: number;
      /** How long the other jobs of its flow wait too; undefined where they do not. */
      readonly pauseMs?: number | undefined;
      /** The attempts so far that did not complete; undefined where this one does not count. */
      readonly retries?: number | undefined;
    };

/** Jobs of one account and API: flows take turns. */
export interface Flow {
  readonly api: string;
  readonly account: string;
}

/** The flow whose turn it is. */
export interface NextFlow extends Flow {
  /** Names this turn, which one process can use. */
  readonly turn: number;
  /** Whether no other account has jobs of the API that are due. */
  readonly isAlone: boolean;
}

/** The lease of a job: its worker and its attempt. A statement with a lease that was lost changes nothing. */
export type Lease = Pick<ClaimedJob, "id" | "account" | "owner" | "attempts">;

/** The part of a charge that is not kept. */
function difference(charged: Entry, kept: Entry | undefined): Entry | undefined {
  if (kept === undefined) return charged;
  const amount = charged.amount - kept.amount;
  const units = charged.units - kept.units;
  const calls = charged.calls - kept.calls;
  return amount === 0 && units === 0 && calls === 0 ? undefined : { ...charged, amount, units, calls };
}

/** Gives back the charge of a row, except for the part that is kept. */
export async function refundCharge(query: Query, charge: string | null, kept?: Entry): Promise<void> {
  if (charge === null) return;
  const back = difference(entrySchema.parse(JSON.parse(charge)), kept);
  if (back !== undefined) await subtractCharge(query, back);
}

function leaseLost(): Problem {
  return new Problem("client-left", "The job was canceled, or another process runs it.");
}

/** The quota does not cover a charge, so that its transaction is rolled back. */
class NotCovered extends Error {}

/** The columns of a job that a worker needs; named, because a prepared `*` ends with an error after an upgrade. */
const CLAIMED = `job.id, job.account, job.key_id, job.mode, job.api, job.operation, job.batch, job.place, job.state,
  job.request, job.bytes, job.created_at, job.started_at, job.finished_at, job.expires_at, job.attempts,
  job.interruptions, job.retries, job.owner, job.charge, job.units, job.response, job.problem`;

/** Leases jobs of a flow. PostgreSQL skips those that another worker is leasing; SQLite has one writer at a time. */
function claimStatement(engine: Database["engine"]): string {
  const lock = engine === "postgresql" ? "for update skip locked" : "";
  return `
    with due as materialized (
      select id from job where state = 'queued' and api = $1 and account = $2 and due_at <= $3
      order by due_at, id limit $4 ${lock})
    update job set state = 'running', owner = $5, lease_until = $6, attempts = job.attempts + 1,
      started_at = coalesce(job.started_at, $3)
    from due where job.id = due.id and job.state = 'queued' returning ${CLAIMED}`;
}

/** How long the jobs of an account wait whose key cannot be read, in milliseconds. */
const KEY_MS = 60_000;

/** Flows that are looked at in one repair. */
const REPAIRED = 100;

/** One after the other, so that jobs use one connection of those that charge calls. */
function createSerial() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}

/** Dependencies of the queue. */
export interface JobQueueOptions {
  readonly database: Database;
  readonly keys: DataKeys;
  readonly log: Log;
  now(): number;
  /** How long a worker may be silent, in milliseconds. */
  readonly leaseMs?: number | undefined;
  /** Called with jobs and batches that end. */
  readonly events?: JobEvents | undefined;
  /** Ends a batch whose first items have all exceeded limits. */
  limited?(batch: string): Promise<void>;
}

/**
 * The queue of jobs, as a worker sees it: leases, and the settlement of charges. All of it is one statement or one
 * transaction, so it works behind a pooler and when any process is killed at any time. The row of a job is also the receipt
 * of its charge: both change in one transaction, so a job is charged once, however often it runs.
 */
export class JobQueue {
  readonly #database: Database;
  readonly #keys: DataKeys;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #leaseMs: number;
  readonly #events: JobEvents | undefined;
  readonly #limited: JobQueueOptions["limited"];
  readonly #serial = createSerial();
  readonly #turns: Turns;
  /** The last flow that was looked at in a repair. */
  #repaired: Flow = { api: "", account: "" };

  constructor({ database, keys, log, now, leaseMs = LEASE_MS, events, limited }: JobQueueOptions) {
    this.#limited = limited;
    this.#database = database;
    this.#keys = keys;
    this.#log = log;
    this.#now = now;
    this.#leaseMs = leaseMs;
    this.#events = events;
    this.#turns = new Turns(database, now);
  }

  /** The flow of these APIs, or of all, whose turn it is, though its jobs may have been canceled; undefined where none is due. */
  async nextFlow(apis?: ReadonlySet<string>): Promise<NextFlow | undefined> {
    const turns = (await this.#turns.next()).filter(({ queue }) => apis?.has(queue) ?? true);
    const [first, ...others] = turns.sort((a, b) => a.turn - b.turn);
    if (first === undefined) return undefined;
    const { queue: api, account, turn, isAlone } = first;
    return { api, account, turn, isAlone: isAlone && others.every((other) => other.account === account) };
  }

  /**
   * Uses up the turn of a flow: leases at most `count` of its due jobs to `owner`, the oldest first. None if another process has
   * used the turn.
   */
  async claim(
    { api, account, turn }: Flow & { readonly turn?: number },
    owner: string,
    count: number,
  ): Promise<ClaimedJob[]> {
    const flow = { queue: api, account };
    const cipher = await this.#cipherOf(flow);
    if (cipher === undefined) return [];
    const now = this.#now();
    const statement = claimStatement(this.#database.engine);
    const values = [api, account, timeText(now), count, owner, timeText(now + this.#leaseMs)];
    const rows = await this.#database.transaction(async (query, script) => {
      if (!(await this.#turns.take(query, flow, turn))) return [];
      const claimed = await script(statement, values);
      const [next] = await query<{ due_at: string }>`
        select due_at from job where state = 'queued' and api = ${api} and account = ${account}
        order by due_at limit 1`;
      await this.#turns.rest(query, flow, next?.due_at);
      return claimed;
    });
    // The columns are those of `CLAIMED`.
    const jobs = (rows as ClaimedJob[]).map((row) => openRow(cipher, row, this.#log));
    return jobs.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** The cipher of an account; undefined where its key cannot be read: its jobs wait, and do not hold up those of others. */
  async #cipherOf(flow: TurnFlow): Promise<AccountCipher | undefined> {
    try {
      return await this.#keys.of(flow.account);
    } catch (cause) {
      await this.#turns.pause(this.#database.query, flow, timeText(this.#now() + KEY_MS));
      this.#log.warn("the jobs of an account wait: their key cannot be read", {
        account: flow.account,
        cause,
      });
      return undefined;
    }
  }

  /** Lets the jobs of an account wait so long, in milliseconds, in every process. */
  block(account: string, ms: number): Promise<void> {
    return this.#turns.block(account, timeText(this.#now() + ms));
  }

  /** Extends the leases of `owner` on these jobs and returns those that it still has, with their attempts. */
  async renew(owner: string, ids: readonly string[]): Promise<Pick<Lease, "id" | "attempts">[]> {
    const { query } = this.#database;
    const held: Pick<JobRow, "id" | "attempts">[] = [];
    for (const id of ids) {
      const rows = await query<Pick<JobRow, "id" | "attempts">>`
        update job set lease_until = ${timeText(this.#now() + this.#leaseMs)}
        where id = ${id} and owner = ${owner} and state = 'running' returning id, attempts`;
      held.push(...rows);
    }
    return held;
  }

  /** Puts jobs whose worker is silent back into the queue, and returns how many. Also ends batches that nobody else ends. */
  async recover(): Promise<number> {
    const { query } = this.#database;
    const now = timeText(this.#now());
    const rows = await query<{ queue: string; account: string }>`
      update job set state = 'queued', owner = null, lease_until = null, due_at = ${now},
        interruptions = interruptions + 1
      where state = 'running' and lease_until <= ${now} returning api as queue, account`;
    const flows = new Map(rows.map((flow) => [`${flow.queue} ${flow.account}`, flow]));
    for (const flow of flows.values()) await this.#turns.add(query, flow, now);
    await this.#repair();
    await this.#endLimited(await limitedBatches(this.#database));
    if (this.#events !== undefined) await endBatches(this.#database, this.#events, now);
    return rows.length;
  }

  /** Gives turns to flows that have none: a server of an earlier release, or an operator, has added their jobs. */
  async #repair(): Promise<void> {
    const { query } = this.#database;
    const { api, account } = this.#repaired;
    const flows = await query<{ queue: string; account: string; has_turn: number }>`
      with recursive flow (api, account, step) as (
        select api, account, 1 from job where id = (
          select id from job as next where next.state = 'queued' and (next.api, next.account) > (${api}, ${account})
          order by next.api, next.account, next.due_at, next.id limit 1)
        union all
        select job.api, job.account, flow.step + 1 from flow join job on job.id = (
          select id from job as next where next.state = 'queued' and (next.api, next.account) > (flow.api, flow.account)
          order by next.api, next.account, next.due_at, next.id limit 1)
        where flow.step < ${REPAIRED})
      select api as queue, account, case when exists (
        select 1 from queue_turn where queue_turn.queue = flow.api and queue_turn.account = flow.account) then 1 else 0 end as has_turn
      from flow order by api, account`;
    for (const flow of flows) {
      if (flow.has_turn === 0) await this.#turns.add(query, flow, timeText(this.#now()));
    }
    const last = flows.length < REPAIRED ? undefined : flows.at(-1);
    this.#repaired = { api: last?.queue ?? "", account: last?.account ?? "" };
  }

  /**
   * Charges a job. Resolves with the counter, or undefined where the quota does not cover it. Rejects with `client-left` if
   * the lease was lost.
   */
  async reserve({ id, owner, attempts }: Lease, charge: Charge): Promise<number | undefined> {
    const { limit: _, ...entry } = charge;
    const text = JSON.stringify(entrySchema.parse(entry));
    try {
      return await this.#together(async (query) => {
        const [own] = await query`
          update job set charge = ${text}
          where id = ${id} and owner = ${owner} and attempts = ${attempts} and charge is null returning id`;
        if (own === undefined) throw leaseLost();
        const used = await addCharge(query, charge);
        if (used === undefined) throw new NotCovered();
        return used;
      });
    } catch (error) {
      if (error instanceof NotCovered) return undefined;
      throw error;
    }
  }

  /**
   * Ends a job, or puts it back: `kept` stays charged, the rest of its charge is given back. False if the lease was lost:
   * then nothing has changed.
   */
  async settle(lease: Lease, outcome: JobOutcome, kept: Entry | undefined): Promise<boolean> {
    const { id } = lease;
    const cipher = await this.#keys.of(lease.account);
    let limited: string | undefined;
    const isSettled = await this.#together(async (query, script) => {
      const charge = await this.#held(query, lease);
      if (charge === undefined) return false;
      await refundCharge(query, charge, kept);
      if (outcome.state === "queued") {
        await this.#putBack(query, id, outcome);
        return true;
      }
      const ended = await this.#end(script, lease, cipher, outcome, kept);
      if (outcome.state === "failed") limited = await countLimited(query, ended, outcome.problem.code);
      const isSilent = outcome.state === "failed" && outcome.isSilent === true;
      if (this.#events !== undefined && !isSilent) {
        const opened = ended.map((job) => openRow(cipher, job, this.#log));
        await announceEnded(query, this.#events, opened, timeText(this.#now()));
      }
      return true;
    });
    if (limited !== undefined) await this.#endLimited([limited]);
    return isSettled;
  }

  /** Ends batches whose first items exceeded limits; `recover` repeats what fails. */
  async #endLimited(batches: readonly string[]): Promise<void> {
    for (const batch of batches) {
      await this.#limited?.(batch).catch((cause: unknown) =>
        this.#log.debug("a batch ends later whose first items exceeded limits", { batch, cause }),
      );
    }
  }

  async #putBack(
    query: Query,
    id: string,
    { afterMs, pauseMs, retries }: Extract<JobOutcome, { readonly state: "queued" }>,
  ): Promise<void> {
    const now = this.#now();
    const due = timeText(now + afterMs);
    const [flow] = await query<{ queue: string; account: string }>`
      update job set state = 'queued', owner = null, lease_until = null, charge = null, due_at = ${due},
        retries = coalesce(cast(${retries ?? null} as integer), retries)
      where id = ${id} returning api as queue, account`;
    if (flow === undefined) return;
    await this.#turns.add(query, flow, due);
    if (pauseMs !== undefined) await this.#turns.pause(query, flow, timeText(now + pauseMs));
  }

  /** Writes how a job ended. */
  async #end(
    script: Script,
    lease: Lease,
    cipher: AccountCipher,
    outcome: Exclude<JobOutcome, { readonly state: "queued" }>,
    kept: Entry | undefined,
  ): Promise<EndedJob[]> {
    const isDone = outcome.state === "succeeded";
    const sealed = (column: "response" | "problem", value: unknown) =>
      cipher.sealText(columnPlace(lease, column), JSON.stringify(value));
    const charged = isDone && kept !== undefined ? JSON.stringify(entrySchema.parse(kept)) : null;
    const rows = await script(
      `update job set state = $1, owner = null, lease_until = null, finished_at = $2, request = null,
         bytes = $3, charge = $4, units = $5, response = $6, problem = $7 where id = $8 returning ${ENDED}`,
      [
        outcome.state,
        timeText(this.#now()),
        ROW_BYTES + (isDone ? outcome.bytes : 0),
        charged,
        isDone ? (kept?.units ?? 0) : 0,
        isDone ? sealed("response", outcome.response) : null,
        isDone ? null : sealed("problem", outcome.problem),
        lease.id,
      ],
    );
    // The columns are those of `ENDED`.
    return rows as EndedJob[];
  }

  /** Gives back what an attempt that was interrupted was charged. False if the lease was lost. */
  async refundAttempt(lease: Lease): Promise<boolean> {
    return this.#together(async (query) => {
      const charge = await this.#held(query, lease);
      if (charge === undefined) return false;
      await refundCharge(query, charge);
      await query`update job set charge = null where id = ${lease.id}`;
      return true;
    });
  }

  /** Locks the row of a lease and returns its charge; undefined if the lease was lost. */
  async #held(query: Query, { id, owner, attempts }: Lease): Promise<string | null | undefined> {
    const [row] = await query<{ charge: string | null }>`
      update job set owner = owner where id = ${id} and owner = ${owner} and attempts = ${attempts}
      returning charge`;
    return row?.charge;
  }

  /** One transaction at a time. One whose outcome is unknown is an unavailable database: the row has its result. */
  async #together<T>(statements: (query: Query, script: Script) => Promise<T>): Promise<T> {
    try {
      return await this.#serial(() => this.#database.countTogether(statements));
    } catch (error) {
      throw error instanceof OutcomeUnknown ? error.problem : error;
    }
  }
}
