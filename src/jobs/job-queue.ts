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

/** How long a worker may be silent before others take its jobs over, in milliseconds. */
export const LEASE_MS = 15_000;

/** How a job ends, or that it is to run again later. */
export type JobOutcome =
  | { readonly state: "succeeded"; readonly response: StoredResponse; readonly bytes: number }
  | { readonly state: "failed"; readonly problem: Readonly<Record<string, unknown>> }
  | { readonly state: "queued"; readonly afterMs: number };

/** Jobs of one account and API: flows take turns. */
export interface Flow {
  readonly api: string;
  readonly account: string;
}

/** The lease of a job: its worker and its attempt. A statement with a lease that was lost changes nothing. */
export type Lease = Pick<ClaimedJob, "id" | "account" | "owner" | "attempts">;

/**
 * The queue of jobs, as a worker sees it: leases, and the settlement of charges. All of it is one statement or one
 * transaction, so it works behind a pooler and when any process is killed at any time. The row of a job is also the receipt
 * of its charge: both change in one transaction, so a job is charged once, however often it runs.
 */
export interface JobQueue {
  /** The flow after this one, or after all of an API, in which a job waits; undefined after the last. */
  nextFlow(after: Flow | Pick<Flow, "api"> | undefined): Promise<Flow | undefined>;
  /** Leases at most `count` jobs of a flow to `owner`, the oldest first. */
  claim(flow: Flow, owner: string, count: number): Promise<ClaimedJob[]>;
  /** Extends the leases of `owner` and returns the jobs that it still has, with their attempts. */
  renew(owner: string): Promise<Pick<Lease, "id" | "attempts">[]>;
  /** Puts jobs whose worker is silent back into the queue, and returns how many. Also ends batches that nobody else ends. */
  recover(): Promise<number>;
  /**
   * Charges a job. Resolves with the counter, or undefined where the quota does not cover it. Rejects with `client-left` if
   * the lease was lost.
   */
  reserve(lease: Lease, charge: Charge): Promise<number | undefined>;
  /**
   * Ends a job, or puts it back: `kept` stays charged, the rest of its charge is given back. False if the lease was lost:
   * then nothing has changed.
   */
  settle(lease: Lease, outcome: JobOutcome, kept: Entry | undefined): Promise<boolean>;
  /** Gives back what an attempt that was interrupted was charged. False if the lease was lost. */
  forfeit(lease: Lease): Promise<boolean>;
}

/** The part of a charge that is not kept. */
function difference(charged: Entry, kept: Entry | undefined): Entry | undefined {
  if (kept === undefined) return charged;
  const amount = charged.amount - kept.amount;
  const units = charged.units - kept.units;
  const calls = charged.calls - kept.calls;
  return amount === 0 && units === 0 && calls === 0 ? undefined : { ...charged, amount, units, calls };
}

/** Gives back the charge of a row, except for the part that is kept. */
export async function giveBackCharge(query: Query, charge: string | null, kept?: Entry): Promise<void> {
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
  job.interruptions, job.owner, job.charge, job.units, job.response, job.problem`;

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

/** One after the other, so that jobs use one connection of those that charge calls. */
function createSerial() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}

/** Where the queue is, and who may read it. */
export interface JobQueueOptions {
  readonly database: Database;
  readonly keys: DataKeys;
  readonly log: Log;
  now(): number;
  /** How long a worker may be silent, in milliseconds. */
  readonly leaseMs?: number | undefined;
  /** Told of jobs and batches that end. */
  readonly events?: JobEvents | undefined;
  /** Ends a batch whose first items have all exceeded limits. */
  limited?(batch: string): Promise<void>;
}

/** The queue in the table of jobs, on both engines. */
class DatabaseJobQueue implements JobQueue {
  readonly #database: Database;
  readonly #keys: DataKeys;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #leaseMs: number;
  readonly #events: JobEvents | undefined;
  readonly #limited: JobQueueOptions["limited"];
  readonly #serial = createSerial();

  constructor({ database, keys, log, now, leaseMs = LEASE_MS, events, limited }: JobQueueOptions) {
    this.#limited = limited;
    this.#database = database;
    this.#keys = keys;
    this.#log = log;
    this.#now = now;
    this.#leaseMs = leaseMs;
    this.#events = events;
  }

  async nextFlow(after: Flow | Pick<Flow, "api"> | undefined): Promise<Flow | undefined> {
    const { query } = this.#database;
    if (after === undefined || !("account" in after)) {
      const [first] = await query<{ api: string; account: string }>`
        select api, account from job where state = 'queued' and api > ${after?.api ?? ""}
        order by api, account limit 1`;
      return first;
    }
    const [next] = await query<{ api: string; account: string }>`
      select api, account from job where state = 'queued' and (api, account) > (${after.api}, ${after.account})
      order by api, account limit 1`;
    return next;
  }

  async claim({ api, account }: Flow, owner: string, count: number): Promise<ClaimedJob[]> {
    const now = this.#now();
    const statement = claimStatement(this.#database.engine);
    const cipher = await this.#keys.of(account);
    const values = [api, account, timeText(now), count, owner, timeText(now + this.#leaseMs)];
    const rows = await this.#database.transaction((_query, script) => script(statement, values));
    // The columns are those of `CLAIMED`.
    const jobs = (rows as ClaimedJob[]).map((row) => openRow(cipher, row, this.#log));
    return jobs.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async renew(owner: string): Promise<Pick<Lease, "id" | "attempts">[]> {
    const { query } = this.#database;
    return query<Pick<JobRow, "id" | "attempts">>`
      update job set lease_until = ${timeText(this.#now() + this.#leaseMs)}
      where owner = ${owner} and state = 'running' returning id, attempts`;
  }

  async recover(): Promise<number> {
    const { query } = this.#database;
    const now = timeText(this.#now());
    const rows = await query`
      update job set state = 'queued', owner = null, lease_until = null, due_at = ${now},
        interruptions = interruptions + 1
      where state = 'running' and lease_until <= ${now} returning id`;
    await this.#endLimited(await limitedBatches(this.#database));
    if (this.#events !== undefined) await endBatches(this.#database, this.#events, now);
    return rows.length;
  }

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

  async settle(lease: Lease, outcome: JobOutcome, kept: Entry | undefined): Promise<boolean> {
    const { id } = lease;
    const cipher = await this.#keys.of(lease.account);
    let limited: string | undefined;
    const isSettled = await this.#together(async (query, script) => {
      const charge = await this.#held(query, lease);
      if (charge === undefined) return false;
      await giveBackCharge(query, charge, kept);
      if (outcome.state === "queued") {
        await query`
          update job set state = 'queued', owner = null, lease_until = null, charge = null,
            due_at = ${timeText(this.#now() + outcome.afterMs)} where id = ${id}`;
        return true;
      }
      const ended = await this.#end(script, lease, cipher, outcome, kept);
      if (outcome.state === "failed") limited = await countLimited(query, ended, outcome.problem.code);
      if (this.#events !== undefined) {
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

  async forfeit(lease: Lease): Promise<boolean> {
    return this.#together(async (query) => {
      const charge = await this.#held(query, lease);
      if (charge === undefined) return false;
      await giveBackCharge(query, charge);
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

/** Makes the queue of jobs in a database. */
export function createJobQueue(options: JobQueueOptions): JobQueue {
  return new DatabaseJobQueue(options);
}
