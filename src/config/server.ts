import { z } from "zod";
import { onOff, origin, secret, token, wholeNumber } from "../kit/setting-kinds.ts";
import { logLevels } from "../ops/log.ts";

/** The variables of the server itself: where it listens, in how many processes, and what it tells its operator. */
export const serverVariables = {
  PORT: wholeNumber(1, 65_535).default(8080).describe("The port to listen on."),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "a host name or an address to listen on")
    .default("0.0.0.0")
    .describe("The address to listen on; 127.0.0.1 answers this machine alone."),
  BASE_URL: origin("https://api.example.com")
    .optional()
    .describe("The address that clients use. Default: http://localhost:PORT"),
  TRUST_PROXY: onOff("off").describe(
    "on where a proxy of yours sets X-Forwarded-For: its last address then counts as the client's.",
  ),
  WEB_CONCURRENCY: wholeNumber(1, 256)
    .default(1)
    .describe("Processes that share the port; one a core is a good number (Linux)."),
  DRAIN_MS: wholeNumber(0, 600_000)
    .default(5_000)
    .describe("After SIGTERM: how long to go on answering while /health/ready says 503, in milliseconds."),
  LOG_LEVEL: z
    .enum(logLevels, { error: `one of ${logLevels.join(", ")}` })
    .default("info")
    .describe(`One of ${logLevels.join(", ")}; debug writes a line for each request.`),
  METRICS_TOKEN: secret(
    token().optional(),
    "Who sends it as a Bearer token may read /metrics. Not set: this machine alone.",
  ),
  TRIAL: onOff("on").describe(
    "off removes the box of the landing page in which visitors try the APIs without a key, a few times an hour.",
  ),
  SOURCE_URL: z
    .url({ protocol: /^https?$/, error: "a URL such as https://git.example.com/quintet" })
    .optional()
    .describe("The URL of the source code that this server runs; the landing page links to it."),
  QUINTET_WORKER: wholeNumber(0, 255)
    .optional()
    .describe("Set by Quintet itself for its own processes; not for operators."),
};

/** Where the server listens, in how many processes, and what it tells its operator. */
export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly trustProxy: boolean;
  readonly webConcurrency: number;
  readonly drainMs: number;
  readonly logLevel: (typeof logLevels)[number];
  readonly metricsToken: string | undefined;
  /** Whether visitors may try the APIs without a key. */
  readonly trial: boolean;
  readonly sourceUrl: string | undefined;
  /** The number of this process among its siblings; undefined for a process that stands alone or leads. */
  readonly worker: number | undefined;
}

/** The server as the environment has it. */
export function serverConfig(data: z.output<z.ZodObject<typeof serverVariables>>): ServerConfig {
  return {
    port: data.PORT,
    host: data.HOST,
    baseUrl: data.BASE_URL ?? `http://localhost:${data.PORT}`,
    trustProxy: data.TRUST_PROXY,
    webConcurrency: data.WEB_CONCURRENCY,
    drainMs: data.DRAIN_MS,
    logLevel: data.LOG_LEVEL,
    metricsToken: data.METRICS_TOKEN,
    trial: data.TRIAL,
    sourceUrl: data.SOURCE_URL,
    worker: data.QUINTET_WORKER,
  };
}
