import { z } from "zod";
import { mailAddress } from "../accounts/address.ts";
import { listings, Plan, SoldMeter } from "../accounts/catalogue.ts";
import type { KeyView, NewKey } from "../accounts/keys.ts";
import type { Holdings as Kept } from "../accounts/leaving.ts";
import type { HeldPlan } from "../accounts/people.ts";
import type { UsageReport } from "../accounts/usage.ts";

/** Grace of a rolled key, in milliseconds. */
const GRACES = { "0": 0, "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000 } as const;

const NAME = "must be 1 to 40 letters, digits, spaces, dots or hyphens";

/** A mail address, read into the form in which accounts are kept. */
export const email = mailAddress.describe("A mail address, in ASCII.");

/** What people call a key. */
export const keyName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N} ._-]{1,40}$/u, NAME)
  .default("default")
  .describe("What you call the key.");

/** How long a key that is replaced goes on working; read into milliseconds. */
export const grace = z
  .enum(["0", "1h", "24h", "7d"], `must be one of ${Object.keys(GRACES).join(", ")}`)
  .default("24h")
  .describe("How long the old key goes on working.")
  .transform((text) => GRACES[text]);

/** The scope of a key: names of APIs with commas between them, read into a list; null for all. */
export function scope(apis: readonly string[]) {
  return z
    .string()
    .describe("The APIs that the key is for, with commas between them; all where it is left out.")
    .refine((text) => text.split(",").every((name) => apis.includes(name.trim())), {
      error: `must be some of ${apis.join(", ")}, with commas between them`,
    })
    .optional()
    .transform((text) =>
      text === undefined ? null : [...new Set(text.split(",").map((name) => name.trim()))],
    );
}

/** Ids of plans with commas between them, read into a list. */
export const planList = z
  .string()
  .min(1)
  .describe("All paid plans that the account is to have, with commas between them.")
  .transform((text) => text.split(","));

const day = z.iso.date();
const moment = z.iso.datetime();

/** A key as it may be shown. */
export const Key = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().describe("Its prefix and its last four characters."),
    apis: z.array(z.string()).readonly().nullable().describe("The APIs that it is for; null for all."),
    createdAt: moment,
    expiresAt: moment.nullable().describe("When it ends, because another has replaced it."),
    revokedAt: moment.nullable(),
    lastUsedOn: day.nullable().describe("The last day on which it was used, in UTC."),
  })
  .meta({ id: "Key" }) satisfies z.ZodType<KeyView>;

/** A key that was just made. */
export const MadeKey = Key.extend({
  key: z.string().describe("The key itself: shown this once, and kept as a hash."),
}).meta({ id: "NewKey" }) satisfies z.ZodType<NewKey>;

/** A plan that an account pays for. */
export const Held = z
  .object({ plan: z.string(), startedOn: day.describe("Its months of billing start on this day.") })
  .meta({ id: "HeldPlan" }) satisfies z.ZodType<HeldPlan>;

const Quota = z
  .object({
    policy: z.string().describe("Its name in the RateLimit headers."),
    plan: z.string(),
    unit: z.string().describe("What it counts in: the API's unit, calls or credits."),
    limit: z.int(),
    used: z.int(),
    remaining: z.int(),
    window: z.enum(["day", "month"]),
    startsAt: moment,
    resetsAt: moment,
    maxUnits: z.int().exactOptional().describe("The most units of the API that one call may cost."),
  })
  .meta({ id: "Quota" });

/** What an account may still use, and what it used. */
export const Usage = z
  .object({
    apis: z
      .array(z.object({ api: z.string(), unit: z.string(), quotas: z.array(Quota) }))
      .describe("By API, its quotas in the order in which they pay."),
    days: z
      .array(z.object({ day, api: z.string(), calls: z.int(), units: z.int() }))
      .describe("The last 31 days, the newest first."),
  })
  .meta({ id: "Usage" }) satisfies z.ZodType<UsageReport>;

const rows = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).readonly();

/** Everything that is kept about an account. */
export const Holdings = z
  .object({
    email: z.string(),
    createdAt: moment,
    plans: rows,
    customers: rows.describe("Ids at the payment service."),
    subscriptions: rows,
    keys: rows.describe("Without their hashes: nobody has a use for them but this service."),
    counters: rows.describe("What was used, by plan, meter and period."),
    days: rows,
    notices: rows.describe("Mails about a quota that is used up, or nearly so."),
    mails: rows.describe("Mails of the last days, without their text."),
  })
  .meta({ id: "Holdings" }) satisfies z.ZodType<Kept>;

/** What is offered. */
export const Offer = z
  .object({
    listing: z.enum(listings).describe("Which price list is offered."),
    meters: z.record(z.string(), SoldMeter).describe("By API: its unit, and what one costs in credits."),
    plans: z.array(Plan),
  })
  .meta({ id: "PlanOffer" });
