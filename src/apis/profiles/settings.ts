import { z } from "zod";
import { ConfigError } from "../../kit/config-error.ts";
import type { ApiDeps, SettingsDefinition } from "../../kit/define-api.ts";
import { oneOf, secret, wholeNumber } from "../../kit/setting-kinds.ts";
import { type Cookies, isCookieValue } from "../../upstream/cookies.ts";
import { Secret } from "../../upstream/secret.ts";
import type { Settings } from "../../upstream/settings.ts";
import {
  demoOf,
  type Introduction,
  readShared,
  siteKinds,
  siteVariables,
  userAgentFor,
} from "../../upstream/site-settings.ts";
import { createUpstream, type Upstream } from "../../upstream/upstream.ts";

const DAY_S = 86_400;
const HOUR_MS = 3_600_000;
/** Pages of the network are smaller than those of marketplaces, in bytes. */
const PAGE_MAX = 5_000_000;
/** The host that the lent session belongs to. */
const SESSION_HOST = "www.linkedin.com";

const cookie = () => z.string().refine(isCookieValue, "the value of a cookie as a browser shows it");

const variables = {
  ...siteVariables,
  LINKEDIN_SOURCE: oneOf("off", "public", "session")
    .default("off")
    .describe(
      "Where profiles come from: off, public pages, or your own session. See docs/profiles.md first.",
    ),
  LINKEDIN_COOKIE_LI_AT: secret(
    cookie().optional(),
    "For LINKEDIN_SOURCE=session: the cookie li_at of your own session.",
  ),
  LINKEDIN_COOKIE_JSESSIONID: secret(
    cookie().optional(),
    "For LINKEDIN_SOURCE=session: the cookie JSESSIONID of your own session.",
  ),
  LINKEDIN_BASE_URL: siteKinds
    .base()
    .describe("Where the network is reached; {host} stands for its host name."),
  LINKEDIN_PROFILE_DECORATION: siteKinds
    .text()
    .optional()
    .describe("The decorationId for profiles; the network changes it. Default: the newest one known."),
  LINKEDIN_COMPANY_DECORATION: siteKinds
    .text()
    .optional()
    .describe("The decorationId for companies. Default: the newest one known."),
  LINKEDIN_MIN_INTERVAL_MS: siteKinds
    .milliseconds(60_000)
    .describe("From one request to the next; up to a second is added. 0: no spacing."),
  LINKEDIN_CONCURRENCY: wholeNumber(0, 64)
    .default(1)
    .describe("Requests to the network at a time, over all replicas. 0: no bound."),
  LINKEDIN_DAILY_CAP: wholeNumber(0, 1_000_000)
    .default(80)
    .describe("Requests to the network in one day (UTC). 0: no bound."),
  LINKEDIN_CIRCUIT_MS: siteKinds
    .milliseconds(HOUR_MS)
    .describe(
      "How long the network is left alone after a block; doubled with each, up to six hours. 0: not at all.",
    ),
  LINKEDIN_TTL_S: siteKinds
    .seconds(DAY_S)
    .describe("How long a profile that was read counts as fresh, in seconds."),
  LINKEDIN_STALE_S: siteKinds
    .seconds(7 * DAY_S)
    .describe("How long it may stand in where reading fails, in seconds."),
  LINKEDIN_ROBOTS: siteKinds
    .robots()
    .describe(
      "respect keeps to the network's robots.txt, which forbids all; permitted says that you have its permission.",
    ),
};

type Values = z.output<z.ZodObject<typeof variables>>;

/** Which source of profiles is enabled, and how it is treated. */
export interface ProfilesSettings {
  /** Undefined: none. */
  readonly source: "public" | "session" | undefined;
  /** Undefined unless the operator lent a session. */
  readonly cookies: Cookies | undefined;
  readonly profileDecoration: string | undefined;
  readonly companyDecoration: string | undefined;
  readonly site: Omit<Settings, "userAgent">;
  readonly introduction: Introduction;
}

/** Throws a `ConfigError` if the source is a session and a cookie of it is missing. */
function cookiesOf(values: Values): Cookies | undefined {
  const { LINKEDIN_COOKIE_LI_AT: session, LINKEDIN_COOKIE_JSESSIONID: token } = values;
  if (session !== undefined && token !== undefined) {
    return { host: SESSION_HOST, values: { li_at: new Secret(session), JSESSIONID: new Secret(token) } };
  }
  if (values.LINKEDIN_SOURCE !== "session") return undefined;
  const missing = session === undefined ? "LINKEDIN_COOKIE_LI_AT" : "LINKEDIN_COOKIE_JSESSIONID";
  throw new ConfigError(`LINKEDIN_SOURCE=session needs ${missing}.`);
}

export const profilesSettings: SettingsDefinition<typeof variables, ProfilesSettings> = {
  variables,
  read(values) {
    const { limits, introduction } = readShared(values);
    return {
      source: values.LINKEDIN_SOURCE === "off" ? undefined : values.LINKEDIN_SOURCE,
      cookies: cookiesOf(values),
      profileDecoration: values.LINKEDIN_PROFILE_DECORATION,
      companyDecoration: values.LINKEDIN_COMPANY_DECORATION,
      site: {
        ...limits,
        maxBytes: Math.min(limits.maxBytes, PAGE_MAX),
        baseUrl: values.LINKEDIN_BASE_URL,
        robots: values.LINKEDIN_ROBOTS,
        robotsVariable: "LINKEDIN_ROBOTS",
        concurrency: values.LINKEDIN_CONCURRENCY,
        minIntervalMs: values.LINKEDIN_MIN_INTERVAL_MS,
        dailyCap: values.LINKEDIN_DAILY_CAP,
        circuitMs: values.LINKEDIN_CIRCUIT_MS,
        circuitMaxMs: Math.max(values.LINKEDIN_CIRCUIT_MS, 6 * HOUR_MS),
        retries: 0,
        freshMs: values.LINKEDIN_TTL_S * 1000,
        staleMs: values.LINKEDIN_STALE_S * 1000,
      },
      introduction,
    };
  },
};

export const profilesDemo = demoOf("LINKEDIN", "public");

/** The network as this process reads it. */
export type ProfilesSite = Upstream &
  Pick<ProfilesSettings, "source" | "cookies" | "profileDecoration" | "companyDecoration">;

/** Sets the network up. */
export function openSite(settings: ProfilesSettings, { userAgent, fieldCounter }: ApiDeps): ProfilesSite {
  const { source, cookies, profileDecoration, companyDecoration, site, introduction } = settings;
  const upstream = createUpstream(
    "profiles",
    { ...site, userAgent: userAgentFor(introduction, userAgent) },
    fieldCounter,
  );
  return { ...upstream, source, cookies, profileDecoration, companyDecoration };
}
