import type { z } from "zod";
import type { Accounts } from "../accounts/create-accounts.ts";
import { type TokenAction, tokenActions } from "../http/admin/token-actions.ts";
import { readParameter } from "../kit/parameter.ts";
import { Problem } from "../kit/problem.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import { isRecord } from "../kit/record.ts";
import { separated } from "../kit/resource.ts";
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

type ActionName = keyof ReturnType<typeof tokenActions>;

/** The action of each command; a list is shown without the object around it. */
const actionOf: Readonly<Record<string, readonly [action: ActionName, list?: string]>> = {
  "keys create": ["adminCreateKey"],
  "keys list": ["adminKeys", "keys"],
  "keys update": ["adminUpdateKey"],
  "keys revoke": ["adminRevokeKey"],
  "keys roll": ["adminRollKey"],
  "plan set": ["adminSetPlans", "plans"],
  usage: ["adminUsage"],
};

/** What to do about a problem, on the command line. */
const hints: Partial<Record<ProblemCode, string>> = {
  "unknown-account": "Run quintet keys create to create one.",
  "unknown-key": "Run quintet keys list to see its keys.",
};

/** The members of a schema, read from options; a word removes a limit. */
function readMembers({ shape }: z.ZodObject, options: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries<z.ZodType>(shape).map(([name, member]) => {
      const option = separated(name, "-");
      const text = options[option];
      const isRemoved =
        (option === "expires-at" && text === "never") || (option === "allowed-ips" && text === "all");
      return [name, readParameter(option, member, isRemoved ? "" : text)];
    }),
  );
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
  const { name: command, args, given } = readCommand(OPERATOR_USAGE, words);
  const [email, id = ""] = args;
  const found = actionOf[command];
  if (found === undefined) throw new TypeError(`${command} is in the usage text alone`);
  const [name, list] = found;
  const action: TokenAction = tokenActions(Object.keys(accounts.catalogue.meters))[name];
  const options = { ...given, email, plan: id };
  const input = { query: readMembers(action.query, options), fields: readMembers(action.fields, options) };
  const result = await action.run({ ...input, id, by: commandActor() }, accounts).catch((error: unknown) => {
    const hint = error instanceof Problem ? hints[error.code] : undefined;
    throw error instanceof Problem && hint !== undefined
      ? new Problem(error.code, `${error.message} ${hint}`)
      : error;
  });
  show(list !== undefined && isRecord(result) ? result[list] : result);
}
