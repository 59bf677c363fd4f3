import { expect, test } from "bun:test";
import type { SiteAuditRow } from "./site-audit.ts";
import { SiteAuditEvents } from "./site-audit-events.ts";

/** Streams of audits that never change, for any account. */
function opened() {
  const row: SiteAuditRow = {
    ...{ id: "audit", account: "a", key_id: "k", schedule: null, url: "https://site.example/" },
    ...{
      options: "{}",
      state: "running",
      created_at: "",
      started_at: null,
      finished_at: null,
      expires_at: "",
    },
    ...{ attempts: 1, steps: 0, pages: 0, done: 0, waiting: 0, progress: 0, units: 0, bytes: 0 },
    ...{ stop_reason: null, problem: null, has_report: 0 },
  };
  const events = new SiteAuditEvents({
    store: { find: async () => row, requestsAfter: async () => [] },
    now: Date.now,
    pollMs: 60_000,
  });
  const follow = (account: string) => {
    const leaving = new AbortController();
    const of = { account, id: "audit", last: null, signal: leaving.signal, requestId: "r", isShared: false };
    return events.follow(of).then(
      (response) => ({ leave: () => leaving.abort(), reader: response.body?.getReader() }),
      (error: { code: string }) => error.code,
    );
  };
  return { events, follow };
}

type Stream = Exclude<Awaited<ReturnType<ReturnType<typeof opened>["follow"]>>, string>;

/** The streams of an account, as many as it asks for. */
async function streams(follow: ReturnType<typeof opened>["follow"], account: string, count: number) {
  const all = [];
  for (let i = 0; i < count; i++) all.push(await follow(account));
  return all;
}

async function ends({ reader }: Stream): Promise<boolean> {
  for (;;) {
    const next = await reader?.read();
    if (next === undefined || next.done) return true;
  }
}

test("accounts that take all places leave one to each other account", async () => {
  const { events, follow } = opened();
  const taken: Stream[] = [];
  for (let account = 0; account < 10; account++) {
    for (const one of await streams(follow, `greedy-${account}`, 20)) taken.push(one as Stream);
  }
  expect(await follow("greedy-0")).toBe("busy");
  // 20 more accounts have a stream each, at the cost of the oldest streams of those that have the most.
  for (let i = 0; i < 20; i++) expect(await follow(`small-${i}`)).toBeObject();
  expect(await Promise.all([taken[0] as Stream, taken[1] as Stream].map(ends))).toEqual([true, true]);
  // Who lost one gets no place of others that have as few.
  expect(await follow("greedy-0")).toBe("busy");
  events.close();
});

test("a place that is left is free at once, and ending a stream twice frees one place", async () => {
  const { events, follow } = opened();
  const own = (await streams(follow, "a", 20)) as Stream[];
  expect(await follow("a")).toBe("busy");
  own[0]?.leave();
  own[0]?.leave();
  expect(await follow("a")).toBeObject();
  expect(await follow("a")).toBe("busy");
  events.close();
});
