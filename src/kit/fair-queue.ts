import { Problem } from "./problem.ts";

/** How long work is assumed to take before any has ended, in milliseconds. */
const FIRST_GUESS_MS = 1_000;

/** Tenants remembered beside those that hold slots. A forgotten tenant counts as new. */
const REMEMBERED = 10_000;

/** How long until half of a tenant's failed time is forgotten, in milliseconds. */
const FORGET_MS = 5 * 60_000;

/** A tenant with more failed time than this is costly, in milliseconds. */
const COSTLY_FAILED_MS = 1_000;

/** A tenant whose work usually takes more processor time than this is costly, in milliseconds. */
const COSTLY_WORK_MS = 2_000;

/** Work that takes longer than this is noticed by other tenants, in milliseconds. */
const NOTICED_MS = 250;

/** How long after its last slot a tenant is assumed to come again, in milliseconds. */
const ACTIVE_MS = 10_000;

/** How long after the last slot of anybody else jobs still hold one slot at a time, in milliseconds. */
const RECENT_MS = 1_000;

/** A tenant whose work is usually this many times shorter than a holder's may start before that holder ends. */
const CHEAPER = 3;

/** How many times its processor time work takes by the clock on a busy machine. */
const CLOCK_FACTOR = 4;

/** The tenant of visitors without an account, who try an API on a page: it has the lowest priority in every queue. */
export const TRIAL_TENANT = "trial";

/** The tenant of an account's jobs: they wait for everybody else, and take turns with the jobs of other accounts. */
export function backgroundTenant(account: string): string {
  return `job ${account}`;
}

/** The account of a tenant; empty for visitors, and where nothing is metered. */
export function accountOf(tenant: string): string {
  if (tenant === TRIAL_TENANT) return "";
  return isBackground(tenant) ? tenant.slice(backgroundTenant("").length) : tenant;
}

/** Reports whether a tenant is that of an account's jobs. */
export function isBackground(tenant: string): boolean {
  return tenant.startsWith("job ");
}

interface Waiter {
  readonly tenant: string;
  grant(): void;
  reject(): void;
}

interface TenantRecord {
  finishMs: number;
  holding: number;
  /** Since when it has held at least one. */
  holdingSince: number;
  isProven: boolean;
  /** Processor time of its work, a moving average in milliseconds; undefined until some was measured. */
  meanMs: number | undefined;
  /** Processor time of its failed work, in milliseconds, as of `failedAt`; it decays by half in 5 minutes. */
  failedMs: number;
  failedAt: number;
}

interface SlotCost {
  readonly cpuMs: number;
  readonly failed: boolean;
}

/** Gives a slot back; calls after the first do nothing. Without a cost, the wall time counts as the cost. */
export type Release = (cost?: SlotCost) => void;

interface FairQueueOptions {
  /** The longest wait in milliseconds; then `acquire` throws `busy`. Jobs wait as long as it takes. */
  readonly waitMs?: number;
  readonly reserved?: number;
  /** Whether the reserved slots are only for trusted tenants, while a slot is held by one that is not, or by much longer work. */
  readonly isForProven?: boolean;
  now?(): number;
}

/** Number of requests for a slot that were rejected. */
export interface QueueRejections {
  busy: number;
  left: number;
}

function left({ reason: cause }: AbortSignal, rejections: QueueRejections): Problem {
  rejections.left++;
  return new Problem("client-left", "The client closed the connection before the call started.", { cause });
}

