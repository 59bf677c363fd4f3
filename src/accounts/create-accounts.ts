import type { State } from "../kit/state.ts";
import type { Log } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { migrated } from "../store/migrate-on-first-use.ts";
import { createState } from "../store/state.ts";
import { createLeaving, type Leaving } from "./account-deletion.ts";
import { type AccountDirectory, createAccountDirectory } from "./account-directory.ts";
import { createPeople, type People } from "./account-store.ts";
import { type Audit, createAudit, SYSTEM } from "./audit.ts";
import { type Callers, createCallers } from "./authenticate.ts";
import { createBackground } from "./background.ts";
import { type Billing, createBilling } from "./billing/billing.ts";
import { createLedger, type HeldSubscription } from "./billing/billing-store.ts";
import { createStripe, type StripeOptions } from "./billing/stripe-client.ts";
import { type Catalogue, checkMeters, type Listing, liveCatalogue } from "./catalogue.ts";
import { type Charges, createCharges } from "./charges.ts";
import { createLetters } from "./compose-email.ts";
import { type Credits, createCredits } from "./credits.ts";
import { createEmailLimits } from "./email-limits.ts";
import { createMailQueue, type MailQueue, type Send } from "./email-queue.ts";
import type { EmailTemplates } from "./email-templates.ts";
import { createFormerUsage } from "./former-usage.ts";
import { createFreeCpu, type FreeCpu } from "./free-cpu.ts";
import { grantsOf } from "./grants.ts";
import { createReplays, type Replays } from "./idempotency-store.ts";
import { createKeys, type Keys } from "./keys.ts";
import { createMailboxHash } from "./mailbox-hash.ts";
import { createPlanVersions, type PlanVersions } from "./plan-versions.ts";
import { byMail, createNotices } from "./quota-alerts.ts";
import { type BurstLimit, createGuard, type Guard } from "./rate-limiter.ts";
import { createRetention, type RetentionDays } from "./retention.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSignUp, type SignUp } from "./sign-up.ts";
import { createSuspensions, type Suspensions } from "./suspension.ts";
import { createUsage, type UsageReport } from "./usage.ts";
import { createHistory } from "./usage-history.ts";
import { createUsageLedger, type UsageLedger } from "./usage-ledger.ts";

// Longer than 150 lines because each part of the room stands here twice: as what others may use, and as it is made.

export interface AccountsOptions {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly listing: Listing;
  readonly baseUrl: string;
  readonly keyPrefix: string;
  /** Requests of one key. */
  readonly burst: BurstLimit;
  /** Processor time in seconds a minute that one account may use in this process without being charged for it. */
  readonly freeCpuSeconds: number;
  readonly log: Log;
  /** Where refunds that are promised and not paid yet survive the process; undefined keeps them in memory. */
  readonly unsettledFolder?: string | undefined;
  readonly send: Send;
  /** The operator's own emails; the built-in ones where there are none. */
  readonly emailTemplates?: EmailTemplates | undefined;
  readonly mailPerHour: number;
  readonly retention: RetentionDays;
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
  readonly directory: AccountDirectory;
  readonly suspensions: Suspensions;
  readonly credits: Credits;
  readonly planVersions: PlanVersions;
  readonly audit: Audit;
  readonly leaving: Leaving;
  readonly callers: Callers;
  readonly usageLedger: Pick<UsageLedger, "numbers">;
  readonly charges: Charges;
  readonly replays: Replays;
  readonly sessions: Sessions;
  readonly signUp: SignUp;
  readonly mail: MailQueue;
  /** Undefined where the operator takes no payments. */
  readonly billing: Billing | undefined;
  readonly log: Log;
  /** Requests, by the id of their key. */
  readonly burst: Guard;
  /** What failed calls and dry runs may use of the processor, by account. */
  readonly freeCpu: FreeCpu;
  now(): number;
  /** The usage of an account with the plans it has now. */
  usage(account: string): Promise<UsageReport>;
  /** What the account pays for. */
  subscriptions(account: string): Promise<HeldSubscription[]>;
  /** Whether the account has ever begun to pay. */
  isCustomer(account: string): Promise<boolean>;
  /**
   * Replaces the catalogue while the server runs. Throws `PlansInUse`, or a `TypeError` where the meters changed; then
   * the one before stays.
   */
  replaceCatalogue(next: Catalogue): Promise<void>;
  /** Begins what runs beside requests. */
  start(): void;
  /** Ends that, writes what waits and closes the database. */
  close(): Promise<void>;
}

