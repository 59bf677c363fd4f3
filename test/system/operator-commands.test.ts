import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runCommand, usageErrorOf } from "../../src/cli/commands.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { serversOn } from "../../src/store/server-mark.ts";
import { engines, oneEngine } from "../helpers/engines.ts";
import { casesOf } from "../helpers/nightly.ts";
import { entry, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";
import { SECRET_KEY, startFakeStripe, WEBHOOK_SECRET } from "../servers/fake-stripe.ts";

// These commands only call what the unit tests of `src/accounts` prove on each engine.
describe.each(oneEngine)("the operator's commands on $name", (engine) => {
  test("make, list, roll and revoke keys, set plans and show usage", async () => {
    const environment = { DATABASE_URL: engine.address() };
    const run = async (...words: string[]): Promise<unknown> => {
      const { code, out, err } = await runQuintet(environment, ...words);
      expect([code, err]).toEqual([0, ""]);
      return JSON.parse(out) as unknown;
    };
    const email = "ops@example.com";
    const made = (await run("keys", "create", email, "--name", "ci", "--apis=pdf,seo")) as {
      id: string;
      key: string;
    };
    expect(made).toMatchObject({ name: "ci", apis: ["pdf", "seo"] });
    expect(made.key).toMatch(/^qt_live_\w{33}$/);
    const rolled = (await run("keys", "rotate", email, made.id, "--grace", "1h")) as { id: string };
    expect(await run("keys", "revoke", email, rolled.id)).toEqual({ revoked: true });
    const listed = await run("keys", "list", email);
    expect(listed).toMatchObject([{ id: rolled.id }, { id: made.id, revokedAt: null }]);
    expect(JSON.stringify(listed)).not.toContain(made.key);
    expect(await run("plan", "set", email, "bundle,seo")).toMatchObject([
      { plan: "bundle" },
      { plan: "seo" },
    ]);
    expect(await run("usage", email)).toMatchObject({
      apis: [{ api: "seo", quotas: [{ plan: "seo", used: 0 }, {}, {}] }, {}, {}, {}, {}],
    });
  });

  test("admin lists, suspends, credits, moves, exports and deletes, and its log says who did it", async () => {
    const environment = { DATABASE_URL: engine.address() };
    const run = async (...words: string[]) => {
      const { code, out, err } = await runQuintet(environment, ...words);
      expect([words.join(" "), code, err]).toEqual([words.join(" "), 0, ""]);
      return JSON.parse(out) as Record<string, unknown>;
    };
    const email = "ada@example.com";
    await run("keys", "create", email);
    const { accounts } = await run("admin", "accounts", "list", "--search", "ADA@");
    expect(accounts).toMatchObject([{ email, suspension: null, keys: 1 }]);
    const [{ id }] = accounts as [{ id: string }];
    expect(await run("admin", "accounts", "suspend", email, "--reason", "Card testing")).toEqual({
      suspended: true,
    });
    const refused = await runQuintet(environment, "keys", "create", email);
    expect([refused.code, refused.err]).toEqual([
      1,
      "quintet: This account is suspended: Card testing. Contact the operator.\n",
    ]);
    expect(await run("admin", "accounts", "list", "--state", "suspended")).toMatchObject({
      accounts: [{ id }],
    });
    expect(await run("admin", "accounts", "unsuspend", id)).toEqual({ suspended: false });
    expect(await run("admin", "accounts", "plan", email, "pdf,seo")).toMatchObject([
      { plan: "pdf" },
      { plan: "seo" },
    ]);
    expect(await run("admin", "plan", "move", "pdf", "bundle")).toEqual({ moved: 1 });
    expect(await run("admin", "accounts", "plan", id, "none")).toEqual([] as never);
    expect(await run("admin", "accounts", "credit", id, "10", "--days", "3")).toMatchObject({ amount: 10 });
    expect(await run("admin", "accounts", "sessions", "revoke", id)).toEqual({ revoked: 0 });
    expect(await run("admin", "accounts", "show", id)).toMatchObject({ email, credits: [{ amount: 10 }] });
    expect(await run("admin", "accounts", "export", id)).toMatchObject({ email });
    const kept = await runQuintet(
      environment,
      "admin",
      "accounts",
      "delete",
      id,
      "--confirm",
      "eve@example.com",
    );
    expect([kept.code, kept.out]).toEqual([1, ""]);
    expect(await run("admin", "accounts", "delete", id, "--confirm", email)).toEqual({ deleted: true });
    const { entries } = await run("admin", "audit", id, "--limit", "100");
    expect((entries as { action: string; actorName: string }[]).map(({ action }) => action)).toEqual([
      "account.deleted",
      "account.exported",
      "sessions.revoked",
      "credits.granted",
      "plans.changed",
      "plan.moved",
      "plans.changed",
      "account.unsuspended",
      "account.suspended",
      "key.created",
      "account.created",
    ]);
    for (const { actorName } of entries as { actorName: string }[]) {
      expect(actorName).toMatch(/^command line \(.+\)$/);
    }
  });
});

describe.each(engines)("commands for databases on $name", (engine) => {
  test("db migrate and db copy move an installation, and overwrite none", async () => {
    const [from, to] = [engine.emptyAddress(), engine.emptyAddress()];
    expect((await runQuintet({ DATABASE_URL: from }, "db", "migrate")).out).toStartWith("Done: ");
    expect((await runQuintet({ DATABASE_URL: from }, "db", "migrate")).out).toBe(
      "The tables are up to date.\n",
    );
    const made = await runQuintet({ DATABASE_URL: from }, "keys", "create", "a@example.com");
    const { id } = JSON.parse(made.out) as { id: string };
    expect(JSON.parse((await runQuintet({}, "db", "copy", from, to)).out)).toMatchObject({
      account: 1,
      api_key: 1,
    });
    expect((await runQuintet({ DATABASE_URL: to }, "keys", "list", "a@example.com")).out).toContain(id);
    // A mistyped source is an error, and is not created.
    const missing = `sqlite:${temporaryFolder()}/mistyped.db`;
    const nothing = await runQuintet({}, "db", "copy", missing, engine.emptyAddress());
    expect([nothing.code, nothing.err]).toEqual([
      1,
      "quintet: FROM does not exist. Check its path. Nothing was copied.\n",
    ]);
    expect(existsSync(missing.slice("sqlite:".length))).toBe(false);
    const again = await runQuintet({}, "db", "copy", from, to);
    expect([again.code, again.err]).toEqual([
      1,
      "quintet: The target has rows in account: copy into an empty database.\n",
    ]);
  });

  test("db copy copies nothing of a database that a server uses, and goes on once it is stopped", async () => {
    const [from, to] = [engine.emptyAddress(), engine.emptyAddress()];
    const server = await startQuintet({ DATABASE_URL: from });
    const watch = openDatabase(from);
    const isMarked = () => serversOn(watch, Date.now()).catch(() => 0);
    await until("the server is marked", async () => (await isMarked()) > 0);
    await watch.close();
    const refused = await runQuintet({}, "db", "copy", from, to);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(
        engine.name === "sqlite"
          ? /^quintet: A process of Quintet has \S+ open\. Stop it first\.\n$/
          : /^quintet: A server process uses the source\. Stop every server, then run the copy\./,
      ),
    ]);
    server.kill("SIGTERM");
    await server.exited;
    expect((await runQuintet({}, "db", "copy", from, to)).code).toBe(0);
    await server[Symbol.asyncDispose]();
  });
});

