// What breaks in years, broken here: the service answers or refuses in its typed way, loses no charge that it
// acknowledged, and is well again by itself.
import { afterEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { samples } from "../../src/apis/pdf/samples.ts";
import { catalogue } from "../fixtures/suite-catalogue.ts";
import { endless } from "../helpers/endless.ts";
import { oneEngine } from "../helpers/engines.ts";
import { isNightly } from "../helpers/nightly.ts";
import { hasPostgres, ownCluster } from "../helpers/postgres.ts";
import { expectProblem } from "../helpers/problem-document.ts";
import { testAppInProcess } from "../helpers/processes.ts";
import { runQuintet, startQuintet } from "../helpers/running.ts";
import { fill, smallDisk } from "../helpers/small-disk.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";
import { startMailServer } from "../servers/mail-server.ts";

/** The code of a refusal, which must be a whole problem document. */
async function codeOf(answer: Response): Promise<string> {
  const { status } = answer;
  return expectProblem({
    status,
    contentType: answer.headers.get("content-type"),
    body: await answer.text(),
  });
}

/** A key of an installation that a test starts, with more calls than the fastest machine makes meanwhile. */
async function keyOf(environment: Record<string, string>): Promise<string> {
  const made = await runQuintet(environment, "keys", "create", "chaos@example.com");
  await runQuintet(environment, "plan", "set", "chaos@example.com", "bundle");
  return /qt_live_\w+/.exec(made.out)?.[0] ?? "";
}

/** What an account has used of an API, as the account itself is told. */
async function used(url: string, key: string, api: string): Promise<number> {
  const usage = (await (await fetch(`${url}/usage`, { headers: { "X-API-Key": key } })).json()) as {
    apis: { api: string; quotas: { used: number }[] }[];
  };
  return (usage.apis.find((one) => one.api === api)?.quotas ?? []).reduce(
    (sum, quota) => sum + quota.used,
    0,
  );
}

/** The units of an API that an account with a bundle has used. */
async function unitsUsed(url: string, key: string, api: "pdf" | "seo"): Promise<number> {
  return (await used(url, key, api)) / (catalogue.meters[api]?.credits ?? Number.NaN);
}

/** The processes whose parent is `pid`, with their command lines. */
function childrenOf(pid: number): { pid: number; command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "latin1"))?.[1];
        if (Number(parent) !== pid) return [];
        return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, "latin1") }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

/** How often processes of each kind are killed. */
const KILLS = isNightly
  ? { busy: 8, idle: 5, serving: 3, database: 3 }
  : { busy: 2, idle: 1, serving: 1, database: 2 };

/** Between two calls of one caller of a crowd. */
const PAUSE_MS = 50;

