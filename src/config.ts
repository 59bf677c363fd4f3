import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { listings } from "./accounts/catalogue.ts";
import { PREFIX_PATTERN } from "./accounts/key-format.ts";
import { onOff, wholeNumber } from "./config/fields.ts";
import { type TracesConfig, tracesConfig, traceVariables } from "./config/traces.ts";
import { fileVariables, type UpstreamConfig, upstreamConfig, upstreamVariables } from "./config/upstreams.ts";
import { type Allowance, readAllowance } from "./egress/policy.ts";
import { logLevels } from "./ops/log.ts";
import { ADDRESSES, isDatabaseAddress } from "./store/location.ts";

/** The version that sites are told. */
const VERSION = "1.0.0";

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "");
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === "";
}

/** Whether the mail library can read an address: a password with a `%` or `/` of its own must be percent-encoded. */
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

function isAllowance(text: string): boolean {
  try {
    readAllowance(text);
    return true;
  } catch {
    return false;
  }
}

const TOKEN = "16 to 256 visible characters without spaces";

const TARGETS = "a comma list of host:port and CIDR ranges, such as intranet:8080,10.0.0.0/8";

/**
 * Every environment variable that Quintet reads, with its default and its meaning. A variable that is set
 * to nothing counts as not set. `.env.example` and the README's table are held against this by a test.
 */
