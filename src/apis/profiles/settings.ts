import { z } from "zod";
import { ConfigError } from "../../kit/config-error.ts";
import type { SettingsDefinition } from "../../kit/define-api.ts";
import { oneOf, secret } from "../../kit/setting-kinds.ts";
import { type Cookies, isCookieValue } from "../../upstream/cookies.ts";
import { Secret } from "../../upstream/secret.ts";
import { demoOf, limitsOf, SITE_URL, siteKinds, siteVariables } from "../../upstream/site-settings.ts";
import type { Upstream } from "../../upstream/upstream.ts";

const DAY_S = 86_400;
const HOUR_MS = 3_600_000;
/** The host that the lent session belongs to. */
const SESSION_HOST = "www.linkedin.com";

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

const variables = {
  ...siteVariables,
  LINKEDIN_SOURCE: oneOf("off", "public", "session")
    .default("off")
    .describe(
      "The source of profiles: off, public pages, or your own session. See docs/profiles.md before you change it.",
    ),
  LINKEDIN_COOKIE: secret(
    z
      .string()
      .refine(
        (header) => readCookies(header) !== undefined,
        "the cookies li_at and JSESSIONID as a browser sends them, such as li_at=…; JSESSIONID=…",
      )
      .optional(),
    "For LINKEDIN_SOURCE=session: the cookies of your own session, li_at=…; JSESSIONID=…, as a browser sends them.",
  ),
  LINKEDIN_LIMITS: siteKinds
    .limits({
      intervalMs: 60_000,
      concurrency: 1,
      daily: 80,
      pauseMs: HOUR_MS,
      freshSeconds: DAY_S,
      staleSeconds: 7 * DAY_S,
    })
    .describe("The same limits as AMAZON_LIMITS, for LinkedIn. See docs/profiles.md."),
  LINKEDIN_ROBOTS: siteKinds
    .robots()
    .describe(
      "respect follows LinkedIn's robots.txt, which disallows all pages. permitted states that you have LinkedIn's permission.",
    ),
};

type Values = z.output<z.ZodObject<typeof variables>>;

/** Throws a `ConfigError` if the source is a session and its cookies are missing. */
function cookiesOf(values: Values): Cookies | undefined {
  const read = values.LINKEDIN_COOKIE === undefined ? undefined : readCookies(values.LINKEDIN_COOKIE);
  if (read !== undefined) {
    const { li_at, JSESSIONID } = read;
    return { host: SESSION_HOST, values: { li_at: new Secret(li_at), JSESSIONID: new Secret(JSESSIONID) } };
  }
  if (values.LINKEDIN_SOURCE !== "session") return undefined;
  throw new ConfigError("LINKEDIN_SOURCE=session needs LINKEDIN_COOKIE.");
}

export const profilesSettings = {
  variables,
  read(values) {
    return {
      source: values.LINKEDIN_SOURCE === "off" ? undefined : values.LINKEDIN_SOURCE,
      cookies: cookiesOf(values),
      userAgent: values.UPSTREAM_USER_AGENT,
      site: {
        ...limitsOf(values.LINKEDIN_LIMITS, 6 * HOUR_MS),
        baseUrl: values.UPSTREAM_URLS.linkedin ?? SITE_URL,
        robots: values.LINKEDIN_ROBOTS,
        robotsVariable: "LINKEDIN_ROBOTS",
        maxBytes: 5_000_000,
        retries: 0,
      },
    };
  },
} satisfies SettingsDefinition<typeof variables, unknown>;

/** Settings of the source of profiles; `source` is undefined without one. */
export type ProfilesSettings = ReturnType<typeof profilesSettings.read>;

export const profilesDemo = demoOf("LINKEDIN", "public");

/** The network as this process reads it. */
export type ProfilesSite = Upstream & Pick<ProfilesSettings, "source" | "cookies">;
