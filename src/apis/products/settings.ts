import { z } from "zod";
import { ConfigError } from "../../kit/config-error.ts";
import type { SettingsDefinition } from "../../kit/define-api.ts";
import { oneOf, secret } from "../../kit/setting-kinds.ts";
import { demoOf, limitsOf, SITE_URL, siteKinds, siteVariables } from "../../upstream/site-settings.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { type CredentialsByMarketplace, readCredentials } from "./amazon/creators/credentials.ts";
import { findMarketplace, marketplaces } from "./amazon/marketplaces.ts";

const DAY_S = 86_400;
const HOUR_MS = 3_600_000;

const variables = {
  ...siteVariables,
  AMAZON_SOURCE: oneOf("off", "page", "api")
    .default("off")
    .describe(
      "The source of products: off, page for public product pages, or api for Amazon's Creators API. See docs/products.md before you change it.",
    ),
  AMAZON_API_CREDENTIALS: secret(
    z
      .string()
      .refine(
        (text) => readCredentials(text) !== undefined,
        "a comma-separated list of MARKETPLACE=CREDENTIALID:SECRET:PARTNERTAG, such as de=…:…:example-21",
      )
      .optional(),
    "For AMAZON_SOURCE=api: your Creators API credentials for each marketplace, de=CREDENTIALID:SECRET:PARTNERTAG,com=….",
  ),
  AMAZON_DEFAULT_MARKETPLACE: z
    .string()
    .regex(/^[a-z]{2,3}(?:\.[a-z]{2})?$/, "the suffix of a marketplace's domain, such as com or co.uk")
    .default("com")
    .describe("The default marketplace."),
  AMAZON_LIMITS: siteKinds
    .limits({
      intervalMs: 2_000,
      concurrency: 2,
      daily: 0,
      pauseMs: 600_000,
      freshSeconds: 900,
      staleSeconds: DAY_S,
    })
    .describe(
      "Limits for each marketplace: the time between requests, concurrent requests, requests a day (UTC), the pause after a block, how long a cached product is fresh, and the maximum age of a copy that replaces a failed request. 0 means no limit. See docs/products.md.",
    ),
  AMAZON_ROBOTS: siteKinds
    .robots()
    .describe(
      "respect follows each marketplace's robots.txt. permitted states that you have its permission.",
    ),
};

export const productsSettings = {
  variables,
  read(values) {
    if (findMarketplace(values.AMAZON_DEFAULT_MARKETPLACE) === undefined) {
      const names = marketplaces.map(({ name }) => name).join(", ");
      throw new ConfigError(`AMAZON_DEFAULT_MARKETPLACE is not accepted: it must be one of ${names}.`);
    }
    const credentials: CredentialsByMarketplace =
      readCredentials(values.AMAZON_API_CREDENTIALS ?? "") ?? new Map();
    if (values.AMAZON_SOURCE === "api" && credentials.size === 0) {
      throw new ConfigError("AMAZON_SOURCE=api needs AMAZON_API_CREDENTIALS.");
    }
    return {
      credentials,
      source: values.AMAZON_SOURCE === "off" ? undefined : values.AMAZON_SOURCE,
      defaultMarketplace: values.AMAZON_DEFAULT_MARKETPLACE,
      userAgent: values.UPSTREAM_USER_AGENT,
      site: {
        ...limitsOf(values.AMAZON_LIMITS, 2 * HOUR_MS),
        baseUrl: values.UPSTREAM_URLS.amazon ?? SITE_URL,
        // robots.txt is about pages: the API has its own terms.
        robots: values.AMAZON_SOURCE === "api" ? "permitted" : values.AMAZON_ROBOTS,
        robotsVariable: "AMAZON_ROBOTS",
        maxBytes: 8_388_608,
        retries: 1,
      },
    };
  },
} satisfies SettingsDefinition<typeof variables, unknown>;

/** Settings of the source of products; `source` is undefined without one. */
export type ProductsSettings = ReturnType<typeof productsSettings.read>;

export const productsDemo = demoOf("AMAZON", "page");

/** The marketplaces as this process reads them. */
export type ProductsSite = Upstream & Pick<ProductsSettings, "source" | "credentials" | "defaultMarketplace">;
