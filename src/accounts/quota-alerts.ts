import type { Database, Query } from "../store/database.ts";
import type { EmailQueue } from "./email-queue.ts";
import type { QuotaUsage } from "./grants.ts";

/** Shares of a quota at which its owner is told, in percent, the highest last. */
const PERCENTS = [80, 100] as const;
const REMEMBERED = 100_000;

interface QuotaAlertsOptions {
  readonly database: Database;
  now(): number;
  queue(query: Query, account: string, usage: QuotaUsage, percent: number): Promise<void>;
  queued?(): void;
}

/** The email to the owner of a quota. */
export function byEmail(emails: Pick<EmailQueue, "tell">): QuotaAlertsOptions["queue"] {
  return async (query, account, { held, period, used }, percent) => {
    const facts = {
      plan: held.plan.id,
      meter: held.grant.meter,
      unit: held.unit,
      used,
      limit: held.grant.limit,
      percent,
      resetsAt: new Date(period.endsAt).toISOString(),
      window: held.grant.window,
    };
    await emails.tell("quota", account, facts, query);
  };
}

/** Creates the alerts at 80% and 100% of a quota. */
export function createQuotaAlerts({ database, now, queue, queued }: QuotaAlertsOptions) {
  const told = new Set<string>();
  /** Marks thresholds as told and queues the email for the last of them, the highest. */
  const tell = async (account: string, usage: QuotaUsage, percents: readonly number[]): Promise<void> => {
    const { held, period } = usage;
    const isNews = await database.transaction(async (query) => {
      let isMarked = false;
      for (const percent of percents) {
        const marked = await query`
          insert into notice (account, plan, meter, period, percent, created_at)
          values (${account}, ${held.plan.id}, ${held.grant.meter}, ${period.key}, ${percent},
            ${new Date(now()).toISOString()})
          on conflict (account, plan, meter, period, percent) do nothing returning percent`;
        isMarked = marked.length > 0;
      }
      if (isMarked) await queue(query, account, usage, Math.max(...percents));
      return isMarked;
    });
    if (isNews) queued?.();
  };
  return {
    /** Queues the alert for the highest threshold reached, once: in one transaction with its mark. Nearly always undefined. */
    announce(account: string, usage: QuotaUsage): Promise<void> | undefined {
      const { held, period, used } = usage;
      const nameOf = (percent: number) =>
        `${account} ${held.plan.id} ${held.grant.meter} ${period.key} ${percent}`;
      const due = PERCENTS.filter(
        (percent) => used * 100 >= held.grant.limit * percent && !told.has(nameOf(percent)),
      );
      if (due.length === 0) return undefined;
      return tell(account, usage, due).then(() => {
        if (told.size >= REMEMBERED) told.clear();
        for (const percent of due) told.add(nameOf(percent));
      });
    },
  };
}
export type QuotaAlerts = ReturnType<typeof createQuotaAlerts>;
