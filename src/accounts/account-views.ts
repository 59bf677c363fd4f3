import { z } from "zod";
import { component, named, objectOrNull, objects } from "../kit/described-objects.ts";
import { Plan } from "./catalogue.ts";

const day = z.iso.date();
const moment = z.iso.datetime();
const created = moment.describe("When it was created, in UTC.");
const signedUp = moment.describe("When the account was created, in UTC.");
const planId = z.string().describe("The ID of the plan.");
const address = z.string().describe("The email address of the account.");
/** The ID of an account. */
export const accountId = z.string().describe("The ID of the account.");

/** A key without its secret. */
export const Key = named("Key", {
  id: z.string().describe("The ID of the key."),
  name: z.string().describe("The name of the key."),
  hint: z.string().describe("Its prefix and its last four characters."),
  mode: z.enum(["live", "test"]).describe("`test`: calls get sample responses and cost nothing."),
  apis: z
    .array(z.string())
    .readonly()
    .nullable()
    .describe("The APIs that it works for, and `keys` or `webhooks` if it manages those; null for all APIs."),
  allowedIps: z
    .array(z.string())
    .readonly()
    .nullable()
    .describe("The IP addresses and networks from which it works; null for all."),
  createdAt: created,
  expiresAt: moment
    .nullable()
    .describe("When it stops working: its expiry, or the end of its rotation if that is earlier."),
  isRotated: z.boolean().describe("Whether a new key replaced it."),
  revokedAt: moment.nullable().describe("When it was revoked; null if it was not."),
  lastUsedOn: day.nullable().describe("The last day on which it was used (UTC)."),
  undoUntil: moment
    .nullable()
    .describe("Deadline to undo its revocation or rotation; null if it cannot be undone."),
});
export type KeyView = z.output<typeof Key>;

/** A session of an account. */
export const Session = named("Session", {
  id: z.string().describe("The ID of the session."),
  device: z.string().nullable().describe("Browser and system, such as Firefox on Linux."),
  createdAt: moment.nullable().describe("When it began, in UTC; null if unknown."),
  lastUsedOn: day.nullable().describe("The last day on which it was used (UTC)."),
  expiresAt: moment.describe("When it ends, in UTC."),
  isCurrent: z.boolean().describe("Whether this request was made with it."),
});
export type SessionView = z.output<typeof Session>;

/** A new key. */
export const MadeKey = Key.extend({
  key: z.string().describe("The key. It is shown only once; only its hash is stored."),
}).meta({ id: "NewKey" });
export type NewKey = z.output<typeof MadeKey>;

/** A paid plan of an account. */
export const Held = named("HeldPlan", {
  plan: planId,
  startedOn: day.describe("Its billing months start on this day."),
});
export type HeldPlan = z.output<typeof Held>;

const Quota = named("Quota", {
  policy: z.string().describe("Its name in the RateLimit headers."),
  plan: planId,
  unit: z.string().describe("The API's unit, calls or credits."),
  limit: z.int().describe("The units of one window."),
  used: z.int().describe("The units used in this window."),
  remaining: z.int().describe("The units left in this window."),
  window: z.enum(["day", "month", "once"]).describe("`once`: credits that an operator granted."),
  startsAt: moment.describe("When the window began, in UTC."),
  resetsAt: moment.describe("When the next window begins, in UTC."),
  maxUnits: z.int().exactOptional().describe("The most API units that one call may cost."),
});
export type Quota = z.output<typeof Quota>;

const UsageDay = z.object({
  day: day.describe("The day (UTC)."),
  api: z.string().describe("The name of the API."),
  calls: z.int().describe("Successful calls."),
  units: z.int().describe("Units charged."),
});
export type DailyUsage = z.output<typeof UsageDay>;

/** Quotas and recent usage of an account. */
export const Usage = component("Usage", "Quotas and recent usage.", {
  apis: objects("For each API, its quotas in the order in which they are charged.", {
    api: z.string().describe("The name of the API."),
    unit: z.string().describe("The unit of the API, such as pages."),
    quotas: z.array(Quota).describe("Its quotas."),
  }),
  days: z.array(UsageDay).describe("The last 31 days, newest first."),
});
export type UsageReport = z.output<typeof Usage>;

const rows = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).readonly();

/** Data that is stored about an account. */
export const AccountData = named("Holdings", {
  email: address,
  createdAt: signedUp,
  plans: rows.describe("Paid plans."),
  customers: rows.describe("Customer IDs at the payment provider."),
  subscriptions: rows.describe("Subscriptions at the payment provider."),
  keys: rows.describe("API keys, without their hashes."),
  counters: rows.describe("Usage by plan, meter and period."),
  days: rows.describe("Usage by day and API."),
  keyDays: rows.describe("Usage by day, key and API."),
  requests: rows.describe("The request log."),
  notices: rows.describe("Quota alerts that were sent."),
  mails: rows.describe("Emails of the last 31 days, without their text."),
  sessions: rows.describe("Browsers and programs that are signed in."),
  jobs: rows.describe("Jobs, without their inputs and results."),
  siteAudits: rows.describe("Site audits, without their reports."),
  siteAuditSchedules: rows.describe("Schedules of site audits."),
  sharedReports: rows.describe("Reports that links show, without the links."),
  webhooks: rows.describe("Webhook endpoints, without their secrets."),
  webhookEvents: rows.describe("Webhook events of the last 7 days, with what was sent."),
  webhookAttempts: rows.describe("Attempts to deliver those events, with the responses."),
  credits: rows.describe("Credits that an operator granted."),
  audit: rows.describe("The account's audit log: sign-ins, keys, plans and what operators did."),
});
export type AccountData = z.output<typeof AccountData>;

