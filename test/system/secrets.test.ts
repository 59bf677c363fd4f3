import { expect, test } from "bun:test";
import { makeKey, makeToken } from "../../src/accounts/key-format.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { engines } from "../helpers/engines.ts";
import { rejecting } from "../helpers/rejection.ts";
import { startQuintet } from "../helpers/running.ts";
import { dump, searchProcess, secretsIn } from "../helpers/secrets.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { openTestApp } from "../helpers/test-app.ts";
import { until } from "../helpers/until.ts";

test("the search for secrets finds them: every app of the tests is searched when it closes", async () => {
  const key = makeKey("qt_live_");
  expect(secretsIn(`{"note":"${key}"}`, [], true)).toEqual([key]);
  // As they may stand in a file: with other words before and behind.
  expect(secretsIn(`x${key}tail`, [], true)).toContain(key);
  const token = makeToken();
  expect(secretsIn(`{"link":"/confirm/${token}"}`, [], true)).toEqual([token]);
  expect(secretsIn(`"${Bun.randomUUIDv7()}" "${"0a".repeat(32)}" "${"f".repeat(32)}"`, [], true)).toEqual([]);
  expect(secretsIn("token abc-def", ["abc-def"], true)).toEqual(["abc-def"]);
  expect(secretsIn('{"to":"a.b@example.com"}', [], true)).toEqual(["a.b@example.com"]);
  const app = await openTestApp({ address: engines[0]?.address() ?? "" });
  app.lines.push(key);
  expect(await rejecting(app[Symbol.asyncDispose]())).toThrow("secrets in the log");
});

test.each(engines)(
  "a dump of $name holds what is stored, and hashes alone of what is secret",
  async (engine) => {
    await using app = await openTestApp({ address: engine.address() });
    const key = await app.key("stored@example.com");
    const session = await app.accounts.sessions.begin(
      (await app.accounts.accountStore.byEmail("stored@example.com"))?.id ?? "",
    );
    const link = await app.accounts.signUp.makeLink("stored@example.com");
    for (const secret of [key, session, link]) app.secrets.add(secret);
    const stored = await dump(app.accounts.database);
    expect(stored).toContain("stored@example.com");
    expect(secretsIn(stored, app.secrets, false)).toEqual([]);
  },
);

test("a server of its own process is searched when it ends: its log, and its database", async () => {
  const dataDir = temporaryFolder();
  const key = makeKey("qt_live_");
  expect(await rejecting(searchProcess(`{"level":"info","note":"${key}"}`, dataDir))).toThrow(key);
  expect(await rejecting(searchProcess("from: someone@example.com", dataDir))).toThrow("someone@example.com");
  const database = openDatabase(`sqlite:${dataDir}/quintet.db`);
  await migrate(database);
  await searchProcess("", dataDir);
  await database.query`insert into state (name, value, expires_at) values ('k', ${key}, '')`;
  await database.close();
  expect(await rejecting(searchProcess("", dataDir))).toThrow(key);
});

test("no test starts a server but by the two helpers that search it", async () => {
  const starters: string[] = [];
  for (const pattern of ["test/**/*.ts", "src/**/*.test.ts"]) {
    for await (const path of new Bun.Glob(pattern).scan(".")) {
      const source = await Bun.file(path).text();
      if (/src\/main\.ts|"main\.ts"|"serve\.ts"|entryPoint\(/.test(source)) starters.push(path);
    }
  }
  // imports.rule.ts starts no server; foreign-folder.test.ts starts its own in a hostile folder and reads what it writes;
  // new-api.test.ts and new-resource.test.ts start a copy of the program that has one more API, or resource;
  // release-before.ts runs a program that was released: what it logs cannot be changed any more.
  expect(starters.sort()).toEqual([
    "test/helpers/processes.ts",
    "test/helpers/release-before.ts",
    "test/helpers/running.ts",
    "test/rules/imports.rule.ts",
    "test/system/foreign-folder.test.ts",
    "test/system/new-api.test.ts",
    "test/system/new-resource.test.ts",
  ]);
});

test("sign-up with mails in the outbox leaves the link there and on the terminal, in no line of the log", async () => {
  const dataDir = temporaryFolder();
  await using server = await startQuintet({ DATA_DIR: dataDir, LOG_LEVEL: "debug" });
  const body = new URLSearchParams({ email: "first@example.com" });
  expect((await fetch(`${server.url}/signup`, { method: "POST", body })).status).toBe(202);
  const link = await until(
    "the link is printed",
    () => server.lines().flatMap((line) => /Its link: ([^"]+)"/.exec(line)?.[1] ?? [])[0],
  );
  const path = new URL(link).pathname;
  const confirmed = await fetch(server.url + path, { method: "POST" });
  const { key, email } = (await confirmed.json()) as { key: string; email: string };
  expect(email).toBe("first@example.com");
  const usage = await fetch(`${server.url}/usage`, { headers: { Authorization: `Bearer ${key}` } });
  expect(usage.status).toBe(200);
  // Closing the server searches what it wrote and its database.
});
