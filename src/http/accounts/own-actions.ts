import type { z } from "zod";
import type { Contract } from "../../kit/contract.ts";
import type { Action, ActionCall } from "../../kit/resource.ts";
import type { AcceptedRequest, SiteAction } from "../core/contract-endpoints.ts";
import { sessionOf } from "../core/session-cookie.ts";
import type { AccountSite } from "./account-site.ts";
import type { Flash } from "./flash.ts";

/** A request of the signed-in account. */
export type OwnRequest = Pick<AcceptedRequest<unknown, unknown>, "id" | "request" | "requestId"> & {
  readonly account: string;
};

type Changed = Partial<Pick<Contract, "path" | "summary" | "description" | "output">>;

/**
 * Actions of a resource behind forms of the account page: a browser sends a POST with a session, and is redirected by `html`.
 * `reject` throws the problem of a form for one of the resource.
 */
export function ownActions<Services>(
  servicesOf: (site: AccountSite) => Services,
  reject = (error: unknown): never => {
    throw error;
  },
) {
  return <Query extends z.ZodObject, Fields extends z.ZodObject, Output extends z.ZodType>(
    action: Action<Services, ActionCall, Query, Fields, Output>,
    change: Pick<Contract, "id" | "errors"> & Changed,
    html: (asked: OwnRequest, site: AccountSite, json: z.input<Output>) => Response | Promise<Response>,
  ): SiteAction<AccountSite, { readonly account: string }, Query, Fields> => {
    const { tag, path, summary, query, fields, status, output, clears = false } = action;
    return {
      ...{ tag, summary, query, fields, status, output, ...(clears && { clears }) },
      access: "session",
      method: "POST",
      path: `/account${path}`,
      ...change,
      async run(asked, site) {
        const { account, request } = asked;
        const call = { ...asked, params: request.params, caller: site.caller(account, request) };
        const json = await action.run(call, servicesOf(site)).catch(reject);
        return json instanceof Response ? json : { json, html: () => html(asked, site, json) };
      },
    };
  };
}

/** Redirects a browser to the page that shows a new secret once. */
export function toSecret(
  site: AccountSite,
  { request, requestId }: OwnRequest,
  flash: Omit<Flash, "kind"> & { readonly kind: "key" | "webhook" },
): Response {
  return site.toAccount(sessionOf(request) ?? "", flash, requestId, { section: `${flash.kind}s` });
}
