import type { Accounts } from "../accounts/create-accounts.ts";
import { email as emailAddress } from "../http/accounts/account-schemas.ts";
import type { CommandCall } from "../kit/command.ts";
import { readParameter } from "../kit/parameter.ts";
import { Problem } from "../kit/problem.ts";

/** Synopses of the commands for payments. */
export const BILLING_USAGE = "quintet billing check\nquintet billing sync EMAIL";

/** Runs `billing check` or `billing sync`. Returns whether everything matches. Throws a `UsageError` or a `Problem`. */
export async function runBilling(
  { name, args }: CommandCall,
  { billing, accountStore, subscriptions }: Accounts,
  show: (value: unknown) => void,
): Promise<boolean> {
  if (billing === undefined) {
    throw new Problem("forbidden", "Payments are off: STRIPE_SECRET_KEY is not set.");
  }
  if (name === "billing check") {
    const prices = await billing.check();
    show(prices.map(({ plan, price, wrong }) => ({ plan, price, ok: wrong === undefined, wrong })));
    return prices.every(({ wrong }) => wrong === undefined);
  }
  const account = await accountStore.byEmail(readParameter("email", emailAddress, args[0]));
  if (account === undefined) throw new Problem("unknown-account", "No account has this email address.");
  await billing.refresh(account.id);
  show(await subscriptions(account.id));
  return true;
}
