import { AccountRows } from "../accounts/account-rows.ts";
import { lockAccount } from "../accounts/lock-account.ts";
import type { SiteAnalysis, SiteComparison } from "../apis/seo/site/report-schema.ts";
import type { BodyOwner, JobBodies } from "../jobs/job-bodies.ts";
import { Problem } from "../kit/problem.ts";
import type { SiteOverview } from "../kit/site-overview.ts";
import type { State } from "../kit/state.ts";
import { AccountQueue, isFinal, type WorkState } from "../queue/account-queue.ts";
import type { Database, Query, Row, Script } from "../store/database.ts";
import { gunzipped } from "../store/gzip.ts";
import { timeText } from "../store/time-text.ts";
import {
  type NewSiteAudit,
  SITE_AUDIT_COLUMNS,
  SITE_AUDIT_KEEP_MS,
  SITE_AUDIT_QUEUE,
  SITE_AUDIT_WORK,
  type SiteAuditRow,
  unknownSiteAudit,
} from "./site-audit.ts";
import { insertSchedule } from "./site-audit-schedules.ts";

/** A request of a site audit for one of the site's pages, as its progress shows it. */
export interface PageRequest extends Row {
  /** The number of its step: they grow in the order of the requests. */
  readonly number: number;
  readonly url: string;
  readonly status: number | null;
}

/** Called once in the transaction that ends an audit; `change` is the difference to the last one of its schedule. */
export type AuditEnded = (
  query: Query,
  audit: SiteAuditRow,
  change: SiteComparison | undefined,
) => Promise<void>;

/** Bytes that an account may have stored, and audits that may wait. */
export interface SiteAuditLimits {
  readonly accountBytes: number;
  readonly waiting: number;
}
export const SITE_AUDIT_LIMITS: SiteAuditLimits = { accountBytes: 300_000_000, waiting: 20 };

const ROW_BYTES = 1_000;

const STEPS = 50;
const DELETED_STEPS = 250;

/** How long requests wait for a report that another one makes, and how often they look, in milliseconds. */
const ANALYSIS_WAIT_MS = 60_000;
const ANALYSIS_POLL_MS = 100;
/** A process that died while it made a report holds the right to no longer than this, in milliseconds. */
const ANALYSIS_CLAIM_MS = 360_000;

const REPORT = "report";
const FINDINGS = "findings";
const OVERVIEW = "overview";
/** The most bytes of an overview: one of 10,000 pages has 10 million. */
const OVERVIEW_MAX = 64 * 1024 * 1024;

/** JSON up to this many characters is stored as it is. */
const PLAIN_MAX = 300;

/** A JSON object as a row has it: compressed where it is long, because pages repeat the same words. */
export function packed(json: string): string {
  if (json.length <= PLAIN_MAX) return json;
  return Buffer.from(Bun.gzipSync(json)).toString("base64");
}

function unpacked(text: string): string {
  if (text.startsWith("{")) return text;
  return new TextDecoder().decode(Bun.gunzipSync(Buffer.from(text, "base64")));
}

/** The site audits of accounts. Everything that takes an account sees the audits of that account only. */
export class SiteAuditStore {
  readonly #options: SiteAuditStoreOptions;
  readonly #query: Query;
  readonly #queue: AccountQueue;
  readonly rows: AccountRows<SiteAuditRow>;

  constructor(options: SiteAuditStoreOptions) {
    this.#options = options;
    const shape = { table: "site_audit", columns: SITE_AUDIT_COLUMNS, unknown: unknownSiteAudit };
    this.rows = new AccountRows(options.database, shape, options.now);
    this.#queue = new AccountQueue(options.database, SITE_AUDIT_WORK, options.now);
    this.#query = options.database.query;
  }

  async create(audit: NewSiteAudit): Promise<SiteAuditRow> {
    const { account } = audit;
    // Read before others see it: a response to a creation says what was created.
    const row = await this.#options.database.transaction(async (query, script) =>
      this.rows.find(account, await this.#add(query, script, audit), script),
    );
    this.#options.added();
    return row;
  }

