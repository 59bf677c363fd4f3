import { lockAccount } from "../accounts/lock-account.ts";
import { asProblem, Problem } from "../kit/problem.ts";
import type { Database, Query, Row } from "../store/database.ts";
import { SKEW_MS, timeText } from "../store/time-text.ts";
import { type Interval, type NewSiteAudit, unknownSchedule } from "./site-audit.ts";

const DAY_MS = 24 * 3_600_000;
const INTERVAL_MS: Readonly<Record<Interval, number>> = { daily: DAY_MS, weekly: 7 * DAY_MS };

const SCHEDULES_MAX = 20;

const STARTED = 20;

/** A row of the table of schedules. */
export interface ScheduleRow extends Row {
  readonly id: string;
  readonly account: string;
  readonly url: string;
  readonly options: string;
  readonly every: Interval;
  readonly created_at: string;
  readonly due_at: string;
}

interface NewSchedule extends Pick<ScheduleRow, "id" | "account" | "url" | "options" | "every"> {
  readonly idempotencyHash: string | undefined;
}

interface SchedulesOptions {
  readonly database: Database;
  now(): number;
  start(audit: Omit<NewSiteAudit, "keyId">): Promise<unknown>;
  /** Called with what kept an audit from being started: the next one is tried after an interval. */
  failed(schedule: ScheduleRow, cause: unknown): void;
}

/** The first time after `now` that is a whole number of intervals from `due`. */
export function nextRun(due: number, every: Interval, now: number): number {
  const interval = INTERVAL_MS[every];
  return due + interval * (Math.floor((now - due) / interval) + 1);
}

async function findRepeated(
  query: Query,
  account: string,
  idempotencyHash: string,
): Promise<ScheduleRow | undefined> {
  const [row] = await query<ScheduleRow>`
    select id, account, url, options, every, created_at, due_at from site_audit_schedule
    where repeats = ${idempotencyHash} and account = ${account}`;
  return row;
}

/** Adds a schedule in a transaction that has locked its account. Throws `too-many-site-audits`. */
export async function insertSchedule(
  query: Query,
  { id, account, url, options, every, idempotencyHash }: NewSchedule,
  at: number,
): Promise<ScheduleRow> {
  const [row] = await query<ScheduleRow>`
    insert into site_audit_schedule (id, account, url, options, every, created_at, due_at, repeats)
    select ${id}, ${account}, ${url}, ${options}, ${every}, ${timeText(at)}, ${timeText(at + INTERVAL_MS[every])},
      ${idempotencyHash ?? null}
    where (select count(*) from site_audit_schedule where account = ${account}) < ${SCHEDULES_MAX}
    on conflict do nothing returning id, account, url, options, every, created_at, due_at`;
  const found =
    row ?? (idempotencyHash === undefined ? undefined : await findRepeated(query, account, idempotencyHash));
  if (found !== undefined) return found;
  throw new Problem(
    "too-many-site-audits",
    `This account has ${SCHEDULES_MAX} schedules. Delete one, then create another.`,
  );
}

/** Makes the schedules in a database. */
export function createSiteAuditSchedules({ database, now, start, failed }: SchedulesOptions) {
  const startRun = async (schedule: ScheduleRow): Promise<void> => {
    const { id, account, url, options, due_at } = schedule;
    try {
      // The name of the run makes it one audit, whichever processes start it and whenever they are killed.
      await start({ account, url, options, schedule: id, idempotencyHash: `${id} ${due_at}` });
    } catch (cause) {
      if (asProblem(cause).code === "storage-unavailable") throw cause;
      failed(schedule, cause);
    }
  };
  return {
    create: ({ account, ...schedule }: Omit<NewSchedule, "id">): Promise<ScheduleRow> =>
      database.transaction(async (run) => {
        await lockAccount(run, account);
        const { idempotencyHash } = schedule;
        const before =
          idempotencyHash === undefined ? undefined : await findRepeated(run, account, idempotencyHash);
        return before ?? insertSchedule(run, { id: Bun.randomUUIDv7(), account, ...schedule }, now());
      }),
    repeated: (account: string, idempotencyHash: string): Promise<ScheduleRow | undefined> =>
      findRepeated(database.query, account, idempotencyHash),
    /** The newest first. */
    list: (account: string): Promise<ScheduleRow[]> => database.query<ScheduleRow>`
      select id, account, url, options, every, created_at, due_at from site_audit_schedule
      where account = ${account} order by id desc`,
    async remove(account: string, id: string): Promise<ScheduleRow> {
      if (!/^[\w.-]{1,64}$/.test(id)) throw unknownSchedule();
      const [row] = await database.query<ScheduleRow>`
        delete from site_audit_schedule where id = ${id} and account = ${account}
        returning id, account, url, options, every, created_at, due_at`;
      if (row === undefined) throw unknownSchedule();
      return row;
    },
    /** Starts the audits that are due, each by one process; of missed runs, one is made up for. */
    async startDue(): Promise<void> {
      const at = now();
      const present = timeText(at);
      // Runs further ahead than an interval were planned before the clock went back: they are planned again.
      const latest = timeText(at + INTERVAL_MS.weekly + SKEW_MS);
      const found = await database.query<ScheduleRow>`
        select id, account, url, options, every, created_at, due_at from site_audit_schedule
        where due_at <= ${present} or due_at > ${latest} order by due_at limit ${STARTED}`;
      for (const schedule of found) {
        const { id, every, due_at } = schedule;
        if (due_at <= present) await startRun(schedule);
        const next = timeText(nextRun(Date.parse(due_at), every, at));
        await database.query`update site_audit_schedule set due_at = ${next} where id = ${id} and due_at = ${due_at}`;
      }
    },
  };
}
export type SiteAuditSchedules = ReturnType<typeof createSiteAuditSchedules>;
