import type { Charge, Entry } from "../accounts/usage-batch.ts";
import type { JobLease, JobQueue } from "./job-queue.ts";

/** Applies the charge of one attempt of a job: reserves it with the job's row, and keeps refunds until the job is settled. */
export class JobCharges {
  readonly #queue: Pick<JobQueue, "reserve">;
  readonly #lease: JobLease;
  #charged: Entry | undefined;
  #givenBack = { amount: 0, units: 0, calls: 0 };
  readonly #afterwards: (() => void | Promise<void>)[] = [];

  constructor(queue: Pick<JobQueue, "reserve">, lease: JobLease) {
    this.#queue = queue;
    this.#lease = lease;
  }

  /** The charge that stays if the job ends now; undefined if none does. */
  get kept(): Entry | undefined {
    if (this.#charged === undefined) return undefined;
    const { amount, units, calls } = this.#charged;
    const back = this.#givenBack;
    if (back.calls >= calls) return undefined;
    return { ...this.#charged, amount: amount - back.amount, units: units - back.units };
  }

  onSettled(action: () => void | Promise<void>): void {
    this.#afterwards.push(action);
  }

  async settled(): Promise<void> {
    for (const action of this.#afterwards.splice(0)) await action();
  }

  async charge(charge: Charge): Promise<number | undefined> {
    const used = await this.#queue.reserve(this.#lease, charge);
    if (used !== undefined) this.#charged = charge;
    return used;
  }

  async refund(entry: Entry): Promise<number | undefined> {
    const { amount, units, calls } = this.#givenBack;
    this.#givenBack = {
      amount: amount + entry.amount,
      units: units + entry.units,
      calls: calls + entry.calls,
    };
    return undefined;
  }
}
