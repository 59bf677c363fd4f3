import type { z } from "zod";
import { type Actor, networkOf } from "../../accounts/audit.ts";
import type { Caller } from "../../accounts/authenticate.ts";
import { KEYS_SCOPE, type NewKey } from "../../accounts/keys.ts";
import type { Contract } from "../../kit/contract.ts";
import { Problem } from "../../kit/problem.ts";
import { rawQuery } from "../../kit/query.ts";
import { type ContractInput, contractHandler, pathEndpoints } from "../core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { jsonResponse } from "../core/responses.ts";
import { authorize } from "../metering/authorize.ts";
import { createOnce, fingerprintOfFields } from "../metering/create-once.ts";
import { accountContracts } from "./account-contracts.ts";
import type { KeyedAccounts } from "./plans.ts";

const unknownKey = () =>
  new Problem("unknown-key", "The account has no active key with this ID. GET /keys lists its keys.", {
    parameter: "id",
  });

/** A request of a key that manages keys. */
interface Managed<Query, Fields> extends ContractInput<Query, Fields> {
  readonly account: string;
  readonly by: Actor;
  readonly request: RoutedRequest;
  readonly requestId: string;
}

/**
 * Creates a key once for all requests with the same `Idempotency-Key`. The secret is not stored, so only the first
 * response has it.
 */
async function createKeyOnce(
  deps: KeyedAccounts,
  { account, fields, query, request, requestId }: Managed<unknown, unknown>,
  create: () => Promise<NewKey | undefined>,
  status: number,
): Promise<Response> {
  let made: NewKey | undefined;
  return createOnce(deps, {
    // Test keys have no scope to manage keys.
    caller: { account, mode: "live" },
    scope: KEYS_SCOPE,
    request,
    requestId,
    fingerprint: fingerprintOfFields(request, query, fields),
    async create() {
      made = await create();
      if (made === undefined) throw unknownKey();
      return jsonResponse(made, requestId, { status });
    },
    stored: () => jsonResponse({ ...made, key: null }, requestId, { status }),
  });
}

type NewKeyFields = z.output<ReturnType<typeof accountContracts>["createManagedKey"]["fields"]>;

function optionsOf({ name, apis, mode, expiresAt, allowedIps }: NewKeyFields) {
  return [name, apis, { mode, expiresAt, allowedIps }] as const;
}

/** `/keys`: an account's keys, for its own programs. Only keys with the scope `keys` may use it. */
export function keyEndpoints(
  accounts: KeyedAccounts,
  source: (request: Request) => string | undefined,
): Endpoint[] {
  const { keys } = accounts;
  const contracts = accountContracts(Object.keys(accounts.catalogue.meters));
  const allow = async (request: RoutedRequest): Promise<Caller> => {
    const caller = await authorize(accounts, KEYS_SCOPE, request, rawQuery(request.url), {});
    request.caller = { account: caller.account, key: caller.keyId };
    return caller;
  };
  const route = <Query extends z.ZodObject, Fields extends z.ZodObject>(
    contract: Contract<Query, Fields>,
    act: (of: Managed<z.output<Query>, z.output<Fields>>, id: string) => Promise<unknown>,
  ) =>
    contractHandler(contract, allow, async (input, { account, keyId }, request, requestId) => {
      const by: Actor = { kind: "owner", network: networkOf(source(request)), key: keyId };
      const done = await act({ ...input, account, by, request, requestId }, request.params.id ?? "");
      if (done === undefined) throw unknownKey();
      return done instanceof Response ? done : jsonResponse(done, requestId, { status: contract.status });
    });
  return pathEndpoints("accounts", true, [
    route(contracts.listKeys, async ({ account }) => ({ keys: await keys.list(account) })),
    route(contracts.createManagedKey, (own) =>
      createKeyOnce(
        accounts,
        own,
        () => keys.create(own.account, ...optionsOf(own.fields), own.by),
        contracts.createManagedKey.status,
      ),
    ),
    route(contracts.updateManagedKey, ({ account, fields, by }, id) => keys.update(account, id, fields, by)),
    route(contracts.revokeManagedKey, async ({ account, by }, id) =>
      (await keys.revoke(account, id, by)) ? { revoked: true } : undefined,
    ),
    route(contracts.rollManagedKey, (own, id) =>
      createKeyOnce(
        accounts,
        own,
        () => keys.roll(own.account, id, own.fields.grace, own.by),
        contracts.rollManagedKey.status,
      ),
    ),
  ]);
}
