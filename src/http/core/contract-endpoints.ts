import type { z } from "zod";
import { type Contract, type Group, type InGroup, inGroup, type nothing } from "../../kit/contract.ts";
import { Problem } from "../../kit/problem.ts";
import { lazyInputReader, rawQuery } from "../../kit/query.ts";
import type { Endpoint, RoutedRequest } from "./endpoint.ts";
import { readFields, readTexts } from "./form-body.ts";
import { type ExtraHeaders, privateJson, wantsHtml } from "./responses.ts";

/** The input of a request, as its contract reads it. */
export interface ContractInput<Query, Fields> {
  readonly query: Query;
  readonly fields: Fields;
}

/** One method of a path. */
export interface PathMethod {
  readonly id: string;
  readonly method: Contract["method"];
  readonly path: `/${string}`;
  readonly handle: Endpoint["handle"];
}

/** The result of a handler: JSON for programs, and a page or a redirect for people. */
export interface Outcome {
  readonly json: unknown;
  readonly headers?: ExtraHeaders;
  /** Left out where people get the JSON too, such as a download. */
  html?(): Response | Promise<Response>;
}

function outcomeResponse(
  { json, headers, html }: Outcome,
  request: Request,
  requestId: string,
  status: number,
): Response | Promise<Response> {
  if (html !== undefined && wantsHtml(request)) return html();
  return privateJson(json, requestId, status, headers);
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

/** Joins a contract to its handler. `authorize` runs before the request is read; its result and the reader are handed on. */
export function contractHandler<Query extends z.ZodObject, Fields extends z.ZodObject, Principal>(
  contract: Contract<Query, Fields>,
  authorize: (request: RoutedRequest) => Principal | Promise<Principal>,
  act: (
    read: () => Promise<ContractInput<z.output<Query>, z.output<Fields>>>,
    principal: Principal,
    request: RoutedRequest,
    requestId: string,
  ) => Response | Promise<Response>,
): PathMethod {
  const { id, method, path, fields: schema, clears } = contract;
  const hasBody = method === "POST" || method === "PATCH";
  const readQuery = lazyInputReader(contract.query, []);
  const readParameters = lazyInputReader(schema, []);
  const readBody = async (request: Request) => {
    if (contract.areParameters !== true) return readFields(request, schema, clears);
    const texts = [...(await readTexts(request, schema))].filter(([, value]) => value !== "");
    return readParameters(new URLSearchParams(texts).toString(), {});
  };
  return {
    id,
    method,
    path,
    async handle(request, requestId) {
      const principal = await authorize(request);
      const read = async () => {
        const query = readQuery(queryOf(request), {});
        return { query, fields: hasBody ? await readBody(request) : schema.parse({}) };
      };
      return act(read, principal, request, requestId);
    },
  };
}

/** A request that its contract has accepted. */
export interface AcceptedRequest<Query, Fields> extends ContractInput<Query, Fields> {
  readonly id: string;
  readonly request: RoutedRequest;
  readonly requestId: string;
}

/** An endpoint of a site, described once: programs get JSON, people a page or a redirect. */
export interface SiteAction<
  Site,
  Principal extends object = object,
  Query extends z.ZodObject = z.ZodObject,
  Fields extends z.ZodObject = z.ZodObject,
> extends Contract<Query, Fields> {
  run(
    request: AcceptedRequest<z.output<Query>, z.output<Fields>> & Principal,
    site: Site,
  ): Promise<Outcome | Response>;
}

/** Makes the actions of a group, and checks the `run` of each against its schemas. */
export function siteActionsOf<Site, Principal extends object = object>(group: Group) {
  return <Query extends z.ZodObject = typeof nothing, Fields extends z.ZodObject = typeof nothing>(
    described: InGroup<SiteAction<Site, Principal, Query, Fields>>,
  ) => inGroup<SiteAction<Site, Principal, Query, Fields>>(group, described);
}

/** Joins actions to a site. `authorize` returns who calls. */
export function siteRoutes<Site, Principal extends object>(
  actions: Readonly<Record<string, SiteAction<Site, Principal>>>,
  site: Site,
  authorize: (request: RoutedRequest) => Principal | Promise<Principal>,
): PathMethod[] {
  return Object.values(actions).map((action) =>
    contractHandler(action, authorize, async (read, principal, request, requestId) => {
      const accepted = { ...(await read()), ...principal, id: request.params.id ?? "", request, requestId };
      const outcome = await action.run(accepted, site);
      if (outcome instanceof Response) return outcome;
      return outcomeResponse(outcome, request, requestId, action.status);
    }),
  );
}

/** The endpoints of these: one for each path. The first of a path names it in metrics and logs. */
export function pathEndpoints(label: string, shared: boolean, all: readonly PathMethod[]): Endpoint[] {
  return [...Map.groupBy(all, ({ path }) => path)].flatMap(([path, of]): Endpoint[] => {
    const [first] = of;
    if (first === undefined) return [];
    // As `Allow` lists them: GET first.
    const isGet = ({ method }: PathMethod) => Number(method === "GET");
    const [only, ...further] = of.toSorted((a, b) => isGet(b) - isGet(a)).map(({ method }) => method);
    return [
      {
        path,
        labels: [label, first.id],
        methods: [only ?? first.method, ...further],
        shared,
        handle(request, requestId) {
          const method = request.method === "HEAD" ? "GET" : request.method;
          return (of.find((one) => one.method === method) ?? first).handle(request, requestId);
        },
      },
    ];
  });
}

const FORM_BYTES = 8_000;

/** A form that was not accepted, and what was typed into it. */
export interface RejectedForm {
  readonly error: Problem;
  readonly id: string | undefined;
  readonly typed: URLSearchParams;
}

/** The route of a form; people whose input is not accepted get the page with the form again, with what they typed. */
export function keepingTyped(
  route: PathMethod,
  page: (rejected: RejectedForm, request: RoutedRequest, requestId: string) => Promise<Response>,
): PathMethod {
  return {
    ...route,
    async handle(request, requestId) {
      const length = Number(request.headers.get("content-length") ?? FORM_BYTES);
      if (!wantsHtml(request) || length >= FORM_BYTES) return route.handle(request, requestId);
      const copy = request.clone();
      try {
        return await route.handle(request, requestId);
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error;
        const typed = new URLSearchParams(await copy.text());
        return page({ error, id: request.params.id, typed }, request, requestId);
      }
    },
  };
}

/** Wraps an endpoint so that browsers get its errors as pages; programs get the problem. */
export function withErrorPages(
  endpoint: Endpoint,
  write: (error: Problem, requestId: string) => Response | Promise<Response>,
): Endpoint {
  return {
    ...endpoint,
    async handle(request, requestId) {
      try {
        return await endpoint.handle(request, requestId);
      } catch (error) {
        if (!(error instanceof Problem) || !wantsHtml(request) || error.code === "internal") throw error;
        return await write(error, requestId);
      }
    },
  };
}
