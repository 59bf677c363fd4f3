import { z } from "zod";
import { ConfigError } from "../kit/config-error.ts";
import { secret } from "../kit/setting-kinds.ts";
import { upstreamUrls } from "../kit/upstream-urls.ts";

const STRIPE_URL = "https://api.stripe.com";

/** The variables of payments. */
export const paymentsVariables = {
  STRIPE_SECRET_KEY: secret(
    z
      .string()
      .regex(/^[sr]k_[\w-]+$/, "a secret or restricted key of Stripe, such as sk_live_…")
      .optional(),
    "The key of your Stripe account, to sell plans. If not set, customers contact SALES_EMAIL.",
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    z
      .string()
      .regex(/^whsec_\S+$/, "the signing secret of the endpoint at Stripe, such as whsec_…")
      .optional(),
    "The signing secret of the endpoint BASE_URL/webhooks/stripe. Required with STRIPE_SECRET_KEY.",
  ),
  ...upstreamUrls,
};

/** The operator's account at Stripe. */
export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Without a slash at its end. */
  readonly apiUrl: string;
}

/**
 * The operator's account at Stripe; undefined where nobody pays. Throws a `ConfigError` for one of the two
 * secrets alone, which would take money and never give the plan, or the other way round.
 */
export function stripeConfig(
  data: z.output<z.ZodObject<typeof paymentsVariables>>,
): StripeConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, UPSTREAM_URLS: urls } = data;
  const apiUrl = urls.stripe ?? STRIPE_URL;
  if (secretKey !== undefined && webhookSecret !== undefined) return { secretKey, webhookSecret, apiUrl };
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  const missing = secretKey === undefined ? "STRIPE_SECRET_KEY" : "STRIPE_WEBHOOK_SECRET";
  throw new ConfigError(`${missing} is not accepted: it must be set together with the other Stripe secret.`);
}
