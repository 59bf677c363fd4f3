import type { Database } from "../store/database.ts";

/** One counter: a row of `usage`, and the limit that it may not pass. */
export interface Counter {
  readonly account: string;
  readonly plan: string;
  readonly meter: string;
  readonly period: string;
  readonly limit: number;
}

/** Adds an amount to a counter and gives its new value, or undefined where the limit does not allow it. */
export type Add = (counter: Counter, amount: number) => Promise<number | undefined>;

interface Waiting {
  readonly amount: number;
  resolve(used: number | undefined): void;
  reject(error: unknown): void;
}

/**
 * One statement checks and takes: PostgreSQL locks the row and looks again, SQLite has one writer. The first
 * `where` is for the first call of a period; `limit - amount` cannot overflow, as a sum could.
 */
function addOne({ count }: Database): Add {
  return async ({ account, plan, meter, period, limit }, amount) => {
    // PostgreSQL would refuse a number beyond its integers as an error; and no row can grant more than the limit.
    if (amount < 0 || amount > limit) return undefined;
    const [row] = await count<{ used: number }>`
      insert into usage (account, plan, meter, period, used)
      select ${account}, ${plan}, ${meter}, ${period}, cast(${amount} as integer)
      where cast(${amount} as integer) between 0 and cast(${limit} as integer)
      on conflict (account, plan, meter, period) do update set used = usage.used + excluded.used
      where usage.used <= cast(${limit} as integer) - excluded.used
      returning used`;
    return row?.used;
  };
}

/**
 * Makes the adder. Amounts for one counter that come in one turn of the event loop, or while that counter is
 * being written, are added by one statement: a busy key would else wait for its own row, call after call.
 * Where their sum is refused, each is tried alone, so that the limit is met exactly.
 */
export function createAdd(database: Database): Add {
  const alone = addOne(database);
  const busy = new Map<string, Waiting[]>();

  const addAll = async (counter: Counter, waiting: readonly Waiting[]): Promise<void> => {
    const sum = waiting.reduce((total, { amount }) => total + amount, 0);
    const isPlain = waiting.every(({ amount }) => amount >= 0);
    const used = isPlain ? await alone(counter, sum) : undefined;
    if (used === undefined && waiting.length > 1) {
      await Promise.all(
        waiting.map(({ amount, resolve, reject }) => alone(counter, amount).then(resolve, reject)),
      );
      return;
    }
    let reached = (used ?? 0) - sum;
    for (const { amount, resolve } of waiting) {
      reached += amount;
      resolve(used === undefined ? undefined : reached);
    }
  };
  const run = async (key: string, counter: Counter): Promise<void> => {
    for (;;) {
      const waiting = busy.get(key) ?? [];
      if (waiting.length === 0) break;
      busy.set(key, []);
      await addAll(counter, waiting).catch((error: unknown) => {
        for (const { reject } of waiting) reject(error);
      });
    }
    busy.delete(key);
  };
  return (counter, amount) =>
    new Promise((resolve, reject) => {
      const { account, plan, meter, period, limit } = counter;
      const key = `${account} ${plan} ${meter} ${period} ${limit}`;
      const waiting = busy.get(key);
      if (waiting !== undefined) {
        waiting.push({ amount, resolve, reject });
        return;
      }
      busy.set(key, [{ amount, resolve, reject }]);
      setImmediate(() => void run(key, counter));
    });
}
