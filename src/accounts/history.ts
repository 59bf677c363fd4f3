import type { Database } from "../store/database.ts";
import type { Receipt } from "./meter.ts";

/** What was settled on one day for one API of an account. */
export interface DayOfUse {
  /** UTC date. */
  readonly day: string;
  readonly api: string;
  readonly calls: number;
  /** In the API's unit. */
  readonly units: number;
}

/**
 * Adds settled calls up by day. For people to look at: what counts against a quota is the meter's. A process
 * that is killed takes the notes of its last second with it.
 */
export interface History {
  /** Notes calls and units of an account on a day; they are in the database within a second. */
  note(on: Pick<Receipt, "account" | "api" | "takenAt">, calls: number, units: number): void;
  /** Writes what was noted so far; all of it is in the database when it resolves. */
  flush(): Promise<void>;
  /** The days of an account since a date (UTC), the newest first. */
  since(account: string, day: string): Promise<DayOfUse[]>;
}

interface Noted {
  readonly account: string;
  readonly api: string;
  readonly day: string;
  calls: number;
  units: number;
}

export function createHistory(database: Database): History {
  let noted = new Map<string, Noted>();
  const add = (one: Noted): void => {
    const key = `${one.account} ${one.day} ${one.api}`;
    const sum = noted.get(key);
    if (sum === undefined) {
      noted.set(key, one);
    } else {
      sum.calls += one.calls;
      sum.units += one.units;
    }
  };
  const write = async (): Promise<void> => {
    if (noted.size === 0) return;
    const writing = [...noted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
    noted = new Map();
    try {
      // In one order everywhere, so that two processes do not wait for each other.
      await database.transaction(async (query) => {
        for (const { account, api, day, calls, units } of writing) {
          await query`
            insert into usage_day (account, api, day, calls, units)
            values (${account}, ${api}, ${day}, ${calls}, ${units})
            on conflict (account, api, day) do update set
              calls = usage_day.calls + excluded.calls, units = usage_day.units + excluded.units`;
        }
      });
    } catch (error) {
      for (const sum of writing) add(sum);
      throw error;
    }
  };
  let last: Promise<void> = Promise.resolve();
  return {
    note({ account, api, takenAt }, calls, units) {
      add({ account, api, units, calls, day: new Date(takenAt).toISOString().slice(0, 10) });
    },
    flush() {
      // After the one that is under way, whose notes would else not be there when this one ends.
      last = last.then(write, write);
      return last;
    },
    async since(account, day) {
      const rows = await database.query<{ day: string; api: string; calls: number; units: number }>`
        select day, api, calls, units from usage_day
        where account = ${account} and day >= ${day} order by day desc, api`;
      return rows.map(({ day, api, calls, units }) => ({ day, api, calls, units }));
    },
  };
}
