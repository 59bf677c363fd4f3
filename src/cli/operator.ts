import type { Accounts } from "../accounts/create-accounts.ts";
import type { KeyLimits } from "../accounts/keys.ts";
import {
  allowList,
  email as emailAddress,
  expiry,
  grace,
  keyMode,
  keyName,
  scope,
} from "../http/accounts/account-schemas.ts";
import type { CommandCall } from "../kit/command.ts";
import { readParameter } from "../kit/parameter.ts";
import { Problem } from "../kit/problem.ts";
import { commandActor } from "./admin.ts";
import { readCommand } from "./command-forms.ts";

/** The usage of the operator's commands. */
export const OPERATOR_USAGE = `quintet keys create EMAIL [--name NAME] [--apis seo,pdf] [--mode live|test] [--expires-at DATE] [--allowed-ips LIST]
quintet keys list EMAIL
quintet keys update EMAIL ID [--name NAME] [--expires-at DATE|never] [--allowed-ips LIST|all]
quintet keys revoke EMAIL ID
quintet keys roll EMAIL ID [--grace 0|1h|24h|7d]
quintet plan set EMAIL PLAN[,PLAN]
quintet usage EMAIL`;

/** The limits that options name; a word removes one. */
function limitsOf(given: CommandCall["given"]): KeyLimits {
  const expiresAt = given["expires-at"] === "never" ? "" : given["expires-at"];
  const allowedIps = given["allowed-ips"] === "all" ? "" : given["allowed-ips"];
  return {
    expiresAt: readParameter("expires-at", expiry, expiresAt),
    allowedIps: readParameter("allowed-ips", allowList, allowedIps),
  };
}

/**
 * Runs `keys …`, `plan …` or `usage …` and shows the result. A key can be created for any email
 * address; its account is created if necessary. Throws a `UsageError` for an unknown command, a `Problem` for a
 * rejected one.
 */
export async function runOperator(
  words: readonly string[],
  accounts: Accounts,
  show: (value: unknown) => void,
): Promise<void> {
  const { keys, accountStore, catalogue } = accounts;
  const { name: command, args, given } = readCommand(OPERATOR_USAGE, words);
  const [email = "", id = ""] = args;
  const by = commandActor();
  const account = async (): Promise<string> => {
    const found = await accountStore.byEmail(readParameter("email", emailAddress, email));
    if (found !== undefined) return found.id;
    throw new Problem(
      "unknown-account",
      "No account has this email address. Run quintet keys create to create one.",
    );
  };
  const gone = () =>
    new Problem(
      "unknown-key",
      "The account has no active key with this ID. Run quintet keys list to see its keys.",
    );

  if (command === "keys create") {
    const apis = readParameter("apis", scope(Object.keys(catalogue.meters)), given.apis);
    const name = readParameter("name", keyName, given.name);
    const { account: owner } = await accountStore.ensure(readParameter("email", emailAddress, email), by);
    const mode = readParameter("mode", keyMode, given.mode);
    show(await keys.create(owner.id, name, apis, { mode, ...limitsOf(given) }, by));
  } else if (command === "keys list") {
    show(await keys.list(await account()));
  } else if (command === "keys update") {
    const name = given.name === undefined ? undefined : readParameter("name", keyName, given.name);
    const changed = await keys.update(await account(), id, { name, ...limitsOf(given) }, by);
    if (changed === undefined) throw gone();
    show(changed);
  } else if (command === "keys revoke") {
    if (!(await keys.revoke(await account(), id, by))) throw gone();
    show({ revoked: true });
  } else if (command === "keys roll") {
    const graceMs = readParameter("grace", grace, given.grace);
    const made = await keys.roll(await account(), id, graceMs, by);
    if (made === undefined) throw gone();
    show(made);
  } else if (command === "plan set") {
    const owner = await account();
    await accountStore.setPlans(owner, id.split(","), by);
    show(await accountStore.heldPlans(owner));
  } else {
    show(await accounts.usage(await account()));
  }
}
