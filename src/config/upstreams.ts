import { z } from "zod";
import { type Cookies, isCookieValue } from "../upstream/cookies.ts";
import { Secret } from "../upstream/secret.ts";
import type { Settings } from "../upstream/settings.ts";
import { numbers, oneOf, wholeNumber } from "./fields.ts";

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

/** The cookies of a signed-in session that the site's own API asks for. */
const SESSION_COOKIES = ["li_at", "JSESSIONID"] as const;

/** Reads the `Cookie` header of a session, of which other cookies are left out; undefined where one is missing. */
function readCookies(header: string): Record<(typeof SESSION_COOKIES)[number], string> | undefined {
  const given = new Map(
    header.split(";").map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
  const [li_at = "", JSESSIONID = ""] = SESSION_COOKIES.map((name) => given.get(name));
  return isCookieValue(li_at) && isCookieValue(JSESSIONID) ? { li_at, JSESSIONID } : undefined;
}

const robots = () => oneOf("respect", "permitted").default("respect");
const seconds = (standard: number) => wholeNumber(0, 30 * DAY_S).default(standard);

/** How much a site is asked: what each number is where the operator sets none. */
function limits(standard: {
  readonly intervalMs: number;
  readonly concurrency: number;
  readonly daily: number;
  readonly pauseMs: number;
  readonly staleSeconds: number;
}) {
  return numbers({
    "interval-ms": [0, WEEK_MS, standard.intervalMs],
    concurrency: [0, 64, standard.concurrency],
    daily: [0, 10_000_000, standard.daily],
    "pause-ms": [0, WEEK_MS, standard.pauseMs],
    "stale-seconds": [0, 30 * DAY_S, standard.staleSeconds],
  });
}

/** The environment variables of the APIs that read other people's sites. */
export const upstreamVariables = {
  UPSTREAM_USER_AGENT: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/, "1 to 200 characters of ASCII")
    .optional()
    .describe(
      "The User-Agent header that sites get. Default: Quintet with its version and BASE_URL. Add an address for complaints.",
    ),
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
  AMAZON_LIMITS: limits({
    intervalMs: 2_000,
    concurrency: 2,
    daily: 0,
    pauseMs: 600_000,
    staleSeconds: DAY_S,
  }).describe(
    "Limits for each marketplace: the time between requests, requests at a time and in a day (UTC), the pause after a block, and how old a copy may be that stands in for a failed request. 0 means no limit. See docs/products.md.",
  ),
  AMAZON_CACHE_SECONDS: seconds(900).describe("How long a copy of a product is fresh, in seconds."),
  AMAZON_ROBOTS: robots().describe(
    "respect keeps to each marketplace's robots.txt; permitted says that you have its permission.",
  ),
  LINKEDIN_SOURCE: oneOf("off", "public", "session")
    .default("off")
    .describe(
      "Where profiles come from: off, public pages, or your own session. See docs/profiles.md first.",
    ),
  LINKEDIN_COOKIE: z
    .string()
    .refine(
      (header) => readCookies(header) !== undefined,
      "the cookies li_at and JSESSIONID as a browser sends them, such as li_at=…; JSESSIONID=…",
    )
    .optional()
    .describe(
      "For LINKEDIN_SOURCE=session: the cookies of your own session, li_at=…; JSESSIONID=…, as a browser sends them.",
    ),
  LINKEDIN_BASE_URL: base().describe("Where the network is reached; {host} stands for its host name."),
  LINKEDIN_LIMITS: limits({
    intervalMs: 60_000,
    concurrency: 1,
    daily: 80,
    pauseMs: HOUR_MS,
    staleSeconds: 7 * DAY_S,
  }).describe("The same limits as AMAZON_LIMITS, for the network. See docs/profiles.md."),
  LINKEDIN_CACHE_SECONDS: seconds(DAY_S).describe("How long a copy of a profile is fresh, in seconds."),
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
  };
  readonly linkedin: {
    readonly settings: Settings;
    readonly source: "public" | "session" | undefined;
    readonly cookies: Cookies | undefined;
  };
}

function cookiesOf(values: Values): Cookies | undefined {
  const read = values.LINKEDIN_COOKIE === undefined ? undefined : readCookies(values.LINKEDIN_COOKIE);
  if (read === undefined) return undefined;
  const { li_at, JSESSIONID } = read;
  return { host: LINKEDIN_HOST, values: { li_at: new Secret(li_at), JSESSIONID: new Secret(JSESSIONID) } };
}

/** The settings of a site that its limits make; a pause grows to `pauseMaxMs`. */
function limitsOf(values: Values["AMAZON_LIMITS"], pauseMaxMs: number) {
  const pauseMs = values["pause-ms"];
  return {
    concurrency: values.concurrency,
    minIntervalMs: values["interval-ms"],
    dailyCap: values.daily,
    circuitMs: pauseMs,
    circuitMaxMs: Math.max(pauseMs, pauseMaxMs),
    staleMs: values["stale-seconds"] * 1000,
  };
}

/** Puts the variables of the sites together; `installation` is what we call ourselves where nothing is set. */
export function upstreamConfig(values: Values, installation: string): UpstreamConfig {
  const shared = {
    userAgent: values.UPSTREAM_USER_AGENT ?? installation,
    maxWaitMs: 1_500,
    timeoutMs: 10_000,
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
        maxBytes: 8_388_608,
        ...limitsOf(values.AMAZON_LIMITS, 2 * HOUR_MS),
        retries: 1,
        freshMs: values.AMAZON_CACHE_SECONDS * 1000,
      },
      source: values.AMAZON_SOURCE === "off" ? undefined : values.AMAZON_SOURCE,
      defaultMarketplace: values.AMAZON_DEFAULT_MARKETPLACE,
    },
    linkedin: {
      settings: {
        ...shared,
        baseUrl: values.LINKEDIN_BASE_URL,
        robots: values.LINKEDIN_ROBOTS,
        robotsVariable: "LINKEDIN_ROBOTS",
        maxBytes: 5_000_000,
        ...limitsOf(values.LINKEDIN_LIMITS, 6 * HOUR_MS),
        retries: 0,
        freshMs: values.LINKEDIN_CACHE_SECONDS * 1000,
      },
      source: source === "off" ? undefined : source,
      cookies: cookiesOf(values),
    },
  };
}
