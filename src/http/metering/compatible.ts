import type { RateLimiter } from "../../accounts/rate-limiter.ts";
import type { Api, CompatibleOperation, CompatibleRate } from "../../kit/descriptor.ts";
import { asProblem, type Problem, type RenderedProblem } from "../../kit/problem.ts";
import { pathEndpoints } from "../core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import type { Services } from "./context.ts";
import { operationEndpoints } from "./operation.ts";

/** Gives the problems of an endpoint the form and the headers that clients of another service expect. */
export function renderingProblems(
  endpoint: Endpoint,
  render: (problem: Problem) => RenderedProblem,
  headersOf?: (request: RoutedRequest) => Readonly<Record<string, string>>,
): Endpoint {
  return {
    ...endpoint,
    async handle(request, requestId) {
      try {
        return await endpoint.handle(request, requestId);
      } catch (error) {
        const problem = asProblem(error);
        throw problem.with({ headers: headersOf?.(request), rendered: render(problem) });
      }
    },
  };
}

/** The requests that the key of a request may send; undefined without a key. */
function rateOf({ caller }: RoutedRequest, limiter: RateLimiter | undefined): CompatibleRate | undefined {
  if (limiter === undefined || caller?.key === undefined) return undefined;
  const { remaining, resetMs } = limiter.state(caller.key);
  return { limit: Math.floor(limiter.limit.burst), remaining, resetSeconds: Math.ceil(resetMs / 1000) };
}

function endpointsOf(
  api: Api,
  { id, operation, problem, headers }: CompatibleOperation,
  services: Services,
): Endpoint[] {
  const limiter = services.metering?.keyLimiter;
  const headersOf = (request: RoutedRequest, charged: number) =>
    headers?.(charged, rateOf(request, limiter), Date.now()) ?? {};
  // Clients of another service know no jobs.
  return operationEndpoints(api, id, operation, { ...services, jobs: undefined }).map((endpoint) => {
    const withHeaders: Endpoint = {
      ...endpoint,
      async handle(request, requestId) {
        const response = await endpoint.handle(request, requestId);
        const charged = Number.parseInt(response.headers.get("quintet-cost") ?? "0", 10);
        for (const [name, value] of Object.entries(headersOf(request, charged))) {
          response.headers.set(name, value);
        }
        return response;
      },
    };
    return renderingProblems(withHeaders, problem, (request) => headersOf(request, 0));
  });
}

/** The endpoints of the operations that an API has under the contracts of other services. */
export function compatibleEndpoints(api: Api, services: Services): Endpoint[] {
  const all = (api.compatible ?? []).flatMap((one) => endpointsOf(api, one, services));
  const methods = all.map(({ labels: [, id], methods: [method], path, handle }) => {
    return { id, method, path, handle };
  });
  return pathEndpoints(api.name, true, methods);
}
