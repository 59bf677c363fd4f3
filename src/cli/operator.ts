import type { z } from "zod";
import type { Actor } from "../accounts/audit.ts";
import type { Accounts } from "../accounts/create-accounts.ts";
import { planTitle } from "../accounts/credits.ts";
import { apis } from "../apis/default-apis.ts";
import { email as emailAddress } from "../http/accounts/account-schemas.ts";
import { incidentActions } from "../http/admin/incident-actions.ts";
import { type OperatorSite, operatorActions as siteActions } from "../http/admin/operator-actions.ts";
import { tokenActions } from "../http/admin/token-actions.ts";
import type { SiteAction } from "../http/core/contract-endpoints.ts";
import type { CommandCall } from "../kit/command.ts";
import { readerOf, readParameter } from "../kit/parameter.ts";
import { Problem } from "../kit/problem.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import { isRecord } from "../kit/record.ts";
import { UsageError } from "../kit/usage-error.ts";
import { optionOf } from "./catalogue.ts";
import type { Json } from "./format.ts";
import { type CliAction, cliAction } from "./resource-catalogue.ts";
import { formOf, showResult } from "./resource-commands.ts";
import type { Terminal } from "./terminal.ts";

interface Asked {
  readonly query: Record<string, unknown>;
  readonly fields: Record<string, unknown>;
  readonly id: string;
  readonly by: Actor;
}

interface OperatorCommand {
  readonly action: SiteAction<OperatorSite, { readonly by: Actor }>;
  /** Its arguments, as forms write them: a member of the request, ID, or ACCOUNT for the ID of an account. */
  readonly takes: readonly string[];
  readonly renamed: Readonly<Record<string, string>>;
  readonly list: string | undefined;
}

function commandOf(
  action: OperatorCommand["action"],
  takes: readonly string[] = [],
  renamed: Readonly<Record<string, string>> = {},
  list?: string,
): OperatorCommand {
  return { action, takes, renamed, list };
}

async function run({ action }: OperatorCommand, asked: Asked, accounts: Accounts): Promise<unknown> {
  const page = () => {
    throw new TypeError("a command has no page");
  };
  const site = { accounts, soldPlans: () => [], page };
  const request = Object.assign(new Request("http://localhost/"), { params: {} });
  const outcome = await action.run({ ...asked, request, requestId: "" }, site);
  return outcome instanceof Response ? outcome.json() : outcome.json;
}

function commandsFor(names: readonly string[]): Readonly<Record<string, OperatorCommand>> {
  const token = tokenActions(names);
  return {
    "keys create": commandOf(token.adminCreateKey, ["EMAIL"]),
    "keys list": commandOf(token.adminKeys, ["EMAIL"], {}, "keys"),
    "keys update": commandOf(token.adminUpdateKey, ["EMAIL", "ID"]),
    "keys revoke": commandOf(token.adminRevokeKey, ["EMAIL", "ID"]),
    "keys rotate": commandOf(token.adminRollKey, ["EMAIL", "ID"]),
    "plan set": commandOf(token.adminSetPlans, ["EMAIL", "PLAN[,PLAN]"], {}, "plans"),
    usage: commandOf(token.adminUsage, ["EMAIL"]),
    "admin accounts list": commandOf(siteActions.adminAccounts, [], { q: "search" }),
    "admin accounts show": commandOf(siteActions.adminAccount, ["ACCOUNT"]),
    "admin accounts suspend": commandOf(siteActions.adminSuspend, ["ACCOUNT"]),
    "admin accounts unsuspend": commandOf(siteActions.adminUnsuspend, ["ACCOUNT"]),
    "admin accounts delete": commandOf(siteActions.adminDelete, ["ACCOUNT"], { email: "confirm" }),
    "admin accounts export": commandOf(siteActions.adminExport, ["ACCOUNT"]),
    "admin accounts credit": commandOf(siteActions.adminCredits, ["ACCOUNT", "AMOUNT"]),
    "admin accounts plan": commandOf(siteActions.adminAccountPlans, ["ACCOUNT", "PLAN[,PLAN]"], {}, "plans"),
    "admin accounts sessions revoke": commandOf(siteActions.adminSessions, ["ACCOUNT"]),
    "admin audit": commandOf(siteActions.adminAudit, ["[ACCOUNT]"]),
    "admin incidents list": commandOf(incidentActions.adminIncidents, [], {}, "incidents"),
    "admin incidents open": commandOf(incidentActions.adminOpenIncident, ["TITLE"]),
    "admin incidents update": commandOf(incidentActions.adminUpdateIncident, ["ID"]),
    "admin incidents resolve": commandOf(incidentActions.adminResolveIncident, ["ID"]),
    "admin plan list": commandOf(siteActions.adminPlanVersions, [], {}, "versions"),
    "admin plan move": commandOf(siteActions.adminMovePlan, ["FROM", "TO"]),
  };
}

const memberOf = (argument: string) => /\w+/.exec(argument)?.[0].toLowerCase() ?? "";