/** Commands that are rejected, with their exit code and a part of the sentence. */
const REJECTED: readonly (readonly [string[], 1 | 2, string])[] = [
  [["admin", "accounts", "fly", "a@example.com"], 2, "Unknown command: admin accounts fly."],
  [["admin", "accounts", "constructor", "a@example.com"], 2, "Unknown command: admin accounts constructor."],
  [["admin", "accounts", "suspend", "a@example.com"], 2, "--reason is missing."],
  [["admin", "accounts", "show", "a@example.com"], 1, "No account has this email address."],
  [["admin", "accounts", "show"], 2, "quintet admin accounts show ACCOUNT"],
  [["admin", "accounts", "list", "--limit", "0"], 2, "--limit must be a whole number from 1 to 100"],
  [["admin", "accounts", "list", "--reason", "x"], 2, "Unknown option: --reason."],
  [["admin", "plan", "move", "gold", "pdf"], 1, "from must be one of"],
  [["admin", "plan", "move", "pdf", "pdf", "--version", "x"], 2, "--version must be a whole number"],
  [["keys", "list", "nobody@example.com"], 1, "No account has this email address"],
  [["keys", "create", "a,b@example.com"], 2, "EMAIL must be one email address"],
  [["keys", "create", "a@example.com", "--apis", "all"], 2, "--apis must be one or more of"],
  [["keys", "create", "a@example.com", "--mod", "test"], 2, "Did you mean --mode?"],
  [["keys", "create"], 2, "Missing arguments of quintet keys create."],
  [["keys", "list", "a@example.com", "more"], 2, "Unexpected argument: more"],
  [["plan", "sett"], 2, "Did you mean plan set?"],
  [["db", "copy", "here", "there"], 2, "sqlite:PATH"],
  [["billing", "check"], 1, "STRIPE_SECRET_KEY is not set"],
  [["billing", "sync"], 2, "quintet billing sync EMAIL"],
  [["billing", "check", "all"], 2, "Unexpected argument: all"],
  [["fly"], 2, "Unknown command: fly."],
];

