import type { z } from "zod";
import { type Actor, networkOf } from "../../accounts/audit.ts";
import { WEBHOOKS_SCOPE } from "../../accounts/keys.ts";
import type { Contract } from "../../kit/contract.ts";
import { rawQuery } from "../../kit/query.ts";
import { isRecord } from "../../kit/record.ts";
import { type ContractInput, contractHandler, pathEndpoints } from "../core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { jsonResponse } from "../core/responses.ts";
import { authorize } from "../metering/authorize.ts";
import { createOnce, fingerprintOfFields } from "../metering/create-once.ts";
import type { KeyedAccounts } from "./plans.ts";
import { webhookContracts } from "./webhook-contracts.ts";
import { AccountWebhooks, type Webhooks } from "./webhook-handlers.ts";

/** A response as it may be stored: a secret is shown only once. */
function withoutSecret(value: unknown): unknown {
  return isRecord(value) && "secret" in value ? { ...value, secret: null } : value;
}

/** `/webhooks`: an account's webhook endpoints, for its own programs. Only keys with the scope `webhooks` may use it. */
export function webhookEndpoints(
  accounts: KeyedAccounts,
  webhooks: Webhooks,
  source: (request: Request) => string | undefined,
): Endpoint[] {
  const allow = async (request: RoutedRequest) => {
    const caller = await authorize(accounts, WEBHOOKS_SCOPE, request, rawQuery(request.url), {});
    request.caller = { account: caller.account, key: caller.keyId };
    return caller;
  };
  const route = <Query extends z.ZodObject, Fields extends z.ZodObject>(
    contract: Contract<Query, Fields>,
    act: (
      own: AccountWebhooks,
      params: { readonly id: string; readonly event: string },
      input: ContractInput<z.output<Query>, z.output<Fields>>,
    ) => Promise<unknown>,
  ) =>
    contractHandler(contract, allow, async (input, { account, keyId }, request, requestId) => {
      const by: Actor = { kind: "owner", network: networkOf(source(request)), key: keyId };
      const { id = "", event = "" } = request.params;
      const own = new AccountWebhooks(webhooks, account, by);
      const respond = (value: unknown) => jsonResponse(value, requestId, { status: contract.status });
      if (contract.repeatable !== true) return respond(await act(own, { id, event }, input));
      let done: unknown;
      return createOnce(accounts, {
        // Test keys have no scope to manage webhooks.
        caller: { account, mode: "live" },
        scope: WEBHOOKS_SCOPE,
        request,
        requestId,
        fingerprint: fingerprintOfFields(request, input.query, input.fields),
        async create() {
          done = await act(own, { id, event }, input);
          return respond(done);
        },
        stored: () => respond(withoutSecret(done)),
      });
    });
  const c = webhookContracts;
  return pathEndpoints("accounts", true, [
    route(c.listWebhooks, async (own) => ({ webhooks: await own.list() })),
    route(c.createWebhook, (own, _params, { fields }) => own.create(fields)),
    route(c.readWebhook, (own, { id }) => own.read(id)),
    route(c.updateWebhook, (own, { id }, { fields }) => own.update(id, fields)),
    route(c.deleteWebhook, (own, { id }) => own.remove(id)),
    route(c.rollWebhook, (own, { id }) => own.roll(id)),
    route(c.testWebhook, (own, { id }) => own.test(id)),
    route(c.listWebhookDeliveries, (own, { id }, { query }) => own.deliveries(id, query)),
    route(c.replayWebhookDelivery, (own, { id, event }) => own.replay(id, event)),
    route(c.replayWebhook, (own, { id }, { fields }) => own.replayFailed(id, fields)),
  ]);
}
