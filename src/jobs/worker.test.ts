import { describe, expect, test } from "bun:test";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { watchEventLoop } from "../../test/helpers/event-loop.ts";
import { casesOf } from "../../test/helpers/nightly.ts";
import { until } from "../../test/helpers/until.ts";
import { DataKeys } from "../accounts/data-keys.ts";
import { Problem } from "../kit/problem.ts";
import { createLog } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { JobBodies } from "./job-bodies.ts";
import type { Emit } from "./job-events.ts";
import { type JobOutcome, JobQueue } from "./job-queue.ts";
import { JobStore } from "./job-store.ts";
import { type RunJob, Worker, type WorkerOptions } from "./worker.ts";

const call = { query: "", params: {}, fields: [], files: [], accept: null };
const items = (count: number) => Array.from({ length: count }, () => ({ call, files: [] }));
const of = (account: string, api = "pdf") => ({
  account,
  keyId: "key",
  mode: "live" as const,
  api,
  operation: "noop",
});
const done: JobOutcome = { state: "succeeded", response: { status: 200, headers: [], text: "{}" }, bytes: 2 };

/** The jobs of one database, with a clock that a test moves and the lines of its log. */
function open(database: Database, emit?: Emit) {
  const clock = { now: Date.parse("2026-11-20T12:00:00Z") };
  const lines: string[] = [];
  const now = () => clock.now;
  const [log, keys] = [createLog("info", (line) => void lines.push(line)), new DataKeys(database)];
  const bodies = new JobBodies({ database, keys, log, now });
  const queue = new JobQueue({ database, keys, log, now, emit });
  const store = new JobStore({ database, bodies, keys, log, now, added() {}, emit });
  const start = (run: RunJob, options: Partial<WorkerOptions> = {}) => {
    const worker = new Worker({ queue, bodies, run, apis: new Set(["pdf"]), log, now, ...options });
    worker.start();
    return worker;
  };
  return { clock, lines, queue, store, start };
}

/** Statements that write, by their first words, since the last call. */
function watchWrites(database: Database) {
  let writes: string[] = [];
  const note = (sql: string) => {
    if (/^\s*(?:with[\s\S]*\)\s*)?(?:insert|update|delete)\b/.test(sql)) writes.push(sql.trim().slice(0, 80));
  };
  const watched: Database = {
    ...database,
    query: (text, ...values) => {
      note(text.join("?"));
      return database.query(text, ...values);
    },
    script: (sql, values) => {
      note(sql);
      return database.script(sql, values);
    },
    transaction: (statements, deadlineMs) =>
      database.transaction(
        (query, script) =>
          statements(
            (text, ...values) => {
              note(text.join("?"));
              return query(text, ...values);
            },
            (sql, values) => {
              note(sql);
              return script(sql, values);
            },
          ),
        deadlineMs,
      ),
  };
  return {
    watched,
    take() {
      const taken = writes;
      writes = [];
      return taken;
    },
  };
}

