import { type Deprecation, deprecationHeaders } from "../../kit/deprecation.ts";
import type { AnyOperation, Api } from "../../kit/descriptor.ts";
import { asProblem } from "../../kit/problem.ts";
import { rawQuery } from "../../kit/query.ts";
import type { Endpoint } from "./endpoint.ts";
import { exposing } from "./headers.ts";

/** Adds the deprecation headers of the operation, the path and the parameters of the query to responses and errors. */
export function announcingDeprecations(endpoint: Endpoint, api: Api, operation: AnyOperation): Endpoint {
  const { deprecated = {} } = operation;
  const always = [deprecated.operation, deprecated.paths?.[endpoint.path]].filter((one) => one !== undefined);
  const parameters = Object.entries(deprecated.parameters ?? {});
  if (always.length === 0 && parameters.length === 0) return endpoint;
  const usedBy = (url: string): Deprecation[] => {
    const query = new URLSearchParams(rawQuery(url));
    return [...always, ...parameters.flatMap(([name, one]) => (query.has(name) ? [one] : []))];
  };
  return {
    ...endpoint,
    async handle(request, requestId) {
      const used = usedBy(request.url);
      if (used.length === 0) return endpoint.handle(request, requestId);
      const headers = deprecationHeaders(used, api.document);
      try {
        const response = await endpoint.handle(request, requestId);
        for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
        response.headers.set("Access-Control-Expose-Headers", exposing(Object.keys(operation.headers ?? {})));
        return response;
      } catch (error) {
        throw asProblem(error).with({ headers });
      }
    },
  };
}
