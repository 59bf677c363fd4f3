import { setImmediate as nextTurn } from "node:timers/promises";
import type { Accounts } from "../../accounts/create-accounts.ts";
import type { Config } from "../../config.ts";
import type { JobStore } from "../../jobs/job-store.ts";
import { lazily } from "../../kit/lazily.ts";
import { databaseBytes } from "../../ops/database-metrics.ts";
import type { Log } from "../../ops/log.ts";
import { gauge, type MetricsReport } from "../../ops/metric-report.ts";
import type { MetricsSources } from "../../ops/metrics.ts";
import { killsReport } from "../../ops/primary-metrics.ts";
import type { WebhookQueue } from "../../webhooks/webhook-queue.ts";
import { connectWorker } from "../core/cluster.ts";

/** Work that waits in the database for the processes of this server. */
export interface Queues {
  readonly jobs: Pick<JobStore, "numbers" | "storage">;
  readonly webhooks: Pick<WebhookQueue, "numbers">;
}

/** How long a number from the database is waited for, in milliseconds: while it hangs, all other numbers matter more. */
const SHARED_MS = 1_000;

/** What `read` resolves with; undefined where it rejects or takes long. */
function inTime<T>(read: Promise<T>): Promise<T | undefined> {
  return Promise.race([read.catch(() => undefined), Bun.sleep(SHARED_MS).then(() => undefined)]);
}

/** Numbers that the database has, the same from every process. Those that it does not tell have no value. */
async function sharedReport(accounts: Accounts, queues: Queues): Promise<MetricsReport> {
  const [emails, jobs, storage, webhooks, bytes] = await Promise.all([
    inTime(accounts.emailQueue.numbers()),
    inTime(queues.jobs.numbers()),
    inTime(queues.jobs.storage.numbers()),
    inTime(queues.webhooks.numbers()),
    inTime(databaseBytes(accounts.database)),
  ]);
  const shared = (name: string, help: string, value: number | undefined) =>
    gauge(name, help, value ?? [], "max");
  return [
    shared(
      "quintet_mail_oldest_pending_seconds",
      "Age of the oldest waiting email. Sign-up links expire after 24 hours.",
      emails?.oldestSeconds,
    ),
    shared("quintet_mail_pending", "Emails waiting to be sent.", emails?.waiting),
    shared("quintet_jobs_queued", "Jobs of all accounts that wait.", jobs?.waiting),
    shared("quintet_jobs_running", "Jobs of all accounts that run.", jobs?.running),
    shared(
      "quintet_jobs_oldest_queued_seconds",
      "How long the job that is due longest has waited.",
      jobs?.oldestSeconds,
    ),
    shared(
      "quintet_job_storage_bytes",
      "Bytes of the inputs and results of jobs of all accounts, those that are reserved for results included.",
      storage?.bytes,
    ),
    shared(
      "quintet_job_storage_limit_bytes",
      "The limit of quintet_job_storage_bytes (total of JOB_STORAGE_MB); +Inf without one.",
      storage && (storage.limit ?? Number.POSITIVE_INFINITY),
    ),
    shared(
      "quintet_webhook_deliveries_pending",
      "Deliveries of webhooks that wait for an attempt, those that are tried again later included.",
      webhooks?.waiting,
    ),
    shared(
      "quintet_webhook_oldest_due_seconds",
      "How long the webhook delivery that is due longest has waited; receivers that failed or were slow do not count.",
      webhooks?.oldestSeconds,
    ),
    shared("quintet_database_size_bytes", "The size of the database.", bytes),
  ];
}

/** Makes the metrics page of this process and its siblings: media type and text. The library is loaded with the first request. */
export function metricsOf(
  config: Config,
  accounts: Accounts,
  queues: Queues,
  sources: Omit<MetricsSources, "shared" | "charges">,
  log: Pick<Log, "warn">,
) {
  const own = lazily(async () => {
    const { createMetrics } = await import("../../ops/metrics.ts");
    await nextTurn();
    return createMetrics({
      ...sources,
      charges: accounts.usageLedger.numbers,
      shared: () => sharedReport(accounts, queues),
    });
  });
  const ownMetrics = async (): Promise<MetricsReport> => {
    const collect = await own();
    await nextTurn();
    return collect();
  };
  const allMetrics =
    config.worker === undefined
      ? async () => [await ownMetrics(), killsReport(0)]
      : connectWorker(ownMetrics, log);
  return async (): Promise<readonly [type: string, text: string]> => {
    const { METRICS_TYPE, writeMetrics } = await import("../../ops/metrics.ts");
    return [METRICS_TYPE, await writeMetrics(await allMetrics())];
  };
}