describe.each(engines)("accounts take turns on $name", (engine) => {
  test.each(
    casesOf(
      [
        [1, 2],
        [3, 2],
        [3, 8],
        [1, 8],
        [3, 50],
        [1, 50],
      ] as const,
      2,
    ),
  )("with %i processes and %i accounts, of which the oldest floods", async (processes, accounts) => {
    await using database = await newDatabase(engine);
    const { store, start } = open(database);
    const began: string[] = [];
    const run: RunJob = async ({ account }) => {
      began.push(account);
      await new Promise(setImmediate);
      return done;
    };
    const names = Array.from({ length: accounts }, (_, i) => `account ${String(i).padStart(2, "0")}`);
    const [flooder = "", ...others] = names;
    await store.createBatch(of(flooder), items(1_000), undefined);
    // Jobs of one API may fill three of four slots.
    const apis = new Set(["images", "pdf"]);
    const workers = Array.from({ length: processes }, () => start(run, { slots: 4, apis }));
    await until("it floods", () => began.length > 20);
    const wait = new Map<string, number>();
    for (const name of others.toReversed()) {
      await store.create(of(name), { call, files: [] }, undefined);
      wait.set(name, began.length);
    }
    for (const worker of workers) worker.wake();
    await until("all had their turn", () => others.every((name) => began.includes(name)));
    for (const worker of workers) await worker.stop(1_000);
    // Each slot that is free goes to the next account, beside what was under way when the job came.
    const underWay = 4 * processes;
    for (const [name, from] of wait) {
      expect(began.indexOf(name) - from, name).toBeLessThanOrEqual(accounts + underWay);
    }
  });

  test("across restarts: a process that has run nothing yet knows whose turn it is", async () => {
    await using database = await newDatabase(engine);
    const { store } = open(database);
    for (const name of ["a", "b", "c"]) await store.createBatch(of(name), items(3), undefined);
    const began: string[] = [];
    for (let i = 0; i < 9; i++) {
      const { queue } = open(database);
      const flow = await queue.next();
      const [job] = flow === undefined ? [] : await queue.claim(flow, `process ${i}`, 1);
      if (job === undefined) throw new TypeError("a job is due");
      began.push(job.account);
      await queue.settle(job, done, undefined);
    }
    expect(began.join("")).toBe("abcabcabc");
  });

  test("of processes that look at the same time, one uses a turn", async () => {
    await using database = await newDatabase(engine);
    const { store, queue } = open(database);
    for (const name of ["a", "b"]) await store.createBatch(of(name), items(9), undefined);
    const flow = await queue.next();
    if (flow === undefined) throw new TypeError("a job is due");
    const claims = await Promise.all(
      Array.from({ length: 5 }, (_, i) => queue.claim(flow, `process ${i}`, 1)),
    );
    expect(claims.flat().map(({ account }) => account)).toEqual(["a"]);
  });

  test("an API whose slots are full does not hide the jobs of another", async () => {
    await using database = await newDatabase(engine);
    const slow = Promise.withResolvers<void>();
    const { store, start } = open(database);
    for (let i = 0; i < 60; i++) await store.create(of(`a${i}`, "images"), { call, files: [] }, undefined);
    const { id } = await store.create(of("z"), { call, files: [] }, undefined);
    const worker = start(
      async ({ api }) => {
        if (api === "images") await slow.promise;
        return done;
      },
      { slots: 4, apis: new Set(["images", "pdf"]) },
    );
    await until("it ran", async () => (await store.find("z", id)).state === "succeeded");
    slow.resolve();
    await worker.stop(1_000);
  });

  test("jobs that were added without a turn have one soon", async () => {
    await using database = await newDatabase(engine);
    const { store, queue } = open(database);
    for (let i = 0; i < 250; i++) await store.create(of(`a${i}`), { call, files: [] }, undefined);
    await database.query`delete from queue_turn`;
    expect(await queue.next()).toBeUndefined();
    for (let i = 0; i < 4; i++) await queue.recover();
    const [row] = await database.query<{ turns: number }>`
      select cast(count(*) as integer) as turns from queue_turn`;
    expect(row?.turns).toBe(250);
    expect(await queue.next()).toMatchObject({ queue: "pdf" });
  });

  test("nothing is left of turns when no job waits", async () => {
    await using database = await newDatabase(engine);
    const { store, start } = open(database);
    for (const name of ["a", "b"]) await store.createBatch(of(name), items(20), undefined);
    const worker = start(async () => done);
    await until("all have ended", async () => {
      const rows = await database.query`select 1 from job where state <> 'succeeded' limit 1`;
      return rows.length === 0;
    });
    expect(await database.query`select 1 from queue_turn`).toEqual([]);
    await worker.stop(0);
  });
});

describe.each(engines)("an account that must wait on $name", (engine) => {
  test("costs no claim and no write until its time, in every process and for all of its APIs", async () => {
    await using database = await newDatabase(engine);
    const { watched, take } = watchWrites(database);
    const { clock, store, queue, start } = open(watched);
    const other = open(database);
    const ran: string[] = [];
    const waits = new Map([["a", 60_000]]);
    await store.createBatch(of("a"), items(2_000), undefined);
    await store.create(of("b"), { call, files: [] }, undefined);
    const run: RunJob = async ({ account }) => {
      ran.push(account);
      return done;
    };
    const worker = start(run, { waitMs: (account) => waits.get(account) ?? 0 });
    await until("the other account has its turn", () => ran.includes("b"));
    await until("its turn is over", async () => {
      const rows = await database.query`select 1 from queue_turn where account = 'b'`;
      return rows.length === 0;
    });
    expect(ran).toEqual(["b"]);
    await store.create(of("a", "seo"), { call, files: [] }, undefined);
    await store.create(of("a"), { call, files: [] }, undefined);
    expect(await queue.next()).toBeUndefined();
    expect(await other.queue.next()).toBeUndefined();
    take();
    for (let i = 0; i < 100; i++) {
      worker.wake();
      await new Promise(setImmediate);
    }
    await database.query`select 1`;
    expect(take().filter((sql) => !sql.includes("lease_until"))).toEqual([]);
    const [row] = await database.query`select sum(attempts) as attempts from job where account = 'a'`;
    expect(Number(row?.attempts)).toBe(0);
    waits.clear();
    clock.now += 60_000;
    worker.wake();
    await until("it runs again", () => ran.length > 100);
    await worker.stop(0);
  });

  test("whose key cannot be read holds up nobody", async () => {
    await using database = await newDatabase(engine);
    const { store, start, queue, clock } = open(database);
    await store.create(of("a"), { call, files: [] }, undefined);
    const { id } = await store.create(of("b"), { call, files: [] }, undefined);
    await database.query`update data_key set wrapped_by = 'a lost key' where account = 'a'`;
    // Another process, which has not read the key before.
    const later = open(database);
    later.clock.now = clock.now;
    const worker = later.start(async () => done);
    await until("the other runs", async () => (await store.find("b", id)).state === "succeeded");
    // Its turn ends in a statement after that of its result.
    await until("nobody is left to run", async () => (await queue.next()) === undefined);
    expect(later.lines.join("")).toContain("their key cannot be read");
    await worker.stop(0);
    start(async () => done);
  });
});

