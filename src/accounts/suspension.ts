import { Problem } from "../kit/problem.ts";
import type { Database } from "../store/database.ts";
import { type Actor, type Audit, SYSTEM } from "./audit.ts";
import type { MailboxHash } from "./mailbox-hash.ts";

/** Suspension of an account. */
export interface Suspension {
  readonly suspendedAt: string;
  /** The operator's words; the owner of the account sees them. */
  readonly reason: string;
}

/** The columns of `account` about suspension. */
export type SuspensionRow = {
  readonly suspended_at: string | null;
  readonly suspension_reason: string | null;
};

/** The suspension in a row of `account`; undefined if the account is not suspended. */
export function suspensionOf(row: SuspensionRow | undefined): Suspension | undefined {
  if (row === undefined || row.suspended_at === null) return undefined;
  return { reason: row.suspension_reason ?? "", suspendedAt: row.suspended_at };
}

/** The `account-suspended` problem. */
export function suspended({ suspendedAt, reason }: Suspension): Problem {
  const end = /[.!?]$/.test(reason) ? "" : ".";
  return new Problem(
    "account-suspended",
    `This account is suspended: ${reason}${end} Contact the operator.`,
    { members: { reason, suspendedAt } },
  );
}

interface SuspensionsOptions {
  readonly database: Database;
  readonly audit: Audit;
  readonly mailboxOf: MailboxHash;
  now(): number;
}

/** Creates the operations that suspend accounts and lift suspensions. */
export function createSuspensions({ database, audit, mailboxOf, now }: SuspensionsOptions) {
  const { query } = database;
  return {
    /** False where there is no such account. A new reason replaces the one before. */
    async suspend(account: string, reason: string, by: Actor = SYSTEM): Promise<boolean> {
      const [owner] = await query<{ email: string }>`select email from account where id = ${account}`;
      if (owner === undefined) return false;
      // So that no other spelling of the address opens a new account.
      const mailbox = await mailboxOf(owner.email);
      const isThere = await database.transaction(async (run) => {
        const rows = await run`
          update account set suspended_at = coalesce(suspended_at, ${new Date(now()).toISOString()}),
            suspension_reason = ${reason}, suspended_mailbox = ${mailbox}
          where id = ${account} returning id`;
        if (rows.length > 0)
          await audit.record(by, { action: "account.suspended", account, detail: { reason } }, run);
        return rows.length > 0;
      });
      await database.notify(account);
      return isThere;
    },
    /** Returns false if the account is not suspended or does not exist. */
    async lift(account: string, by: Actor = SYSTEM): Promise<boolean> {
      const isLifted = await database.transaction(async (run) => {
        const rows = await run`
          update account set suspended_at = null, suspension_reason = null, suspended_mailbox = null
          where id = ${account} and suspended_at is not null returning id`;
        if (rows.length > 0) await audit.record(by, { action: "account.unsuspended", account }, run);
        return rows.length > 0;
      });
      await database.notify(account);
      return isLifted;
    },
    /** Throws `account-suspended` where the account is. */
    async check(account: string): Promise<void> {
      const [row] = await query<SuspensionRow>`
        select suspended_at, suspension_reason from account where id = ${account}`;
      const suspension = suspensionOf(row);
      if (suspension !== undefined) throw suspended(suspension);
    },
  };
}
export type Suspensions = ReturnType<typeof createSuspensions>;
