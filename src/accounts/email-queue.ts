import type { Log } from "../ops/log.ts";
import type { Look } from "../queue/poll-loop.ts";
import { backOffMs, retryUntilStored, WorkRunner } from "../queue/work-runner.ts";
import { type WorkNumbers, type WorkShape, WorkTable } from "../queue/work-table.ts";
import type { Database, Query, Row } from "../store/database.ts";
import { SKEW_MS, timeText } from "../store/time-text.ts";

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
  readonly permanent: boolean;

  constructor(code: string, permanent: boolean, cause?: unknown) {
    super(code, { cause });
    this.permanent = permanent;
  }
}

/** Hands one message over, or throws an `EmailError`. */
export type SendEmail = (message: Message) => Promise<void>;

/** The data of a message. Its text is written when it is sent, so that no token is stored in the queue. */
export type EmailFacts = Readonly<Record<string, string | number>>;
export type ComposeEmail = (kind: string, email: string, facts: EmailFacts) => Promise<Message>;

export interface EmailQueueOptions {
  readonly database: Database;
  readonly log: Log;
  readonly send: SendEmail;
  readonly compose: ComposeEmail;
  failed?(cause: unknown): void;
  /** Whether a reserved message may be sent whose process never decided. Default: not yet. */
  isAllowed?(kind: EmailKind, email: string): Promise<boolean>;
  /** The maximum number of messages per hour; others wait. Sign-ups may use `SIGN_UP_SHARE` of that number. */
  readonly perHour: number;
  now(): number;
}

/** The kind of a message. Links for new accounts have slots of their own, so that a flood delays nothing else. */
export type EmailKind = "link" | "sign-up" | "quota" | "webhook" | "site-audit";

/** The notification for a queued message. */
export const EMAIL_NEWS = "mail";

/** How much of the hour's messages links for new accounts may take. */
const SIGN_UP_SHARE = 0.75;

/** A message that could not be sent in this time is given up: the promise is "within 24 hours". */
const GIVE_UP_MS = 24 * 3_600_000;
/** A process that died while sending holds a message no longer than this. */
const CLAIM_MS = 120_000;
const PARALLEL = 8;

/** How often an idle process looks for messages of others, in milliseconds: through PgBouncer, only its own wake it. */
const POLL_MS = 1_000;
const POLL_MAX_MS = 10_000;

/** The pauses between attempts, in milliseconds: twice as long each time. */
const BACK_OFF_MS = 15_000;
const BACK_OFF_MAX_MS = 1_800_000;
/** Times further ahead are from before the clock went back. */
const CLOCK_MS = BACK_OFF_MAX_MS + SKEW_MS;

const RESERVED = '{"reserved":1}';

interface EmailRow extends Row {
  readonly id: string;
  readonly kind: EmailKind;
  readonly email: string;
  readonly facts: string;
  readonly created_at: string;
  readonly attempts: number;
}

const EMAIL_WORK: WorkShape = {
  table: "mail",
  key: ["id"],
  columns: "id, kind, email, facts, created_at, attempts",
  waiting: "sent_at is null and failed_at is null",
  leaseEnd: "claimed_until",
  token: "attempts",
  hasOwner: false,
  clockMs: CLOCK_MS,
};

/** Messages that wait in the database, so that a restart loses none. */
export class EmailQueue extends WorkRunner<EmailRow> {
  readonly #options: EmailQueueOptions;
  readonly #signUpsPerHour: number;
  readonly #table: WorkTable;

  constructor(options: EmailQueueOptions) {
    const { database, now, log, failed } = options;
    super({
      name: "an email",
      log,
      slots: 2 * PARALLEL,
      look: () => this.#look(),
      run: (row, signal) => this.#attempt(row, signal),
      minMs: POLL_MS,
      maxMs: POLL_MAX_MS,
      ...(failed && { failed }),
    });
    this.#options = options;
    this.#signUpsPerHour = Math.max(1, Math.floor(options.perHour * SIGN_UP_SHARE));
    this.#table = new WorkTable(database, EMAIL_WORK, now, CLAIM_MS);
  }

  /** Looks for messages now, in every process: one was queued. */
  announce(): void {
    const { database, log } = this.#options;
    this.wake();
    database.notify(EMAIL_NEWS).catch((cause: unknown) => {
      // The message is queued; only the others' wait for it is longer.
      log.debug("other processes were not notified of an email", { cause });
    });
  }

  /** Sends no more. A message that is still being sent after `graceMs` is sent again by the next process. */
  override stop(graceMs: number): Promise<void> {
    return super.stop(graceMs, 0);
  }

  /** Queues a message, in the transaction of `query` where one is given; whichever process comes first sends it. */
  async enqueue(kind: EmailKind, email: string, facts: EmailFacts, query?: Query): Promise<void> {
    const { database, now } = this.#options;
    await this.#insert(query ?? database.query, kind, email, JSON.stringify(facts), now());
    if (query === undefined) this.announce();
  }

  /** Queues a message to the owner of an account, in the transaction of `query`. A deleted account gets none. */
  async tell(kind: EmailKind, account: string, facts: EmailFacts, query: Query): Promise<void> {
    const [owner] = await query<{ email: string }>`
      select email from account where id = ${account} and email <> 'deleted ' || id`;
    if (owner !== undefined) await this.enqueue(kind, owner.email, facts, query);
  }

