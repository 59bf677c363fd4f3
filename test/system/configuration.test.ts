// What an operator is told about the configuration: by `quintet config check`, by the start, and by what stops it.
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../../src/kit/version.ts";
import { hasPostgres, sharedCluster } from "../helpers/postgres.ts";
import { entry, freePort, runQuintet, spawnQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";
import { fileAt } from "../recorders/generated.ts";

const TOKEN = "a-token-of-24-characters";

describe("quintet config check", () => {
  test("prints what would be used, hides secrets, connects to nothing and makes no file", async () => {
    const folder = temporaryFolder();
    const secret = join(folder, "database-url");
    writeFileSync(secret, "postgresql://user:hidden-word@db.example.com:6432/quintet?sslmode=verify-full\n");
    const { code, out, err } = await runQuintet(
      {
        DATABASE_URL_FILE: secret,
        DATA_DIR: join(folder, "data"),
        ADMIN_TOKEN: TOKEN,
        MAIL_URL: "smtp://user:hidden-word@mail.example.com:587",
        WEB_CONCURRENCY: "3",
        LINKEDIN_SOURCE: "public",
      },
      "config",
      "check",
    );
    expect([code, err]).toEqual([0, ""]);
    for (const line of [
      "PostgreSQL at db.example.com:6432/quintet (TLS, certificate and host name checked)",
      "at most 30 from this server",
      "SMTP at smtp://mail.example.com:587",
      "uuid, seo, pdf, images, profiles",
      "ADMIN_TOKEN=(hidden)",
      `DATABASE_URL_FILE=${secret}`,
      "WEB_CONCURRENCY=3",
      "The configuration is valid.",
    ]) {
      expect(out).toContain(line);
    }
    for (const hidden of ["hidden-word", TOKEN, "user:"]) expect(out).not.toContain(hidden);
    expect([...new Bun.Glob("data/**").scanSync({ cwd: folder, onlyFiles: false })]).toEqual([]);
  });

  test("lists every error, one a line, and exits with code 2", async () => {
    const { code, out, err } = await runQuintet(
      { DATABSE_URL: "x", PORT: "http", METRICS_TOKEN: "short" },
      "config",
      "check",
    );
    expect([code, out]).toEqual([2, ""]);
    expect(err.trim().split("\n")).toEqual([
      "quintet: DATABSE_URL: did you mean DATABASE_URL? Correct the name, or unset the variable.",
      "PORT is not accepted: it must be a whole number from 1 to 65535.",
      "METRICS_TOKEN is not accepted: it must be 16 to 256 visible characters without spaces.",
    ]);
  });

  test("finds what only the parts find: a catalogue that cannot be read, a marketplace that is none", async () => {
    for (const environment of [{ CATALOGUE_FILE: "/nowhere" }, { AMAZON_DEFAULT_MARKETPLACE: "zz" }]) {
      const { code, err } = await runQuintet(environment, "config", "check");
      expect([code, err]).toEqual([2, expect.stringContaining(" is not accepted: it must be ")]);
    }
    expect((await runQuintet({}, "config", "chekc")).code).toBe(2);
  });
});

describe("a slip in a name", () => {
  test.each(["serve", "keys list a@example.com", "db migrate"])(
    "stops quintet %s before it opens another database",
    async (words) => {
      const folder = temporaryFolder();
      const environment = { DATABSE_URL: "postgresql://h/d", DATA_DIR: folder };
      const { code, err } = await runQuintet(environment, ...words.split(" "));
      expect([code, err]).toEqual([
        2,
        "quintet: DATABSE_URL: did you mean DATABASE_URL? Correct the name, or unset the variable.\n",
      ]);
      expect([...new Bun.Glob("**").scanSync(folder)]).toEqual([]);
    },
  );

  test("does not stop a command that does not read it", async () => {
    expect((await runQuintet({ DATABSE_URL: "x", PROT: "1" }, "uuid", "v4")).code).toBe(0);
  });
});

test.skipIf(!hasPostgres)("a secret in a file is read by servers and by commands", async () => {
  const path = join(temporaryFolder(), "url");
  writeFileSync(path, `${sharedCluster().database()}\n`);
  const environment = { DATABASE_URL_FILE: path };
  const made = await runQuintet(environment, "keys", "create", "file@example.com");
  const key = /qt_live_\w+/.exec(made.out)?.[0] ?? "";
  await using server = await startQuintet({ ...environment, WEB_CONCURRENCY: "2" });
  expect((await fetch(`${server.url}/usage`, { headers: { "X-API-Key": key } })).status).toBe(200);
});

test("one line of the start names version, database, email, metering and APIs, and no secret", async () => {
  await using server = await startQuintet({
    DATABASE_URL: "postgresql://user:hidden-word@127.0.0.1:1/quintet",
    MAIL_URL: "smtp://user:hidden-word@127.0.0.1:1",
    AMAZON_SOURCE: "page",
  });
  const line = await until("the line of the start", () =>
    server
      .lines()
      .map((text) => JSON.parse(text) as { message: string })
      .find(({ message }) => message === "listening"),
  );
  expect(line).toMatchObject({
    message: "listening",
    version: VERSION,
    database: "PostgreSQL at 127.0.0.1:1/quintet",
    email: "SMTP at smtp://127.0.0.1:1",
    metering: "on",
    apis: ["uuid", "seo", "pdf", "images", "products"],
  });
  expect(server.lines().join()).not.toContain("hidden-word");
});

describe("a second server on the same port", () => {
  test.each([
    ["2", "2"],
    ["1", "2"],
    ["2", "1"],
  ])(
    "with %s processes, then one with %s: the second ends with one line, the first serves on",
    async (one, two) => {
      await using first = await startQuintet({ WEB_CONCURRENCY: one });
      const second = spawnQuintet({ PORT: String(first.port), HOST: "127.0.0.1", WEB_CONCURRENCY: two });
      expect(await second.exited).toBe(2);
      expect(await new Response(second.stderr).text()).toBe(
        `quintet: cannot listen on 127.0.0.1:${first.port}: another program uses it; stop that program or set PORT.\n`,
      );
      expect(await new Response(second.stdout).text()).toBe("");
      for (let i = 0; i < 10; i++) {
        expect((await fetch(`${first.url}/v4`, { headers: { Connection: "close" } })).status).toBe(200);
      }
    },
  );

  test("a server that was just stopped leaves the port free, with connections that clients kept", async () => {
    const port = freePort();
    for (let i = 0; i < 2; i++) {
      await using server = await startQuintet({ PORT: String(port), WEB_CONCURRENCY: "2" });
      expect((await fetch(`${server.url}/v4`)).status).toBe(200);
      server.kill("SIGTERM");
      expect(await server.exited).toBe(0);
    }
  });
});

describe.each(["1", "2"])("a .env in the folder it is started in, with %s processes", (size) => {
  test.each([
    ["as the unit and the container start it", [process.execPath, "--no-env-file", entry, "serve"]],
    ["as npm and npx start it", ["node", Bun.fileURLToPath(fileAt("bin/quintet.mjs")), "serve"]],
  ])("is not read, %s", async (_how, command) => {
    const folder = join(temporaryFolder(), "foreign");
    mkdirSync(folder);
    const lines = "METERING=off\nLOG_LEVEL=silent\nQUINTET_KEY=x\nDATABSE_URL=x\n";
    for (const name of [".env", ".env.local", ".env.production"]) writeFileSync(join(folder, name), lines);
    const child = Bun.spawn(command, {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        WEB_CONCURRENCY: size,
        PORT: String(freePort()),
        HOST: "127.0.0.1",
        DRAIN_MS: "0",
        DATA_DIR: join(folder, "data"),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      out += text;
      if (out.split("\n").length > Number(size)) break;
    }
    child.kill("SIGTERM");
    await child.exited;
    const started = out
      .split("\n")
      // The last may be half a line.
      .slice(0, Number(size))
      .map((line): Record<string, unknown> => JSON.parse(line));
    expect(started.map(({ metering }) => metering)).toEqual(Array(Number(size)).fill("on"));
  });
});
