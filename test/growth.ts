import type { Database } from "../src/store/database.ts";
import { catalogue } from "./suite-catalogue.ts";

/** What an installation holds after years, at scale 1. */
export const GROWN = {
  accounts: 1_000_000,
  usage: 6_000_000,
  days: 10_000_000,
  emails: 400_000,
  jobs: 1_000_000,
  siteAudits: 20_000,
  webhookEvents: 1_000_000,
  audit: 500_000,
  probeDays: 365,
} as const;

const APIS = ["uuid", "seo", "pdf", "images", "profiles", "products"] as const;
const METERS = ["seo", "pdf", "images"] as const;
/** Plans that are sold: a server does not start while accounts hold others. */
const PLANS = catalogue.plans.map(({ id }) => id);
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

/** The statements that fill each table, in an order that its references allow. With `rows`, each table has so many. */
function statements(
  engine: Database["engine"],
  scale: number,
  seed: number,
  now: number,
  rows?: number,
): [string, string][] {
  const { numbers, hex, time, scatter } = dialect(engine);
  const of = (count: number) => rows ?? Math.max(10, Math.round(count * scale));
  const accounts = of(GROWN.accounts);
  /** One in so many accounts; with `rows`, each of them. */
  const one = (step: number) => (rows === undefined ? step : 1);
  const nth = (step: number) => `i * ${one(step)}`;
  const id = (number: string) => accountId(hex, number);
  const month = (back: number) => {
    const date = new Date(now);
    return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
  };
  const choice = (number: string, words: readonly string[]) =>
    `case ${number} ${words.map((word, i) => `when ${i} then '${word}'`).join(" ")} end`;
  const plan = choice(`i % ${PLANS.length}`, PLANS);
  const ago = (ms: string) => time(`${now} - (${ms})`);
  const minutes =
    rows === undefined
      ? Math.max(2 * 1440, Math.round(GROWN.probeDays * 1440 * scale))
      : Math.ceil(rows / APIS.length);
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
      `select ${id(nth(10))}, ${plan}, substr(${ago(`${scatter("i", 400, seed)} * ${DAY_MS}`)}, 1, 10) from ${numbers(Math.floor(accounts / one(10)))}`,
    ],
    [
      "billing_customer (account, customer, asked, applied)",
      `select ${id(nth(20))}, 'cus_' || i, 1, 1 from ${numbers(Math.floor(accounts / one(20)))}`,
    ],
    [
      "subscription (id, plan, account, item, status, started_on, period_end, ends_at, held_until)",
      `select 'sub_' || i, ${plan}, ${id(nth(20))}, 'si_' || i, 'active', substr(${ago(`${scatter("i", 25, seed)} * ${DAY_MS}`)}, 1, 10),
        ${time(`${now} + (${scatter("i", 30, seed)} + 1) * ${DAY_MS}`)}, null, null from ${numbers(Math.floor(accounts / one(20)))}`,
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
        `select '${api}', ${hour(`${now} - i * 3600000`)}, 1000, 1, 20000 from ${numbers(Math.floor(minutes / one(60)))}`,
      ],
      [
        "probe_hour (api, hour, first_minute, last_minute, up)",
        rows === undefined
          ? `select api, substr(minute, 1, 13), min(minute), max(minute), cast(sum(answered) as integer) from probe where api = '${api}' group by api, substr(minute, 1, 13)`
          : `select '${api}', ${hour(`${now} - i * 3600000`)}, '2026', '2026', 60 from ${numbers(minutes)}`,
      ],
    ]),
    [
      "notice (account, plan, meter, period, percent, created_at)",
      `select ${id("i")}, 'hobbyist', 'pdf', '${month(0)}', 80, ${ago("0")} from ${numbers(Math.floor(accounts / one(5)))}`,
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
      `select ${hex("i", 64)}, ${id(`((i * 3 - 1) % ${accounts} + 1)`)}, ${time(`${now} + (${scatter("i", 30, seed)} + 1) * ${DAY_MS}`)}, null, null, null from ${numbers(Math.floor(accounts / one(3)))}`,
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
      `select ${id("i")}, ${hex("i", 64)}, 'r', 'owner' || i, '{}', ${time(`${now} + ${scatter("i", 1440, seed)} * 60000`)}, 2 from ${numbers(of(50_000))}`,
    ],
    ...work(engine, of, { now, seed, accounts, isEven: rows !== undefined }),
  ];
}

/** Jobs and webhook events of one account: the accounts that have any have so many, or a thousandth of all. */
const BUSY = 1_000;

