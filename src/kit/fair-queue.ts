import { Problem } from "./problem.ts";

/** Milliseconds that a turn is taken to last before one has ended. */
const FIRST_GUESS_MS = 1_000;

/** Payers remembered beside those whose turn it is; who is forgotten counts as new. */
const REMEMBERED = 10_000;

/** How long until half of a payer's failed time is forgotten, in milliseconds. */
const FORGET_MS = 5 * 60_000;

/** A payer with more failed time than this is costly, in milliseconds. */
const COSTLY_FAILED_MS = 1_000;

/** A payer whose turns usually take more processor time than this is costly, in milliseconds. */
const COSTLY_TURN_MS = 2_000;

/** Turns that take longer than this are noticed by others, in milliseconds. */
const LONG_TURN_MS = 250;

/** How long after its last turn a payer is taken to come again, in milliseconds. */
const ABOUT_MS = 10_000;

/** A payer whose turns usually take so many times less than a holder's need not wait for that one's to end. */
const CHEAPER = 2;

interface Waiter {
  readonly payer: string;
  admit(): void;
  refuse(): void;
}

/** What is remembered of a payer, also while it has nothing to do. */
interface Tenant {
  /** The time it has had, on a scale that all payers share; in milliseconds. */
  had: number;
  /** Places that it holds now. */
  holding: number;
  /** Since when it has held one without a break. */
  holdingSince: number;
  /** Whether the work of one of its turns succeeded. */
  isProven: boolean;
  /** Processor time of one of its turns, as a moving mean in milliseconds; undefined until one was measured. */
  meanMs: number | undefined;
  /** Processor time of its turns that failed, in milliseconds, as of `failedAt`: half of it is forgotten in 5 minutes. */
  failedMs: number;
  failedAt: number;
}

/** What a turn has cost. */
export interface TurnCost {
  /** Processor time in milliseconds. */
  readonly cpuMs: number;
  /** Whether the work failed, so that nobody pays for it. */
  readonly failed: boolean;
}

/** Ends a turn; calls after the first do nothing. Without a cost, the turn is taken to have cost its wall time. */
export type EndTurn = (cost?: TurnCost) => void;

export interface TurnstileOptions {
  /** How long anybody waits at most, in milliseconds; who waited so long is told to come again. */
  readonly waitMs?: number;
  /** How many of the places are only for payers that hold none, whatever they cost. */
  readonly reserved?: number;
  /**
   * Whether these are, further, only for payers whose turns have succeeded and are not costly, and only while another
   * payer holds a place of which that cannot be said, or whose turns, this one included, take several times as long.
   */
  readonly isForProven?: boolean;
  now?(): number;
}

/** How often somebody was not let in. */
export interface Turned {
  /** The queue was full. */
  busy: number;
  /** The client left while it waited. */
  left: number;
}

function left({ reason: cause }: AbortSignal, turned: Turned): Problem {
  turned.left++;
  return new Problem("client-left", "The client left before its turn came.", { cause });
}

// Longer than 150 lines because who waits, who goes next and who is turned away is one set of counts.
/**
 * Lets a number of turns be taken at a time and a number of them be waited for, fairly between payers (start-time
 * fair queueing, Goyal, Vin and Cheng 1996, by measured cost). The next turn is that of the payer that has had the
 * least so far, its recent failed time counted once more, which is remembered for minutes after the payer has gone. Turns of one payer keep their order.
 *
 * The order alone does not help who comes while every place is held by turns of several seconds, and turns are not
 * interrupted. So `reserved` places stay free for payers that hold no other place and, with `isForProven`, have had a
 * turn that succeeded and are not costly: more than 1 s of recent failed time, or turns of more than 2 s on average,
 * make a payer costly. Any number of new accounts with hostile work are so kept out of these places. Where all who
 * hold places are such payers with turns about as long, the reserved ones are not used: they share the others as ever.
 *
 * With `isForProven`, payers whose turns usually take more than 250 ms of processor time leave one more place to
 * others, as long as others had a turn in the last 10 s: a machine with all its cores in long turns delays everybody.
 *
 * The empty payer stands for everybody who needs no account, so nothing is held against it.
 */
export class Turnstile {
  readonly #places: number;
  readonly #queue: number;
  readonly #waitMs: number;
  readonly #reserved: number;
  readonly #isForProven: boolean;
  readonly #now: () => number;
  /** In the order of their coming. */
  readonly #waiters: Waiter[] = [];
  readonly #tenants = new Map<string, Tenant>();
  /** The payers that hold places. */
  readonly #holders = new Set<string>();
  /** Where on the shared scale the last turn began: who comes anew begins here, not at what others had long ago. */
  #mark = 0;
  #inside = 0;
  #usualMs = FIRST_GUESS_MS;
  /** When a payer whose turns are not long last had one. */
  #lastShort = Number.NEGATIVE_INFINITY;
  /** Since when nobody has a turn. */
  #idleSince = 0;

