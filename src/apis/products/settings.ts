import { z } from "zod";
import { ConfigError } from "../../kit/config-error.ts";
import type { ApiDeps, SettingsDefinition } from "../../kit/define-api.ts";
import { oneOf, wholeNumber } from "../../kit/setting-kinds.ts";
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
import { findMarketplace, marketplaces } from "./amazon/marketplaces.ts";

const DAY_S = 86_400;
const HOUR_MS = 3_600_000;

const variables = {
  ...siteVariables,
  AMAZON_SOURCE: oneOf("off", "page")
    .default("off")
    .describe(
      "Where products come from: off, or page, the public product pages. See docs/products.md first.",
    ),
  AMAZON_BASE_URL: siteKinds
    .base()
    .describe("Where marketplaces are reached; {host} stands for their host name."),
  AMAZON_DEFAULT_MARKETPLACE: z
    .string()
    .regex(/^[a-z]{2,3}(?:\.[a-z]{2})?$/, "the end of a marketplace's name, such as com or co.uk")
    .default("com")
    .describe("The marketplace of a request that names none."),
  AMAZON_ACCEPT_LANGUAGE: siteKinds
    .text()
    .optional()
    .describe("The languages that marketplaces are asked for. Default: those of the marketplace."),
  AMAZON_MIN_INTERVAL_MS: siteKinds
    .milliseconds(2_000)
    .describe("From one request to a marketplace to the next; up to a second is added. 0: no spacing."),
  AMAZON_CONCURRENCY: wholeNumber(0, 64)
    .default(2)
    .describe("Requests to one marketplace at a time, over all replicas. 0: no bound."),
  AMAZON_DAILY_CAP: wholeNumber(0, 10_000_000)
    .default(0)
    .describe("Requests to one marketplace in one day (UTC). 0: no bound."),
  AMAZON_CIRCUIT_MS: siteKinds
    .milliseconds(600_000)
    .describe(
      "How long a marketplace is left alone after a block; doubled with each, up to two hours. 0: not at all.",
    ),
  AMAZON_TTL_S: siteKinds
    .seconds(900)
    .describe("How long a product that was read counts as fresh, in seconds."),
  AMAZON_STALE_S: siteKinds
    .seconds(DAY_S)
    .describe("How long it may stand in where reading fails, in seconds."),
  AMAZON_ROBOTS: siteKinds
    .robots()
    .describe("respect keeps to each marketplace's robots.txt; permitted says that you have its permission."),
};

/** Which source of products is enabled, and how it is treated. */
export interface ProductsSettings {
  /** Undefined: none. */
  readonly source: "page" | undefined;
  /** The marketplace of requests that name none, such as `com` or `co.uk`. */
  readonly defaultMarketplace: string;
  /** The languages that are asked for; undefined for those of the marketplace. */
  readonly acceptLanguage: string | undefined;
  readonly site: Omit<Settings, "userAgent">;
  readonly introduction: Introduction;
}

export const productsSettings: SettingsDefinition<typeof variables, ProductsSettings> = {
  variables,
  read(values) {
    if (findMarketplace(values.AMAZON_DEFAULT_MARKETPLACE) === undefined) {
      const names = marketplaces.map(({ name }) => name).join(", ");
      throw new ConfigError(`AMAZON_DEFAULT_MARKETPLACE is not accepted: it must be one of ${names}.`);
    }
    const { limits, introduction } = readShared(values);
    return {
      source: values.AMAZON_SOURCE === "off" ? undefined : values.AMAZON_SOURCE,
      defaultMarketplace: values.AMAZON_DEFAULT_MARKETPLACE,
      acceptLanguage: values.AMAZON_ACCEPT_LANGUAGE,
      site: {
        ...limits,
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
      introduction,
    };
  },
};

export const productsDemo = demoOf("AMAZON", "page");

/** The marketplaces as this process reads them. */
export type ProductsSite = Upstream &
  Pick<ProductsSettings, "source" | "defaultMarketplace" | "acceptLanguage">;

/** Sets the marketplaces up. */
export function openSite(settings: ProductsSettings, { userAgent, fieldCounter }: ApiDeps): ProductsSite {
  const { source, defaultMarketplace, acceptLanguage, site, introduction } = settings;
  const upstream = createUpstream(
    "products",
    { ...site, userAgent: userAgentFor(introduction, userAgent) },
    fieldCounter,
  );
  return { ...upstream, source, defaultMarketplace, acceptLanguage };
}
