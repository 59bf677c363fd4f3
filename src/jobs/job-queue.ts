import { type AccountCipher, columnPlace, type DataKeys } from "../accounts/data-keys.ts";
import type { Charge, Entry } from "../accounts/usage-batch.ts";
import { addCharge, entrySchema, subtractCharge, withReceipt } from "../accounts/usage-batch.ts";
import type { Log } from "../ops/log.ts";
import type { Counts } from "../ops/work-metrics.ts";
import { AccountQueue } from "../queue/account-queue.ts";
import type { Flow } from "../queue/turns.ts";
import { leaseLost } from "../queue/work-runner.ts";
import type { Database, Query, Row, Script } from "../store/database.ts";
import { timeText } from "../store/time-text.ts";
import { TransactionMutex } from "../store/transaction-mutex.ts";
import { countLimited, limitedBatches } from "./batch-limits.ts";
import { type ClaimedJob, JOB_WORK, type JobRow, openRow, ROW_BYTES, type StoredResponse } from "./job.ts";
import { announceEnded, type Emit, ENDED, endBatches } from "./job-events.ts";

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

/** The lease of a job: its attempt. A statement with a lease that was lost changes nothing. */
export type JobLease = Pick<ClaimedJob, "id" | "account" | "api" | "attempts">;

function difference(charged: Entry, kept: Entry | undefined): Entry | undefined {
  if (kept === undefined) return charged;
  const amount = charged.amount - kept.amount;
  const units = charged.units - kept.units;
  const calls = charged.calls - kept.calls;
  return amount === 0 && units === 0 && calls === 0 ? undefined : { ...charged, amount, units, calls };
}

/** Gives back the charge of a row, except for the part that is kept. */
export async function refundCharge(query: Query, { charge = null }: Row, kept?: Entry): Promise<void> {
  if (charge === null) return;
  const back = difference(entrySchema.parse(JSON.parse(String(charge))), kept);
  if (back !== undefined) await subtractCharge(query, back);
}

/** How long the jobs of an account wait whose key cannot be read, in milliseconds. */
const KEY_MS = 60_000;

/** Dependencies of the queue. */
export interface JobQueueOptions {
  readonly database: Database;
  readonly keys: DataKeys;
  readonly log: Log;
  now(): number;
  readonly leaseMs?: number | undefined;
  readonly emit?: Emit | undefined;
  readonly ended?: Counts;
  /** Ends a batch whose first items have all exceeded limits. */
  limited?(batch: string): Promise<void>;
}

/** The queue of jobs. A job's row is the receipt of its charge, so it is charged once, however often it runs. */
export class JobQueue extends AccountQueue {
  readonly #options: JobQueueOptions;
  // So that jobs use one connection of those that charge calls.
  readonly #mutex = new TransactionMutex();

  constructor(options: JobQueueOptions) {
    super(options.database, JOB_WORK, options.now, options.leaseMs);
    this.#options = options;
  }

  /** Uses up the turn of a flow: leases at most `count` of its due jobs to `owner`. None if another process has used the turn. */
  override async claim(
    flow: Flow & { readonly turn?: number },
    owner: string,
    count: number,
  ): Promise<ClaimedJob[]> {
    const cipher = await this.#cipherOf(flow);
    if (cipher === undefined) return [];
    // The columns are those of `JOB_WORK`.
    const rows = (await super.claim(flow, owner, count)) as ClaimedJob[];
    const jobs = rows.map((row) => openRow(cipher, row, this.#options.log));
    return jobs.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** The cipher of an account; undefined where its key cannot be read: its jobs wait, and do not hold up those of others. */
  async #cipherOf(flow: Flow): Promise<AccountCipher | undefined> {
    try {
      return await this.#options.keys.of(flow.account);
    } catch (cause) {
      await this.pause(this.#options.database.query, flow, KEY_MS);
      this.#options.log.warn("the jobs of an account wait: their key cannot be read", {
        account: flow.account,
        cause,
      });
      return undefined;
    }
  }

  /** Puts jobs whose worker is silent back into the queue, and returns how many. Also ends batches that nobody else ends. */
  override async recover(): Promise<number> {
    const count = await super.recover();
    await this.#endLimited(await limitedBatches(this.#options.database));
    await endBatches(this.#options.database, this.#options.now(), this.#options.emit);
    return count;
  }

  /** Charges a job: the counter, or undefined beyond the quota. Rejects with `client-left` if the lease was lost. */
  async reserve({ id, attempts }: JobLease, charge: Charge): Promise<number | undefined> {
    const { limit: _, ...entry } = charge;
    const text = JSON.stringify(entrySchema.parse(entry));
    return this.#together(async (query) => {
      const [own] = await query`
        update job set charge = ${text}
        where id = ${id} and attempts = ${attempts} and state = 'running' and charge is null returning id`;
      if (own === undefined) throw leaseLost("job");
      return addCharge(query, charge);
    });
  }

