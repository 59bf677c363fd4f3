import { expect, test } from "bun:test";
import { EventStreams } from "./event-streams.ts";

/** Streams of objects that never change, for any account. */
function opened() {
  const streams = new EventStreams();
  const read = async () => ({ state: "running", view: {}, hasEnded: false, pauseMs: 60_000 });
  const follow = (account: string) => {
    const leaving = new AbortController();
    const request = new Request("http://quintet.test/", { signal: leaving.signal });
    return streams.follow(request, "r", { account, read, isShared: false }).then(
      (response) => ({ leave: () => leaving.abort(), reader: response.body?.getReader() }),
      (error: { code: string }) => error.code,
    );
  };
  return { streams, follow };
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
  const { streams: all, follow } = opened();
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
  all.close();
});

test("a place that is left is free at once, and ending a stream twice frees one place", async () => {
  const { streams: all, follow } = opened();
  const own = (await streams(follow, "a", 20)) as Stream[];
  expect(await follow("a")).toBe("busy");
  own[0]?.leave();
  own[0]?.leave();
  expect(await follow("a")).toBeObject();
  expect(await follow("a")).toBe("busy");
  all.close();
});

test("a client that leaves during the first look takes no place", async () => {
  const { streams: all, follow } = opened();
  const read = async () => ({ state: "running", view: {}, hasEnded: false });
  for (let i = 0; i < 20; i++) {
    const leaving = new AbortController();
    const request = new Request("http://quintet.test/", { signal: leaving.signal });
    const pending = all.follow(request, "r", { account: "a", read, isShared: false });
    leaving.abort();
    await pending;
  }
  expect(await follow("a")).toBeObject();
  all.close();
});
