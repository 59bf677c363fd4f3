import type { Log } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { sweepState } from "../store/state.ts";
import type { Billing } from "./billing/billing.ts";
import { sweepEvents } from "./billing/ledger.ts";
import type { Callers } from "./callers.ts";
import { sweepEmailCounts } from "./email-limits.ts";
import { sweepFormerUsage } from "./former-usage.ts";
import { type MailQueue, mailQueues, sweepMail } from "./mail.ts";
import { type Replays, sweepReplays } from "./replay.ts";
import { sweepSessions } from "./sessions.ts";
import type { Till } from "./till.ts";
import { sweepWriters } from "./usage-batch.ts";

const TICK_MS = 1_000;
/** After the start: the first answers come before the first statement. */
const FIRST_MS = 200;
const SWEEP_MS = 3_600_000;
/** How long stopping waits for mails that are being sent, and for news of payments. */
const STOP_MS = 5_000;

/** What runs beside requests: mails, refunds, sweeping, news of other replicas. */
export interface Background {
  start(): void;
  /** Looks for mails now: a person who waits for one does not wait for the next second. */
  wake(): void;
  /** Ends it and writes what waits. */
  stop(): Promise<void>;
}

interface BackgroundOptions {
  readonly database: Database;
  readonly callers: Callers;
  readonly till: Till;
  readonly replays: Pick<Replays, "renew">;
  readonly mail: Pick<MailQueue, "deliver">;
  /** Undefined where the operator takes no payments. */
  readonly billing: Pick<Billing, "reconcile"> | undefined;
  readonly log: Log;
  now(): number;
}

/** What deletes rows that nobody needs any more. */
const sweeps = [
  sweepState,
  sweepReplays,
  sweepSessions,
  sweepMail,
  sweepEvents,
  sweepEmailCounts,
  sweepFormerUsage,
  sweepWriters,
] as const;

export function createBackground(options: BackgroundOptions): Background {
  const { database, callers, till, replays, mail, billing, log, now } = options;
  let isListening = false;
  let swept = Number.NEGATIVE_INFINITY;
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
    for (const queue of mailQueues) {
      const work: Promise<void> = mail
        .deliver(queue)
        .then(() => {})
        .catch(lose)
        .finally(() => delivering.delete(work));
      delivering.add(work);
    }
  };
  // Beside the tick too: nothing waits for the payment service.
  let reconciling: Promise<void> | undefined;
  const reconcile = (): void => {
    reconciling ??= billing?.reconcile().finally(() => {
      reconciling = undefined;
    });
  };
  const listen = async (): Promise<void> => {
    if (isListening) return;
    await database.listen(callers.forget);
    isListening = true;
  };
  const tick = async (): Promise<void> => {
    try {
      if (!isPresent) await database.query`select 1 as present`;
      await listen();
      await Promise.all([replays.renew(), till.flush()]);
      if (performance.now() - swept > SWEEP_MS) {
        swept = performance.now();
        for (const sweep of sweeps) await sweep(database, now());
        reconcile();
      }
      if (!isPresent) log.info("the database answers again");
      isPresent = true;
      deliver();
    } catch (cause) {
      lose(cause);
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ticking: Promise<void> = Promise.resolve();
  let isStarted = false;
  let isStopped = false;
  let isWoken = false;
  const again = (): void => {
    timer = undefined;
    ticking = tick().then(() => {
      if (!isStopped) timer = setTimeout(again, TICK_MS);
    });
  };
  return {
    start() {
      isStarted = true;
      // At once, though: what is revoked from now on is heard.
      ticking = listen()
        .catch(lose)
        .then(() => {
          if (!isStopped) timer ??= setTimeout(again, FIRST_MS);
        });
    },
    wake() {
      if (!isStarted || isStopped || isWoken) return;
      isWoken = true;
      // Once for all messages of one turn of the event loop.
      setImmediate(() => {
        isWoken = false;
        if (!isStopped) deliver();
      });
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await ticking;
      // A mail that is still on its way after this is sent again by the next process.
      const waited = [...delivering, ...(reconciling === undefined ? [] : [reconciling])];
      if (waited.length > 0) await Promise.race([Promise.all(waited), Bun.sleep(STOP_MS)]);
      await Promise.all([replays.renew(), till.flush()]).catch((cause: unknown) =>
        log.error("refunds were not written", { cause }),
      );
    },
  };
}
