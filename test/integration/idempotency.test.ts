import { describe, expect, test } from "bun:test";
import { engines } from "../helpers/engines.ts";
import { openTestApp, type TestApp, type TestAppOptions } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

/** Clocks of the tests: ahead of the machine's by so much. */
interface Clock {
  aheadMs: number;
}

const HOUR_MS = 3_600_000;

async function open(address: string, options: Partial<TestAppOptions> = {}) {
  const clock: Clock = { aheadMs: 0 };
  const app = await openTestApp({ address, now: () => Date.now() + clock.aheadMs, ...options });
  const key = await app.key("owner@example.com");
  const { account } = await app.accounts.accountStore.ensure("owner@example.com");
  return { app, clock, key, account: account.id };
}

interface Sent {
  readonly body?: string;
  readonly once?: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

async function send(app: TestApp, key: string | undefined, path: string, of: Sent = {}) {
  const { body, once, headers = {}, method = "POST" } = of;
  const response = await fetch(app.url + path, {
    method,
    headers: {
      ...(key === undefined ? {} : { "X-API-Key": key }),
      ...(once === undefined ? {} : { "Idempotency-Key": once }),
      ...(typeof body === "string" ? { "Content-Type": "application/json" } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const json = (await response.json()) as Record<string, unknown>;
  for (const name of ["key", "secret"])
    if (typeof json[name] === "string") app.secrets.add(String(json[name]));
  const isReplayed = response.headers.get("idempotency-replayed") === "true";
  return { status: response.status, id: String(json.id), code: json.code, json, isReplayed };
}

const items = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({})));
const ASYNC = { Prefer: "respond-async" };

async function count(app: TestApp, table: string): Promise<number> {
  const [row] = await app.accounts.database.transaction((_query, script) =>
    script(`select cast(count(*) as integer) as n from ${table}`, []),
  );
  return Number(row?.n);
}

const finished = (app: TestApp, key: string, id: string) =>
  until("the batch has ended", async () => {
    const batch = (await (await app.get(`/batches/${id}`, key)).json()) as { state: string };
    return batch.state === "finished";
  });

describe.each(engines)("Idempotency-Key on $name", (engine) => {
  test("a repeated batch is found before the quota that its own items used up", async () => {
    const { app, key } = await open(engine.address());
    await using _ = app;
    const create = () => send(app, key, "/batches?operation=pdf.noop", { body: items(100), once: "one" });
    const first = await create();
    expect([first.status, first.isReplayed]).toEqual([202, false]);
    await finished(app, key, first.id);
    // The quota is used up: another batch is rejected.
    expect(await send(app, key, "/batches?operation=pdf.noop", { body: items(1) })).toMatchObject({
      status: 429,
      code: "quota-exceeded",
    });
    expect(await create()).toMatchObject({ status: 202, id: first.id, isReplayed: true });
    // Its response was not stored, as where stored responses have reached their limit, and as after 24 hours.
    const { query } = app.accounts.database;
    await query`update replay set sealed = null, bytes = 0`;
    expect(await create()).toMatchObject({ status: 202, id: first.id });
    await query`delete from replay`;
    expect(await create()).toMatchObject({ status: 202, id: first.id });
    expect(await count(app, "batch")).toBe(1);
  });

  test("another request with the key is rejected, on every endpoint that creates something", async () => {
    const { app, key } = await open(engine.address());
    await using _ = app;
    const once = "two";
    expect((await send(app, key, "/batches?operation=pdf.noop", { body: items(2), once })).status).toBe(202);
    for (const [path, of] of [
      ["/batches?operation=pdf.noop", { body: items(3) }],
      ["/batches?operation=pdf.batch", { body: items(2) }],
      ["/batches?operation=pdf.noop&accept=application/json", { body: items(2) }],
      ["/invented/batch?units=1", {}],
      ["/invented/batch?units=1", { headers: ASYNC }],
    ] as const) {
      const other = await send(app, key, path, { ...of, once });
      expect([path, other.status, other.code]).toEqual([path, 422, "idempotency-mismatch"]);
    }
    // What is not accepted is another request too, also where its body is not read.
    for (const [path, of, without] of [
      ["/batches?operation=pdf.noop", { body: "[1" }, 400],
      ["/batches?operation=pdf.noop", { body: "x", headers: { "Content-Type": "text/plain" } }, 415],
      ["/invented/batch?units=x", {}, 400],
      ["/invented/batch?units=x", { headers: ASYNC }, 400],
    ] as const) {
      expect([path, (await send(app, key, path, { ...of, once: "unused" })).status]).toEqual([path, without]);
      const other = await send(app, key, path, { ...of, once });
      expect([path, other.status, other.code]).toEqual([path, 422, "idempotency-mismatch"]);
    }
    const call = { once: "three", headers: ASYNC };
    const job = await send(app, key, "/invented/batch?units=1", call);
    expect(await send(app, key, "/invented/batch?units=1", call)).toMatchObject({ id: job.id });
    expect((await send(app, key, "/invented/batch?units=2", call)).status).toBe(422);
    expect((await send(app, key, "/batches?operation=pdf.noop", { body: items(1), once: "a b" })).code).toBe(
      "invalid-idempotency-key",
    );
    expect([await count(app, "batch"), await count(app, "job where batch is null")]).toEqual([1, 1]);
  });

  test("of the same requests at once, one creates, and all get what it created", async () => {
    const { app, key } = await open(engine.address());
    await using _ = app;
    for (const [path, of] of [
      ["/batches?operation=pdf.noop", { body: items(20), once: "at-once" }],
      ["/invented/batch?units=1", { once: "at-once-too", headers: ASYNC }],
    ] as const) {
      const all = await Promise.all(Array.from({ length: 4 }, () => send(app, key, path, of)));
      expect(all.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
      expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    }
    expect([await count(app, "batch"), await count(app, "job")]).toEqual([1, 21]);
  });

  test("a repetition after the object has expired creates another one: it is never 404", async () => {
    // Nothing runs them, and no process deletes what has expired.
    const { app, clock, key } = await open(engine.address(), { jobs: { slots: 0 } });
    await using _ = app;
    const batch = () => send(app, key, "/batches?operation=pdf.noop", { body: items(2), once: "b" });
    const job = () => send(app, key, "/invented/batch?units=1", { once: "j", headers: ASYNC });
    const [firstBatch, firstJob] = [await batch(), await job()];
    clock.aheadMs = 25 * HOUR_MS;
    expect(await batch()).toMatchObject({ status: 202, id: firstBatch.id });
    expect(await job()).toMatchObject({ status: 202, id: firstJob.id });
    clock.aheadMs = 74 * HOUR_MS;
    const [secondBatch, secondJob] = [await batch(), await job()];
    expect([secondBatch.status, secondJob.status]).toEqual([202, 202]);
    expect([firstBatch.id, firstJob.id]).not.toContain(secondBatch.id);
    expect(secondJob.id).not.toBe(firstJob.id);
    expect([(await batch()).id, (await job()).id]).toEqual([secondBatch.id, secondJob.id]);
  });

  test("keys: a rotated key repeats what the old one sent, a test key has keys of its own, a revoked one gets 401", async () => {
    const { app, key, account } = await open(engine.address());
    await using _ = app;
    const create = (as: string) =>
      send(app, as, "/batches?operation=pdf.noop", { body: items(2), once: "k" });
    const first = await create(key);
    const { keys } = app.accounts;
    const tested = await keys.create(account, "test", null, { mode: "test" });
    app.secrets.add(tested.key);
    const ofTest = await create(tested.key);
    expect([ofTest.status, ofTest.id === first.id]).toEqual([202, false]);
    expect((await create(tested.key)).id).toBe(ofTest.id);
    const [old] = (await keys.list(account)).filter(({ mode }) => mode === "live");
    const successor = await keys.roll(account, old?.id ?? "", 0);
    app.secrets.add(successor?.key ?? "");
    expect(await create(successor?.key ?? "")).toMatchObject({ id: first.id, isReplayed: true });
    await send(app, successor?.key, `/batches/${first.id}`, { method: "DELETE" });
    expect(await create(successor?.key ?? "")).toMatchObject({ id: first.id, isReplayed: true });
    await keys.revoke(account, successor?.id ?? "");
    app.accounts.authenticator.forgetAll();
    expect((await create(successor?.key ?? "")).status).toBe(401);
    expect((await create(await app.key("other@example.com"))).id).not.toBe(first.id);
  });

  test("a repetition after a restart gets the same batch, once it has read the whole body", async () => {
    const address = engine.address();
    const sent = { body: items(3), once: "restart" };
    let first = "";
    let key = "";
    {
      const of = await open(address);
      await using app = of.app;
      ({ key } = of);
      first = (await send(app, key, "/batches?operation=pdf.noop", sent)).id;
    }
    const { app } = await open(address);
    await using _ = app;
    expect(await send(app, key, "/batches?operation=pdf.noop", sent)).toMatchObject({
      id: first,
      isReplayed: true,
    });
    const other = { ...sent, body: `${items(3)} ` };
    expect((await send(app, key, "/batches?operation=pdf.noop", other)).code).toBe("idempotency-mismatch");
  });

  test("webhook endpoints and keys are created and rotated once, and show a secret once", async () => {
    const { app, account } = await open(engine.address(), { allow: "127.0.0.1:9" });
    await using _ = app;
    const manager = await app.key("owner@example.com", { apis: ["webhooks", "keys"] });
    const body = JSON.stringify({ url: "http://127.0.0.1:9/hook" });
    const create = (given = body) => send(app, manager, "/webhooks", { body: given, once: "w" });
    const first = await create();
    expect([first.status, typeof first.json.secret]).toEqual([201, "string"]);
    const again = await create();
    expect(again).toMatchObject({ status: 201, id: first.id, isReplayed: true, json: { secret: null } });
    expect((await create(JSON.stringify({ url: "http://127.0.0.1:9/other" }))).code).toBe(
      "idempotency-mismatch",
    );
    expect((await create(JSON.stringify({ url: 1 }))).code).toBe("idempotency-mismatch");
    expect((await send(app, manager, "/webhooks", { body: "{}", once: "unused" })).status).toBe(400);
    const roll = (path: string, once?: string) =>
      send(app, manager, path, { body: "{}", ...(once === undefined ? {} : { once }) });
    const rolled = await roll(`/webhooks/${first.id}/roll`, "r");
    const repeated = await roll(`/webhooks/${first.id}/roll`, "r");
    expect([rolled.status, typeof rolled.json.secret]).toEqual([201, "string"]);
    expect(repeated).toMatchObject({ status: 201, isReplayed: true, json: { secret: null } });
    const events = [
      await roll(`/webhooks/${first.id}/test`, "t"),
      await roll(`/webhooks/${first.id}/test`, "t"),
    ];
    expect(new Set(events.map(({ json }) => json.event)).size).toBe(1);
    const made = await app.accounts.keys.create(account, "rolled", ["pdf"]);
    app.secrets.add(made.key);
    const successors = [
      await roll(`/keys/${made.id}/roll`, "kr"),
      await roll(`/keys/${made.id}/roll`, "kr"),
      await roll(`/keys/${made.id}/roll`, "other"),
    ];
    expect(successors.map(({ status, json }) => [status, typeof json.key])).toEqual([
      [201, "string"],
      [201, "object"],
      [404, "undefined"],
    ]);
    // A failure is not stored: the request may be sent again.
    expect((await roll("/webhooks/none/roll", "missing")).status).toBe(404);
    expect((await roll("/webhooks/none/roll", "missing")).status).toBe(404);
  });

  test("without metering, it means the same", async () => {
    const { app } = await open(engine.address(), { metering: false, jobs: { slots: 0 } });
    await using _ = app;
    for (const [path, other, of] of [
      ["/batches?operation=pdf.noop", "/batches?operation=pdf.batch", { body: items(2), once: "b" }],
      ["/invented/batch?units=1", "/invented/batch?units=2", { once: "j", headers: ASYNC }],
    ] as const) {
      const first = await send(app, undefined, path, of);
      expect(first.status).toBe(202);
      expect((await send(app, undefined, path, of)).id).toBe(first.id);
      expect((await send(app, undefined, other, of)).code).toBe("idempotency-mismatch");
    }
  });
});
