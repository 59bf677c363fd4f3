import type { Accounts } from "../../accounts/create-accounts.ts";
import type { Config } from "../../config.ts";
import type { JobStore } from "../../jobs/job-store.ts";
import { databaseBytes } from "../../ops/database-metrics.ts";
import type { EventLoopNumbers } from "../../ops/event-loop.ts";
import type { InternalMetrics } from "../../ops/internal-metrics.ts";
import type { MetricsReport } from "../../ops/metric-report.ts";
import type { SharedGauge } from "../../ops/metrics.ts";
import { killsReport } from "../../ops/primary-metrics.ts";
import type { RequestMetrics } from "../../ops/request-metrics.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { Coverage } from "../../upstream/coverage.ts";
import type { WebhookQueue } from "../../webhooks/webhook-queue.ts";
import { connectWorker } from "../core/cluster.ts";

/** Work that waits in the database for the processes of this server. */
export interface Queues {
  readonly jobs: Pick<JobStore, "numbers" | "storage">;
  readonly webhooks: Pick<WebhookQueue, "numbers">;
}

/** Reads once for all that ask meanwhile. */
function together<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

/** Numbers that the database has, the same from every process. */
function sharedGauges(accounts: Accounts, queues: Queues): SharedGauge[] {
  const emails = together(() => accounts.emailQueue.numbers());
  const jobs = together(() => queues.jobs.numbers());
  const storage = together(() => queues.jobs.storage.numbers());
  const webhooks = together(() => queues.webhooks.numbers());
  return [
    {
      name: "quintet_mail_oldest_pending_seconds",
      help: "Age of the oldest waiting email. Sign-up links expire after 24 hours.",
      read: async () => (await emails()).oldestSeconds,
    },
    {
      name: "quintet_mail_pending",
      help: "Emails waiting to be sent.",
      read: async () => (await emails()).waiting,
    },
    {
      name: "quintet_jobs_queued",
      help: "Jobs of all accounts that wait.",
      read: async () => (await jobs()).waiting,
    },
    {
      name: "quintet_jobs_running",
      help: "Jobs of all accounts that run.",
      read: async () => (await jobs()).running,
    },
    {
      name: "quintet_jobs_oldest_queued_seconds",
      help: "How long the job that is due longest has waited.",
      read: async () => (await jobs()).oldestSeconds,
    },
    {
      name: "quintet_job_storage_bytes",
      help: "Bytes of the inputs and results of jobs of all accounts, those that are reserved for results included.",
      read: async () => (await storage()).bytes,
    },
    {
      name: "quintet_job_storage_limit_bytes",
      help: "The limit of quintet_job_storage_bytes (total of JOB_STORAGE_MB); +Inf without one.",
      read: async () => (await storage()).limit ?? Number.POSITIVE_INFINITY,
    },
    {
      name: "quintet_webhook_deliveries_pending",
      help: "Deliveries of webhooks that wait for an attempt, those that are tried again later included.",
      read: async () => (await webhooks()).waiting,
    },
    {
      name: "quintet_webhook_oldest_due_seconds",
      help: "How long the webhook delivery that is due longest has waited; receivers that failed or were slow do not count.",
      read: async () => (await webhooks()).oldestSeconds,
    },
    {
      name: "quintet_database_size_bytes",
      help: "The size of the database.",
      read: () => databaseBytes(accounts.database),
    },
  ];
}

/**
 * Makes the metrics page: its media type and its text, of this process, or of all where it has siblings.
 * The library is loaded when somebody asks: that takes longer than the server takes to start.
 */
export function metricsOf(
  config: Config,
  requestMetrics: RequestMetrics,
  accounts: Accounts,
  queues: Queues,
  pools: Sandbox["counts"],
  coverage: Coverage,
  internals: InternalMetrics,
  eventLoop: EventLoopNumbers,
) {
  let own: Promise<() => Promise<MetricsReport>> | undefined;
  const ownMetrics = async (): Promise<MetricsReport> => {
    own ??= import("../../ops/metrics.ts").then(({ createMetrics }) =>
      createMetrics({
        requestMetrics,
        gauges: sharedGauges(accounts, queues),
        pools,
        sites: coverage,
        internals,
        eventLoop,
        charges: accounts.usageLedger.numbers,
      }),
    );
    return (await own)();
  };
  const allMetrics =
    config.worker === undefined
      ? async () => [await ownMetrics(), killsReport(0)]
      : connectWorker(ownMetrics);
  return async (): Promise<readonly [type: string, text: string]> => {
    const { METRICS_TYPE, writeMetrics } = await import("../../ops/metrics.ts");
    return [METRICS_TYPE, await writeMetrics(await allMetrics())];
  };
}