describe("rejected with one sentence", () => {
  const { DATA_DIR } = process.env;
  beforeAll(async () => {
    process.env.DATA_DIR = temporaryFolder();
    const database = openDatabase(`sqlite:${process.env.DATA_DIR}/quintet.db`);
    await migrate(database).finally(() => database.close());
  });
  afterAll(() => {
    if (DATA_DIR === undefined) delete process.env.DATA_DIR;
    else process.env.DATA_DIR = DATA_DIR;
  });

  // In this process: one of its own takes 0.3 s of processor time, and writes the same for all.
  test.each(REJECTED)("%p", async ([command = "", ...rest], status, sentence) => {
    const error: unknown = await runCommand(command, rest).catch((thrown: unknown) => thrown);
    expect(usageErrorOf(error)).toEqual({ code: status, message: expect.stringContaining(sentence) });
  });

  test.each(casesOf(REJECTED, 7))("%p, by a process", async (words, status, sentence) => {
    const { code, out, err } = await runQuintet({ DATA_DIR: process.env.DATA_DIR ?? "" }, ...words);
    expect([code, out]).toEqual([status, ""]);
    expect(err).toContain(sentence);
    expect(err).not.toContain("    at ");
  });
});

/** Commands that would show an empty database, or change one that no server has. */
const READERS: readonly string[] = [
  ...["db count", "db backup copy.db", "db downgrade 1.0.0", "admin accounts list", "admin audit"],
  ...[
    "admin plan move pdf pdf",
    "keys list a@example.com",
    "plan set a@example.com pdf",
    "usage a@example.com",
    "billing sync a@example.com",
  ],
];

test("where there is no database, commands that read one say so and leave nothing", async () => {
  const { DATA_DIR } = process.env;
  const folder = join(temporaryFolder(), "data");
  process.env.DATA_DIR = folder;
  const missing = {
    code: 1 as const,
    message: expect.stringContaining(`There is no database at ${folder}/quintet.db.`),
  };
  for (const words of READERS) {
    const error: unknown = await runCommand(words.split(" ")[0] ?? "", words.split(" ").slice(1)).catch(
      (thrown: unknown) => thrown,
    );
    expect([words, usageErrorOf(error)]).toEqual([words, missing]);
  }
  const error: unknown = await runCommand("db", ["restore", "copy.db"]).catch((thrown: unknown) => thrown);
  expect(usageErrorOf(error)).toEqual({ code: 1, message: "File not found: copy.db" });
  expect(existsSync(folder)).toBe(false);
  if (DATA_DIR === undefined) delete process.env.DATA_DIR;
  else process.env.DATA_DIR = DATA_DIR;
});

