import type { WorkState } from "../queue/account-queue.ts";
import { emitWebhook, type WebhookEventType } from "../webhooks/emit-webhook.ts";
import type { JobEvents } from "./job-events.ts";
import { batchView, jobView } from "./job-views.ts";

const types: Readonly<Partial<Record<WorkState, WebhookEventType>>> = {
  succeeded: "job.succeeded",
  failed: "job.failed",
  canceled: "job.canceled",
};

/** Queues the webhook events of jobs and batches: what `GET /jobs/{id}` and `GET /batches/{id}` return at that time. */
export function webhookJobEvents(now: () => number): JobEvents {
  return {
    async jobEnded(query, job) {
      const type = types[job.state];
      if (type === undefined) return;
      await emitWebhook(query, { account: job.account, mode: job.mode, type, data: jobView(job), at: now() });
    },
    async batchEnded(query, account, batch, counts) {
      const at = now();
      const data = batchView(batch, counts, at);
      await emitWebhook(query, { account, mode: batch.mode, type: "batch.completed", data, at });
    },
  };
}
