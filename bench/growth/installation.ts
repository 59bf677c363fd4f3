import { readFileSync } from "node:fs";
import { type Accounts, createAccounts } from "../../src/accounts/create-accounts.ts";
import { DataKeys } from "../../src/accounts/data-keys.ts";
import { createLog } from "../../src/ops/log.ts";
import type { Database } from "../../src/store/database.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { createState } from "../../src/store/state.ts";
import { grow } from "../../test/fixtures/growth.ts";
import { catalogue } from "../../test/fixtures/suite-catalogue.ts";
import { RETENTION } from "../../test/helpers/retention.ts";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";

export const ADMIN_TOKEN = "admin-token-of-the-bench";
const QUIET_MS = 24 * 3_600_000;
/** Rows of an account after years: days and keys whose deletion takes a while. */
const HEAVY = { days: 5_000, keys: 1_000, mails: 200 };

/** A person who is signed in, and whose keys and usage are looked at. */
export interface Person {
  readonly email: string;
  readonly key: string;
  readonly cookie: string;
}

/** One installation that is measured: a database, and people in it. */
export interface Installation {
  readonly address: string;
  readonly person: Person;
  /** People with years of usage, to be deleted. */
  readonly leaving: readonly Person[];
}

/** The accounts of a database without anything that runs beside requests. */
export function openQuietly(address: string): Accounts {
  return createAccounts({
    database: openDatabase(address),
    catalogue,
    baseUrl: "http://localhost",
    burst: { perSecond: 1e6, burst: 1e6 },
    freeCpuSeconds: 1e6,
    log: createLog("silent"),
    send: async () => {},
    mailPerHour: 500,
    retention: RETENTION,
  });
}

async function signUp(accounts: Accounts, email: string): Promise<Person> {
  const { account } = await accounts.accountStore.ensure(email);
  const { key } = await accounts.keys.create(account.id, "bench", null);
  return { email, key, cookie: `quintet_session=${await accounts.sessions.begin(account.id)}` };
}

async function makeHeavy(database: Database, account: string, email: string): Promise<void> {
  const count = (n: number) =>
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${n})`;
  await database.transaction(async (_query, script) => {
    await script(
      `insert into usage_day (account, api, day, calls, units)
       ${count(HEAVY.days)} select $1, 'api' || (i % 5), 'day' || i, 1, 1 from n`,
      [account],
    );
    await script(
      `insert into api_key (id, account, hash, name, hint, created_at, revoked_at)
       ${count(HEAVY.keys)} select $1 || ' ' || i, $1, $1 || ' ' || i, 'old', 'h', '2026', '2026' from n`,
      [account],
    );
    await script(
      `insert into mail (id, kind, email, facts, created_at, due_at, claimed_until, attempts, sent_at)
       ${count(HEAVY.mails)} select $1 || ' ' || i, 'quota', $2, '{}', '2026', '2026', '2026', 1, '2026' from n`,
      [account, email],
    );
  });
}

/**
 * Makes the tables of a database, fills them at `scale` (0: leaves them empty), and signs people up. Retention is
 * told that it ran, so that it does not run while requests are timed.
 */
export async function install(address: string, scale: number, leavers: number): Promise<Installation> {
  const accounts = openQuietly(address);
  const { database } = accounts;
  if (scale > 0) {
    // The generated keys of accounts are wrapped by the same one.
    await new DataKeys(database).of("first");
    await grow(database, scale);
  }
  const state = createState(database);
  for (const name of ["retention", "retention by key"]) await state.claim(name, QUIET_MS);
  const person = await signUp(accounts, "bench@example.com");
  const leaving: Person[] = [];
  for (let i = 0; i < leavers; i++) {
    const one = await signUp(accounts, `leaving${i}@example.com`);
    await makeHeavy(database, (await accounts.accountStore.byEmail(one.email))?.id ?? "", one.email);
    leaving.push(one);
  }
  await accounts.close();
  return { address, person, leaving };
}

/** Takes away the marks of servers that were killed. */
export async function forgetServers(address: string): Promise<void> {
  const database = openDatabase(address);
  await database.query`delete from claim where name like 'server %'`;
  await database.close();
}

/** The environment of a server on an installation. */
export function environmentOf({ address }: Installation): Record<string, string> {
  return {
    DATABASE_URL: address,
    DATA_DIR: temporaryFolder(),
    ADMIN_TOKEN,
    METRICS_TOKEN: ADMIN_TOKEN,
    LOG_LEVEL: "silent",
    // Nobody listens there: messages wait in the queue.
    MAIL_URL: "smtp://127.0.0.1:9",
    DRAIN_MS: "0",
    BURST_PER_SECOND: "1000000",
  };
}

/** CPU time of PostgreSQL's processes that serve connections, in milliseconds; 0 for a SQLite file. */
export function databaseCpuMs(address: string): number {
  if (address.startsWith("sqlite:")) return 0;
  const name = new URL(address).pathname.slice(1);
  const { stdout } = Bun.spawnSync(["pgrep", "-f", `^postgres: .* ${name} 127.0.0.1`]);
  return stdout
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .reduce((sum, pid) => {
      const stat = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0];
      return sum + Number(stat) / 1e6;
    }, 0);
}
