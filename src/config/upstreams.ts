import { z } from "zod";
import { oneOf, wholeNumber } from "../kit/setting-kinds.ts";
import { type Cookies, isCookieValue } from "../upstream/cookies.ts";
import { Secret } from "../upstream/secret.ts";
import type { Settings } from "../upstream/settings.ts";

const DAY_S = 86_400;
const WEEK_MS = 7 * DAY_S * 1000;
const DAY_MS = DAY_S * 1000;
const HOUR_MS = 3_600_000;
/** The host that the lent session belongs to. */
const LINKEDIN_HOST = "www.linkedin.com";

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

const base = () =>
  z
    .string()
    .refine((text) => text.includes("{host}") && isBase(text), "an http or https address with {host} in it")
    .default("https://{host}");

const cookie = () => z.string().refine(isCookieValue, "the value of a cookie as a browser shows it");
const robots = () => oneOf("respect", "permitted").default("respect");
const milliseconds = (standard: number) => wholeNumber(0, WEEK_MS).default(standard);
const seconds = (standard: number) => wholeNumber(0, 30 * DAY_S).default(standard);
const text = () => z.string().regex(/^[\x20-\x7e]{1,200}$/, "1 to 200 characters of ASCII");

// Longer than 150 lines because it is one table, and what is made of it.
/** The environment variables of the APIs that read other people's sites. */
export const upstreamVariables = {
  UPSTREAM_USER_AGENT: text()
    .optional()
    .describe("What sites are told we are. Default: Quintet with its version and BASE_URL."),
  UPSTREAM_CONTACT: text()
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
  AMAZON_SOURCE: oneOf("off", "page")
    .default("off")
    .describe(
      "Where products come from: off, or page, the public product pages. See docs/products.md first.",
    ),
  AMAZON_BASE_URL: base().describe("Where marketplaces are reached; {host} stands for their host name."),
  AMAZON_DEFAULT_MARKETPLACE: z
    .string()
    .regex(/^[a-z]{2,3}(?:\.[a-z]{2})?$/, "the end of a marketplace's name, such as com or co.uk")
    .default("com")
    .describe("The marketplace of a request that names none."),
  AMAZON_ACCEPT_LANGUAGE: text()
    .optional()
    .describe("The languages that marketplaces are asked for. Default: those of the marketplace."),
  AMAZON_MIN_INTERVAL_MS: milliseconds(2_000).describe(
    "From one request to a marketplace to the next; up to a second is added. 0: no spacing.",
  ),
  AMAZON_CONCURRENCY: wholeNumber(0, 64)
    .default(2)
    .describe("Requests to one marketplace at a time, over all replicas. 0: no bound."),
  AMAZON_DAILY_CAP: wholeNumber(0, 10_000_000)
    .default(0)
    .describe("Requests to one marketplace in one day (UTC). 0: no bound."),
  AMAZON_CIRCUIT_MS: milliseconds(600_000).describe(
    "How long a marketplace is left alone after a block; doubled with each, up to two hours. 0: not at all.",
  ),
  AMAZON_TTL_S: seconds(900).describe("How long a product that was read counts as fresh, in seconds."),
  AMAZON_STALE_S: seconds(DAY_S).describe("How long it may stand in where reading fails, in seconds."),
  AMAZON_ROBOTS: robots().describe(
    "respect keeps to each marketplace's robots.txt; permitted says that you have its permission.",
  ),
  LINKEDIN_SOURCE: oneOf("off", "public", "session")
    .default("off")
    .describe(
      "Where profiles come from: off, public pages, or your own session. See docs/profiles.md first.",
    ),
  LINKEDIN_COOKIE_LI_AT: cookie()
    .optional()
    .describe("For LINKEDIN_SOURCE=session: the cookie li_at of your own session."),
  LINKEDIN_COOKIE_JSESSIONID: cookie()
    .optional()
    .describe("For LINKEDIN_SOURCE=session: the cookie JSESSIONID of your own session."),
  LINKEDIN_BASE_URL: base().describe("Where the network is reached; {host} stands for its host name."),
  LINKEDIN_PROFILE_DECORATION: text()
    .optional()
    .describe("The decorationId for profiles; the network changes it. Default: the newest one known."),
  LINKEDIN_COMPANY_DECORATION: text()
    .optional()
    .describe("The decorationId for companies. Default: the newest one known."),
  LINKEDIN_MIN_INTERVAL_MS: milliseconds(60_000).describe(
    "From one request to the next; up to a second is added. 0: no spacing.",
  ),
  LINKEDIN_CONCURRENCY: wholeNumber(0, 64)
    .default(1)
    .describe("Requests to the network at a time, over all replicas. 0: no bound."),
  LINKEDIN_DAILY_CAP: wholeNumber(0, 1_000_000)
    .default(80)
    .describe("Requests to the network in one day (UTC). 0: no bound."),
  LINKEDIN_CIRCUIT_MS: milliseconds(HOUR_MS).describe(
    "How long the network is left alone after a block; doubled with each, up to six hours. 0: not at all.",
  ),
  LINKEDIN_TTL_S: seconds(DAY_S).describe("How long a profile that was read counts as fresh, in seconds."),
  LINKEDIN_STALE_S: seconds(7 * DAY_S).describe("How long it may stand in where reading fails, in seconds."),
  LINKEDIN_ROBOTS: robots().describe(
    "respect keeps to the network's robots.txt, which forbids all; permitted says that you have its permission.",
  ),
};

