import { z } from "zod";
import type { Database, Query, Row, Script } from "../store/database.ts";
import { noResponse, OutcomeUnknown } from "../store/failure.ts";

/** One counter (a row of `usage`) and one day (a row of `usage_day`) that change together. */
export const entrySchema = z.object({
  account: z.string(),
  plan: z.string(),
  meter: z.string(),
  period: z.string(),
  /** In the grant's unit. */
  amount: z.int().min(0),
  api: z.string(),
  /** UTC date. */
  day: z.string(),
  calls: z.int().min(0),
  /** In the API's unit. */
  units: z.int().min(0),
});
export type Entry = Readonly<z.output<typeof entrySchema>>;

/** A charge, with the limit that its counter may not exceed. */
export interface Charge extends Entry {
  readonly limit: number;
}

/** The entries of a batch that were applied: their places in the batch, and what their counters were then. */
export type Outcome = ReadonlyMap<number, number>;

/** Identifies a batch: who wrote it, and its number in the order of that writer, from 1. */
export interface BatchId {
  readonly writer: string;
  readonly number: number;
}

/** Days without a batch after which a writer is forgotten. */
const KEEP_DAYS = 30;

const outcomeOf = (text: string): Outcome => new Map(JSON.parse(text) as [number, number][]);

/** Registers a writer; its first batch has number 1. */
export async function openWriter({ query }: Database, writer: string, now: number): Promise<void> {
  await query`
    insert into charge_writer (id, applied, outcome, updated_at)
    values (${writer}, 0, null, ${new Date(now).toISOString()}) on conflict (id) do nothing`;
}

/** Deletes writers that have written nothing for 30 days: their processes have ended. */
export async function sweepWriters({ query }: Database, now: number): Promise<void> {
  await query`delete from charge_writer where updated_at < ${new Date(now - KEEP_DAYS * 86_400_000).toISOString()}`;
}

/**
 * One round trip, because rows stay locked until its end. First the writer, then counters, then days, in one order: no two
 * batches wait for each other.
 */
async function chargeOnPostgres(query: Query, id: BatchId, batch: string, at: string) {
  const [row] = await query<{ outcome: string }>`
    with input as materialized (
      select k::integer, v->>0 as account, v->>1 as plan, v->>2 as meter, v->>3 as period,
        (v->>4)::integer as most, (v->>5)::integer as amount, v->>6 as api, v->>7 as day,
        (v->>8)::integer as calls, (v->>9)::integer as units
      from json_array_elements(cast(${batch} as text)::json) with ordinality as rows (v, k)),
    fence as materialized (
      select id from charge_writer where id = ${id.writer} and applied = cast(${id.number} as integer) - 1 for update),
    taken as (
      insert into usage as counter (account, plan, meter, period, used)
      select account, plan, meter, period, amount from input, fence where amount <= most
      order by account collate "C", plan collate "C", meter collate "C", period collate "C"
      on conflict (account, plan, meter, period) do update set used = counter.used + excluded.used
      where counter.used <= (
        select most - amount from input where input.account = excluded.account and input.plan = excluded.plan
          and input.meter = excluded.meter and input.period = excluded.period)
      returning account, plan, meter, period, used),
    done as materialized (select * from input join taken using (account, plan, meter, period)),
    days as (
      insert into usage_day as entry (account, api, day, calls, units)
      select account, api, day, sum(calls), sum(units) from done group by account, api, day
      order by account collate "C", api collate "C", day collate "C"
      on conflict (account, api, day) do update set
        calls = entry.calls + excluded.calls, units = entry.units + excluded.units)
    update charge_writer set applied = ${id.number}, updated_at = ${at}, outcome = (
      select coalesce(json_agg(json_build_array(k - 1, used)), '[]')::text from done)
    from fence where charge_writer.id = fence.id
    returning charge_writer.outcome`;
  return row?.outcome;
}

/** The name of a counter: no two have the same, and in their order batches lock them. */
export function counterName(of: Pick<Entry, "account" | "plan" | "meter" | "period">): string {
  return `${of.account}\0${of.plan}\0${of.meter}\0${of.period}`;
}

function places(count: number, width: number): string {
  const row = (of: number) => Array.from({ length: width }, (_, i) => `$${of * width + i + 1}`).join(", ");
  return Array.from({ length: count }, (_, of) => `(${row(of)})`).join(", ");
}

function counterValues({ account, plan, meter, period, limit, amount }: Charge) {
  return [account, plan, meter, period, limit, amount];
}

const dayValues = ({ api, day, calls, units }: Entry) => [api, day, calls, units];

