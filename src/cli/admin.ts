import { z } from "zod";
import type { AccountSummary } from "../accounts/account-directory.ts";
import type { Actor } from "../accounts/audit.ts";
import type { Accounts } from "../accounts/create-accounts.ts";
import {
  accountSearch,
  after,
  creditAmount,
  creditDays,
  email as emailAddress,
  note,
  planVersion,
  reason,
} from "../http/accounts/account-schemas.ts";
import { accountDetail, withSuspension } from "../http/admin/operator-actions.ts";
import type { CommandCall } from "../kit/command.ts";
import { invalidParameter, readParameter } from "../kit/parameter.ts";
import { Problem } from "../kit/problem.ts";
import { isRecord } from "../kit/record.ts";
import { UsageError } from "../kit/usage-error.ts";
import { readCommand } from "./command-forms.ts";
import type { Json } from "./format.ts";

/** Synopses of the commands for accounts, plans and the audit log. ACCOUNT is an email address or an ID. */
export const ADMIN_USAGE = `quintet admin accounts list [--search TEXT] [--state suspended] [--after NEXT] [--limit N]
quintet admin accounts show ACCOUNT
quintet admin accounts suspend ACCOUNT --reason TEXT
quintet admin accounts unsuspend ACCOUNT
quintet admin accounts delete ACCOUNT --confirm EMAIL
quintet admin accounts export ACCOUNT
quintet admin accounts credit ACCOUNT AMOUNT [--days N] [--note TEXT]
quintet admin accounts plan ACCOUNT PLAN[,PLAN]|none
quintet admin accounts sessions revoke ACCOUNT
quintet admin incidents list
quintet admin incidents open TITLE --message TEXT
quintet admin incidents update ID --message TEXT
quintet admin incidents resolve ID --message TEXT
quintet admin audit [ACCOUNT] [--after NEXT] [--limit N]
quintet admin plan list
quintet admin plan move FROM TO [--version N]`;

type Options = CommandCall["given"];
const DAY_MS = 86_400_000;

/** The user of the command, for the audit log. */
export function commandActor(): Actor {
  const uid = `uid ${process.getuid?.() ?? "unknown"}`;
  // A container may run as a user without a name.
  const user = process.env.USER ?? "";
  const name = /^[\w.-]{1,32}$/.test(user) ? `${user}, ${uid}` : uid;
  return { kind: "operator", name: `command line (${name})` };
}

const pageLimit = z
  .string()
  .regex(/^(?:[1-9]\d?|100)$/, "must be a whole number from 1 to 100")
  .default("50")
  .transform(Number);

const limitOf = ({ limit }: Options) => readParameter("limit", pageLimit, limit);

const optional = <Out>(text: string | undefined, read: (text: string) => Out): Out | undefined =>
  text === undefined ? undefined : read(text);

const afterOf = (given: Options) => optional(given.after, (text) => readParameter("after", after, text));

/** The account of an email address or an ID. Throws `unknown-account`. */
async function find(accounts: Accounts, text: string): Promise<AccountSummary> {
  const id = text.includes("@")
    ? (await accounts.accountStore.byEmail(readParameter("email", emailAddress, text)))?.id
    : text.toLowerCase();
  const found = await accounts.directory.byId(id ?? "");
  if (found !== undefined) return found;
  throw new Problem("unknown-account", "No account has this email address or ID.");
}

type AdminCommand = (
  account: AccountSummary,
  given: Options,
  accounts: Accounts,
  by: Actor,
  argument: string | undefined,
) => Promise<unknown>;

/** The error for an option that a command cannot do without. */
const missing = (option: string) =>
  new UsageError(`${option} is missing. Run quintet admin --help to see how the command is written.`);

/** Actions on one account, by the command after `admin accounts`. */
const acts: Readonly<Record<string, AdminCommand>> = {
  show: async (account, _given, accounts) => withSuspension(await accountDetail(accounts, account)),
  async suspend({ id }, given, { suspensions }, by) {
    if (given.reason === undefined) throw missing("--reason");
    await suspensions.suspend(id, readParameter("reason", reason, given.reason), by);
    return { suspended: true };
  },
  async unsuspend({ id }, _given, { suspensions }, by) {
    if (await suspensions.lift(id, by)) return { suspended: false };
    throw new Problem("conflict", "The account is not suspended.");
  },
  async delete({ id, email }, { confirm }, { accountDeletion, audit }, by) {
    if (confirm !== email) {
      const detail = "Nothing was deleted. Repeat the email address of the account: --confirm EMAIL.";
      throw invalidParameter("confirm", detail);
    }
    await accountDeletion.remove(id);
    await audit.record(by, { action: "account.deleted", account: id });
    return { deleted: true };
  },
  async export({ id }, _given, { accountDeletion, audit }, by) {
    await audit.record(by, { action: "account.exported", account: id });
    return accountDeletion.exportData(id);
  },
  async credit({ id }, given, { credits, now }, by, amount) {
    const units = readParameter("amount", creditAmount, amount);
    const days = readParameter("days", creditDays, given.days);
    const text = optional(given.note, (written) => readParameter("note", note, written));
    return credits.grant(id, units, now() + days * DAY_MS, text, by);
  },
  async plan({ id }, _given, { accountStore }, by, plans = "") {
    await accountStore.setPlans(id, plans === "none" ? [] : plans.split(","), by);
    return accountStore.heldPlans(id);
  },
  "sessions revoke": async ({ id }, _given, { sessions }, by) => ({
    revoked: await sessions.endAll(id, by),
  }),
};

