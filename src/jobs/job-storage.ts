import { Problem } from "../kit/problem.ts";
import { leaseLost } from "../queue/work-runner.ts";
import type { Database, Query } from "../store/database.ts";
import type { ClaimedJob } from "./job.ts";

/** Bytes that the inputs and results of one account may take, and those of all; undefined where nothing limits those. */
export interface JobLimits {
  readonly accountBytes: number;
  readonly totalBytes: number | undefined;
}
export const JOB_LIMITS: JobLimits = { accountBytes: 500_000_000, totalBytes: 4_000_000_000 };

/** The share of its total from which the store counts as nearly full. */
const NEARLY_FULL = 0.9;

/** How old the total may be where it only warns, in milliseconds. */
const KNOWN_MS = 10_000;

function storageFull(whose: "account" | "server"): Problem {
  const detail =
    whose === "account"
      ? "The stored inputs and results of this account have reached its limit. Delete jobs and batches that have ended, or send less at once."
      : "The stored inputs and results of this server have nearly reached its limit, so it accepts only accounts that store less than yours. Delete jobs and batches that have ended, or wait until others expire.";
  return new Problem("job-storage-full", detail, { headers: { "Retry-After": "60" } });
}

const sumOf = (rows: readonly { readonly bytes: number | string | null }[]) => Number(rows[0]?.bytes ?? 0);

/** The bytes of jobs, which triggers add up, and their limits: an account may have a share of what the others leave free. */
export class JobStorage {
  readonly #database: Database;
  readonly #limits: JobLimits;
  /** Bytes of requests that are being stored, by account. */
  readonly #coming = new Map<string, number>();
  #known = { at: Number.NEGATIVE_INFINITY, bytes: 0 };

  constructor(database: Database, limits: JobLimits) {
    this.#database = database;
    this.#limits = limits;
  }

  async expect(account: string, bytes: number): Promise<Disposable> {
    const change = (by: number) => {
      const now = (this.#coming.get(account) ?? 0) + by;
      if (now === 0) this.#coming.delete(account);
      else this.#coming.set(account, now);
    };
    change(bytes);
    try {
      await this.#check(this.#database.query, account, this.#coming);
    } catch (error) {
      change(-bytes);
      throw error;
    }
    return { [Symbol.dispose]: () => change(-bytes) };
  }

  /** Throws `job-storage-full` in the transaction that has stored too much: it holds the lock of the account's sum. */
  check(query: Query, account: string): Promise<void> {
    return this.#check(query, account, new Map());
  }

  /** Takes the bytes that a result needs beyond those that were reserved for it. Throws `job-storage-full` and `client-left`. */
  async grow({ id, account, attempts }: ClaimedJob, bytes: number): Promise<void> {
    await this.#database.transaction(async (query) => {
      const [own] = await query`
        update job set bytes = ${bytes} where id = ${id} and attempts = ${attempts} and state = 'running'
        returning id`;
      if (own === undefined) throw leaseLost("job");
      await this.check(query, account);
    });
  }

  /** Bytes of the inputs and results of all accounts, and their limit. */
  async numbers() {
    const bytes = await this.#total(this.#database.query);
    this.#known = { at: performance.now(), bytes };
    return { bytes, limit: this.#limits.totalBytes };
  }

  /** Whether the store is nearly full, as far as is known: it looks again meanwhile. */
  isNearlyFull(): boolean {
    const { totalBytes } = this.#limits;
    if (totalBytes === undefined) return false;
    if (performance.now() - this.#known.at > KNOWN_MS) {
      this.#known = { ...this.#known, at: performance.now() };
      // Without the database, another check fails.
      this.numbers().catch(() => {});
    }
    return this.#known.bytes >= NEARLY_FULL * totalBytes;
  }

  async #check(query: Query, account: string, coming: ReadonlyMap<string, number>): Promise<void> {
    const { accountBytes, totalBytes } = this.#limits;
    const stored = await query<{ bytes: number | string }>`
      select bytes from job_bytes where account = ${account}`;
    const own = sumOf(stored) + (coming.get(account) ?? 0);
    if (own > accountBytes) throw storageFull("account");
    if (totalBytes === undefined) return;
    const all = (await this.#total(query)) + [...coming.values()].reduce((sum, bytes) => sum + bytes, 0);
    const share = Math.min(1, accountBytes / totalBytes);
    if (own > share * (totalBytes - (all - own))) throw storageFull("server");
  }

  async #total(query: Query): Promise<number> {
    return sumOf(await query<{ bytes: number | string | null }>`select sum(bytes) as bytes from job_total`);
  }
}
