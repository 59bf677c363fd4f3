import type { Query } from "../store/database.ts";
import { type Catalogue, isFree } from "./catalogue.ts";
import type { MailboxHash } from "./mailbox-hash.ts";
import { periodOf } from "./period.ts";

interface FormerUsageOptions {
  readonly catalogue: Catalogue;
  readonly mailboxOf: MailboxHash;
  now(): number;
}

/** Creates the record of free usage of deleted accounts, by mailbox hash. */
export function createFormerUsage({ catalogue, mailboxOf, now }: FormerUsageOptions) {
  return {
    mailboxOf,
    async keep(query: Query, account: string, mailbox: string): Promise<void> {
      for (const plan of catalogue.plans.filter(isFree)) {
        for (const { meter, window } of plan.grants) {
          const { key, endsAt } = periodOf(window, now());
          // The larger of two: an account that was given former usage has it in its own counter.
          await query`
            insert into former_usage (mailbox, plan, meter, period, used, expires_at)
            select ${mailbox}, plan, meter, period, used, ${new Date(endsAt).toISOString()} from usage
            where account = ${account} and plan = ${plan.id} and meter = ${meter} and period = ${key} and used > 0
            on conflict (mailbox, plan, meter, period) do update set used =
              case when excluded.used > former_usage.used then excluded.used else former_usage.used end`;
        }
      }
    },
    async restore(query: Query, account: string, mailbox: string): Promise<void> {
      await query`
        insert into usage (account, plan, meter, period, used)
        select ${account}, plan, meter, period, used from former_usage
        where mailbox = ${mailbox} and expires_at > ${new Date(now()).toISOString()}
        on conflict (account, plan, meter, period) do nothing`;
    },
  };
}
export type FormerUsage = ReturnType<typeof createFormerUsage>;