/** Callers that call one after the other, each on its own, until they are stopped; then it throws what they met. */
function crowd(callers: number, call: () => Promise<void>): { stop(): Promise<void> } {
  let isOver = false;
  let met: unknown;
  const all = Array.from({ length: callers }, async () => {
    while (!isOver) {
      try {
        await call();
        await Bun.sleep(PAUSE_MS);
      } catch (error) {
        met ??= error;
        isOver = true;
      }
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(all);
    if (met !== undefined) throw met;
  };
  undo.push(() => {
    isOver = true;
  });
  return { stop };
}

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

describe("kill -9 of a process of the sandbox", () => {
  test("again and again under load: typed refusals, no failed call is charged, the next file is read", async () => {
    const environment = { DATA_DIR: temporaryFolder() };
    const key = await keyOf(environment);
    await using server = await startQuintet({
      ...environment,
      SANDBOX_PROCESSES: "2",
      FREE_CPU_SECONDS_PER_MINUTE: "100000",
    });
    const extract = () =>
      fetch(`${server.url}/pdf/extract`, {
        method: "POST",
        headers: { "X-API-Key": key, "Content-Type": "application/pdf" },
        body: samples.plain.make(),
      });
    expect((await extract()).status).toBe(200);
    let delivered = 1;
    const codes: string[] = [];
    const callers = crowd(3, async () => {
      const answer = await extract();
      if (answer.status === 200) {
        const { usage } = (await answer.json()) as { usage: { pages: number } };
        expect(usage.pages).toBe(1);
        delivered++;
      } else codes.push(await codeOf(answer));
    });
    for (let kills = 0; kills < KILLS.busy; ) {
      const [victim] = childrenOf(server.pid).filter(({ command }) => command.includes("child.ts"));
      if (victim !== undefined) {
        process.kill(victim.pid, "SIGKILL");
        kills++;
      }
      const enough = delivered + 2;
      await until("files are read again", () => delivered >= enough);
    }
    await callers.stop();
    expect((await extract()).status).toBe(200);
    expect(codes.filter((code) => code !== "processing-failed")).toEqual([]);
    expect(await unitsUsed(server.url, key, "pdf")).toBe(delivered + 1);
  });

  test("while it waits for work: the next file is read as if nothing had happened", async () => {
    await using server = await startQuintet({ METERING: "off", SANDBOX_PROCESSES: "1" });
    const extract = () =>
      fetch(`${server.url}/pdf/extract`, {
        method: "POST",
        headers: { "Content-Type": "application/pdf" },
        body: samples.plain.make(),
      });
    expect((await extract()).status).toBe(200);
    for (let i = 0; i < KILLS.idle; i++) {
      for (const { pid, command } of childrenOf(server.pid)) {
        if (command.includes("child.ts")) process.kill(pid, "SIGKILL");
      }
      // At once: the server may not have heard of it yet.
      expect((await extract()).status).toBe(200);
    }
  });
});

describe("kill -9 of a serving process", () => {
  test("of a cluster: its sibling serves on, it is started again, and what was acknowledged is charged", async () => {
    const environment = { DATA_DIR: temporaryFolder() };
    const key = await keyOf(environment);
    await using server = await startQuintet({
      ...environment,
      WEB_CONCURRENCY: "2",
      BURST_PER_SECOND: "1000000",
      FREE_CPU_SECONDS_PER_MINUTE: "1000000",
    });
    const serving = () =>
      server.lines().flatMap((line) => {
        // Mails to the terminal stand between the lines of the log.
        if (!line.startsWith("{")) return [];
        const { message, pid } = JSON.parse(line) as { message: string; pid: number };
        return message === "listening" ? [pid] : [];
      });
    // On a busy machine the primary may also replace a process that could not respond in time.
    const blocked = () => server.lines().filter((line) => line.includes("event loop of a worker")).length;
    await until("both processes serve", () => serving().length === 2);
    let acknowledged = 0;
    let cut = 0;
    const callers = crowd(4, async () => {
      const answer = await fetch(`${server.url}/pdf/extract`, {
        method: "POST",
        headers: { "X-API-Key": key, "Content-Type": "application/pdf", Connection: "close" },
        body: samples.plain.make(),
      }).catch(() => undefined);
      if (answer === undefined) cut++;
      else if (answer.status === 200) acknowledged++;
      else expect(await codeOf(answer)).toMatch(/^(?:busy|storage-unavailable)$/);
    });
    for (let kill = 0; kill < KILLS.serving; kill++) {
      const enough = acknowledged + 4;
      await until("calls are answered", () => acknowledged >= enough);
      const victim = serving().findLast(isAlive);
      if (victim === undefined) throw new Error("no serving process is alive");
      process.kill(victim, "SIGKILL");
      await until("it is started again", () => serving().length === 3 + kill + blocked());
    }
    await callers.stop();
    const charged = await unitsUsed(server.url, key, "pdf");
    expect(charged).toBeGreaterThanOrEqual(acknowledged);
    expect(charged).toBeLessThanOrEqual(acknowledged + cut);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasPostgres)("kill -9 with PostgreSQL behind", () => {
  test("of a replica: the other serves on, and what both acknowledged is charged", async () => {
    const cluster = ownCluster();
    const address = cluster.database();
    await using watch = await openTestApp({ address });
    const key = await watch.key("replicas@example.com", { plans: ["bundle"] });
    const replicas = [await testAppInProcess(address), await testAppInProcess(address)];
    let acknowledged = 0;
    let cut = 0;
    const isDead = new Set<string>();
    let turn = 0;
    const callers = crowd(8, async () => {
      const { url } = replicas[++turn % 2] ?? { url: "" };
      if (isDead.has(url)) return;
      const answer = await fetch(`${url}/noop`, { headers: { "X-API-Key": key } }).catch(() => undefined);
      if (answer === undefined) {
        cut++;
        isDead.add(url);
        return;
      }
      expect(answer.status).toBe(200);
      acknowledged++;
    });
    await until("both serve", () => acknowledged > 50);
    await replicas[0]?.kill();
    const before = acknowledged;
    await until("the other serves on", () => acknowledged > before + 50);
    await callers.stop();
    await replicas[1]?.kill();
    expect(cut).toBeWithin(1, 9);
    const charged = await unitsUsed(watch.url, key, "pdf");
    expect(charged).toBeWithin(acknowledged, acknowledged + cut + 1);
    cluster.stop();
  });

  test("of PostgreSQL itself: 503 meanwhile, UUIDs go on, all is well by itself, no acknowledged charge is lost", async () => {
    const cluster = ownCluster();
    const address = cluster.database();
    await using app = await openTestApp({ address, catalogue: endless });
    const key = await app.key("crash@example.com", { plans: ["bundle"] });
    let acknowledged = 0;
    let unknown = 0;
    const callers = crowd(8, async () => {
      const answer = await app.get("/noop", key);
      if (answer.status === 200) acknowledged++;
      else {
        expect(await codeOf(answer)).toBe("storage-unavailable");
        // Cut in the middle: it may have been counted.
        unknown++;
        await Bun.sleep(5);
      }
    });
    for (let crash = 0; crash < KILLS.database; crash++) {
      const enough = acknowledged + 60;
      await until("calls are charged", () => acknowledged >= enough);
      cluster.crash();
      await until("it is noticed", () => unknown > 0);
      expect((await app.get("/v7?n=100")).status).toBe(200);
      cluster.start();
    }
    const enough = acknowledged + 10;
    await until("it is well again", () => acknowledged >= enough);
    await callers.stop();
    const charged = await unitsUsed(app.url, key, "pdf");
    expect(charged).toBeGreaterThanOrEqual(acknowledged);
    expect(charged).toBeLessThanOrEqual(acknowledged + unknown);
    cluster.stop();
  });
});

/** A small disk that is unmounted after the test. */
function ownDisk(): string | undefined {
  const disk = smallDisk();
  if (disk !== undefined) undo.push(disk.unmount);
  return disk?.folder;
}

describe("a full disk", () => {
  test("refuses calls that would be charged, serves UUIDs, loses no charge, and is well again by itself", async () => {
    const disk = ownDisk();
    if (disk === undefined) return;
    await using app = await openTestApp({ address: `sqlite:${join(disk, "quintet.db")}` });
    const key = await app.key("full@example.com", { plans: ["bundle"] });
    let acknowledged = 0;
    const call = async () => {
      const answer = await app.get("/noop", key);
      if (answer.status === 200) acknowledged++;
      return answer;
    };
    for (let i = 0; i < 20; i++) expect((await call()).status).toBe(200);
    for (let round = 0; round < 2; round++) {
      const empty = fill(disk);
      // What the database has set aside already may still be written to.
      const refused = await until("the disk is felt", async () => {
        const answers = await Promise.all(Array.from({ length: 50 }, call));
        return answers.find(({ status }) => status !== 200);
      });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await codeOf(refused)).toBe("storage-unavailable");
      expect((await app.get("/v7?n=100")).status).toBe(200);
      expect((await app.get("/health")).status).toBe(200);
      empty();
      await until("it is well again", async () => (await call()).status === 200);
    }
    expect(await unitsUsed(app.url, key, "pdf")).toBe(acknowledged);
  });

  test("of the outbox: the mail waits, leaves no half of a file, and is written when there is room", async () => {
    const disk = ownDisk();
    if (disk === undefined) return;
    const { createOutbox } = await import("../../src/accounts/outbox.ts");
    const outbox = join(disk, "outbox");
    let time = Date.parse("2026-11-20T10:00:00Z");
    await using app = await openTestApp({
      address: "sqlite::memory:",
      send: createOutbox(outbox, () => {}),
      now: () => time,
    });
    const empty = fill(disk);
    const answer = await fetch(`${app.url}/signup`, {
      method: "POST",
      body: new URLSearchParams({ email: "wait@example.com" }),
    });
    expect(answer.status).toBe(202);
    await until("it is tried", () =>
      app.lines.some((line) => line.includes("sending an email failed; retrying")),
    );
    empty();
    time += 60_000;
    const files = await until("it is written", () => {
      const there = readdirSync(outbox);
      return there.some((name) => readFileSync(join(outbox, name), "utf8").includes("/confirm/"))
        ? there
        : undefined;
    });
    expect(files).toHaveLength(1);
  });

  test("of a service that starts on it: UUIDs are served, keys once there is room", async () => {
    const disk = ownDisk();
    if (disk === undefined) return;
    const empty = fill(disk);
    await using server = await startQuintet({ DATA_DIR: join(disk, "data") });
    expect((await fetch(`${server.url}/v4`)).status).toBe(200);
    expect(await codeOf(await fetch(`${server.url}/health/ready`))).toBe("not-ready");
    empty();
    await until("it is ready", async () => (await fetch(`${server.url}/health/ready`)).ok);
  });
});

describe.each(oneEngine)("a clock that steps by an hour, on $name", (engine) => {
  const HOUR = 3_600_000;
  test.each([-HOUR, HOUR])("%d ms: charges, sessions, quotas and mails go on", async (step) => {
    // Half an hour into a day: the step back leads to the day before, and to a period that was there already.
    let time = Date.parse("2026-11-20T00:30:00Z");
    const sent: string[] = [];
    await using app = await openTestApp({
      address: engine.address(),
      now: () => time,
      send: async ({ text }) => void sent.push(text),
    });
    const key = await app.key("clock@example.com");
    const session = await app.accounts.sessions.begin(
      (await app.accounts.accountStore.byEmail("clock@example.com"))?.id ?? "",
    );
    app.secrets.add(session);
    const call = async () => (await app.get("/noop", key)).status;
    for (let i = 0; i < 5; i++) expect(await call()).toBe(200);
    time += step;
    for (let i = 0; i < 5; i++) expect(await call()).toBe(200);
    time -= step;
    for (let i = 0; i < 5; i++) expect(await call()).toBe(200);
    expect(await app.accounts.sessions.find(session)).toBeDefined();
    // A month's grant: no step gives a call twice or takes one twice.
    expect(await used(app.url, key, "pdf")).toBe(15);
    const uuids = (await (await app.get("/v7?n=100")).json()) as string[];
    expect(new Set(uuids).size).toBe(100);
    time += step;
    const answer = await fetch(`${app.url}/signup`, {
      method: "POST",
      body: new URLSearchParams({ email: "late@example.com" }),
    });
    expect(answer.status).toBe(202);
    await until("the mail is sent", () => sent.some((text) => text.includes("/confirm/")));
  });

  test("back, while a mail was being sent or waited for its next attempt: it is not an hour late", async () => {
    let time = Date.parse("2026-11-20T12:00:00Z");
    let fails = true;
    let sent = 0;
    await using app = await openTestApp({
      address: engine.address(),
      now: () => time,
      async send() {
        if (fails) throw new Error("away");
        sent++;
      },
    });
    await fetch(`${app.url}/signup`, {
      method: "POST",
      body: new URLSearchParams({ email: "hour@example.com" }),
    });
    await until("it was tried", () =>
      app.lines.some((line) => line.includes("sending an email failed; retrying")),
    );
    fails = false;
    time -= HOUR;
    await until("it is sent", () => sent === 1);
  });
});

// Each of these waits for long, and for nothing that the others do.
test.concurrent.skipIf(!hasPostgres)(
  "a PostgreSQL that takes connections and says nothing: SIGTERM ends the process all the same",
  async () => {
    const cluster = ownCluster();
    await using server = await startQuintet({ DATABASE_URL: cluster.database() });
    await until("it is ready", async () => (await fetch(`${server.url}/health/ready`)).ok);
    cluster.freeze();
    try {
      expect((await fetch(`${server.url}/v4`)).status).toBe(200);
      server.kill("SIGTERM");
      const code = await Promise.race([server.exited, Bun.sleep(40_000).then(() => "still there")]);
      expect(code).toBe(0);
    } finally {
      cluster.thaw();
    }
    cluster.stop();
  },
);

describe("a mail server", () => {
  test.concurrent("that takes connections and says nothing: sign-ups are taken, calls served, the mail comes when it speaks", async () => {
    const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const { port } = silent;
    await using server = await startQuintet({ MAIL_URL: `smtp://127.0.0.1:${port}` });
    const signUp = async (email: string) => {
      const began = performance.now();
      const answer = await fetch(`${server.url}/signup`, {
        method: "POST",
        body: new URLSearchParams({ email }),
      });
      expect([answer.status, performance.now() - began < 8_000]).toEqual([202, true]);
    };
    await signUp("silent@example.com");
    expect((await fetch(`${server.url}/v4`)).status).toBe(200);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    await until(
      "it is given up for now",
      () => server.lines().some((line) => line.includes("sending an email failed; retrying")),
      60_000,
    );
    silent.stop(true);
    await signUp("dead@example.com");
    await using mails = await startMailServer(port);
    await until("both come", () => mails.delivered.length >= 2);
  });
});

describe("a site that hangs", () => {
  test.concurrent("costs its own callers their deadline and no charge; others are served meanwhile", async () => {
    const held: { end(): void }[] = [];
    const hanging = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { open: (socket) => void held.push(socket), data() {} },
    });
    // Another host: those who wait for the one that hangs take no turn of this one.
    await using fine = Bun.serve({
      port: 0,
      hostname: "127.0.0.2",
      fetch: () =>
        new Response("<!doctype html><title>Fine</title>", { headers: { "Content-Type": "text/html" } }),
    });
    using _ = { [Symbol.dispose]: () => hanging.stop(true) };
    const environment = { DATA_DIR: temporaryFolder() };
    const key = await keyOf(environment);
    await using server = await startQuintet({
      ...environment,
      EGRESS_ALLOW: `127.0.0.1:${hanging.port},127.0.0.2:${fine.port}`,
    });
    const audit = async (site: string) => {
      const began = performance.now();
      const answer = await fetch(`${server.url}/seo/audit?url=http://${site}/`, {
        headers: { "X-API-Key": key },
      });
      return { answer, ms: performance.now() - began };
    };
    const stuck = Array.from({ length: 12 }, () => audit(`127.0.0.1:${hanging.port}`));
    expect((await audit(`127.0.0.2:${fine.port}`)).answer.status).toBe(200);
    expect((await fetch(`${server.url}/v4`)).status).toBe(200);
    for (const { answer, ms } of await Promise.all(stuck)) {
      expect([answer.status, await codeOf(answer)]).toEqual([504, "upstream-timeout"]);
      expect(ms).toBeLessThan(90_000);
    }
    expect(await unitsUsed(server.url, key, "seo")).toBe(1);
  });
});
