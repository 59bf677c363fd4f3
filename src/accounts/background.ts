import type { Log } from "../ops/log.ts";
import { createRepeated, PollLoop } from "../queue/poll-loop.ts";
import { endWithin } from "../queue/work-runner.ts";
import type { Database } from "../store/database.ts";
import { createServerMark, type ServerMark } from "../store/server-mark.ts";
import type { AccountDeletion } from "./account-deletion.ts";
import type { Authenticator } from "./authenticate.ts";
import type { Billing } from "./billing/billing.ts";
import type { Charges } from "./charges.ts";
import { EMAIL_NEWS, type EmailQueue } from "./email-queue.ts";
import { type IdempotencyStore, sweepIdempotencyKeys } from "./idempotency-store.ts";
import type { RequestLog } from "./request-log.ts";
import type { Retention } from "./retention.ts";
import { sweepWriters } from "./usage-batch.ts";

const TICK_MS = 1_000;
/** The delay after the start, in milliseconds, so that the first requests are not delayed by a statement. */
const FIRST_MS = 200;
const HOUR_MS = 3_600_000;
/** The longest interval between two looks for deletions that another process began, in milliseconds. */
const DELETION_POLL_MS = 60_000;
const RETENTION_POLL_MS = HOUR_MS / 4;
/** How long stopping waits for emails that are being sent, and then for news of payments, in milliseconds. */
const STOP_MS = 5_000;

interface BackgroundOptions {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly charges: Charges;
  readonly requestLog: Pick<RequestLog, "flush">;
  readonly idempotencyStore: Pick<IdempotencyStore, "extendReservations">;
  readonly emailQueue: Pick<EmailQueue, "start" | "wake" | "stop">;
  readonly accountDeletion: Pick<AccountDeletion, "work">;
  readonly retention: Retention;
  readonly billing: Pick<Billing, "reconcile"> | undefined;
  readonly log: Log;
  now(): number;
}

/** Background work: emails, refunds, retention, messages of other replicas. */
export class Background {
  readonly #options: BackgroundOptions;
  readonly #mark: ServerMark;
  readonly #stopping = new AbortController();
  #isListening = false;
  #isPresent = true;
  readonly #ticks: PollLoop;
  // Beside the ticks: refunds do not wait for them.
  readonly #deletions: PollLoop;
  readonly #loops: readonly PollLoop[];
  readonly #payments: PollLoop | undefined;
  #listening: Promise<void> = Promise.resolve();

  constructor(options: BackgroundOptions) {
    this.#options = options;
    const { database, accountDeletion, requestLog, billing, log, now } = options;
    this.#mark = createServerMark(database, now);
    this.#ticks = createRepeated(
      TICK_MS,
      () => this.#tick(),
      (cause) => this.lose(cause),
    );
    this.#deletions = new PollLoop({
      minMs: TICK_MS,
      maxMs: DELETION_POLL_MS,
      look: async () => ((await accountDeletion.work(this.#stopping.signal)) ? "some" : "none"),
      failed: (cause) => log.warn("the deletion of an account waits for the database", { cause }),
    });
    const oldRows = createRepeated(
      RETENTION_POLL_MS,
      () => this.#deleteOldRows(),
      (cause) => log.warn("old rows wait for the database", { cause }),
    );
    const requests = createRepeated(
      TICK_MS,
      () => requestLog.flush(),
      (cause) => log.debug("the request log waits for the database", { cause }),
    );
    this.#loops = [this.#deletions, oldRows, requests];
    if (billing === undefined) return;
    this.#payments = createRepeated(
      HOUR_MS,
      () => billing.reconcile(),
      (cause) => log.warn("subscriptions are checked later", { cause }),
    );
  }

  start(): void {
    // At once, so that no revocation from now on is missed.
    this.#listening = this.#listen()
      .catch((cause: unknown) => this.lose(cause))
      .then(() => {
        if (!this.#stopping.signal.aborted) this.#ticks.start(FIRST_MS);
      });
  }

  wakeDeletion(): void {
    this.#deletions.wake();
  }

  async stop(): Promise<void> {
    const { emailQueue, idempotencyStore, charges, requestLog, log } = this.#options;
    this.#stopping.abort();
    await this.#listening;
    await this.#ticks.stop();
    await Promise.all([...this.#loops.map((loop) => loop.stop()), emailQueue.stop(STOP_MS)]);
    if (this.#payments !== undefined) await endWithin(this.#payments.stop(), STOP_MS);
    await Promise.all([idempotencyStore.extendReservations(), charges.flush()]).catch((cause: unknown) =>
      log.error("refunds were not written", { cause }),
    );
    await requestLog
      .flush()
      .catch((cause: unknown) => log.warn("the last requests are missing in the request logs", { cause }));
    await this.#mark
      .remove()
      .catch((cause: unknown) => log.debug("the mark of this server expires by itself", { cause }));
  }

  lose(cause: unknown): void {
    const { log } = this.#options;
    if (this.#isPresent) log.error("the database does not respond; only UUIDs are served", { cause });
    this.#isPresent = false;
  }

  async #deleteOldRows(): Promise<void> {
    const { database, retention, now } = this.#options;
    await sweepIdempotencyKeys(database, now());
    await sweepWriters(database, now());
    await retention.run(this.#stopping.signal);
  }

  async #listen(): Promise<void> {
    const { database, authenticator, emailQueue } = this.#options;
    if (this.#isListening) return;
    // Every other notification is the ID of an account.
    await database.listen((news) => (news === EMAIL_NEWS ? emailQueue.wake() : authenticator.forget(news)));
    this.#isListening = true;
  }

  async #tick(): Promise<void> {
    const { database, idempotencyStore, charges, emailQueue, log } = this.#options;
    try {
      if (!this.#isPresent) await database.query`select 1 as present`;
      await this.#listen();
      await Promise.all([idempotencyStore.extendReservations(), charges.flush()]);
      await this.#mark.renew();
      if (!this.#isPresent) {
        log.info("the database responds again");
        emailQueue.wake();
        for (const loop of this.#loops) loop.wake();
      }
      this.#isPresent = true;
      this.#payments?.start();
    } catch (cause) {
      this.lose(cause);
    }
    // After the first tick: the tables are there.
    emailQueue.start();
    for (const loop of this.#loops) loop.start();
  }
}