  /** Stores a message that may be sent after a time in milliseconds, and returns its ID. */
  async #insert(query: Query, kind: EmailKind, email: string, facts: string, dueMs: number): Promise<string> {
    const present = timeText(this.#options.now());
    const id = Bun.randomUUIDv7();
    await query`
      insert into mail (id, kind, email, facts, created_at, due_at, claimed_until, attempts)
      values (${id}, ${kind}, ${email}, ${facts}, ${present}, ${timeText(dueMs)}, ${present}, 0)`;
    return id;
  }

  /** Stores a message; it is sent as soon as `isAllowed` unless this process uses `release` or `cancel` within two minutes. */
  async reserve(kind: EmailKind, email: string): Promise<string> {
    const { database, now } = this.#options;
    return this.#insert(database.query, kind, email, RESERVED, now() + CLAIM_MS);
  }

  async release(id: string): Promise<void> {
    const { database, now } = this.#options;
    await database.query`
      update mail set facts = '{}', due_at = ${timeText(now())}
      where id = ${id} and facts = ${RESERVED}`;
    this.announce();
  }

  async cancel(id: string): Promise<void> {
    await this.#options.database.query`delete from mail where id = ${id} and facts = ${RESERVED}`;
  }

  numbers(): Promise<WorkNumbers> {
    return this.#table.numbers("created_at");
  }

  /** Whether as many links for new accounts wait as may be sent in an hour: then no more are to be queued. */
  async isSignUpFull(): Promise<boolean> {
    const [row] = await this.#options.database.query<{ n: number }>`
      select cast(count(*) as integer) as n from mail
      where kind = 'sign-up' and sent_at is null and failed_at is null and facts <> ${RESERVED}`;
    return (row?.n ?? 0) >= this.#signUpsPerHour;
  }

  /** How many links for new accounts, or other messages, may leave now, of those that the hour allows. */
  async #remaining(isSignUp: boolean): Promise<number> {
    const { now, perHour } = this.#options;
    const [sent] = await this.#options.database.query<{ n: number; sign_ups: number }>`
      select cast(count(*) as integer) as n,
        cast(coalesce(sum(case when kind = 'sign-up' then 1 else 0 end), 0) as integer) as sign_ups
      from mail where sent_at > ${timeText(now() - 3_600_000)} and sent_at <= ${timeText(now() + SKEW_MS)}`;
    const left = perHour - (sent?.n ?? 0);
    return isSignUp ? Math.min(left, this.#signUpsPerHour - (sent?.sign_ups ?? 0)) : left;
  }

  /** Begins what may be sent: messages that take long, or many links for new accounts, hold up none of the others. */
  async #look(): Promise<Look> {
    const { database, now } = this.#options;
    const [first] = await database.query<{ due: string | null }>`
      select min(due_at) as due from mail where sent_at is null and failed_at is null`;
    if (first?.due == null) return "none";
    const isLater = first.due > timeText(now()) && first.due <= timeText(now() + CLOCK_MS);
    for (const isSignUp of isLater ? [] : [false, true]) {
      const free = this.free(PARALLEL, ({ kind }) => (kind === "sign-up") === isSignUp);
      const count = free === 0 ? 0 : Math.min(free, await this.#remaining(isSignUp));
      if (count <= 0) continue;
      const where = "case when kind = 'sign-up' then 1 else 0 end = $1";
      const rows = await this.#table.claim(database.script, { count, where, values: [isSignUp ? 1 : 0] });
      // The columns are those of `EMAIL_WORK`.
      for (const row of rows as EmailRow[]) this.begin(row);
    }
    return "some";
  }

  async #attempt(row: EmailRow, signal: AbortSignal): Promise<void> {
    const { database, log } = this.#options;
    const set = await this.#outcome(row);
    await retryUntilStored(signal, log, () => this.#table.release(database.script, row, set, "id"));
  }

  /** Sends a message, and returns how its row changes. */
  async #outcome({ id, kind, email, facts, created_at, attempts }: EmailRow): Promise<Row> {
    const { send, compose, now, log, isAllowed } = this.#options;
    try {
      if (facts === RESERVED) {
        // Tried again later: the limit may have counted this very message before the database was lost.
        if ((await isAllowed?.(kind, email)) !== true) throw new EmailError("mailbox-limit", false);
        await this.#options.database.query`update mail set facts = '{}' where id = ${id}`;
      }
      await send(await compose(kind, email, (facts === RESERVED ? {} : JSON.parse(facts)) as EmailFacts));
      return { sent_at: timeText(now()) };
    } catch (error) {
      const {
        message: failure,
        permanent,
        cause,
      } = error instanceof EmailError ? error : new EmailError("internal", false, error);
      const fields = { id, kind, attempts, failure, cause };
      const dueMs = now() + backOffMs(attempts, BACK_OFF_MS, BACK_OFF_MAX_MS);
      if (permanent || dueMs - Date.parse(created_at) > GIVE_UP_MS) {
        log.error("sending an email failed permanently", fields);
        return { failed_at: timeText(now()), failure };
      }
      const due = timeText(dueMs);
      log.warn("sending an email failed; retrying", { ...fields, due });
      return { due_at: due, failure };
    }
  }
}
