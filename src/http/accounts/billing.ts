import { z } from "zod";
import type { Billing } from "../../accounts/billing/billing.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { Problem } from "../../kit/problem.ts";
import type { PathMethod } from "../core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { readFields } from "../core/form-body.ts";
import { type Pace, readBody } from "../core/read-body.ts";
import { jsonResponse, redirect } from "../core/responses.ts";
import { sessionOf } from "../core/session-cookie.ts";
import type { AccountSite, SiteHandler } from "./account-site.ts";

const PlanChoice = z.object({
  plan: z.string().describe("The plan to pay for."),
  from: z.string().optional().describe("The plan that it replaces."),
});

const EVENT_MAX = 512 * 1024;
const READING_MAX = 64;
/** Stripe sends one at once. */
const EVENT_PACE: Pace = { patienceMs: 5_000, deadlineMs: 10_000 };
/** How long a question to Stripe may take, in milliseconds: meanwhile it is not asked again for the same account. */
const REFRESH_MS = 60_000;

/** Opens what this server sells. Throws `forbidden` where plans are not paid for here. */
function requirePurchases({ accounts, deps }: AccountSite): Billing["purchases"] {
  if (accounts.billing !== undefined) return accounts.billing.purchases;
  const whom = deps.contact ?? "the operator";
  throw new Problem("forbidden", `This server does not sell plans. To change your plan, contact ${whom}.`);
}

/** Leads to a page of the payment service; one at an origin that forms may not lead to needs one more click. */
function leadOn(site: AccountSite, url: string, request: RoutedRequest, requestId: string): Response {
  if (site.deps.payOrigins.includes(new URL(url).origin)) return redirect(url, requestId);
  const flash = { kind: "payment", id: "", secret: url } as const;
  return site.toAccount(sessionOf(request) ?? "", flash, requestId, { section: "plan" });
}

const choosePlan: SiteHandler = async (site, request, requestId) => {
  const account = await site.signedIn(request);
  const { plan, from } = await readFields(request, PlanChoice);
  const purchases = requirePurchases(site);
  const url = await (from === undefined
    ? purchases.buy(account, plan)
    : purchases.change(account, from, plan));
  return leadOn(site, url, request, requestId);
};

const managePayments: SiteHandler = async (site, request, requestId) => {
  const account = await site.signedIn(request);
  await readFields(request, z.object({}));
  return leadOn(site, await requirePurchases(site).manage(account), request, requestId);
};

/** The page after a payment. It shows the payment service's current state. */
const returnFromPayment: SiteHandler = async (site, request, requestId) => {
  const account = await site.signedIn(request);
  const { billing, state, log } = site.accounts;
  await using claim = billing && (await state.claim(`billing-refresh:${account}`, REFRESH_MS));
  if (claim !== undefined) {
    // Where Stripe does not answer, the page is shown all the same: the event on its way brings the news.
    await billing?.refresh(account).catch((cause: unknown) => log.warn("payments were not read", { cause }));
  }
  return redirect("/account/plan", requestId);
};

/** Choosing a plan and managing payments, for the account page. */
export function billingRoutes(site: AccountSite): PathMethod[] {
  return [
    site.route("POST", "/account/plan", "choosePlan", choosePlan),
    site.route("GET", "/account/billing", "billing", returnFromPayment),
    site.route("POST", "/account/billing", "billing", managePayments),
  ];
}

/** Reads events of bounded size and number: whether Stripe sent one shows only once it is read. Throws `busy`. */
function createEventReader(): (request: Request) => Promise<Uint8Array<ArrayBuffer>> {
  let reading = 0;
  return async (request) => {
    if (reading >= READING_MAX) {
      throw new Problem("busy", "Too many events are being processed. Send the event again in 2 seconds.", {
        headers: { "Retry-After": "2" },
      });
    }
    reading++;
    try {
      return await readBody(request, EVENT_MAX, EVENT_PACE);
    } finally {
      reading--;
    }
  };
}

/** The webhook that Stripe calls. */
export function stripeEndpoint({ billing }: Accounts): Endpoint {
  const readEvent = createEventReader();
  return {
    path: "/webhooks/stripe",
    labels: ["accounts", "stripeEvent"],
    methods: ["POST"],
    shared: false,
    async handle(request, requestId) {
      if (billing === undefined) {
        throw new Problem(
          "forbidden",
          "Webhook events are not accepted, because STRIPE_SECRET_KEY is not set.",
        );
      }
      const body = await readEvent(request);
      await billing.handleWebhook(body, request.headers.get("stripe-signature"));
      return jsonResponse({ received: true }, requestId);
    },
  };
}
