// The queue by itself, on tables of its own: leases, turns, and what a process runs.
import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { until } from "../../test/helpers/until.ts";
import { Problem } from "../kit/problem.ts";
import { createLog } from "../ops/log.ts";
import type { Row } from "../store/database.ts";
import { timeText } from "../store/time-text.ts";
import { AccountQueue, type AccountShape } from "./account-queue.ts";
import { backOffMs, interruptedTooOften, retryUntilStored, WorkRunner } from "./work-runner.ts";
import { type WorkShape, WorkTable } from "./work-table.ts";

const LEASE = 15_000;

/** Work with an owner: a lease that ends puts it back. */
const TASK: AccountShape = {
  table: "task",
  columns: "id, account, attempts, interruptions, started_at",
  queue: { column: "kind" },
};

/** Two outboxes: one has a column for its leases, the other is due again when a lease ends. */
const OUTBOXES: readonly WorkShape[] = ["claimed_until", "due_at"].map((leaseEnd) => ({
  table: "message",
  key: ["receiver", "event"],
  columns: "receiver, event, lease",
  waiting: "sent_at is null",
  leaseEnd,
  token: "lease",
  hasOwner: false,
  clockMs: 3_600_000,
}));

const TABLES = [
  `create table task (id text primary key, kind text not null, account text not null, state text not null,
     due_at text not null, started_at text, owner text, lease_until text, attempts integer not null default 0,
     interruptions integer not null default 0, note text)`,
  `create table message (receiver text not null, event text not null, due_at text not null, claimed_until text not null,
     lease integer not null default 0, sent_at text, primary key (receiver, event))`,
];

/** A database with work, and a clock that a test moves. */
async function open(engine: (typeof engines)[number], shape: Partial<AccountShape> = {}) {
  const database = await newDatabase(engine);
  const clock = { now: Date.parse("2026-11-20T12:00:00Z") };
  const now = () => clock.now;
  for (const sql of TABLES) await database.transaction((_query, script) => script(sql));
  const queue = new AccountQueue(database, { ...TASK, ...shape }, now, LEASE);
  const { table } = queue;
  const add = async (id: string, account = "a", kind = "x", hasTurn = true) => {
    await database.query`
      insert into task (id, kind, account, state, due_at) values (${id}, ${kind}, ${account}, 'queued', ${timeText(now())})`;
    if (hasTurn) await queue.addTurn(database.query, { queue: kind, account });
  };
  const send = (event: string) => database.query`
    insert into message (receiver, event, due_at, claimed_until) values ('r', ${event}, ${timeText(now())}, ${timeText(now())})`;
  const claim = (from: WorkTable, count = 1, owner = "one") =>
    database.transaction((_query, script) => from.claim(script, { count, ...(from === table && { owner }) }));
  const claimOne = async (from: WorkTable): Promise<Row> => {
    const [row] = await claim(from);
    if (row === undefined) throw new TypeError("work is due");
    return row;
  };
  const release = (from: WorkTable, lease: Row, set: Row) =>
    database.transaction((_query, script) => from.release(script, lease, set, from.shape.key.join(", ")));
  return { database, clock, now, queue, table, add, send, claim, claimOne, release };
}

/** The work of the next turn, as `account id`. */
async function nextTurn(queue: AccountQueue, owner = "one"): Promise<string | undefined> {
  const flow = await queue.next();
  const [row] = flow === undefined ? [] : await queue.claim(flow, owner, 1);
  return row && `${row.account} ${row.id}`;
}

