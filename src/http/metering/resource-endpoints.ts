import { networkOf } from "../../accounts/audit.ts";
import { rawQuery } from "../../kit/query.ts";
import { isRecord } from "../../kit/record.ts";
import type { Action, DescribedResource } from "../../kit/resource.ts";
import { contractHandler, type PathMethod, pathEndpoints } from "../core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { jsonResponse } from "../core/responses.ts";
import { type AuthorizeDeps, authorize } from "./authorize.ts";
import { type CreateOnceDeps, createOnce, fingerprintOfFields } from "./create-once.ts";

/** Dependencies of the endpoints of resources. */
export interface ResourceDeps extends AuthorizeDeps, CreateOnceDeps {
  /** Where requests come from, for the audit log. */
  readonly source: (request: Request) => string | undefined;
}

/** A response as it may be stored: a secret is shown only once. */
function withoutSecret(value: unknown, secret: string | undefined): unknown {
  return secret !== undefined && isRecord(value) ? { ...value, [secret]: null } : value;
}

function endpointOf<Services>(
  action: Action<Services>,
  scope: string | undefined,
  services: Services,
  deps: ResourceDeps,
): PathMethod {
  const allow = async (request: RoutedRequest) => {
    const caller = await authorize(deps, scope, request, rawQuery(request.url), {});
    request.caller = { account: caller.account, key: caller.keyId };
    return caller;
  };
  return contractHandler(action, allow, async (input, caller, request, requestId) => {
    const { account, keyId, mode, apis } = caller;
    const by = { kind: "owner", network: networkOf(deps.source(request)), key: keyId } as const;
    const { params } = request;
    const given = { ...input, params, id: params.id ?? "", caller: { account, mode, apis, by } };
    const respond = (value: unknown) => jsonResponse(value, requestId, { status: action.status });
    if (action.repeatable !== true) return respond(await action.run(given, services));
    let done: unknown;
    return createOnce(deps, {
      caller,
      ...(scope === undefined ? {} : { scope }),
      request,
      requestId,
      fingerprint: fingerprintOfFields(request, input.query, input.fields),
      async create() {
        done = await action.run(given, services);
        return respond(done);
      },
      stored: () => respond(withoutSecret(done, action.secret)),
    });
  });
}

/** The endpoints of a resource. An account has access to its own objects only: `run` gets the caller. */
export function resourceEndpoints<Services>(
  { actions, scope }: DescribedResource<Services>,
  services: Services,
  deps: ResourceDeps,
): Endpoint[] {
  return pathEndpoints(
    "accounts",
    true,
    Object.values(actions).map((action) => endpointOf(action, scope, services, deps)),
  );
}