function addToCounter(query: Query, { account, plan, meter, period, amount, limit }: Charge) {
  return query<Row & { readonly used: number }>`
    insert into usage (account, plan, meter, period, used)
    values (${account}, ${plan}, ${meter}, ${period}, ${amount})
    on conflict (account, plan, meter, period) do update set used = usage.used + excluded.used
    where usage.used <= ${limit - amount} returning account, plan, meter, period, used`;
}

/** SQLite has one writer at a time: the counters that are read are those that are written. */
async function takeOnSqlite(
  query: Query,
  script: Script,
  charges: readonly Charge[],
): Promise<readonly Row[]> {
  const [first] = charges;
  if (first === undefined) return [];
  if (charges.length === 1) return addToCounter(query, first);
  return script(
    `with input (account, plan, meter, period, most, amount) as (values ${places(charges.length, 6)})
    insert into usage (account, plan, meter, period, used)
    select input.account, input.plan, input.meter, input.period, amount from input left join usage as held
      on held.account = input.account and held.plan = input.plan and held.meter = input.meter
        and held.period = input.period
    where coalesce(held.used, 0) <= most - amount
    on conflict (account, plan, meter, period) do update set used = usage.used + excluded.used
    returning account, plan, meter, period, used`,
    charges.flatMap(counterValues),
  );
}

async function chargeOnSqlite(
  query: Query,
  script: Script,
  id: BatchId,
  charges: readonly Charge[],
  at: string,
): Promise<string> {
  const taken = await takeOnSqlite(query, script, charges);
  const used = new Map(
    taken.map((row) => [`${row.account}\0${row.plan}\0${row.meter}\0${row.period}`, Number(row.used)]),
  );
  const done = charges.filter((charge) => used.has(counterName(charge)));
  if (done.length > 0) {
    await script(
      `insert into usage_day (account, api, day, calls, units) values ${places(done.length, 5)}
      on conflict (account, api, day) do update set
        calls = usage_day.calls + excluded.calls, units = usage_day.units + excluded.units`,
      done.flatMap((charge) => [charge.account, ...dayValues(charge)]),
    );
  }
  const granted = charges.flatMap((charge, place) => {
    const reached = used.get(counterName(charge));
    return reached === undefined ? [] : [[place, reached]];
  });
  const outcome = JSON.stringify(granted);
  await closeBatch(query, id, outcome, at);
  return outcome;
}

/** Uses up the number of a batch, with its outcome. Throws where it cannot: the transaction must end. */
async function closeBatch(query: Query, { writer, number }: BatchId, outcome: string, at: string) {
  const rows = await query`
    update charge_writer set applied = ${number}, outcome = ${outcome}, updated_at = ${at}
    where id = ${writer} and applied = ${number - 1} returning id`;
  if (rows.length > 0) return;
  const known = await query`select id from charge_writer where id = ${writer}`;
  throw known.length > 0 ? new NumberUsed() : new WriterForgotten();
}

/** The batches as PostgreSQL reads them: one text, an array for each row. */
function rowsOf(charges: readonly Charge[]): string {
  return JSON.stringify(charges.map((charge) => [...counterValues(charge), ...dayValues(charge)]));
}

/** The number of a batch was used up before: by the batch itself, whose response was lost, or by the process that settled it. */
export class NumberUsed extends Error {
  override readonly name: string = "NumberUsed";
}

/** The writer of a batch was deleted, so nobody has used up its number: what it holds is applied by another writer. */
export class WriterForgotten extends NumberUsed {
  override readonly name = "WriterForgotten";
}

/** Applies charges in one transaction with the number of their batch. Gives those that fit. Throws `NumberUsed`. */
export function applyCharges(
  database: Database,
  id: BatchId,
  charges: readonly Charge[],
  now: number,
): Promise<Outcome> {
  const at = new Date(now).toISOString();
  return database.countTogether(async (query, script) => {
    const outcome =
      database.engine === "sqlite"
        ? await chargeOnSqlite(query, script, id, charges, at)
        : await chargeOnPostgres(query, id, rowsOf(charges), at);
    if (outcome === undefined) throw new NumberUsed();
    return outcomeOf(outcome);
  });
}