/** The statements that fill the tables of work that outlives a request, and of what is recorded beside requests. */
function work(
  engine: Database["engine"],
  of: (count: number) => number,
  {
    now,
    seed,
    accounts,
    isEven,
  }: { readonly now: number; readonly seed: number; readonly accounts: number; readonly isEven: boolean },
): [string, string][] {
  const { numbers, hex, time, scatter } = dialect(engine);
  const ago = (ms: string) => time(`${now} - (${ms})`);
  const busy = Math.min(BUSY, Math.ceil(of(GROWN.jobs) / 1_000));
  const owner = accountId(hex, `((i - 1) / ${busy} + 1)`);
  const uuid = (kind: string, number: string) => `'01900000-0000-7000-${kind}-' || ${hex(number, 12)}`;
  const ofBatch = (number: string) => uuid("b000", number);
  const at = ago(`7000000 + ${scatter("i", 6 * 1440, seed)} * 60000`);
  const later = time(`${now} + ${scatter("i", 7 * 1440, seed)} * 60000`);
  // One in 100 waits or runs. What waits is due later, so that nothing is sent or run where an app is opened.
  const open = "case when i % 100 = 0 then 'queued' when i % 100 = 1 then 'running' else 'succeeded' end";
  const leased = (value: string) => `case when i % 100 = 1 then ${value} end`;
  const ended = "case when i % 100 > 1 then at end";
  const timed = (count: number) =>
    `(select i, ${at} as at, ${later} as later from ${numbers(count)}) as timed`;
  const rows = (count: number, few: number) => of(isEven ? count : few);
  const events = of(GROWN.webhookEvents);
  return [
    [
      "batch (id, account, api, operation, size, created_at, expires_at, repeats, ended_at)",
      `select ${ofBatch("i")}, ${accountId(hex, `((i - 1) / ${Math.ceil(busy / 100)} + 1)`)}, 'seo', 'audit', 100, at, later, 'batch' || i,
        case when i % 100 > 0 then at end from ${timed(rows(GROWN.jobs, GROWN.jobs / 100))}`,
    ],
    [
      `job (id, account, key_id, api, operation, batch, place, state, request, bytes, created_at, due_at, started_at,
        finished_at, expires_at, attempts, owner, lease_until, repeats)`,
      `select ${uuid("b100", "i")}, ${owner}, 'key', 'seo', 'audit', case when i % 10 > 0 then ${ofBatch("((i - 1) / 100 + 1)")} end,
        case when i % 10 > 0 then i % 100 end, ${open}, '{}', 1000, at, later, at, ${ended}, later, 1, ${leased("'worker' || (i % 4)")},
        ${leased("later")}, case when i % 10 = 0 then 'job' || i end from ${timed(of(GROWN.jobs))}`,
    ],
    [
      "job_body (account, job, name, part, data, expires_at)",
      `select ${owner}, ${uuid("b100", "i")}, 'input', 0, 'data', later from ${timed(of(GROWN.jobs))}`,
    ],
    [
      "shared_report (id, account, subject, hash, url, bytes, created_at, expires_at)",
      `select ${uuid("b700", "i")}, ${owner}, 'call ' || i, 'hash ' || i, 'https://example.com/', 1000, at, later from ${timed(of(GROWN.jobs))}`,
    ],
    // Beside those that the triggers of jobs make.
    ["job_bytes (account, bytes)", `select 'stored' || i, 1000 from ${numbers(of(GROWN.jobs))}`],
    [
      "job_waiting (account, api, live_units, test_units)",
      `select 'stored' || i, 'seo', 1, 0 from ${numbers(of(GROWN.jobs))}`,
    ],
    [
      "queue_turn (queue, account, turn, waits_until)",
      `select 'seo', ${accountId(hex, "i")}, i, ${isEven ? "case when i % 2 = 0 then later end" : "later"} from ${timed(rows(GROWN.jobs, 1_000))}`,
    ],
    [
      "data_key (account, wrapped_by, wrapped)",
      // A server does not start if it lacks the key that wrapped them: its own, if it has made one.
      `select ${accountId(hex, "i")}, coalesce((select min(wrapped_by) from data_key), 'key' || (i % 20)), 'key' from ${numbers(Math.min(accounts, rows(GROWN.jobs, 1_000)))}`,
    ],
    [
      `site_audit (id, account, key_id, schedule, url, options, state, created_at, due_at, started_at, finished_at,
        expires_at, owner, lease_until, steps, bytes, repeats)`,
      `select ${uuid("b200", "i")}, ${accountId(hex, `((i - 1) / ${Math.min(20, busy)} + 1)`)}, 'key', ${uuid("b300", "((i - 1) / 10 + 1)")}, 'https://example.com/', '{}', ${open},
        at, later, at, ${ended}, later, ${leased("'worker' || (i % 4)")}, ${leased("later")}, 50, 100000, 'audit' || i
        from ${timed(rows(GROWN.jobs, GROWN.siteAudits))}`,
    ],
    [
      "site_audit_step (audit, number, url, status, units, data, expires_at)",
      `select ${uuid("b200", "((i - 1) / 50 + 1)")}, (i - 1) % 50 + 1, 'https://example.com/', 200, 1, '{}', later from ${timed(rows(GROWN.jobs, 50 * GROWN.siteAudits))}`,
    ],
    [
      "site_audit_schedule (id, account, url, options, every, created_at, due_at)",
      `select ${uuid("b300", "i")}, ${accountId(hex, "((i - 1) / 2 + 1)")}, 'https://example.com/', '{}', 'daily', at, later from ${timed(rows(GROWN.jobs, GROWN.siteAudits / 10))}`,
    ],
    [
      "webhook_endpoint (id, account, url, secret, created_at)",
      `select ${uuid("b400", "i")}, ${accountId(hex, "i")}, 'https://receiver.invalid/', 'sealed', at from ${timed(rows(accounts, events / busy))}`,
    ],
    [
      "webhook_event (id, account, type, payload, created_at, expires_at)",
      `select ${uuid("b500", "i")}, ${owner}, 'job.succeeded', '{}', at, later from ${timed(events)}`,
    ],
    [
      "webhook_delivery (endpoint, event, account, state, created_at, due_at, attempts, expires_at)",
      `select ${uuid("b400", `((i - 1) / ${busy} + 1)`)}, ${uuid("b500", "i")}, ${owner},
        case when i % 100 = 0 then 'pending' when i % 50 = 1 then 'failed' else 'delivered' end, at, later, 1, later from ${timed(events)}`,
    ],
    [
      "webhook_attempt (id, endpoint, event, account, created_at, status, duration_ms, expires_at)",
      `select ${uuid("b600", "i")}, ${uuid("b400", `((i - 1) / ${busy} + 1)`)}, ${uuid("b500", "i")}, ${owner}, at, 204, 20, later from ${timed(events)}`,
    ],
    [
      "webhook_pace (target, next_ms, failures, expires_at)",
      `select 'host ' || i || '.example', 0, 0, later from ${timed(rows(accounts, 1_000))}`,
    ],
    [
      "audit (id, created_at, actor, account, action, network, detail)",
      `select ${uuid("b700", "i")}, at, 'owner', ${accountId(hex, "((i - 1) / 10 + 1)")}, 'key.created', '192.0.2.0/24', '{}' from ${timed(of(GROWN.audit))}`,
    ],
    [
      "credit_grant (id, account, plan, amount, created_at, expires_at)",
      `select ${uuid("b800", "i")}, ${accountId(hex, "i")}, 'credits', 100, at, later from ${timed(Math.min(accounts, of(50_000)))}`,
    ],
    [
      "charge_writer (id, applied, outcome, updated_at)",
      `select 'writer' || i, 1, '[]', at from ${timed(rows(accounts, 200))}`,
    ],
    [
      "account_deletion (account, email, requested_at)",
      `select 'deleted' || i, '', ${ago("0")} from ${numbers(rows(accounts, 1))}`,
    ],
  ];
}

/**
 * Fills a database as years of use would: `scale` 1 is `GROWN`. The same seed and time make the same rows. Tables that
 * hold something already keep it. With `rows`, every table that grows gets so many, whatever the scale. Calls `onTable`
 * before each table.
 */
export async function grow(
  database: Database,
  scale: number,
  {
    seed = 1,
    now = Date.now(),
    rows,
    onTable = () => {},
  }: { seed?: number; now?: number; rows?: number; onTable?(table: string): void } = {},
): Promise<void> {
  for (const [target, select] of statements(database.engine, scale, seed, now, rows)) {
    onTable(target.replace(/ .*/, ""));
    // Minutes that were added up meanwhile are there already.
    const clash = rows === undefined && /^probe_hour/.test(target) ? " on conflict do nothing" : "";
    await database.transaction(
      (_query, script) => script(`insert into ${target} ${select}${clash}`),
      DEADLINE_MS,
    );
  }
  // What autovacuum does within a minute. SQLite keeps no figures unless it is asked, and is not asked in operation.
  if (database.engine === "postgresql")
    await database.transaction((_query, script) => script("analyze"), DEADLINE_MS);
}