/** Opens the accounts room. Nothing is read from the database yet; tables are made with the first statement. */
export function openAccounts(options: AccountsOptions): Accounts {
  const { listing, log, baseUrl, now = Date.now } = options;
  const catalogue = liveCatalogue(options.catalogue);
  const database = migrated(options.database);
  const state = createState(database, { now });
  const audit = createAudit(database, now);
  const keys = createKeys({ database, audit, prefix: options.keyPrefix, now });
  const mailboxOf = createMailboxHash(database);
  const formerUsage = createFormerUsage({ catalogue, mailboxOf, now });
  const planVersions = createPlanVersions({
    database,
    audit,
    catalogue,
    onRefused: ({ message }) => log.error("the catalogue removes plans that are held", { reason: message }),
    now,
  });
  const people = createPeople({ database, audit, formerUsage, catalogue, planVersions, now });
  const credits = createCredits({ database, audit, now });
  const suspensions = createSuspensions({ database, audit, mailboxOf, now });
  const grants = async (account: string) => {
    const held = await people.heldTerms(account);
    return [...grantsOf(catalogue, listing, held), ...(await credits.grants(account))];
  };
  const callers = createCallers({ keys, grants, now });
  const usageLedger = createUsageLedger({ database, folder: options.unsettledFolder, log, now });
  const history = createHistory(database);
  const sessions = createSessions(database, audit, now);
  const compose = createLetters({
    baseUrl,
    catalogue,
    templates: options.emailTemplates,
    makeLink: (email) => signUp.makeLink(email),
  });
  const { send, mailPerHour: perHour } = options;
  const queue = createMailQueue({ database, log, send, compose, perHour, now });
  const mail: MailQueue = {
    ...queue,
    async enqueue(...of) {
      await queue.enqueue(...of);
      background.wakeMail();
    },
  };
  const notices = createNotices({ database, now, queue: byMail(queue), queued: () => background.wakeMail() });
  const limits = createEmailLimits({ database, state, now });
  const signUp = createSignUp({
    database,
    limits,
    mailboxOf,
    people,
    keys,
    sessions,
    suspensions,
    mail,
    log,
    now,
  });
  const charges = createCharges({ database, catalogue, ledger: usageLedger, notices, log, now });
  const report = createUsage({ catalogue, charges, history, now });
  const ledger = createLedger({ database, audit, planVersions, now });
  const stripe = options.payments && createStripe({ ...options.payments, log });
  const billing =
    stripe && createBilling({ stripe, ledger, people, catalogue, planVersions, listing, baseUrl, log, now });
  const endPayments = async (account: string): Promise<void> => {
    if (billing !== undefined) return billing.leave(account);
    const customer = await ledger.customerOf(account);
    if (customer !== undefined)
      log.error("payments are off: end this customer's at stripe by hand", { customer });
  };

  const leaving = createLeaving({
    database,
    state,
    formerUsage,
    log,
    wake: () => background.wakeDeletion(),
    endPayments,
    now,
  });
  const retention = createRetention({ database, state, days: options.retention, log, now });
  const replays = createReplays(database, now);
  const beside = { replays, mail: queue, leaving, retention, billing };
  const background = createBackground({ database, callers, charges, ...beside, log, now });

  return {
    catalogue,
    listing,
    database,
    state,
    keys,
    people,
    directory: createAccountDirectory(database),
    suspensions,
    credits,
    planVersions,
    audit,
    leaving,
    callers,
    usageLedger,
    charges,
    replays,
    sessions,
    signUp,
    mail,
    billing,
    log,
    burst: createGuard(options.burst),
    freeCpu: createFreeCpu(options.freeCpuSeconds),
    now,
    async usage(account) {
      await charges.flush();
      return report(account, await grants(account));
    },
    subscriptions: ledger.subscriptions,
    isCustomer: async (account) => (await ledger.customerOf(account)) !== undefined,
    async replaceCatalogue(next) {
      checkMeters(catalogue, next);
      await planVersions.register(next);
      catalogue.replace(next);
      callers.forgetAll();
      await audit.record(SYSTEM, { action: "catalogue.reloaded", detail: { plans: next.plans.length } });
    },
    start: background.start,
    async close() {
      await signUp.settle();
      await background.stop();
      await database.close();
    },
  };
}
