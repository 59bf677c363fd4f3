import { z } from "zod";
import type { Billing } from "../../accounts/billing/billing.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { Problem } from "../../kit/problem.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { readFields } from "../core/form-body.ts";
import { type Pace, readBody } from "../core/read-body.ts";
import { redirect } from "../core/responses.ts";
import type { AccountPages } from "./account-pages.ts";
import { jsonAnswer } from "./plans.ts";

/** What the endpoints of accounts have for their pages and forms. */
export interface AccountTools {
  /** The account that is signed in, for a form of our own pages; throws where nobody is. */
  signedIn(request: RoutedRequest): Promise<string>;
  page(write: (pages: AccountPages) => string, requestId: string): Promise<Response>;
}

const PlanChoice = z.object({
  plan: z.string().describe("The plan to pay for."),
  from: z.string().optional().describe("The plan that it takes the place of."),
});

interface BillingDeps {
  readonly accounts: Accounts;
  /** Whom people write to about plans. */
  readonly contact: string | undefined;
  /** Origins of the pages to pay on that the policy of our pages lets forms lead to. */
  readonly payOrigins: readonly string[];
}

/** Events are a few kilobytes; in bytes. */
const EVENT_MAX = 512 * 1024;
/** Events that are read at a time. */
const READING_MAX = 64;
/** Stripe sends one at once. */
const EVENT_PACE: Pace = { patienceMs: 5_000, deadlineMs: 10_000 };
/** Asking Stripe takes no longer; whoever comes back meanwhile is not asked for a second time. In milliseconds. */
const REFRESH_MS = 60_000;

/** Choosing a plan, managing payments, and what the payment service tells. */
export function billingEndpoints(
  { accounts, contact, payOrigins }: BillingDeps,
  { signedIn, page }: AccountTools,
): Endpoint[] {
  const { billing, state, log } = accounts;
  const whom = contact ?? "whoever runs this service";
  const open = (): Billing => {
    if (billing !== undefined) return billing;
    throw new Problem("forbidden", `Plans are not paid for here: to change yours, write to ${whom}.`);
  };
  /** Leads to a page of the payment service; one at an address of the operator's own needs a click more. */
  const leadOn = (url: string, requestId: string): Promise<Response> | Response =>
    payOrigins.includes(new URL(url).origin)
      ? redirect(url, requestId)
      : page((pages) => pages.onward(url), requestId);

  const choose: Endpoint["answer"] = async (request, requestId) => {
    const account = await signedIn(request);
    const { plan, from } = await readFields(request, PlanChoice);
    const url = await (from === undefined ? open().buy(account, plan) : open().change(account, from, plan));
    return leadOn(url, requestId);
  };
  const manage: Endpoint["answer"] = async (request, requestId) => {
    const account = await signedIn(request);
    await readFields(request, z.object({}));
    return leadOn(await open().manage(account), requestId);
  };
  const back: Endpoint["answer"] = async (request, requestId) => {
    const account = await signedIn(request);
    const claim = billing && (await state.claim(`billing-refresh:${account}`, REFRESH_MS));
    if (claim !== undefined) {
      // Where Stripe does not answer, the page is shown all the same: the event on its way brings the news.
      await billing
        ?.refresh(account)
        .catch((cause: unknown) => log.warn("payments were not read", { cause }))
        .finally(() => claim.release());
    }
    return redirect("/account", requestId);
  };
  let reading = 0;
  const readEvent = async (request: Request) => {
    // Whether Stripe sent it shows only once it is here.
    if (reading >= READING_MAX) {
      throw new Problem("busy", "Too many events are being read. Send it again in 2 seconds.", {
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
  const form = (
    path: `/${string}`,
    operation: string,
    methods: Endpoint["methods"],
    answer: Endpoint["answer"],
  ): Endpoint => ({ path, labels: ["accounts", operation], methods, shared: false, answer });

  return [
    form("/account/plan", "choosePlan", ["POST"], choose),
    form("/account/billing", "billing", ["GET", "POST"], (request, requestId) =>
      request.method === "POST" ? manage(request, requestId) : back(request, requestId),
    ),
    {
      path: "/webhooks/stripe",
      labels: ["accounts", "stripeEvent"],
      methods: ["POST"],
      shared: false,
      async answer(request, requestId) {
        if (billing === undefined) {
          throw new Problem("forbidden", "Events are not taken here, because STRIPE_SECRET_KEY is not set.");
        }
        const body = await readEvent(request);
        await billing.handleWebhook(body, request.headers.get("stripe-signature"));
        return jsonAnswer({ received: true }, requestId);
      },
    },
  ];
}
