import { z } from "zod";
import { nextPage } from "../kit/contract.ts";
import { component } from "../kit/described-objects.ts";
import { deliveryStates, webhookEventTypes } from "./emit-webhook.ts";

const moment = z.iso.datetime();

/** An endpoint without its secret. */
export const Webhook = component("Webhook", "An endpoint that receives events.", {
  id: z.string().describe("The ID of the endpoint."),
  url: z.string().describe("The URL that events are sent to."),
  mode: z.enum(["live", "test"]).describe("Whether it gets events of live or of test keys."),
  events: z
    .array(z.enum(webhookEventTypes))
    .readonly()
    .nullable()
    .describe("The types of events that are sent; null for all."),
  enabled: z.boolean().describe("Whether events are sent to it."),
  disabledReason: z
    .enum(["owner", "gone", "failing"])
    .nullable()
    .describe(
      "Why it is off: you turned it off, it returned 410, or it failed for 5 days. Null while it is on.",
    ),
  failingSince: moment
    .nullable()
    .describe("When attempts began to fail; null if the last one succeeded or none was made."),
  verified: z
    .boolean()
    .describe(
      "Whether its URL has accepted the `webhook.verification` event. Until then, other events wait.",
    ),
  formerSecretUntil: moment
    .nullable()
    .describe("When events stop being signed with the old secret; null after that."),
  createdAt: moment.describe("When it was created, in UTC."),
});
export type EndpointView = z.output<typeof Webhook>;

export const NewWebhook = Webhook.extend({
  secret: z.string().describe("The signing secret: `whsec_` and Base64. It is shown only once."),
}).meta({ id: "NewWebhook" });
export type NewEndpoint = z.output<typeof NewWebhook>;

export const ManagedWebhook = Webhook.extend({
  secret: z
    .string()
    .nullable()
    .describe(
      "The signing secret: `whsec_` and Base64. It is shown only once. Null in a repeated response (`Idempotency-Replayed: true`).",
    ),
}).meta({ id: "ManagedWebhook" });

const Attempt = component("WebhookAttempt", "One attempt to deliver an event.", {
  startedAt: moment.describe("When it began, in UTC."),
  status: z.int().nullable().describe("The status of the response; null without a response."),
  responseHeaders: z
    .record(z.string(), z.string())
    .nullable()
    .describe(
      "Headers of the response by lowercase name, up to 200 characters each: allow, cf-ray, content-encoding, content-length, content-type, date, location without its query, retry-after, server, via, x-amzn-requestid, x-request-id. Others are not stored. null without a response, and if it is not stored anymore.",
    ),
  responseBody: z
    .string()
    .nullable()
    .describe(
      "The first 1,000 bytes of the response body as text. U+FFFD replaces invalid bytes and control characters. null if it is empty or compressed, without a response, and if it is not stored anymore: the newest 10,000 responses of an account are.",
    ),
  responseTruncated: z
    .boolean()
    .describe("Whether the response body is longer than `responseBody`, or did not end within 1 s."),
  error: z
    .string()
    .nullable()
    .describe("Why there was no response, such as `upstream-timeout`; null if there was one."),
  durationMs: z.int().min(0).describe("How long it took, in milliseconds."),
  nextAttemptAt: moment.nullable().describe("When the next attempt was scheduled; null if none was."),
});
export type AttemptView = z.output<typeof Attempt>;

const Delivery = component("WebhookDelivery", "The delivery of one event to one endpoint.", {
  event: z.string().describe("The ID of the event, as in `webhook-id`."),
  type: z.string().describe("The type of the event."),
  state: z
    .enum(deliveryStates)
    .describe("`pending` events will be sent. `failed` ones are not sent again unless you resend them."),
  createdAt: moment.describe("When the event happened, in UTC."),
  nextAttemptAt: moment.nullable().describe("When it is attempted next; null if it is not pending."),
  attempts: z.array(Attempt).readonly().describe("The attempts, newest first, up to 20."),
});
export type DeliveryView = z.output<typeof Delivery>;

export const Deliveries = z.object({
  deliveries: z.array(Delivery).readonly().describe("The deliveries, newest first."),
  next: nextPage,
});

export const Deleted = z.object({ deleted: z.literal(true).describe("Always true.") });

export const Tested = z.object({ event: z.string().describe("The ID of the test event.") });

export const Replayed = z.object({
  replayed: z.int().min(0).describe("The number of events that are sent again."),
});
