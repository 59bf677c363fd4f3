import type { z } from "zod";
import type { Account } from "../../accounts/account-store.ts";
import { type Actor, networkOf } from "../../accounts/audit.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import type { Contract } from "../../kit/contract.ts";
import type { Api } from "../../kit/descriptor.ts";
import { Problem } from "../../kit/problem.ts";
import { rawQuery } from "../../kit/query.ts";
import type { State } from "../../kit/state.ts";
import type { AccountContracts } from "../accounts/account-contracts.ts";
import { requireBearer } from "../core/bearer.ts";
import { type ContractInput, contractHandler, pathEndpoints } from "../core/contract-endpoints.ts";
import type { Endpoint } from "../core/endpoint.ts";
import { type Pace, readBody } from "../core/read-body.ts";
import { jsonResponse } from "../core/responses.ts";

const DETAIL = "Send the ADMIN_TOKEN of this server: Authorization: Bearer TOKEN.";

/**
 * Throws `unauthorized` or `forbidden` unless the token is ADMIN_TOKEN. Without ADMIN_TOKEN, nobody has access.
 */
function requireAdminToken(request: Request, token: string | undefined): void {
  if (token === undefined) {
    throw new Problem("forbidden", "The admin API is disabled, because ADMIN_TOKEN is not set.");
  }
  requireBearer(request, { token, realm: "admin", detail: DETAIL });
}

/** How long a body for the operator's endpoints may take. */
const PACE: Pace = { patienceMs: 15_000, deadlineMs: 120_000 };

/** The endpoints for the operator that an API brings; what they return is sent as JSON. */
export function apiAdminEndpoints(
  { name, adminEndpoints = [] }: Api,
  state: State,
  token: string | undefined,
): Endpoint[] {
  return adminEndpoints.map(({ path, methods, maxBytes, run }) => ({
    path,
    labels: ["admin", name],
    methods,
    shared: false,
    async handle(request, requestId) {
      requireAdminToken(request, token);
      const { status, value } = await run({
        method: request.method,
        params: request.params,
        query: new URLSearchParams(rawQuery(request.url)),
        body: () => readBody(request, maxBytes, PACE),
        state,
      });
      return jsonResponse(value, requestId, { status });
    },
  }));
}

/** Admin endpoints behind the commands `quintet keys`, `plan` and `usage`. */
export function adminEndpoints(
  accounts: Accounts,
  contracts: AccountContracts,
  token: string | undefined,
  source: (request: Request) => string | undefined = () => undefined,
): Endpoint[] {
  const { keys, accountStore } = accounts;
  const find = async (email: string): Promise<Account> => {
    const account = await accountStore.byEmail(email);
    if (account !== undefined) return account;
    throw new Problem("unknown-account", "No account has this email address.", { parameter: "email" });
  };
  const missing = () =>
    new Problem("unknown-key", "The account has no active key with this ID.", { parameter: "id" });
  const admin = <Query extends z.ZodObject, Fields extends z.ZodObject>(
    contract: Contract<Query, Fields>,
    act: (asked: ContractInput<z.output<Query>, z.output<Fields>>, id: string, by: Actor) => Promise<unknown>,
  ) =>
    contractHandler(
      contract,
      (request) => requireAdminToken(request, token),
      async (asked, _principal, request, requestId) => {
        const by: Actor = { kind: "operator", name: "ADMIN_TOKEN", network: networkOf(source(request)) };
        const done = await act(asked, request.params.id ?? "", by);
        return jsonResponse(done, requestId, { status: contract.status });
      },
    );

  return pathEndpoints("admin", false, [
    admin(contracts.adminKeys, async ({ query }) => ({
      keys: await keys.list((await find(query.email)).id),
    })),
    admin(contracts.adminCreateKey, async ({ fields }, _id, by) => {
      const { account } = await accountStore.ensure(fields.email, by);
      return keys.create(account.id, fields.name, fields.apis, fields, by);
    }),
    admin(contracts.adminUpdateKey, async ({ fields: { email, ...change } }, id, by) => {
      const changed = await keys.update((await find(email)).id, id, change, by);
      if (changed === undefined) throw missing();
      return changed;
    }),
    admin(contracts.adminRollKey, async ({ fields }, id, by) => {
      const made = await keys.roll((await find(fields.email)).id, id, fields.grace, by);
      if (made === undefined) throw missing();
      return made;
    }),
    admin(contracts.adminRevokeKey, async ({ fields }, id, by) => {
      if (!(await keys.revoke((await find(fields.email)).id, id, by))) throw missing();
      return { revoked: true };
    }),
    admin(contracts.adminPlans, async ({ query }) => ({
      plans: await accountStore.heldPlans((await find(query.email)).id),
    })),
    admin(contracts.adminSetPlans, async ({ fields }, _id, by) => {
      const { id } = await find(fields.email);
      await accountStore.setPlans(id, fields.plan, by);
      return { plans: await accountStore.heldPlans(id) };
    }),
    admin(contracts.adminUsage, async ({ query }) => accounts.usage((await find(query.email)).id)),
  ]);
}
