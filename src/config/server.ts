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
    .describe("The address to listen on. 127.0.0.1 serves only this machine."),
  BASE_URL: origin("https://api.example.com")
    .optional()
    .describe("The public URL of this server. Default: http://localhost:PORT"),
  TRUST_PROXY: onOff("off").describe(
    "on if your proxy sets X-Forwarded-For. Its last address is then used as the client's address.",
  ),
  WEB_CONCURRENCY: wholeNumber(1, 256)
    .default(1)
    .describe("The number of worker processes that share the port (Linux). Recommended: one per core."),
  DRAIN_MS: wholeNumber(0, 600_000)
    .default(5_000)
    .describe("After SIGTERM, the time in milliseconds to keep serving while /health/ready returns 503."),
  LOG_LEVEL: z
    .enum(logLevels, { error: `one of ${logLevels.join(", ")}` })
    .default("info")
    .describe(`One of ${logLevels.join(", ")}; debug logs each request.`),
  METRICS_TOKEN: secret(
    token().optional(),
    "The Bearer token for /metrics. If not set, only this machine can read /metrics.",
  ),
  TRIAL: onOff("on").describe(
    "off removes the forms of the free tools, with which visitors call the APIs without a key, a few times an hour.",
  ),
};

/** The server as the environment has it. */
export function serverConfig(data: z.output<z.ZodObject<typeof serverVariables>>) {
  return {
    port: data.PORT,
    host: data.HOST,
    /** Without a slash at its end. */
    baseUrl: data.BASE_URL ?? `http://localhost:${data.PORT}`,
    trustProxy: data.TRUST_PROXY,
    webConcurrency: data.WEB_CONCURRENCY,
    drainMs: data.DRAIN_MS,
    logLevel: data.LOG_LEVEL,
    metricsToken: data.METRICS_TOKEN,
    /** Whether visitors may try the APIs without a key. */
    trial: data.TRIAL,
  };
}
export type ServerConfig = ReturnType<typeof serverConfig>;