/** An account in a list of operators. */
export const AccountRow = named("AccountSummary", {
  id: accountId,
  email: address,
  createdAt: signedUp,
  suspension: objectOrNull("The suspension; null if the account is not suspended.", {
    suspendedAt: moment.describe("Since when, in UTC."),
    reason: z.string().describe("The operator's reason."),
  }),
  keys: z.int().describe("Keys that are not revoked."),
  lastUsedOn: day.nullable().describe("The last day on which a key was used (UTC)."),
});
export type AccountSummary = z.output<typeof AccountRow>;

const detail = z.record(z.string(), z.union([z.string(), z.number()])).describe("IDs, names and amounts.");

export const OwnAuditEntry = named("OwnAuditEntry", {
  id: z.string().describe("The ID of the entry."),
  createdAt: moment.describe("When it happened, in UTC."),
  actor: z
    .enum(["owner", "operator", "system"])
    .describe("`system`: the server by itself, as after a payment."),
  action: z.string().describe("What happened, such as key.created."),
  network: z.string().nullable().describe("The client's network: /24 of IPv4, /48 of IPv6."),
  detail,
});

const aKey = z
  .string()
  .nullable()
  .describe("The ID of the key; null for the consoles of the docs and the account pages.");

/** The usage of one key on one day. */
export const KeyDay = named("KeyDay", {
  day: day.describe("The day, in UTC."),
  key: aKey,
  api: z.string().describe("The name of the API."),
  calls: z.int().describe("Charged calls."),
  units: z.int().describe("Charged units."),
});
export type KeyUsage = z.output<typeof KeyDay>;

/** The parameters of a call as the log keeps them: no files, secrets or long texts. */
const LoggedParameters = z.object({
  values: z.record(z.string(), z.string()).describe("Their values by name; *** replaces a secret in a URL."),
  omitted: z.array(z.string()).describe("Names of files, secrets and long texts, which are not stored."),
});
export type LoggedParameters = z.output<typeof LoggedParameters>;

export const LoggedRequest = named("LoggedRequest", {
  id: z.string().describe("The ID of the entry."),
  createdAt: moment.describe("When the request arrived."),
  mode: z.enum(["live", "test"]).describe("The mode of the key."),
  api: z.string().describe("The name of the API."),
  operation: z.string().describe("The name of the operation."),
  status: z.int().describe("The HTTP status of the response."),
  code: z.string().nullable().describe("The error code; null where it succeeded."),
  detail: z
    .string()
    .nullable()
    .describe("The message of the error, up to 400 characters; null where it succeeded or was not stored."),
  units: z.int().describe("The units charged, in the unit of the API."),
  durationMs: z
    .int()
    .describe("Milliseconds until the response began. For a site audit, from its start to its last page."),
  requestId: z.string().describe("The X-Request-Id of the response, or the ID of the site audit."),
  key: aKey,
  parameters: LoggedParameters.nullable().describe(
    "The parameters of the call, up to 1,000 bytes; null where they were not stored.",
  ),
  keyName: z.string().nullable().describe("The name of the key; null where it was deleted."),
  keyHint: z.string().nullable().describe("Its prefix and its last four characters."),
});
export type RequestView = z.output<typeof LoggedRequest>;

/** One entry of the audit log. */
export const AuditRecord = OwnAuditEntry.extend({
  actorName: z
    .string()
    .nullable()
    .describe("Which operator: an email address, ADMIN_TOKEN or command line (USER, uid 1000)."),
  account: accountId.nullable(),
}).meta({ id: "AuditEntry" });
export type AuditEntry = z.output<typeof AuditRecord>;

/** Credits that an operator granted. */
export const CreditGrantView = named("CreditGrant", {
  id: z.string().describe("The ID of the grant."),
  plan: z.string().describe("The name under which they are counted."),
  amount: z.int().describe("The credits granted."),
  used: z.int().describe("The credits used."),
  createdAt: created,
  expiresAt: moment.describe("When unused credits expire, in UTC."),
  note: z.string().nullable().describe("The operator's note."),
});
export type CreditGrant = z.output<typeof CreditGrantView>;

/** Plans by version, with how many accounts hold each. */
export const PlanVersion = named("PlanVersion", {
  plan: planId,
  version: z.int().describe("The version, from 1."),
  title: z.string().describe("The title of the plan."),
  isCurrent: z.boolean().describe("Whether the catalogue sells it now."),
  price: Plan.shape.price,
  grants: Plan.shape.grants,
  holders: z.int().describe("Accounts that have it."),
  soldSince: moment.describe("When it was first sold, in UTC."),
});
export type PlanHolders = z.output<typeof PlanVersion>;
