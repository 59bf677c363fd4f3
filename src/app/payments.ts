import type { AccountsOptions } from "../accounts/create-accounts.ts";
import type { Config } from "../config.ts";
import type { SingleOriginClient } from "../egress/single-origin-client.ts";
import { lazily } from "../kit/lazily.ts";

/** Where people pay at Stripe: the pages of Checkout and of the customer portal. */
const STRIPE_PAGES = ["https://checkout.stripe.com", "https://billing.stripe.com"];

/** The origins that forms of the account pages may lead to. */
export function payOriginsOf({ stripe }: Config): readonly string[] {
  if (stripe === undefined) return [];
  const { origin } = new URL(stripe.apiUrl);
  return origin === "https://api.stripe.com" ? STRIPE_PAGES : [...STRIPE_PAGES, origin];
}

/** Connects `accounts` to the operator's account at Stripe: through `egress`, to that one host. */
export function paymentsOf({ stripe, egressAllow }: Config): AccountsOptions["payments"] {
  if (stripe === undefined) return undefined;
  const exchange = lazily(async (): Promise<SingleOriginClient> => {
    const { createSingleOriginClient } = await import("../egress/single-origin-client.ts");
    return createSingleOriginClient({ origin: stripe.apiUrl, allowance: egressAllow });
  });
  return {
    ...stripe,
    async send(address, request) {
      return (await exchange())(address, request);
    },
  };
}