export const variables = z.object({
  PORT: wholeNumber(1, 65_535).default(8080).describe("The port to listen on."),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "a host name or an address to listen on")
    .default("0.0.0.0")
    .describe("The address to listen on; 127.0.0.1 answers this machine alone."),
  BASE_URL: z
    .string()
    .refine(isBaseUrl, "an address such as https://api.example.com, without a path")
    .transform((text) => text.replace(/\/$/, ""))
    .optional()
    .describe("The address that clients use. Default: http://localhost:PORT"),
  WEB_CONCURRENCY: wholeNumber(1, 256)
    .default(1)
    .describe("Processes that share the port; one a core is a good number (Linux)."),
  LOG_LEVEL: z
    .enum(logLevels, { error: `one of ${logLevels.join(", ")}` })
    .default("info")
    .describe(`One of ${logLevels.join(", ")}; debug writes a line for each request.`),
  DATA_DIR: z.string().default("./data").describe("The folder for what Quintet keeps."),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseAddress, ADDRESSES)
    .optional()
    .describe(`${ADDRESSES}. Default: a SQLite file in DATA_DIR.`),
  DATABASE_CONNECTIONS: wholeNumber(1, 100)
    .default(8)
    .describe("Connections to PostgreSQL that each process opens, in each of two pools."),
  DATABASE_PREPARE: onOff("on").describe(
    "Prepared statements on PostgreSQL; off behind a PgBouncer that pools by transaction.",
  ),
  DATABASE_DURABLE_COUNTERS: onOff("on").describe(
    "off: charges on PostgreSQL do not wait for its disk, several times as many a second for one key; a crash of the database server may forget those of its last moments.",
  ),
  METERING: onOff("on").describe("off serves every API without keys and quotas: for yourself alone."),
  SHOW_LISTING: z
    .enum(listings, { error: `one of ${listings.join(", ")}` })
    .default("landing")
    .describe(`Which price list is offered: one of ${listings.join(", ")}.`),
  CATALOGUE_FILE: z
    .string()
    .optional()
    .describe("A JSON file of the form of GET /plans with plans of your own, in place of the suite's."),
  KEY_PREFIX: z
    .string()
    .regex(PREFIX_PATTERN, "lower-case letters and digits that end in an underscore, such as acme_live_")
    .default("qt_live_")
    .describe("What new keys begin with; those of before go on working."),
  BURST_PER_SECOND: wholeNumber(1, 1_000_000)
    .default(50)
    .describe("Requests a second that one key may make of one replica; twice as many after a pause."),
  FAILURES_PER_MINUTE: wholeNumber(1, 1_000_000)
    .default(60)
    .describe("Calls a minute that may fail for one key on one replica; further ones wait, free of charge."),
  ADMIN_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, TOKEN)
    .optional()
    .describe("Who sends it as a Bearer token may use /admin. Not set: nobody may."),
  MAIL_URL: z
    .string()
    .refine(isMailAddress, "an address such as smtp://user:password@mail.example.com:587")
    .optional()
    .describe("The mail server. Not set: mails are written to DATA_DIR/outbox, their links to the terminal."),
  MAIL_FROM: z
    .email("a mail address such as quintet@example.com")
    .default("quintet@localhost.localdomain")
    .describe("The address that mails come from."),
  MAIL_PER_HOUR: wholeNumber(1, 1_000_000)
    .default(500)
    .describe("How many mails may leave in an hour; the others wait their turn."),
  CONTACT: z
    .email("a mail address such as hello@example.com")
    .optional()
    .describe("Whom people write to about plans; shown on the pages."),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_[\w-]+$/, "a secret or restricted key of Stripe, such as sk_live_…")
    .optional()
    .describe("The key of your Stripe account: people pay for plans then. Not set: they write to CONTACT."),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, "the signing secret of the endpoint at Stripe, such as whsec_…")
    .optional()
    .describe(
      "The signing secret of the endpoint BASE_URL/webhooks/stripe; needed beside STRIPE_SECRET_KEY.",
    ),
  STRIPE_API_URL: z
    .string()
    .refine(isBaseUrl, "an address such as https://stripe.internal.example.com, without a path")
    .transform((text) => text.replace(/\/$/, ""))
    .default("https://api.stripe.com")
    .describe(
      "Where Stripe's API is; another than the default for tests and gateways, and it may be private.",
    ),
  TRUST_PROXY: onOff("off").describe(
    "on where a proxy of yours sets X-Forwarded-For: its last address then counts as the client's.",
  ),
  EGRESS_ALLOW: z
    .string()
    .default("")
    .refine(isAllowance, TARGETS)
    .describe(
      "Private targets that fetches may reach all the same: a comma list of host:port and CIDR ranges.",
    ),
  UPLOAD_MAX_MB: wholeNumber(1, 2_000)
    .default(50)
    .describe("The largest file that a request may bring, in megabytes of a million bytes."),
  UPLOAD_PATIENCE_SECONDS: wholeNumber(1, 3_600)
    .default(15)
    .describe("How long a file may take to arrive before it must have come at 10 KB a second."),
  SANDBOX_PROCESSES: wholeNumber(1, 256)
    .optional()
    .describe(
      "Processes of each kind that read strangers' files, for the whole service. Default: one for each core.",
    ),
  SANDBOX_QUEUE: wholeNumber(0, 10_000)
    .default(32)
    .describe("Requests that may wait for such a process; further ones are answered 503."),
  SANDBOX_KEEP: wholeNumber(0, 256)
    .default(1)
    .describe("Processes of each kind, once used, that stay ready when nobody needs them."),
  SANDBOX_IDLE_SECONDS: wholeNumber(1, 86_400)
    .default(300)
    .describe("Seconds without work after which the other ones end and give their memory back."),
  IMAGES_MODEL: z
    .string()
    .optional()
    .describe(
      "The model that cuts pictures out where a request names no engine: its name (quintet models list) or the path of an .onnx file. Not set: the engine that needs none.",
    ),
  IMAGES_THREADS: wholeNumber(1, 64)
    .default(2)
    .describe("Threads on which one picture goes through that model."),
  MODELS_DIR: z.string().optional().describe("The folder of models. Default: models in DATA_DIR."),
  MODELS_BASE_URL: z
    .string()
    .refine(isAddress, "an address such as https://mirror.example.com/models")
    .transform((text) => text.replace(/\/$/, ""))
    .optional()
    .describe(
      "A mirror that quintet models pull fetches from; it may be private. Default: rembg's release on GitHub.",
    ),
  PDF_OCR: onOff("off").describe("on offers the recognition of scans, by the tesseract of this machine."),
  PDF_OCR_LANGUAGE: z
    .string()
    .regex(/^\w{2,40}(\+\w{2,40}){0,4}$/, "languages that tesseract has, such as eng or deu+eng")
    .default("eng")
    .describe("The language of calls that name none; tesseract must have it."),
  PDF_OCR_WEIGHT: wholeNumber(1, 1_000).default(5).describe("What a recognised page is charged, in pages."),
  PDF_OCR_PAGES: wholeNumber(1, 2_000).default(10).describe("Pages that one request may have recognised."),
  PDF_OCR_SECONDS: wholeNumber(1, 100)
    .default(60)
    .describe("Seconds that one request has for all of them; each has 15 at most."),
  ...upstreamVariables,
  API_CONCURRENCY: wholeNumber(1, 10_000)
    .default(64)
    .describe("Requests of one API with keys that one process works on at a time; callers share them."),
  API_QUEUE: wholeNumber(0, 100_000)
    .default(128)
    .describe(
      "Requests of one API that may wait beside them; further ones are answered 503 and not charged.",
    ),
  ...traceVariables,
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, TOKEN)
    .optional()
    .describe("Who sends it as a Bearer token may read /metrics. Not set: this machine alone."),
  DRAIN_MS: wholeNumber(0, 600_000)
    .default(5_000)
    .describe("After SIGTERM: how long to go on answering while /health/ready says 503, in milliseconds."),
  QUINTET_WORKER: wholeNumber(0, 255)
    .optional()
    .describe("Set by Quintet itself for its own processes; not for operators."),
});

