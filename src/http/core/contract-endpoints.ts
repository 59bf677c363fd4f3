import type { z } from "zod";
import type { Contract } from "../../kit/contract.ts";
import { inputReader, rawQuery } from "../../kit/query.ts";
import type { Endpoint, RoutedRequest } from "./endpoint.ts";
import { readFields } from "./form-body.ts";
import { wantsHtml } from "./responses.ts";

/** What a request asks for, as its contract reads it. */
export interface ContractInput<Query, Fields> {
  readonly query: Query;
  readonly fields: Fields;
}

/** One method of an address: how it is answered. */
export interface ContractHandler {
  readonly contract: Contract;
  readonly answer: Endpoint["answer"];
}

/** The query of a request; a form of a page sends also the fields that nobody has filled in. */
function queryOf(request: Request): string {
  const query = rawQuery(request.url);
  if (!wantsHtml(request)) return query;
  return query
    .split("&")
    .filter((pair) => !pair.endsWith("="))
    .join("&");
}

/**
 * Joins a contract to what it does. `authorize` runs before anything of the request is read; what it gives is
 * handed on.
 */
export function contractHandler<Query extends z.ZodObject, Fields extends z.ZodObject, Principal>(
  contract: Contract<Query, Fields>,
  authorize: (request: RoutedRequest) => Principal | Promise<Principal>,
  act: (
    asked: ContractInput<z.output<Query>, z.output<Fields>>,
    principal: Principal,
    request: RoutedRequest,
    requestId: string,
  ) => Promise<Response>,
): ContractHandler {
  const readQuery = inputReader(contract.query, []);
  return {
    contract,
    async answer(request, requestId) {
      const principal = await authorize(request);
      const query = readQuery(queryOf(request), {});
      const { method, fields: schema } = contract;
      const fields = method === "POST" ? await readFields(request, schema) : schema.parse({});
      return act({ query, fields }, principal, request, requestId);
    },
  };
}

/** The endpoints of these: one for each path, whatever its methods. */
export function contractEndpoints(
  room: string,
  shared: boolean,
  all: readonly ContractHandler[],
): Endpoint[] {
  return [...Map.groupBy(all, ({ contract }) => contract.path)].flatMap(([path, methods]) => {
    const [first, ...rest] = methods;
    if (first === undefined) return [];
    return [
      {
        path,
        labels: [room, first.contract.id],
        methods: [first.contract.method, ...rest.map(({ contract }) => contract.method)],
        shared,
        answer(request, requestId) {
          const method = request.method === "HEAD" ? "GET" : request.method;
          const one = methods.find(({ contract }) => contract.method === method) ?? first;
          return one.answer(request, requestId);
        },
      } satisfies Endpoint,
    ];
  });
}
