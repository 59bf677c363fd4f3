import { claimOne, type State } from "../kit/state.ts";
import type { Database } from "../store/database.ts";
import { networksOf } from "./networks.ts";

/** The recipient of an email with a link: the owner of an account, or somebody who signs up. */
export type Recipient = "account" | "sign-up";

/** The remaining allowance of a client's network in this hour. */
export interface Allowance {
  readonly left: number;
  /** When the hour ends, in milliseconds since 1970. */
  readonly resetsAt: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Requests an hour of a network, the narrowest first: /32 and /24 of IPv4; /64, /56 and /48 of IPv6. */
const PER_HOUR: readonly number[] = [5, 10, 20];
const IPV4_PER_HOUR: readonly number[] = [5, 20];
/** Existing accounts have so many times as much: an office has one IPv4 address, and each mailbox its own limit. */
const ACCOUNT_FACTOR = 4;

/** Emails to one mailbox: one in ten minutes and three a day of each kind, so that sign-ups leave the owner some. */
export const LINK_PAUSE_MS = 10 * MINUTE_MS;
const PER_DAY = 3;
const MAILBOX_PER_HOUR = 5;

interface EmailLimitsOptions {
  readonly database: Database;
  readonly state: State;
  now(): number;
}

interface Counter {
  readonly name: string;
  readonly limit: number;
}

/** Reserves one of `places` for a time; false if none is free. Exact over any hour or day. */
async function place(state: State, name: string, places: number, ttlMs: number): Promise<boolean> {
  const names = Array.from({ length: places }, (_, i) => `${name}:${i + 1}`);
  return (await claimOne(state, names, ttlMs)) !== undefined;
}

/** Creates the limits on sign-in emails, by mailbox and by network, exact among all replicas. */
export function createEmailLimits({ database, state, now }: EmailLimitsOptions) {
  const hour = () => Math.floor(now() / HOUR_MS);

  const countersOf = (of: "all" | "account", source: string | undefined): Counter[] => {
    const networks = source === undefined ? [] : networksOf(source);
    const limits = networks.length === IPV4_PER_HOUR.length ? IPV4_PER_HOUR : PER_HOUR;
    const factor = of === "account" ? ACCOUNT_FACTOR : 1;
    return networks.map((network, i) => ({
      name: `${of} ${network} ${hour()}`,
      limit: factor * (limits[i] ?? 0),
    }));
  };
  const leftOf = async (counters: readonly Counter[]): Promise<number> => {
    const [a, b, c] = counters;
    if (a === undefined) return Number.POSITIVE_INFINITY;
    const rows = await database.query<{ name: string; used: number }>`
      select name, used from email_count where name in (${a.name}, ${b?.name ?? ""}, ${c?.name ?? ""})`;
    const usedOf = (name: string) => rows.find((row) => row.name === name)?.used ?? 0;
    return Math.min(...counters.map(({ name, limit }) => Math.max(0, limit - usedOf(name))));
  };
  /** Gives what was left before. Nothing is written where nothing is left: a flood leaves no rows behind. */
  const count = async (counters: readonly Counter[]): Promise<number> => {
    const left = await leftOf(counters);
    if (left === 0) return 0;
    const expiresAt = new Date((hour() + 1) * HOUR_MS).toISOString();
    // The widest first: of requests that come at once, those over its limit write nothing narrower.
    for (const { name, limit } of counters.toReversed()) {
      const rows = await database.query`
        insert into email_count (name, used, expires_at) values (${name}, 1, ${expiresAt})
        on conflict (name) do update set used = email_count.used + 1 where email_count.used < ${limit}
        returning used`;
      if (rows.length === 0) return 0;
    }
    return left;
  };
  const allowance = (left: number): Allowance => ({ left, resetsAt: (hour() + 1) * HOUR_MS });

  return {
    request: async (source: string | undefined) => allowance(await count(countersOf("all", source))),
    /** Checks without counting. */
    allowance: async (source: string | undefined) => allowance(await leftOf(countersOf("all", source))),
    /** Counts a request for an account that exists, which has an allowance of its own; false where it is used up. */
    allowsAccount: async (source: string | undefined) => (await count(countersOf("account", source))) > 0,
    /** Uses one of the emails that a mailbox (its keyed hash) may get; false if none is left. */
    async allowsMailbox(mailbox: string, recipient: Recipient): Promise<boolean> {
      const name = `email:${recipient}`;
      return (
        (await place(state, `${name}:pause:${mailbox}`, 1, LINK_PAUSE_MS)) &&
        (await place(state, `${name}:day:${mailbox}`, PER_DAY, DAY_MS)) &&
        (await place(state, `email:hour:${mailbox}`, MAILBOX_PER_HOUR, HOUR_MS))
      );
    },
  };
}
export type EmailLimits = ReturnType<typeof createEmailLimits>;
