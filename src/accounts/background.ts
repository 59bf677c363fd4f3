import type { Log } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { createServerMark, type ServerMark } from "../store/server-mark.ts";
import type { AccountDeletion } from "./account-deletion.ts";
import type { Authenticator } from "./authenticate.ts";
import type { Billing } from "./billing/billing.ts";
import type { Charges } from "./charges.ts";
import { type EmailQueue, emailQueues } from "./email-queue.ts";
import { type IdempotencyStore, sweepIdempotencyKeys } from "./idempotency-store.ts";
import { createPolling, type Polling } from "./polling.ts";
import type { RequestLog } from "./request-log.ts";
import type { Retention } from "./retention.ts";
import { sweepWriters } from "./usage-batch.ts";

const TICK_MS = 1_000;
/** The delay after the start, in milliseconds, so that the first requests are not delayed by a statement. */
const FIRST_MS = 200;
const HOUR_MS = 3_600_000;
/**
 * The longest interval between two checks of the email queue and of deletions that another process began, in
 * milliseconds. A process that queues a message wakes all others, but only itself through PgBouncer in
 * transaction mode.
 */
const MAIL_POLL_MS = 10_000;
const DELETION_POLL_MS = 60_000;
/** How often to see whether retention is due, in milliseconds. */
const RETENTION_POLL_MS = HOUR_MS / 4;
/** How long stopping waits for emails that are being sent, and for news of payments. */
const STOP_MS = 5_000;
/** The notification for a queued email. Every other notification is the ID of an account. */
const MAIL_NEWS = "mail";

interface BackgroundOptions {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly charges: Charges;
  readonly requestLog: Pick<RequestLog, "flush">;
  readonly idempotencyStore: Pick<IdempotencyStore, "renew">;
  readonly emailQueue: Pick<EmailQueue, "deliver" | "look">;
  readonly accountDeletion: Pick<AccountDeletion, "work">;
  readonly retention: Retention;
  /** Undefined where the operator takes no payments. */
  readonly billing: Pick<Billing, "reconcile"> | undefined;
  readonly log: Log;
  now(): number;
}

/** Work of a polling loop: where it fails, it has found nothing, and waits the longer. */
const quietly =
  (work: () => Promise<boolean>, fail: (cause: unknown) => void) => async (): Promise<boolean> => {
    try {
      return await work();
    } catch (cause) {
      fail(cause);
      return false;
    }
  };

