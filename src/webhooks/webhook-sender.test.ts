import { describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { engines, newDatabase } from "../../test/helpers/engines.ts";
import { rejecting, rejectionOf } from "../../test/helpers/rejection.ts";
import { until } from "../../test/helpers/until.ts";
import { type Actor, createAudit } from "../accounts/audit.ts";
import { Problem } from "../kit/problem.ts";
import { createLog } from "../ops/log.ts";
import type { Database, Query } from "../store/database.ts";
import { migrate } from "../store/migrate.ts";
import { migrations } from "../store/migrations.ts";
import { openDatabase } from "../store/open-database.ts";
import { emitWebhook } from "./emit-webhook.ts";
import { recordDisabled, WebhookEndpoints } from "./webhook-endpoints.ts";
import { WebhookLog } from "./webhook-log.ts";
import { TooEarly, WebhookPace } from "./webhook-pace.ts";
import { LEASE_MS, retryAfterMs, WebhookQueue } from "./webhook-queue.ts";
import type { NewEndpoint } from "./webhook-responses.ts";
import { createSecretBox } from "./webhook-secret.ts";
import { type PostWebhook, WebhookSender } from "./webhook-sender.ts";

const owner: Actor = { kind: "owner" };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Webhooks of one database, with a clock and receivers that a test moves. */
function open(database: Database, checkAccount = async () => {}) {
  const clock = { now: Date.parse("2026-11-20T12:00:00Z") };
  const now = () => clock.now;
  const sent: Sent[] = [];
  const outcomes: string[] = [];
  const disabled: string[] = [];
  /** They return a status, or a response. */
  const receivers = new Map<string, () => Promise<number | Awaited<ReturnType<PostWebhook>>>>();
  const secrets = createSecretBox(database);
  const options = {
    database,
    audit: createAudit(database, now),
    secrets,
    checkUrl: async () => {},
    isVerified: (url: string) => !url.includes("unverified"),
    checkAccount,
    added() {},
    now,
  };
  const endpoints = new WebhookEndpoints(options);
  const queue = new WebhookQueue({
    database,
    now,
    random: () => 0.5,
    async onDisabled(query, of) {
      disabled.push(of.reason);
      await recordDisabled(options.audit, query, of);
    },
  });
  const log = new WebhookLog(database, now, () => {});
  const addresses = new Map<string, string[]>();
  /** What one process knows of turns: those of receivers whose host begins with "paced". */
  const pace = () =>
    new WebhookPace({ database, isPaced: (url) => new URL(url).hostname.startsWith("paced"), now });
  const post: PostWebhook = async (url, headers, body, _signal, admit) => {
    const { hostname } = new URL(url);
    if (hostname.startsWith("paced")) await admit(addresses.get(hostname) ?? ["192.0.2.1"]);
    sent.push({ url, headers, body });
    const response = (await receivers.get(url)?.()) ?? 204;
    return typeof response === "number"
      ? { status: response, headers: {}, body: undefined, isCut: false }
      : response;
  };
  const attempted = (outcome: string) => void outcomes.push(outcome);
  const sender = () =>
    new WebhookSender({ queue, secrets, pace: pace(), post, log: createLog("silent"), attempted, now });
  const emit = (account: string, id = "1") =>
    database.transaction((query) =>
      emitWebhook(query, { account, mode: "live", type: "job.succeeded", data: { id }, at: now() }),
    );
  const pending = async () => {
    const [row] = await database.query<{ n: number }>`
      select cast(count(*) as integer) as n from webhook_delivery where state = 'pending' and due_at <= ${new Date(
        now(),
      ).toISOString()}`;
    return row?.n ?? 0;
  };
  /** Sends all that is due now. */
  const drain = async () => {
    const one = sender();
    one.start();
    await until("everything that is due was attempted", async () => (await pending()) === 0);
    await one.stop(5_000);
  };
  return {
    clock,
    now,
    sent,
    outcomes,
    disabled,
    receivers,
    endpoints,
    queue,
    log,
    post,
    pace,
    addresses,
    sender,
    emit,
    drain,
    secrets,
  };
}

async function account(database: Database, id: string): Promise<void> {
  await database.query`
    insert into account (id, email, created_at) values (${id}, ${`${id}@example.com`}, '2026-11-20T00:00:00.000Z')`;
}

const make = (of: ReturnType<typeof open>, account: string, url = "https://example.com/hook") =>
  of.endpoints.create(account, { url, mode: "live", events: null }, owner);

/** What the reference library of Standard Webhooks reads; it takes the clock of this machine. */
function verified({ secret }: Pick<NewEndpoint, "secret">, { headers, body }: Sent): unknown {
  const id = headers["webhook-id"] ?? "";
  const timestamp = new Date();
  const [first = ""] = (headers["webhook-signature"] ?? "").split(" ");
  const library = new Webhook(secret);
  const at = new Date(1_000 * Number(headers["webhook-timestamp"]));
  const signatures = (headers["webhook-signature"] ?? "").split(" ");
  if (!signatures.includes(library.sign(id, at, body)))
    throw new Error(`no signature of this secret: ${first}`);
  const seconds = String(Math.floor(timestamp.getTime() / 1_000));
  const own = { "webhook-id": id, "webhook-timestamp": seconds };
  return library.verify(body, { ...own, "webhook-signature": library.sign(id, timestamp, body) });
}

describe.each(engines)("webhooks on $name", (engine) => {
  test("an event reaches every endpoint that wants it, signed as Standard Webhooks asks, and nobody else's", async () => {
    await using database = await newDatabase(engine);
    for (const id of ["a", "b"]) await account(database, id);
    const of = open(database);
    const all = await make(of, "a");
    const some = await of.endpoints.create(
      "a",
      { url: "https://some.example/", mode: "live", events: ["job.succeeded"] },
      owner,
    );
    await of.endpoints.create(
      "a",
      { url: "https://other.example/", mode: "live", events: ["job.failed", "batch.completed"] },
      owner,
    );
    const off = await make(of, "a", "https://off.example/");
    await of.endpoints.update("a", off.id, { enabled: false }, owner);
    await make(of, "b", "https://b.example/");
    await of.emit("a");
    await of.drain();
    expect(of.sent.map(({ url }) => url).sort()).toEqual([all.url, some.url].sort());
    const [first] = of.sent;
    if (first === undefined) throw new TypeError("an event was sent");
    expect(verified(first.url === all.url ? all : some, first)).toEqual({
      type: "job.succeeded",
      timestamp: "2026-11-20T12:00:00.000Z",
      mode: "live",
      data: { id: "1" },
    });
    expect(first.headers["webhook-id"]).toMatch(/^[\da-f-]{36}$/);
    expect(() => verified({ secret: `whsec_${btoa("another secret of 24 b..")}` }, first)).toThrow();
  });

  test("the event and its change are stored together or not at all", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    await make(of, "a");
    const failing = database.transaction(async (query) => {
      await emitWebhook(query, { account: "a", mode: "live", type: "job.failed", data: {}, at: of.now() });
      throw new Error("the change failed");
    });
    expect(await rejecting(failing)).toThrow("the change failed");
    await failing.catch(() => {});
    expect(await database.query`select id from webhook_event`).toEqual([]);
    expect(await database.query`select event from webhook_delivery`).toEqual([]);
  });

  test("failures are retried with growing pauses for a day, then given up, and a replay begins again", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const made = await make(of, "a");
    let status = 500;
    of.receivers.set(made.url, async () => status);
    await of.emit("a");
    const times: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt++) {
      await of.drain();
      expect(of.sent).toHaveLength(attempt);
      times.push(of.clock.now);
      const [delivery] = (await of.log.list(made.id, { limit: 10 })).rows;
      expect(delivery?.attempts).toHaveLength(attempt);
      expect(delivery?.state).toBe(attempt < 8 ? "pending" : "failed");
      expect(delivery?.attempts[0]).toMatchObject({ status: 500, error: null });
      if (delivery?.nextAttemptAt == null) break;
      // Nothing is due before its time.
      of.clock.now = Date.parse(delivery.nextAttemptAt) - 1;
      expect(await of.queue.due("", 10)).toEqual([]);
      of.clock.now += 1;
    }
    const pauses = times.slice(1).map((at, i) => (at - (times[i] ?? 0)) / 1_000);
    expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, 28_800, 28_800]);
    of.clock.now += DAY_MS;
    expect(await of.queue.due("", 10)).toEqual([]);
    const [failed] = (await of.log.list(made.id, { state: "failed", limit: 10 })).rows;
    await of.log.replay(made.id, failed?.event ?? "");
    status = 200;
    await of.drain();
    expect((await of.log.list(made.id, { limit: 10 })).rows[0]).toMatchObject({
      event: failed?.event,
      state: "delivered",
    });
    expect(new Set(of.sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("the log has the start of each response, none of earlier releases, and sums by day", async () => {
    const database = openDatabase(engine.emptyAddress());
    const { number } = migrations.find(({ name }) => name === "account-pages") ?? { number: 0 };
    await migrate(database, { steps: migrations.filter((step) => step.number < number) });
    await account(database, "a");
    const of = open(database);
    const made = await make(of, "a");
    await of.emit("a");
    const insert = (id: string) => database.query`
      insert into webhook_attempt (id, endpoint, event, account, created_at, status, duration_ms, expires_at)
      select ${id}, endpoint, event, account, created_at, 500, 1, expires_at from webhook_delivery`;
    await insert("00-before");
    await migrate(database);
    await insert("00-beside");
    const headers = { server: "a" };
    of.receivers.set(made.url, async () => ({ status: 503, headers, body: "busy", isCut: true }));
    await of.drain();
    expect((await of.log.countByDay(made.id)).map(({ retrying }) => retrying)).toContain(1);
    of.clock.now += DAY_MS;
    of.receivers.delete(made.url);
    await of.emit("a");
    await of.drain();
    const { rows } = await of.log.list(made.id, { limit: 10 });
    const none = { responseHeaders: null, responseBody: null, responseTruncated: false };
    const busy = { responseHeaders: headers, responseBody: "busy", responseTruncated: true };
    const empty = { ...none, responseHeaders: {} };
    expect(rows.map(({ attempts }) => attempts)).toMatchObject([[empty], [empty, busy, none, none]]);
    const days = [...(await of.log.countByDay(made.id))].sort((a, b) => (a.day < b.day ? -1 : 1));
    expect(days).toEqual([
      { day: "2026-11-20", state: "delivered", count: 1, retrying: 0 },
      { day: "2026-11-21", state: "delivered", count: 1, retrying: 0 },
    ]);
    await database.close();
  });

  test("an attempt that ends after its endpoint was deleted leaves nothing", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const made = await make(of, "a");
    of.receivers.set(made.url, async () => {
      await of.endpoints.remove("a", made.id, owner);
      return { status: 500, headers: { server: "a" }, body: "private", isCut: false };
    });
    await of.emit("a");
    await of.drain();
    expect(of.sent).toHaveLength(1);
    expect(await database.query`select id from webhook_attempt`).toEqual([]);
  });

  test("all failed events since a time are replayed, the others are not", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const made = await make(of, "a");
    let status = 410;
    of.receivers.set(made.url, async () => status);
    for (const id of ["1", "2", "3"]) {
      await of.emit("a", id);
      await of.drain();
      await of.endpoints.update("a", made.id, { enabled: true }, owner);
      of.clock.now += HOUR_MS;
    }
    status = 200;
    await of.emit("a", "4");
    await of.drain();
    of.sent.length = 0;
    expect(await of.log.replayFailed(made.id, "2026-11-20T13:00:00.000Z")).toBe(2);
    await of.drain();
    expect(of.sent.map(({ body }) => JSON.parse(body).data.id).sort()).toEqual(["2", "3"]);
    const states = (await of.log.list(made.id, { limit: 10 })).rows.map(({ state }) => state);
    expect(states).toEqual(["delivered", "delivered", "delivered", "failed"]);
  });

  test("410 turns an endpoint off, and so do five days of failures, but not a quiet week", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const gone = await make(of, "a", "https://gone.example/");
    of.receivers.set(gone.url, async () => 410);
    await of.emit("a");
    await of.drain();
    expect(await of.endpoints.find("a", gone.id)).toMatchObject({ enabled: false, disabledReason: "gone" });
    expect(of.disabled).toEqual(["gone"]);
    await of.emit("a");
    expect(await of.queue.due("", 10)).toEqual([]);

    const dead = await make(of, "a", "https://dead.example/");
    of.receivers.set(dead.url, async () => {
      throw new Problem("upstream-timeout", "It did not respond.");
    });
    for (let day = 0; day < 8 && of.disabled.length < 2; day++) {
      // One failure a day proves little: it takes ten.
      for (let i = 0; i < (day < 2 ? 1 : 2); i++) await of.emit("a", `${day} ${i}`);
      await of.drain();
      of.clock.now += DAY_MS;
    }
    expect(of.disabled).toEqual(["gone", "failing"]);
    expect(await of.endpoints.find("a", dead.id)).toMatchObject({
      enabled: false,
      disabledReason: "failing",
      failingSince: "2026-11-20T12:00:00.000Z",
    });
    // What still waited for it ends.
    of.clock.now += DAY_MS;
    await of.drain();
    const { rows } = await of.log.list(dead.id, { limit: 100 });
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["failed"]));
    const actions = (await createAudit(database, of.now).list({ account: "a", limit: 10 })).entries;
    expect(actions.map(({ action }) => action)).toContain("webhook.disabled");
    // Turned on again, it begins without failures.
    expect(await of.endpoints.update("a", dead.id, { enabled: true }, owner)).toMatchObject({
      enabled: true,
      failingSince: null,
    });
  });

  test("the row of an endpoint is written when its state changes, not at each failure", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const dead = await make(of, "a");
    of.receivers.set(dead.url, async () => 500);
    for (let i = 0; i < 6; i++) await of.emit("a", String(i));
    let written = 0;
    const counting = (query: Query): Query => {
      return (text, ...values) => {
        if (/update webhook_endpoint/.test(text.join("?"))) written++;
        return query(text, ...values);
      };
    };
    const queue = new WebhookQueue({
      database: {
        ...database,
        transaction: (run, ms) => database.transaction((query, script) => run(counting(query), script), ms),
      },
      now: of.now,
      onDisabled: async () => {},
    });
    const fail = { status: 500, error: undefined, durationMs: 5 };
    for (const delivery of await queue.claim(dead.id, 6)) await queue.finish(delivery, fail);
    expect(written).toBe(1);
    expect((await of.endpoints.find("a", dead.id)).failingSince).not.toBeNull();
  });

  test("a new URL gets one event until it accepts it, and then all that waited", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const made = await make(of, "a", "https://unverified.example/");
    expect(made.verified).toBe(false);
    await of.emit("a");
    let status = 404;
    of.receivers.set(made.url, async () => status);
    const first = of.sender();
    first.start();
    await until("the first event is sent", () => of.outcomes.length === 1);
    await first.stop(5_000);
    const types = () => of.sent.map(({ body }) => JSON.parse(body).type);
    expect(types()).toEqual(["webhook.verification"]);
    // Its owner asks for another one, which takes the place of the first.
    const second = await of.endpoints.test("a", made.id);
    of.clock.now += DAY_MS;
    status = 204;
    await of.drain();
    expect(types()).toEqual(["webhook.verification", "webhook.verification", "job.succeeded"]);
    expect(of.sent[1]?.headers["webhook-id"]).toBe(second);
    expect(verified(made, of.sent[1] as Sent)).toMatchObject({ type: "webhook.verification" });
    expect(await of.endpoints.find("a", made.id)).toMatchObject({ verified: true });
    // Another URL is another receiver; the same one in other letters is not.
    const renamed = await of.endpoints.update(
      "a",
      made.id,
      { url: "HTTPS://Unverified.example:443/#x" },
      owner,
    );
    expect(renamed?.verified).toBe(true);
    const moved = await of.endpoints.update("a", made.id, { url: "https://unverified.example/2" }, owner);
    expect(moved?.verified).toBe(false);
    for (let i = 0; i < 7; i++) await of.endpoints.test("a", made.id);
    expect(
      await of.endpoints.update("a", made.id, { url: "https://unverified.example/3" }, owner),
    ).toBeDefined();
    expect(await make(of, "a", "https://unverified.example/4")).toBeDefined();
    expect(await rejectionOf(make(of, "a", "https://unverified.example/5"))).toMatchObject({
      code: "rate-limited",
    });
    expect(await of.endpoints.list("a")).toHaveLength(2);
  });

  test("a URL that was replaced while it was being set again must accept an event again", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const url = "https://unverified.example/";
    const { id } = await make(of, "a", url);
    const late = open(database, async () => {
      await of.endpoints.update("a", id, { url: "https://example.com/own" }, owner);
    });
    expect(await late.endpoints.update("a", id, { url }, owner)).toMatchObject({ url, verified: false });
  });

  test("URLs of one receiver are the same, however they are written", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    await make(of, "a", "https://example.com/a~b?x=%2f");
    for (const url of [
      "HTTPS://EXAMPLE.com/a~b?x=%2f",
      "https://example.com:443/a~b?x=%2F",
      "https://example.com./a%7Eb?x=%2f",
      "https://example.com/./c/../a%7eb?x=%2f#top",
    ]) {
      expect(await rejectionOf(make(of, "a", url))).toMatchObject({ code: "conflict" });
    }
    for (const url of [
      "https://example.com/a~b?x=%2e",
      "https://example.com/a~b/?x=%2f",
      "https://example.com:8443/a~b",
    ])
      await make(of, "a", url);
    expect(await of.endpoints.list("a")).toHaveLength(4);
  });

  test("one receiver gets few requests, whoever sends them and by whatever name, and others get theirs", async () => {
    await using database = await newDatabase(engine);
    const of = open(database);
    for (let i = 0; i < 20; i++) {
      await account(database, `attacker ${i}`);
      for (const name of ["paced.example", `paced${i}.example`]) {
        const made = await make(of, `attacker ${i}`, `https://${name}/${i}`);
        of.receivers.set(made.url, async () => (i % 2 === 0 ? 200 : 500));
      }
      for (let event = 0; event < 10; event++) await of.emit(`attacker ${i}`, String(event));
    }
    await account(database, "honest");
    const honest = await make(of, "honest", "https://paced-elsewhere.example/");
    of.addresses.set("paced-elsewhere.example", ["192.0.2.9"]);
    await of.emit("honest");
    // Two processes, and a clock that goes 10 s on in steps.
    const senders = [of.sender(), of.sender()];
    for (const one of senders) one.start();
    const toHonest = () => of.sent.filter(({ url }) => url === honest.url).length;
    await until("the honest receiver has its event", () => toHonest() === 1);
    const began = of.sent.length;
    for (let step = 0; step < 20; step++) {
      of.clock.now += 500;
      for (const one of senders) one.wake();
      await until("a round has ended", () => of.sent.length > began);
      await new Promise(setImmediate);
    }
    for (const one of senders) await one.stop(5_000);
    // 20 a second for the address and a burst.
    expect(of.sent.length - 1).toBeLessThanOrEqual(20 * 11 + 20);
    expect(of.sent.length).toBeGreaterThan(20);
    const byName = of.sent.filter(({ url }) => new URL(url).hostname === "paced.example");
    expect(byName.length).toBeLessThanOrEqual(10 * 11 + 10);
    // A delivery that waited for its turn is no failed attempt.
    const [waits] = await database.query<{ n: number | string }>`
      select count(*) as n from webhook_attempt where error is not null`;
    expect(Number(waits?.n)).toBe(0);
  });

  test("a receiver that fails gets ever fewer requests, over all endpoints and processes, until one succeeds", async () => {
    await using database = await newDatabase(engine);
    const of = open(database);
    const request = { url: "https://paced.example/", isFailing: true };
    const [one, other] = [of.pace(), of.pace()];
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      await one.take(request, ["192.0.2.1"]);
      await one.ended(request, true);
      const began = of.clock.now;
      while (
        !(await other.take(request, ["192.0.2.1"]).then(
          () => true,
          () => false,
        ))
      )
        of.clock.now += 500;
      pauses.push(of.clock.now - began);
      await other.ended(request, true);
      of.clock.now += 100_000;
    }
    expect(pauses[0]).toBeLessThanOrEqual(2_000);
    expect(pauses.at(-1)).toBe(32_000);
    await one.take(request, ["192.0.2.1"]);
    await one.ended(request, false);
    expect(await rejecting(one.take(request, ["192.0.2.1"]))).toThrow(TooEarly);
    // Its endpoints that work are not held up by those that fail.
    await other.take({ ...request, isFailing: false }, ["192.0.2.1"]);
    of.clock.now += 60_000;
    await one.take(request, ["192.0.2.1"]);
  });

  test("events and turns of receivers from before the clock went back are not waited for", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const { url } = await make(of, "a", "https://paced.example/");
    const pace = of.pace();
    await pace.take({ url, isFailing: true }, ["192.0.2.1"]);
    await of.emit("a");
    of.clock.now -= DAY_MS;
    expect(pace.mayBegin({ url, isFailing: true })).toBe(true);
    const sender = of.sender();
    sender.start();
    await until("the event was sent", () => of.sent.length === 1);
    await sender.stop(5_000);
  });

  test("while an old secret is valid, both sign; afterwards only the new one", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const old = await make(of, "a");
    const rolled = await of.endpoints.roll("a", old.id, owner);
    if (rolled === undefined) throw new TypeError("the secret was rolled");
    await of.emit("a");
    await of.drain();
    of.clock.now += DAY_MS;
    await of.emit("a");
    await of.drain();
    const [both, one] = of.sent;
    if (both === undefined || one === undefined) throw new TypeError("two events were sent");
    expect(both.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    expect(verified(old, both)).toMatchObject({ type: "job.succeeded" });
    expect(verified(rolled, both)).toMatchObject({ type: "job.succeeded" });
    expect(one.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
    expect(verified(rolled, one)).toMatchObject({ type: "job.succeeded" });
    expect(() => verified(old, one)).toThrow("no signature of this secret");
  });

  test("a delivery whose process was killed is due again when its lease ends, and is not counted as an attempt", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const made = await make(of, "a");
    await of.emit("a");
    const [lost] = await of.queue.claim(made.id, 5);
    if (lost === undefined) throw new TypeError("a delivery is due");
    expect(await of.queue.claim(made.id, 5)).toEqual([]);
    of.clock.now += LEASE_MS;
    await of.drain();
    expect(of.sent).toHaveLength(1);
    // The one that was taken for dead comes back: its attempt is listed, the delivery stays as it is.
    await of.queue.finish(lost, { status: 500, error: undefined, durationMs: 5 });
    expect((await of.log.list(made.id, { limit: 10 })).rows).toMatchObject([
      { state: "delivered", attempts: [{ status: 500, nextAttemptAt: null }, { status: 204 }] },
    ]);
  });

  test("many processes lease each delivery to one of them", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const made = await make(of, "a");
    for (let i = 0; i < 30; i++) await of.emit("a", String(i));
    const claims = await Promise.all(Array.from({ length: 10 }, () => of.queue.claim(made.id, 4)));
    const events = claims.flat().map(({ event }) => event);
    expect(events.length).toBeGreaterThan(0);
    expect(new Set(events).size).toBe(events.length);
  });

  test("dead receivers of one account, and of many, do not hold up another's", async () => {
    await using database = await newDatabase(engine);
    const of = open(database);
    const never = Promise.withResolvers<number>();
    for (let i = 0; i < 12; i++) {
      await account(database, `slow ${i}`);
      const made = await make(of, `slow ${i}`, `https://slow.example/${i}`);
      // It has failed before.
      await database.query`update webhook_endpoint set is_slow = 1 where id = ${made.id}`;
      of.receivers.set(made.url, () => never.promise);
      for (let event = 0; event < 10; event++) await of.emit(`slow ${i}`, String(event));
    }
    await account(database, "quick");
    const quick = await make(of, "quick", "https://quick.example/");
    for (let event = 0; event < 20; event++) await of.emit("quick", String(event));
    const one = of.sender();
    one.start();
    await until("the quick one has all its events", () => {
      return of.sent.filter(({ url }) => url === quick.url).length === 20;
    });
    const slow = of.sent.filter(({ url }) => url !== quick.url);
    expect(slow.length).toBeLessThanOrEqual(12);
    never.resolve(200);
    await one.stop(5_000);
  });

  test("endpoints that may get nothing more now are not asked about again and again", async () => {
    await using database = await newDatabase(engine);
    const of = open(database);
    const never = Promise.withResolvers<number>();
    await account(database, "quick");
    for (let i = 0; i < 130; i++) {
      const [owner, id] = [`slow ${i >> 3}`, crypto.randomUUID()];
      if (i % 8 === 0) await account(database, owner);
      const url = `https://slow.example/${i}`;
      await database.query`
        insert into webhook_endpoint (id, account, url, secret, created_at, is_slow)
        values (${id}, ${owner}, ${url}, ${await of.secrets.seal("whsec_AAAA", id)}, '', 1)`;
      of.receivers.set(url, () => never.promise);
      if (i % 8 === 7 || i === 129) await of.emit(owner);
    }
    let looks = 0;
    const queue = {
      due: (after: string, limit: number) => {
        looks++;
        return of.queue.due(after, limit);
      },
      claim: of.queue.claim.bind(of.queue),
      finish: of.queue.finish.bind(of.queue),
      discard: of.queue.discard.bind(of.queue),
      postpone: of.queue.postpone.bind(of.queue),
    };
    const one = new WebhookSender({ ...of, pace: of.pace(), queue, log: createLog("silent") });
    const began = performance.now();
    one.start();
    await until("the slots of slow endpoints are full", () => of.sent.length === 12);
    const quick = await make(of, "quick", "https://quick.example/");
    await of.emit("quick");
    await until("the quick one has its event", () => of.sent.some(({ url }) => url === quick.url));
    // A poll looks at three pages of endpoints, at most twice; looks without an end would be hundreds.
    expect(looks).toBeLessThan(60 + (8 * (performance.now() - began)) / 1_000);
    never.resolve(200);
    await one.stop(5_000);
  });

  test("events of a suspended account wait, and those of a deleted endpoint are dropped", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const made = await make(of, "a");
    await of.emit("a");
    await database.query`update account set suspended_at = '2026-11-20T12:00:00.000Z' where id = 'a'`;
    expect(await of.queue.due("", 10)).toEqual([]);
    await database.query`update account set suspended_at = null where id = 'a'`;
    expect(await of.queue.due("", 10)).toHaveLength(1);
    await database.query`delete from webhook_endpoint where id = ${made.id}`;
    await of.drain();
    expect(of.sent).toEqual([]);
    expect(await database.query`select event from webhook_delivery`).toEqual([]);
  });

  test("numbers: what waits, how long receivers that work have waited, and how attempts ended", async () => {
    await using database = await newDatabase(engine);
    for (const id of ["a", "b"]) await account(database, id);
    const of = open(database);
    expect(await of.queue.numbers()).toEqual({ waiting: 0, oldestSeconds: 0 });
    const [works, fails] = [await make(of, "a"), await make(of, "b", "https://b.example/")];
    of.receivers.set(fails.url, async () => {
      throw new Problem("upstream-timeout", "It did not respond.");
    });
    await of.emit("a");
    await of.emit("b");
    expect(await of.queue.numbers()).toEqual({ waiting: 2, oldestSeconds: 0 });
    await of.drain();
    expect(of.outcomes.sort()).toEqual(["delivered", "upstream-timeout"]);
    // The one that failed is due, and its receiver is to blame.
    of.clock.now += 60_000;
    expect(await of.queue.numbers()).toEqual({ waiting: 1, oldestSeconds: 0 });
    await of.emit("a");
    of.clock.now += 90_000;
    expect(await of.queue.numbers()).toEqual({ waiting: 2, oldestSeconds: 90 });
    await database.query`update account set suspended_at = '2026-11-20T12:00:00.000Z' where id = 'a'`;
    expect(await of.queue.numbers()).toEqual({ waiting: 2, oldestSeconds: 0 });
    await database.query`update account set suspended_at = null where id = 'a'`;
    await of.queue.claim(works.id, 1);
    expect(await of.queue.numbers()).toEqual({ waiting: 2, oldestSeconds: 0 });
    of.clock.now += LEASE_MS;
    of.receivers.set(works.url, async () => 302);
    of.outcomes.length = 0;
    await of.drain();
    expect(of.outcomes.sort()).toEqual(["rejected", "upstream-timeout"]);
  });

  test("an account has ten endpoints at most, one for each URL, and sees only its own", async () => {
    await using database = await newDatabase(engine);
    for (const id of ["a", "b"]) await account(database, id);
    const of = open(database);
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => make(of, "a", `https://example.com/${i}`)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    const [first] = await of.endpoints.list("a");
    if (first === undefined) throw new TypeError("the account has endpoints");
    const unknown = { code: "unknown-webhook" };
    expect(await rejectionOf(of.endpoints.remove("b", first.id, owner))).toMatchObject(unknown);
    expect(await rejectionOf(of.endpoints.roll("b", first.id, owner))).toMatchObject(unknown);
    expect(await rejectionOf(of.endpoints.update("b", first.id, { enabled: false }, owner))).toMatchObject(
      unknown,
    );
    expect(await rejectionOf(of.endpoints.test("b", first.id))).toMatchObject(unknown);
    for (const id of ["\0", "x", "'", "../keys"])
      expect(await rejectionOf(of.endpoints.find("a", id))).toMatchObject(unknown);
    expect(await of.endpoints.list("a")).toHaveLength(10);
    await of.endpoints.remove("a", first.id, owner);
    const [second] = await of.endpoints.list("a");
    expect(await rejectionOf(make(of, "a", second?.url))).toMatchObject({ code: "conflict" });
  });

  test("a test event goes to one endpoint, whatever it wants, ten times a minute", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const made = await of.endpoints.create(
      "a",
      { url: "https://one.example/", mode: "live", events: ["batch.completed"] },
      owner,
    );
    await make(of, "a", "https://two.example/");
    const id = await of.endpoints.test("a", made.id);
    await of.drain();
    expect(
      of.sent.map(({ url, headers, body }) => [url, headers["webhook-id"], JSON.parse(body).type]),
    ).toEqual([[made.url, id, "webhook.test"]]);
    for (let i = 1; i < 10; i++) await of.endpoints.test("a", made.id);
    expect(await rejectionOf(of.endpoints.test("a", made.id))).toMatchObject({ code: "rate-limited" });
    of.clock.now += 61_000;
    await of.endpoints.update("a", made.id, { enabled: false }, owner);
    expect(await rejectionOf(of.endpoints.test("a", made.id))).toMatchObject({ code: "conflict" });
  });

  test("the database holds no secret in clear, and a sealed one opens for its endpoint only", async () => {
    await using database = await newDatabase(engine);
    await account(database, "a");
    const of = open(database);
    const made = await make(of, "a");
    const rows = await database.query<{ secret: string }>`select secret from webhook_endpoint`;
    expect(made.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const sealed = rows[0]?.secret ?? "";
    const bytes = Buffer.from(sealed, "hex");
    expect(bytes.includes(made.secret)).toBe(false);
    expect(bytes.includes(Buffer.from(made.secret.slice(6), "base64"))).toBe(false);
    expect(await of.secrets.open(sealed, made.id)).toBe(made.secret);
    expect(await rejecting(of.secrets.open(sealed, "another"))).toThrow();
    bytes[20] = 255 - (bytes[20] ?? 0);
    expect(await rejecting(of.secrets.open(bytes.toString("hex"), made.id))).toThrow();
  });
});

test("pauses have a jitter of 10%, and there are eight attempts in about a day", () => {
  for (const attempts of [1, 2, 3, 4, 5, 6, 7]) {
    const [low, middle, high] = [0, 0.5, 1].map((random) => retryAfterMs(attempts, () => random) ?? 0);
    expect(low).toBeCloseTo(0.9 * (middle ?? 0), 3);
    expect(high).toBeCloseTo(1.1 * (middle ?? 0), 3);
  }
  expect(retryAfterMs(8, () => 0)).toBeUndefined();
  const all = [1, 2, 3, 4, 5, 6, 7].reduce(
    (sum, attempts) => sum + (retryAfterMs(attempts, () => 0.5) ?? 0),
    0,
  );
  expect(all / HOUR_MS).toBeGreaterThan(22);
  expect(all / HOUR_MS).toBeLessThan(26);
});
