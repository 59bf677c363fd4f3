import { VERSION } from "../kit/version.ts";
import { usageOf } from "./call-arguments.ts";
import { wrapText } from "./call-help.ts";
import type { CliApi } from "./catalogue.ts";
import { commandNames, wrapUsage } from "./command-forms.ts";
import type { CliAction } from "./resource-catalogue.ts";

/** The group of the operations of APIs. */
const OPERATIONS = "Operations";

/** The group of the actions of resources. */
const RESOURCES = "Your account on a server";

/** The commands by group: the names of forms, each with one sentence. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [OPERATIONS]: {
    "seo site": "Audit all pages of a site.",
    batch: "Run an operation on many files or URLs.",
  },
  Server: {
    serve: "Start the server.",
    work: "Run jobs of all or some APIs, without a server.",
    "config check": "Check the configuration and print it without secrets.",
  },
  "Clients and agents": {
    mcp: "Serve every operation as a tool for agents (MCP).",
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

/** A form of a command, and its sentence unless the next form has it. */
function entry(line: string, next: string | undefined, actions: readonly CliAction[]): string {
  const sentence = descriptionOf(line, actions) ?? "";
  const isLast = next === undefined || descriptionOf(next, actions) !== sentence;
  return `${wrapUsage(line, 2)}${isLast && sentence !== "" ? `\n${wrapText(sentence, 80, 6)}` : ""}`;
}

/** An ID as examples have it. */
const ID = "01a21393-2af8-7715-af4d-4a3236c0d9d7";

/** Makes examples of commands about one object of a resource. */
const on = (resource: string) => (action: string) => `${resource} ${action} ${ID}`;

/** The most examples in the help of a group of commands. */
const GROUP_EXAMPLES_MAX = 3;

/** Examples of commands by their first word. Operations have those of their descriptors. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  serve: ["serve", "PORT=9000 quintet serve"],
  work: ["work --apis images,pdf"],
  config: ["config check"],
  batch: ["batch pdf extract scans/ --out texts/", "batch seo audit urls.txt --out audits.ndjson"],
  mcp: ["mcp", "mcp ~/Documents"],
  completions: ["completions bash"],
  login: ["login --server https://api.example.com"],
  logout: ["logout"],
  jobs: ["jobs list", `jobs result ${ID} --out result.json`, ...["get", "delete", "cancel"].map(on("jobs"))],
  batches: [
    "batches list",
    `batches results ${ID} --zip --out results.zip`,
    ...["get", "delete", "cancel"].map(on("batches")),
  ],
  "site-audits": [
    "site-audits create --url https://example.com/ --max-pages 500",
    `site-audits report ${ID} --format html --out report.html`,
    ...["get", "share", "unshare", "delete"].map(on("site-audits")),
  ],
  "site-audit-schedules": [
    "site-audit-schedules create --url https://example.com/ --every weekly",
    `site-audit-schedules delete ${ID}`,
  ],
  "shared-reports": ["shared-reports list", `shared-reports delete ${ID}`],
  webhooks: [
    "webhooks create --url https://example.com/hook --events job.succeeded,job.failed",
    ...["get", "test", "roll", "deliveries", "delete"].map(on("webhooks")),
  ],
  keys: [
    "keys create you@example.com",
    "keys create you@example.com --mode test --apis pdf",
    `keys roll you@example.com ${ID} --grace 24h`,
    `keys update you@example.com ${ID} --expires-at 2099-01-31`,
    `keys revoke you@example.com ${ID}`,
    "keys list you@example.com",
  ],
  plan: ["plan set you@example.com pro"],
  usage: ["usage you@example.com"],
  admin: [
    "admin accounts list --search example.com",
    "admin audit",
    "admin accounts show you@example.com",
    "admin accounts suspend eve@example.com --reason 'Card testing'",
    "admin accounts unsuspend eve@example.com",
    "admin accounts delete eve@example.com --confirm eve@example.com",
    "admin accounts credit you@example.com 10000 --days 90",
    "admin accounts plan you@example.com pdf,seo",
    "admin accounts export you@example.com",
    "admin accounts sessions revoke you@example.com",
    "admin incidents open 'PDF calls fail' --message 'We are looking into it.'",
    `admin incidents resolve ${ID} --message Fixed.`,
    "admin plan move pdf bundle",
  ],
  billing: ["billing check", "billing sync you@example.com"],
  models: ["models list", "models pull u2net", "models rm u2net"],
  profiles: ["profiles import ines-morrow Basic_LinkedInDataExport.zip"],
  seo: ["seo site https://example.com/ --max-pages 200"],
  db: [
    "db backup backup.db",
    "db migrate",
    "db restore backup.db --force",
    "db copy sqlite:data/quintet.db postgresql://localhost/quintet",
    "db downgrade 1.0.0",
  ],
};

/** The examples of a first word as lines; an example that begins with a variable is whole. */
function examplesOf(word: string): string[] {
  const own = Object.hasOwn(EXAMPLES, word) ? (EXAMPLES[word] ?? []) : [];
  return own.map((line) => (line.includes("quintet ") ? line : `quintet ${line}`));
}

