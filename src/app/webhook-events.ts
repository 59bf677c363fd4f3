import { z } from "zod";
import { Batch, Job } from "../jobs/job-responses.ts";
import { component } from "../kit/described-objects.ts";
import type { DescribedEvent } from "../openapi/document.ts";
import { SiteAudit } from "../site-audits/site-audit-responses.ts";
import type { TEST_EVENT, VERIFICATION_EVENT, WebhookEventType } from "../webhooks/emit-webhook.ts";

const Message = component("WebhookMessage", "The data of events that try out an endpoint.", {
  message: z.string().describe("A sentence that says what to do."),
  endpoint: z.string().describe("The ID of the endpoint."),
});

/** The events by type: when each is sent, and its data. */
const described = {
  "job.succeeded": ["A job outside of batches succeeded", Job],
  "job.failed": ["A job outside of batches failed", Job],
  "job.canceled": ["A job outside of batches was canceled", Job],
  "batch.completed": ["All jobs of a batch have ended", Batch],
  "site-audit.completed": ["A site audit has ended", SiteAudit],
  "webhook.test": ["You sent a test event", Message],
  "webhook.verification": ["An endpoint has a new URL", Message],
} satisfies Record<
  WebhookEventType | typeof TEST_EVENT | typeof VERIFICATION_EVENT,
  readonly [summary: string, data: z.ZodObject]
>;

/** `BatchCompletedEvent` of `batch.completed`. */
const nameOf = (type: string) =>
  `${type.replaceAll(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

function eventOf(type: string, [summary, data]: readonly [string, z.ZodObject]) {
  const schema = component(nameOf(type), `${summary}.`, {
    type: z.literal(type),
    timestamp: z.iso.datetime().describe("When it happened, in UTC."),
    mode: z.enum(["live", "test"]).describe("The mode of the key that made the object."),
    data: data.describe("The object that it is about, as its own URL returns it."),
  });
  return { type, summary, schema };
}

/** The events that servers send to webhook endpoints. */
export const webhookEvents = Object.entries(described).map(([type, one]) =>
  eventOf(type, one),
) satisfies readonly DescribedEvent[];

/** Any of the events; `type` says which. */
export const WebhookEvent = z
  .union(webhookEvents.map(({ schema }) => schema))
  .meta({ id: "WebhookEvent", description: "An event of a webhook. `type` decides what `data` is." });
