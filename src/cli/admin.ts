import type { AccountSummary } from "../accounts/account-directory.ts";
import type { Actor } from "../accounts/audit.ts";
import type { Accounts } from "../accounts/create-accounts.ts";
import {
  accountSearch,
  after,
  creditAmount,
  creditDays,
  email as mailAddress,
  note,
  planVersion,
  reason,
} from "../http/accounts/account-schemas.ts";
import { accountDetail, withSuspension } from "../http/admin/admin-handlers.ts";
import { readParameter } from "../kit/parameter.ts";
import { Problem } from "../kit/problem.ts";
import { UsageError } from "../kit/usage-error.ts";
import type { Json } from "./format.ts";
import { parseWords } from "./parse-words.ts";

/** What the commands for accounts, plans and the audit log take. ACCOUNT is an email address or an ID. */
export const ADMIN_USAGE = `quintet admin accounts list [--search TEXT] [--state suspended] [--after NEXT] [--limit N]
quintet admin accounts show ACCOUNT
quintet admin accounts suspend ACCOUNT --reason TEXT
quintet admin accounts unsuspend ACCOUNT
quintet admin accounts delete ACCOUNT --confirm EMAIL
quintet admin accounts export ACCOUNT
quintet admin accounts credit ACCOUNT AMOUNT [--days N] [--note TEXT]
quintet admin accounts plan ACCOUNT PLAN[,PLAN]|none
quintet admin accounts sessions revoke ACCOUNT
quintet admin audit [ACCOUNT] [--after NEXT] [--limit N]
quintet admin plan list
quintet admin plan move FROM TO [--version N]`;

const OPTIONS = [
  "search",
  "state",
  "after",
  "limit",
  "reason",
  "confirm",
  "days",
  "note",
  "version",
] as const;
type Given = Partial<Record<string, string>>;
const DAY_MS = 86_400_000;

/** Who runs the command, for the audit log. */
export function commandActor(): Actor {
  const uid = `uid ${process.getuid?.() ?? "unknown"}`;
  // A container may run as a user without a name.
  const user = process.env.USER ?? "";
  const name = /^[\w.-]{1,32}$/.test(user) ? `${user}, ${uid}` : uid;
  return { kind: "operator", name: `command line (${name})` };
}

const usage = () => new UsageError(ADMIN_USAGE);

function limitOf({ limit = "50" }: Given): number {
  if (/^\d{1,3}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 100) return Number(limit);
  throw new Problem("invalid-parameter", "limit must be a whole number from 1 to 100.", {
    parameter: "limit",
  });
}

const optional = <Out>(text: string | undefined, read: (text: string) => Out): Out | undefined =>
  text === undefined ? undefined : read(text);

const afterOf = (given: Given) => optional(given.after, (text) => readParameter("after", after, text));

/** The account of an email address or an ID. Throws `unknown-account`. */
async function find(accounts: Accounts, text: string): Promise<AccountSummary> {
  const id = text.includes("@")
    ? (await accounts.people.byEmail(readParameter("email", mailAddress, text)))?.id
    : text.toLowerCase();
  const found = await accounts.directory.byId(id ?? "");
  if (found !== undefined) return found;
  throw new Problem("unknown-account", "No account has this email address or ID.");
}

type Act = (
  account: AccountSummary,
  given: Given,
  accounts: Accounts,
  by: Actor,
  argument: string | undefined,
) => Promise<unknown>;

interface Command {
  /** Words after the account. */
  readonly takes: 0 | 1;
  readonly options: readonly string[];
  readonly act: Act;
}

/** What can be done with one account. */
const acts: Readonly<Record<string, Command>> = {
  show: {
    takes: 0,
    options: [],
    act: async (account, _given, accounts) => withSuspension(await accountDetail(accounts, account)),
  },
  suspend: {
    takes: 0,
    options: ["reason"],
    async act({ id }, given, { suspensions }, by) {
      if (given.reason === undefined) throw usage();
      await suspensions.suspend(id, readParameter("reason", reason, given.reason), by);
      return { suspended: true };
    },
  },
  unsuspend: {
    takes: 0,
    options: [],
    async act({ id }, _given, { suspensions }, by) {
      if (await suspensions.lift(id, by)) return { suspended: false };
      throw new Problem("conflict", "The account is not suspended.");
    },
  },
  delete: {
    takes: 0,
    options: ["confirm"],
    async act({ id, email }, { confirm }, { leaving, audit }, by) {
      if (confirm !== email) {
        const detail = "Nothing was deleted. Repeat the email address of the account: --confirm EMAIL.";
        throw new Problem("invalid-parameter", detail, { parameter: "confirm" });
      }
      await leaving.remove(id);
      await audit.record(by, { action: "account.deleted", account: id });
      return { deleted: true };
    },
  },
  export: {
    takes: 0,
    options: [],
    async act({ id }, _given, { leaving, audit }, by) {
      await audit.record(by, { action: "account.exported", account: id });
      return leaving.holdings(id);
    },
  },
  credit: {
    takes: 1,
    options: ["days", "note"],
    async act({ id }, given, { credits, now }, by, amount) {
      const units = readParameter("amount", creditAmount, amount);
      const days = readParameter("days", creditDays, given.days);
      const text = optional(given.note, (written) => readParameter("note", note, written));
      return credits.grant(id, units, now() + days * DAY_MS, text, by);
    },
  },
  plan: {
    takes: 1,
    options: [],
    async act({ id }, _given, { people }, by, plans = "") {
      await people.setPlans(id, plans === "none" ? [] : plans.split(","), by);
      return people.heldPlans(id);
    },
  },
  "sessions revoke": {
    takes: 0,
    options: [],
    act: async ({ id }, _given, { sessions }, by) => ({ revoked: await sessions.endAll(id, by) }),
  },
};

