import type { Log } from "../ops/log.ts";
import type { Database, Query } from "../store/database.ts";

/** An email: one recipient, plain text, and HTML if the operator has a template for it. */
export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
}

/** A message that was not taken. */
export class EmailError extends Error {
  override readonly name = "EmailError";
  /** True where trying again cannot help: the recipient was rejected permanently. */
  readonly permanent: boolean;

  constructor(code: string, permanent: boolean, cause?: unknown) {
    super(code, { cause });
    this.permanent = permanent;
  }
}

/** Hands one message over, or throws a `EmailError`. */
export type SendEmail = (message: Message) => Promise<void>;

/** The data of a message. Its text is written when it is sent, so that no token is stored in the queue. */
export type EmailFacts = Readonly<Record<string, string | number>>;
export type ComposeEmail = (kind: string, email: string, facts: EmailFacts) => Promise<Message>;

export interface EmailQueueOptions {
  readonly database: Database;
  readonly log: Log;
  readonly send: SendEmail;
  readonly compose: ComposeEmail;
  /** Called when a message is queued outside a transaction. */
  wake?(): void;
  /**
   * Whether a reserved message may be sent now, of which the process ended or lost the database before it had decided.
   * Default: not yet.
   */
  isAllowed?(kind: EmailKind, email: string): Promise<boolean>;
  /** The maximum number of messages per hour; others wait. Sign-ups may use `SIGN_UP_SHARE` of that number. */
  readonly perHour: number;
  now(): number;
}

/**
 * The kind of a message: a link for an existing account, a link for a new one, a quota alert, that a webhook endpoint was
 * turned off, a site that got worse. Links for new accounts have a queue of their own, so that a flood of them delays no
 * other message.
 */
export type EmailKind = "link" | "sign-up" | "quota" | "webhook" | "site-audit";

/** The two queues: messages to owners of accounts, and links for new accounts. */
export const emailQueues = ["account", "sign-up"] as const;
export type EmailQueueName = (typeof emailQueues)[number];

/** How much of the hour's messages links for new accounts may take. */
const SIGN_UP_SHARE = 0.75;

/** A message that could not be sent in this time is given up: the promise is "within 24 hours". */
const GIVE_UP_MS = 24 * 3_600_000;
/** A process that died while sending holds a message no longer than this. */
const CLAIM_MS = 120_000;
/** The clocks of two replicas are closer than this. */
const SKEW_MS = 600_000;
/** Messages of one queue that this process sends at a time. */
const PARALLEL = 8;

const BACK_OFF_MAX_MS = 1_800_000;

/** The pause before attempt number `attempts + 1`: 15 s, doubling, at most half an hour. */
function backOffMs(attempts: number): number {
  return Math.min(15_000 * 2 ** (attempts - 1), BACK_OFF_MAX_MS);
}

/** The facts of a reserved message. */
const RESERVED = '{"reserved":1}';

type MailRow = {
  id: string;
  kind: EmailKind;
  email: string;
  facts: string;
  created_at: string;
  attempts: number;
};

const at = (ms: number) => new Date(ms).toISOString();

