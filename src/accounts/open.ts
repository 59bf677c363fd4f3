import type { State } from "../kit/state.ts";
import type { Log } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { migrated } from "../store/migrated.ts";
import { createState, sweepState } from "../store/state.ts";
import { type Billing, createBilling } from "./billing/billing.ts";
import { createLedger, type HeldSubscription, sweepEvents } from "./billing/ledger.ts";
import { createStripe, type StripeOptions } from "./billing/stripe.ts";
import { type BurstLimit, createBurstGuard } from "./burst.ts";
import { type Callers, createCallers } from "./callers.ts";
import type { Catalogue, Listing } from "./catalogue.ts";
import { grantsOf } from "./grants.ts";
import { createHistory } from "./history.ts";
import { createKeys, type Keys } from "./keys.ts";
import { createLeaving, type Leaving } from "./leaving.ts";
import { createLetters } from "./letters.ts";
import { createMailQueue, type MailQueue, type Send, sweepMail } from "./mail.ts";
import { createMeter, type Meter } from "./meter.ts";
import { createPeople, type People } from "./people.ts";
import { createReplays, type Replays, sweepReplays } from "./replay.ts";
import { createSessions, type Sessions, sweepSessions } from "./sessions.ts";
import { createSignUp, type SignUp } from "./sign-up.ts";
import { createTill, type Till } from "./till.ts";
import { createUsage, type UsageReport } from "./usage.ts";

export interface AccountsOptions {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly listing: Listing;
  readonly baseUrl: string;
  readonly keyPrefix: string;
  readonly burst: BurstLimit;
  readonly log: Log;
  readonly send: Send;
  readonly mailPerHour: number;
  /** How plans are paid for; undefined where they are not. */
  readonly payments?: Omit<StripeOptions, "log"> | undefined;
  now?(): number;
}

/** The accounts room: its parts, wired to one database. */
export interface Accounts {
  readonly catalogue: Catalogue;
  readonly listing: Listing;
  readonly database: Database;
  readonly state: State;
  readonly keys: Keys;
  readonly people: People;
  readonly leaving: Leaving;
  readonly callers: Callers;
  readonly meter: Meter;
  readonly till: Till;
  readonly replays: Replays;
  readonly sessions: Sessions;
  readonly signUp: SignUp;
  readonly mail: MailQueue;
  /** Undefined where the operator takes no payments. */
  readonly billing: Billing | undefined;
  readonly log: Log;
  /** How long a key must wait before its next request, in milliseconds; 0 for not at all. */
  readonly burst: (keyId: string) => number;
  now(): number;
  /** The usage of an account with the plans it has now. */
  usage(account: string): Promise<UsageReport>;
  /** What the account pays for. */
  subscriptions(account: string): Promise<HeldSubscription[]>;
  /** Whether the account has ever begun to pay. */
  isCustomer(account: string): Promise<boolean>;
  /** Begins what runs beside requests: mails, refunds, history, sweeping, news of other replicas. */
  start(): void;
  /** Ends that, writes what waits and closes the database. */
  close(): Promise<void>;
}

const TICK_MS = 1_000;
const SWEEP_MS = 3_600_000;
/** How long closing waits for mails that are being sent. */
const CLOSE_MS = 5_000;