async function runAccounts(words: readonly string[], given: Given, accounts: Accounts): Promise<unknown> {
  const name = words[0] === "sessions" ? words.slice(0, 2).join(" ") : (words[0] ?? "");
  const [account, argument, ...more] = words.slice(name.split(" ").length);
  if (name === "list") {
    only(given, ["search", "state", "after", "limit"]);
    if (account !== undefined || (given.state !== undefined && given.state !== "suspended")) throw usage();
    const found = await accounts.directory.search({
      text: optional(given.search, (text) => readParameter("search", accountSearch, text)) ?? "",
      isSuspended: given.state !== undefined,
      after: afterOf(given),
      limit: limitOf(given),
    });
    return { accounts: found.accounts.map(withSuspension), next: found.next };
  }
  const command = Object.hasOwn(acts, name) ? acts[name] : undefined;
  const taken = argument === undefined ? 0 : 1;
  if (command === undefined || account === undefined || more.length > 0 || taken !== command.takes) {
    throw usage();
  }
  only(given, command.options);
  return command.act(await find(accounts, account), given, accounts, commandActor(), argument);
}

function only(given: Given, options: readonly string[]): void {
  if (Object.keys(given).some((name) => !options.includes(name))) throw usage();
}

async function runPlan(words: readonly string[], given: Given, { planVersions }: Accounts): Promise<unknown> {
  const [command, from, to, ...more] = words;
  if (command === "list" && from === undefined) {
    only(given, []);
    return planVersions.holders();
  }
  if (command !== "move" || from === undefined || to === undefined || more.length > 0) throw usage();
  only(given, ["version"]);
  const version = optional(given.version, (text) => readParameter("version", planVersion, text));
  return { moved: await planVersions.move(from, to, version, commandActor()) };
}

async function runAudit(words: readonly string[], given: Given, accounts: Accounts): Promise<unknown> {
  only(given, ["after", "limit"]);
  const [account, ...more] = words;
  if (more.length > 0) throw usage();
  // An account that is deleted has entries still, by its ID.
  const id = account?.includes("@") ? (await find(accounts, account)).id : account;
  return accounts.audit.list({ account: id, after: afterOf(given), limit: limitOf(given) });
}

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A result as a terminal shows it: what is inside a row of a table is written out in its cell. */
export function rowsOf(value: unknown): Json {
  const inCell = (cell: Json): Json =>
    isObject(cell)
      ? Object.entries(cell)
          .map(([name, part]) => `${name}: ${typeof part === "object" ? JSON.stringify(part) : part}`)
          .join(", ")
      : cell;
  const read = (json: Json): Json => {
    if (Array.isArray(json)) {
      return json.map((row: Json) =>
        isObject(row)
          ? Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, inCell(cell)]))
          : row,
      );
    }
    if (!isObject(json)) return json;
    return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, read(member)]));
  };
  return read(JSON.parse(JSON.stringify(value)) as Json);
}

/**
 * Runs `admin …` (without that word) and shows the result. Throws a `UsageError` for other words, a `Problem` for what
 * is refused.
 */
export async function runAdmin(
  words: readonly string[],
  accounts: Accounts,
  show: (value: unknown) => void,
): Promise<void> {
  const { alone, given } = parseWords(words, OPTIONS, ADMIN_USAGE);
  const [group, ...rest] = alone;
  if (group === "accounts") show(await runAccounts(rest, given, accounts));
  else if (group === "audit") show(await runAudit(rest, given, accounts));
  else if (group === "plan") show(await runPlan(rest, given, accounts));
  else throw usage();
}
