import { networkOf } from "../kit/site-of.ts";
import type { Database, Query } from "../store/database.ts";
import { SKEW_MS } from "../store/time-text.ts";

/** How often one target gets a request. */
interface Rate {
  /** What precedes the name of a target in the database. */
  readonly prefix: string;
  readonly everyMs: number;
  /** How far ahead of its pace a target may be, in milliseconds: a burst. */
  readonly burstMs: number;
  /** Whether failures make the pauses longer. */
  readonly backsOff: boolean;
}

/** All requests to one host name, and to one address: 10 and 20 a second. */
const HOST: Rate = { prefix: "host", everyMs: 100, burstMs: 900, backsOff: false };
const ADDRESS: Rate = { prefix: "address", everyMs: 50, burstMs: 950, backsOff: false };
/** Those to endpoints that fail, or that are not verified: 1 and 5 a second. */
const FAILING_HOST: Rate = { prefix: "failing host", everyMs: 1_000, burstMs: 0, backsOff: true };
const FAILING_ADDRESS: Rate = { prefix: "failing address", everyMs: 200, burstMs: 0, backsOff: false };

/** A pause doubles with each failure in a row, up to 32 times. */
const DOUBLINGS_MAX = 5;
/** Turns further ahead, in milliseconds, were taken before the clock went back. */
const CLOCK_MS = FAILING_HOST.everyMs * 2 ** DOUBLINGS_MAX + SKEW_MS;
/** Addresses of a host that are used and counted. */
const ADDRESSES_MAX = 4;
/** How long the addresses of a host are remembered, to know the pace of a host before a request is begun. */
const REMEMBERED_MS = 60_000;
const TARGETS_MAX = 10_000;
const HOUR_MS = 3_600_000;

/** Error: it is not the turn of a target yet. */
export class TooEarly extends Error {
  override readonly name = "TooEarly";
  /** When to ask again, in milliseconds since 1970. */
  readonly untilMs: number;

  constructor(untilMs: number) {
    super("the receiver gets no more requests now");
    this.untilMs = untilMs;
  }
}

/** Recipient of a request. */
export interface PacedRequest {
  readonly url: string;
  readonly isFailing: boolean;
}

interface WebhookPaceOptions {
  readonly database: Database;
  /** Whether a receiver is paced: the operator may have named it. */
  isPaced(url: string): boolean;
  now(): number;
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, "");
}

const isOver = (ms: number, present: number) => ms <= present || ms > present + CLOCK_MS;

function trim(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= TARGETS_MAX) return;
    map.delete(key);
  }
}

/** Limits requests to one receiver, across accounts and processes. Each process remembers the next turn of a receiver. */
export class WebhookPace {
  readonly #options: WebhookPaceOptions;
  readonly #next = new Map<string, number>();
  readonly #addresses = new Map<
    string,
    { readonly addresses: readonly string[]; readonly untilMs: number }
  >();
  readonly #asking = new Set<string>();

  constructor(options: WebhookPaceOptions) {
    this.#options = options;
  }

  isPaced(url: string): boolean {
    return this.#options.isPaced(url);
  }