/** Options that are not parameters of requests. */
const OPTIONS: Readonly<Record<string, string>> = {
  json: "Print raw JSON, even in a terminal.",
  out: "Write the response to this file instead of the terminal.",
  zip: "Write the results as a ZIP file.",
  "no-link-checks": "Do not check images, scripts, style sheets and links to other sites.",
  server: "Call the Quintet server at this URL. Default: QUINTET_SERVER, or that of quintet login.",
};

/** A titled block of lines. */
const block = (title: string, lines: readonly string[]) => `${title}:\n${lines.join("\n")}`;

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

/** The column in which descriptions begin. */
const COLUMN = 24;

function row(name: string, text: string): string {
  const head = `  ${name}`.padEnd(COLUMN);
  const rest = wrapText(text, 80, COLUMN);
  return head.length > COLUMN ? `${head}\n${rest}` : `${head}${rest.trimStart()}`;
}

/** The rows of commands: those that differ in their last word alone are one row, with their last words. */
function rowsOf(lines: readonly string[], actions: readonly CliAction[]): string[] {
  const stemOf = (line: string) => nameOf(line).split(" ").slice(0, -1).join(" ");
  // Not `Map.groupBy`: the package that calls servers runs on Node 20.
  const byStem = new Map<string, string[]>();
  for (const line of new Map(lines.map((one) => [nameOf(one), one])).values()) {
    const stem = stemOf(line) || nameOf(line);
    byStem.set(stem, [...(byStem.get(stem) ?? []), line]);
  }
  return [...byStem].map(([stem, all]) => {
    const [only = ""] = all;
    if (all.length === 1) return row(nameOf(only), descriptionOf(only, actions) ?? "");
    return row(stem, all.map((line) => nameOf(line).split(" ").at(-1)).join(", "));
  });
}

/** The operations of APIs as rows. */
function operationRows(apis: readonly CliApi[]): string[] {
  return apis.flatMap(({ name, operations }) =>
    operations.map(({ command, summary }) => row(`${name} ${command}`, `${summary}.`)),
  );
}

/** Every command of a program. */
export interface Commands {
  /** The forms of all commands but operations, one on a line. */
  readonly usage: string;
  readonly apis: readonly CliApi[];
  readonly actions: readonly CliAction[];
}

/** The forms of the commands that `words` begin, each with its sentence. */
function formsOf({ usage, actions }: Commands, words: readonly string[]): string[] {
  const own = usage.split("\n").filter((line) => `${nameOf(line)} `.startsWith(`${words.join(" ")} `));
  return words.length === 0 ? [] : own.map((line, i) => entry(line, own[i + 1], actions));
}

/** The options of one command that acts on a resource or audits a site, with their meanings. */
function optionRows({ usage, actions }: Commands, words: readonly string[]): string[] {
  const name = words.join(" ");
  const action = actions.find(
    ({ command }) => command === (name === "seo site" ? "site-audits create" : name),
  );
  const line = usage.split("\n").find((one) => nameOf(one) === name) ?? "";
  if (action === undefined) return [];
  const own = [...action.fields, ...action.query].map(
    ({ option, description }) => [option, description] as const,
  );
  const meanings = new Map([...Object.entries(OPTIONS), ...own]);
  return [...line.matchAll(/--([\w-]+)( \w+)?/g)].flatMap(([, option = "", value = ""]) => {
    const meaning = meanings.get(option);
    return meaning === undefined || meaning === "" ? [] : [row(`--${option}${value}`, meaning)];
  });
}

