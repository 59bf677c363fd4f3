import { z } from "zod";
import { CREDITS_MAX } from "../../accounts/credits.ts";
import { emailAddress } from "../../accounts/email-address.ts";
import { NETWORKS_MAX, readNetworks } from "../../accounts/ip-allow-list.ts";
import { KEYS_SCOPE, MANAGEMENT_SCOPES } from "../../accounts/keys.ts";
import { whole } from "../../kit/numbers.ts";
import { listText } from "../../kit/parameter.ts";

/** The schemas of what accounts have. Responses need none of them: they are made for the first document or tool. */
export const views = (): typeof import("../../accounts/account-views.ts") =>
  require("../../accounts/account-views.ts");

/** The schemas of responses, made as those of `views` are. */
export const responses = (): typeof import("./account-responses.ts") => require("./account-responses.ts");

/** Grace of a rolled key, in milliseconds. */
const GRACES = { "0": 0, "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000 } as const;

const NAME = "must be 1 to 40 letters, digits, spaces, dots or hyphens";

/** An email address, read into the form in which accounts are stored. */
export const email = emailAddress.describe("An email address, in ASCII.");

/** The name that its owner gives a key. */
export const keyName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N} ._-]{1,40}$/u, NAME)
  .default("default")
  .describe("A name for the key: 1 to 40 letters, digits, spaces, dots or hyphens.");

/** Time for which a rotated key keeps working; parsed into milliseconds. */
export const grace = z
  .enum(["0", "1h", "24h", "7d"], `must be one of ${Object.keys(GRACES).join(", ")}`)
  .default("24h")
  .describe("How long the old key keeps working. `0` ends it at once.")
  .transform((text) => GRACES[text]);

/** The mode of a new key. */
export const keyMode = z
  .enum(["live", "test"], "must be live or test")
  .default("live")
  .describe("`live`, or `test`: calls are validated, get sample responses and cost nothing.");

const EXPIRY = "must be an ISO 8601 date or time with an offset, such as 2027-01-31 or 2027-01-31T18:00:00Z";
const expiryForms = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** Expiry of a key, parsed into a text of UTC; an empty text is null. */
export const expiry = z
  .string()
  .describe(
    "When the key stops working, as an ISO 8601 date (00:00 UTC) or time with an offset. Default: never.",
  )
  .refine((text) => text === "" || expiryForms.safeParse(text).success, { error: EXPIRY })
  .optional()
  .transform((text) => (text === "" ? null : text && new Date(text).toISOString()));

const separated = (text: string) => text.split(/[\s,]+/).filter((part) => part !== "");

/** The allow-list of a key: read into networks; an empty text is null. */
export const allowList = listText(
  z
    .string()
    .describe(
      `IP addresses and CIDR networks (IPv4, IPv6) from which the key works, separated by commas: at most ${NETWORKS_MAX}. Default: all.`,
    )
    .refine(
      (text) => separated(text).length <= NETWORKS_MAX && readNetworks(separated(text)) !== undefined,
      `must be IP addresses or CIDR networks, such as 203.0.113.7,2001:db8::/48: at most ${NETWORKS_MAX}, separated by commas`,
    ),
)
  .optional()
  .transform((text) => {
    const networks = text === undefined ? undefined : readNetworks(separated(text));
    return networks?.length === 0 ? null : networks;
  });

/** The scope of a key: comma-separated API names and `MANAGEMENT_SCOPES` as a list; null for all APIs. */
export function scope(apis: readonly string[], management: readonly string[]) {
  const scopes = [...apis, ...MANAGEMENT_SCOPES];
  const ofKeys = management.includes(KEYS_SCOPE) ? " `keys` adds key management." : "";
  return listText(
    z
      .string()
      .describe(
        `The APIs that the key works for, separated by commas. Default: all.${ofKeys} \`webhooks\` adds the management of webhook endpoints.`,
      )
      .refine((text) => text.split(",").every((name) => scopes.includes(name.trim())), {
        error: `must be one or more of ${scopes.join(", ")}, separated by commas`,
      }),
    [...apis, ...management],
  )
    .optional()
    .transform((text) =>
      text === undefined ? null : [...new Set(text.split(",").map((name) => name.trim()))],
    );
}

/** The name of one API that is sold. */
export function apiName(apis: readonly string[]) {
  return z
    .string()
    .refine((text) => apis.includes(text), { error: `must be one of ${apis.join(", ")}` })
    .describe("The API that is to be called.");
}

/** Comma-separated plan ids, read into a list. */
export const planList = z
  .string()
  .min(1)
  .describe("All paid plans of the account, separated by commas.")
  .transform((text) => text.split(","));

const CREDIT_DAYS_MAX = 3_650;

/** Credits to grant. */
export const creditAmount = z
  .int()
  .min(1)
  .max(CREDITS_MAX)
  .describe(`How many credits: 1 to ${whole(CREDITS_MAX)}.`);

/** Until when granted credits can be used, in days from now. */
export const creditDays = z
  .int()
  .min(1)
  .max(CREDIT_DAYS_MAX)
  .default(365)
  .describe(`Days until they expire: 1 to ${CREDIT_DAYS_MAX}. Default: 365.`);

const line = z
  .string()
  .trim()
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u, "must be 1 to 200 characters in one line");

/** Reason of a suspension. */
export const reason = line.describe("Why, in one line. The owner of the account sees it.");

/** A note of the operator's. */
export const note = line.describe("A note in one line. It is part of the account's export.");

/** A version of a plan in a body. */
export const planVersion = z
  .int()
  .min(1)
  .max(1_000_000)
  .describe("Only holders of this version. Default: all.");

/** The cursor of a page of a list. */
export const after = z
  .string()
  .regex(/^[\x21-\x7e]{1,254}$/, "must be the next value of the previous page")
  .describe("The `next` value of the previous page.");

/** Number of entries on a page. */
export const pageSize = (standard: number) =>
  z.int().min(1).max(100).default(standard).describe("The number of entries in a page, 1 to 100.");

/** The search text for accounts. */
export const accountSearch = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,254}$/, "must be the beginning of an email address, or the ID of an account or key")
  .describe("The beginning of an email address, or the ID of an account or key.");

/** Filter of statuses in the request log. */
export const statusFilter = z
  .string()
  .regex(/^(?:[1-5](?:xx|\d\d)|error)$/, "must be a status such as 429, or 2xx, 4xx, 5xx or error")
  .describe("A status such as 429, or 2xx, 4xx or 5xx; `error` is 4xx and 5xx.");

/** The request that is listed. */
export const requestIdFilter = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/, "must be the X-Request-Id of a response")
  .describe("The X-Request-Id of a response. That of a job is its ID.");

/** The key whose requests are listed. */
export const keyFilter = z
  .string()
  .regex(/^[\w-]{1,64}$/, "must be the ID of a key, or console")
  .describe("The ID of a key, or console for the consoles of the docs and the account pages.");
