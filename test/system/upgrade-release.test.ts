import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { samplePdf } from "../../src/apis/pdf/samples.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { oneEngine } from "../helpers/engines.ts";
import { hasReleaseBefore, programBefore, RELEASE_BEFORE } from "../helpers/release-before.ts";
import { entry, type Running, spawnQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

const EMAIL = "upgrade@example.com";
const LATE = "late@example.com";

/** Runs a command of a release and gives what it printed as JSON. */
async function command(program: string, environment: Record<string, string>, ...words: string[]) {
  const child = spawnQuintet(environment, words, program);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`quintet ${words.join(" ")}: ${err}`);
  return out;
}

/** What one replica answers. */
function clientOf({ url }: Running, key: string) {
  const headers = { "X-API-Key": key };
  const send = (more: Record<string, string>, body: Bun.BodyInit) =>
    fetch(`${url}/pdf/extract`, { method: "POST", headers: { ...headers, ...more }, body });
  return {
    raw: (name: string) => send({ "Content-Type": "application/pdf", "Idempotency-Key": name }, samplePdf()),
    form(name: string) {
      const form = new FormData();
      form.append("file", new Blob([samplePdf()], { type: "application/pdf" }), "sample.pdf");
      return send({ "Idempotency-Key": name }, form);
    },
    async usedPages() {
      const response = await fetch(`${url}/usage`, { headers });
      expect(response.status).toBe(200);
      const { apis } = (await response.json()) as { apis: { api: string; quotas: { used: number }[] }[] };
      return apis.find(({ api }) => api === "pdf")?.quotas.reduce((sum, { used }) => sum + used, 0);
    },
    status: async () => (await fetch(`${url}/usage`, { headers })).status,
    uuid: async () => (await fetch(`${url}/v7`)).status,
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

describe.skipIf(!hasReleaseBefore).each(oneEngine)(
  `an upgrade from ${RELEASE_BEFORE.version} on $name`,
  (engine) => {
    const address = engine.emptyAddress();
    const [oldData, newData] = [temporaryFolder(), temporaryFolder()];
    const environment = { DATABASE_URL: address, SANDBOX_PROCESSES: "1" };
    const stack = new AsyncDisposableStack();
    let before: string;
    let key: string;
    let session: string;
    let old: Running;
    let current: Running;
    const startOld = async () =>
      stack.use(
        await startQuintet({ ...environment, DATA_DIR: oldData, ADMIN_TOKEN: "a".repeat(40) }, before),
      );
    const startCurrent = async () => stack.use(await startQuintet({ ...environment, DATA_DIR: newData }));
    const stop = async (running: Running) => {
      running.kill("SIGTERM");
      await running.exited;
    };

    beforeAll(async () => {
      before = programBefore();
      old = await startOld();
      const own = { ...environment, DATA_DIR: oldData };
      ({ key } = JSON.parse(await command(before, own, "keys", "create", EMAIL)) as { key: string });
      await command(before, own, "plan", "set", EMAIL, "pdf");
      const client = clientOf(old, key);
      expect([(await client.raw("raw-before")).status, (await client.form("form-before")).status]).toEqual([
        200, 200,
      ]);
      // A person signs in with the link of an email.
      const form = new URLSearchParams({ email: EMAIL });
      expect((await fetch(`${old.url}/signup`, { method: "POST", body: form })).status).toBe(202);
      await until("the link is printed", () => old.lines().some((line) => line.startsWith("Its link: ")));
      const link =
        old
          .lines()
          .find((line) => line.startsWith("Its link: "))
          ?.slice("Its link: ".length)
          .trim() ?? "";
      const confirmed = await fetch(link, {
        method: "POST",
        headers: { Accept: "text/html" },
        redirect: "manual",
      });
      session = confirmed.headers.get("set-cookie")?.split(";")[0] ?? "";
      expect([confirmed.status, session]).toEqual([303, expect.stringMatching(/^quintet_session=/)]);
      expect(await client.usedPages()).toBe(2);
    });
    afterAll(() => stack.disposeAsync());

    const exported = async ({ url }: Running) => {
      const response = await fetch(`${url}/account/export`, { headers: { Cookie: session } });
      expect(response.status).toBe(200);
      return (await response.json()) as Record<string, unknown>;
    };

    test("finds accounts, keys, usage, sessions and stored responses, while the release before serves on", async () => {
      const kept = await exported(old);
      current = await startCurrent();
      const [there, here] = [clientOf(old, key), clientOf(current, key)];
      expect(await exported(current)).toMatchObject({
        email: kept.email,
        plans: kept.plans,
        counters: kept.counters,
      });
      expect(await here.usedPages()).toBe(2);
      // Repeated requests of before the upgrade, and of after it where a balancer sends them to the other release.
      expect([(await here.raw("raw-after")).status, (await here.form("form-after")).status]).toEqual([
        200, 200,
      ]);
      for (const answer of await Promise.all([here.raw("raw-before"), here.form("form-before")])) {
        expect([answer.status, answer.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
        expect(await answer.json()).toHaveProperty("pages");
      }
      // The release before does not open what this one has encrypted: it tells clients to send the request again.
      for (const answer of await Promise.all([there.raw("raw-after"), there.form("form-after")])) {
        expect([answer.status, answer.headers.get("retry-after")]).toEqual([409, "1"]);
        expect(await answer.json()).toMatchObject({ code: "request-in-progress" });
      }
      // Each charges what the other sees.
      await Promise.all([0, 1, 2, 3].map((i) => (i % 2 === 0 ? there : here).raw(`beside-${i}`)));
      expect([await there.usedPages(), await here.usedPages()]).toEqual([8, 8]);
      // A key of one is a key of the other, and ends on both.
      const own = { ...environment, DATA_DIR: newData };
      const made = JSON.parse(await command(entry, own, "keys", "create", EMAIL)) as {
        key: string;
        id: string;
      };
      const second = { there: clientOf(old, made.key), here: clientOf(current, made.key) };
      expect([await second.there.status(), await second.here.status()]).toEqual([200, 200]);
      await command(entry, own, "keys", "revoke", EMAIL, made.id);
      await until(
        "the key is rejected on both",
        async () => (await second.there.status()) === 401 && (await second.here.status()) === 401,
      );
    });

    test("sends the emails that wait, once", async () => {
      await stop(old);
      const database = openDatabase(address);
      const due = new Date().toISOString();
      await database.query`
      insert into mail (id, kind, email, facts, created_at, due_at, claimed_until, attempts)
      values ('waiting', 'sign-up', ${LATE}, '{}', ${due}, ${due}, ${due}, 1)`;
      await until("the email that waited is sent", () => receivers(newData).includes(LATE));
      await until("it is marked as sent", async () => {
        const [row] = await database.query`select sent_at from mail where id = 'waiting'`;
        return row?.sent_at !== null;
      });
      expect(receivers(newData).filter((email) => email === LATE)).toHaveLength(1);
      await database.close();
    });

    test("goes back by one: quintet db downgrade lets the release before start, and nothing is lost on either way", async () => {
      const used = await clientOf(current, key).usedPages();
      await stop(current);
      // It rejects steps that it does not know. UUIDs need no database.
      old = await startOld();
      expect([await clientOf(old, key).status(), await clientOf(old, key).uuid()]).toEqual([503, 200]);
      await stop(old);
      const own = { ...environment, DATA_DIR: newData };
      expect(await command(entry, own, "db", "downgrade", RELEASE_BEFORE.version)).toContain("can start");
      old = await startOld();
      const there = clientOf(old, key);
      expect(await there.usedPages()).toBe(used);
      expect((await there.form("form-before")).headers.get("idempotency-replayed")).toBe("true");
      expect((await there.form("form-after")).status).toBe(409);
      expect((await there.raw("downgraded")).status).toBe(200);
      expect(await exported(old)).toMatchObject({ email: EMAIL });
      // And forward again, with what was charged meanwhile.
      current = await startCurrent();
      expect(await clientOf(current, key).usedPages()).toBe((used ?? 0) + 1);
      expect((await clientOf(current, key).raw("downgraded")).headers.get("idempotency-replayed")).toBe(
        "true",
      );
    });
  },
);
