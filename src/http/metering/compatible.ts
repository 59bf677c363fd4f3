import type { Api, CompatibleOperation } from "../../kit/descriptor.ts";
import { asProblem, Problem, type RenderedProblem } from "../../kit/problem.ts";
import type { Endpoint } from "../core/endpoint.ts";
import type { Services } from "./context.ts";
import { operationEndpoints } from "./operation.ts";

/** Gives the problems of an endpoint the form that clients of another service expect. */
export function renderingProblems(
  endpoint: Endpoint,
  render: (problem: Problem) => RenderedProblem,
): Endpoint {
  return {
    ...endpoint,
    async handle(request, requestId) {
      try {
        return await endpoint.handle(request, requestId);
      } catch (error) {
        const problem = asProblem(error);
        const { code, message, options } = problem;
        throw new Problem(code, message, { ...options, rendered: render(problem) });
      }
    },
  };
}

/** The endpoints of an operation under the contract of another service. */
export function compatibleEndpoints(
  api: Api,
  { operation, problem, headers }: CompatibleOperation,
  services: Services,
): Endpoint[] {
  const id = operation.path.split("/").at(-1) ?? "";
  // Clients of another service know no jobs.
  return operationEndpoints(api, id, operation, { ...services, jobs: undefined }).map((endpoint) => {
    const withHeaders: Endpoint = {
      ...endpoint,
      async handle(request, requestId) {
        const response = await endpoint.handle(request, requestId);
        for (const [name, value] of Object.entries(headers(response.headers, Date.now()))) {
          response.headers.set(name, value);
        }
        return response;
      },
    };
    return renderingProblems(withHeaders, problem);
  });
}