  /** Ends a job, or puts it back; all of its charge but `kept` is given back. False if the lease was lost. */
  async settle(lease: JobLease, outcome: JobOutcome, kept: Entry | undefined): Promise<boolean> {
    const cipher = await this.#options.keys.of(lease.account);
    let limited: string | undefined;
    const isSettled = await this.#together(async (query, script) => {
      const row = await this.table.lock(script, lease, "charge");
      if (row === undefined) return false;
      await refundCharge(query, row, kept);
      if (outcome.state === "queued") {
        await this.#putBack(query, script, lease, outcome);
        return true;
      }
      const ended = await this.#end(script, lease, cipher, outcome, kept);
      if (outcome.state === "failed") limited = await countLimited(query, ended, outcome.problem.code);
      const isSilent = outcome.state === "failed" && outcome.isSilent === true;
      if (!isSilent) {
        const opened = ended.map((job) => openRow(cipher, job, this.#options.log));
        await announceEnded(query, opened, this.#options.now(), this.#options.emit);
      }
      return true;
    });
    const { api } = lease;
    const { state } = outcome;
    if (isSettled === true && state !== "queued") this.#options.ended?.add({ api, state });
    if (limited !== undefined) await this.#endLimited([limited]);
    return isSettled === true;
  }

  /** Ends batches whose first items exceeded limits; `recover` repeats what fails. */
  async #endLimited(batches: readonly string[]): Promise<void> {
    for (const batch of batches) {
      await this.#options
        .limited?.(batch)
        .catch((cause: unknown) =>
          this.#options.log.debug("a batch ends later whose first items exceeded limits", { batch, cause }),
        );
    }
  }

  async #putBack(
    query: Query,
    script: Script,
    lease: JobLease,
    { afterMs, pauseMs, retries }: Extract<JobOutcome, { readonly state: "queued" }>,
  ): Promise<void> {
    const flow = { queue: lease.api, account: lease.account };
    const dueMs = this.#options.now() + afterMs;
    const attempted = retries === undefined ? {} : { retries };
    const set = { state: "queued", charge: null, due_at: timeText(dueMs), ...attempted };
    await this.table.release(script, lease, set, "id");
    await this.addTurn(query, flow, dueMs);
    if (pauseMs !== undefined) await this.pause(query, flow, pauseMs);
  }

  async #end(
    script: Script,
    lease: JobLease,
    cipher: AccountCipher,
    outcome: Exclude<JobOutcome, { readonly state: "queued" }>,
    kept: Entry | undefined,
  ): Promise<JobRow[]> {
    const isDone = outcome.state === "succeeded";
    const sealed = (column: "response" | "problem", value: unknown) =>
      cipher.sealText(columnPlace(lease, column), JSON.stringify(value));
    const charged = isDone && kept !== undefined ? JSON.stringify(entrySchema.parse(kept)) : null;
    const set = {
      state: outcome.state,
      finished_at: timeText(this.#options.now()),
      request: null,
      bytes: ROW_BYTES + (isDone ? outcome.bytes : 0),
      charge: charged,
      units: isDone ? (kept?.units ?? 0) : 0,
      response: isDone ? sealed("response", outcome.response) : null,
      problem: isDone ? null : sealed("problem", outcome.problem),
    };
    const row = await this.table.release(script, lease, set, ENDED);
    // The columns are those of `ENDED`.
    return row === undefined ? [] : [row as JobRow];
  }

  /** Gives back what an attempt that was interrupted was charged. False if the lease was lost. */
  async refundAttempt(lease: JobLease): Promise<boolean> {
    const isHeld = await this.#together(async (query, script) => {
      const row = await this.table.lock(script, lease, "charge");
      if (row === undefined) return false;
      await refundCharge(query, row);
      await query`update job set charge = null where id = ${lease.id}`;
      return true;
    });
    return isHeld === true;
  }

  #together<T>(statements: (query: Query, script: Script) => Promise<T>): Promise<T | undefined> {
    return this.#mutex.hold(() => withReceipt(this.#options.database, statements));
  }
}
