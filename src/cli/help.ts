import type { Api } from "../kit/descriptor.ts";
import { VERSION } from "../kit/version.ts";
import { commandNames } from "./command-forms.ts";
import type { CliAction } from "./resource-catalogue.ts";

/** The group of the actions of resources. */
const RESOURCES = "Your account on a server";

/** The commands by group: the names of forms, each with one sentence. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Server: {
    serve: "Start the server.",
    work: "Run jobs without a server, those of some APIs with --apis.",
    "config check": "Check the configuration and print it without secrets.",
  },
  "Operations and agents": {
    "": "Call an operation, such as quintet uuid v7.",
    "seo site": "Audit all pages of a site, on the selected server or here.",
    batch: "Run an operation on many files or URLs, in the background of a server; --resume continues.",
    mcp: "Serve every operation as an MCP tool over standard input and output.",
    completions: "Print shell completions.",
    login: "Save the URL and key of a server.",
    logout: "Forget the saved URL and key.",
  },
  [RESOURCES]: {
    "jobs cancel": "Cancel a job.",
    "batches cancel": "Cancel the jobs of a batch that have not ended.",
  },
  "Keys and plans": {
    "keys create": "Create an API key, and its account if necessary.",
    "keys list": "List the keys of an account.",
    "keys update": "Change the name, expiry date or allowed IP addresses of a key.",
    "keys revoke": "Revoke a key.",
    "keys roll": "Rotate a key; the old key works until --grace is over.",
    "plan set": "Set the plans of an account.",
    usage: "Show quotas and usage of an account.",
  },
  "Accounts and audit log": {
    "admin accounts list": "List or search accounts.",
    "admin accounts show": "Show an account.",
    "admin accounts suspend": "Suspend an account.",
    "admin accounts unsuspend": "Lift a suspension.",
    "admin accounts delete": "Delete an account.",
    "admin accounts export": "Export all data of an account.",
    "admin accounts credit": "Grant credits.",
    "admin accounts plan": "Set the plans of an account.",
    "admin accounts sessions revoke": "Sign an account out everywhere.",
    "admin incidents list": "List the incidents of the status page.",
    "admin incidents open": "Announce an incident on the status page.",
    "admin incidents update": "Add a message to an incident.",
    "admin incidents resolve": "Close an incident with a last message.",
    "admin audit": "Show the audit log.",
    "admin plan list": "List versions of plans and their accounts.",
    "admin plan move": "Move accounts to another plan or version.",
    "billing check": "Compare plans and prices with Stripe.",
    "billing sync": "Read the subscriptions of an account from Stripe.",
  },
  "Models, profiles and database": {
    "models list": "List models for background removal.",
    "models pull": "Download a model.",
    "models verify": "Check installed models.",
    "models rm": "Delete a model.",
    "profiles import": "Import a person's LinkedIn data export.",
    "profiles erase": "Erase a person's data.",
    "db migrate": "Update the tables.",
    "db count": "Print the rows of every table.",
    "db backup": "Back up the database to a file.",
    "db restore": "Restore a backup.",
    "db copy": "Copy a database, such as SQLite to PostgreSQL.",
    "db downgrade": "Prepare the database for an older release.",
  },
};

const descriptions: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(GROUPS));

/** The name of a usage line: its words before the first argument. */
function nameOf(line: string): string {
  return commandNames(line)[0] ?? "";
}

/** The sentence about the command of a usage line; undefined for a command that has none. */
export function descriptionOf(line: string, actions: readonly CliAction[]): string | undefined {
  const name = nameOf(line);
  const action = actions.find(({ command }) => command === name);
  return action === undefined ? descriptions[name] : `${action.summary}.`;
}

function entry(line: string, actions: readonly CliAction[]): string {
  return `  ${line}\n      ${descriptionOf(line, actions) ?? ""}`.trimEnd();
}

const EXAMPLES = `Examples:
  quintet serve
  quintet keys create you@example.com
  quintet uuid v7 --n 5
  quintet pdf extract report.pdf --type markdown
  quintet images remove-bg photo.jpg --out photo.png`;

function operationLines(apis: readonly Api[]): string {
  const width = Math.max(...apis.map(({ name }) => name.length));
  return apis.map(({ name, summary }) => `  ${name.padEnd(width + 2)}${summary}`).join("\n");
}

/**
 * The help of the commands that `words` begin, or of all commands. `usage` has the form of each command on a line of its
 * own, such as `quintet keys list EMAIL`.
 */
export function helpText(
  usage: string,
  apis: readonly Api[],
  words: readonly string[] = [],
  actions: readonly CliAction[] = [],
): string {
  const lines = usage.split("\n");
  const own = lines.filter(
    (line) => words.length > 0 && `${nameOf(line)} `.startsWith(`${words.join(" ")} `),
  );
  if (own.length > 0) return `Usage:\n${own.map((line) => entry(line, actions)).join("\n")}\n`;
  const groups = Object.entries(GROUPS).flatMap(([title, commands]) => {
    const ofActions = title === RESOURCES ? actions.map(({ command }) => command) : [];
    const names = new Set([...Object.keys(commands), ...ofActions]);
    const ofGroup = lines.filter((line) => names.has(nameOf(line)));
    return ofGroup.length === 0
      ? []
      : [`${title}:\n${ofGroup.map((line) => entry(line, actions)).join("\n")}`];
  });
  return [
    `Quintet ${VERSION}: web APIs on your own server or your own machine.`,
    "Usage: quintet COMMAND [OPTIONS]. Without a command, this help is shown.",
    ...groups,
    `APIs:\n${operationLines(apis)}`,
    EXAMPLES,
    "Run quintet COMMAND --help for the options of a command, and quintet --version for the version.\n",
  ].join("\n\n");
}
