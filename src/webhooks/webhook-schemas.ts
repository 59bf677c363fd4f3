import { z } from "zod";
import { nextPage } from "../kit/contract.ts";
import { component } from "../kit/described-objects.ts";
import { listText } from "../kit/parameter.ts";
import { webhookEventTypes } from "./emit-webhook.ts";

const moment = z.iso.datetime();
const types: readonly string[] = webhookEventTypes;
const separated = (text: string) => [...new Set(text.split(",").map((name) => name.trim()))];

const url = z
  .string()
  .min(1, "must not be empty")
  .max(2_000, "must be at most 2,000 characters long")
  .describe("An https URL on the public internet. Redirects are not followed.");

const mode = z
  .enum(["live", "test"], "must be live or test")
  .default("live")
  .describe("`live`: events of live keys. `test`: events of test keys.");

/** Types of events, read into a list; null for all types, whether none or each of them is named. */
const events = listText(
  z
    .string()
    .describe(
      `The types of events to send, separated by commas: ${types.join(", ")}. A new endpoint gets all types by default.`,
    )
    .refine((text) => text === "" || separated(text).every((name) => types.includes(name)), {
      error: `must be one or more of ${types.join(", ")}, separated by commas`,
    }),
  types,
)
  .optional()
  // Checked above.
  .transform((text) => {
    if (text === undefined) return undefined;
    const named = webhookEventTypes.filter((type) => separated(text).includes(type));
    return named.length === 0 || named.length === webhookEventTypes.length ? null : named;
  });

const enabled = z.boolean().optional().describe("Whether events are sent to it.");

const since = z
  .string()
  .describe("Events from this time on, as an ISO 8601 date (00:00 UTC) or time with an offset.")
  .refine(
    (text) => z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text).success,
    "must be an ISO 8601 date or time with an offset, such as 2027-01-31 or 2027-01-31T18:00:00Z",
  )
  .transform((text) => new Date(text).toISOString());

const after = z
  .string()
  .regex(/^[\da-f-]{36}$/, "must be the next value of the previous page")
  .optional()
  .describe("The `next` value of the previous page.");

/** An endpoint without its secret. */
export const Webhook = component("Webhook", "An endpoint that receives events.", {
  id: z.string().describe("The ID of the endpoint."),
  url: z.string().describe("Where events are sent."),
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
  formerSecretUntil: moment.nullable().describe("When the replaced secret stops signing; null after that."),
  createdAt: moment.describe("When it was created, in UTC."),
});
export type EndpointView = z.output<typeof Webhook>;

export const NewWebhook = Webhook.extend({
  secret: z.string().describe("The signing secret, whsec_ and base 64. It is shown only once."),
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

/** State of a delivery. */
export const deliveryStates = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

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
  nextAttemptAt: moment.nullable().describe("When it was to be repeated; null if it was not."),
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

export const deliveryPage = z.object({
  state: z.enum(deliveryStates).optional().describe("Only deliveries in this state."),
  after,
  limit: z.int().min(1).max(100).default(50).describe("The number of entries in a page, 1 to 100."),
});
export type DeliveryFilter = z.output<typeof deliveryPage>;
export const Deliveries = z.object({
  deliveries: z.array(Delivery).readonly().describe("The deliveries, newest first."),
  next: nextPage,
});
export const Deleted = z.object({ deleted: z.literal(true).describe("Always true.") });
export const Tested = z.object({ event: z.string().describe("The ID of the test event.") });
export const Replayed = z.object({ replayed: z.int().min(0).describe("How many events are sent again.") });

/** The fields of requests that create, change and replay. */
export const webhookFields = {
  created: z.object({ url, mode, events }),
  changed: z.object({ url: url.optional(), events, enabled }),
  replayed: z.object({ since }),
};
