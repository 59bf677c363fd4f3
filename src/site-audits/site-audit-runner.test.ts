import { expect, test } from "bun:test";
import { until } from "../../test/helpers/until.ts";
import type { LoggedWork } from "../accounts/request-log.ts";
import { Problem } from "../kit/problem.ts";
import { createLog } from "../ops/log.ts";
import type { StepLog } from "./crawler.ts";
import type { ClaimedSiteAudit } from "./site-audit.ts";
import type { SiteAuditOutcome } from "./site-audit-queue.ts";
import { progressCounter, SiteAuditRunner, type SiteAuditRunnerOptions } from "./site-audit-runner.ts";

const START = "2026-11-20T12:00:00.000Z";

/** A runner of one audit, whose settlements fail as `errors` says, one after the other. */
function open(
  errors: readonly Error[],
  { interruptions = 9, ...parts }: Partial<SiteAuditRunnerOptions> & { interruptions?: number } = {},
) {
  const audit = {
    ...{ id: "s", account: "a", created_at: START, started_at: START, attempts: 1, interruptions, units: 0 },
    ...{
      url: "https://site.example/",
      options: JSON.stringify({ maxPages: 9 }),
      pages: 0,
      progress: 0,
      steps: 0,
    },
  };
  const lines: string[] = [];
  const outcomes: SiteAuditOutcome[] = [];
  let isClaimed = false;
  const queue: SiteAuditRunnerOptions["queue"] = {
    async claimNext() {
      if (isClaimed) return undefined;
      isClaimed = true;
      // By default it has lost too many processes: it is not crawled.
      return audit as unknown as ClaimedSiteAudit;
    },
    isWaiting: async () => false,
    renew: async () => true,
    recover: async () => 0,
    add: async () => undefined,
    async settle(_lease, outcome) {
      outcomes.push(outcome);
      const error = errors[outcomes.length - 1];
      if (error !== undefined) throw error;
      return true;
    },
  };
  const store = { rows: { find: async () => ({ pages: 0 }) } } as unknown as SiteAuditRunnerOptions["store"];
  const crawler = {} as unknown as SiteAuditRunnerOptions["crawler"];
  const log = createLog("info", (line) => void lines.push(line));
  const runner = new SiteAuditRunner({
    queue,
    store,
    crawler,
    metering: undefined,
    log,
    now: () => Date.parse(START),
    ...parts,
  });
  runner.start();
  return { runner, outcomes, errors: () => lines.filter((line) => line.includes('"error"')) };
}

test("a bug in the settlement of a site audit ends it as failed, and is logged as an error", async () => {
  const { runner, outcomes, errors } = open([new TypeError("a bug")]);
  await until("it is settled", () => outcomes.length === 2);
  await runner.stop();
  expect(outcomes[1]).toMatchObject({ state: "failed", problem: { code: "internal" } });
  expect(outcomes).toHaveLength(2);
  expect(errors()).toHaveLength(1);
});

test("its entry in the request log lasts until its end, not until the last charge", async () => {
  let now = Date.parse(START);
  const entries: unknown[][] = [];
  const crawler = {
    async crawl(_task: unknown, log: StepLog) {
      for (let done = 1; done <= 2; done++) {
        now += 1_000;
        await log.add([{ units: 1, data: "{}" }], { done, waiting: 0 });
      }
      // Links to other sites are checked, which costs nothing.
      now += 7_000;
      return { stopReason: undefined, problem: { code: "upstream-unreachable" } };
    },
  };
  const metering = {
    identify: async () => ({ apis: null, grants: [] }),
    chargesBy: () => ({ charge: async () => ({}), settle: () => {} }),
    requestLog: {
      recordWork: ({ units, durationMs }: LoggedWork, added: number) =>
        void entries.push([units, durationMs, added]),
    },
  };
  const { runner, outcomes } = open([], {
    ...{ interruptions: 0, now: () => now },
    crawler: crawler as unknown as SiteAuditRunnerOptions["crawler"],
    metering: metering as unknown as SiteAuditRunnerOptions["metering"],
  });
  await until("it has ended", () => entries.length === 3);
  await runner.stop();
  expect(outcomes).toMatchObject([{ state: "failed" }]);
  expect(entries).toEqual([
    [1, 1_000, 1],
    [2, 2_000, 1],
    [2, 9_000, 0],
  ]);
});

test("a bug that stays is not repeated for ever", async () => {
  const { runner, outcomes, errors } = open(Array.from({ length: 9 }, () => new TypeError("a bug")));
  await until("it is given up", () => errors().length === 2);
  await runner.stop();
  expect(outcomes).toHaveLength(2);
});

test("a database that is away is waited for, without an error", async () => {
  const { runner, outcomes, errors } = open([new Problem("storage-unavailable", "Away.")]);
  await until("it is settled", () => outcomes.length === 2);
  await runner.stop();
  expect(outcomes[1]).toMatchObject({ state: "failed", problem: { code: "job-interrupted" } });
  expect(errors()).toEqual([]);
});

test("progress never falls while URLs are found, is low while few pages were read, and leaves the end to the report", () => {
  const audit = { options: JSON.stringify({ maxPages: 100 }), pages: 0, progress: 0 };
  const count = progressCounter(audit);
  const page = [{ units: 1, data: "{}" }] as const;
  const seen: number[] = [];
  for (let done = 1; done <= 61; done++) {
    // A page halfway leads to 40 others.
    const known = done < 30 ? Math.max(8, done) : 61;
    seen.push(count(page, { done, waiting: known - done }).progress);
  }
  expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
  expect(seen[3]).toBeLessThan(200);
  expect(seen.at(-1)).toBeGreaterThan(800);
  expect(seen.at(-1)).toBeLessThan(1_000);
  // After an interruption, it goes on where it was.
  const resumed = progressCounter({ ...audit, pages: 61, progress: seen.at(-1) ?? 0 });
  expect(resumed(page, { done: 62, waiting: 400 }).progress).toBe(seen.at(-1) ?? 0);
});