const Upstreaming = z.object(upstreamVariables);
type Values = z.output<typeof Upstreaming>;

/** Everything about the sites that APIs read, as the environment has it. */
export interface UpstreamConfig {
  readonly amazon: {
    readonly settings: Settings;
    readonly source: "page" | undefined;
    readonly defaultMarketplace: string;
    readonly acceptLanguage: string | undefined;
  };
  readonly linkedin: {
    readonly settings: Settings;
    readonly source: "public" | "session" | undefined;
    readonly cookies: Cookies | undefined;
    readonly profileDecoration: string | undefined;
    readonly companyDecoration: string | undefined;
  };
}

function cookiesOf(values: Values): Cookies | undefined {
  const { LINKEDIN_COOKIE_LI_AT: session, LINKEDIN_COOKIE_JSESSIONID: token } = values;
  if (session === undefined || token === undefined) return undefined;
  return { host: LINKEDIN_HOST, values: { li_at: new Secret(session), JSESSIONID: new Secret(token) } };
}

/** Puts the variables of the sites together; `installation` is what we call ourselves where nothing is set. */
export function upstreamConfig(values: Values, installation: string): UpstreamConfig {
  const contact = values.UPSTREAM_CONTACT === undefined ? "" : ` ${values.UPSTREAM_CONTACT}`;
  const shared = {
    userAgent: (values.UPSTREAM_USER_AGENT ?? installation) + contact,
    maxWaitMs: values.UPSTREAM_MAX_WAIT_MS,
    timeoutMs: values.UPSTREAM_TIMEOUT_MS,
    maxBytes: values.UPSTREAM_MAX_BYTES,
    absentMs: HOUR_MS,
    keepMs: 30 * DAY_MS,
  };
  const source = values.LINKEDIN_SOURCE;
  return {
    amazon: {
      settings: {
        ...shared,
        baseUrl: values.AMAZON_BASE_URL,
        robots: values.AMAZON_ROBOTS,
        robotsVariable: "AMAZON_ROBOTS",
        concurrency: values.AMAZON_CONCURRENCY,
        minIntervalMs: values.AMAZON_MIN_INTERVAL_MS,
        dailyCap: values.AMAZON_DAILY_CAP,
        circuitMs: values.AMAZON_CIRCUIT_MS,
        circuitMaxMs: Math.max(values.AMAZON_CIRCUIT_MS, 2 * HOUR_MS),
        retries: 1,
        freshMs: values.AMAZON_TTL_S * 1000,
        staleMs: values.AMAZON_STALE_S * 1000,
      },
      source: values.AMAZON_SOURCE === "off" ? undefined : values.AMAZON_SOURCE,
      defaultMarketplace: values.AMAZON_DEFAULT_MARKETPLACE,
      acceptLanguage: values.AMAZON_ACCEPT_LANGUAGE,
    },
    linkedin: {
      settings: {
        ...shared,
        maxBytes: Math.min(values.UPSTREAM_MAX_BYTES, 5_000_000),
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
      source: source === "off" ? undefined : source,
      cookies: cookiesOf(values),
      profileDecoration: values.LINKEDIN_PROFILE_DECORATION,
      companyDecoration: values.LINKEDIN_COMPANY_DECORATION,
    },
  };
}
