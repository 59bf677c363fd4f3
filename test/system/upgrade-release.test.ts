import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { samplePdf } from "../../src/apis/pdf/samples.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { oneEngine } from "../helpers/engines.ts";
import { hasReleasesBefore, programOf } from "../helpers/release-before.ts";
import { entry, type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

const EMAIL = "upgrade@example.com";
const LATE = "late@example.com";

const ADMIN_TOKEN = "a".repeat(40);

/** Creates or changes something of the account, as an operator does with every release. */
async function administer({ url }: Running, path: string, fields: Record<string, string> = {}) {
  const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
  const body = new URLSearchParams({ email: EMAIL, ...fields });
  const response = await fetch(`${url}/admin/${path}`, { method: "POST", headers, body });
  expect([path, response.ok]).toEqual([path, true]);
  return (await response.json()) as { key: string; id: string };
}

/** What one replica answers. */
function clientOf({ url }: Running, key: string) {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { "X-API-Key": key, ...init.headers } });
  const send = (headers: Record<string, string>, body: Bun.BodyInit) =>
    ask("/pdf/extract", { method: "POST", headers, body });
  const pdf = { "Content-Type": "application/pdf" };
  return {
    raw: (name: string) => send({ ...pdf, "Idempotency-Key": name }, samplePdf()),
    form(name: string) {
      const form = new FormData();
      form.append("file", new Blob([samplePdf()], { type: "application/pdf" }), "sample.pdf");
      return send({ "Idempotency-Key": name }, form);
    },
    /** Runs a job; gives its ID. */
    async job(): Promise<string> {
      const { id } = (await (await send({ ...pdf, Prefer: "respond-async" }, samplePdf())).json()) as {
        id: string;
      };
      await until("the job has ended", async () => {
        const { state } = (await (await ask(`/jobs/${id}`)).json()) as { state: string };
        return state === "succeeded";
      });
      return id;
    },
    result: async (job: string): Promise<unknown> => (await ask(`/jobs/${job}/result`)).json(),
    /** Adds a receiver of events; gives the secret that signs them. */
    async addReceiver(receiver: string): Promise<string> {
      const body = new URLSearchParams({ url: receiver, events: "job.succeeded" });
      const { secret } = (await (await ask("/webhooks", { method: "POST", body })).json()) as {
        secret: string;
      };
      return secret;
    },
    async usedPages() {
      const response = await ask("/usage");
      expect(response.status).toBe(200);
      const { apis } = (await response.json()) as { apis: { api: string; quotas: { used: number }[] }[] };
      return apis.find(({ api }) => api === "pdf")?.quotas.reduce((sum, { used }) => sum + used, 0);
    },
    status: async () => (await ask("/usage")).status,
  };
}

/** The email addresses that messages in an outbox are for. */
function receivers(dataDir: string): string[] {
  const folder = join(dataDir, "outbox");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap(
    (file) => /^To: (.+)$/m.exec(readFileSync(join(folder, file), "utf8"))?.[1] ?? [],
  );
}

/** Signs in with the link of an email, as a person does; gives the cookie. */
async function signIn({ url, lines }: Running): Promise<string> {
  const body = new URLSearchParams({ email: EMAIL });
  expect((await fetch(`${url}/signup`, { method: "POST", body })).status).toBe(202);
  const link = await until(
    "the link is printed",
    () => lines().flatMap((line) => /^Its link: (\S+)/.exec(line)?.[1] ?? [])[0],
  );
  const headers = { Accept: "text/html" };
  const confirmed = await fetch(link, { method: "POST", headers, redirect: "manual" });
  const session = confirmed.headers.get("set-cookie")?.split(";")[0];
  expect([confirmed.status, session]).toEqual([303, expect.stringMatching(/^quintet_session=/)]);
  return session ?? "";
}

/** A server that keeps the events that it gets. */
function openReceiver() {
  const events: { readonly headers: Record<string, string>; readonly body: string }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      events.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
      return new Response(null, { status: 204 });
    },
  });
  return { events, host: `127.0.0.1:${server.port}`, [Symbol.asyncDispose]: () => server.stop(true) };
}

