import { describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { endless } from "../helpers/endless.ts";
import { besideBouncer } from "../helpers/engines.ts";
import { hasBouncer, sharedCluster, throughBouncer } from "../helpers/postgres.ts";
import { type TestAppProcess, testAppInProcess } from "../helpers/processes.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

const JOBS = 30;
const PATIENT_MS = 60_000;

/** A receiver that answers nothing before `open`. */
function receiver() {
  const gate = Promise.withResolvers<void>();
  const received: { readonly headers: Record<string, string>; readonly body: string }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      received.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
      await gate.promise;
      return new Response(null, { status: 204 });
    },
  });
  return {
    received,
    host: `127.0.0.1:${server.port}`,
    open: () => gate.resolve(),
    close: () => server.stop(true),
  };
}

/**
 * Ends jobs and a batch in two processes that are killed while they send the events and before they send others; two new
 * processes go on. Returns what arrived, verified, by the ID of the event.
 */
async function deliverUnderKills(address: string, workerAddress = address) {
  const hooks = receiver();
  const idle = { jobs: { slots: 0, leaseMs: 2_000 }, webhooks: { slots: 0 } };
  await using watch = await openTestApp({ address, catalogue: endless, allow: hooks.host, ...idle });
  const key = await watch.key("hooks@example.com", { plans: ["pdf"] });
  const manager = await watch.key("hooks@example.com", { apis: ["webhooks"] });
  const send = (path: string, as: string, init: RequestInit = {}) =>
    fetch(watch.url + path, { method: "POST", ...init, headers: { "X-API-Key": as, ...init.headers } });
  const body = new URLSearchParams({ url: `http://${hooks.host}/hook` });
  const made = (await (await send("/webhooks", manager, { body })).json()) as { id: string; secret: string };
  watch.secrets.add(made.secret);
  const processes: TestAppProcess[] = [];
  const begin = async () => {
    for (let i = 0; i < 2; i++) {
      processes.push(await testAppInProcess(workerAddress, "webhooks.ts", hooks.host));
    }
  };
  try {
    await begin();
    const headers = { Prefer: "respond-async" };
    for (let i = 0; i < JOBS; i++) {
      expect((await send("/invented/batch?units=1", key, { headers })).status).toBe(202);
    }
    const lines = '{"units":1}\n'.repeat(JOBS);
    const type = { "Content-Type": "application/x-ndjson" };
    await send("/batches?operation=pdf.batch", key, { headers: type, body: lines });
    const { query } = watch.accounts.database;
    const ended = async () => (await query`select id from job where finished_at is not null`).length;
    await until("events are on their way", () => hooks.received.length >= 4, PATIENT_MS);
    await until("others wait", async () => (await ended()) > JOBS / 2, PATIENT_MS);
    await Promise.all(processes.splice(0).map((one) => one.kill()));
    expect(await query`select event from webhook_delivery where state = 'delivered'`).toEqual([]);
    hooks.open();
    await begin();
    const delivered = async () =>
      (await query`select event from webhook_delivery where state = 'delivered'`).length;
    await until("every event has arrived", async () => (await delivered()) === JOBS + 1, PATIENT_MS);
  } finally {
    await Promise.all(processes.map((one) => one.kill()));
    await hooks.close();
  }
  const library = new Webhook(made.secret);
  return Map.groupBy(
    hooks.received.map(({ headers, body: text }) => {
      const event = library.verify(text, headers) as { type: string; data: { id: string; state: string } };
      return { id: headers["webhook-id"] ?? "", ...event };
    }),
    ({ id }) => id,
  );
}

function expectEach(events: Awaited<ReturnType<typeof deliverUnderKills>>): void {
  const firsts = [...events.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
  const jobs = firsts.filter(({ type }) => type === "job.succeeded");
  expect(new Set(jobs.map(({ data }) => data.id)).size).toBe(JOBS);
  expect(jobs).toHaveLength(JOBS);
  const batches = firsts.filter(({ type }) => type === "batch.completed");
  expect(batches.map(({ data }) => data.state)).toEqual(["finished"]);
  expect(firsts).toHaveLength(JOBS + 1);
}

describe.each(besideBouncer)("events on $name whose processes are killed", (engine) => {
  test("arrive, each with one ID, though it may be more than once", async () => {
    expectEach(await deliverUnderKills(engine.address()));
  });
});

describe.skipIf(!hasBouncer)("the same behind a PgBouncer that pools by transaction", () => {
  test("arrive, each with one ID, though it may be more than once", async () => {
    const address = sharedCluster().database();
    expectEach(await deliverUnderKills(address, `${await throughBouncer(address)}?prepare=false`));
  });
});
