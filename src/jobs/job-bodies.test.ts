import { describe, expect, test } from "bun:test";
import { type BodyStore, bodyStores } from "../../test/helpers/body-stores.ts";
import { type Engine, engines, newDatabase } from "../../test/helpers/engines.ts";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { DataKeys } from "../accounts/data-keys.ts";
import { Problem } from "../kit/problem.ts";
import { createLog } from "../ops/log.ts";
import type { Database } from "../store/database.ts";
import { JobBodies, joined, type ObjectStore } from "./job-bodies.ts";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-11-20T12:00:00Z");
const EXPIRES = "2026-11-22T12:00:00.000Z";
const job = { id: "job", account: "a" };

const bytesOf = (size: number) => new Uint8Array(size).map((_, i) => (i * 7 + (i >> 8)) % 251);

/** The objects of a store in memory, which tests damage. */
function memoryObjects() {
  const kept = new Map<string, Uint8Array>();
  const state = { failing: false, puts: 0 };
  const check = () => {
    if (state.failing) throw new Problem("storage-unavailable", "The store does not respond.");
  };
  const store: ObjectStore = {
    async put(name, bytes) {
      check();
      state.puts++;
      kept.set(name, bytes.slice());
    },
    async get(name) {
      check();
      return kept.get(name);
    },
    async delete(name) {
      check();
      kept.delete(name);
    },
    waitMs: () => 0,
  };
  return { kept, state, store };
}

async function* nothing() {}

/** Bodies are stored for accounts that are there. */
async function databaseWithAccounts(engine: Engine) {
  const database = await newDatabase(engine);
  for (const id of ["a", "b"])
    await database.query`insert into account (id, email, created_at) values (${id}, ${id}, ${EXPIRES})`;
  return database;
}

function open(database: Database, objects: ObjectStore | undefined) {
  const clock = { now: START };
  const now = () => clock.now;
  const bodies = new JobBodies({
    database,
    keys: new DataKeys(database),
    objects,
    log: createLog("silent"),
    now,
  });
  const read = async (name: string, of = job) => {
    const pieces = await bodies.read(of, name);
    return pieces && joined(pieces);
  };
  const rows = async () => (await database.query`select job from job_body`).length;
  return { bodies, clock, read, rows };
}

async function openStore(of: BodyStore) {
  const database = await databaseWithAccounts(of.engine);
  return { database, ...open(database, await of.objects()) };
}

describe.each(engines)("many bodies at once on $name", (engine) => {
  test("of one account never have two statements waiting, which statements of others would wait for", async () => {
    const database = await databaseWithAccounts(engine);
    await using _ = database;
    let [waiting, most] = [0, 0];
    const counted =
      <Given extends unknown[], T>(run: (...given: Given) => Promise<T>) =>
      async (...given: Given): Promise<T> => {
        const isOfPart = JSON.stringify(given).includes("job_body");
        if (isOfPart) most = Math.max(most, ++waiting);
        return run(...given).finally(() => {
          if (isOfPart) waiting--;
        });
      };
    const query = counted(database.query) as Database["query"];
    const { bodies } = open({ ...database, query, script: counted(database.script) }, undefined);
    const [bytes, jobs] = [bytesOf(500_000), ["1", "2", "3", "4", "5"].map((id) => ({ ...job, id }))];
    const others = { id: "other", account: "b" };
    await Promise.all([...jobs, others].map((of) => bodies.write(of, "input", bytes, EXPIRES)));
    const read = await Promise.all(
      [...jobs, others].map(async (of) => joined((await bodies.read(of, "input")) ?? nothing())),
    );
    expect(read.every((one) => Buffer.compare(one, bytes) === 0)).toBe(true);
    expect(most).toBe(2);
  });
});

describe.each([...bodyStores])("bodies in $name", (store) => {
  test("of any size come back as they were, and go with their job", async () => {
    const { database, bodies, read, rows } = await openStore(store);
    await using _ = database;
    const sizes = [0, 1, 16 * 1024, 64 * 1024, 64 * 1024 + 1, 192 * 1024, 192 * 1024 + 1, 9_000_001];
    for (const size of sizes) {
      const bytes = bytesOf(size);
      await bodies.write(job, "file", bytes, EXPIRES);
      expect(Buffer.compare((await read("file")) ?? new Uint8Array(9), bytes)).toBe(0);
    }
    await bodies.write(job, "other", bytesOf(70_000), EXPIRES);
    await bodies.write({ ...job, id: "next" }, "file", bytesOf(100_000), EXPIRES);
    await bodies.remove(["job"], "file");
    expect(await read("file")).toBeUndefined();
    expect((await read("other"))?.byteLength).toBe(70_000);
    await bodies.remove(["job", "next"]);
    expect(await read("other")).toBeUndefined();
    expect(await read("file", { ...job, id: "next" })).toBeUndefined();
    expect(await rows()).toBe(0);
  });

  test("are not stored in a form that others read, and open only for their job and account", async () => {
    const { database, bodies, read } = await openStore(store);
    await using _ = database;
    const secret = "a page that nobody else reads ".repeat(5_000);
    await bodies.write(job, "file", new TextEncoder().encode(secret), EXPIRES);
    const rows = await database.query<{ data: string }>`select data from job_body`;
    for (const { data } of rows) {
      expect(data).not.toContain(Buffer.from("a page that").toString("base64url").slice(0, 12));
    }
    expect(new TextDecoder().decode(await read("file"))).toBe(secret);
    for (const change of [
      `update job_body set job = 'other'`,
      `update job_body set name = 'another', job = 'job'`,
    ]) {
      await database.transaction((_query, script) => script(change));
      const [row] = await database.query<{ job: string; name: string }>`select job, name from job_body`;
      const moved = { id: row?.job ?? "", account: "a" };
      expect(await rejectionOf(bodies.read(moved, row?.name ?? ""))).toMatchObject({
        code: "storage-unavailable",
      });
    }
    await database.query`update job_body set job = 'job', name = 'file'`;
    expect(await rejectionOf(bodies.read({ id: "job", account: "b" }, "file"))).toMatchObject({
      code: "storage-unavailable",
    });
    await database.query`delete from data_key`;
    const { bodies: fresh } = open(database, await store.objects());
    expect(await rejectionOf(fresh.read(job, "file"))).toMatchObject({ code: "storage-unavailable" });
  });
});

