import { createHash } from "node:crypto";
import { AccountRows } from "../accounts/account-rows.ts";
import type { DataKeys } from "../accounts/data-keys.ts";
import { lockAccount } from "../accounts/lock-account.ts";
import { Problem } from "../kit/problem.ts";
import { REPORT_MS, type SharedReport } from "../kit/shared-report.ts";
import type { State } from "../kit/state.ts";
import type { Database, Query, Row } from "../store/database.ts";
import { gunzipped, gzipped } from "../store/gzip.ts";
import { timeText } from "../store/time-text.ts";
import { unknownReport } from "./job.ts";
import { type JobBodies, joined } from "./job-bodies.ts";

const REPORT_BYTES_MAX = 500_000;

/** The shared reports that one account can have, and their bytes together. */
const REPORTS_MAX = 1_000;
const BYTES_MAX = 100_000_000;

const BODY = "report";

/** The subject of a report. It has one link, however often it is shared. */
export interface ReportSubject {
  readonly account: string;
  readonly subject: string;
  readonly url: string;
}

/** A report that is shared, as its row has it. */
export interface SharedReportRow extends Row {
  readonly id: string;
  readonly url: string;
  readonly created_at: string;
  readonly expires_at: string;
}

interface SharedReportsOptions {
  readonly database: Database;
  readonly bodies: JobBodies;
  readonly keys: DataKeys;
  /** Where the release before keeps its reports, for as long as their links work. */
  readonly state: State;
  readonly now: () => number;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

function tooMany(): Problem {
  return new Problem(
    "too-many-shared-reports",
    `The account has ${REPORTS_MAX} shared reports, or they take ${BYTES_MAX / 1_000_000} MB. Revoke some, or wait until they expire: GET /seo/reports lists them.`,
    { headers: { "Retry-After": "3600" } },
  );
}

/** The reports that accounts share by links. Everything that takes an account sees the reports of that account only. */
export class SharedReports {
  readonly #options: SharedReportsOptions;
  readonly #query: Query;
  /** Those whose links work. */
  readonly rows: AccountRows<SharedReportRow>;

  constructor(options: SharedReportsOptions) {
    this.#options = options;
    const shape = {
      table: "shared_report",
      columns: "id, url, created_at, expires_at",
      unknown: unknownReport,
    };
    this.rows = new AccountRows(options.database, shape, options.now);
    this.#query = options.database.query;
  }