test("no pass over many accounts that must wait holds up the event loop for 10 ms", async () => {
  await using database = await newDatabase({
    address: engines.find(({ name }) => name === "sqlite")?.address ?? (() => "sqlite::memory:"),
  });
  let least = Number.POSITIVE_INFINITY;
  // Another round if the machine had other work: a pass that is too long is so in each.
  for (let round = 0; round < 3 && least >= 10; round++) {
    const { store, start, clock } = open(database);
    clock.now += round * 60_000;
    for (let i = 0; i < 300; i++) {
      await store.create(of(`account ${round} ${i}`), { call, files: [] }, undefined);
    }
    const watch = watchEventLoop(1);
    const worker = start(async () => done, { waitMs: () => 60_000 });
    await until("all wait", async () => {
      const rows = await database.query`select 1 from queue_turn where waits_until is null limit 1`;
      return rows.length === 0;
    });
    least = Math.min(least, watch.end());
    await worker.stop(0);
  }
  expect(least).toBeLessThan(10);
});

describe.each(engines)("a job that the server is too busy for on $name", (engine) => {
  test("is tried ten times with growing pauses, then fails without a charge", async () => {
    await using database = await newDatabase(engine);
    const { clock, store, start } = open(database);
    const { id } = await store.create(of("a"), { call, files: [] }, undefined);
    const times: number[] = [];
    const run: RunJob = async () => {
      times.push(clock.now);
      return { state: "busy", afterMs: 2_000, detail: "The queue is full." };
    };
    const worker = start(run);
    await until("it has failed", async () => {
      const [job] = await database.query<{ state: string; due_at: string }>`
        select state, due_at from job where id = ${id}`;
      if (job?.state === "queued") clock.now = Math.max(clock.now, Date.parse(job.due_at));
      worker.wake();
      return job?.state === "failed";
    });
    const { problem, units, attempts } = await store.find("a", id);
    expect(JSON.parse(problem ?? "{}")).toMatchObject({ code: "job-attempts-exhausted", status: 503 });
    expect([units, attempts, times.length]).toEqual([0, 10, 10]);
    const pauses = times.slice(1).map((at, i) => at - (times[i] ?? 0));
    for (const [i, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(Math.min(600_000, 5_000 * 2 ** i));
    }
    await worker.stop(0);
  });

  test("keeps the others of its account waiting for a moment, and loses no attempt for its turn", async () => {
    await using database = await newDatabase(engine);
    const { clock, store, start } = open(database);
    await store.createBatch(of("a"), items(500), undefined);
    let runs = 0;
    const worker = start(
      async () => {
        runs++;
        return { state: "busy", afterMs: 30_000, detail: "The queue is full." };
      },
      { slots: 2 },
    );
    await until("two were tried", async () => {
      const rows = await database.query`select 1 from job where retries = 1`;
      return rows.length === 2;
    });
    for (let i = 0; i < 50; i++) {
      worker.wake();
      await new Promise(setImmediate);
    }
    expect(runs).toBe(2);
    clock.now += 30_000;
    worker.wake();
    await until("two more were tried", () => runs === 4);
    await worker.stop(0);
    const [row] = await database.query`select sum(retries) as retries, sum(attempts) as attempts from job`;
    expect(Number(row?.retries)).toBe(Number(row?.attempts));
  });

  test("is put back without a lost attempt where the server stops", async () => {
    await using database = await newDatabase(engine);
    const { store, start } = open(database);
    const { id } = await store.create(of("a"), { call, files: [] }, undefined);
    let hasBegun = false;
    const worker = start(async (_job, _charges, signal) => {
      hasBegun = true;
      await until("it is stopped", () => signal.aborted);
      return { state: "busy", afterMs: 1_000, detail: "This process is shutting down." };
    });
    await until("it runs", () => hasBegun);
    await worker.stop(0);
    const rows = await database.query`select retries, state from job where id = ${id}`;
    expect(rows).toEqual([{ retries: 0, state: "queued" }]);
  });
});

describe.each(engines)("a bug of the server on $name", (engine) => {
  const failing = (database: Database, times: number): Database => {
    let failures = 0;
    return {
      ...database,
      countTogether: async (statements) => {
        if (failures++ < times) throw new TypeError("a bug");
        return database.countTogether(statements);
      },
    };
  };
  const problemIn = async (database: Database, id: string) => {
    const { store } = open(database);
    return until("it has failed", async () => {
      const { state, problem } = await store.find("a", id);
      return state === "failed" ? (JSON.parse(problem ?? "{}") as { code: string }) : undefined;
    });
  };

  test("in the settlement of a job ends it as failed, and is logged as an error", async () => {
    await using database = await newDatabase(engine);
    const { store, start, lines } = open(failing(database, 1));
    const { id } = await store.create(of("a"), { call, files: [] }, undefined);
    const worker = start(async () => done);
    expect((await problemIn(database, id)).code).toBe("internal");
    await worker.stop(0);
    const errors = lines.filter((line) => line.includes('"error"'));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("a bug");
  });

  test("in the run of a job ends it as failed, and is logged as an error", async () => {
    await using database = await newDatabase(engine);
    const { store, start, lines } = open(database);
    const { id } = await store.create(of("a"), { call, files: [] }, undefined);
    const worker = start(() => Promise.reject(new TypeError("a bug")));
    expect((await problemIn(database, id)).code).toBe("internal");
    await worker.stop(0);
    expect(lines.filter((line) => line.includes('"error"'))).toHaveLength(1);
  });

  test("in the event of a job ends it without one", async () => {
    await using database = await newDatabase(engine);
    const { store, start } = open(database, () => Promise.reject(new TypeError("a bug")));
    const { id } = await store.create(of("a"), { call, files: [] }, undefined);
    const worker = start(async () => done);
    expect((await problemIn(database, id)).code).toBe("internal");
    await worker.stop(0);
  });

  test("that nothing helps against is tried a few times, and its lease ends", async () => {
    await using database = await newDatabase(engine);
    let settles = 0;
    const { store, queue, start, lines, clock } = open(database);
    const { id } = await store.create(of("a"), { call, files: [] }, undefined);
    const broken = {
      // Once it was given up, it stays in the queue: the worker would claim it again at once.
      next: async (apis?: ReadonlySet<string>) => (settles === 0 ? queue.next(apis) : undefined),
      claim: queue.claim.bind(queue),
      renew: queue.renew.bind(queue),
      recover: async () => 0,
      reserve: queue.reserve.bind(queue),
      refundAttempt: queue.refundAttempt.bind(queue),
      block: queue.block.bind(queue),
      settle: () => {
        settles++;
        return Promise.reject(new TypeError("a bug"));
      },
    };
    const worker = start(async () => done, { queue: broken, leaseMs: 40 });
    await until("it is given up", () => lines.some((line) => line.includes("a job was not settled")));
    expect(settles).toBeLessThanOrEqual(3);
    // Its worker goes on, and does not extend a lease on what it no longer runs.
    clock.now += 60_000;
    expect(await queue.recover()).toBe(1);
    expect(await store.find("a", id)).toMatchObject({ state: "queued" });
    await worker.stop(0);
  });

  test("is told apart from a database that is away", async () => {
    await using database = await newDatabase(engine);
    let failures = 0;
    const away: Database = {
      ...database,
      countTogether: async (statements) => {
        if (failures++ < 3) throw new Problem("storage-unavailable", "Away.");
        return database.countTogether(statements);
      },
    };
    const { store, start, lines } = open(away);
    const { id } = await store.create(of("a"), { call, files: [] }, undefined);
    const worker = start(async () => done);
    await until("it has ended", async () => (await open(database).store.find("a", id)).state === "succeeded");
    expect(lines.filter((line) => line.includes('"error"'))).toEqual([]);
    await worker.stop(0);
  });
});