/**
 * A semaphore with a bounded queue that is fair between tenants: start-time fair queueing (Goyal, Vin and Cheng
 * 1996) by measured cost.
 * A free slot goes to the waiting tenant that has used the least so far. Recent failed time counts twice and is
 * remembered for minutes after the tenant has left. Requests of one tenant keep their order.
 * The order alone does not help a tenant that arrives while long work holds every slot, because work is not
 * interrupted. So `reserved` slots stay free for tenants that hold no other slot and, with `isForProven`, are
 * trusted: they have had a successful run and are not costly. More than 1 s of recent failed time, or more than
 * 2 s per piece of work on average, makes a tenant costly. This keeps any number of new accounts with hostile
 * work out of the reserved slots. The slots stay unused while all holders are trusted tenants with work of
 * similar length.
 * With `isForProven`, tenants whose work usually takes more than 250 ms of CPU time leave one more slot to
 * others, as long as others had a slot in the last 10 s: long work on every core of a machine delays everybody.
 * The empty tenant represents all callers without an account, so nothing counts against it. `TRIAL_TENANT` gets
 * a slot only while nobody else waits for one, counts as costly, and is rejected first when the queue is full.
 * Jobs (`backgroundTenant`) come after it. They leave one slot free beside the reserved ones, and hold one slot at a time
 * while anybody else holds one, or held one in the last second.
 */
export class FairQueue {
  readonly #options: Required<FairQueueOptions> & { readonly slots: number; readonly queue: number };
  /** In order of arrival. */
  readonly #waiters: Waiter[] = [];
  readonly #records = new Map<string, TenantRecord>();
  readonly #holders = new Set<string>();
  /** Virtual time: the start tag of the last slot that was granted. New tenants begin here. */
  #virtualMs = 0;
  #inUse = 0;
  #usualMs = FIRST_GUESS_MS;
  /** When a tenant whose work is not long last got a slot. */
  #lastShort = Number.NEGATIVE_INFINITY;
  /** When a tenant that is not of jobs last got or gave back a slot. */
  #lastOther = Number.NEGATIVE_INFINITY;
  #idleSince = 0;

