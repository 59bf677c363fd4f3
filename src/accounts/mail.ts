import type { Log } from "../ops/log.ts";
import type { Database, Query } from "../store/database.ts";

/** What is sent: one recipient, plain text. */
export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A message that was not taken. */
export class MailError extends Error {
  override readonly name = "MailError";
  /** True where trying again cannot help: the recipient was refused for good. */
  readonly permanent: boolean;

  constructor(code: string, permanent: boolean, cause?: unknown) {
    super(code, { cause });
    this.permanent = permanent;
  }
}

/** Hands one message over, or throws a `MailError`. */
export type Send = (message: Message) => Promise<void>;

/** What a message is about; the text is made when it is sent, so that no token waits in the database. */
export type Facts = Readonly<Record<string, string | number>>;
export type Compose = (kind: string, email: string, facts: Facts) => Promise<Message>;

export interface MailQueueOptions {
  readonly database: Database;
  readonly log: Log;
  readonly send: Send;
  readonly compose: Compose;
  /** How many messages may leave in an hour; the others wait. */
  readonly perHour: number;
  now(): number;
}

/** Messages that wait in the database, so that a restart loses none. */
export interface MailQueue {
  /** Queues a message, in the transaction of `query` where one is given; whichever process comes first sends it. */
  enqueue(kind: string, email: string, facts: Facts, query?: Query): Promise<void>;
  /** Sends what is due. Returns how many messages were tried. Does not throw for one that fails. */
  deliver(): Promise<number>;
  /** How long the oldest message that waits has waited, in seconds; 0 where none does. */
  oldestSeconds(): Promise<number>;
}

/** A message that could not be sent in this time is given up: the promise is "within 24 hours". */
const GIVE_UP_MS = 24 * 3_600_000;
/** A process that died while sending holds a message no longer than this. */
const CLAIM_MS = 120_000;
/** The clocks of two replicas are closer than this. */
const SKEW_MS = 600_000;
const BATCH = 8;

const BACK_OFF_MAX_MS = 1_800_000;

/** The pause before attempt number `attempts + 1`: 15 s, doubling, at most half an hour. */
export function backOffMs(attempts: number): number {
  return Math.min(15_000 * 2 ** (attempts - 1), BACK_OFF_MAX_MS);
}

type MailRow = {
  id: string;
  kind: string;
  email: string;
  facts: string;
  created_at: string;
  attempts: number;
};

export function createMailQueue(options: MailQueueOptions): MailQueue {
  const { database, log, send, compose, perHour, now } = options;
  const { query } = database;
  const at = (ms: number) => new Date(ms).toISOString();

  const claim = async (): Promise<MailRow[]> => {
    const [sent] = await query<{ n: number }>`
      select cast(count(*) as integer) as n from mail where sent_at > ${at(now() - 3_600_000)}`;
    const room = Math.min(BATCH, perHour - (sent?.n ?? 0));
    if (room <= 0) return [];
    const present = at(now());
    // Times further ahead than any that is set now are from before the clock went back: they are over.
    const noClaim = at(now() + CLAIM_MS + SKEW_MS);
    const noPause = at(now() + BACK_OFF_MAX_MS + SKEW_MS);
    // The condition stands twice: PostgreSQL looks again at a row for which it had to wait.
    return query<MailRow>`
      update mail set claimed_until = ${at(now() + CLAIM_MS)}, attempts = attempts + 1
      where (claimed_until <= ${present} or claimed_until > ${noClaim})
        and sent_at is null and failed_at is null and id in (
          select id from mail where (due_at <= ${present} or due_at > ${noPause})
            and (claimed_until <= ${present} or claimed_until > ${noClaim})
            and sent_at is null and failed_at is null order by due_at limit ${room})
      returning id, kind, email, facts, created_at, attempts`;
  };

  const attempt = async ({ id, kind, email, facts, created_at, attempts }: MailRow): Promise<void> => {
    try {
      await send(await compose(kind, email, JSON.parse(facts) as Facts));
      await query`update mail set sent_at = ${at(now())} where id = ${id}`;
    } catch (cause) {
      const failure = cause instanceof MailError ? cause.message : "internal";
      const permanent = cause instanceof MailError && cause.permanent;
      const due = now() + backOffMs(attempts);
      if (permanent || due - Date.parse(created_at) > GIVE_UP_MS) {
        log.error("a mail was given up", { id, kind, attempts, failure });
        await query`update mail set failed_at = ${at(now())}, failure = ${failure} where id = ${id}`;
      } else {
        log.warn("a mail is tried again", { id, kind, attempts, failure, due: at(due) });
        await query`
          update mail set due_at = ${at(due)}, claimed_until = ${at(now())}, failure = ${failure}
          where id = ${id}`;
      }
    }
  };

  return {
    async enqueue(kind, email, facts, run = query) {
      await run`
        insert into mail (id, kind, email, facts, created_at, due_at, claimed_until, attempts)
        values (${Bun.randomUUIDv7()}, ${kind}, ${email}, ${JSON.stringify(facts)}, ${at(now())},
          ${at(now())}, ${at(now())}, 0)`;
    },
    async deliver() {
      let tried = 0;
      for (;;) {
        const rows = await claim();
        await Promise.all(rows.map(attempt));
        tried += rows.length;
        if (rows.length < BATCH) return tried;
      }
    },
    async oldestSeconds() {
      const [row] = await query<{ oldest: string | null }>`
        select min(created_at) as oldest from mail where sent_at is null and failed_at is null`;
      return row?.oldest == null ? 0 : Math.max(0, (now() - Date.parse(row.oldest)) / 1000);
    },
  };
}

/** Deletes messages that were sent or given up a month ago. */
export async function sweepMail(database: Database, now: number): Promise<void> {
  const before = new Date(now - 31 * 86_400_000).toISOString();
  await database.query`delete from mail where sent_at < ${before} or failed_at < ${before}`;
}