describe.each(engines)("leases on $name", (engine) => {
  test("each row is leased to one of many processes, the longest due first", async () => {
    const { database, clock, add, table, claim } = await open(engine);
    await using _ = database;
    for (let i = 0; i < 40; i++) {
      await add(String(i).padStart(2, "0"));
      clock.now += 1;
    }
    expect((await claim(table, 2)).map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect(await database.query`select id from task where state = 'queued' order by id limit 1`).toEqual([
      { id: "02" },
    ]);
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(table, 8)));
    const ids = claims.flat().map(({ id }) => id);
    expect(ids).toHaveLength(38);
    expect(new Set(ids).size).toBe(38);
  });

  test.skipIf(engine.name !== "postgresql")(
    "work is put back without waiting for rows that another process has locked",
    async () => {
      const { database, clock, add, table, claim } = await open(engine);
      await using _ = database;
      for (const id of ["1", "2", "3"]) await add(id);
      await claim(table, 3);
      clock.now += LEASE;
      const recovered = await database.transaction(async (query) => {
        await query`update task set note = 'settled' where id = '2'`;
        return table.recover("id");
      });
      expect(recovered.map(({ id }) => id).sort()).toEqual(["1", "3"]);
      expect(await table.recover("id")).toEqual([{ id: "2" }]);
    },
  );

  test("a lease that ends puts work back, and nothing that its former process does counts", async () => {
    const { database, clock, add, table, claimOne, release } = await open(engine);
    await using _ = database;
    await add("1");
    const lost = await claimOne(table);
    clock.now += LEASE - 1;
    expect(await table.recover("id")).toEqual([]);
    expect(await table.renew(lost)).toBe(true);
    clock.now += LEASE;
    expect(await table.recover("id")).toEqual([{ id: "1" }]);
    const next = await claimOne(table);
    expect(next).toMatchObject({ attempts: 2, interruptions: 1, started_at: lost.started_at });
    expect(await table.renew(lost)).toBe(false);
    expect(await release(table, lost, { state: "done", note: "lost" })).toBeUndefined();
    const locked = await database.transaction((_query, script) => table.lock(script, lost, "id"));
    expect(locked).toBeUndefined();
    expect(await release(table, next, { state: "done", note: "kept" })).toEqual({ id: "1" });
    expect(await database.query`select state, note, owner, lease_until from task`).toEqual([
      { state: "done", note: "kept", owner: null, lease_until: null },
    ]);
    expect(await table.renew(next)).toBe(false);
  });

  test("canceled work is lost at once", async () => {
    const { database, add, table, claimOne, release } = await open(engine);
    await using _ = database;
    await add("1");
    const lease = await claimOne(table);
    const canceled = await database.transaction((_query, script) =>
      table.releaseAll(script, "id in ($1, $2)", ["1", "2"], { state: "canceled" }, "id"),
    );
    expect(canceled).toEqual([{ id: "1" }]);
    expect(await table.renew(lease)).toBe(false);
    expect(await release(table, lease, { state: "done" })).toBeUndefined();
  });

  test.each(OUTBOXES)(
    "an outbox leases by $leaseEnd: a message is due again when its lease ends",
    async (shape) => {
      const { database, clock, now, send, claim, claimOne, release } = await open(engine);
      await using _ = database;
      const outbox = new WorkTable(database, shape, now, LEASE);
      for (const event of ["1", "2"]) await send(event);
      const lost = await claimOne(outbox);
      const other = await claimOne(outbox);
      expect(await claim(outbox)).toEqual([]);
      expect(await release(outbox, other, { sent_at: timeText(now()) })).toBeDefined();
      expect(await outbox.numbers()).toMatchObject({ waiting: 1 });
      clock.now += LEASE;
      const next = await claimOne(outbox);
      expect(next).toEqual({ ...lost, lease: 2 });
      expect(await release(outbox, lost, { due_at: timeText(now()) })).toBeUndefined();
      // Put back until a time.
      expect(await release(outbox, next, { due_at: timeText(now() + 1_000) })).toBeDefined();
      expect(await claim(outbox)).toEqual([]);
      clock.now += 1_000;
      expect(await claimOne(outbox)).toMatchObject({ event: lost.event, lease: 3 });
      // Work that waits for a time from before the clock went back does not wait for it.
      clock.now -= 30 * 24 * 3_600_000;
      expect(await claimOne(outbox)).toMatchObject({ event: lost.event, lease: 4 });
    },
  );

  test("numbers: what waits, and how long the longest due has waited", async () => {
    const { database, clock, add, table, claimOne } = await open(engine);
    await using _ = database;
    expect(await table.numbers()).toEqual({ waiting: 0, oldestSeconds: 0 });
    await add("1");
    clock.now += 60_000;
    await add("2");
    expect(await table.numbers()).toEqual({ waiting: 2, oldestSeconds: 60 });
    await claimOne(table);
    expect(await table.numbers()).toEqual({ waiting: 1, oldestSeconds: 0 });
  });
});

