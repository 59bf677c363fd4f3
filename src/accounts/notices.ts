import type { Database } from "../store/database.ts";
import type { Receipt } from "./meter.ts";

/** Shares of a quota at which its owner is told, in percent. */
export const NOTICE_PERCENTS = [80, 100] as const;

/** The shares that a charge has just crossed. */
export function crossed({ held, used, amount }: Pick<Receipt, "held" | "used" | "amount">): number[] {
  return NOTICE_PERCENTS.filter((percent) => {
    const mark = Math.ceil((held.grant.limit * percent) / 100);
    return used >= mark && used - amount < mark;
  });
}

/**
 * Remembers that the owner is told of a share of this period. True the first time only: a quota that falls
 * back by a refund and rises again is no news.
 */
export async function isNews(
  database: Database,
  receipt: Receipt,
  percent: number,
  now: number,
): Promise<boolean> {
  const { account, held, period } = receipt;
  const rows = await database.query`
    insert into notice (account, plan, meter, period, percent, created_at)
    values (${account}, ${held.plan.id}, ${held.grant.meter}, ${period.key}, ${percent}, ${new Date(now).toISOString()})
    on conflict (account, plan, meter, period, percent) do nothing returning percent`;
  return rows.length > 0;
}