test("one secret of Stripe without the other stops the start", async () => {
  for (const [name, value, missing] of [
    ["STRIPE_SECRET_KEY", "sk_test_1", "STRIPE_WEBHOOK_SECRET"],
    ["STRIPE_WEBHOOK_SECRET", "whsec_1", "STRIPE_SECRET_KEY"],
  ] as const) {
    const { code, err } = await runQuintet({ [name]: value }, "serve");
    expect([code, err]).toEqual([
      2,
      `quintet: ${missing} is not accepted: it must be set together with the other Stripe secret.\n`,
    ]);
  }
});

describe.each(oneEngine)("billing from the command line on $name", (engine) => {
  test("check holds prices against the catalogue; sync asks what an account has", async () => {
    await using stripe = await startFakeStripe();
    const environment = {
      DATABASE_URL: engine.address(),
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      UPSTREAM_URLS: `stripe=${stripe.url}`,
    };
    const good = await runQuintet(environment, "billing", "check");
    expect([good.code, good.err]).toEqual([0, ""]);
    const rows = JSON.parse(good.out) as { plan: string; ok: boolean }[];
    expect(rows.map(({ plan }) => plan).slice(0, 6)).toEqual([
      "seo",
      "pdf",
      "images",
      "profiles",
      "products",
      "bundle",
    ]);
    expect(rows.every(({ ok }) => ok)).toBe(true);
    Object.assign(stripe.prices[0] ?? {}, { unit_amount: 999 });
    Object.assign(stripe.prices[1] ?? {}, { lookup_key: "PDF" });
    const bad = await runQuintet(environment, "billing", "check");
    expect([bad.code, bad.err]).toEqual([1, ""]);
    expect((JSON.parse(bad.out) as unknown[]).slice(0, 3)).toMatchObject([
      {
        plan: "seo",
        ok: false,
        wrong: "The price is 999 in the currency's smallest unit, the catalogue's 500.",
      },
      { plan: "pdf", price: null, ok: false },
      { plan: "images", ok: true },
    ]);

    await runQuintet(environment, "keys", "create", "a@example.com");
    expect((await runQuintet(environment, "billing", "sync", "a@example.com")).out).toBe("[]\n");
    const nobody = await runQuintet(environment, "billing", "sync", "b@example.com");
    expect([nobody.code, nobody.err]).toEqual([1, "quintet: No account has this email address.\n"]);
    const foreign = await runQuintet({ ...environment, STRIPE_SECRET_KEY: "sk_wrong" }, "billing", "check");
    expect([foreign.code, foreign.out]).toEqual([1, ""]);
    expect(foreign.err).toContain("quintet: The payment service rejected the request");
  });
});

test("in a terminal, a command says that it makes a database, once", async () => {
  const DATA_DIR = temporaryFolder();
  const run = async () => {
    const shown: Uint8Array[] = [];
    const child = Bun.spawn([process.execPath, "--no-env-file", entry, "keys", "create", "a@example.com"], {
      env: { PATH: process.env.PATH ?? "", DATA_DIR, NO_COLOR: "1" },
      terminal: { cols: 200, rows: 24, data: (_terminal, bytes) => void shown.push(bytes.slice()) },
    });
    expect(await child.exited).toBe(0);
    return Buffer.concat(shown).toString();
  };
  expect(await run()).toStartWith(`New database: ${DATA_DIR}/quintet.db.`);
  expect(await run()).not.toContain("New database");
});

// `config.test.ts` has every variable; these are of each kind: read at once, a secret, a file.
test("bad settings stop the start with one line that names the variable and repeats nothing", async () => {
  for (const [name, value] of [
    ["DATABASE_URL", "mysql://root:secret-word@db/x"],
    ["CATALOGUE_FILE", "/secret-word.json"],
    ["ADMIN_TOKEN", "secret-word"],
  ] as const) {
    const { code, out, err } = await runQuintet({ [name]: value }, "serve");
    expect([name, code, out]).toEqual([name, 2, ""]);
    expect(err).toStartWith(`quintet: ${name} is not accepted: `);
    expect(err).not.toContain("ecret-word");
    expect(err.trim().split("\n")).toHaveLength(1);
  }
});
