import type { Log } from "../ops/log.ts";

/** Leases are extended, and those of others checked, so many times while one lasts. */
const RENEWALS = 4;

/** Work that runs under a lease. */
export interface LeasedRun {
  readonly attempts: number;
  readonly controller: AbortController;
}

/** A process whose leases are kept: its queue, and what it runs. */
export interface LeaseKeeperOptions {
  readonly queue: {
    /** Extends the leases of `owner` on these and returns what it still has. */
    renew(
      owner: string,
      ids: readonly string[],
    ): Promise<readonly { readonly id: string; readonly attempts: number }[]>;
    /** Puts what a silent process had back into the queue, and returns how much that was. */
    recover(): Promise<number>;
  };
  readonly owner: string;
  /** Running jobs, by ID. */
  readonly running: ReadonlyMap<string, LeasedRun>;
  readonly log: Log;
  /** How long a lease lasts, in milliseconds. */
  readonly leaseMs: number;
  /** Ends what has lost its lease: it was canceled, or taken over after this process was silent for too long. */
  lost(controller: AbortController): void;
  /** Called after something was put back into the queue. */
  recovered(count: number): void;
}

/** Extends the leases of one process, from `start` to `stop`, and takes back those of processes that are silent. */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  #timer: Timer | undefined;
  #renewing: Promise<void> | undefined;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.#keep(), this.#options.leaseMs / RENEWALS);
    this.#keep();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
  }

  #keep(): void {
    this.#renewing ??= this.#renew()
      .catch((cause: unknown) => this.#options.log.debug("leases wait for the database", { cause }))
      .finally(() => {
        this.#renewing = undefined;
      });
  }

  async #renew(): Promise<void> {
    const { queue, owner, running, lost, recovered } = this.#options;
    const before = new Map(running);
    if (before.size > 0) {
      const renewed = await queue.renew(owner, [...before.keys()]);
      const held = new Map(renewed.map(({ id, attempts }) => [id, attempts]));
      for (const [id, { attempts, controller }] of before) {
        if (held.get(id) !== attempts) lost(controller);
      }
    }
    const count = await queue.recover();
    if (count > 0) recovered(count);
  }
}