  constructor(places: number, queue: number, options: TurnstileOptions = {}) {
    const { waitMs = Number.POSITIVE_INFINITY, reserved = 0, isForProven = false } = options;
    const { now = () => performance.now() } = options;
    this.#places = places;
    this.#queue = queue;
    this.#waitMs = waitMs;
    this.#reserved = reserved;
    this.#isForProven = isForProven;
    this.#now = now;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  /** Whether nobody has a turn and nobody waits for one. */
  get isIdle(): boolean {
    return this.#inside === 0;
  }

  /** Whether another payer waits that is not costly. */
  isWantedByOthers(payer: string): boolean {
    return this.#waiters.some((waiter) => waiter.payer !== payer && !this.isCostly(waiter.payer));
  }

  /** Whether a payer has lately had more than a second of failed time. */
  hasFailed(payer: string): boolean {
    const tenant = this.#tenants.get(payer);
    return payer !== "" && tenant !== undefined && this.#failedMs(tenant) > COSTLY_FAILED_MS;
  }

  /** Whether a payer's turns have failed lately or are long: see the class. */
  isCostly(payer: string): boolean {
    if (payer === "") return false;
    return this.hasFailed(payer) || (this.#tenants.get(payer)?.meanMs ?? 0) > COSTLY_TURN_MS;
  }

  /** Whether a payer's turns usually take so long that others notice. */
  isLong(payer: string): boolean {
    return (this.#tenants.get(payer)?.meanMs ?? 0) > LONG_TURN_MS;
  }

  /** Whether a payer has had a turn that succeeded, is not costly, and has not held its place for long. */
  isTrusted(payer: string): boolean {
    if (payer === "") return true;
    const tenant = this.#tenants.get(payer);
    if (tenant === undefined || !tenant.isProven || this.isCostly(payer)) return false;
    return tenant.holding === 0 || this.#now() - tenant.holdingSince <= COSTLY_TURN_MS;
  }

  /**
   * Waits for a turn of `payer` and gives the function that ends it. Throws `busy`
   * where the queue is full, also later, where it is full and another payer has fewer turns waiting, and where
   * the turn does not come in time; throws `client-left` where the client leaves first. Counts both.
   */
  async admit(client: AbortSignal, turned: Turned, payer = ""): Promise<EndTurn> {
    if (client.aborted) throw left(client, turned);
    if (this.#mayEnter(payer)) return this.#enter(payer);
    if (this.#waiters.length >= this.#queue && !this.#makeRoom(payer)) throw this.#busy(turned);
    return new Promise((resolve, reject) => {
      const leave = () => {
        settle();
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(left(client, turned));
      };
      const late =
        this.#waitMs === Number.POSITIVE_INFINITY
          ? undefined
          : setTimeout(() => {
              this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
              waiter.refuse();
            }, this.#waitMs);
      const settle = () => {
        clearTimeout(late);
        client.removeEventListener("abort", leave);
      };
      const waiter: Waiter = {
        payer,
        admit: () => {
          settle();
          resolve(this.#enter(payer));
        },
        refuse: () => {
          settle();
          reject(this.#busy(turned));
        },
      };
      this.#waiters.push(waiter);
      client.addEventListener("abort", leave, { once: true });
    });
  }

  #busy(turned: Turned): Problem {
    turned.busy++;
    // When a place is likely to be free for one more in the queue.
    const ms = ((this.#waiters.length + 1) / this.#places) * this.#usualMs;
    const seconds = Math.min(60, Math.max(1, Math.ceil(ms / 1000)));
    return new Problem(
      "busy",
      `All places are taken and the queue is full. Send the same request again in ${seconds} s.`,
      { headers: { "Retry-After": String(seconds) } },
    );
  }

  /** Turns away the last of the payer with the most turns waiting, where that leaves it no fewer than `payer`. */
  #makeRoom(payer: string): boolean {
    const waiting = new Map<string, number>();
    for (const { payer: one } of this.#waiters) waiting.set(one, (waiting.get(one) ?? 0) + 1);
    const [heaviest, most] = [...waiting].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
    if (most <= (waiting.get(payer) ?? 0) + 1) return this.#makeRoomOfCostly(payer);
    this.#turnAway(heaviest);
    return true;
  }

  /** Turns away the last of a costly payer in favor of one that is not. */
  #makeRoomOfCostly(payer: string): boolean {
    if (this.isCostly(payer)) return false;
    const costly = this.#waiters.findLast((waiter) => this.isCostly(waiter.payer));
    if (costly !== undefined) this.#turnAway(costly.payer);
    return costly !== undefined;
  }

  #turnAway(payer: string): void {
    const last = this.#waiters.findLastIndex((waiter) => waiter.payer === payer);
    const [turnedAway] = this.#waiters.splice(last, 1);
    turnedAway?.refuse();
  }

  #mayEnter(payer: string): boolean {
    if (this.#mustLeaveRoom(payer)) return false;
    if (this.#inside < this.#places - this.#reserved) return true;
    if (this.#inside >= this.#places) return false;
    if ((this.#tenants.get(payer)?.holding ?? 0) > 0) return false;
    if (!this.#isForProven) return true;
    return (
      this.isTrusted(payer) &&
      [...this.#holders].some(
        (holder) => (!this.isTrusted(holder) && !this.isLong(payer)) || this.#isCheaper(payer, holder),
      )
    );
  }

  /** Whether others, whose turns are not long, are about and need the one place that long turns leave to them. */
  #mustLeaveRoom(payer: string): boolean {
    if (!this.#isForProven || !this.isLong(payer)) return false;
    if (this.#now() - this.#lastShort > ABOUT_MS) return false;
    const long = [...this.#holders].filter((holder) => this.isLong(holder));
    const held = long.reduce((sum, holder) => sum + (this.#tenants.get(holder)?.holding ?? 0), 0);
    return held >= Math.max(1, this.#places - this.#reserved - 1);
  }

  /** Whether a payer's turns usually take a small part of another's, or of what that one has now. */
  #isCheaper(payer: string, other: string): boolean {
    const own = this.#tenants.get(payer)?.meanMs;
    const holder = this.#tenants.get(other);
    if (own === undefined || holder === undefined) return false;
    return own * CHEAPER < Math.max(holder.meanMs ?? 0, this.#now() - holder.holdingSince);
  }

  #failedMs({ failedMs, failedAt }: Tenant): number {
    return failedMs * 2 ** ((failedAt - this.#now()) / FORGET_MS);
  }

  /** What a payer has had, and its failed time once more: who has the least goes next. */
  #dueOf(payer: string): number {
    const tenant = this.#tenants.get(payer);
    return tenant === undefined ? this.#mark : Math.max(this.#mark, tenant.had) + this.#failedMs(tenant);
  }

  #tenant(payer: string): Tenant {
    const known = this.#tenants.get(payer);
    if (known !== undefined) return known;
    if (this.#tenants.size >= REMEMBERED) this.#forget();
    const fresh = {
      had: this.#mark,
      holding: 0,
      holdingSince: 0,
      isProven: false,
      meanMs: undefined,
      failedMs: 0,
      failedAt: 0,
    };
    this.#tenants.set(payer, fresh);
    return fresh;
  }

  /** Forgets payers that hold nothing: the harmless ones, and, where that is not enough, those known for longest. */
  #forget(): void {
    for (const [payer, tenant] of this.#tenants) {
      if (tenant.holding === 0 && !this.isCostly(payer)) this.#tenants.delete(payer);
    }
    for (const [payer, tenant] of this.#tenants) {
      if (this.#tenants.size < REMEMBERED / 2) break;
      if (tenant.holding === 0) this.#tenants.delete(payer);
    }
  }

  #enter(payer: string): EndTurn {
    const entered = this.#now();
    // While nobody has a turn, the scale moves on with the clock.
    if (this.#inside === 0) this.#mark += entered - this.#idleSince;
    this.#inside++;
    const tenant = this.#tenant(payer);
    if (!this.isLong(payer)) this.#lastShort = entered;
    if (tenant.holding === 0) tenant.holdingSince = entered;
    tenant.holding++;
    this.#holders.add(payer);
    this.#mark = Math.max(this.#mark, tenant.had);
    const guessMs = tenant.meanMs ?? this.#usualMs;
    tenant.had = this.#mark + guessMs;
    // The longer a payer holds its place, the more of those who wait may have a reserved one.
    const long = this.#isForProven ? setInterval(() => this.#next(), LONG_TURN_MS) : undefined;
    let isOver = false;
    return (cost) => {
      if (isOver) return;
      isOver = true;
      clearInterval(long);
      const ended = this.#now();
      const ms = cost?.cpuMs ?? ended - entered;
      this.#usualMs += (ms - this.#usualMs) / 8;
      tenant.had += ms - guessMs;
      tenant.holding--;
      if (tenant.holding === 0) this.#holders.delete(payer);
      if (cost !== undefined) {
        tenant.meanMs = tenant.meanMs === undefined ? ms : tenant.meanMs + (ms - tenant.meanMs) / 4;
        tenant.isProven ||= !cost.failed;
        if (cost.failed) {
          tenant.failedMs = this.#failedMs(tenant) + ms;
          tenant.failedAt = ended;
        }
      }
      this.#inside--;
      this.#idleSince = ended;
      this.#next();
    };
  }

  #next(): void {
    let next: Waiter | undefined;
    for (const waiter of this.#waiters) {
      if (!this.#mayEnter(waiter.payer)) continue;
      if (next === undefined || this.#dueOf(waiter.payer) < this.#dueOf(next.payer)) next = waiter;
    }
    if (next === undefined) return;
    this.#waiters.splice(this.#waiters.indexOf(next), 1);
    next.admit();
  }
}
