import { z } from "zod";
import type { ApiDeps } from "../kit/define-api.ts";
import { numbers, oneOf } from "../kit/setting-kinds.ts";
import { upstreamUrls } from "../kit/upstream-urls.ts";
import type { Settings } from "./settings.ts";
import { SiteReader, type Upstream } from "./upstream.ts";

const DAY_S = 86_400;
const WEEK_MS = 7 * DAY_S * 1000;
const HOUR_MS = 3_600_000;

/** The parameter of lookups that asks for a newer copy than the kept one. */
export const maxAge = z
  .int()
  .min(0)
  .max(30 * DAY_S)
  .optional()
  .describe(
    "The maximum age of a cached result, in seconds. If it is older, the page is fetched again and charged.",
  );

/** The URL of a site, with `{host}` for its host name. */
export const SITE_URL = "https://{host}";

/** How much a site is asked where the operator sets nothing. */
interface Limits {
  readonly intervalMs: number;
  readonly concurrency: number;
  readonly daily: number;
  readonly pauseMs: number;
  readonly freshSeconds: number;
  readonly staleSeconds: number;
}

/** The kinds of variables that sites have. */
export const siteKinds = {
  robots: () => oneOf("respect", "permitted").default("respect"),
  limits: (standard: Limits) =>
    numbers({
      "interval-ms": [0, WEEK_MS, standard.intervalMs],
      concurrency: [0, 64, standard.concurrency],
      daily: [0, 10_000_000, standard.daily],
      "pause-ms": [0, WEEK_MS, standard.pauseMs],
      "fresh-seconds": [0, 30 * DAY_S, standard.freshSeconds],
      "stale-seconds": [0, 30 * DAY_S, standard.staleSeconds],
    }),
};

/** The variables that all APIs share that read sites. */
export const siteVariables = {
  ...upstreamUrls,
  UPSTREAM_USER_AGENT: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/, "1 to 200 characters of ASCII")
    .optional()
    .describe(
      "The User-Agent header sent to sites. Default: Quintet with its version and BASE_URL. Add an address for complaints.",
    ),
};

type LimitValues = z.output<ReturnType<typeof siteKinds.limits>>;

/** The settings of a site that its limits make, and those that all sites have; a pause grows to `pauseMaxMs`. */
export function limitsOf(values: LimitValues, pauseMaxMs: number) {
  const pauseMs = values["pause-ms"];
  return {
    maxWaitMs: 1_500,
    timeoutMs: 10_000,
    absentMs: HOUR_MS,
    keepMs: 30 * DAY_S * 1000,
    concurrency: values.concurrency,
    minIntervalMs: values["interval-ms"],
    dailyCap: values.daily,
    circuitMs: pauseMs,
    circuitMaxMs: Math.max(pauseMs, pauseMaxMs),
    freshMs: values["fresh-seconds"] * 1000,
    staleMs: values["stale-seconds"] * 1000,
  } satisfies Partial<Settings>;
}

/** Opens the site of an API: its client, with what else the API's settings have. */
export function openSite<
  Given extends { readonly site: Omit<Settings, "userAgent">; readonly userAgent: string | undefined },
>(api: string, given: Given, deps: ApiDeps): Upstream & Omit<Given, "site" | "userAgent"> {
  const { site, userAgent = deps.userAgent, ...own } = given;
  return { ...new SiteReader(api, { ...site, userAgent }, deps.fieldCounter), ...own };
}

/** The settings of a demo that reads our own pages: nobody is asked for anything, so nothing is spared. */
export function demoOf(site: string, source: string): Record<string, string> {
  return {
    [`${site}_SOURCE`]: source,
    [`${site}_ROBOTS`]: "permitted",
    [`${site}_LIMITS`]: "interval-ms=0,concurrency=0,daily=0,pause-ms=0,fresh-seconds=0,stale-seconds=0",
  };
}
