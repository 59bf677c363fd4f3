import { FairQueue } from "./fair-queue.ts";

/**
 * Limits concurrent work per key, such as a host, to `size`, shared fairly between tenants; the rest waits without a time
 * limit. Keys without work take no memory.
 */
export class KeyedLimit {
  readonly #size: number;
  readonly #queues = new Map<string, FairQueue>();

  constructor(size: number) {
    this.#size = size;
  }

  /** Waits for a slot and returns the function that releases it. Throws where the signal fires first. */
  async acquire(key: string, signal: AbortSignal, tenant = ""): Promise<() => void> {
    const fairQueue = this.#queues.get(key) ?? new FairQueue(this.#size, Number.POSITIVE_INFINITY);
    const acquired = fairQueue.acquire(signal, { busy: 0, left: 0 }, tenant);
    if (!fairQueue.isIdle) this.#queues.set(key, fairQueue);
    const release = await acquired;
    return () => {
      release();
      if (fairQueue.isIdle && this.#queues.get(key) === fairQueue) this.#queues.delete(key);
    };
  }
}