describe.each(engines)("turns on $name", (engine) => {
  test("accounts come one after the other, whatever waits of each", async () => {
    const { database, queue, add } = await open(engine);
    await using _ = database;
    for (const id of ["1", "2", "3"]) await add(id);
    await add("4", "b");
    await add("5", "c");
    const order: (string | undefined)[] = [];
    for (let i = 0; i < 6; i++) order.push(await nextTurn(queue));
    expect(order).toEqual(["a 1", "b 4", "c 5", "a 2", "a 3", undefined]);
  });

  test("where one of an account may run at a time, its next one waits for the end of the first, or of its lease", async () => {
    const { database, clock, queue, table, add } = await open(engine, {
      isOnePerAccount: true,
      queue: { name: "x" },
    });
    await using _ = database;
    for (const id of ["1", "2", "3"]) await add(id);
    await add("4", "b");
    expect([await nextTurn(queue), await nextTurn(queue), await nextTurn(queue)]).toEqual([
      "a 1",
      "b 4",
      undefined,
    ]);
    await database.transaction(async (query, script) => {
      await table.release(script, { id: "1", attempts: 1 }, { state: "done" }, "id");
      await queue.addTurn(query, { queue: "x", account: "a" });
    });
    expect([await nextTurn(queue), await nextTurn(queue)]).toEqual(["a 2", undefined]);
    // A process of an earlier release ends it, and says nothing of turns.
    await database.query`update task set state = 'done' where id = '2'`;
    expect(await nextTurn(queue)).toBeUndefined();
    clock.now += LEASE;
    expect(await nextTurn(queue)).toBe("a 3");
  });

  test.each([{ queue: { column: "kind" } }, { queue: { name: "x" } }])(
    "work that was added without a turn gets one: %o",
    async (shape) => {
      const { database, queue, add } = await open(engine, shape);
      await using _ = database;
      // More than one repair looks at.
      for (let i = 0; i < 130; i++) await add(String(i), `account ${i}`, "x", false);
      expect(await queue.next()).toBeUndefined();
      for (let i = 0; i < 2; i++) expect(await queue.recover()).toBe(0);
      const [row] =
        await database.query`select cast(count(*) as integer) as n from queue_turn where queue = 'x'`;
      expect(row).toEqual({ n: 130 });
    },
  );

  test("work, pauses and blocks from before the clock went back hold nothing up", async () => {
    const { database, clock, add, queue } = await open(engine);
    await using _ = database;
    const setBack = () => {
      clock.now -= 3_600_000;
    };
    for (const id of ["1", "2"]) await add(id, "a");
    setBack();
    expect(await nextTurn(queue)).toBe("a 1");
    expect(await nextTurn(queue)).toBe("a 2");
    await add("3", "b");
    await queue.pause(database.query, { queue: "x", account: "b" }, 60_000);
    setBack();
    expect(await nextTurn(queue)).toBe("b 3");
    await add("4", "c");
    await queue.block("c", 60_000);
    setBack();
    expect(await nextTurn(queue)).toBe("c 4");
    // A later block holds, also over one of the time before, and so does a wait that is set now.
    await add("5", "c");
    await queue.block("c", 60_000);
    await add("6", "c");
    expect(await nextTurn(queue)).toBeUndefined();
    clock.now += 60_000;
    expect(await nextTurn(queue)).toBe("c 5");
    // A process that ended with a lease from then is silent.
    setBack();
    expect(await queue.recover()).toBe(5);
  });

  test("work of a silent process is run again, in its turn", async () => {
    const { database, clock, queue, add } = await open(engine);
    await using _ = database;
    await add("1");
    expect(await nextTurn(queue, "killed")).toBe("a 1");
    expect(await nextTurn(queue)).toBeUndefined();
    clock.now += LEASE;
    expect(await queue.recover()).toBe(1);
    expect(await nextTurn(queue)).toBe("a 1");
  });
});

