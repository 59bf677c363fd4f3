import type { Database } from "../store/database.ts";
import { BUCKETS_MS } from "./durations.ts";
import type { Tally } from "./tally.ts";

/** How long what was measured is kept. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A time of an hour or of a minute, as texts that sort: `2026-11-20T14`, `2026-11-20T14:40`. */
const hourOf = (ms: number) => new Date(ms).toISOString().slice(0, 13);
const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16);

/** How one API did over some days. */
export interface Availability {
  readonly api: string;
  /** Minutes since the first probe of the window, the one under way only once it is probed; 0 before there was one. */
  readonly minutes: number;
  /** Of them, those in which one was answered. */
  readonly minutesUp: number;
  /** Requests answered, whatever the status. */
  readonly answered: number;
  /** Of them, those that failed on our side: 500 and 503. */
  readonly failed: number;
  /** Mean time from request to answer in milliseconds; null before there was a request. */
  readonly meanMs: number | null;
}

/** Asks one API for something that costs nothing; true where it answered as it should. */
export type Probe = () => Promise<boolean>;

/** Measures how the APIs of this installation do, from its traffic and its own probes. */
export interface AvailabilityMeter {
  /** Probes every API and writes what was counted since the last time. Call it once in each minute. */
  measure(): Promise<void>;
  /** How each API did over the last `days`, at most 30. */
  report(days: number): Promise<Availability[]>;
}

interface Options {
  readonly database: Pick<Database, "query" | "transaction">;
  readonly tally: Tally;
  readonly probes: ReadonlyMap<string, Probe>;
  now?(): number;
}

interface Totals {
  answered: number;
  failed: number;
  ms: number;
}

function totalsOf(tally: Tally, api: string): Totals {
  const totals: Totals = { answered: 0, failed: 0, ms: 0 };
  for (const count of tally.all()) {
    if (count.api !== api) continue;
    for (let bucket = 0; bucket <= BUCKETS_MS.length; bucket++) totals.answered += count.buckets[bucket] ?? 0;
    totals.failed += (count.statuses[500] ?? 0) + (count.statuses[503] ?? 0);
    totals.ms += count.totalMs;
  }
  return totals;
}

/** Opens the meter. What cannot be written, because the database is away, is written the next time. */
export function createAvailability({ database, tally, probes, now = Date.now }: Options): AvailabilityMeter {
  const written = new Map<string, Totals>();
  const { query } = database;

  const write = async (api: string, ok: boolean): Promise<void> => {
    const total = totalsOf(tally, api);
    const before = written.get(api) ?? { answered: 0, failed: 0, ms: 0 };
    // Whole milliseconds are written and the rest is kept for the next time.
    const ms = Math.floor(total.ms - before.ms);
    await database.transaction(async (run) => {
      await run`
        insert into served (api, hour, answered, failed, total_ms)
        values (${api}, ${hourOf(now())}, ${total.answered - before.answered}, ${total.failed - before.failed}, ${ms})
        on conflict (api, hour) do update set
          answered = served.answered + excluded.answered,
          failed = served.failed + excluded.failed,
          total_ms = served.total_ms + excluded.total_ms`;
      // With several processes one answer is enough: the API was there.
      await run`
        insert into probe (api, minute, answered) values (${api}, ${minuteOf(now())}, ${ok ? 1 : 0})
        on conflict (api, minute) do update set
          answered = case when excluded.answered = 1 then 1 else probe.answered end`;
    });
    written.set(api, { answered: total.answered, failed: total.failed, ms: before.ms + ms });
  };

  return {
    async measure() {
      for (const [api, probe] of probes) {
        const ok = await probe().catch(() => false);
        await write(api, ok);
      }
      const last = now() - KEPT_DAYS * DAY_MS;
      await query`delete from probe where minute < ${minuteOf(last)}`;
      await query`delete from served where hour < ${hourOf(last)}`;
    },
    async report(days) {
      const from = now() - days * DAY_MS;
      const served = await query<{ api: string; answered: number; failed: number; total_ms: number }>`
        select api, sum(answered) as answered, sum(failed) as failed, sum(total_ms) as total_ms
        from served where hour >= ${hourOf(from)} group by api`;
      const probed = await query<{ api: string; first: string; latest: string; up: number }>`
        select api, min(minute) as first, max(minute) as latest, sum(answered) as up
        from probe where minute >= ${minuteOf(from)} group by api`;
      return [...probes.keys()].map((api) => {
        const traffic = served.find((row) => row.api === api);
        const probes = probed.find((row) => row.api === api);
        const answered = Number(traffic?.answered ?? 0);
        const first = probes === undefined ? undefined : Date.parse(`${probes.first}:00Z`);
        // The minute that is under way counts once it is probed: until then nothing was missed.
        const end = probes?.latest === minuteOf(now()) ? now() + MINUTE_MS : now();
        const minutes = first === undefined ? 0 : Math.floor((end - first) / MINUTE_MS);
        return {
          api,
          minutes,
          minutesUp: Math.min(minutes, Number(probes?.up ?? 0)),
          answered,
          failed: Number(traffic?.failed ?? 0),
          meanMs: answered === 0 ? null : Number(traffic?.total_ms ?? 0) / answered,
        };
      });
    },
  };
}
