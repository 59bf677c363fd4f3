import { Problem } from "../kit/problem.ts";
import type { Query } from "../store/database.ts";
import { type SuspensionRow, suspended, suspensionOf } from "./suspension.ts";

/** The condition that the account of `$1` was not deleted. Without metering, everything belongs to the account "". */
export const HAS_ACCOUNT =
  "($1 = '' or exists (select 1 from account where id = $1 and email <> 'deleted ' || id))";

/** The error for what is stored in the name of an account that was deleted meanwhile. */
export function accountDeleted(): Problem {
  return new Problem("key-revoked", "The account of this key was deleted.");
}

/** Locks an account until the end of a transaction. Throws `key-revoked` for one that was deleted. */
export async function lockAccount(query: Query, account: string): Promise<SuspensionRow | undefined> {
  if (account === "") return undefined;
  // A write, because SQLite knows no other lock of a row.
  const [found] = await query<SuspensionRow>`
    update account set created_at = created_at where id = ${account} and email <> 'deleted ' || id
    returning suspended_at, suspension_reason`;
  if (found === undefined) throw accountDeleted();
  return found;
}

/** Locks an account that may change its keys. Throws as `lockAccount` does, and `account-suspended`. */
export async function lockActive(query: Query, account: string): Promise<void> {
  const suspension = suspensionOf(await lockAccount(query, account));
  if (suspension !== undefined) throw suspended(suspension);
}