  async find(account: string, subject: string): Promise<SharedReport | undefined> {
    const [row] = await this.#query<SharedReportRow>`
      select id, url, created_at, expires_at from shared_report
      where account = ${account} and subject = ${subject} and expires_at > ${timeText(this.#options.now())}`;
    if (row === undefined) return undefined;
    return { path: `/reports/${await this.#tokenOf(account, row.id)}`, expiresAt: row.expires_at };
  }

  /** Stores a report for 7 days, or finds its link; undefined for one that cannot be stored. Throws `too-many-shared-reports`. */
  async share(of: ReportSubject, html: string): Promise<SharedReport | undefined> {
    const { database, bodies, now } = this.#options;
    const { account, subject } = of;
    const known = await this.find(account, subject);
    if (known !== undefined) return known;
    const packed = new Uint8Array(await gzipped(html));
    if (packed.byteLength > REPORT_BYTES_MAX) return undefined;
    if (await this.#isFull(database.query, account, packed.byteLength)) {
      if (account === "") return undefined;
      throw tooMany();
    }
    const row = {
      id: Bun.randomUUIDv7(),
      bytes: packed.byteLength,
      created_at: timeText(now()),
      expires_at: timeText(now() + REPORT_MS),
    };
    const token = await this.#tokenOf(account, row.id);
    await bodies.write({ id: row.id, account }, BODY, packed, row.expires_at);
    let isOwn = false;
    try {
      isOwn = await this.#insert(of, row, hashOf(token));
    } finally {
      if (!isOwn) await bodies.remove([row.id]);
    }
    if (!isOwn) return this.find(account, subject);
    return { path: `/reports/${token}`, expiresAt: row.expires_at };
  }

  async remove(account: string, id: string): Promise<SharedReportRow> {
    const rows = /^[\w-]{1,64}$/.test(id)
      ? await this.#query<SharedReportRow>`
          delete from shared_report where account = ${account} and id = ${id}
          returning id, url, created_at, expires_at`
      : [];
    const row = await this.#removeBody(rows);
    if (row === undefined) throw unknownReport();
    return row;
  }

  async revoke(account: string, subject: string): Promise<SharedReportRow | undefined> {
    return this.#removeBody(
      await this.#query<SharedReportRow>`
        delete from shared_report where account = ${account} and subject = ${subject}
        returning id, url, created_at, expires_at`,
    );
  }

  async #removeBody([row]: readonly SharedReportRow[]): Promise<SharedReportRow | undefined> {
    if (row !== undefined) await this.#options.bodies.remove([row.id]);
    return row;
  }

  /** The row of a link; undefined where it is unknown, was revoked or has expired. */
  async rowOf(token: string) {
    if (!/^[\w-]{32}$/.test(token)) return undefined;
    const [row] = await this.#query<{ id: string; account: string; subject: string }>`
      select id, account, subject from shared_report
      where hash = ${hashOf(token)} and expires_at > ${timeText(this.#options.now())}
        and not exists (select 1 from account where account.id = shared_report.account
          and (account.suspended_at is not null or account.email = 'deleted ' || account.id))`;
    return row;
  }

  /** The report of a token as HTML; undefined where it is unknown, was revoked or has expired. */
  async read(token: string): Promise<string | undefined> {
    const { bodies, state } = this.#options;
    if (!/^[\w-]{32}$/.test(token)) return undefined;
    const row = await this.rowOf(token);
    if (row === undefined) return readFormer(state, token);
    const pieces = await bodies.read(row, BODY);
    return pieces && (await gunzipped(await joined(pieces))).toString("utf8");
  }

  /** 192 bits that the database does not have: only their hash, and the ID that they are made of with a key. */
  async #tokenOf(account: string, id: string): Promise<string> {
    return (await this.#options.keys.of(account)).sign(`shared report ${id}`).slice(0, 32);
  }

  /** False where the subject has a link already. */
  #insert(
    { account, subject, url }: ReportSubject,
    row: Pick<SharedReportRow, "id" | "created_at" | "expires_at"> & { readonly bytes: number },
    hash: string,
  ): Promise<boolean> {
    const { database, now } = this.#options;
    return database.transaction(async (query) => {
      await lockAccount(query, account);
      await query`
        delete from shared_report
        where account = ${account} and subject = ${subject} and expires_at <= ${timeText(now())}`;
      if (await this.#isFull(query, account, row.bytes)) throw tooMany();
      const inserted = await query`
        insert into shared_report (id, account, subject, hash, url, bytes, created_at, expires_at)
        values (${row.id}, ${account}, ${subject}, ${hash}, ${url}, ${row.bytes}, ${row.created_at}, ${row.expires_at})
        on conflict do nothing returning id`;
      return inserted.length > 0;
    });
  }

  async #isFull(query: Query, account: string, bytes: number): Promise<boolean> {
    const [sum] = await query<{ reports: number | string; bytes: number | string }>`
      select count(*) as reports, coalesce(sum(bytes), 0) as bytes from shared_report
      where account = ${account} and expires_at > ${timeText(this.#options.now())}`;
    return Number(sum?.reports ?? 0) >= REPORTS_MAX || Number(sum?.bytes ?? 0) + bytes > BYTES_MAX;
  }
}

/** A report that the release before has stored: its links work for 7 days. */
async function readFormer(state: State, token: string): Promise<string | undefined> {
  const packed = await state.get(`report ${hashOf(token)}`);
  if (typeof packed !== "string") return undefined;
  return (await gunzipped(Buffer.from(packed, "base64url"))).toString("utf8");
}
