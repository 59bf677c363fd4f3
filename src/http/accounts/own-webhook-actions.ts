import { z } from "zod";
import type { Contract } from "../../kit/contract.ts";
import { webhookResource } from "../../webhooks/webhook-resource.ts";
import type { DeliveryFilter, NewEndpoint } from "../../webhooks/webhook-schemas.ts";
import { Deliveries, deliveryPage, NewWebhook, Webhook } from "../../webhooks/webhook-schemas.ts";
import type { AcceptedRequest, Outcome, SiteAction } from "../core/contract-endpoints.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import { redirect } from "../core/responses.ts";
import { sessionOf } from "../core/session-cookie.ts";
import type { RejectedForm } from "./account-pages.ts";
import type { AccountSite } from "./account-site.ts";

const {
  create,
  deliveries,
  update,
  delete: remove,
  roll,
  test,
  replayDelivery,
  replay,
} = webhookResource.actions;

/** Deliveries on the page of an endpoint. */
const PAGE = 10;
const ownPage = deliveryPage.extend({ limit: deliveryPage.shape.limit.unwrap().default(PAGE) });

type OwnAction<Query extends z.ZodObject, Fields extends z.ZodObject> = SiteAction<
  AccountSite,
  { readonly account: string },
  Query,
  Fields
>;

/** An action behind a form of the account page: a browser sends a POST with a session. */
function own<Query extends z.ZodObject, Fields extends z.ZodObject>(
  action: Contract<Query, Fields>,
  id: string,
  change: Pick<Contract, "errors"> & Partial<Omit<Contract, "query" | "fields">>,
  run: OwnAction<Query, Fields>["run"],
): OwnAction<Query, Fields> {
  const { tag, path, summary, query, fields, status, output, clears } = action;
  const described = { tag, summary, query, fields, status, output, ...(clears === true ? { clears } : {}) };
  return { ...described, id, access: "session", method: "POST", path: `/account${path}`, ...change, run };
}

/** A webhook endpoint with a new secret; browsers are redirected to the page of webhooks, which shows it once. */
function webhookMade(
  site: AccountSite,
  webhook: NewEndpoint,
  { request, requestId }: Pick<AcceptedRequest<unknown, unknown>, "request" | "requestId">,
): Outcome {
  const flash = { kind: "webhook", id: webhook.id, secret: webhook.secret } as const;
  const section = "webhooks";
  return {
    json: webhook,
    html: () => site.toAccount(sessionOf(request) ?? "", flash, requestId, { section }),
  };
}

/** The page of a webhook endpoint, after an action on it or on its deliveries. */
function toWebhook(
  json: unknown,
  { id, requestId }: Pick<AcceptedRequest<unknown, unknown>, "id" | "requestId">,
): Outcome {
  return { json, html: () => redirect(`/account/webhooks/${id}`, requestId) };
}

/** A webhook endpoint and a page of its deliveries. Throws `unknown-webhook`. */
async function readWebhook(
  site: AccountSite,
  { id, account, request }: Pick<AcceptedRequest<unknown, unknown>, "id" | "request"> & { account: string },
  filter: DeliveryFilter,
) {
  const webhooks = site.webhooks(account, request);
  const webhook = await webhooks.read(id);
  const page = await webhooks.deliveries(id, filter);
  const pageOf = async (requestId: string, rejected?: RejectedForm) => {
    const daily = await webhooks.deliveriesByDay(webhook);
    const { state = "", after } = filter;
    const view = { webhook, ...page, daily, state, isNewest: after === undefined, now: site.accounts.now() };
    const { status, options } = rejected?.error ?? {};
    return site.page(requestId, (pages) => pages.webhook({ ...view, rejected }), status, options?.headers);
  };
  return { webhook, page, pageOf };
}

/** The page of a webhook endpoint with a form that was not accepted. Throws `unknown-webhook`. */
export async function rejectedWebhookPage(
  site: AccountSite,
  request: RoutedRequest,
  requestId: string,
  rejected: RejectedForm,
): Promise<Response> {
  const asked = { id: request.params.id ?? "", account: await site.signedIn(request), request };
  const { pageOf } = await readWebhook(site, asked, ownPage.parse({}));
  return pageOf(requestId, rejected);
}

const ofUrl = ["rate-limited", "url-invalid", "url-not-public", "conflict", "account-suspended"] as const;
const one = ["forbidden", "unknown-webhook"] as const;

/** The webhooks of the signed-in account, behind the forms of its page. */
export const ownWebhookActions = {
  createOwnWebhook: own(
    create,
    "createOwnWebhook",
    {
      output: NewWebhook,
      errors: ["forbidden", ...ofUrl],
    },
    async (asked, site) => {
      const { account, fields, request } = asked;
      return webhookMade(site, await site.webhooks(account, request).create(fields), asked);
    },
  ),
  readOwnWebhook: own(
    { ...deliveries, query: ownPage },
    "readOwnWebhook",
    {
      method: "GET",
      path: "/account/webhooks/{id}",
      summary: "Read a webhook endpoint and its deliveries",
      output: z.object({ webhook: Webhook, ...Deliveries.shape }),
      errors: ["unknown-webhook"],
    },
    async (asked, site) => {
      const { webhook, page, pageOf } = await readWebhook(site, asked, asked.query);
      return { json: { webhook, ...page }, html: () => pageOf(asked.requestId) };
    },
  ),
  updateOwnWebhook: own(
    update,
    "updateOwnWebhook",
    {
      errors: [...one, ...ofUrl],
    },
    async (asked, site) => {
      const { id, account, fields, request } = asked;
      return toWebhook(await site.webhooks(account, request).update(id, fields), asked);
    },
  ),
  deleteOwnWebhook: own(
    remove,
    "deleteOwnWebhook",
    {
      path: "/account/webhooks/{id}/delete",
      errors: one,
    },
    async ({ id, account, request, requestId }, site) => {
      const json = await site.webhooks(account, request).remove(id);
      return { json, html: () => redirect("/account/webhooks", requestId) };
    },
  ),
  rollOwnWebhook: own(
    roll,
    "rollOwnWebhook",
    {
      output: NewWebhook,
      errors: one,
    },
    async (asked, site) => {
      const { id, account, request } = asked;
      return webhookMade(site, await site.webhooks(account, request).roll(id), asked);
    },
  ),
  testOwnWebhook: own(
    test,
    "testOwnWebhook",
    {
      errors: [...one, "conflict", "rate-limited"],
    },
    async (asked, site) => {
      const { id, account, request } = asked;
      return toWebhook(await site.webhooks(account, request).test(id), asked);
    },
  ),
  replayOwnWebhookDelivery: own(
    replayDelivery,
    "replayOwnWebhookDelivery",
    {
      errors: [...one, "conflict"],
    },
    async (asked, site) => {
      const { account, request, requestId } = asked;
      const { id = "", event = "" } = request.params;
      const json = await site.webhooks(account, request).replay(id, event);
      return { json, html: () => redirect(`/account/webhooks/${id}/deliveries/${event}`, requestId) };
    },
  ),
  replayOwnWebhook: own(
    replay,
    "replayOwnWebhook",
    {
      errors: [...one, "conflict"],
    },
    async (asked, site) => {
      const { id, account, fields, request } = asked;
      return toWebhook(await site.webhooks(account, request).replayFailed(id, fields), asked);
    },
  ),
};
