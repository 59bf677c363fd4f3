import { z } from "zod";
import { oneOf, wholeNumber } from "../kit/setting-kinds.ts";
import type { Settings } from "./settings.ts";

const DAY_S = 86_400;
const DAY_MS = DAY_S * 1000;
const WEEK_MS = 7 * DAY_MS;
const HOUR_MS = 3_600_000;

function isBase(text: string): boolean {
  const url = URL.parse(text.replace("{host}", "host.example"));
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search === "" &&
    url.hash === "" &&
    url.username === ""
  );
}

/** The kinds of variables that sites have. */
export const siteKinds = {
  /** Where the site is reached, with `{host}` for its host name. */
  base: () =>
    z
      .string()
      .refine((text) => text.includes("{host}") && isBase(text), "an http or https address with {host} in it")
      .default("https://{host}"),
  robots: () => oneOf("respect", "permitted").default("respect"),
  /** Up to a week. */
  milliseconds: (standard: number) => wholeNumber(0, WEEK_MS).default(standard),
  /** Up to 30 days. */
  seconds: (standard: number) => wholeNumber(0, 30 * DAY_S).default(standard),
  /** Text for a header. */
  text: () => z.string().regex(/^[\x20-\x7e]{1,200}$/, "1 to 200 characters of ASCII"),
};

/** The variables that all APIs share that read sites. */
export const siteVariables = {
  UPSTREAM_USER_AGENT: siteKinds
    .text()
    .optional()
    .describe("What sites are told we are. Default: Quintet with its version and BASE_URL."),
  UPSTREAM_CONTACT: siteKinds
    .text()
    .optional()
    .describe("An address for complaints, which is added to what sites are told."),
  UPSTREAM_MAX_WAIT_MS: wholeNumber(0, 60_000)
    .default(1_500)
    .describe("How long a caller is kept waiting for a free moment of a site, in milliseconds."),
  UPSTREAM_TIMEOUT_MS: wholeNumber(100, 60_000)
    .default(10_000)
    .describe("For one request to a site, all of it, in milliseconds."),
  UPSTREAM_MAX_BYTES: wholeNumber(1_000, 100_000_000)
    .default(8_388_608)
    .describe("The largest page of a site that is read, in bytes."),
};

/** What sites are told we are, as far as the operator decides it. */
export interface Introduction {
  /** Undefined for the name of this server. */
  readonly userAgent: string | undefined;
  /** An address for complaints. */
  readonly contact: string | undefined;
}

/** The user agent for sites; `own` is the name of this server. */
export function userAgentFor({ userAgent, contact }: Introduction, own: string): string {
  return (userAgent ?? own) + (contact === undefined ? "" : ` ${contact}`);
}

/** What all sites have in common, of the shared variables. */
export function readShared(values: z.output<z.ZodObject<typeof siteVariables>>) {
  const limits: Pick<Settings, "maxWaitMs" | "timeoutMs" | "maxBytes" | "absentMs" | "keepMs"> = {
    maxWaitMs: values.UPSTREAM_MAX_WAIT_MS,
    timeoutMs: values.UPSTREAM_TIMEOUT_MS,
    maxBytes: values.UPSTREAM_MAX_BYTES,
    absentMs: HOUR_MS,
    keepMs: 30 * DAY_MS,
  };
  const introduction: Introduction = {
    userAgent: values.UPSTREAM_USER_AGENT,
    contact: values.UPSTREAM_CONTACT,
  };
  return { limits, introduction };
}

/** The settings of a demo that reads our own pages: nobody is asked for anything, so nothing is spared. */
export function demoOf(site: string, source: string): Record<string, string> {
  return {
    [`${site}_SOURCE`]: source,
    [`${site}_ROBOTS`]: "permitted",
    [`${site}_CONCURRENCY`]: "0",
    [`${site}_MIN_INTERVAL_MS`]: "0",
    [`${site}_DAILY_CAP`]: "0",
    [`${site}_CIRCUIT_MS`]: "0",
    [`${site}_TTL_S`]: "0",
    [`${site}_STALE_S`]: "0",
  };
}