async function listAccounts(given: Options, { directory }: Accounts): Promise<unknown> {
  if (given.state !== undefined && given.state !== "suspended")
    throw new UsageError("--state must be suspended. Leave it out to list all accounts.");
  const found = await directory.search({
    text: optional(given.search, (text) => readParameter("search", accountSearch, text)) ?? "",
    isSuspended: given.state !== undefined,
    after: afterOf(given),
    limit: limitOf(given),
  });
  return { accounts: found.accounts.map(withSuspension), next: found.next };
}

const incidentText = z.string().trim().min(1).max(500);

/** Writes and lists what the status page tells of incidents. */
async function incidentsOf(
  command: string,
  first: string,
  given: Options,
  accounts: Accounts,
): Promise<unknown> {
  const { incidents } = accounts;
  if (command === "list") return incidents.list();
  if (given.message === undefined) throw missing("--message");
  const message = readParameter("message", incidentText, given.message);
  if (command === "open") return incidents.open(readParameter("title", incidentText, first), message);
  return command === "resolve" ? incidents.resolve(first, message) : incidents.update(first, message);
}

async function listAudit(account: string | undefined, given: Options, accounts: Accounts): Promise<unknown> {
  // An account that is deleted has entries still, by its ID.
  const id = account?.includes("@") ? (await find(accounts, account)).id : account;
  return accounts.audit.list({ account: id, after: afterOf(given), limit: limitOf(given) });
}

async function resultOf({ name, args, given }: CommandCall, accounts: Accounts): Promise<unknown> {
  const { planVersions } = accounts;
  const [first = "", second = ""] = args;
  if (name === "admin accounts list") return listAccounts(given, accounts);
  if (name.startsWith("admin incidents "))
    return incidentsOf(name.slice("admin incidents ".length), first, given, accounts);
  if (name === "admin audit") return listAudit(args[0], given, accounts);
  if (name === "admin plan list") return planVersions.holders();
  if (name === "admin plan move") {
    const version = optional(given.version, (text) => readParameter("version", planVersion, text));
    return { moved: await planVersions.move(first, second, version, commandActor()) };
  }
  const act = acts[name.slice("admin accounts ".length)];
  if (act === undefined) throw new TypeError(`${name} is in the usage text alone`);
  return act(await find(accounts, first), given, accounts, commandActor(), args[1]);
}

/** The quotas of an API as rows, with the members that fit in a terminal. */
function quotaRows(api: Json, quotas: readonly Json[]): Json[] {
  return quotas.flatMap((quota) => {
    if (!isRecord(quota)) return [];
    const { plan = null, used = null, limit = null, unit = null, resetsAt = null } = quota;
    const resets = typeof resetsAt === "string" ? resetsAt.slice(0, 10) : resetsAt;
    return [{ api, plan, used, limit, unit, resets }];
  });
}

/** A result as a terminal shows it: what is inside a row of a table is written out in its cell. */
export function rowsOf(value: unknown): Json {
  const inCell = (cell: Json): Json =>
    isRecord(cell)
      ? Object.entries(cell)
          .map(([name, part]) => `${name}: ${typeof part === "object" ? JSON.stringify(part) : part}`)
          .join(", ")
      : cell;
  const read = (json: Json): Json => {
    if (Array.isArray(json)) {
      return json.flatMap((row: Json): readonly Json[] | Json =>
        isRecord(row) && Array.isArray(row.quotas)
          ? quotaRows(row.api ?? null, row.quotas)
          : isRecord(row)
            ? Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, inCell(cell)]))
            : row,
      );
    }
    if (!isRecord(json)) return json;
    return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, read(member)]));
  };
  return read(JSON.parse(JSON.stringify(value)) as Json);
}

/**
 * Runs `admin …` and shows the result. Throws a `UsageError` for an unknown command, a `Problem` for a rejected
 * one.
 */
export async function runAdmin(
  words: readonly string[],
  accounts: Accounts,
  show: (value: unknown) => void,
): Promise<void> {
  show(await resultOf(readCommand(ADMIN_USAGE, words), accounts));
}
