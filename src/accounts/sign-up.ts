import { Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import type { Account, AccountStore } from "./account-store.ts";
import { type Actor, SYSTEM } from "./audit.ts";
import type { Allowance, EmailLimits, Recipient } from "./email-limits.ts";
import type { EmailQueue } from "./email-queue.ts";
import { hashSecret, makeToken } from "./key-format.ts";
import type { Keys, NewKey } from "./keys.ts";
import type { MailboxHash } from "./mailbox-hash.ts";
import type { Sessions } from "./sessions.ts";
import type { Suspensions } from "./suspension.ts";

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
   * Queues an email with a link to an address (as `emailAddress` reads it), for signing up and for signing in alike.
   * Resolves after the part that is the same for every address; the rest, which depends on who has an account, runs
   * after the response, so that neither its text nor its time tells. Emails over a limit are left out in silence.
   * Returns what the network of `source` (an IP address) had left before: at 0 only existing accounts get an email.
   * Throws `busy`.
   */
  request(address: string, source: string | undefined): Promise<Allowance>;
  /** What the network of an IP address has left, without a request. */
  allowance(source: string | undefined): Promise<Allowance>;
  /** Makes the token of a link; it works once, for 24 hours. */
  makeLink(email: string): Promise<string>;
  /** The address that a link signs in. Uses nothing up. Throws `link-invalid`. */
  look(token: string): Promise<string>;
  /**
   * Redeems a link; `device` names the new session. Throws `link-invalid`, and `account-suspended` without using the
   * link up.
   */
  confirm(token: string, device: string, by?: Actor): Promise<Confirmed>;
  /** Resolves when every request that was accepted is queued or left out. */
  settle(): Promise<void>;
}

interface SignUpOptions {
  readonly database: Database;
  readonly limits: EmailLimits;
  readonly mailboxOf: MailboxHash;
  readonly accountStore: AccountStore;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly suspensions: Pick<Suspensions, "check">;
  readonly emailQueue: EmailQueue;
  readonly log: Log;
  now(): number;
}

const DAY_MS = 86_400_000;
/** Requests whose second part is under way; each holds an address and no more. */
const UNDER_WAY_MAX = 2_000;
/** Requests that wait this long at most before their second part, in milliseconds, so that it slows nobody's next. */
const JITTER_MS = 100;

function linkInvalid(): Problem {
  return new Problem(
    "link-invalid",
    "This link was already used or is older than 24 hours. Request a new link.",
  );
}

export function createSignUp(options: SignUpOptions): SignUp {
  const { database, limits, mailboxOf, accountStore, keys, sessions, suspensions, emailQueue, log, now } =
    options;
  const { query } = database;
  const look = async (token: string): Promise<string> => {
    const [link] = await query<{ email: string }>`
      select email from link where hash = ${hashSecret(token)} and used_at is null
        and expires_at > ${new Date(now()).toISOString()}`;
    if (link === undefined) throw linkInvalid();
    return link.email;
  };
  const underWay = new Set<Promise<void>>();
  /**
   * The end of the work of each kind: one at a time, so that a flood neither runs past a limit that is counted first
   * nor takes every connection to the database. Owners of accounts do not wait behind new sign-ups.
   */
  const lines: Record<Recipient, Promise<void>> = {
    account: Promise.resolve(),
    "sign-up": Promise.resolve(),
  };

  /** Why an email is left out; undefined where it is to be sent. */
  const obstacle = async (
    address: string,
    source: string | undefined,
    hasAccount: boolean,
    left: number,
  ): Promise<string | undefined> => {
    const hasRoom = hasAccount ? await limits.admitAccount(source) : left > 0;
    if (!hasRoom) return "network";
    if (!hasAccount && (await emailQueue.isSignUpFull())) return "queue";
    const recipient = hasAccount ? "account" : "sign-up";
    return (await limits.admitMailbox(await mailboxOf(address), recipient)) ? undefined : "mailbox";
  };
  const queueLink = async (...of: Parameters<typeof obstacle>): Promise<void> => {
    const [address, , hasAccount] = of;
    try {
      const limit = await obstacle(...of);
      if (limit === undefined) await emailQueue.enqueue(hasAccount ? "link" : "sign-up", address, {});
      else log.info("a sign-in link was not sent: too many requests", { limit });
    } catch (cause) {
      log.error("a sign-in link was not queued", { cause });
    }
  };
  const later = async (...of: Parameters<typeof obstacle>): Promise<void> => {
    const recipient = of[2] ? "account" : "sign-up";
    await Bun.sleep(Math.random() * JITTER_MS);
    lines[recipient] = lines[recipient].then(() => queueLink(...of));
    await lines[recipient];
  };

  return {
    allowance: limits.allowance,
    async request(address, source) {
      if (underWay.size >= UNDER_WAY_MAX) {
        throw new Problem("busy", "Too many sign-ups are in progress. Try again in 5 seconds.", {
          headers: { "Retry-After": "5" },
        });
      }
      const hasAccount = (await accountStore.byEmail(address)) !== undefined;
      const allowance = await limits.request(source);
      const work: Promise<void> = later(address, source, hasAccount, allowance.left).finally(() =>
        underWay.delete(work),
      );
      underWay.add(work);
      return allowance;
    },
    async settle() {
      await Promise.all(underWay);
    },
    async makeLink(email) {
      const token = makeToken();
      await query`
        insert into link (hash, email, expires_at)
        values (${hashSecret(token)}, ${email}, ${new Date(now() + DAY_MS).toISOString()})`;
      return token;
    },
    look,
    async confirm(token, device, by = SYSTEM) {
      const known = await accountStore.byEmail(await look(token));
      if (known !== undefined) await suspensions.check(known.id);
      const at = new Date(now()).toISOString();
      const [link] = await query<{ email: string }>`
        update link set used_at = ${at}
        where hash = ${hashSecret(token)} and used_at is null and expires_at > ${at} returning email`;
      if (link === undefined) throw linkInvalid();
      const { account } = await accountStore.ensure(link.email, by);
      const live = (await keys.list(account.id)).some(
        ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > at),
      );
      const key = live ? undefined : await keys.create(account.id, "default", null, by);
      return { account, session: await sessions.begin(account.id, device, by), key };
    },
  };
}