/** Messages that wait in the database, so that a restart loses none. */
export class EmailQueue {
  readonly #options: EmailQueueOptions;
  readonly #signUpsPerHour: number;
  readonly #sending: Readonly<Record<EmailQueueName, Set<Promise<void>>>> = {
    account: new Set(),
    "sign-up": new Set(),
  };

  constructor(options: EmailQueueOptions) {
    this.#options = options;
    this.#signUpsPerHour = Math.max(1, Math.floor(options.perHour * SIGN_UP_SHARE));
  }

  /** Queues a message, in the transaction of `query` where one is given; whichever process comes first sends it. */
  async enqueue(kind: EmailKind, email: string, facts: EmailFacts, query?: Query): Promise<void> {
    const { database, now, wake } = this.#options;
    const run = query ?? database.query;
    await run`
      insert into mail (id, kind, email, facts, created_at, due_at, claimed_until, attempts)
      values (${Bun.randomUUIDv7()}, ${kind}, ${email}, ${JSON.stringify(facts)}, ${at(now())},
        ${at(now())}, ${at(now())}, 0)`;
    if (query === undefined) wake?.();
  }

  /**
   * Stores a message that this process decides on within two minutes, with `release` or `cancel`, so that a request is
   * accepted only if the database can be written. Returns its ID. Without a decision, it is sent as soon as `isAllowed`.
   */
  async reserve(kind: EmailKind, email: string): Promise<string> {
    const { database, now } = this.#options;
    const id = Bun.randomUUIDv7();
    // Claimed like a message that is being sent: nobody sends it, and it is not lost if this process ends.
    const decidedBy = at(now() + CLAIM_MS);
    await database.query`
      insert into mail (id, kind, email, facts, created_at, due_at, claimed_until, attempts)
      values (${id}, ${kind}, ${email}, ${RESERVED}, ${at(now())}, ${decidedBy}, ${decidedBy}, 0)`;
    return id;
  }

  /** Queues a reserved message. */
  async release(id: string): Promise<void> {
    const { database, now, wake } = this.#options;
    await database.query`
      update mail set facts = '{}', due_at = ${at(now())}, claimed_until = ${at(now())}
      where id = ${id} and facts = ${RESERVED}`;
    wake?.();
  }

  /** Deletes a reserved message. */
  async cancel(id: string): Promise<void> {
    await this.#options.database.query`delete from mail where id = ${id} and facts = ${RESERVED}`;
  }

  /** How many messages wait. */
  async pending(): Promise<number> {
    const { query } = this.#options.database;
    const [row] = await query<{ n: number }>`
      select cast(count(*) as integer) as n from mail where sent_at is null and failed_at is null`;
    return row?.n ?? 0;
  }

  /** Whether as many links for new accounts wait as may be sent in an hour: then no more are to be queued. */
  async isSignUpFull(): Promise<boolean> {
    const { query } = this.#options.database;
    const [row] = await query<{ n: number }>`
      select cast(count(*) as integer) as n from mail
      where kind = 'sign-up' and sent_at is null and failed_at is null and facts <> ${RESERVED}`;
    return (row?.n ?? 0) >= this.#signUpsPerHour;
  }

  /**
   * Sends what is due in one queue, or in both. Returns how many messages were tried. Does not throw for one that
   * fails. May be called while it runs: messages that take long keep no others from being sent.
   */
  async deliver(queue?: EmailQueueName): Promise<number> {
    const tried = await Promise.all(
      (queue === undefined ? emailQueues : [queue]).map((one) => this.#drain(one)),
    );
    return tried.reduce((sum, n) => sum + n, 0);
  }

  /** Whether a message may be sent now, or one waits for a later time: what an idle process asks. */
  async look(): Promise<"due" | "waiting" | "empty"> {
    const { now } = this.#options;
    const { query } = this.#options.database;
    const [row] = await query<{ due: string | null }>`
      select min(due_at) as due from mail where sent_at is null and failed_at is null`;
    if (row?.due == null) return "empty";
    return row.due > at(now()) && row.due <= at(now() + BACK_OFF_MAX_MS + SKEW_MS) ? "waiting" : "due";
  }

  /** How long the oldest message that waits has waited, in seconds; 0 where none does. */
  async oldestSeconds(): Promise<number> {
    const { now } = this.#options;
    const { query } = this.#options.database;
    const [row] = await query<{ oldest: string | null }>`
      select min(created_at) as oldest from mail where sent_at is null and failed_at is null`;
    return row?.oldest == null ? 0 : Math.max(0, (now() - Date.parse(row.oldest)) / 1000);
  }

  /** How many messages of a queue may leave now, of those that the hour allows. */
  async #remainingFor(queue: EmailQueueName): Promise<number> {
    const { now, perHour } = this.#options;
    const { query } = this.#options.database;
    const [sent] = await query<{ n: number; sign_ups: number }>`
      select cast(count(*) as integer) as n,
        cast(coalesce(sum(case when kind = 'sign-up' then 1 else 0 end), 0) as integer) as sign_ups
      from mail where sent_at > ${at(now() - 3_600_000)}`;
    const left = perHour - (sent?.n ?? 0);
    return queue === "account" ? left : Math.min(left, this.#signUpsPerHour - (sent?.sign_ups ?? 0));
  }

  async #claim(queue: EmailQueueName, places: number): Promise<MailRow[]> {
    const { now } = this.#options;
    const { query } = this.#options.database;
    const room = places > 0 ? Math.min(places, await this.#remainingFor(queue)) : 0;
    if (room <= 0) return [];
    const present = at(now());
    // Times further ahead than any that is set now are from before the clock went back: they are over.
    const noClaim = at(now() + CLAIM_MS + SKEW_MS);
    const noPause = at(now() + BACK_OFF_MAX_MS + SKEW_MS);
    const isSignUp = queue === "sign-up" ? 1 : 0;
    // The condition stands twice: PostgreSQL looks again at a row for which it had to wait.
    return query<MailRow>`
      update mail set claimed_until = ${at(now() + CLAIM_MS)}, attempts = attempts + 1
      where (claimed_until <= ${present} or claimed_until > ${noClaim})
        and sent_at is null and failed_at is null and id in (
          select id from mail where (due_at <= ${present} or due_at > ${noPause})
            and (claimed_until <= ${present} or claimed_until > ${noClaim})
            and sent_at is null and failed_at is null
            and case when kind = 'sign-up' then 1 else 0 end = ${isSignUp}
          order by due_at limit ${room})
      returning id, kind, email, facts, created_at, attempts`;
  }

  async #attempt({ id, kind, email, facts, created_at, attempts }: MailRow): Promise<void> {
    const { send, compose, now, log, isAllowed } = this.#options;
    const { query } = this.#options.database;
    try {
      if (facts === RESERVED) {
        // Tried again later: the limit may have counted this very message before the database was lost.
        if ((await isAllowed?.(kind, email)) !== true) throw new EmailError("mailbox-limit", false);
        await query`update mail set facts = '{}' where id = ${id}`;
      }
      await send(await compose(kind, email, (facts === RESERVED ? {} : JSON.parse(facts)) as EmailFacts));
      await query`update mail set sent_at = ${at(now())} where id = ${id}`;
    } catch (cause) {
      const failure = cause instanceof EmailError ? cause.message : "internal";
      const permanent = cause instanceof EmailError && cause.permanent;
      const due = now() + backOffMs(attempts);
      if (permanent || due - Date.parse(created_at) > GIVE_UP_MS) {
        log.error("sending an email failed permanently", { id, kind, attempts, failure });
        await query`update mail set failed_at = ${at(now())}, failure = ${failure} where id = ${id}`;
      } else {
        log.warn("sending an email failed; retrying", { id, kind, attempts, failure, due: at(due) });
        await query`
          update mail set due_at = ${at(due)}, claimed_until = ${at(now())}, failure = ${failure}
          where id = ${id}`;
      }
    }
  }

  async #drain(queue: EmailQueueName): Promise<number> {
    const under = this.#sending[queue];
    let tried = 0;
    for (;;) {
      const rows = await this.#claim(queue, PARALLEL - under.size);
      for (const row of rows) {
        const work = this.#attempt(row).finally(() => under.delete(work));
        under.add(work);
      }
      tried += rows.length;
      if (rows.length === 0) break;
      await Promise.race(under);
    }
    await Promise.all(under);
    return tried;
  }
}
