import { createIncidents } from "../ops/incidents.ts";
import type { Log } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { migrateOnFirstUse } from "../store/migrate-on-first-use.ts";
import { createState } from "../store/state.ts";
import { AccountDeletion } from "./account-deletion.ts";
import { AccountDirectory } from "./account-directory.ts";
import { AccountStore } from "./account-store.ts";
import { createAudit, SYSTEM } from "./audit.ts";
import { createAuthenticator } from "./authenticate.ts";
import { Background } from "./background.ts";
import { createBilling } from "./billing/billing.ts";
import { BillingStore } from "./billing/billing-store.ts";
import { deleteCustomer } from "./billing/purchases.ts";
import { createStripeClient, type StripeOptions } from "./billing/stripe-client.ts";
import { type Catalogue, checkMeters, liveCatalogue } from "./catalogue.ts";
import type { ChargeBatcher } from "./charge-batcher.ts";
import { Charges } from "./charges.ts";
import { createEmailComposer } from "./compose-email.ts";
import { createConsoleTokens } from "./console-tokens.ts";
import { createCredits } from "./credits.ts";
import { DataKeys } from "./data-keys.ts";
import { createEmailLimits } from "./email-limits.ts";
import { type EmailKind, EmailQueue, type SendEmail } from "./email-queue.ts";
import type { EmailTemplates } from "./email-templates.ts";
import { createFormerUsage } from "./former-usage.ts";
import { freeCpuLimit } from "./free-cpu.ts";
import { grantsOf } from "./grants.ts";
import { IdempotencyStore } from "./idempotency-store.ts";
import { Keys } from "./keys.ts";
import { createMailboxHash } from "./mailbox-hash.ts";
import { PlanVersions } from "./plan-versions.ts";
import { byEmail, createQuotaAlerts } from "./quota-alerts.ts";
import { createRateLimiter, type RateLimit } from "./rate-limiter.ts";
import { RequestLog } from "./request-log.ts";
import { Retention, type RetentionDays } from "./retention.ts";
import { Sessions } from "./sessions.ts";
import { SignUp } from "./sign-up.ts";
import { createSuspensions } from "./suspension.ts";
import { createUsage, reportStart } from "./usage.ts";
import { createUsageLedger } from "./usage-ledger.ts";

export interface AccountsOptions {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly baseUrl: string;
  /** Requests of one key. */
  readonly burst: RateLimit;
  /** Processor time in seconds a minute that one account may use in this process without being charged for it. */
  readonly freeCpuSeconds: number;
  readonly log: Log;
  /** Where refunds that are promised and not paid yet survive the process; undefined keeps them in memory. */
  readonly unsettledFolder?: string | undefined;
  readonly send: SendEmail;
  /** The operator's email templates. Default: the built-in ones. */
  readonly emailTemplates?: EmailTemplates | undefined;
  readonly mailPerHour: number;
  readonly retention: RetentionDays;
  /** Keys of the operator that protect those of accounts, the newest first. Default: one in the database. */
  readonly encryptionKeys?: readonly string[] | undefined;
  readonly payments?: Omit<StripeOptions, "log"> | undefined;
  now?(): number;
}

function createBase({ log, catalogue, database: given, encryptionKeys, now = Date.now }: AccountsOptions) {
  const database = migrateOnFirstUse(given);
  return {
    database,
    catalogue: liveCatalogue(catalogue),
    state: createState(database, { now }),
    dataKeys: new DataKeys(database, encryptionKeys),
    audit: createAudit(database, now),
    mailboxOf: createMailboxHash(database),
    log,
    now,
  };
}
type Base = ReturnType<typeof createBase>;

function createIdentity(base: Base) {
  const { database, state, audit, catalogue, mailboxOf, log, now } = base;
  const keys = new Keys({ database, audit, now });
  const formerUsage = createFormerUsage({ catalogue, mailboxOf, now });
  const planVersions = new PlanVersions({
    database,
    audit,
    catalogue,
    onRejected: ({ message }) => log.error("the catalogue removes plans that are held", { reason: message }),
    now,
  });
  const accountStore = new AccountStore({ database, audit, formerUsage, catalogue, planVersions, now });
  const credits = createCredits({ database, audit, now });
  const grants = async (account: string) => {
    const held = await accountStore.heldTerms(account);
    return [...grantsOf(catalogue, held), ...(await credits.grants(account))];
  };
  const consoleTokens = createConsoleTokens(database, state, now);
  return {
    keys,
    consoleTokens,
    formerUsage,
    planVersions,
    accountStore,
    credits,
    grants,
    suspensions: createSuspensions({ database, audit, mailboxOf, now }),
    sessions: new Sessions(database, audit, now),
    authenticator: createAuthenticator({ keys, consoleTokens, grants, now }),
  };
}
type Identity = ReturnType<typeof createIdentity>;

