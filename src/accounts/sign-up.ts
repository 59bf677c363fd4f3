import { createHash } from "node:crypto";
import { Problem } from "../kit/problem.ts";
import type { State } from "../kit/state.ts";
import type { Log } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { hashSecret, makeToken } from "./key-format.ts";
import type { Keys, NewKey } from "./keys.ts";
import type { MailQueue } from "./mail.ts";
import type { Account, People } from "./people.ts";
import type { Sessions } from "./sessions.ts";

/** What a confirmed link opens. */
export interface Confirmed {
  readonly account: Account;
  /** The token of the new session. */
  readonly session: string;
  /** The first key of an account without one: shown now and never again. */
  readonly key: NewKey | undefined;
}

export interface SignUp {
  /**
   * Queues a mail with a link to an address (as `mailAddress` reads it), for signing up and for signing in
   * alike. What it does with the address shows nowhere: too many mails to one address or from one `source` are
   * left out in silence.
   */
  request(address: string, source: string | undefined): Promise<void>;
  /** Makes the token of a link; it works once, for 24 hours. */
  makeLink(email: string): Promise<string>;
  /** Uses a link up. Throws `link-invalid`. */
  confirm(token: string): Promise<Confirmed>;
}

interface SignUpOptions {
  readonly database: Database;
  readonly state: State;
  readonly people: People;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly mail: MailQueue;
  readonly log: Log;
  now(): number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Mails with a link: to one address so many a day and one in ten minutes, from one source so many an hour. */
const ADDRESS_PER_DAY = 3;
const ADDRESS_PAUSE_MS = 10 * MINUTE_MS;
const SOURCE_PER_HOUR = 5;

/** An IPv4 address, or the /64 of an IPv6 one: a household has all of those. */
export function sourceOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(":")) return mapped ?? address;
  const [head = "", tail] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

export function createSignUp(options: SignUpOptions): SignUp {
  const { database, state, people, keys, sessions, mail, log, now } = options;
  const { query } = database;

  /** Takes one of so many places for a time; false where all are taken. Exact among all replicas. */
  const place = async (name: string, places: number, ttlMs: number): Promise<boolean> => {
    for (let i = 1; i <= places; i++) {
      if ((await state.claim(`${name}:${i}`, ttlMs)) !== undefined) return true;
    }
    return false;
  };

  return {
    async request(address, source) {
      const of = createHash("sha256").update(address).digest("hex");
      const isWelcome =
        (source === undefined || (await place(`sign-up:source:${source}`, SOURCE_PER_HOUR, HOUR_MS))) &&
        (await place(`sign-up:pause:${of}`, 1, ADDRESS_PAUSE_MS)) &&
        (await place(`sign-up:day:${of}`, ADDRESS_PER_DAY, DAY_MS));
      if (isWelcome) await mail.enqueue("link", address, {});
      else log.info("a sign-up was left out: too many for its address or source");
    },
    async makeLink(email) {
      const token = makeToken();
      await query`
        insert into link (hash, email, expires_at)
        values (${hashSecret(token)}, ${email}, ${new Date(now() + DAY_MS).toISOString()})`;
      return token;
    },
    async confirm(token) {
      const at = new Date(now()).toISOString();
      const [link] = await query<{ email: string }>`
        update link set used_at = ${at}
        where hash = ${hashSecret(token)} and used_at is null and expires_at > ${at} returning email`;
      if (link === undefined) {
        throw new Problem(
          "link-invalid",
          "This link was used, or is older than 24 hours: ask for a new one.",
        );
      }
      const { account } = await people.ensure(link.email);
      const live = (await keys.list(account.id)).some(
        ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > at),
      );
      const key = live ? undefined : await keys.create(account.id, "default", null);
      return { account, session: await sessions.begin(account.id), key };
    },
  };
}
