import type { Accounts } from "../accounts/create-accounts.ts";
import type { Config } from "../config.ts";
import { isNamedTarget } from "../egress/allowance.ts";
import { lazily } from "../kit/lazily.ts";
import type { Log } from "../ops/log.ts";
import type { WorkMetrics } from "../ops/work-metrics.ts";
import { recordDisabled, WebhookEndpoints } from "../webhooks/webhook-endpoints.ts";
import { WebhookLog } from "../webhooks/webhook-log.ts";
import { WebhookPace } from "../webhooks/webhook-pace.ts";
import { WebhookQueue, type WebhookQueueOptions } from "../webhooks/webhook-queue.ts";
import { createSecretBox } from "../webhooks/webhook-secret.ts";
import { type PostWebhook, WebhookSender, type WebhookSenderOptions } from "../webhooks/webhook-sender.ts";

/** Overrides of the defaults by which this process sends events. */
export type WebhooksOptions = Pick<WebhookSenderOptions, "slots"> & Pick<WebhookQueueOptions, "leaseMs">;

/** Posts under the rules of outgoing requests, which are loaded with the first event. */
function guardedPost({ egressAllow, userAgent }: Config): PostWebhook {
  const loaded = lazily(async () => {
    const { createWebhookPost } = await import("../egress/webhook-post.ts");
    return createWebhookPost({ allowance: egressAllow, userAgent });
  });
  return async (url, headers, body, signal, admit) => {
    const post = await loaded();
    return post(url, headers, body, signal, undefined, admit);
  };
}

/** Webhooks of accounts: their endpoints, their log, and what sends events from this process. */
export function createWebhooks(config: Config, accounts: Accounts, log: Log, options: WebhooksOptions = {}) {
  const { database, audit, suspensions, emailQueue, now } = accounts;
  const secrets = createSecretBox(database);
  let sender: WebhookSender | undefined;
  const added = () => sender?.wake();
  // Receivers that the operator has named get events at once and at any pace.
  const isNamed = (url: string) => isNamedTarget(new URL(url), config.egressAllow);
  const queue = new WebhookQueue({
    database,
    now,
    leaseMs: options.leaseMs,
    async onDisabled(query, of) {
      await recordDisabled(audit, query, of);
      const facts = { host: new URL(of.url).host, reason: of.reason };
      await emailQueue.tell("webhook", of.account, facts, query);
    },
  });
  return {
    endpoints: new WebhookEndpoints({
      database,
      audit,
      secrets,
      async checkUrl(url) {
        const { checkWebhookUrl } = await import("../egress/webhook-post.ts");
        checkWebhookUrl(url, config.egressAllow);
      },
      isVerified: isNamed,
      checkAccount: (account) => suspensions.check(account),
      added,
      now,
    }),
    log: new WebhookLog(database, now, added),
    queue,
    /** Sends events from this process until it is stopped. */
    startSender(work: WorkMetrics): WebhookSender {
      const attempted = (outcome: string) => work.webhooks.add({ outcome });
      const post = guardedPost(config);
      const pace = new WebhookPace({ database, isPaced: (url) => !isNamed(url), now });
      sender = new WebhookSender({ queue, secrets, pace, post, log, attempted, now, ...options });
      sender.start();
      return sender;
    },
  };
}

export type AppWebhooks = ReturnType<typeof createWebhooks>;