/** Background work: emails, refunds, retention, messages of other replicas. */
export class Background {
  readonly #options: BackgroundOptions;
  readonly #mark: ServerMark;
  readonly #stopping = new AbortController();
  #isListening = false;
  #reconciled = Number.NEGATIVE_INFINITY;
  /** Whether the database responded last time: changes are logged once. */
  #isPresent = true;
  // Beside the tick: refunds do not wait for an SMTP server. And beside each other: a message that takes long, or a
  // queue full of sign-ups, keeps nobody's link waiting.
  readonly #delivering = new Set<Promise<void>>();
  readonly #emails: Polling;
  readonly #deletions: Polling;
  readonly #loops: readonly Polling[];
  // Beside the tick too: nothing waits for the payment service.
  #reconciling: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ticking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: BackgroundOptions) {
    this.#options = options;
    this.#mark = createServerMark(options.database, options.now);
    this.#emails = this.#pollEmails();
    this.#deletions = this.#pollDeletions();
    this.#loops = [this.#emails, this.#deletions, this.#pollOldRows(), this.#pollRequests()];
  }

  start(): void {
    // At once, so that no revocation from now on is missed.
    this.#ticking = this.#listen()
      .catch((cause: unknown) => this.#lose(cause))
      .then(() => {
        if (!this.#isStopped) this.#timer ??= setTimeout(() => this.#again(), FIRST_MS);
      });
  }

  /** Checks the email queue now, in every process, so that nobody waits for the next scheduled check. */
  wakeEmail(): void {
    const { database, log } = this.#options;
    this.#emails.wake();
    database.notify(MAIL_NEWS).catch((cause: unknown) => {
      // The message is queued; only the others' wait for it is longer.
      log.debug("other processes were not notified of an email", { cause });
    });
  }

  /** Goes on with the deletion of accounts. */
  wakeDeletion(): void {
    this.#deletions.wake();
  }

  /** Ends it and writes what waits. */
  async stop(): Promise<void> {
    const { idempotencyStore, charges, requestLog, log } = this.#options;
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await Promise.all([this.#ticking, ...this.#loops.map((loop) => loop.stop())]);
    // An email that is still being sent after this is sent again by the next process.
    const waited = [...this.#delivering, ...(this.#reconciling === undefined ? [] : [this.#reconciling])];
    if (waited.length > 0) await Promise.race([Promise.all(waited), Bun.sleep(STOP_MS)]);
    await Promise.all([idempotencyStore.renew(), charges.flush()]).catch((cause: unknown) =>
      log.error("refunds were not written", { cause }),
    );
    await requestLog
      .flush()
      .catch((cause: unknown) => log.warn("the last requests are missing in the request logs", { cause }));
    await this.#mark
      .remove()
      .catch((cause: unknown) => log.debug("the mark of this server expires by itself", { cause }));
  }

  #pollEmails(): Polling {
    const { emailQueue } = this.#options;
    const work = async () => {
      const found = await emailQueue.look();
      if (found === "due") this.#deliver();
      return found !== "empty";
    };
    const lose = (cause: unknown) => this.#lose(cause);
    return createPolling({ work: quietly(work, lose), minMs: TICK_MS, maxMs: MAIL_POLL_MS });
  }

  #pollDeletions(): Polling {
    const { accountDeletion, log } = this.#options;
    const work = () => accountDeletion.work(this.#stopping.signal);
    const fail = (cause: unknown) => log.warn("the deletion of an account waits for the database", { cause });
    return createPolling({ work: quietly(work, fail), minMs: TICK_MS, maxMs: DELETION_POLL_MS });
  }

  #pollOldRows(): Polling {
    const { database, retention, log, now } = this.#options;
    const work = async () => {
      await sweepIdempotencyKeys(database, now());
      await sweepWriters(database, now());
      await retention.run(this.#stopping.signal);
      return false;
    };
    const fail = (cause: unknown) => log.warn("old rows wait for the database", { cause });
    return createPolling({ work: quietly(work, fail), minMs: RETENTION_POLL_MS, maxMs: RETENTION_POLL_MS });
  }

  /** Beside the tick: refunds do not wait for the request log. */
  #pollRequests(): Polling {
    const { requestLog, log } = this.#options;
    const work = async () => {
      await requestLog.flush();
      return true;
    };
    const fail = (cause: unknown) => log.debug("the request log waits for the database", { cause });
    return createPolling({ work: quietly(work, fail), minMs: TICK_MS, maxMs: TICK_MS });
  }

  #lose(cause: unknown): void {
    const { log } = this.#options;
    if (this.#isPresent) log.error("the database does not respond; only UUIDs are served", { cause });
    this.#isPresent = false;
  }

  #deliver(): void {
    const { emailQueue } = this.#options;
    for (const queue of emailQueues) {
      const work: Promise<void> = emailQueue
        .deliver(queue)
        .then(() => {})
        .catch((cause: unknown) => this.#lose(cause))
        .finally(() => this.#delivering.delete(work));
      this.#delivering.add(work);
    }
  }

  #reconcile(): void {
    const { billing } = this.#options;
    this.#reconciling ??= billing?.reconcile().finally(() => {
      this.#reconciling = undefined;
    });
  }

  async #listen(): Promise<void> {
    const { database, authenticator } = this.#options;
    if (this.#isListening) return;
    await database.listen((news) => (news === MAIL_NEWS ? this.#emails.wake() : authenticator.forget(news)));
    this.#isListening = true;
  }

  async #tick(): Promise<void> {
    const { database, idempotencyStore, charges, log } = this.#options;
    try {
      if (!this.#isPresent) await database.query`select 1 as present`;
      await this.#listen();
      await Promise.all([idempotencyStore.renew(), charges.flush()]);
      await this.#mark.renew();
      if (performance.now() - this.#reconciled > HOUR_MS) {
        this.#reconciled = performance.now();
        this.#reconcile();
      }
      if (!this.#isPresent) {
        log.info("the database responds again");
        for (const loop of this.#loops) loop.wake();
      }
      this.#isPresent = true;
    } catch (cause) {
      this.#lose(cause);
    }
  }

  #again(): void {
    this.#timer = undefined;
    this.#ticking = this.#tick().then(() => {
      if (this.#isStopped) return;
      this.#timer = setTimeout(() => this.#again(), TICK_MS);
      // After the first tick: the tables are there.
      for (const loop of this.#loops) loop.start();
    });
  }
}