/** A runner of numbers that a test adds. */
function openRunner(run: (work: { id: string }, signal: AbortSignal) => Promise<void>, held = () => true) {
  const waiting: { id: string }[] = [];
  const lines: string[] = [];
  const log = createLog("info", (line) => void lines.push(line));
  const runner: WorkRunner<{ id: string }> = new WorkRunner({
    name: "a task",
    log,
    slots: 2,
    async look() {
      const work = waiting.shift();
      if (work === undefined) return "none";
      runner.begin(work);
      return "more";
    },
    run,
    leases: { renew: async () => held(), recover: async () => 0 },
    leaseMs: 20,
  });
  return { runner, waiting, lines };
}

describe("a process", () => {
  test("runs as much at a time as it has slots, and fills them again", async () => {
    let [running, most, ran] = [0, 0, 0];
    const { runner, waiting } = openRunner(async () => {
      most = Math.max(most, ++running);
      await until("another one runs", () => most > 1);
      running--;
      ran++;
    });
    for (let i = 0; i < 9; i++) waiting.push({ id: String(i) });
    runner.start();
    await until("all ran", () => ran === 9);
    expect(most).toBe(2);
    await runner.stop(0);
  });

  test("ends work whose lease was lost, and what still runs when it stops", async () => {
    let isHeld = true;
    const aborted: string[] = [];
    const { runner, waiting } = openRunner(
      async ({ id }, signal) => {
        await until("it is aborted", () => signal.aborted);
        aborted.push(id);
      },
      () => isHeld,
    );
    runner.start();
    waiting.push({ id: "lost" });
    runner.wake();
    await until("it runs", () => runner.running.length === 1);
    isHeld = false;
    await until("it is aborted", () => aborted.includes("lost"));
    isHeld = true;
    waiting.push({ id: "stopped" });
    runner.wake();
    await until("the next runs", () => runner.running.length === 1);
    await runner.stop(0);
    expect(aborted).toEqual(["lost", "stopped"]);
  });

  test("logs work that was not settled, and goes on", async () => {
    let ran = 0;
    const { runner, waiting, lines } = openRunner(async () => {
      if (ran++ === 0) throw new TypeError("a bug");
    });
    waiting.push({ id: "1" }, { id: "2" });
    await runner.drain();
    expect(ran).toBe(2);
    expect(lines.filter((line) => line.includes("a task was not settled"))).toHaveLength(1);
  });

  test("waits for a database that is away, and not for a bug", async () => {
    const log = createLog("silent");
    const never = new AbortController().signal;
    let failures = 0;
    const away = async () => {
      if (failures++ < 1) throw new Problem("storage-unavailable", "Away.");
      return "stored";
    };
    expect(await retryUntilStored(never, log, away)).toBe("stored");
    const bug = retryUntilStored(never, log, () => Promise.reject(new TypeError("a bug")));
    expect(await bug.catch(String)).toBe("TypeError: a bug");
    failures = 0;
    expect(await retryUntilStored(AbortSignal.abort(), log, away)).toBeUndefined();
  });
});

test("pauses double up to the longest, and work that has ended five processes is not run again", () => {
  expect([1, 2, 3, 9].map((attempts) => backOffMs(attempts, 5, 100))).toEqual([5, 10, 20, 100]);
  expect(interruptedTooOften({ interruptions: 4 }, "job", "")).toBeUndefined();
  const problem = interruptedTooOften({ interruptions: 5 }, "job", "Send the call again.");
  expect(problem).toMatchObject({ code: "job-interrupted" });
});

test("nothing else writes the columns of leases", async () => {
  const writers: string[] = [];
  for await (const file of new Glob("src/**/*.ts").scan(".")) {
    if (/\.test\.ts$|^src\/queue\//.test(file)) continue;
    if (/\b(?:lease_until|claimed_until) = |\blease = \w*\.?lease \+ 1/.test(await Bun.file(file).text()))
      writers.push(file);
  }
  expect(writers).toEqual([]);
});