  constructor(slots: number, queue: number, options: FairQueueOptions = {}) {
    const unlimited = { waitMs: Number.POSITIVE_INFINITY, reserved: 0, isForProven: false };
    this.#options = { ...unlimited, now: () => performance.now(), ...options, slots, queue };
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  get isIdle(): boolean {
    return this.#inUse === 0;
  }

  isWantedByOthers(tenant: string): boolean {
    return this.#waiters.some((waiter) => waiter.tenant !== tenant && !this.isCostly(waiter.tenant));
  }

  /** Whether a tenant has lately had more than a second of failed time. */
  hasFailed(tenant: string): boolean {
    const record = this.#records.get(tenant);
    return tenant !== "" && record !== undefined && this.#failedMs(record) > COSTLY_FAILED_MS;
  }

  /** Whether a tenant's work has failed lately or is long: see the class. */
  isCostly(tenant: string): boolean {
    if (tenant === "") return false;
    if (tenant === TRIAL_TENANT || isBackground(tenant)) return true;
    return this.hasFailed(tenant) || (this.#records.get(tenant)?.meanMs ?? 0) > COSTLY_WORK_MS;
  }

  /** Whether a tenant's work usually takes so long that other tenants notice. */
  isLong(tenant: string): boolean {
    return tenant !== "" && (this.#records.get(tenant)?.meanMs ?? 0) > NOTICED_MS;
  }

  /** Whether work of a tenant has succeeded, is not costly, and has not held its slot for long. */
  isTrusted(tenant: string): boolean {
    if (tenant === "") return true;
    const record = this.#records.get(tenant);
    if (record === undefined || !record.isProven || this.isCostly(tenant)) return false;
    return record.holding === 0 || this.#options.now() - record.holdingSince <= COSTLY_WORK_MS;
  }

  /** Waits for a slot and returns the function that gives it back. Throws `busy` and `client-left`. */
  async acquire(client: AbortSignal, rejections: QueueRejections, tenant = ""): Promise<Release> {
    if (client.aborted) throw left(client, rejections);
    if (this.#mayAcquire(tenant)) return this.#grant(tenant);
    if (this.#waiters.length >= this.#options.queue && !this.#rejectHeaviestFor(tenant))
      throw this.#busy(rejections);
    return new Promise((resolve, reject) => {
      const leave = () => {
        settle();
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(left(client, rejections));
      };
      const late =
        this.#options.waitMs === Number.POSITIVE_INFINITY || isBackground(tenant)
          ? undefined
          : setTimeout(() => {
              this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
              waiter.reject();
            }, this.#options.waitMs);
      const settle = () => {
        clearTimeout(late);
        client.removeEventListener("abort", leave);
      };
      const waiter: Waiter = {
        tenant,
        grant: () => {
          settle();
          resolve(this.#grant(tenant));
        },
        reject: () => {
          settle();
          reject(this.#busy(rejections));
        },
      };
      this.#waiters.push(waiter);
      client.addEventListener("abort", leave, { once: true });
    });
  }

  #busy(rejections: QueueRejections): Problem {
    rejections.busy++;
    // When a slot is likely to be free for one more in the queue.
    const ms = ((this.#waiters.length + 1) / this.#options.slots) * this.#usualMs;
    const seconds = Math.min(60, Math.max(1, Math.ceil(ms / 1000)));
    return new Problem(
      "busy",
      `The server is busy and its queue is full. Send the request again in ${seconds} s.`,
      { headers: { "Retry-After": String(seconds) } },
    );
  }

  /** Rejects the last request of the tenant with the most waiting, if that leaves it no fewer than `tenant`. */
  #rejectHeaviestFor(tenant: string): boolean {
    const waiting = new Map<string, number>();
    for (const { tenant: one } of this.#waiters) waiting.set(one, (waiting.get(one) ?? 0) + 1);
    const [heaviest, most] = [...waiting].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
    if (most <= (waiting.get(tenant) ?? 0) + 1) return this.#rejectCostlyFor(tenant);
    this.#rejectLastOf(heaviest);
    return true;
  }

  #rejectCostlyFor(tenant: string): boolean {
    if (this.isCostly(tenant)) return false;
    const costly = this.#waiters.findLast((waiter) => this.isCostly(waiter.tenant));
    if (costly !== undefined) this.#rejectLastOf(costly.tenant);
    return costly !== undefined;
  }

  #rejectLastOf(tenant: string): void {
    const last = this.#waiters.findLastIndex((waiter) => waiter.tenant === tenant);
    const [rejected] = this.#waiters.splice(last, 1);
    rejected?.reject();
  }

  #mayAcquire(tenant: string): boolean {
    if (isBackground(tenant)) return this.#mayRunJob();
    if (this.#mustLeaveRoom(tenant)) return false;
    if (this.#inUse < this.#options.slots - this.#options.reserved) return true;
    if (this.#inUse >= this.#options.slots) return false;
    if ((this.#records.get(tenant)?.holding ?? 0) > 0) return false;
    if (!this.#options.isForProven) return true;
    return (
      this.isTrusted(tenant) &&
      [...this.#holders].some(
        (holder) => (!this.isTrusted(holder) && !this.isLong(tenant)) || this.#isCheaper(tenant, holder),
      )
    );
  }

  /** Whether one more job may have a slot: see the class. */
  #mayRunJob(): boolean {
    const jobs = [...this.#holders].reduce(
      (sum, holder) => sum + (isBackground(holder) ? (this.#records.get(holder)?.holding ?? 0) : 0),
      0,
    );
    const shared = this.#options.slots - this.#options.reserved;
    if (this.#inUse >= shared) return false;
    if (this.#waiters.some(({ tenant }) => !isBackground(tenant))) return false;
    if (jobs === 0) return true;
    const isAlone = jobs === this.#inUse && this.#options.now() - this.#lastOther > RECENT_MS;
    return isAlone && jobs < shared - 1;
  }

  /** Whether tenants whose work is not long are active and need the one slot that long work leaves to them. */
  #mustLeaveRoom(tenant: string): boolean {
    if (!this.#options.isForProven || !this.isLong(tenant)) return false;
    if (this.#options.now() - this.#lastShort > ACTIVE_MS) return false;
    const long = [...this.#holders].filter((holder) => this.isLong(holder));
    const held = long.reduce((sum, holder) => sum + (this.#records.get(holder)?.holding ?? 0), 0);
    return held >= Math.max(1, this.#options.slots - this.#options.reserved - 1);
  }

  /** Whether a tenant's work usually takes a small part of another's, or of what that one uses now. */
  #isCheaper(tenant: string, other: string): boolean {
    const own = this.#records.get(tenant)?.meanMs;
    const holder = this.#records.get(other);
    if (own === undefined || holder === undefined) return false;
    const usedMs = (this.#options.now() - holder.holdingSince) / CLOCK_FACTOR;
    return own * CHEAPER < Math.max(holder.meanMs ?? 0, usedMs);
  }

  #failedMs({ failedMs, failedAt }: TenantRecord): number {
    return failedMs * 2 ** ((failedAt - this.#options.now()) / FORGET_MS);
  }

  /** The start tag of a tenant, plus its failed time: the lowest goes next. */
  #dueOf(tenant: string): number {
    if (tenant === TRIAL_TENANT) return Number.MAX_VALUE;
    const record = this.#records.get(tenant);
    return record === undefined
      ? this.#virtualMs
      : Math.max(this.#virtualMs, record.finishMs) + this.#failedMs(record);
  }

  #isBefore(tenant: string, other: string): boolean {
    if (isBackground(tenant) !== isBackground(other)) return isBackground(other);
    return this.#dueOf(tenant) < this.#dueOf(other);
  }

  #recordOf(tenant: string): TenantRecord {
    const known = this.#records.get(tenant);
    if (known !== undefined) return known;
    if (this.#records.size >= REMEMBERED) this.#forget();
    const fresh = {
      finishMs: this.#virtualMs,
      holding: 0,
      holdingSince: 0,
      isProven: false,
      meanMs: undefined,
      failedMs: 0,
      failedAt: 0,
    };
    this.#records.set(tenant, fresh);
    return fresh;
  }

  #forget(): void {
    for (const [tenant, record] of this.#records) {
      if (record.holding === 0 && !this.isCostly(tenant)) this.#records.delete(tenant);
    }
    for (const [tenant, record] of this.#records) {
      if (this.#records.size < REMEMBERED / 2) break;
      if (record.holding === 0) this.#records.delete(tenant);
    }
  }

  #grant(tenant: string): Release {
    const entered = this.#options.now();
    // While no slot is held, virtual time advances with the clock.
    if (this.#inUse === 0) this.#virtualMs += entered - this.#idleSince;
    this.#inUse++;
    const record = this.#recordOf(tenant);
    if (!this.isLong(tenant)) this.#lastShort = entered;
    if (!isBackground(tenant)) this.#lastOther = entered;
    if (record.holding === 0) record.holdingSince = entered;
    record.holding++;
    this.#holders.add(tenant);
    this.#virtualMs = Math.max(this.#virtualMs, record.finishMs);
    const guessMs = record.meanMs ?? this.#usualMs;
    record.finishMs = this.#virtualMs + guessMs;
    // The longer a tenant holds its slot, the more of the waiting tenants may have a reserved one.
    const long = this.#options.isForProven ? setInterval(() => this.#next(), NOTICED_MS) : undefined;
    let isOver = false;
    return (cost) => {
      if (isOver) return;
      isOver = true;
      clearInterval(long);
      const ended = this.#options.now();
      const ms = cost?.cpuMs ?? ended - entered;
      this.#usualMs += (ms - this.#usualMs) / 8;
      record.finishMs += ms - guessMs;
      record.holding--;
      if (record.holding === 0) this.#holders.delete(tenant);
      if (cost !== undefined) {
        record.meanMs = record.meanMs === undefined ? ms : record.meanMs + (ms - record.meanMs) / 4;
        record.isProven ||= !cost.failed;
        if (cost.failed) {
          record.failedMs = this.#failedMs(record) + ms;
          record.failedAt = ended;
        }
      }
      this.#inUse--;
      this.#idleSince = ended;
      if (!isBackground(tenant)) this.#lastOther = ended;
      this.#next();
    };
  }

  #next(): void {
    let next: Waiter | undefined;
    for (const waiter of this.#waiters) {
      if (!this.#mayAcquire(waiter.tenant)) continue;
      if (next === undefined || this.#isBefore(waiter.tenant, next.tenant)) next = waiter;
    }
    if (next === undefined) return;
    this.#waiters.splice(this.#waiters.indexOf(next), 1);
    next.grant();
    // Jobs may have been held back to one slot.
    if (isBackground(next.tenant)) this.#next();
  }
}
