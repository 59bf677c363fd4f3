import type { CompatibleAccount } from "../../kit/descriptor.ts";
import { rawQuery } from "../../kit/query.ts";
import type { Endpoint } from "../core/endpoint.ts";
import { jsonResponse } from "../core/responses.ts";
import { authorize } from "../metering/authorize.ts";
import { renderingProblems } from "../metering/compatible.ts";
import type { KeyedAccounts } from "./plans.ts";

/** The remaining quota of a key's account for one API, in the format of another service. Free. */
export function compatibleAccountEndpoint(
  accounts: KeyedAccounts,
  api: string,
  { path, problem, body }: CompatibleAccount,
): Endpoint {
  const endpoint: Endpoint = {
    path,
    labels: ["accounts", "compatible"],
    methods: ["GET"],
    shared: true,
    async handle(request, requestId) {
      const caller = await authorize(accounts, undefined, request, rawQuery(request.url), {});
      const usage = await accounts.usage(caller.account);
      const quotas = usage.apis.find((one) => one.api === api)?.quotas ?? [];
      return jsonResponse(body(quotas), requestId);
    },
  };
  return renderingProblems(endpoint, problem);
}