/** Refunds charges; no counter goes below 0 or is made again. Throws `NumberUsed` and `WriterForgotten`. */
export function applyRefunds(
  database: Database,
  id: BatchId,
  refunds: readonly Entry[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const sums = <Name extends string>(nameOf: (entry: Entry) => Name) => {
    const all = new Map<Name, { -readonly [Part in keyof Entry]: Entry[Part] }>();
    for (const entry of refunds) {
      const sum = all.get(nameOf(entry));
      if (sum === undefined) {
        all.set(nameOf(entry), { ...entry });
      } else {
        sum.amount += entry.amount;
        sum.calls += entry.calls;
        sum.units += entry.units;
      }
    }
    return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  };
  return database.countTogether(async (query) => {
    // All at once: they run in order on the one connection, and the rows are locked the shorter.
    const counters = sums(counterName).map(async (entry): Promise<[string, number][]> => {
      const rows = await takeOffCounter(query, entry);
      return rows.map(({ used }) => [counterName(entry), used]);
    });
    const days = sums(({ account, api, day }) => `${account}\0${api}\0${day}`).map((entry) =>
      takeOffDay(query, entry),
    );
    const [used] = await Promise.all([Promise.all(counters), Promise.all(days)]);
    await closeBatch(query, id, "[]", new Date(now).toISOString());
    return new Map(used.flat());
  });
}

/** A limit does not allow a charge: its transaction is rolled back. */
class NotCovered extends Error {}

/** Adds one charge in a transaction of `withReceipt` that also writes its receipt: it is added once. */
export async function addCharge(query: Query, charge: Charge): Promise<number> {
  const { account, amount, limit, api, day, calls, units } = charge;
  if (amount > limit) throw new NotCovered();
  const [row] = await addToCounter(query, charge);
  if (row === undefined) throw new NotCovered();
  await query`
    insert into usage_day (account, api, day, calls, units)
    values (${account}, ${api}, ${day}, ${calls}, ${units})
    on conflict (account, api, day) do update set
      calls = usage_day.calls + excluded.calls, units = usage_day.units + excluded.units`;
  return row.used;
}

/** Runs charges with their receipts as one transaction; undefined if a limit does not allow them. */
export async function withReceipt<T>(
  database: Database,
  statements: (query: Query, script: Script) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await database.countTogether(statements);
  } catch (error) {
    if (error instanceof NotCovered) return undefined;
    throw problemOf(error);
  }
}

/** Takes a charge, or a part of one, off its counter and its day, within a transaction as for `addCharge`. */
export async function subtractCharge(query: Query, entry: Entry): Promise<void> {
  await takeOffCounter(query, entry);
  await takeOffDay(query, entry);
}

function takeOffCounter(query: Query, { account, plan, meter, period, amount }: Entry) {
  return query<{ used: number }>`
    update usage set used = case when used > ${amount} then used - ${amount} else 0 end
    where account = ${account} and plan = ${plan} and meter = ${meter} and period = ${period} returning used`;
}

function takeOffDay(query: Query, { account, api, day, calls, units }: Entry) {
  return query`
    update usage_day set calls = case when calls > ${calls} then calls - ${calls} else 0 end,
      units = case when units > ${units} then units - ${units} else 0 end
    where account = ${account} and api = ${api} and day = ${day}`;
}

/** Gives a charge back that is known by a name of its own: once, however often it is asked for and by whom. */
export async function refundOnce(database: Database, name: string, entry: Entry, now: number): Promise<void> {
  await openWriter(database, name, now);
  try {
    await applyRefunds(database, { writer: name, number: 1 }, [entry], now);
  } catch (error) {
    if (error instanceof WriterForgotten) throw noResponse(error);
    if (!(error instanceof NumberUsed)) throw problemOf(error);
  }
}

/** A commit without a response counts as an unavailable database. */
function problemOf(error: unknown): unknown {
  return error instanceof OutcomeUnknown ? error.problem : error;
}

/** Outcome of a batch: `unapplied` where it never will be, `passed` where a later one was, `forgotten` without its writer. */
export type ChargeOutcome = Outcome | "unapplied" | "passed" | "forgotten";

/** Settles a batch whose response was lost. Any process may call it, any number of times. */
export async function settleBatch(
  database: Database,
  { writer, number }: BatchId,
  now: number,
): Promise<ChargeOutcome> {
  const settling = database.countTogether(async (query): Promise<ChargeOutcome> => {
    // Waits for a transaction that applies the batch at this moment: it has the row locked.
    const rows = await query`
      update charge_writer set applied = ${number}, outcome = null, updated_at = ${new Date(now).toISOString()}
      where id = ${writer} and applied = ${number - 1} returning id`;
    if (rows.length > 0) return "unapplied";
    const [row] = await query<{ applied: number; outcome: string | null }>`
      select applied, outcome from charge_writer where id = ${writer}`;
    if (row === undefined) return "forgotten";
    if (row.applied !== number) return "passed";
    return row.outcome === null ? "unapplied" : outcomeOf(row.outcome);
  });
  return settling.catch((error: unknown) => {
    throw problemOf(error);
  });
}
