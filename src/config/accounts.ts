import { z } from "zod";
import { emailAddress } from "../accounts/email-address.ts";
import { numbers, onOff, secret, token, wholeNumber } from "../kit/setting-kinds.ts";

/** Whether the SMTP library can read a URL: a `%` or `/` in the password must be percent-encoded. */
function isMailAddress(text: string): boolean {
  const url = /^smtps?:\/\/\S+$/.test(text) ? URL.parse(text) : null;
  if (url === null || url.hostname === "") return false;
  try {
    decodeURIComponent(url.username + url.password);
    return true;
  } catch {
    return false;
  }
}

/** Email addresses, separated by commas. */
const emailList = z
  .string()
  .transform((text) => text.split(",").map((one) => emailAddress.safeParse(one)))
  .refine(
    (read) => read.every(({ success }) => success),
    "email addresses such as ops@example.com, separated by commas",
  )
  .transform((read) => [...new Set(read.flatMap(({ data }) => (data === undefined ? [] : [data])))]);

/** Ten years, where a legal duty is that long. */
const MOST_DAYS = 3_660;

/** The variables of keys, plans, accounts, and their emails and rows. */
export const accountsVariables = {
  METERING: onOff("on").describe("off serves every API without keys and quotas. Only for private use."),
  CATALOGUE_FILE: z
    .string()
    .optional()
    .describe("A JSON file with your own plans, in the format of GET /plans."),
  BURST_PER_SECOND: wholeNumber(1, 1_000_000)
    .default(50)
    .describe(
      "Requests per second for one key on one replica. After a pause, bursts of twice as many are allowed.",
    ),
  FREE_CPU_SECONDS_PER_MINUTE: wholeNumber(1, 1_000_000)
    .default(30)
    .describe("CPU seconds per minute that failed calls and dry runs of one account may use on one replica."),
  ADMIN_TOKEN: secret(
    token().optional(),
    "The Bearer token for /admin. If not set, ADMIN_TOKEN access is disabled.",
  ),
  OPERATOR_EMAILS: emailList
    .optional()
    .describe(
      "Email addresses of operators, separated by commas. They can open /admin with their own sign-in link. If not set, only ADMIN_TOKEN works.",
    ),
  MAIL_URL: secret(
    z.string().refine(isMailAddress, "a URL such as smtp://user:password@mail.example.com:587").optional(),
    "The SMTP server. If not set, emails are written to DATA_DIR/outbox and their links to the terminal.",
  ),
  MAIL_FROM: z
    .email("an email address such as quintet@example.com")
    .default("quintet@localhost.localdomain")
    .describe("The sender address of emails."),
  MAIL_PER_HOUR: wholeNumber(1, 1_000_000)
    .default(500)
    .describe(
      "The maximum number of emails per hour. Others wait. New sign-ups may use three quarters of the limit.",
    ),
  SALES_EMAIL: z
    .email("an email address such as hello@example.com")
    .optional()
    .describe(
      "The email address for questions about plans and for vulnerability reports. It is shown on the pages and in /.well-known/security.txt.",
    ),
  RETENTION_DAYS: numbers({
    counters: [40, MOST_DAYS, 400],
    "daily-usage": [40, MOST_DAYS, 400],
    emails: [1, MOST_DAYS, 31],
    "ended-keys": [2, MOST_DAYS, 90],
    availability: [31, MOST_DAYS, 90],
    audit: [31, MOST_DAYS, 730],
  }).describe(
    "The number of days that usage counters, daily usage, records of emails, revoked and expired keys, availability and the audit log are kept. Unnamed values keep their default.",
  ),
};

/** Keys, plans and emails as the environment has them. */
export function accountsConfig(data: z.output<z.ZodObject<typeof accountsVariables>>) {
  const { "daily-usage": dailyUsage, "ended-keys": endedKeys, ...days } = data.RETENTION_DAYS;
  return {
    metering: data.METERING,
    catalogueFile: data.CATALOGUE_FILE,
    burstPerSecond: data.BURST_PER_SECOND,
    freeCpuSecondsPerMinute: data.FREE_CPU_SECONDS_PER_MINUTE,
    adminToken: data.ADMIN_TOKEN,
    operatorEmails: data.OPERATOR_EMAILS ?? [],
    mailUrl: data.MAIL_URL,
    mailFrom: data.MAIL_FROM,
    mailPerHour: data.MAIL_PER_HOUR,
    contact: data.SALES_EMAIL,
    /** How long rows are kept. Expired rows are deleted within two hours. */
    retention: { ...days, dailyUsage, endedKeys },
  };
}
export type AccountsConfig = ReturnType<typeof accountsConfig>;
