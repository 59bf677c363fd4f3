import { networkOf } from "../../accounts/audit.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import type { Api } from "../../kit/descriptor.ts";
import { Problem } from "../../kit/problem.ts";
import { rawQuery } from "../../kit/query.ts";
import type { State } from "../../kit/state.ts";
import { requireBearer } from "../core/bearer.ts";
import { pathEndpoints, siteRoutes } from "../core/contract-endpoints.ts";
import type { Endpoint } from "../core/endpoint.ts";
import { type Pace, readBody } from "../core/read-body.ts";
import { jsonResponse } from "../core/responses.ts";
import type { tokenActions } from "./token-actions.ts";

const DETAIL = "Send the ADMIN_TOKEN of this server: Authorization: Bearer TOKEN.";

/** Throws `unauthorized` or `forbidden` unless the token is ADMIN_TOKEN. */
function requireAdminToken(request: Request, token: string | undefined): void {
  if (token === undefined) {
    throw new Problem("forbidden", "The admin API is disabled, because ADMIN_TOKEN is not set.");
  }
  requireBearer(request, { token, realm: "admin", detail: DETAIL });
}

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
  actions: ReturnType<typeof tokenActions>,
  token: string | undefined,
  source: (request: Request) => string | undefined,
): Endpoint[] {
  const routes = siteRoutes(actions, { accounts }, (request) => {
    requireAdminToken(request, token);
    return { by: { kind: "operator", name: "ADMIN_TOKEN", network: networkOf(source(request)) } as const };
  });
  return pathEndpoints("admin", false, routes);
}