  async #add(query: Query, script: Script, audit: NewSiteAudit): Promise<string> {
    const { account, keyId, url, options, idempotencyHash, every } = audit;
    const id = Bun.randomUUIDv7();
    const now = this.#options.now();
    await lockAccount(query, account);
    const before = await this.rows.repeated(account, idempotencyHash, script);
    if (before !== undefined) return before;
    await this.#checkLimits(query, account);
    const schedule = every === undefined ? audit.schedule : Bun.randomUUIDv7();
    await this.rows.forget(idempotencyHash, script);
    const [own] = await query`
      insert into site_audit (id, account, key_id, schedule, url, options, state, created_at, due_at, expires_at, bytes,
        repeats)
      values (${id}, ${account}, ${keyId}, ${schedule ?? null}, ${url}, ${options}, 'queued', ${timeText(now)},
        ${timeText(now)}, ${timeText(now + SITE_AUDIT_KEEP_MS)}, ${ROW_BYTES}, ${idempotencyHash ?? null})
      on conflict do nothing returning id`;
    // Without metering, accounts are not locked: another process may have been first.
    if (own === undefined && idempotencyHash !== undefined)
      return (await this.rows.repeated(account, idempotencyHash, script)) ?? id;
    if (schedule !== undefined && every !== undefined)
      await insertSchedule(
        query,
        { id: schedule, account, url, options, every, idempotencyHash: undefined },
        now,
      );
    await this.#queue.addTurn(query, { queue: SITE_AUDIT_QUEUE, account });
    return id;
  }

  async earlier(account: string, id: string, url: string, limit: number) {
    return (await this.rows.list(account, id, limit, { url }, "has_report = 1 and pages > 0")).rows;
  }

  /** Cancels an audit that has not ended; deletes one that has. Resolves with its last state. Throws `unknown-site-audit`. */
  async remove(account: string, id: string): Promise<SiteAuditRow> {
    const before = await this.rows.find(account, id);
    if (!isFinal(before.state)) {
      await this.#cancel(account, id);
      return this.rows.find(account, id);
    }
    const query = this.#query;
    await query`delete from site_audit where id = ${id} and account = ${account}`;
    await this.#options.bodies.remove([id]);
    // In parts: on SQLite, other statements wait for each.
    for (let number = 0; number < before.steps; number += DELETED_STEPS) {
      await query`delete from site_audit_step where audit = ${id} and number <= ${number + DELETED_STEPS}`;
    }
    return before;
  }

  requestsAfter(id: string, after: number, limit: number): Promise<PageRequest[]> {
    return this.#query<PageRequest>`
      select number, url, status from site_audit_step where audit = ${id} and number > ${after} and url is not null
      order by number limit ${limit}`;
  }

  async *steps(id: string): AsyncGenerator<string, void> {
    for (let last = 0; ; ) {
      const rows = await this.#query<{ number: number; data: string }>`
        select number, data from site_audit_step where audit = ${id} and number > ${last}
        order by number limit ${STEPS}`;
      for (const { data } of rows) yield unpacked(data);
      const end = rows.at(-1);
      if (end === undefined) return;
      last = end.number;
    }
  }

  /** Stores what one of several `analyze` makes. Throws `busy` if that takes long, and `unknown-site-audit`. */
  async writeAnalysis(
    audit: BodyOwner & Pick<SiteAuditRow, "expires_at">,
    analyze: () => Promise<SiteAnalysis>,
  ): Promise<void> {
    const { account, id } = audit;
    const until = performance.now() + ANALYSIS_WAIT_MS;
    for (;;) {
      await using claim = await this.#options.state.claim(`site audit report ${id}`, ANALYSIS_CLAIM_MS);
      if (claim !== undefined) {
        if ((await this.rows.find(account, id)).has_report === 0) await this.#write(audit, await analyze());
        return;
      }
      if (performance.now() > until) {
        const detail = "The report of this site audit is being made. Read it again in a few seconds.";
        throw new Problem("busy", detail, { headers: { "Retry-After": "5" } });
      }
      await Bun.sleep(ANALYSIS_POLL_MS);
    }
  }

  async #write(
    audit: BodyOwner & Pick<SiteAuditRow, "expires_at">,
    { report, findings, overview, score }: SiteAnalysis,
  ): Promise<void> {
    const { bodies } = this.#options;
    const { id, expires_at } = audit;
    await bodies.write(audit, REPORT, report, expires_at);
    await bodies.write(audit, FINDINGS, findings, expires_at);
    await bodies.write(audit, OVERVIEW, overview, expires_at);
    const size = report.byteLength + findings.byteLength + overview.byteLength;
    const [own] = await this.#query`
      update site_audit set has_report = 1, bytes = bytes + ${size}, score = ${score} where id = ${id} returning id`;
    if (own !== undefined) return;
    // Who deleted it meanwhile has deleted only what there was by then.
    await bodies.remove([id]);
    throw unknownSiteAudit();
  }

  async readReport(audit: BodyOwner): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const bytes = await this.#bodyOf(audit, REPORT);
    return bytes && new Uint8Array(await gunzipped(bytes));
  }

  readFindings(audit: BodyOwner): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#bodyOf(audit, FINDINGS);
  }

  /** The overview; undefined if it is not stored, or too large for the event loop, as some of earlier releases are. */
  async readOverview(audit: BodyOwner): Promise<SiteOverview | undefined> {
    const bytes = await this.#bodyOf(audit, OVERVIEW);
    const json = bytes && (await gunzipped(bytes, OVERVIEW_MAX).catch(() => undefined));
    // This server has written it.
    return json && (JSON.parse(json.toString("utf8")) as SiteOverview);
  }

  async #bodyOf(audit: BodyOwner, name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const pieces = await this.#options.bodies.read(audit, name);
    return pieces && new Uint8Array(Buffer.concat(await Array.fromAsync(pieces)));
  }

  async lastOfSchedule(schedule: string, before: string): Promise<string | undefined> {
    const [row] = await this.#query<{ id: string }>`
      select id from site_audit where schedule = ${schedule} and id < ${before} and has_report = 1
      order by id desc limit 1`;
    return row?.id;
  }

  async #cancel(account: string, id: string): Promise<void> {
    const { database, now, ended } = this.#options;
    const set = { state: "canceled", stop_reason: "canceled", finished_at: timeText(now()) };
    const isOpen = "id = $1 and state in ('queued', 'running')";
    await database.transaction(async (query, script) => {
      const [row] = await this.#queue.table.releaseAll(script, isOpen, [id], set, SITE_AUDIT_COLUMNS);
      if (row === undefined) return;
      // The columns are those of a `SiteAuditRow`.
      await ended?.(query, row as SiteAuditRow, undefined);
      await this.#queue.addTurn(query, { queue: SITE_AUDIT_QUEUE, account });
    });
  }

  async #checkLimits(query: Query, account: string): Promise<void> {
    const { accountBytes, waiting } = this.#options.limits ?? SITE_AUDIT_LIMITS;
    const rows = await query<{ state: WorkState; audits: number | string; bytes: number | string }>`
      select state, count(*) as audits, coalesce(sum(bytes), 0) as bytes from site_audit
      where account = ${account} and expires_at > ${timeText(this.#options.now())} group by state`;
    const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
    const headers = { "Retry-After": "60" };
    if (bytes > accountBytes) {
      const detail =
        "The stored site audits of this account have reached the limit. Delete some that have ended, or wait until they expire.";
      throw new Problem("job-storage-full", detail, { headers });
    }
    const open = rows.filter((row) => !isFinal(row.state)).reduce((sum, row) => sum + Number(row.audits), 0);
    if (open < waiting) return;
    const detail = `This account has ${open} site audits that have not ended. Wait for one to end, or cancel one.`;
    throw new Problem("too-many-site-audits", detail, { headers });
  }
}

interface SiteAuditStoreOptions {
  readonly database: Database;
  readonly state: Pick<State, "claim">;
  readonly bodies: JobBodies;
  readonly limits?: SiteAuditLimits | undefined;
  now(): number;
  added(): void;
  readonly ended?: AuditEnded | undefined;
}
