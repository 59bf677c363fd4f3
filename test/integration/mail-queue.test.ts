import { describe, expect, test } from "bun:test";
import type { Message } from "../../src/accounts/email-queue.ts";
import type { Database } from "../../src/store/database.ts";
import { engines } from "../helpers/engines.ts";
import { hasBouncer, hasPostgres, sharedCluster, throughBouncer } from "../helpers/postgres.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";

/** Runs `seen` for each statement of a database outside of transactions. */
function watching(database: Database, seen: (sql: string) => void): Database {
  return {
    ...database,
    query: (text, ...values) => {
      seen(text.join("?"));
      return database.query(text, ...values);
    },
  };
}

const isLook = (sql: string) => sql.includes("min(due_at)");

/** A server that has looked at its empty queue once, and waits two seconds before it looks again. */
async function idleServer(address: string) {
  const looked = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<Message>();
  const app = await openTestApp({
    address,
    send: async (message) => sent.resolve(message),
    wrap: (database) => watching(database, (sql) => isLook(sql) && looked.resolve()),
  });
  await looked.promise;
  // The answer to the look: the next statement comes after it.
  await app.accounts.emailQueue.numbers();
  return { app, sent: sent.promise };
}

/** Facts of a message about a quota. */
const FACTS = {
  plan: "hobbyist",
  meter: "pdf",
  unit: "calls",
  used: 80,
  limit: 100,
  percent: 80,
  resetsAt: "2026",
};

/** Expects that an idle server sends what is queued before its next look; it may need a round without other programs. */
async function sendsBeforeItsLook(address: string, to: string, queue: (app: TestApp) => Promise<unknown>) {
  let ms = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5 && ms >= 1_900; round++) {
    const { app, sent } = await idleServer(address);
    await using _server = app;
    const began = performance.now();
    await queue(app);
    expect((await sent).to).toBe(to);
    ms = performance.now() - began;
  }
  expect(ms).toBeLessThan(1_900);
}

describe.skipIf(!hasPostgres)("on PostgreSQL an idle server", () => {
  test("hears of a message that a process queued which sends none, before its next look", async () => {
    const address = sharedCluster().database();
    await sendsBeforeItsLook(address, "a@example.com", async ({ accounts: { database } }) => {
      await database.query`
        insert into mail (id, kind, email, facts, created_at, due_at, claimed_until, attempts)
        values (${crypto.randomUUID()}, 'quota', 'a@example.com', ${JSON.stringify(FACTS)}, '2026', '2026', '2026', 0)`;
      // What a process without a background says, such as a command.
      await database.notify("mail");
    });
  });

  test.skipIf(!hasBouncer)(
    "through PgBouncer sends at once what it queues itself, though LISTEN does not pass",
    async () => {
      const address = `${await throughBouncer(sharedCluster().database())}?prepare=false`;
      await sendsBeforeItsLook(address, "b@example.com", ({ accounts }) =>
        accounts.emailQueue.enqueue("quota", "b@example.com", FACTS),
      );
    },
  );
});

describe.each(engines)("on $name", (engine) => {
  test("a quota notice is sent as soon as it is queued", async () => {
    const { app, sent } = await idleServer(engine.address());
    await using _server = app;
    const key = await app.key("c@example.com");
    for (let call = 0; call < 80; call++) await app.get("/noop", key);
    expect((await sent).to).toBe("c@example.com");
  });
});
