import { asProblem, Problem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import type { Database, Query } from "../store/database.ts";
import type { Account, AccountStore } from "./account-store.ts";
import type { NewKey } from "./account-views.ts";
import { type Actor, SYSTEM } from "./audit.ts";
import type { Allowance, EmailLimits, Recipient } from "./email-limits.ts";
import type { EmailQueue } from "./email-queue.ts";
import { hashSecret, makeToken } from "./key-format.ts";
import type { Keys } from "./keys.ts";
import { lockAccount } from "./lock-account.ts";
import type { MailboxHash } from "./mailbox-hash.ts";
import type { Sessions } from "./sessions.ts";
import type { Suspensions } from "./suspension.ts";

/** The result of a confirmed link. */
export interface ConfirmedLink {
  readonly account: Account;
  readonly session: string;
  /** The first key of an account without one: shown now and never again. */
  readonly key: NewKey | undefined;
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

/** A request for a link whose second part is under way. */
interface LinkRequest {
  readonly address: string;
  readonly source: string | undefined;
  readonly hasAccount: boolean;
  readonly email: string;
  readonly left: number;
}

function linkInvalid(): Problem {
  return new Problem(
    "link-invalid",
    "This link was already used or is older than 24 hours. Request a new link. If you have not copied your first key, sign in and create another one.",
  );
}

/** Sign-up and sign-in by a link in an email. */
export class SignUp {
  readonly #options: SignUpOptions;
  readonly #query: Query;
  readonly #underWay = new Set<Promise<void>>();
  /** The end of the work of each kind: one at a time, so that a flood neither runs past a limit nor takes every connection. */
  readonly #lines: Record<Recipient, Promise<void>> = {
    account: Promise.resolve(),
    "sign-up": Promise.resolve(),
  };

  constructor(options: SignUpOptions) {
    this.#options = options;
    this.#query = options.database.query;
  }

  /** The remaining allowance of an IP address's network, without counting a request. */
  allowance(source: string | undefined): Promise<Allowance> {
    return this.#options.limits.allowance(source);
  }

  /**
   * Queues an email with a link. The part that depends on who has an account runs after the response, so that its time
   * tells nothing; emails over a limit are left out. Returns the network's allowance before. Throws `busy` and
   * `storage-unavailable`.
   */
  async request(address: string, source: string | undefined): Promise<Allowance> {
    const { accountStore, emailQueue, limits } = this.#options;
    if (this.#underWay.size >= UNDER_WAY_MAX) {
      throw new Problem("busy", "Too many sign-ups are in progress. Try again in 5 seconds.", {
        headers: { "Retry-After": "5" },
      });
    }
    const hasAccount = (await accountStore.byEmail(address)) !== undefined;
    // Before the request is counted: one that is not accepted uses up nothing.
    const email = await emailQueue.reserve(hasAccount ? "link" : "sign-up", address);
    const allowance = await limits.request(source);
    const { left } = allowance;
    const work: Promise<void> = this.#later({ address, source, hasAccount, email, left }).finally(() =>
      this.#underWay.delete(work),
    );
    this.#underWay.add(work);
    return allowance;
  }

  /** Resolves when every request that was accepted is queued or left out. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async makeLink(email: string): Promise<string> {
    const token = makeToken();
    await this.#query`
      insert into link (hash, email, expires_at)
      values (${hashSecret(token)}, ${email}, ${new Date(this.#options.now() + DAY_MS).toISOString()})`;
    return token;
  }

  /** Redeems a link; `device` names the session. Throws `link-invalid`, and `account-suspended` without redeeming it. */
  async confirm(token: string, device: string, by: Actor = SYSTEM): Promise<ConfirmedLink> {
    const { accountStore, suspensions, now, keys, sessions } = this.#options;
    const email = await this.look(token);
    const known = await accountStore.byEmail(email);
    if (known !== undefined) await suspensions.check(known.id);
    const at = new Date(now()).toISOString();
    const { account } = await accountStore.ensure(email, by);
    // Together: a link that was used up without a session would sign nobody in.
    return this.#options.database.transaction(async (run) => {
      await lockAccount(run, account.id);
      const [link] = await run`
        update link set used_at = ${at}
        where hash = ${hashSecret(token)} and used_at is null and expires_at > ${at} returning email`;
      if (link === undefined) throw linkInvalid();
      const live = (await keys.list(account.id, run)).some(
        ({ mode, revokedAt, expiresAt }) =>
          mode === "live" && revokedAt === null && (expiresAt === null || expiresAt > at),
      );
      const key = live ? undefined : await this.#firstKey(account.id, by, run);
      return { account, session: await sessions.begin(account.id, device, by, run), key };
    });
  }

  /** The first key of an account; undefined where it may have no more keys now: its owner is signed in all the same. */
  async #firstKey(account: string, by: Actor, run: Query): Promise<NewKey | undefined> {
    try {
      return await this.#options.keys.create(account, "default", null, {}, by, run);
    } catch (error) {
      if (asProblem(error).code === "conflict") return undefined;
      throw error;
    }
  }

  /** The address that a link signs in. Uses nothing up. Throws `link-invalid`. */
  async look(token: string): Promise<string> {
    const [link] = await this.#query<{ email: string }>`
      select email from link where hash = ${hashSecret(token)} and used_at is null
        and expires_at > ${new Date(this.#options.now()).toISOString()}`;
    if (link === undefined) throw linkInvalid();
    return link.email;
  }

  async usedBy(token: string): Promise<string | undefined> {
    const [link] = await this.#query<{ email: string }>`
      select email from link where hash = ${hashSecret(token)} and used_at is not null`;
    return link?.email;
  }

  async #obstacle({ address, source, hasAccount, left }: LinkRequest): Promise<string | undefined> {
    const { limits, emailQueue, mailboxOf } = this.#options;
    const isAllowed = hasAccount ? await limits.allowsAccount(source) : left > 0;
    if (!isAllowed) return "network";
    if (!hasAccount && (await emailQueue.isSignUpFull())) return "queue";
    const recipient = hasAccount ? "account" : "sign-up";
    return (await limits.allowsMailbox(await mailboxOf(address), recipient)) ? undefined : "mailbox";
  }

  async #queueLink(request: LinkRequest): Promise<void> {
    const { emailQueue, log } = this.#options;
    try {
      const limit = await this.#obstacle(request);
      if (limit === undefined) return await emailQueue.release(request.email);
      log.info("a sign-in link was not sent: too many requests", { limit });
      await emailQueue.cancel(request.email);
    } catch (cause) {
      // It is stored: the queue decides on it when the database can be written.
      log.warn("a sign-in link waits for the database", { cause });
    }
  }

  async #later(request: LinkRequest): Promise<void> {
    const recipient = request.hasAccount ? "account" : "sign-up";
    await Bun.sleep(Math.random() * JITTER_MS);
    this.#lines[recipient] = this.#lines[recipient].then(() => this.#queueLink(request));
    await this.#lines[recipient];
  }
}
