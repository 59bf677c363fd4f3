import { z } from "zod";
import { mailAddress } from "../accounts/address.ts";
import { listings, Plan, SoldMeter } from "../accounts/catalogue.ts";
import type { KeyView, NewKey } from "../accounts/keys.ts";
import type { Holdings as Kept } from "../accounts/leaving.ts";
import type { HeldPlan } from "../accounts/people.ts";
import type { SessionView } from "../accounts/sessions.ts";
import type { UsageReport } from "../accounts/usage.ts";

/** Grace of a rolled key, in milliseconds. */
const GRACES = { "0": 0, "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000 } as const;

const NAME = "must be 1 to 40 letters, digits, spaces, dots or hyphens";

/** An email address, read into the form in which accounts are stored. */
export const email = mailAddress.describe("An email address, in ASCII.");

/** The name that its owner gives a key. */
export const keyName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N} ._-]{1,40}$/u, NAME)
  .default("default")
  .describe("A name for the key.");

/** How long a rotated key keeps working; read into milliseconds. */
export const grace = z
  .enum(["0", "1h", "24h", "7d"], `must be one of ${Object.keys(GRACES).join(", ")}`)
  .default("24h")
  .describe("How long the old key keeps working.")
  .transform((text) => GRACES[text]);

/** The scope of a key: comma-separated API names, read into a list; null for all. */
export function scope(apis: readonly string[]) {
  return z
    .string()
    .describe("The APIs that the key works for, separated by commas. Default: all.")
    .refine((text) => text.split(",").every((name) => apis.includes(name.trim())), {
      error: `must be one or more of ${apis.join(", ")}, separated by commas`,
    })
    .optional()
    .transform((text) =>
      text === undefined ? null : [...new Set(text.split(",").map((name) => name.trim()))],
    );
}

/** Comma-separated plan ids, read into a list. */
export const planList = z
  .string()
  .min(1)
  .describe("All paid plans of the account, separated by commas.")
  .transform((text) => text.split(","));

const day = z.iso.date();
const moment = z.iso.datetime();

/** A key without its secret. */
export const Key = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().describe("Its prefix and its last four characters."),
    apis: z.array(z.string()).readonly().nullable().describe("The APIs that it works for; null for all."),
    createdAt: moment,
    expiresAt: moment.nullable().describe("When it stops working because it was rotated."),
    revokedAt: moment.nullable(),
    lastUsedOn: day.nullable().describe("The last day on which it was used (UTC)."),
  })
  .meta({ id: "Key" }) satisfies z.ZodType<KeyView>;

/** A session of an account. */
export const Session = z
  .object({
    id: z.string(),
    device: z.string().nullable().describe("Browser and system, such as Firefox on Linux."),
    createdAt: moment.nullable(),
    lastUsedOn: day.nullable().describe("The last day on which it was used (UTC)."),
    expiresAt: moment,
    isCurrent: z.boolean().describe("Whether this request was made with it."),
  })
  .meta({ id: "Session" }) satisfies z.ZodType<SessionView>;

/** A new key. */
export const MadeKey = Key.extend({
  key: z.string().describe("The key. It is shown only once; only its hash is stored."),
}).meta({ id: "NewKey" }) satisfies z.ZodType<NewKey>;

/** A paid plan of an account. */
export const Held = z
  .object({ plan: z.string(), startedOn: day.describe("Its billing months start on this day.") })
  .meta({ id: "HeldPlan" }) satisfies z.ZodType<HeldPlan>;

const Quota = z
  .object({
    policy: z.string().describe("Its name in the RateLimit headers."),
    plan: z.string(),
    unit: z.string().describe("The API's unit, calls or credits."),
    limit: z.int(),
    used: z.int(),
    remaining: z.int(),
    window: z.enum(["day", "month"]),
    startsAt: moment,
    resetsAt: moment,
    maxUnits: z.int().exactOptional().describe("The most API units that one call may cost."),
  })
  .meta({ id: "Quota" });

/** Quotas and recent usage of an account. */
export const Usage = z
  .object({
    apis: z
      .array(z.object({ api: z.string(), unit: z.string(), quotas: z.array(Quota) }))
      .describe("For each API, its quotas in the order in which they are charged."),
    days: z
      .array(z.object({ day, api: z.string(), calls: z.int(), units: z.int() }))
      .describe("The last 31 days, newest first."),
  })
  .meta({ id: "Usage" }) satisfies z.ZodType<UsageReport>;

const rows = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).readonly();

/** Everything that is stored about an account. */
export const Holdings = z
  .object({
    email: z.string(),
    createdAt: moment,
    plans: rows,
    customers: rows.describe("Customer IDs at the payment provider."),
    subscriptions: rows,
    keys: rows.describe("API keys, without their hashes."),
    counters: rows.describe("Usage by plan, meter and period."),
    days: rows,
    notices: rows.describe("Quota alerts that were sent."),
    mails: rows.describe("Emails of the last 31 days, without their text."),
    sessions: rows.describe("Browsers and programs that are signed in."),
  })
  .meta({ id: "Holdings" }) satisfies z.ZodType<Kept>;

/** The plans that are offered. */
export const Offer = z
  .object({
    listing: z.enum(listings).describe("The price list that is offered."),
    meters: z
      .record(z.string(), SoldMeter)
      .describe("For each API, its unit and the credits that one unit costs."),
    plans: z.array(Plan),
  })
  .meta({ id: "PlanOffer" });