  /** Whether a request may be begun now, as far as this process knows. */
  mayBegin({ url, isFailing }: PacedRequest): boolean {
    if (!this.isPaced(url)) return true;
    const host = hostOf(url);
    if (this.#asking.has(host)) return false;
    const present = this.#options.now();
    const known = this.#addresses.get(host);
    const addresses = known === undefined || known.untilMs < present ? [] : known.addresses;
    return [...this.#targets(host, addresses, isFailing).keys()].every((target) =>
      isOver(this.#next.get(target) ?? 0, present),
    );
  }

  /** Notes that a request is begun, which will ask with `take`, or not; returns what ends it. */
  begin({ url }: PacedRequest): () => void {
    if (!this.isPaced(url)) return () => {};
    const host = hostOf(url);
    this.#asking.add(host);
    return () => void this.#asking.delete(host);
  }

  /** Takes the turn of a host and of its addresses, at once or not at all. Rejects with `TooEarly`. */
  async take({ url, isFailing }: PacedRequest, found: readonly string[]): Promise<void> {
    const { database, now } = this.#options;
    const host = hostOf(url);
    const present = now();
    const addresses = [...new Set(found.slice(0, ADDRESSES_MAX).map(networkOf))];
    this.#addresses.delete(host);
    this.#addresses.set(host, { addresses, untilMs: present + REMEMBERED_MS });
    trim(this.#addresses);
    const targets = [...this.#targets(host, addresses, isFailing)].sort(([a], [b]) => (a < b ? -1 : 1));
    await database.transaction(async (query) => {
      for (const [target, rate] of targets) await this.#takeOne(query, target, rate, present);
    });
  }

  /** Notes how a request ended: failures make the pauses of a host longer, and a success ends that. */
  async ended({ url, isFailing }: PacedRequest, hasFailed: boolean): Promise<void> {
    const { database, now } = this.#options;
    if (!this.isPaced(url) || (!hasFailed && !isFailing)) return;
    const target = `${FAILING_HOST.prefix} ${hostOf(url)}`;
    if (!hasFailed) {
      await database.query`update webhook_pace set failures = 0 where target = ${target} and failures > 0`;
      return;
    }
    const present = now();
    const pause = FAILING_HOST.everyMs;
    const [row] = await database.query<{ next_ms: number | string }>`
      insert into webhook_pace (target, next_ms, failures, expires_at)
      values (${target}, cast(${present + pause} as bigint), 1, ${this.#expiry(present)})
      on conflict (target) do update set
        failures = case when webhook_pace.failures < ${DOUBLINGS_MAX} then webhook_pace.failures + 1 else ${DOUBLINGS_MAX} end,
        next_ms = cast(${present} as bigint) + cast(${pause} as bigint) * (1 << webhook_pace.failures),
        expires_at = excluded.expires_at
      returning next_ms`;
    this.#remember(target, Number(row?.next_ms ?? 0));
  }

  async #takeOne(query: Query, target: string, rate: Rate, present: number): Promise<void> {
    const { everyMs, burstMs, backsOff } = rate;
    const first = present - burstMs;
    const [row] = await query<{ next_ms: number | string }>`
      insert into webhook_pace (target, next_ms, failures, expires_at)
      values (${target}, cast(${first + everyMs} as bigint), 0, ${this.#expiry(present)})
      on conflict (target) do update set
        next_ms = cast(${everyMs} as bigint) * (case when ${backsOff ? 1 : 0} = 1 then 1 << webhook_pace.failures else 1 end)
          + case when webhook_pace.next_ms between cast(${first} as bigint) and cast(${present} as bigint)
            then webhook_pace.next_ms else cast(${first} as bigint) end,
        expires_at = excluded.expires_at
      where webhook_pace.next_ms <= cast(${present} as bigint) or webhook_pace.next_ms > cast(${present + CLOCK_MS} as bigint)
      returning next_ms`;
    if (row !== undefined) {
      this.#remember(target, Number(row.next_ms));
      return;
    }
    const [held] = await query<{ next_ms: number | string }>`
      select next_ms from webhook_pace where target = ${target}`;
    const untilMs = Math.max(present + everyMs, Number(held?.next_ms ?? 0));
    this.#remember(target, untilMs);
    throw new TooEarly(untilMs);
  }

  #targets(host: string, addresses: readonly string[], isFailing: boolean): Map<string, Rate> {
    const rates = isFailing ? [HOST, ADDRESS, FAILING_HOST, FAILING_ADDRESS] : [HOST, ADDRESS];
    const targets = new Map<string, Rate>();
    for (const rate of rates) {
      const names = rate === HOST || rate === FAILING_HOST ? [host] : addresses;
      for (const name of names) targets.set(`${rate.prefix} ${name}`, rate);
    }
    return targets;
  }

  #remember(target: string, untilMs: number): void {
    this.#next.delete(target);
    this.#next.set(target, untilMs);
    trim(this.#next);
  }

  /** On the hour, so that the row changes its place in the index of retention once an hour. */
  #expiry(present: number): string {
    return new Date((Math.floor(present / HOUR_MS) + 2) * HOUR_MS).toISOString();
  }
}