/** The queue of emails and what is sent by it; `failed` is called with the cause when the database does not respond. */
function createEmails(
  options: AccountsOptions,
  base: Base,
  identity: Identity,
  failed: (cause: unknown) => void,
) {
  const { database, state, catalogue, mailboxOf, log, now } = base;
  const { baseUrl, send, mailPerHour: perHour, emailTemplates: templates } = options;
  const compose = createEmailComposer({
    baseUrl,
    catalogue,
    templates,
    makeLink: (email) => signUp.makeLink(email),
  });
  const limits = createEmailLimits({ database, state, now });
  const isAllowed = async (kind: EmailKind, email: string) =>
    limits.allowsMailbox(await mailboxOf(email), kind === "link" ? "account" : "sign-up");
  const emailQueue = new EmailQueue({ database, log, send, compose, isAllowed, perHour, failed, now });
  const queued = () => emailQueue.announce();
  const signUp = new SignUp({ ...identity, database, limits, mailboxOf, emailQueue, log, now });
  const quotaAlerts = createQuotaAlerts({ database, now, queue: byEmail(emailQueue), queued });
  return { emailQueue, signUp, quotaAlerts };
}

function createPayments({ payments, baseUrl }: AccountsOptions, base: Base, identity: Identity) {
  const { database, audit, log, now } = base;
  const store = new BillingStore({ database, audit, planVersions: identity.planVersions, now });
  const stripe = payments && createStripeClient({ ...payments, log });
  const billing = stripe && createBilling({ ...base, ...identity, stripe, store, baseUrl });
  return {
    billing,
    subscriptions: (account: string) => store.subscriptions(account),
    isCustomer: async (account: string) => (await store.customerOf(account)) !== undefined,
    async endPayments(account: string): Promise<void> {
      const customer = await store.customerOf(account);
      if (customer === undefined) return;
      if (stripe !== undefined) await deleteCustomer(stripe, customer);
      else log.error("payments are off: cancel this customer's subscription at Stripe", { customer });
      await store.unlinkCustomer(account, customer);
    },
  };
}

function createReaders(
  { catalogue, database, now }: Base,
  { grants }: Identity,
  charges: Charges,
  requestLog: RequestLog,
) {
  const report = createUsage({ catalogue, charges, database, now });
  return {
    async usage(account: string) {
      await charges.flush();
      return report(account, await grants(account));
    },
    async keyUsage(account: string) {
      await requestLog.flush();
      return requestLog.usageByKey(account, reportStart(now()));
    },
  };
}

/** Replaces the catalogue. Throws `PlansInUse`, or a `TypeError` where the meters changed; the one before then stays. */
async function replaceCatalogue(
  { catalogue, audit }: Base,
  { planVersions, authenticator }: Identity,
  next: Catalogue,
): Promise<void> {
  checkMeters(catalogue, next);
  await planVersions.register(next);
  catalogue.replace(next);
  authenticator.forgetAll();
  await audit.record(SYSTEM, { action: "catalogue.reloaded", detail: { plans: next.plans.length } });
}

/** Creates the accounts module. Nothing is read from the database yet; tables are made with the first statement. */
export function createAccounts(options: AccountsOptions) {
  const base = createBase(options);
  const { database, dataKeys, state, catalogue, log, now } = base;
  const identity = createIdentity(base);
  const { authenticator, formerUsage } = identity;
  const emails = createEmails(options, base, identity, (cause) => background.lose(cause));
  const { emailQueue, signUp, quotaAlerts } = emails;
  const { endPayments, ...payments } = createPayments(options, base, identity);
  const usageLedger = createUsageLedger({ database, folder: options.unsettledFolder, log, now });
  const charging = { database, catalogue, quotaAlerts, log, now };
  const charges = new Charges({ ...charging, ledger: usageLedger });
  const wake = () => background.wakeDeletion();
  const accountDeletion = new AccountDeletion({ ...base, keys: dataKeys, formerUsage, wake, endPayments });
  const retention = new Retention({ database, state, days: options.retention, log, now });
  const idempotencyStore = new IdempotencyStore(database, dataKeys, now);
  const requestLog = new RequestLog({ database, keys: dataKeys, log, now });
  const beside = {
    requestLog,
    idempotencyStore,
    emailQueue,
    accountDeletion,
    retention,
    billing: payments.billing,
  };
  const background: Background = new Background({ database, authenticator, charges, ...beside, log, now });
  return {
    ...base,
    ...identity,
    ...payments,
    incidents: createIncidents(state, now),
    directory: new AccountDirectory(database),
    accountDeletion,
    usageLedger,
    charges,
    chargesBy: (by: Pick<ChargeBatcher, "charge" | "refund">) =>
      new Charges({ ...charging, ledger: { ...usageLedger, batcherOf: () => by } }),
    requestLog,
    idempotencyStore,
    signUp,
    emailQueue,
    keyLimiter: createRateLimiter(options.burst),
    freeCpu: createRateLimiter(freeCpuLimit(options.freeCpuSeconds)),
    ...createReaders(base, identity, charges, requestLog),
    replaceCatalogue: (next: Catalogue) => replaceCatalogue(base, identity, next),
    /** Begins what runs beside requests. */
    start: () => background.start(),
    async close() {
      await signUp.settle();
      await background.stop();
      await database.close();
    },
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
