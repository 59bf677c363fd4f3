import { z } from "zod";
import type { Contract } from "../../kit/contract.ts";
import { webhookResource } from "../../webhooks/webhook-resource.ts";
import { Deliveries, NewWebhook, Webhook } from "../../webhooks/webhook-schemas.ts";

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

/** An action behind a form of the account page: a browser sends a POST with a session. */
function own<Query extends z.ZodObject, Fields extends z.ZodObject>(
  action: Contract<Query, Fields>,
  id: string,
  change: Pick<Contract, "errors"> & Partial<Omit<Contract, "query" | "fields">>,
): Contract<Query, Fields> {
  const { tag, path, summary, query, fields, status, output, clears } = action;
  const described = { tag, summary, query, fields, status, output, ...(clears === true ? { clears } : {}) };
  return { ...described, id, access: "session", method: "POST", path: `/account${path}`, ...change };
}

const ofUrl = ["rate-limited", "url-invalid", "url-not-public", "conflict", "account-suspended"] as const;
const one = ["forbidden", "unknown-webhook"] as const;

/** Contracts for signed-in users, behind the forms of the account page. */
export const ownWebhookContracts = {
  createOwnWebhook: own(create, "createOwnWebhook", {
    output: NewWebhook,
    errors: ["forbidden", ...ofUrl],
  }),
  readOwnWebhook: own(deliveries, "readOwnWebhook", {
    method: "GET",
    path: "/account/webhooks/{id}",
    summary: "Read a webhook endpoint and its deliveries",
    output: z.object({ webhook: Webhook, ...Deliveries.shape }),
    errors: ["unknown-webhook"],
  }),
  updateOwnWebhook: own(update, "updateOwnWebhook", { errors: [...one, ...ofUrl] }),
  deleteOwnWebhook: own(remove, "deleteOwnWebhook", { path: "/account/webhooks/{id}/delete", errors: one }),
  rollOwnWebhook: own(roll, "rollOwnWebhook", { output: NewWebhook, errors: one }),
  testOwnWebhook: own(test, "testOwnWebhook", { errors: [...one, "conflict", "rate-limited"] }),
  replayOwnWebhookDelivery: own(replayDelivery, "replayOwnWebhookDelivery", { errors: [...one, "conflict"] }),
  replayOwnWebhook: own(replay, "replayOwnWebhook", { errors: [...one, "conflict"] }),
};
