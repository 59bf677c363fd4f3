import { networkOf } from "../../accounts/audit.ts";
import type { Caller } from "../../accounts/authenticate.ts";
import { rawQuery } from "../../kit/query.ts";
import { isRecord } from "../../kit/record.ts";
import type {
  Action,
  ActionCall,
  ActionCaller,
  ActionInput,
  DescribedResource,
  RawAction,
} from "../../kit/resource.ts";
import { contractHandler, type PathMethod, pathEndpoints } from "../core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { jsonResponse } from "../core/responses.ts";
import { anonymousCaller } from "./async-call.ts";
import { type AuthorizeDeps, authorize } from "./authorize.ts";
import { type CreateOnceDeps, createOnce, fingerprintOfFields, readOnce } from "./create-once.ts";

/** A request to this server that calls an action. */
export interface ServerCall extends ActionCall {
  readonly request: RoutedRequest;
  readonly caller: ActionCaller & Caller;
}

/** A caller that an action has accepted. */
export type ResourceCaller = ServerCall["caller"];

/** Dependencies of the endpoints of resources. */
export interface ResourceDeps extends AuthorizeDeps, CreateOnceDeps {
  readonly source: (request: Request) => string | undefined;
  readonly isMetered: boolean;
}

/** A response as it may be stored: a secret is shown only once. */
function withoutSecret(value: unknown, secret: string | undefined): unknown {
  return secret !== undefined && isRecord(value) ? { ...value, [secret]: null } : value;
}

function callerOf<Services>(resource: DescribedResource<Services, ServerCall>, deps: ResourceDeps) {
  return async (request: RoutedRequest, isOpen: boolean, scope?: string): Promise<ResourceCaller> => {
    const by = { kind: "owner", network: networkOf(deps.source(request)) } as const;
    if (isOpen || (resource.isKeyless === true && !deps.isMetered)) {
      return { ...anonymousCaller, by: { ...by, key: "" } };
    }
    const caller = await authorize(deps, scope, request, rawQuery(request.url), {});
    return { ...caller, by: { ...by, key: caller.keyId } };
  };
}

function endpointOf<Services>(
  action: Action<Services, ServerCall> | RawAction<Services, ServerCall>,
  resource: DescribedResource<Services, ServerCall>,
  services: Services,
  deps: ResourceDeps,
): PathMethod {
  const find = callerOf(resource, deps);
  if ("handle" in action) {
    const { id, method, path } = action;
    const handle: Endpoint["handle"] = (request, requestId) =>
      action.handle(
        { request, requestId, authorize: (scope) => find(request, false, scope ?? resource.scope) },
        services,
      );
    return { id, method, path, handle };
  }
  const { scope = resource.scope, status, isFound = false, location } = action;
  const allow = (request: RoutedRequest) => find(request, action.access === "open", scope);
  const isRepeatable = action.repeatable === true;
  const { idempotencyStore } = deps;
  return contractHandler(action, allow, async (read, caller, request, requestId) => {
    const { params } = request;
    const repeatable = { caller, scope: resource.scope, request };
    const { query, fields } = await (isRepeatable ? readOnce(idempotencyStore, repeatable, read) : read());
    const given: ActionInput<typeof query, typeof fields> & ServerCall = {
      ...{ query, fields, params, id: params.id ?? "", caller, request, requestId },
    };
    const respond = (value: unknown) => {
      if (value instanceof Response) return value;
      const headers = location === undefined ? {} : { headers: { Location: location(value) } };
      return jsonResponse(value, requestId, { status, ...headers });
    };
    if (!isRepeatable) return respond(await action.run(given, services));
    let done: unknown;
    return createOnce(deps, {
      ...repeatable,
      requestId,
      fingerprint: fingerprintOfFields(request, query, fields),
      async create(idempotencyHash) {
        done = await action.run({ ...given, idempotencyHash }, services);
        return respond(done);
      },
      isFound,
      stored: () => respond(withoutSecret(done, action.secret)),
    });
  });
}

/** The endpoints of a resource. An account has access to its own objects only: `run` gets the caller. */
export function resourceEndpoints<Services>(
  resource: DescribedResource<Services, ServerCall>,
  services: Services,
  deps: ResourceDeps,
): Endpoint[] {
  const all = [...Object.values(resource.actions), ...(resource.open ?? [])];
  return pathEndpoints(
    resource.label ?? "accounts",
    true,
    all.map((action) => endpointOf(action, resource, services, deps)),
  );
}
