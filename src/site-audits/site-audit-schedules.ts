import { asProblem, Problem } from "../kit/problem.ts";
import type { Database, Row } from "../store/database.ts";
import { unknownSchedule } from "./site-audit.ts";
import type { NewSiteAudit } from "./site-audit-store.ts";

/** How often a schedule starts an audit. */
export const intervals = ["daily", "weekly"] as const;
export type Interval = (typeof intervals)[number];

const DAY_MS = 24 * 3_600_000;
const INTERVAL_MS: Readonly<Record<Interval, number>> = { daily: DAY_MS, weekly: 7 * DAY_MS };

/** Schedules that one account can have. */
const SCHEDULES_MAX = 20;

/** Schedules that are started in one look. */
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

/** The schedules of site audits. Everything that takes an account sees the schedules of that account only. */
export interface SiteAuditSchedules {
  /** Adds a schedule whose first audit starts after one interval. Throws `too-many-site-audits`. */
  create(schedule: Pick<ScheduleRow, "account" | "url" | "options" | "every">): Promise<ScheduleRow>;
  /** The newest first. */
  list(account: string): Promise<ScheduleRow[]>;
  /** Deletes a schedule. Throws `unknown-schedule`. */
  remove(account: string, id: string): Promise<ScheduleRow>;
  /**
   * Starts the audits that are due. Each is started by one process; of runs that were missed, one is made up for, and the
   * next is a whole number of intervals after the first.
   */
  startDue(): Promise<void>;
}

interface SchedulesOptions {
  readonly database: Database;
  now(): number;
  /** Starts an audit for the account itself. */
  start(audit: Omit<NewSiteAudit, "keyId">): Promise<unknown>;
  /** Called with what kept an audit from being started: the next one is tried after an interval. */
  failed(schedule: ScheduleRow, cause: unknown): void;
}

const timeText = (ms: number) => new Date(ms).toISOString();

/** The first time after `now` that is a whole number of intervals after `due`. */
export function nextRun(due: number, every: Interval, now: number): number {
  const interval = INTERVAL_MS[every];
  return due + interval * (Math.floor(Math.max(0, now - due) / interval) + 1);
}

/** Makes the schedules in a database. */
export function createSiteAuditSchedules({
  database,
  now,
  start,
  failed,
}: SchedulesOptions): SiteAuditSchedules {
  const { query } = database;
  return {
    async create({ account, url, options, every }) {
      const id = Bun.randomUUIDv7();
      const at = now();
      const [row] = await query<ScheduleRow>`
        insert into site_audit_schedule (id, account, url, options, every, created_at, due_at)
        select ${id}, ${account}, ${url}, ${options}, ${every}, ${timeText(at)}, ${timeText(at + INTERVAL_MS[every])}
        where (select count(*) from site_audit_schedule where account = ${account}) < ${SCHEDULES_MAX}
        returning id, account, url, options, every, created_at, due_at`;
      if (row !== undefined) return row;
      throw new Problem(
        "too-many-site-audits",
        `This account has ${SCHEDULES_MAX} schedules. Delete one, then create another.`,
      );
    },
    list: (account) => query<ScheduleRow>`
      select id, account, url, options, every, created_at, due_at from site_audit_schedule
      where account = ${account} order by id desc`,
    async remove(account, id) {
      if (!/^[\w.-]{1,64}$/.test(id)) throw unknownSchedule();
      const [row] = await query<ScheduleRow>`
        delete from site_audit_schedule where id = ${id} and account = ${account}
        returning id, account, url, options, every, created_at, due_at`;
      if (row === undefined) throw unknownSchedule();
      return row;
    },
    async startDue() {
      const at = now();
      const due = await query<ScheduleRow>`
        select id, account, url, options, every, created_at, due_at from site_audit_schedule
        where due_at <= ${timeText(at)} order by due_at limit ${STARTED}`;
      for (const schedule of due) {
        const { id, account, url, options, every, due_at } = schedule;
        const next = timeText(nextRun(Date.parse(due_at), every, at));
        // The name of the run makes it one audit, whichever processes start it and whenever they are killed.
        await start({ account, url, options, schedule: id, repeats: `${id} ${due_at}` }).catch(
          (cause: unknown) => {
            if (asProblem(cause).code === "storage-unavailable") throw cause;
            failed(schedule, cause);
          },
        );
        await query`update site_audit_schedule set due_at = ${next} where id = ${id} and due_at = ${due_at}`;
      }
    },
  };
}
