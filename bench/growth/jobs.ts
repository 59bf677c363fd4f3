import { EmailQueue } from "../../src/accounts/email-queue.ts";
import { Retention } from "../../src/accounts/retention.ts";
import { AvailabilityMeter } from "../../src/ops/availability.ts";
import { createLog } from "../../src/ops/log.ts";
import { RequestMetrics } from "../../src/ops/request-metrics.ts";
import type { Database, Query } from "../../src/store/database.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { createState } from "../../src/store/state.ts";
import { RETENTION } from "../../test/helpers/retention.ts";

/** The time of a job. */
export interface JobTime {
  readonly name: string;
  readonly ms: number;
  /** 99 of 100 of its statements and transactions, and the longest: for so long SQLite answers nobody else. */
  readonly mostMs: number;
  readonly longestMs: number;
  readonly note: string;
}

/** A database whose statements are timed. */
function timed(database: Database) {
  let times: number[] = [];
  const time = async <T>(run: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await run();
    } finally {
      times.push(performance.now() - began);
    }
  };
  const timing =
    (query: Query): Query =>
    (text, ...values) =>
      time(() => query(text, ...values));
  return {
    database: {
      ...database,
      query: timing(database.query),
      count: timing(database.count),
      transaction: (run, deadlineMs) => time(() => database.transaction(run, deadlineMs)),
    } satisfies Database,
    take(): readonly number[] {
      const taken = times.toSorted((a, b) => a - b);
      times = [];
      return taken;
    },
  };
}

/** Runs every job that runs beside requests; retention for at most `retentionMs`. */
export async function timeJobs(address: string, retentionMs: number): Promise<JobTime[]> {
  const opened = openDatabase(address);
  const { database, take } = timed(opened);
  const log = createLog("silent");
  const mail = new EmailQueue({
    database,
    log,
    send: async () => {},
    compose: async (_kind, to) => ({ to, subject: "", text: "" }),
    perHour: 500,
    now: Date.now,
  });
  const probes = new Map(["seo", "pdf", "images"].map((api) => [api, async () => true] as const));
  const availability = new AvailabilityMeter({ database, requestMetrics: new RequestMetrics(), probes });
  // As if the hour and the day were over, so that it runs although it is told to keep quiet.
  const later = Date.now() + 25 * 3_600_000;
  const state = createState(opened, { now: () => later });
  const retention = new Retention({ database, state, days: RETENTION, log, now: Date.now });
  await database.query`select 1`;
  take();
  const jobs: JobTime[] = [];
  const job = async (name: string, run: () => Promise<string>) => {
    const began = performance.now();
    const note = await run();
    const ms = performance.now() - began;
    const times = take();
    const mostMs = times[Math.floor(times.length * 0.99)] ?? 0;
    jobs.push({ name, ms, mostMs, longestMs: times.at(-1) ?? 0, note });
  };
  await job("availability: one minute of 3 APIs", async () => {
    await availability.measure();
    return "";
  });
  await job("availability: report", async () => {
    await availability.report();
    return "";
  });
  await job("email queue: look", async () => {
    await mail.drain();
    return "";
  });
  await job("email queue: deliver 20", async () => {
    for (let i = 0; i < 20; i++) await mail.enqueue("quota", "bench@example.com", {});
    await mail.drain();
    return "";
  });
  await job("email queue: numbers, for /metrics", async () => `${(await mail.numbers()).oldestSeconds} s`);
  await job("retention", async () => {
    const deleted = await retention.run(AbortSignal.timeout(retentionMs));
    const rows = Object.values(deleted).reduce((sum, count) => sum + count, 0);
    return `${rows.toLocaleString("en")} rows`;
  });
  await opened.close();
  return jobs;
}