describe.each(bodyStores.slice(0, 1))("bodies in objects", ({ engine }) => {
  test("without a last part, in another order or cut short are an error, not a shorter body", async () => {
    await using database = await databaseWithAccounts(engine);
    const { store, kept } = memoryObjects();
    const { bodies, read } = open(database, store);
    await bodies.write(job, "file", bytesOf(9_000_000), EXPIRES);
    expect(kept.size).toBe(3);
    const unreadable = { code: "storage-unavailable" };
    const [first = "", second = ""] = [...kept.keys()];
    const [one, two] = [kept.get(first) ?? new Uint8Array(), kept.get(second) ?? new Uint8Array()];
    kept.set(first, two).set(second, one);
    expect(await rejectionOf(read("file"))).toMatchObject(unreadable);
    for (const broken of [one.slice(0, -1), one.slice(1), new Uint8Array(), one.map((byte) => 255 - byte)]) {
      kept.set(first, broken).set(second, two);
      expect(await rejectionOf(read("file"))).toMatchObject(unreadable);
    }
    kept.set(first, one);
    expect((await read("file"))?.byteLength).toBe(9_000_000);
    kept.delete(second);
    expect(await rejectionOf(read("file"))).toMatchObject(unreadable);
    await database.query`delete from job_body where part = 2`;
    kept.set(second, two);
    expect(await rejectionOf(read("file"))).toMatchObject(unreadable);
    // One part that says it is the last.
    await database.query`delete from job_body where part > 0`;
    await database.query`update job_body set data = replace(data, '1m@', '1l@')`;
    expect(await rejectionOf(read("file"))).toMatchObject(unreadable);
  });

  test("that could not be written or deleted leave no orphan", async () => {
    await using database = await databaseWithAccounts(engine);
    const { store, kept, state } = memoryObjects();
    const { bodies, clock, read, rows } = open(database, store);
    await bodies.write(job, "file", bytesOf(100_000), EXPIRES);
    state.failing = true;
    expect(await rejectionOf(bodies.write(job, "more", bytesOf(100_000), EXPIRES))).toMatchObject({
      code: "storage-unavailable",
    });
    await bodies.remove(["job"]);
    expect(await read("file")).toBeUndefined();
    expect(await rows()).toBe(2);
    await bodies.sweep();
    expect([kept.size, await rows()]).toEqual([1, 2]);
    state.failing = false;
    await bodies.sweep();
    // The request that failed may still write its object.
    expect([kept.size, await rows()]).toEqual([0, 1]);
    clock.now += HOUR_MS;
    await bodies.sweep();
    expect(await rows()).toBe(0);
    await bodies.write(job, "file", bytesOf(100_000), EXPIRES);
    clock.now = Date.parse(EXPIRES) - 1;
    await bodies.sweep();
    expect(kept.size).toBe(1);
    clock.now += 1;
    await bodies.sweep();
    expect([kept.size, await rows()]).toEqual([0, 0]);
  });

  test("of at most 64 KB stay in the database", async () => {
    await using database = await databaseWithAccounts(engine);
    const { store, state } = memoryObjects();
    const { bodies } = open(database, store);
    await bodies.write(job, "short", bytesOf(65_536), EXPIRES);
    expect(state.puts).toBe(0);
    await bodies.write(job, "long", bytesOf(65_537), EXPIRES);
    expect(state.puts).toBe(1);
  });
});

describe.each(engines)("a long body on $name", (engine) => {
  test("leaves the event loop to others between its parts, when it is stored and when it is read", async () => {
    await using database = await databaseWithAccounts(engine);
    const { bodies, read } = open(database, undefined);
    /** The turns of the event loop while something goes on. */
    const turnsOf = async (work: () => Promise<unknown>) => {
      let turns = 0;
      let isOn = true;
      const count = () => {
        turns++;
        if (isOn) setImmediate(count);
      };
      count();
      await work();
      isOn = false;
      return turns;
    };
    const bytes = new Uint8Array(40 * 192 * 1024).fill(7);
    expect(await turnsOf(() => bodies.write(job, "file", bytes, EXPIRES))).toBeGreaterThanOrEqual(40);
    expect(await turnsOf(() => read("file"))).toBeGreaterThanOrEqual(40);
  });
});
