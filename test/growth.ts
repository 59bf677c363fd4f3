import type { Database } from "../src/store/database.ts";

/** What an installation holds after years, at scale 1. */
export const GROWN = {
  accounts: 1_000_000,
  usage: 6_000_000,
  days: 10_000_000,
  emails: 400_000,
  probeDays: 365,
} as const;

const APIS = ["uuid", "seo", "pdf", "images", "profiles", "products"] as const;
const METERS = ["seo", "pdf", "images"] as const;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DEADLINE_MS = 1_800_000;

/** SQL that the engines write differently, and no more of it than the generator needs. */
function dialect(engine: Database["engine"]) {
  const isSqlite = engine === "sqlite";
  const bound = (text: string) => `cast(${text} as bigint)`;
  return {
    /** The whole numbers from 1 to `count` as column `i`. */
    numbers: (count: number) =>
      isSqlite
        ? `(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) as n`
        : `(select cast(i as bigint) as i from generate_series(1, ${count}) as g (i)) as n`,
    /** A number as hexadecimal digits. */
    hex: (number: string, digits: number) =>
      isSqlite ? `printf('%0${digits}x', ${number})` : `lpad(to_hex(${number}), ${digits}, '0')`,
    /** The time that lies so many milliseconds after 1970, in the form in which times are stored. */
    time: (ms: string) =>
      isSqlite
        ? `strftime('%Y-%m-%dT%H:%M:%fZ', (${ms}) / 1000.0, 'unixepoch')`
        : `to_char(to_timestamp((${ms}) / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    /** A number from 0 to `below - 1` that `number` decides, and that looks as if nothing did. */
    scatter: (number: string, below: number, seed: number) =>
      `((${bound(number)} * 2654435761 + ${bound(String(seed))} * 40503) / 64 % ${below})`,
  };
}

/** The account with a number, as SQL. */
function accountId(hex: (number: string, digits: number) => string, number: string): string {
  return `'01900000-0000-7000-8000-' || ${hex(number, 12)}`;
}

/** The email address of a generated account; numbers begin with 1. */
export const generatedEmail = (number: number) => `user${number}@example.com`;

/** The statements that fill each table, in an order that its references allow. */
function statements(
  engine: Database["engine"],
  scale: number,
  seed: number,
  now: number,
): [string, string][] {
  const { numbers, hex, time, scatter } = dialect(engine);
  const of = (count: number) => Math.max(10, Math.round(count * scale));
  const accounts = of(GROWN.accounts);
  const id = (number: string) => accountId(hex, number);
  const month = (back: number) => {
    const date = new Date(now);
    return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
  };
  const choice = (number: string, words: readonly string[]) =>
    `case ${number} ${words.map((word, i) => `when ${i} then '${word}'`).join(" ")} end`;
  const ago = (ms: string) => time(`${now} - (${ms})`);
  const minutes = Math.max(2 * 1440, Math.round(GROWN.probeDays * 1440 * scale));
  const from = Math.floor(now / MINUTE_MS) - minutes;
  const perAccount = { usage: GROWN.usage / GROWN.accounts, days: GROWN.days / GROWN.accounts };
  const owner = (per: number) => `((i - 1) / ${per} + 1)`;
  const turn = (per: number) => `((i - 1) % ${per})`;
  // Each of an account's days lies in a tenth of the year of its own, so no two are the same.
  const daysBack = `${turn(perAccount.days)} * 36 + ${scatter(owner(perAccount.days), 36, seed)}`;
  const hour = (ms: string) => `substr(${time(ms)}, 1, 13)`;

  return [
    [
      "account (id, email, created_at)",
      `select ${id("i")}, 'user' || i || '@example.com', ${ago(`${scatter("i", 1_000_000, seed)} * 60000`)} from ${numbers(accounts)}`,
    ],
    [
      "account_plan (account, plan, started_on)",
      `select ${id("i * 10")}, 'pdf', substr(${ago(`${scatter("i", 400, seed)} * ${DAY_MS}`)}, 1, 10) from ${numbers(Math.floor(accounts / 10))}`,
    ],
    [
      "billing_customer (account, customer, asked, applied)",
      `select ${id("i * 20")}, 'cus_' || i, 1, 1 from ${numbers(Math.floor(accounts / 20))}`,
    ],
    [
      "subscription (id, plan, account, item, status, started_on, period_end, ends_at, held_until)",
      `select 'sub_' || i, 'seo', ${id("i * 20")}, 'si_' || i, 'active', substr(${ago(`${scatter("i", 25, seed)} * ${DAY_MS}`)}, 1, 10),
        ${time(`${now} + (${scatter("i", 30, seed)} + 1) * ${DAY_MS}`)}, null, null from ${numbers(Math.floor(accounts / 20))}`,
    ],
    [
      "billing_event (id, type, received_at)",
      `select 'evt_' || i, 'invoice.paid', ${ago(`${scatter("i", 31 * 24, seed)} * 3600000`)} from ${numbers(of(100_000))}`,
    ],
    [
      "api_key (id, account, hash, name, hint, apis, created_at, expires_at, revoked_at, last_used_on)",
      `select '01900000-0000-7000-9000-' || ${hex("i", 12)}, ${id(`((i - 1) % ${accounts} + 1)`)}, ${hex(scatter("i", 1_000_000_000, seed), 32)} || ${hex("i", 32)},
        'default', 'qt_live_…', null, ${ago(`${scatter("i", 400, seed)} * ${DAY_MS}`)}, null,
        case when i > ${accounts} then ${ago(`${scatter("i", 80, seed)} * ${DAY_MS}`)} end, null from ${numbers(Math.round(accounts * 1.2))}`,
    ],
    [
      "usage (account, plan, meter, period, used)",
      `select ${id(owner(perAccount.usage))}, 'hobbyist', ${choice(`${turn(perAccount.usage)} % 3`, METERS)},
        ${choice(`${turn(perAccount.usage)} / 3`, [month(1), month(0)])}, ${scatter("i", 100, seed)} from ${numbers(of(GROWN.usage))}`,
    ],
    [
      "usage_day (account, api, day, calls, units)",
      `select ${id(owner(perAccount.days))}, ${choice(`${turn(perAccount.days)} % 3`, METERS)},
        substr(${ago(`(${daysBack}) * ${DAY_MS}`)}, 1, 10), ${scatter("i", 50, seed)}, ${scatter("i", 50, seed)} from ${numbers(of(GROWN.days))}`,
    ],
    [
      "key_usage_day (account, key_id, api, day, calls, units)",
      `select ${id(owner(perAccount.days))}, 'key-' || ${owner(perAccount.days)}, ${choice(`${turn(perAccount.days)} % 3`, METERS)},
        substr(${ago(`(${daysBack}) * ${DAY_MS}`)}, 1, 10), ${scatter("i", 50, seed)}, ${scatter("i", 50, seed)} from ${numbers(of(GROWN.days))}`,
    ],
    [
      "request_log (account, id, created_at, key_id, api, operation, status, units, duration_ms, request_id)",
      `select ${id(owner(perAccount.usage))}, ${hex("i", 12)}, ${ago(`${scatter("i", 7 * 24 * 60, seed)} * ${MINUTE_MS}`)},
        'key-' || ${owner(perAccount.usage)}, 'seo', 'audit', 200, 1, 50, 'r' || i from ${numbers(of(GROWN.usage))}`,
    ],
    ...APIS.flatMap((api): [string, string][] => [
      [
        "probe (api, minute, answered)",
        `select '${api}', substr(${time(`(${from} + i) * ${MINUTE_MS}`)}, 1, 16), case when ${scatter("i", 5_000, seed)} = 0 then 0 else 1 end from ${numbers(minutes)}`,
      ],
      [
        "served (api, hour, answered, failed, total_ms)",
        `select '${api}', ${hour(`${now} - i * 3600000`)}, 1000, 1, 20000 from ${numbers(Math.floor(minutes / 60))}`,
      ],
      [
        "probe_hour (api, hour, first_minute, last_minute, up)",
        `select api, substr(minute, 1, 13), min(minute), max(minute), cast(sum(answered) as integer) from probe where api = '${api}' group by api, substr(minute, 1, 13)`,
      ],
    ]),
    [
      "notice (account, plan, meter, period, percent, created_at)",
      `select ${id("i")}, 'hobbyist', 'pdf', '${month(0)}', 80, ${ago("0")} from ${numbers(Math.floor(accounts / 5))}`,
    ],
    [
      "mail (id, kind, email, facts, created_at, due_at, claimed_until, attempts, sent_at, failed_at, failure)",
      `select '01900000-0000-7000-a000-' || ${hex("i", 12)}, 'link', 'user' || (${scatter("i", accounts, seed)} + 1) || '@example.com', '{}',
        at, at, at, 1, case when i % 100 > 0 then at end, case when i % 100 = 0 then at end, null
        from (select i, ${ago(`7200000 + ${scatter("i", 30 * 1440, seed)} * 60000`)} as at from ${numbers(of(GROWN.emails))}) as timed`,
    ],
    [
      "link (hash, email, expires_at, used_at)",
      `select ${hex("i", 64)}, 'user' || i || '@example.com', ${time(`${now} + ${scatter("i", 1440, seed)} * 60000`)}, null from ${numbers(of(100_000))}`,
    ],
    [
      "session (hash, account, expires_at, created_at, last_used_on, device)",
      `select ${hex("i", 64)}, ${id(`((i * 3 - 1) % ${accounts} + 1)`)}, ${time(`${now} + (${scatter("i", 30, seed)} + 1) * ${DAY_MS}`)}, null, null, null from ${numbers(Math.floor(accounts / 3))}`,
    ],
    [
      "state (name, value, expires_at)",
      `select 'products:' || i, '{}', ${time(`${now} + ${scatter("i", 1440, seed)} * 60000`)} from ${numbers(of(100_000))}`,
    ],
    [
      "claim (name, owner, expires_at)",
      `select 'email:day:' || i, 'o', ${time(`${now} + ${scatter("i", 1440, seed)} * 60000`)} from ${numbers(of(100_000))}`,
    ],
    [
      "email_count (name, used, expires_at)",
      `select 'all 10.0.0.' || i, 1, ${time(`${now} + 3600000`)} from ${numbers(of(20_000))}`,
    ],
    [
      "former_usage (mailbox, plan, meter, period, used, expires_at)",
      `select ${hex("i", 64)}, 'hobbyist', 'pdf', '${month(0)}', 5, ${time(`${now} + 864000000`)} from ${numbers(of(50_000))}`,
    ],
    [
      "replay (account, name, request, owner, answer, expires_at, bytes)",
      `select ${id("i")}, ${hex("i", 64)}, 'r', 'o', '{}', ${time(`${now} + ${scatter("i", 1440, seed)} * 60000`)}, 2 from ${numbers(of(50_000))}`,
    ],
  ];
}

/**
 * Fills a database as years of use would: `scale` 1 is `GROWN`. The same seed and time make the same rows. Tables that
 * hold something already keep it. Calls `onTable` before each table.
 */
export async function grow(
  database: Database,
  scale: number,
  {
    seed = 1,
    now = Date.now(),
    onTable = () => {},
  }: { seed?: number; now?: number; onTable?(table: string): void } = {},
): Promise<void> {
  for (const [target, rows] of statements(database.engine, scale, seed, now)) {
    onTable(target.replace(/ .*/, ""));
    // Minutes that were added up meanwhile are there already.
    const clash = /^probe_hour/.test(target) ? " on conflict do nothing" : "";
    await database.transaction(
      (_query, script) => script(`insert into ${target} ${rows}${clash}`),
      DEADLINE_MS,
    );
  }
  // What autovacuum does within a minute. SQLite keeps no figures unless it is asked, and is not asked in operation.
  if (database.engine === "postgresql")
    await database.transaction((_query, script) => script("analyze"), DEADLINE_MS);
}
