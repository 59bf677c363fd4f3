import { asProblem } from "../kit/problem.ts";
import type { Log } from "../ops/log.ts";
import type { Database, Row } from "../store/database.ts";
import { insertRows } from "../store/insert-rows.ts";
import type { KeyUsage, LoggedParameters, RequestView } from "./account-views.ts";
import { consoleKeyId } from "./console-tokens.ts";
import { type AccountCipher, columnPlace, type DataKeys, SealBroken } from "./data-keys.ts";
import type { KeyMode } from "./keys.ts";
import { LAST_ID, pageOf } from "./keyset-page.ts";

/** Days for which requests are listed. */
export const REQUEST_LOG_DAYS = 7;
/** Requests that are kept of one account. Each process may exceed it by `TRIM_EVERY`. */
export const REQUESTS_KEPT = 5_000;
const TRIM_EVERY = 500;
/** Requests listed of one flush: of one account, of all, and of each account in any case. The others are only counted. */
const LISTED_OF_ACCOUNT = 100;
const LISTED_OF_ALL = 500;
const LISTED_ALWAYS = 2;
/** Requests that wait for the database at most; later ones are neither listed nor counted. */
const WAITING_MAX = 20_000;
/** Rows of one transaction: few, because SQLite runs no other statement meanwhile. */
const BATCH = 250;
/** Accounts whose rows since the last trim are remembered. */
const REMEMBERED = 10_000;
const DAY_MS = 86_400_000;
/** One request of a metered operation. Where it came from is not recorded. */
export interface LoggedRequest {
  readonly account: string;
  readonly keyId: string;
  readonly mode: KeyMode;
  readonly api: string;
  readonly operation: string;
  readonly status: number;
  readonly code: string | null;
  /** The charge without refunds, in the API's unit. */
  readonly units: number;
  readonly durationMs: number;
  readonly requestId: string;
}

/** Work in the background that is charged again and again until it ends. The log lists it once. */
export interface LoggedWork extends LoggedRequest {
  /** A UUID of version 7, from when it was created. */
  readonly id: string;
  readonly createdAt: string;
  readonly input: LoggedInput;
}