/** The help of the commands that `words` begin; undefined for words that begin no command. */
export function commandHelp(commands: Commands, words: readonly string[]): string | undefined {
  const forms = formsOf(commands, words);
  if (forms.length === 0) return undefined;
  const own = examplesOf(words[0] ?? "").filter((line) => `${line} `.includes(` ${words.join(" ")} `));
  const examples = forms.length > 1 ? own.slice(0, GROUP_EXAMPLES_MAX) : own;
  const options = optionRows(commands, words);
  const blocks = [
    block("Usage", forms),
    ...(options.length === 0 ? [] : [block("Options", options)]),
    ...(examples.length === 0 ? [] : [block("Examples", indented(examples))]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** The help of an API: its operations and the commands that it brings. */
export function apiHelp(commands: Commands, api: CliApi): string {
  const others = formsOf(commands, [api.name]);
  const first = api.operations[0];
  const operations = api.operations.map(
    (operation) => `${wrapUsage(usageOf(api, operation), 2)}\n${wrapText(`${operation.summary}.`, 80, 6)}`,
  );
  const examples = [
    ...api.operations.flatMap((one) => one.examples.slice(0, 1)),
    ...(others.length === 0 ? [] : examplesOf(api.name)),
  ];
  const parts = [
    wrapText(`${api.title}: ${api.summary}`, 80, 0),
    block("Usage", operations),
    ...(others.length === 0 ? [] : [block("More commands", others)]),
    block("Examples", indented(examples)),
    ...(first === undefined ? [] : [`Run quintet ${api.name} ${first.command} --help for its options.`]),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The help of words: of an API, or of the commands that they begin; undefined for words that begin no command. */
export function helpOfWords(commands: Commands, words: readonly string[]): string | undefined {
  const api = words.length === 1 ? commands.apis.find(({ name }) => name === words[0]) : undefined;
  return api === undefined ? commandHelp(commands, words) : apiHelp(commands, api);
}

/** The names of all commands, those of operations too. */
export function namesOf({ usage, apis }: Commands): string[] {
  const ofApis = apis.flatMap(({ name, operations }) =>
    operations.map(({ command }) => `${name} ${command}`),
  );
  return [...commandNames(usage), ...ofApis];
}

/** The help of the program: every command in a row, by group. */
export function overview(commands: Commands): string {
  const { usage, apis, actions } = commands;
  const lines = usage.split("\n");
  const groups = Object.entries(GROUPS).flatMap(([title, named]) => {
    const ofActions = title === RESOURCES ? actions.map(({ command }) => command) : [];
    const names = new Set([...Object.keys(named), ...ofActions]);
    const ofGroup = lines.filter((line) => names.has(nameOf(line)));
    const rows = [...(title === OPERATIONS ? operationRows(apis) : []), ...rowsOf(ofGroup, actions)];
    return rows.length === 0 ? [] : [block(title, rows)];
  });
  const examples = [
    ...["uuid", "seo", "pdf"].flatMap((name) => {
      const api = apis.find((one) => one.name === name);
      return api?.operations[0]?.examples.slice(0, 1) ?? [];
    }),
    ...["keys", "batch"]
      .filter((word) => lines.some((line) => nameOf(line).startsWith(word)))
      .flatMap((word) => examplesOf(word).slice(0, 1)),
  ];
  return `${[
    `Quintet ${VERSION}: web APIs on your own server or your own machine.`,
    "Usage: quintet COMMAND [OPTIONS]",
    ...groups,
    block("Examples", indented(examples)),
    "Run quintet COMMAND --help for the options of a command.\nExit codes: 0 success, 1 a call failed, 2 invalid command or configuration.",
  ].join("\n\n")}\n`;
}

/** Help as a terminal shows it: with bold titles, unless NO_COLOR is set (no-color.org). */
export function styled(help: string, isTTY: boolean, noColor = process.env.NO_COLOR): string {
  if (!isTTY || (noColor !== undefined && noColor !== "")) return help;
  return help.replaceAll(/^(?:Quintet.*|Usage|[A-Z][A-Za-z, ]*):/gm, "\u001b[1m$&\u001b[22m");
}
