import type { BillingOptions } from "./billing-options.ts";
import { checkPrices, paidPlans } from "./prices.ts";
import { Purchases } from "./purchases.ts";
import { createSubscriptionReader } from "./read-subscriptions.ts";

/** Events after which a customer may have something else than before. */
const RELEVANT =
  /^(?:checkout\.session\.(?:completed|async_payment_\w+)|customer\.subscription\.\w+|invoice\.(?:paid|payment_failed|voided|marked_uncollectible))$/;
const RECONCILED_AT_ONCE = 50;

/** Makes the function that handles an event of Stripe. `sync` writes what a customer has by Stripe's word of this moment. */
function createWebhookHandler(
  { stripe, store, log }: BillingOptions,
  sync: (customer: string) => Promise<boolean>,
) {
  return async (body: Uint8Array, signature: string | null): Promise<void> => {
    const { id, type, data } = await stripe.event(body, signature);
    if (!RELEVANT.test(type) || (await store.isProcessed(id))) return;
    const { customer, client_reference_id: account } = data.object;
    const isCheckout = type === "checkout.session.completed";
    if (customer != null) {
      // Bought by a payment link of the operator's: the account is named, the customer is news.
      if (isCheckout && account != null) await store.linkCustomer(account, customer);
      if (!(await sync(customer))) {
        const tell = isCheckout ? log.error : log.info;
        tell("an event belongs to a customer without an account", { event: id, type, customer });
      }
    }
    // Noted when it is done: what fails is sent again, and what comes twice at once is done twice alike.
    await store.markProcessed(id, type);
  };
}

/** Creates the payments for plans. Usage is never changed here. */
export function createBilling(options: BillingOptions) {
  const { stripe, store, catalogue, planVersions, log, now } = options;
  const readCustomer = createSubscriptionReader({ stripe, store, planVersions, log, now });

  /** False where no account has this customer. */
  const sync = async (customer: string): Promise<boolean> => {
    const ticket = await store.takeTicket(customer);
    if (ticket === undefined) return false;
    await planVersions.ensure();
    await store.write(ticket, await readCustomer(customer));
    return true;
  };
  return {
    purchases: new Purchases(options, sync),
    /** Asks Stripe what the account has now. Throws `payment-unavailable`. */
    async refresh(account: string): Promise<void> {
      const customer = await store.customerOf(account);
      if (customer !== undefined) await sync(customer);
    },
    /** Handles a webhook. Throws `signature-invalid`, `invalid-body`, or what failed: Stripe then sends it again. */
    handleWebhook: createWebhookHandler(options, sync),
    /** Asks again about customers whose event is overdue. Never throws; failures are logged. */
    async reconcile(): Promise<void> {
      try {
        for (const customer of await store.overdue(RECONCILED_AT_ONCE)) {
          // One of whom nothing can be read keeps the others from nothing.
          await sync(customer).catch((cause: unknown) =>
            log.warn("a customer was not read", { customer, cause }),
          );
        }
      } catch (cause) {
        log.warn("payments were not compared with Stripe", { cause });
      }
    },
    /** Every paid plan of the catalogue beside its price at Stripe. Throws `payment-unavailable`. */
    check: () => checkPrices(stripe, paidPlans(catalogue)),
  };
}
export type Billing = ReturnType<typeof createBilling>;