/** The environment, read and checked. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly webConcurrency: number;
  readonly logLevel: (typeof logLevels)[number];
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly databaseConnections: number;
  readonly databasePrepare: boolean;
  readonly databaseDurableCounters: boolean;
  readonly metering: boolean;
  readonly showListing: (typeof listings)[number];
  readonly catalogueFile: string | undefined;
  readonly keyPrefix: string;
  readonly burstPerSecond: number;
  readonly failuresPerMinute: number;
  readonly adminToken: string | undefined;
  readonly mailUrl: string | undefined;
  readonly mailFrom: string;
  readonly mailPerHour: number;
  readonly contact: string | undefined;
  /** Undefined where nobody pays. `apiUrl` without a slash at its end. */
  readonly stripe:
    | { readonly secretKey: string; readonly webhookSecret: string; readonly apiUrl: string }
    | undefined;
  readonly trustProxy: boolean;
  readonly egressAllow: Allowance;
  readonly uploadMaxBytes: number;
  readonly uploadPatienceSeconds: number;
  /** Undefined: as many as the machine has cores. */
  readonly sandboxProcesses: number | undefined;
  readonly sandboxQueue: number;
  readonly sandboxKeep: number;
  readonly sandboxIdleSeconds: number;
  /** A name or a path, not looked at yet. */
  readonly imagesModel: string | undefined;
  readonly imagesThreads: number;
  readonly modelsDir: string;
  /** Without a slash at its end; undefined for where the models are published. */
  readonly modelsBaseUrl: string | undefined;
  readonly pdfOcr: boolean;
  readonly pdfOcrLanguage: string;
  readonly pdfOcrWeight: number;
  readonly pdfOcrPages: number;
  readonly pdfOcrSeconds: number;
  /** What sites are told we are. */
  readonly userAgent: string;
  readonly upstreams: UpstreamConfig;
  readonly lanes: { readonly places: number; readonly queue: number };
  /** Undefined: nothing is traced. */
  readonly traces: TracesConfig | undefined;
  readonly metricsToken: string | undefined;
  readonly drainMs: number;
  /** The number of this process among its siblings; undefined for a process that stands alone or leads. */
  readonly worker: number | undefined;
}

/** An environment variable that is not accepted; the message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Puts in what `NAME_FILE` names, for the variables that may stand in a file. */
function withFiles(set: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const values = { ...set };
  for (const name of fileVariables) {
    const path = set[`${name}_FILE`];
    if (path === undefined) continue;
    if (set[name] !== undefined) throw new ConfigError(`Set either ${name} or ${name}_FILE, not both.`);
    try {
      values[name] = readFileSync(path, "utf8").trim();
    } catch {
      throw new ConfigError(`${name}_FILE is not accepted: it must be the name of a readable file.`);
    }
  }
  return values;
}