/** A release with a folder of its own, on the database that all of them share. */
function installation(program: string, shared: Readonly<Record<string, string>>) {
  const environment = { ...shared, DATA_DIR: temporaryFolder() };
  return { environment, start: () => startQuintet({ ...environment, ADMIN_TOKEN }, program) };
}

const replayed = ({ status, headers }: Response) => [status, headers.get("idempotency-replayed")];

async function stop(running: Running): Promise<void> {
  running.kill("SIGTERM");
  await running.exited;
}

/** The releases after 1.0.0, and whether they open stored responses that are encrypted. */
const LAST = [
  { version: "1.1.0", opensSealed: false },
  { version: "1.2.0", opensSealed: true },
] as const;

const upgrades = LAST.flatMap((release) => oneEngine.map((engine) => ({ ...release, ...engine, engine })));

// An installation of 1.0.0 that became one of a later release still has replicas of both when this release comes.
describe.skipIf(!hasReleasesBefore).each(upgrades)(
  "an upgrade from 1.0.0 and $version on $name",
  ({ version, opensSealed, engine }) => {
    const address = engine.emptyAddress();
    const stack = new AsyncDisposableStack();
    let hooks: ReturnType<typeof openReceiver>;
    let first: ReturnType<typeof installation>;
    let last: typeof first;
    let latest: typeof first;
    let ofFirst: Running;
    let ofLast: Running;
    let ofLatest: Running;
    let key: string;
    let session: string;
    let secret: string;
    const jobs: string[] = [];

    beforeAll(async () => {
      hooks = stack.use(openReceiver());
      const shared = { DATABASE_URL: address, SANDBOX_PROCESSES: "1", EGRESS_ALLOW: hooks.host };
      first = installation(programOf("1.0.0"), shared);
      last = installation(programOf(version), shared);
      latest = installation(entry, shared);
      ofFirst = stack.use(await first.start());
      ({ key } = await administer(ofFirst, "keys"));
      await administer(ofFirst, "plans", { plan: "pdf" });
      const there = clientOf(ofFirst, key);
      expect((await there.raw("raw-1.0")).status).toBe(200);
      expect((await there.form("form-1.0")).status).toBe(200);
      session = await signIn(ofFirst);

      ofLast = stack.use(await last.start());
      const beside = clientOf(ofLast, key);
      expect((await beside.raw("raw-last")).status).toBe(200);
      const manager = await administer(ofLast, "keys", { apis: "webhooks" });
      secret = await clientOf(ofLast, manager.key).addReceiver(`http://${hooks.host}/`);
      jobs.push(await beside.job());
      expect(await beside.usedPages()).toBe(4);
    });
    afterAll(() => stack.disposeAsync());

    const exported = async ({ url }: Running) => {
      const response = await fetch(`${url}/account/export`, { headers: { Cookie: session } });
      expect(response.status).toBe(200);
      return (await response.json()) as Record<string, unknown>;
    };

    test("finds accounts, keys, usage, sessions, jobs and stored responses, while the releases before serve on", async () => {
      const { email, plans, counters } = await exported(ofFirst);
      ofLatest = stack.use(await latest.start());
      const here = clientOf(ofLatest, key);
      const before = [clientOf(ofFirst, key), clientOf(ofLast, key)];
      expect(await exported(ofLatest)).toMatchObject({ email, plans, counters });
      expect(await here.usedPages()).toBe(4);
      // Repeated requests of before the upgrade, and of after it where a balancer sends them to another release.
      expect([(await here.raw("raw-after")).status, (await here.form("form-after")).status]).toEqual([
        200, 200,
      ]);
      for (const answer of [
        await here.raw("raw-1.0"),
        await here.form("form-1.0"),
        await here.raw("raw-last"),
      ]) {
        expect(replayed(answer)).toEqual([200, "true"]);
        expect(await answer.json()).toHaveProperty("pages");
      }
      // Releases that do not open what this one has encrypted tell clients to send the request again.
      for (const there of opensSealed ? before.slice(0, 1) : before) {
        for (const answer of await Promise.all([there.raw("raw-after"), there.form("form-after")])) {
          expect([answer.status, answer.headers.get("retry-after")]).toEqual([409, "1"]);
          expect(await answer.json()).toMatchObject({ code: "request-in-progress" });
        }
      }
      // Each charges what the others see.
      const all = [...before, here];
      await Promise.all(all.map((client, i) => client.raw(`beside-${i}`)));
      expect(await Promise.all(all.map((client) => client.usedPages()))).toEqual([9, 9, 9]);
      // Each reads the results of the other's jobs, whichever of them ran them.
      jobs.push(await here.job());
      for (const job of jobs) {
        expect(await here.result(job)).toHaveProperty("pages");
        expect(await clientOf(ofLast, key).result(job)).toEqual(await here.result(job));
      }
    });

    test("makes and ends keys for the releases before", async () => {
      const made = await administer(ofLatest, "keys");
      const statuses = () =>
        Promise.all([ofFirst, ofLast, ofLatest].map((replica) => clientOf(replica, made.key).status()));
      expect(await statuses()).toEqual([200, 200, 200]);
      await administer(ofLatest, `keys/${made.id}/revoke`);
      await until("the key is rejected by all", async () =>
        (await statuses()).every((status) => status === 401),
      );
    });

    test("sends the emails that wait, once, and events to receivers of the release before", async () => {
      await Promise.all([stop(ofFirst), stop(ofLast)]);
      const database = openDatabase(address);
      const due = new Date().toISOString();
      await database.query`
      insert into mail (id, kind, email, facts, created_at, due_at, claimed_until, attempts)
      values ('waiting', 'sign-up', ${LATE}, '{}', ${due}, ${due}, ${due}, 1)`;
      await until("the email that waited is sent", () =>
        receivers(latest.environment.DATA_DIR).includes(LATE),
      );
      await until("it is marked as sent", async () => {
        const [row] = await database.query`select sent_at from mail where id = 'waiting'`;
        return row?.sent_at !== null;
      });
      expect(receivers(latest.environment.DATA_DIR).filter((email) => email === LATE)).toHaveLength(1);
      await database.close();
      jobs.push(await clientOf(ofLatest, key).job());
      await until("the event of each job has arrived", () => hooks.events.length >= jobs.length);
      const read = hooks.events.map(({ headers, body }) => new Webhook(secret).verify(body, headers));
      expect(read.map((event) => (event as { data: { id: string } }).data.id).sort()).toEqual(
        jobs.toSorted(),
      );
    });

    test("goes back to the last release as it is, to 1.0.0 after quintet db downgrade, and nothing is lost on either way", async () => {
      const used = (await clientOf(ofLatest, key).usedPages()) ?? 0;
      await stop(ofLatest);
      ofLast = stack.use(await last.start());
      const there = clientOf(ofLast, key);
      expect(await there.usedPages()).toBe(used);
      expect(replayed(await there.raw("raw-last"))).toEqual([200, "true"]);
      expect((await there.form("form-after")).status).toBe(opensSealed ? 200 : 409);
      for (const job of jobs) expect(await there.result(job)).toHaveProperty("pages");
      await stop(ofLast);

      expect((await runQuintet(latest.environment, "db", "downgrade", "1.0.0")).out).toContain("can start");
      ofFirst = stack.use(await first.start());
      const older = clientOf(ofFirst, key);
      expect(await older.usedPages()).toBe(used);
      expect(replayed(await older.form("form-1.0"))).toEqual([200, "true"]);
      expect((await older.form("form-after")).status).toBe(409);
      expect((await older.raw("downgraded")).status).toBe(200);
      expect(await exported(ofFirst)).toMatchObject({ email: EMAIL });
      // And forward again, with what was charged meanwhile.
      ofLatest = stack.use(await latest.start());
      const here = clientOf(ofLatest, key);
      expect(await here.usedPages()).toBe(used + 1);
      expect(replayed(await here.raw("downgraded"))).toEqual([200, "true"]);
    });
  },
);
