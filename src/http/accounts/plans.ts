import { listings, plansOnSale } from "../../accounts/catalogue.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { inGroup, NOT_MODIFIED } from "../../kit/contract.ts";
import { rawQuery } from "../../kit/query.ts";
import type { ShownContract } from "../../kit/resource.ts";
import { contractHandler, pathEndpoints } from "../core/contract-endpoints.ts";
import type { Endpoint } from "../core/endpoint.ts";
import { jsonResponse, redirect, wantsHtml } from "../core/responses.ts";
import { type AuthorizeDeps, authorize } from "../metering/authorize.ts";
import { responses, views } from "./account-schemas.ts";

const group = { tag: "Accounts", access: "open", errors: [] } as const;

/** The contracts of plans and usage, with a call of each. */
export const planContracts = {
  plans: inGroup<ShownContract>(group, {
    id: "listPlans",
    path: "/plans",
    summary: "List plans",
    output: () => responses().Offer,
    redirects: { 303: "A redirect to `/pricing`, for `Accept: text/html`.", 304: NOT_MODIFIED },
    example: {
      response: {
        listing: "landing",
        meters: { seo: { unit: "calls", credits: 2 } },
        plans: [
          {
            id: "hobbyist",
            listing: "landing",
            title: "Free",
            price: { amount: "0.00", currency: "USD" },
            grants: [{ meter: "seo", limit: 100, window: "month" }],
          },
        ],
      },
    },
  }),
  usage: inGroup<ShownContract>(group, {
    id: "readUsage",
    path: "/usage",
    access: "key",
    summary: "Read quotas and usage",
    description: "Free. These are the counters that calls are charged against.",
    output: () => views().Usage,
    example: {
      response: {
        apis: [
          {
            api: "seo",
            unit: "calls",
            quotas: [
              {
                policy: "hobbyist-seo",
                plan: "hobbyist",
                unit: "calls",
                limit: 100,
                used: 12,
                remaining: 88,
                window: "month",
                startsAt: "2026-11-01T00:00:00.000Z",
                resetsAt: "2026-12-01T00:00:00.000Z",
              },
            ],
          },
        ],
        days: [{ day: "2026-11-20", api: "seo", calls: 12, units: 12 }],
      },
    },
  }),
};

/** The accounts with what is needed to authorize calls of their keys. */
export type KeyedAccounts = Accounts & Pick<AuthorizeDeps, "clients">;

/** `GET /plans`: what is offered. `GET /usage`: what the account of a key has left. Both are free. */
export function planEndpoints(accounts: KeyedAccounts, off: ReadonlySet<string>): Endpoint[] {
  const { catalogue } = accounts;
  const plans = () => ({
    listing: listings[0],
    meters: Object.fromEntries(Object.entries(catalogue.meters).filter(([api]) => !off.has(api))),
    plans: plansOnSale(catalogue, off),
  });
  return pathEndpoints("accounts", true, [
    contractHandler(
      planContracts.plans,
      () => {},
      async (read, _principal, request, requestId) => {
        await read();
        const headers = { "Cache-Control": "public, max-age=300", Vary: "Accept" };
        if (wantsHtml(request)) return redirect("/pricing", requestId, headers);
        return jsonResponse(plans(), requestId, { headers });
      },
    ),
    contractHandler(
      planContracts.usage,
      (request) => authorize(accounts, undefined, request, rawQuery(request.url), {}),
      async (read, { account }, _request, requestId) => {
        await read();
        return jsonResponse(await accounts.usage(account), requestId);
      },
    ),
  ]);
}