function asAction(command: string, { action, takes, renamed }: OperatorCommand): CliAction {
  const { query, fields, ...rest } = cliAction(command, action);
  const taken = new Set(takes.map(memberOf));
  const options = [...fields, ...query]
    // What a page says after a change is nothing to ask for.
    .filter(({ name }) => !taken.has(name) && name !== "moved")
    .map((one) => ({ ...one, option: renamed[one.name] ?? one.option }));
  return { ...rest, arguments: takes, query: [], fields: options };
}

/** The actions of operators as commands. */
export const operatorActions: readonly CliAction[] = Object.entries(
  commandsFor(apis.filter(({ access }) => access === "key").map(({ name }) => name)),
).map(([command, described]) => asAction(command, described));

/** The forms of the commands, one on a line. ACCOUNT is an email address or an ID. */
export const OPERATOR_USAGE = operatorActions.map((action) => formOf(action, ["[--json]"])).join("\n");

function commandActor(): Actor {
  const uid = `uid ${process.getuid?.() ?? "unknown"}`;
  // A container may run as a user without a name.
  const user = process.env.USER ?? "";
  const name = /^[\w.-]{1,32}$/.test(user) ? `${user}, ${uid}` : uid;
  return { kind: "operator", name: `command line (${name})` };
}

const REMOVALS: Readonly<Record<string, string>> = { expiresAt: "never", allowedIps: "all", plan: "none" };

/** Reads one member of a request. `label` is what the user calls it. Throws a `UsageError`. */
function readMember(name: string, label: string, schema: z.ZodType, given: string | undefined): unknown {
  const emptyValues = given !== undefined && given === REMOVALS[name] ? ["", undefined] : [];
  const text = [...emptyValues.filter((empty) => schema.safeParse(empty).success), given][0];
  try {
    return text ? readerOf(label, schema)(text) : readParameter(label, schema, text);
  } catch (error) {
    throw error instanceof Problem ? new UsageError(error.message) : error;
  }
}

async function readAsked(
  { action, takes, renamed }: OperatorCommand,
  { args, given }: CommandCall,
  accounts: Accounts,
): Promise<Asked> {
  const members = ({ shape }: z.ZodObject) =>
    Object.fromEntries(
      Object.entries<z.ZodType>(shape).map(([name, schema]) => {
        const place = takes.findIndex((argument) => memberOf(argument) === name);
        const option = renamed[name] ?? optionOf(name);
        const label = place < 0 ? `--${option}` : name.toUpperCase();
        return [name, readMember(name, label, schema, place < 0 ? given[option] : args[place])];
      }),
    );
  const asked = { query: members(action.query), fields: members(action.fields), by: commandActor() };
  const [first = ""] = args;
  if (takes[0] !== "ACCOUNT") return { ...asked, id: args[takes.indexOf("ID")] ?? "" };
  if (!first.includes("@")) return { ...asked, id: first.toLowerCase() };
  const account = await accounts.accountStore.byEmail(readParameter("ACCOUNT", emailAddress, first));
  if (account === undefined) throw new Problem("unknown-account", "No account has this email address.");
  return { ...asked, id: account.id };
}

const hints: Partial<Record<ProblemCode, string>> = {
  "unknown-account": "Run quintet admin accounts list to see all accounts.",
  "unknown-key": "Run quintet keys list to see its keys.",
};

/** A result as a terminal shows it: with the quotas of all APIs as rows of one table. */
export function rowsOf(value: Json, titleOf: (plan: string) => string): Json {
  const quotaRow = (api: Json, quota: Json): Json => {
    const { plan, used = null, limit = null, unit = null, resetsAt } = quota as Record<string, Json>;
    return { api, plan: titleOf(String(plan)), used, limit, unit, resets: String(resetsAt).slice(0, 10) };
  };
  if (Array.isArray(value)) {
    return value.flatMap((row: Json): Json[] =>
      isRecord(row) && Array.isArray(row.quotas)
        ? row.quotas.map((quota: Json) => quotaRow(row.api ?? null, quota))
        : [row],
    );
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rowsOf(member, titleOf)]));
}

async function resultOf(called: CommandCall, accounts: Accounts): Promise<unknown> {
  const command = commandsFor(Object.keys(accounts.catalogue.meters))[called.name];
  if (command === undefined) throw new TypeError(`${called.name} has no action`);
  try {
    const result = await run(command, await readAsked(command, called, accounts), accounts);
    return command.list !== undefined && isRecord(result) ? result[command.list] : result;
  } catch (error) {
    const hint = error instanceof Problem ? hints[error.code] : undefined;
    if (error instanceof Problem && hint !== undefined)
      throw new Problem(error.code, `${error.message} ${hint}`);
    throw error;
  }
}

/** Runs `keys …`, `plan …`, `usage …` or `admin …`. Throws a `UsageError` or a `Problem`. */
export async function runOperator(
  called: CommandCall,
  accounts: Accounts,
  terminal: Terminal,
): Promise<void> {
  const result = JSON.parse(JSON.stringify(await resultOf(called, accounts))) as Json;
  const isRaw = called.flags.has("json");
  const isText = terminal.output.isTTY && !isRaw;
  const titleOf = (plan: string) => planTitle(accounts.catalogue.plans, plan);
  showResult(isText ? rowsOf(result, titleOf) : result, isRaw, terminal);
  if (isText && isRecord(result) && "key" in result)
    terminal.output.write("\nCopy the key now. It is shown only once.\n");
}
