import { HISTORY_DAYS } from "../kit/targets.ts";
import type { Database, Query } from "../store/database.ts";
import { BUCKETS_MS } from "./histogram.ts";
import type { RequestMetrics } from "./request-metrics.ts";

const WINDOWS_DAYS = [1, 7, 30] as const;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** How long a process reuses the figures it read last, in milliseconds. They change once a minute. */
const CACHE_MS = 5_000;

/** A time of an hour or of a minute, as texts that sort: `2026-11-20T14`, `2026-11-20T14:40`. */
const hourOf = (ms: number) => new Date(ms).toISOString().slice(0, 13);
const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16);

/** Availability of one API on one day (UTC). */
export interface DayAvailability {
  readonly api: string;
  readonly day: string;
  /** Minutes from the first probe of the day to its end, or to now; the one under way only once it is probed. */
  readonly minutes: number;
  readonly minutesUp: number;
}

/** Makes a free request to one API. Returns whether the response is as expected. */
export type Probe = () => Promise<boolean>;

interface Options {
  readonly database: Pick<Database, "query" | "transaction">;
  readonly requestMetrics: RequestMetrics;
  readonly probes: ReadonlyMap<string, Probe>;
  now?(): number;
}

interface Totals {
  answered: number;
  failed: number;
  ms: number;
}

function totalsOf(requestMetrics: RequestMetrics, api: string): Totals {
  const totals: Totals = { answered: 0, failed: 0, ms: 0 };
  for (const count of requestMetrics.all()) {
    if (count.api !== api) continue;
    for (let bucket = 0; bucket <= BUCKETS_MS.length; bucket++) totals.answered += count.buckets[bucket] ?? 0;
    totals.failed += (count.statuses.get(500) ?? 0) + (count.statuses.get(503) ?? 0);
    totals.ms += count.totalMs;
  }
  return totals;
}

/** Totals of one API and window, so that a view adds nothing up. */
type WindowRow = {
  api: string;
  days: number;
  /** The first and the last minute that was probed; null where none was. */
  first_minute: string | null;
  last_minute: string | null;
  up: number;
  answered: number;
  failed: number;
  total_ms: number;
};

/** Evaluates a stored window at `now`: minutes since it was written count as down. */
function availabilityAt(now: number, api: string, days: number, row: WindowRow | undefined) {
  const from = now - days * DAY_MS;
  const nothing = { api, minutes: 0, minutesUp: 0, answered: 0, failed: 0, meanMs: null };
  if (row === undefined) return nothing;
  const { first_minute, last_minute, up, answered, failed, total_ms } = row;
  // Written last so long ago that all of it has left the window.
  if (last_minute !== null && last_minute < minuteOf(from)) return nothing;
  // The minute that is under way counts once it is probed: until then nothing was missed.
  const end = last_minute === minuteOf(now) ? now + MINUTE_MS : now;
  const first = first_minute === null ? end : Date.parse(`${first_minute}:00Z`);
  const minutes = Math.max(0, Math.floor((end - first) / MINUTE_MS));
  return {
    api,
    /** Minutes since the first probe of the window, the one under way only once it is probed; 0 before there was one. */
    minutes,
    /** The minutes of those in which the API was up. */
    minutesUp: Math.min(minutes, up),
    /** Responses, with any status. */
    answered,
    /** Of them, those that failed on our side: 500 and 503. */
    failed,
    /** Mean time from request to response in milliseconds; null without requests. */
    meanMs: answered === 0 ? null : total_ms / answered,
  };
}
export type Availability = ReturnType<typeof availabilityAt>;

/** Reads what is older than `ms`, once for all who ask meanwhile. A failure is not kept. */
function keptFor<T>(ms: number, read: () => Promise<T>) {
  let last: { readonly value: Promise<T>; readonly at: number } | undefined;
  return {
    read(now: number): Promise<T> {
      if (last !== undefined && Math.abs(now - last.at) < ms) return last.value;
      const own = { value: read(), at: now };
      last = own;
      own.value.catch(() => {
        if (last === own) last = undefined;
      });
      return own.value;
    },
    clear(): void {
      last = undefined;
    },
  };
}

/**
 * Measures the availability of this server's APIs from its traffic and its own probes. Figures
 * that cannot be written because the database is unavailable are written later.
 */
export class AvailabilityMeter {
  readonly #options: Options;
  readonly #query: Query;
  readonly #written = new Map<string, Totals>();
  readonly #apis: readonly string[];
  readonly #now: () => number;
  readonly #history = keptFor(MINUTE_MS, () => this.#readHistory());
  readonly #windows = keptFor(CACHE_MS, () => this.#readWindows());

  constructor(options: Options) {
    this.#options = options;
    this.#query = options.database.query;
    this.#apis = [...options.probes.keys()];
    this.#now = options.now ?? Date.now;
  }

  /** Probes every API, and writes that and what was counted since the last time. Call it once in each minute. */
  async measure(): Promise<void> {
    for (const [api, probe] of this.#options.probes) {
      const ok = await probe().catch(() => false);
      await this.#write(api, ok && !this.#failedEveryCall(api));
      await this.#writeWindows(api);
    }
    this.#windows.clear();
  }

  /** The last `HISTORY_DAYS` of every API, days without a probe left out. Read at most once a minute. */
  history(): Promise<readonly DayAvailability[]> {
    return this.#history.read(this.#now());
  }