/** Opens the accounts room. Nothing is read from the database yet; tables are made with the first statement. */
export function openAccounts(options: AccountsOptions): Accounts {
  const { catalogue, listing, log, baseUrl, now = Date.now } = options;
  const database = migrated(options.database);
  const state = createState(database, { now });
  const keys = createKeys({ database, prefix: options.keyPrefix, now });
  const people = createPeople({ database, catalogue, now });
  const callers = createCallers({ keys, people, catalogue, listing, now });
  const meter = createMeter({ database, catalogue, now });
  const history = createHistory(database, now);
  const sessions = createSessions(database, now);
  const compose = createLetters({ baseUrl, catalogue, makeLink: (email) => signUp.makeLink(email) });
  const { send, mailPerHour: perHour } = options;
  const queue = createMailQueue({ database, log, send, compose, perHour, now });
  const mail: MailQueue = {
    ...queue,
    async enqueue(...of) {
      await queue.enqueue(...of);
      wake();
    },
  };
  const signUp = createSignUp({ database, state, people, keys, sessions, mail, log, now });
  const till = createTill({
    database,
    meter,
    history,
    log,
    now,
    async tell({ account, held, period, used }, percent) {
      const owner = await people.byId(account);
      if (owner === undefined) return;
      await mail.enqueue("quota", owner.email, {
        plan: held.plan.id,
        unit: held.unit,
        used,
        limit: held.grant.limit,
        percent,
        resetsAt: new Date(period.endsAt).toISOString(),
      });
    },
  });
  const report = createUsage({ catalogue, meter, history, now });
  const ledger = createLedger(database, now);
  const stripe = options.payments && createStripe({ ...options.payments, log });
  const billing = stripe && createBilling({ stripe, ledger, people, catalogue, listing, baseUrl, log, now });
  const endPayments = async (account: string): Promise<void> => {
    if (billing !== undefined) return billing.leave(account);
    const customer = await ledger.customerOf(account);
    if (customer !== undefined)
      log.error("payments are off: end this customer's at stripe by hand", { customer });
  };

  let listening = false;
  let swept = Number.NEGATIVE_INFINITY;
  /** Whether the database answered last: said once when it goes and once when it comes back. */
  let present = true;
  // Beside the tick, both: refunds do not wait for a mail server, nor for Stripe.
  let delivering: Promise<void> | undefined;
  const deliver = (): void => {
    delivering ??= mail
      .deliver()
      .then(() => {})
      .catch((cause: unknown) => log.warn("mails wait for the database", { cause }))
      .finally(() => {
        delivering = undefined;
      });
  };
  let reconciling: Promise<void> | undefined;
  const tick = async (): Promise<void> => {
    try {
      if (!listening) {
        await database.listen(callers.forget);
        listening = true;
      }
      await till.flush();
      deliver();
      if (performance.now() - swept > SWEEP_MS) {
        swept = performance.now();
        for (const sweep of [sweepState, sweepReplays, sweepSessions, sweepMail, sweepEvents])
          await sweep(database, now());
        reconciling ??= billing?.reconcile().finally(() => {
          reconciling = undefined;
        });
      }
      if (!present) log.info("the database answers again");
      present = true;
    } catch (cause) {
      if (present) log.error("the database does not answer; UUIDs are served, keys are not", { cause });
      present = false;
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ticking: Promise<void> = Promise.resolve();
  let closed = false;
  const again = (): void => {
    timer = undefined;
    ticking = tick().then(() => {
      if (!closed) timer = setTimeout(again, TICK_MS);
    });
  };
  /** A person who waits for a mail does not wait for the next second. */
  const wake = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    again();
  };

  return {
    catalogue,
    listing,
    database,
    state,
    keys,
    people,
    leaving: createLeaving(database, endPayments),
    callers,
    meter,
    till,
    replays: createReplays(database, now),
    sessions,
    signUp,
    mail,
    billing,
    log,
    burst: createBurstGuard(options.burst),
    now,
    async usage(account) {
      await till.flush();
      return report(account, grantsOf(catalogue, listing, await people.heldPlans(account)));
    },
    subscriptions: ledger.subscriptions,
    isCustomer: async (account) => (await ledger.customerOf(account)) !== undefined,
    start: again,
    async close() {
      closed = true;
      clearTimeout(timer);
      await ticking;
      // A mail that is still on its way after this is sent again by the next process.
      const waited = [delivering, reconciling].filter((work) => work !== undefined);
      if (waited.length > 0) await Promise.race([Promise.all(waited), Bun.sleep(CLOSE_MS)]);
      await till
        .flush()
        .catch((cause: unknown) => log.error("refunds or history were not written", { cause }));
      await database.close();
    },
  };
}
