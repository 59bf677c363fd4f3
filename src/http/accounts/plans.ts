import { listings, plansOnSale } from "../../accounts/catalogue.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { rawQuery } from "../../kit/query.ts";
import { contractHandler, pathEndpoints } from "../core/contract-endpoints.ts";
import type { Endpoint } from "../core/endpoint.ts";
import { jsonResponse, redirect, wantsHtml } from "../core/responses.ts";
import { type AuthorizeDeps, authorize } from "../metering/authorize.ts";
import type { AccountContracts } from "./account-contracts.ts";

/** The accounts with what is needed to authorize calls of their keys. */
export type KeyedAccounts = Accounts & Pick<AuthorizeDeps, "clients">;

/**
 * `GET /plans`: what is offered, without the APIs that are off. `GET /usage`: what the account of a key has left. Both
 * free.
 */
export function planEndpoints(
  accounts: KeyedAccounts,
  contracts: AccountContracts,
  off: ReadonlySet<string>,
): Endpoint[] {
  const { catalogue } = accounts;
  const plans = () => ({
    listing: listings[0],
    meters: Object.fromEntries(Object.entries(catalogue.meters).filter(([api]) => !off.has(api))),
    plans: plansOnSale(catalogue, off),
  });
  return pathEndpoints("accounts", true, [
    contractHandler(
      contracts.plans,
      () => {},
      async (_asked, _principal, request, requestId) => {
        const headers = { "Cache-Control": "public, max-age=300", Vary: "Accept" };
        if (wantsHtml(request)) return redirect("/pricing", requestId, headers);
        return jsonResponse(plans(), requestId, { headers });
      },
    ),
    contractHandler(
      contracts.usage,
      async (request) => {
        const caller = await authorize(accounts, undefined, request, rawQuery(request.url), {});
        request.caller = { account: caller.account, key: caller.keyId };
        return caller;
      },
      async (_asked, { account }, _request, requestId) =>
        jsonResponse(await accounts.usage(account), requestId),
    ),
  ]);
}