/** Filter of requests; all conditions hold together. */
export interface RequestFilter {
  readonly api?: string | undefined;
  /** The ID of a key, or `console`. */
  readonly key?: string | undefined;
  readonly requestId?: string | undefined;
  /** The lowest and the highest status. */
  readonly status?: readonly [from: number, to: number] | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** One page of requests, the newest first. */
export interface RequestPage {
  readonly requests: readonly RequestView[];
  /** The `after` of the next page; null on the last. */
  readonly next: string | null;
}

/** The requests of the last 7 days that have one error code; null for those that succeeded. */
export interface CodeCount {
  readonly code: string | null;
  readonly requests: number;
}

/** The lowest and the highest ID of a list of all requests. */
const EVERY_ID = { first: "", last: LAST_ID };

/** The parameters of a call, and the message of its error. */
export type LoggedInput = LoggedParameters & { readonly detail?: string };

interface RequestRow extends Row, Omit<LoggedRequest, "keyId" | "durationMs" | "requestId"> {
  readonly id: string;
  readonly created_at: string;
  readonly key_id: string;
  readonly duration_ms: number;
  readonly request_id: string;
  readonly parameters: string | null;
}

interface UsageRow extends Row {
  readonly account: string;
  readonly key_id: string;
  readonly api: string;
  readonly day: string;
  calls: number;
  units: number;
}

/** The cipher of an account; undefined where its key is not available: the log goes on without parameters. */
async function cipherOf(
  { keys, log }: Pick<RequestLogOptions, "keys" | "log">,
  account: string,
): Promise<AccountCipher | undefined> {
  try {
    return await keys.of(account);
  } catch (cause) {
    if (asProblem(cause).code !== "storage-unavailable") throw cause;
    log.debug("the parameters of requests are not available", { cause, account });
    return undefined;
  }
}

/** Makes the function that opens a column of an account's rows. Values that do not open are null. */
export async function columnOpener(
  options: Pick<RequestLogOptions, "keys" | "log">,
  account: string,
  column: string,
): Promise<(id: string, sealed: string | null) => string | null> {
  const cipher = await cipherOf(options, account);
  return (id, sealed) => {
    if (sealed === null || cipher === undefined) return null;
    try {
      return cipher.openText(columnPlace({ account, id }, column), sealed);
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  };
}

async function parameterOpener(options: Pick<RequestLogOptions, "keys" | "log">, account: string) {
  const open = await columnOpener(options, account, "parameters");
  return ({ id, parameters }: Pick<RequestRow, "id" | "parameters">): LoggedInput | null =>
    JSON.parse(open(id, parameters) ?? "null");
}

type ListedRow = Omit<RequestView, "detail" | "parameters"> & Pick<RequestRow, "parameters">;

function viewOf(row: ListedRow, kept: LoggedInput | null): RequestView {
  const { detail = null, ...parameters } = kept ?? { values: {}, omitted: [] };
  return { ...row, detail, parameters: kept === null ? null : parameters };
}

interface RequestLogOptions {
  readonly database: Database;
  readonly keys: Pick<DataKeys, "of">;
  readonly log: Pick<Log, "warn" | "debug">;
  now(): number;
}

/** The requests of each account in the last 7 days, and the daily usage of each key. A killed process loses its last second. */
export class RequestLog {
  readonly #options: RequestLogOptions;
  /** Rows to write, by their ID: also those that were written before and changed. */
  #requests = new Map<string, RequestRow>();
  #usage = new Map<string, UsageRow>();
  #waiting = new Map<string, number>();
  /** Of each account, the rows since it was trimmed last. */
  readonly #sinceTrim = new Map<string, number>();
  #flushing: Promise<void> | undefined;
  #isFull = false;
  #day = { number: Number.NaN, text: "" };

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  /** Records a request, which `flush` writes; `input` is called if it is kept. The returned function takes units back. */
  record(request: LoggedRequest, input?: () => LoggedInput): (units: number) => void {
    const { account, keyId, durationMs, requestId, ...of } = request;
    if (!this.#hasRoom()) return () => {};
    const at = Math.floor(this.#options.now() - durationMs);
    const waiting = this.#waiting.get(account) ?? 0;
    this.#waiting.set(account, waiting + 1);
    const isQuiet = this.#requests.size < LISTED_OF_ALL;
    const isListed = waiting < LISTED_ALWAYS || (waiting < LISTED_OF_ACCOUNT && isQuiet);
    const row: RequestRow | undefined = isListed
      ? {
          account,
          // The suffix makes it unique: it need not sort within a millisecond.
          id: Bun.randomUUIDv7("hex", at),
          created_at: new Date(at).toISOString(),
          key_id: keyId,
          ...of,
          duration_ms: Math.round(durationMs),
          request_id: requestId,
          parameters: isQuiet && input !== undefined ? JSON.stringify(input()) : null,
        }
      : undefined;
    if (row !== undefined) this.#requests.set(row.id, row);
    let { units } = request;
    const counted = { account, key_id: keyId, api: request.api, day: this.#dayOf(at) };
    if (units > 0) this.#add(counted, 1, units);
    return (given) => {
      const before = units;
      units = Math.max(0, units - given);
      if (row !== undefined) this.#requests.set(row.id, { ...row, units });
      this.#add(counted, before > 0 && units === 0 ? -1 : 0, units - before);
    };
  }

  /** Records a charge of work in the background: of its `units` so far, so many are new. At its end, none are. */
  recordWork(work: LoggedWork, added: number): void {
    const { account, keyId, durationMs, requestId, createdAt, input, ...of } = work;
    if (!this.#hasRoom()) return;
    const parameters = JSON.stringify(input);
    const more = { duration_ms: Math.round(durationMs), request_id: requestId, parameters };
    this.#requests.set(work.id, { ...of, ...more, account, created_at: createdAt, key_id: keyId });
    const day = this.#dayOf(this.#options.now());
    if (added > 0) this.#add({ account, key_id: keyId, api: work.api, day }, 1, added);
  }

  #hasRoom(): boolean {
    const isFull = this.#requests.size >= WAITING_MAX || this.#usage.size >= WAITING_MAX;
    if (isFull && !this.#isFull)
      this.#options.log.warn("requests are missing in the request logs: the database does not respond");
    this.#isFull = isFull;
    return !isFull;
  }

  async flush(): Promise<void> {
    // One at a time: a row that was changed must not be overtaken by what it was before.
    this.#flushing = (this.#flushing ?? Promise.resolve()).catch(() => {}).then(() => this.#write());
    await this.#flushing;
  }

  async list(account: string, filter: RequestFilter): Promise<RequestPage> {
    const { database, now } = this.#options;
    const { api = null, requestId = null, after = LAST_ID, limit, status: [from, to] = [0, 999] } = filter;
    const key = filter.key === "console" ? consoleKeyId(account) : (filter.key ?? null);
    const since = new Date(now() - REQUEST_LOG_DAYS * DAY_MS).toISOString();
    const { first, last } = requestId === null ? EVERY_ID : await this.#idsOf(account, requestId);
    // One bound: SQLite begins at the first that it is given.
    const below = last < after ? `${last}${LAST_ID}` : after;
    const read = await database.query<ListedRow>`
      select request_log.id, request_log.created_at as "createdAt", request_log.mode, request_log.api,
        request_log.operation, request_log.status, request_log.code, request_log.units,
        request_log.duration_ms as "durationMs", request_log.request_id as "requestId", request_log.parameters,
        nullif(request_log.key_id, ${consoleKeyId(account)}) as "key", api_key.name as "keyName",
        api_key.hint as "keyHint"
      from request_log left join api_key on api_key.id = request_log.key_id
      where request_log.account = ${account} and request_log.id >= ${first} and request_log.id < ${below}
        and request_log.created_at > ${since}
        and request_log.status >= ${from} and request_log.status <= ${to}
        and (cast(${api} as text) is null or request_log.api = ${api})
        and (cast(${key} as text) is null or request_log.key_id = ${key})
        and (cast(${requestId} as text) is null or request_log.request_id = ${requestId})
      order by request_log.id desc limit ${limit + 1}`;
    const { rows, next } = pageOf(read, limit, ({ id }) => id);
    return { requests: await this.#opened(account, rows), next };
  }

  /** The first and last ID of rows with a request ID: filtering and ordering at once would read all rows of the account. */
  async #idsOf(account: string, requestId: string): Promise<typeof EVERY_ID> {
    const [row] = await this.#options.database.query<{ first: string | null; last: string | null }>`
      select min(id) as first, max(id) as last from request_log
      where account = ${account} and request_id = ${requestId}`;
    return { first: row?.first ?? LAST_ID, last: row?.last ?? "" };
  }

  async find(account: string, id: string): Promise<RequestView | undefined> {
    // Page by page, the list of an account is read by its IDs: this is the page that begins with this one.
    if (!/^[\da-f-]{36}$/.test(id)) return undefined;
    const { requests } = await this.list(account, { after: `${id}${LAST_ID}`, limit: 1 });
    return requests.find((one) => one.id === id);
  }

  async parametersOf(account: string, requestIds: readonly string[]): Promise<Map<string, LoggedParameters>> {
    if (requestIds.length === 0) return new Map();
    const list = requestIds.map((_, i) => `$${i + 2}`).join(", ");
    const statement = `
      select account, id, request_id, parameters from request_log
      where account = $1 and request_id in (${list}) and parameters is not null`;
    const rows = await this.#options.database.script(statement, [account, ...requestIds]);
    const open = await parameterOpener(this.#options, account);
    // The columns are those of the statement.
    return new Map(
      (rows as Pick<RequestRow, "account" | "id" | "request_id" | "parameters">[]).flatMap((row) => {
        const parameters = open(row);
        return parameters === null ? [] : [[row.request_id, parameters]];
      }),
    );
  }

  async #opened(account: string, rows: readonly ListedRow[]): Promise<RequestView[]> {
    if (rows.every(({ parameters }) => parameters === null)) return rows.map((row) => viewOf(row, null));
    const open = await parameterOpener(this.#options, account);
    return rows.map((row) => viewOf(row, open(row)));
  }

  async countCodes(account: string): Promise<CodeCount[]> {
    const { database, now } = this.#options;
    const since = new Date(now() - REQUEST_LOG_DAYS * DAY_MS).toISOString();
    const rows = await database.query<{ code: string | null; requests: number | string }>`
      select code, count(*) as requests from request_log where account = ${account} and created_at > ${since}
      group by code order by requests desc`;
    return rows.map(({ code, requests }) => ({ code, requests: Number(requests) }));
  }

  async usageByKey(account: string, day: string): Promise<KeyUsage[]> {
    return this.#options.database.query<KeyUsage>`
      select day, nullif(key_id, ${consoleKeyId(account)}) as "key", api, calls, units from key_usage_day
      where account = ${account} and day >= ${day} and (calls > 0 or units > 0)
      order by day desc, api, key_id`;
  }

  /** The UTC date of a time, which is nearly always that of the time before. */
  #dayOf(at: number): string {
    const number = Math.floor(at / DAY_MS);
    if (this.#day.number !== number) {
      this.#day = { number, text: new Date(at).toISOString().slice(0, 10) };
    }
    return this.#day.text;
  }

  #add(counted: Pick<UsageRow, "account" | "key_id" | "api" | "day">, calls: number, units: number): void {
    const name = `${counted.account}\0${counted.key_id}\0${counted.api}\0${counted.day}`;
    const sum = this.#usage.get(name);
    if (sum === undefined) {
      this.#usage.set(name, { ...counted, calls, units });
    } else {
      sum.calls += calls;
      sum.units += units;
    }
  }

  async #write(): Promise<void> {
    this.#waiting = new Map();
    // In one order, so that no two processes wait for each other's rows.
    const usage = [...this.#usage].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    this.#usage = new Map();
    const requests = [...this.#requests.values()];
    this.#requests = new Map();
    try {
      await this.#insert(
        usage,
        "key_usage_day",
        `on conflict (account, key_id, api, day) do update set
          calls = key_usage_day.calls + excluded.calls, units = key_usage_day.units + excluded.units`,
      );
      await this.#insert(
        requests,
        "request_log",
        "on conflict (account, id) do update set units = excluded.units, duration_ms = excluded.duration_ms",
      );
    } catch (error) {
      // What was recorded meanwhile is newer.
      for (const row of requests) if (!this.#requests.has(row.id)) this.#requests.set(row.id, row);
      for (const { calls, units, ...counted } of usage) this.#add(counted, calls, units);
      throw error;
    }
  }

  async #insert(rows: (RequestRow | UsageRow)[], table: string, onConflict: string): Promise<void> {
    const { database } = this.#options;
    while (rows.length > 0) {
      const batch = rows.slice(0, BATCH);
      const sealed = await Promise.all(batch.map((row) => this.#sealed(row)));
      await insertRows(database.script, database.engine, table, sealed, onConflict);
      rows.splice(0, batch.length);
      if (table === "request_log") await this.#trim(batch);
    }
  }

  async #sealed(row: RequestRow | UsageRow): Promise<RequestRow | UsageRow> {
    if (typeof row.parameters !== "string") return row;
    const { account, id, parameters } = row as RequestRow & { readonly parameters: string };
    const cipher = await cipherOf(this.#options, account);
    return {
      ...row,
      parameters: cipher?.sealText(columnPlace({ account, id }, "parameters"), parameters) ?? null,
    };
  }

  /** Deletes the oldest requests of accounts that have more than are kept. */
  async #trim(written: readonly Row[]): Promise<void> {
    for (const [account, rows] of Map.groupBy(written, (row) => String(row.account))) {
      const since = (this.#sinceTrim.get(account) ?? TRIM_EVERY) + rows.length;
      if (this.#sinceTrim.size >= REMEMBERED) this.#sinceTrim.clear();
      this.#sinceTrim.set(account, since >= TRIM_EVERY ? 0 : since);
      if (since < TRIM_EVERY) continue;
      await this.#options.database.query`
        delete from request_log where account = ${account} and id <= (
          select id from request_log where account = ${account} order by id desc limit 1 offset ${REQUESTS_KEPT})`;
    }
  }
}