/** One of the two secrets alone would take money and never give the plan, or the other way round. */
function stripeOf(data: z.output<typeof variables>): Config["stripe"] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = data;
  if (secretKey !== undefined && webhookSecret !== undefined) return { secretKey, webhookSecret, apiUrl };
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  const missing = secretKey === undefined ? "STRIPE_SECRET_KEY" : "STRIPE_WEBHOOK_SECRET";
  throw new ConfigError(`${missing} is not accepted: it must be set where the other secret of Stripe is.`);
}

/**
 * Reads the environment. Throws a `ConfigError` that names the first variable at fault and what it
 * accepts; the value itself is not repeated, because it may be a secret in the wrong place.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  // Read once: compiling a parser for it would take longer than it saves.
  const read = variables.safeParse(withFiles(set), { jitless: true });
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new ConfigError(`${issue?.path.join(".")} is not accepted: it must be ${issue?.message}.`);
  }
  const { data } = read;
  if (data.LINKEDIN_SOURCE === "session") {
    for (const name of fileVariables) {
      if (data[name] === undefined) throw new ConfigError(`LINKEDIN_SOURCE=session needs ${name}.`);
    }
  }
  const baseUrl = data.BASE_URL ?? `http://localhost:${data.PORT}`;
  const userAgent = `Quintet/${VERSION} (+${baseUrl})`;
  return {
    port: data.PORT,
    host: data.HOST,
    baseUrl,
    webConcurrency: data.WEB_CONCURRENCY,
    logLevel: data.LOG_LEVEL,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL ?? `sqlite:${data.DATA_DIR}/quintet.db`,
    databaseConnections: data.DATABASE_CONNECTIONS,
    databasePrepare: data.DATABASE_PREPARE,
    databaseDurableCounters: data.DATABASE_DURABLE_COUNTERS,
    metering: data.METERING,
    showListing: data.SHOW_LISTING,
    catalogueFile: data.CATALOGUE_FILE,
    keyPrefix: data.KEY_PREFIX,
    burstPerSecond: data.BURST_PER_SECOND,
    failuresPerMinute: data.FAILURES_PER_MINUTE,
    adminToken: data.ADMIN_TOKEN,
    mailUrl: data.MAIL_URL,
    mailFrom: data.MAIL_FROM,
    mailPerHour: data.MAIL_PER_HOUR,
    contact: data.CONTACT,
    stripe: stripeOf(data),
    trustProxy: data.TRUST_PROXY,
    egressAllow: readAllowance(data.EGRESS_ALLOW),
    uploadPatienceSeconds: data.UPLOAD_PATIENCE_SECONDS,
    uploadMaxBytes: data.UPLOAD_MAX_MB * 1_000_000,
    sandboxProcesses: data.SANDBOX_PROCESSES,
    sandboxQueue: data.SANDBOX_QUEUE,
    sandboxKeep: data.SANDBOX_KEEP,
    sandboxIdleSeconds: data.SANDBOX_IDLE_SECONDS,
    imagesModel: data.IMAGES_MODEL,
    imagesThreads: data.IMAGES_THREADS,
    modelsDir: data.MODELS_DIR ?? join(data.DATA_DIR, "models"),
    modelsBaseUrl: data.MODELS_BASE_URL,
    pdfOcr: data.PDF_OCR,
    pdfOcrLanguage: data.PDF_OCR_LANGUAGE,
    pdfOcrWeight: data.PDF_OCR_WEIGHT,
    pdfOcrPages: data.PDF_OCR_PAGES,
    pdfOcrSeconds: data.PDF_OCR_SECONDS,
    userAgent,
    upstreams: upstreamConfig(data, userAgent),
    lanes: { places: data.API_CONCURRENCY, queue: data.API_QUEUE },
    traces: tracesConfig(data),
    metricsToken: data.METRICS_TOKEN,
    drainMs: data.DRAIN_MS,
    worker: data.QUINTET_WORKER,
  };
}
