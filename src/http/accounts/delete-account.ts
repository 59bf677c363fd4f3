import type { Actor } from "../../accounts/audit.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { Problem } from "../../kit/problem.ts";

/** Deletes an account. Throws `invalid-body` unless its email address was typed as a confirmation. */
export async function deleteAccount(
  { accountDeletion, audit }: Accounts,
  { id, email }: { readonly id: string; readonly email: string | undefined },
  typed: string,
  by: Actor,
): Promise<void> {
  if (typed !== email) {
    throw new Problem("invalid-body", "The email does not match this account. Nothing was deleted.", {
      parameter: "email",
    });
  }
  await accountDeletion.remove(id);
  await audit.record(by, { action: "account.deleted", account: id });
}
