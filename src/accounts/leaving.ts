import type { Database, Row } from "../store/database.ts";
import type { FormerUsage } from "./former-usage.ts";

/** Everything that is kept about an account, as its owner may take it along. */
export interface Holdings {
  readonly email: string;
  readonly createdAt: string;
  readonly plans: readonly Row[];
  /** Ids at the payment service. */
  readonly customers: readonly Row[];
  readonly subscriptions: readonly Row[];
  /** Without their hashes: nobody has a use for them but this service. */
  readonly keys: readonly Row[];
  readonly counters: readonly Row[];
  readonly days: readonly Row[];
  readonly notices: readonly Row[];
  readonly mails: readonly Row[];
  readonly sessions: readonly Row[];
  /** Credits that an operator granted. */
  readonly credits: readonly Row[];
  /** What was recorded of security-relevant acts, without which operator acted. */
  readonly audit: readonly Row[];
}

/** What the owner of an account may do with it as a whole. */
export interface Leaving {
  /** Undefined where there is no such account. */
  holdings(account: string): Promise<Holdings | undefined>;
  /**
   * Deletes an account for good: payments end first, then its keys and sessions, on every replica within five
   * seconds, and every row about it. What stays until the free plans' periods end is their usage under a keyed hash
   * of the mailbox (`FormerUsage`). Throws where payments cannot be ended; then nothing was deleted. A call in
   * progress may leave a counter behind, under an id that leads to nobody.
   */
  remove(account: string): Promise<void>;
}

export function createLeaving(
  database: Database,
  formerUsage: FormerUsage,
  endPayments: (account: string) => Promise<void>,
): Leaving {
  const { query } = database;
  return {
    async holdings(account) {
      const [owner] = await query<{ email: string; created_at: string }>`
        select email, created_at from account where id = ${account}`;
      if (owner === undefined) return undefined;
      return {
        email: owner.email,
        createdAt: owner.created_at,
        plans:
          await query`select plan, started_on as "startedOn" from account_plan where account = ${account}`,
        customers: await query`select customer from billing_customer where account = ${account}`,
        subscriptions: await query`
          select id, plan, status, started_on as "startedOn", period_end as "periodEnd",
            ends_at as "endsAt", held_until as "heldUntil"
          from subscription where account = ${account}`,
        keys: await query`
          select id, name, hint, apis, created_at as "createdAt", expires_at as "expiresAt",
            revoked_at as "revokedAt", last_used_on as "lastUsedOn"
          from api_key where account = ${account} order by created_at`,
        counters: await query`
          select plan, meter, period, used from usage where account = ${account} order by period`,
        days: await query`
          select day, api, calls, units from usage_day where account = ${account} order by day, api`,
        notices: await query`
          select plan, meter, period, percent, created_at as "createdAt" from notice where account = ${account}`,
        mails: await query`
          select kind, created_at as "createdAt", sent_at as "sentAt", failed_at as "failedAt" from mail
          where email = ${owner.email} order by mail.created_at`,
        sessions: await query`
          select created_at as "createdAt", last_used_on as "lastUsedOn", device, expires_at as "expiresAt"
          from session where account = ${account} order by session.expires_at`,
        credits: await query`
          select amount, created_at as "createdAt", expires_at as "expiresAt", note
          from credit_grant where account = ${account} order by id`,
        audit: await query`
          select created_at as "createdAt", actor, action, network, detail
          from audit where account = ${account} order by id`,
      };
    },
    async remove(account) {
      await endPayments(account);
      const [known] = await query<{ email: string }>`select email from account where id = ${account}`;
      if (known === undefined) return;
      const mailbox = await formerUsage.mailboxOf(known.email);
      await database.transaction(async (run) => {
        const [owner] = await run<{ email: string }>`select email from account where id = ${account}`;
        if (owner === undefined) return;
        await formerUsage.keep(run, account, mailbox);
        await run`delete from session where account = ${account}`;
        await run`delete from api_key where account = ${account}`;
        await run`delete from account_plan where account = ${account}`;
        await run`delete from subscription where account = ${account}`;
        await run`delete from billing_customer where account = ${account}`;
        await run`delete from usage where account = ${account}`;
        await run`delete from usage_day where account = ${account}`;
        await run`delete from notice where account = ${account}`;
        await run`delete from replay where account = ${account}`;
        await run`delete from link where email = ${owner.email}`;
        await run`delete from mail where email = ${owner.email}`;
        await run`delete from account where id = ${account}`;
      });
      await database.notify(account);
    },
  };
}
