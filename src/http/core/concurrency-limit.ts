import { FairQueue, type QueueRejections } from "../../kit/fair-queue.ts";

/** The longest wait for a slot, in milliseconds. */
const WAIT_MS = 30_000;

/** The share of further places that only callers who hold none may take. */
const RESERVED_SHARE = 0.25;

/** Number of requests of one API that one process works on. */
export interface ConcurrencyOptions {
  /** Requests of one API that are worked on at a time; a quarter more for callers who have none under way. */
  readonly places: number;
  readonly queue: number;
}

/** The current state of one API's slots and queue, and its rejections since the start. */
export interface ConcurrencyCounts extends Readonly<QueueRejections> {
  readonly api: string;
  readonly running: number;
  readonly queued: number;
}

/** Bounds what one process works on: each API has places of its own, and some that only accounts without any may take. */
export class ConcurrencyLimit {
  readonly #limits: ConcurrencyOptions;
  readonly #byApi = new Map<
    string,
    { readonly fairQueue: FairQueue; readonly rejections: QueueRejections; running: number }
  >();

  constructor(limits: ConcurrencyOptions) {
    this.#limits = limits;
  }

  /** Waits for a turn and gives the function that ends it. Throws `busy` and `client-left`. */
  async acquire(api: string, tenant: string, client: AbortSignal): Promise<() => void> {
    const { places, queue } = this.#limits;
    const reserved = Math.ceil(RESERVED_SHARE * places);
    const limit = this.#byApi.get(api) ?? {
      fairQueue: new FairQueue(places + reserved, queue, { waitMs: WAIT_MS, reserved }),
      rejections: { busy: 0, left: 0 },
      running: 0,
    };
    this.#byApi.set(api, limit);
    const leave = await limit.fairQueue.acquire(client, limit.rejections, tenant);
    limit.running++;
    return () => {
      limit.running--;
      leave();
    };
  }

  counts(): ConcurrencyCounts[] {
    return Array.from(this.#byApi, ([api, { fairQueue, rejections, running }]) => ({
      api,
      running,
      queued: fairQueue.waiting,
      ...rejections,
    }));
  }
}