  /**
   * How each API did in each window of `WINDOWS_DAYS`. Reads one row for each API and window, at most once in
   * `CACHE_MS`; windows begin with an hour.
   */
  report(): Promise<ReadonlyMap<number, readonly Availability[]>> {
    return this.#windows.read(this.#now());
  }

  /**
   * Whether there were calls since the last probe and all of them had a server error. Such a minute counts as
   * down even if the probe succeeded.
   */
  #failedEveryCall(api: string): boolean {
    const total = totalsOf(this.#options.requestMetrics, api);
    const before = this.#written.get(api) ?? { answered: 0, failed: 0, ms: 0 };
    const answered = total.answered - before.answered;
    return answered > 0 && total.failed - before.failed === answered;
  }

  async #readHistory(): Promise<readonly DayAvailability[]> {
    const days: DayAvailability[] = [];
    const from = new Date(this.#now() - (HISTORY_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
    for (const api of this.#apis) {
      const rows = await this.#query<{ day: string; first_minute: string; last_minute: string; up: number }>`
        select substr(hour, 1, 10) as day, min(first_minute) as first_minute, max(last_minute) as last_minute,
          cast(sum(up) as integer) as up
        from probe_hour where api = ${api} and hour >= ${from} group by substr(hour, 1, 10)`;
      for (const { day, first_minute, last_minute, up } of rows) {
        // As in the windows: the minute that is under way counts once it is probed.
        const isProbed = last_minute === minuteOf(this.#now());
        const end = Math.min(
          Date.parse(`${day}T00:00:00Z`) + DAY_MS,
          isProbed ? this.#now() + MINUTE_MS : this.#now(),
        );
        // Only the first day begins with its first probe; on others, minutes before it were missed.
        const isFirst = !rows.some((row) => row.day < day);
        const first = Date.parse(isFirst ? `${first_minute}:00Z` : `${day}T00:00:00Z`);
        const minutes = Math.max(1, Math.floor((end - first) / MINUTE_MS));
        days.push({ api, day, minutes, minutesUp: Math.min(minutes, up) });
      }
    }
    return days;
  }

  async #write(api: string, ok: boolean): Promise<void> {
    const { requestMetrics, database } = this.#options;
    const total = totalsOf(requestMetrics, api);
    const before = this.#written.get(api) ?? { answered: 0, failed: 0, ms: 0 };
    // Whole milliseconds are written and the rest is kept for the next time.
    const ms = Math.floor(total.ms - before.ms);
    await database.transaction(async (run) => {
      await run`
        insert into served (api, hour, answered, failed, total_ms)
        values (${api}, ${hourOf(this.#now())}, ${total.answered - before.answered}, ${total.failed - before.failed}, ${ms})
        on conflict (api, hour) do update set
          answered = served.answered + excluded.answered,
          failed = served.failed + excluded.failed,
          total_ms = served.total_ms + excluded.total_ms`;
      // With several processes one answer is enough: the API was there.
      await run`
        insert into probe (api, minute, answered) values (${api}, ${minuteOf(this.#now())}, ${ok ? 1 : 0})
        on conflict (api, minute) do update set
          answered = case when excluded.answered = 1 then 1 else probe.answered end`;
      // Added up again from its minutes, the hour before too: replicas of the release before write only minutes.
      const [since, end] = [hourOf(this.#now() - HOUR_MS), hourOf(this.#now() + HOUR_MS)];
      await run`
        insert into probe_hour (api, hour, first_minute, last_minute, up)
        select api, substr(minute, 1, 13), min(minute), max(minute), cast(sum(answered) as integer) from probe
        where api = ${api} and minute >= ${since} and minute < ${end} group by api, substr(minute, 1, 13)
        on conflict (api, hour) do update set first_minute = excluded.first_minute,
          last_minute = excluded.last_minute, up = excluded.up`;
    });
    this.#written.set(api, { answered: total.answered, failed: total.failed, ms: before.ms + ms });
  }

  /** Adds the hours of one API up by window; at most 31 days of hours are read. */
  async #writeWindows(api: string): Promise<void> {
    for (const days of WINDOWS_DAYS) {
      const from = hourOf(this.#now() - days * DAY_MS);
      await this.#query`
        insert into availability (api, days, first_minute, last_minute, up, answered, failed, total_ms)
        select ${api}, cast(${days} as integer), probed.first_minute, probed.last_minute, cast(probed.up as integer),
          traffic.answered, traffic.failed, traffic.total_ms
        from (select min(first_minute) as first_minute, max(last_minute) as last_minute, coalesce(sum(up), 0) as up
            from probe_hour where api = ${api} and hour >= ${from}) as probed
          cross join (select coalesce(sum(answered), 0) as answered, coalesce(sum(failed), 0) as failed,
              coalesce(sum(total_ms), 0) as total_ms
            from served where api = ${api} and hour >= ${from}) as traffic
        where true
        on conflict (api, days) do update set first_minute = excluded.first_minute,
          last_minute = excluded.last_minute, up = excluded.up, answered = excluded.answered,
          failed = excluded.failed, total_ms = excluded.total_ms`;
    }
  }

  async #readWindows(): Promise<ReadonlyMap<number, readonly Availability[]>> {
    const rows = await this.#query<WindowRow>`
      select api, days, first_minute, last_minute, up, answered, failed, total_ms from availability`;
    const at = this.#now();
    return new Map(
      WINDOWS_DAYS.map((days) => [
        days,
        this.#apis.map((api) => {
          const row = rows.find((one) => one.api === api && one.days === days);
          return availabilityAt(at, api, days, row);
        }),
      ]),
    );
  }
}
