import { offered } from "../../accounts/catalogue.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { rawQuery } from "../../kit/query.ts";
import { contractEndpoints, contractHandler } from "../core/contract-endpoints.ts";
import type { Endpoint } from "../core/endpoint.ts";
import { shared } from "../core/headers.ts";
import { authorize } from "../metering/authorize.ts";
import { accountContracts } from "./account-contracts.ts";

/** Answers a value as JSON that is not kept. */
export function jsonAnswer(
  value: unknown,
  requestId: string,
  init: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Response {
  return new Response(JSON.stringify(value), {
    status: init.status ?? 200,
    headers: {
      ...shared,
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
      ...init.headers,
    },
  });
}

/** `GET /plans`: what is offered. `GET /usage`: what the account of a key has left. Both free. */
export function planEndpoints(accounts: Accounts): Endpoint[] {
  const { catalogue, listing } = accounts;
  const contracts = accountContracts(Object.keys(catalogue.meters));
  const plans = () => ({ listing, meters: catalogue.meters, plans: offered(catalogue, listing) });
  return contractEndpoints("accounts", true, [
    contractHandler(
      contracts.plans,
      () => {},
      async (_asked, _principal, _request, requestId) =>
        jsonAnswer(plans(), requestId, { headers: { "Cache-Control": "public, max-age=300" } }),
    ),
    contractHandler(
      contracts.usage,
      async (request) => {
        const caller = await authorize(accounts, undefined, request.headers, rawQuery(request.url), {});
        request.caller = { account: caller.account, key: caller.keyId };
        return caller;
      },
      async (_asked, { account }, _request, requestId) =>
        jsonAnswer(await accounts.usage(account), requestId),
    ),
  ]);
}
