import { z } from "zod";
import { type WebhookServices, webhookResource } from "../../webhooks/webhook-resource.ts";
import type { ManagedWebhook } from "../../webhooks/webhook-responses.ts";
import { type DeliveryFilter, deliveryPage, webhookResponses } from "../../webhooks/webhook-schemas.ts";
import { type RejectedForm, siteActionsOf } from "../core/contract-endpoints.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import { redirect } from "../core/responses.ts";
import type { AccountSite } from "./account-site.ts";
import { type OwnRequest, ownActions, toSecret } from "./own-actions.ts";

const { actions } = webhookResource;

const PAGE = 10;
const ownPage = deliveryPage.extend({ limit: deliveryPage.shape.limit.unwrap().default(PAGE) });

const own = ownActions<WebhookServices>((site) => site.deps);

const withSecret = (
  asked: OwnRequest,
  site: AccountSite,
  { id, secret }: z.output<typeof ManagedWebhook>,
): Response => toSecret(site, asked, { kind: "webhook", id, secret: secret ?? "" });

const toWebhook = ({ id, requestId }: OwnRequest) => redirect(`/account/webhooks/${id}`, requestId);

async function readWebhook(site: AccountSite, id: string, account: string, filter: DeliveryFilter) {
  const { endpoints, log } = site.deps.webhooks;
  const webhook = await endpoints.find(account, id);
  const { rows: deliveries, next } = await log.list(id, filter);
  const pageOf = async (requestId: string, rejected?: RejectedForm) => {
    const { state = "", after } = filter;
    const shown = { webhook, deliveries, next, daily: await log.countByDay(id) };
    const view = { ...shown, state, isNewest: after === undefined, now: site.accounts.now(), rejected };
    const { status, options } = rejected?.error ?? {};
    return site.page(requestId, (pages) => pages.webhook(view), status, options?.headers);
  };
  return { json: { webhook, deliveries, next }, pageOf };
}

/** The page of a webhook endpoint with a form that was not accepted. Throws `unknown-webhook`. */
export async function rejectedWebhookPage(
  site: AccountSite,
  request: RoutedRequest,
  requestId: string,
  rejected: RejectedForm,
): Promise<Response> {
  const account = await site.signedIn(request);
  const { pageOf } = await readWebhook(site, request.params.id ?? "", account, ownPage.parse({}));
  return pageOf(requestId, rejected);
}

const ofUrl = ["rate-limited", "url-invalid", "url-not-public", "conflict", "account-suspended"] as const;
const one = ["unknown-webhook"] as const;

/** The webhooks of the signed-in account, behind the forms of its page. */
export const ownWebhookActions = {
  createOwnWebhook: own(
    actions.create,
    { id: "createOwnWebhook", output: () => webhookResponses().NewWebhook, errors: ofUrl },
    withSecret,
  ),
  readOwnWebhook: siteActionsOf<AccountSite, { readonly account: string }>({
    tag: actions.get.tag,
    access: "session",
    errors: ["unknown-webhook"],
  })({
    id: "readOwnWebhook",
    path: "/account/webhooks/{id}",
    summary: "Read a webhook endpoint and its deliveries",
    query: ownPage,
    output: () => z.object({ webhook: webhookResponses().Webhook, ...webhookResponses().Deliveries.shape }),
    async run({ id, account, query, requestId }, site) {
      const { json, pageOf } = await readWebhook(site, id, account, query);
      return { json, html: () => pageOf(requestId) };
    },
  }),
  updateOwnWebhook: own(actions.update, { id: "updateOwnWebhook", errors: [...one, ...ofUrl] }, toWebhook),
  deleteOwnWebhook: own(
    actions.delete,
    { id: "deleteOwnWebhook", path: "/account/webhooks/{id}/delete", errors: one },
    ({ requestId }) => redirect("/account/webhooks", requestId),
  ),
  rollOwnWebhook: own(
    actions.roll,
    { id: "rollOwnWebhook", output: () => webhookResponses().NewWebhook, errors: one },
    withSecret,
  ),
  testOwnWebhook: own(
    actions.test,
    { id: "testOwnWebhook", errors: [...one, "conflict", "rate-limited"] },
    toWebhook,
  ),
  replayOwnWebhookDelivery: own(
    actions.replayDelivery,
    { id: "replayOwnWebhookDelivery", errors: [...one, "conflict"] },
    ({ request: { params }, requestId }) =>
      redirect(`/account/webhooks/${params.id}/deliveries/${params.event}`, requestId),
  ),
  replayOwnWebhook: own(actions.replay, { id: "replayOwnWebhook", errors: [...one, "conflict"] }, toWebhook),
};
