import { FairQueue } from "../kit/fair-queue.ts";

/**
 * Limits concurrent requests per host to `size`, shared fairly between tenants; the rest wait without a time limit. Hosts
 * without requests take no memory.
 */
export class HostLimit {
  readonly #size: number;
  readonly #queues = new Map<string, FairQueue>();

  constructor(size: number) {
    this.#size = size;
  }

  /** Waits for a slot and returns the function that releases it. Throws where the signal fires first. */
  async acquire(host: string, signal: AbortSignal, tenant: string): Promise<() => void> {
    const fairQueue = this.#queues.get(host) ?? new FairQueue(this.#size, Number.POSITIVE_INFINITY);
    const acquired = fairQueue.acquire(signal, { busy: 0, left: 0 }, tenant);
    if (!fairQueue.isIdle) this.#queues.set(host, fairQueue);
    const release = await acquired;
    return () => {
      release();
      if (fairQueue.isIdle) this.#queues.delete(host);
    };
  }
}
