import type { Log } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { createServerMark } from "../store/server-mark.ts";
import type { AccountDeletion } from "./account-deletion.ts";
import type { Authenticator } from "./authenticate.ts";
import type { Billing } from "./billing/billing.ts";
import type { Charges } from "./charges.ts";
import { type EmailQueue, emailQueues } from "./email-queue.ts";
import { type IdempotencyStore, sweepIdempotencyKeys } from "./idempotency-store.ts";
import { createPolling } from "./polling.ts";
import type { Retention } from "./retention.ts";
import { sweepWriters } from "./usage-batch.ts";

const TICK_MS = 1_000;
/** After the start: the first answers come before the first statement. */
const FIRST_MS = 200;
const HOUR_MS = 3_600_000;
/**
 * The longest wait between two looks at the queue of mails, and for deletions that another process has begun, in
 * milliseconds. Whoever queues a message wakes every process, but through PgBouncer by transaction only its own.
 */
const MAIL_POLL_MS = 10_000;
const DELETION_POLL_MS = 60_000;
/** How often to see whether retention is due, in milliseconds. */
const RETENTION_POLL_MS = HOUR_MS / 4;
/** How long stopping waits for mails that are being sent, and for news of payments. */
const STOP_MS = 5_000;
/** What processes tell each other when a mail is queued; everything else that they tell is the id of an account. */
const MAIL_NEWS = "mail";

/** What runs beside requests: mails, refunds, retention, news of other replicas. */
export interface Background {
  start(): void;
  /** Looks for mails now, in every process: a person who waits for one does not wait for the next look. */
  wakeEmail(): void;
  /** Goes on with the deletion of accounts. */
  wakeDeletion(): void;
  /** Ends it and writes what waits. */
  stop(): Promise<void>;
}

interface BackgroundOptions {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly charges: Charges;
  readonly idempotencyStore: Pick<IdempotencyStore, "renew">;
  readonly emailQueue: Pick<EmailQueue, "deliver" | "look">;
  readonly accountDeletion: Pick<AccountDeletion, "work">;
  readonly retention: Retention;
  /** Undefined where the operator takes no payments. */
  readonly billing: Pick<Billing, "reconcile"> | undefined;
  readonly log: Log;
  now(): number;
}

export function createBackground(options: BackgroundOptions): Background {
  const {
    database,
    authenticator,
    charges,
    idempotencyStore,
    emailQueue,
    accountDeletion,
    retention,
    billing,
    log,
    now,
  } = options;
  const mark = createServerMark(database, now);
  const stopping = new AbortController();
  let isListening = false;
  let reconciled = Number.NEGATIVE_INFINITY;
  /** Whether the database answered last: said once when it goes and once when it comes back. */
  let isPresent = true;
  const lose = (cause: unknown): void => {
    if (isPresent) log.error("the database does not answer; UUIDs are served, keys are not", { cause });
    isPresent = false;
  };
  // Beside the tick: refunds do not wait for a mail server. And beside each other: a message that takes long, or a
  // queue full of sign-ups, keeps nobody's link waiting.
  const delivering = new Set<Promise<void>>();
  const deliver = (): void => {
    for (const queue of emailQueues) {
      const work: Promise<void> = emailQueue
        .deliver(queue)
        .then(() => {})
        .catch(lose)
        .finally(() => delivering.delete(work));
      delivering.add(work);
    }
  };
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
  const mails = createPolling({
    work: quietly(async () => {
      const found = await emailQueue.look();
      if (found === "due") deliver();
      return found !== "empty";
    }, lose),
    minMs: TICK_MS,
    maxMs: MAIL_POLL_MS,
  });
  const deletions = createPolling({
    work: quietly(
      () => accountDeletion.work(stopping.signal),
      (cause) => log.warn("the deletion of an account waits for the database", { cause }),
    ),
    minMs: TICK_MS,
    maxMs: DELETION_POLL_MS,
  });
  const sweeping = createPolling({
    work: quietly(
      async () => {
        await sweepIdempotencyKeys(database, now());
        await sweepWriters(database, now());
        await retention.run(stopping.signal);
        return false;
      },
      (cause) => log.warn("old rows wait for the database", { cause }),
    ),
    minMs: RETENTION_POLL_MS,
    maxMs: RETENTION_POLL_MS,
  });
  const loops = [mails, deletions, sweeping];
  // Beside the tick too: nothing waits for the payment service.
  let reconciling: Promise<void> | undefined;
  const reconcile = (): void => {
    reconciling ??= billing?.reconcile().finally(() => {
      reconciling = undefined;
    });
  };
  const listen = async (): Promise<void> => {
    if (isListening) return;
    await database.listen((news) => (news === MAIL_NEWS ? mails.wake() : authenticator.forget(news)));
    isListening = true;
  };
  const tick = async (): Promise<void> => {
    try {
      if (!isPresent) await database.query`select 1 as present`;
      await listen();
      await Promise.all([idempotencyStore.renew(), charges.flush()]);
      await mark.renew();
      if (performance.now() - reconciled > HOUR_MS) {
        reconciled = performance.now();
        reconcile();
      }
      if (!isPresent) {
        log.info("the database answers again");
        for (const loop of loops) loop.wake();
      }
      isPresent = true;
    } catch (cause) {
      lose(cause);
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ticking: Promise<void> = Promise.resolve();
  let isStopped = false;
  const again = (): void => {
    timer = undefined;
    ticking = tick().then(() => {
      if (isStopped) return;
      timer = setTimeout(again, TICK_MS);
      // After the first tick: the tables are there.
      for (const loop of loops) loop.start();
    });
  };
  return {
    start() {
      // At once, though: what is revoked from now on is heard.
      ticking = listen()
        .catch(lose)
        .then(() => {
          if (!isStopped) timer ??= setTimeout(again, FIRST_MS);
        });
    },
    wakeEmail() {
      mails.wake();
      database.notify(MAIL_NEWS).catch((cause: unknown) => {
        // The message is queued; only the others' wait for it is longer.
        log.debug("other processes were not told of a mail", { cause });
      });
    },
    wakeDeletion: deletions.wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      stopping.abort();
      await Promise.all([ticking, ...loops.map((loop) => loop.stop())]);
      // A mail that is still on its way after this is sent again by the next process.
      const waited = [...delivering, ...(reconciling === undefined ? [] : [reconciling])];
      if (waited.length > 0) await Promise.race([Promise.all(waited), Bun.sleep(STOP_MS)]);
      await Promise.all([idempotencyStore.renew(), charges.flush()]).catch((cause: unknown) =>
        log.error("refunds were not written", { cause }),
      );
      await mark
        .remove()
        .catch((cause: unknown) => log.debug("the mark of this server expires by itself", { cause }));
    },
  };
}
