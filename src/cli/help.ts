import { VERSION } from "../kit/version.ts";
import { common, usageOf } from "./call-arguments.ts";
import { exampleLine, inOptions, optionRow, row } from "./call-help.ts";
import type { CliApi } from "./catalogue.ts";
import { commandNames, unknownCommand, wrapUsage } from "./command-forms.ts";
import type { CliAction } from "./resource-catalogue.ts";
import { wrapText } from "./text.ts";

const OPERATIONS = "Operations";

const RESOURCES = "Your account on a server";

const ACCOUNTS = "Accounts of this server";

/** The commands by group: the names of forms, each with one sentence, and in further lines what its own help adds. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [OPERATIONS]: {
    "seo site": "Audit all pages of a site.",
    batch:
      "Run an operation on many files or URLs.\nFILE is a file, a folder, a pattern, or a list with one URL per line (.txt, .csv or .ndjson; - reads standard input). Results are written to the folder --out, or as lines to a file that ends with .ndjson. On a server, a batch continues when the command is interrupted, and --resume gets its results. Run quintet batch API OPERATION --help for the options of an operation.",
  },
  Server: {
    serve:
      "Start the server.\nSettings are environment variables. Run quintet config check to print those that are set; .env.example lists all. Ctrl-C stops the server.",
    work: "Run jobs of all or some APIs, without a server.",
    "config check": "Check the configuration and print it without secrets.",
  },
  "Clients and agents": {
    mcp: "Serve every operation as a tool for agents (MCP).\nAgents start this command and talk to it over standard input and output. Tools read and write files only in each FOLDER.",
    completions:
      "Print shell completions.\nThe first lines of the output say how to install them in that shell.",
    login:
      "Save the URL and key of a server.\nCalls then go to this server. The key is read from the terminal, or from standard input. QUINTET_SERVER and QUINTET_KEY take precedence.",
    logout: "Forget the saved URL and key.",
  },
  [RESOURCES]: {
    "jobs cancel": "Cancel a job that has not ended. The result of one that has ended is kept.",
    "jobs delete": "Delete the result of a job that has ended. A job that has not ended is canceled.",
    "batches cancel": "Cancel the jobs of a batch that have not ended. All results are kept.",
    "batches delete":
      "Delete the results of a batch. If jobs have not ended, cancel these and keep the results.",
  },
  [ACCOUNTS]: {
    "keys update":
      "Change the name, expiry or allow-list of a key.\n--expires-at never and --allowed-ips all remove a limit.",
    "admin accounts plan":
      "Set the plans that the operator gives an account.\nPLAN is the ID of a plan; none ends all. Plans that the account pays for are not touched.",
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
    "db copy":
      "Copy a database, such as SQLite to PostgreSQL.\nFROM and TO are sqlite:PATH or postgresql://USER:PASSWORD@HOST:PORT/NAME.",
    "db downgrade": "Prepare the database for an older release.",
  },
};

const texts: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(GROUPS));

function nameOf(line: string): string {
  return commandNames(line)[0] ?? "";
}

/** The sentence about the command of a usage line; undefined for a command that has none. */
export function descriptionOf(line: string, actions: readonly CliAction[]): string | undefined {
  const name = nameOf(line);
  const action = actions.find(({ command }) => command === name);
  return texts[name]?.split("\n")[0] ?? (action && `${action.summary}.`);
}

/** What the own help of a command says besides; undefined for a command that needs no more. */
function detailsOf(name: string, actions: readonly CliAction[]): string | undefined {
  if (texts[name] !== undefined) return texts[name].split("\n")[1];
  const { description, query = [], fields = [] } = actions.find(({ command }) => command === name) ?? {};
  return (
    description &&
    inOptions(
      description,
      [...query, ...fields].map((one) => one.name),
    )
  );
}

function entry(line: string, next: string | undefined, actions: readonly CliAction[]): string {
  const sentence = descriptionOf(line, actions) ?? "";
  const isLast = next === undefined || descriptionOf(next, actions) !== sentence;
  return `${wrapUsage(line, 2)}${isLast && sentence !== "" ? `\n${wrapText(sentence, 80, 6)}` : ""}`;
}

const GROUP_EXAMPLES_MAX = 3;

const EXAMPLES: readonly string[] = [
  "PORT=9000 quintet serve",
  "work --apis images,pdf",
  "config check",
  "batch pdf extract scans/ --out texts/",
  "batch seo audit urls.txt --out audits.ndjson",
  "mcp ~/Documents",
  "completions bash",
  "login --server https://api.example.com",
  "jobs result ID --out result.json",
  "batches results ID --zip --out results.zip",
  "site-audits create --url https://example.com/ --max-pages 500",
  "site-audits report ID --format html --out report.html",
  "site-audit-schedules create --url https://example.com/ --every weekly",
  "webhooks create --url https://example.com/hook --events job.succeeded,job.failed",
  "webhooks deliveries ID --state failed",
  "keys create you@example.com",
  "keys create you@example.com --mode test --apis pdf",
  "keys rotate you@example.com ID --grace 24h",
  "keys update you@example.com ID --expires-at 2099-01-31",
  "plan set you@example.com bundle",
  "admin accounts list --search example.com",
  "admin accounts show you@example.com",
  "admin accounts suspend eve@example.com --reason 'Card testing'",
  "admin accounts delete eve@example.com --confirm eve@example.com",
  "admin accounts credit you@example.com 10000 --days 90",
  "admin accounts plan you@example.com pdf,seo",
  "admin incidents open 'PDF calls fail' --message 'We are looking into it.'",
  "admin incidents resolve ID --message Fixed.",
  "admin plan move pdf bundle",
  "billing sync you@example.com",
  "models pull u2net",
  "profiles import ines-morrow Basic_LinkedInDataExport.zip",
  "seo site https://example.com/ --max-pages 200",
  "db backup backup.db",
  "db restore backup.db --force",
  "db copy sqlite:data/quintet.db postgresql://localhost/quintet",
];

function examplesOf(word: string): string[] {
  const lines = EXAMPLES.map((line) => (line.includes("quintet ") ? line : `quintet ${line}`));
  return lines.filter((line) => `${line} `.includes(`quintet ${word} `));
}

/** Further options that are not parameters of requests; those of one command after its name. */
const OPTIONS: Readonly<Record<string, string>> = {
  zip: "Write the results as a ZIP file.",
  "no-link-checks": "Do not check images, scripts, style sheets and links to other sites.",
  confirm: "The email address of the account, as a confirmation.",
  "accept-noncommercial": "Accept a license that forbids commercial use.",
  "profiles import --days": "Days until the data is deleted.",
  "serve --drill":
    "Run no jobs, site audits or webhooks: the database is a copy, and its own server runs them.",
  "work --apis": "The APIs whose jobs run here, separated by commas. Default: all.",
  "db restore --force": "Replace the database that exists.",
  "site-audits report --format": "The format of the report. Default: json.",
  "seo site --out": "Write the report to this file: .json, .csv, .xlsx or .html.",
  "batch --resume": "Get the results of a batch that the server has accepted, by its ID.",
  "batch --out": "The folder for results, or a file that ends with .ndjson.",
  "batch --force": "Also send inputs that have a result, and replace files.",
};

const block = (title: string, lines: readonly string[]) => `${title}:\n${lines.join("\n")}`;

/** The rows of commands: those that begin with the same words are one row, with their last words. */
function rowsOf(lines: readonly string[], actions: readonly CliAction[]): string[] {
  const stemOf = (line: string) => nameOf(line).split(" ").slice(0, -1).slice(0, 2).join(" ");
  // Not `Map.groupBy`: the package that calls servers runs on Node 20.
  const byStem = new Map<string, string[]>();
  for (const line of new Map(lines.map((one) => [nameOf(one), one])).values()) {
    const stem = stemOf(line) || nameOf(line);
    byStem.set(stem, [...(byStem.get(stem) ?? []), line]);
  }
  return [...byStem].map(([stem, all]) => {
    const [only = ""] = all;
    if (all.length === 1) return row(nameOf(only), descriptionOf(only, actions) ?? "");
    return row(stem, all.map((line) => nameOf(line).slice(stem.length + 1)).join(", "));
  });
}

function operationRows(apis: readonly CliApi[]): string[] {
  return apis.flatMap(({ name, operations }) =>
    operations.map(({ command, summary }) => row(`${name} ${command}`, `${summary}.`)),
  );
}

/** Every command of a program. */
export interface Commands {
  readonly usage: string;
  readonly apis: readonly CliApi[];
  readonly actions: readonly CliAction[];
}

function formsOf({ usage, actions }: Commands, words: readonly string[]): string[] {
  const own = usage.split("\n").filter((line) => `${nameOf(line)} `.startsWith(`${words.join(" ")} `));
  return words.length === 0 ? [] : own.map((line, i) => entry(line, own[i + 1], actions));
}

function optionRows({ usage, actions }: Commands, words: readonly string[]): string[] {
  const name = words.join(" ");
  const action = actions.find(
    ({ command }) => command === (name === "seo site" ? "site-audits create" : name),
  );
  const own = [...(action?.fields ?? []), ...(action?.query ?? [])];
  const forms = usage.split("\n").filter((one) => nameOf(one) === name);
  return [...new Set(forms.join(" ").match(/--[\w-]+(?: [^\s[\]]+)?/g))].flatMap((form) => {
    const [option = ""] = form.slice(2).split(" ");
    const text = OPTIONS[`${name} --${option}`] ?? OPTIONS[option] ?? common[option]?.[1];
    if (text !== undefined) return [row(form, text)];
    const found = own.find((one) => one.option === option);
    const names = own.map((one) => one.name);
    return found === undefined ? [] : [optionRow(found.option, found, names)];
  });
}

/** The help of the commands that `words` begin; undefined for words that begin no command. */
export function commandHelp(commands: Commands, words: readonly string[]): string | undefined {
  const forms = formsOf(commands, words);
  if (forms.length === 0) return undefined;
  const own = examplesOf(words.join(" "));
  const examples = forms.length > 1 ? own.slice(0, GROUP_EXAMPLES_MAX) : own;
  const options = optionRows(commands, words);
  const details = detailsOf(words.join(" "), commands.actions);
  const blocks = [
    block("Usage", forms),
    ...(details === undefined ? [] : [wrapText(details, 80, 0)]),
    ...(options.length === 0 ? [] : [block("Options", options)]),
    ...(examples.length === 0 ? [] : [block("Examples", examples.map(exampleLine))]),
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
    block("Examples", examples.map(exampleLine)),
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

const FIRST_EXAMPLES = [
  "uuid v7",
  "seo audit https://example.com/",
  "pdf extract scan.pdf --type markdown",
  "keys create you@example.com",
  "batch pdf extract scans/ --out texts/",
];

/** The help of the program: every command in a row, by group. */
export function overview(commands: Commands): string {
  const { usage, apis, actions } = commands;
  const lines = usage.split("\n");
  const groups = Object.entries(GROUPS).flatMap(([title, named]) => {
    const ofActions = actions.filter(
      ({ path }) => title === (path.startsWith("/admin/") ? ACCOUNTS : RESOURCES),
    );
    const names = new Set([...Object.keys(named), ...ofActions.map(({ command }) => command)]);
    const ofGroup = lines.filter((line) => names.has(nameOf(line)));
    const rows = [...(title === OPERATIONS ? operationRows(apis) : []), ...rowsOf(ofGroup, actions)];
    return rows.length === 0 ? [] : [block(title, rows)];
  });
  const names = namesOf(commands);
  const examples = FIRST_EXAMPLES.filter((line) => names.some((name) => `${line} `.startsWith(`${name} `)));
  return `${[
    `Quintet ${VERSION}: web APIs on your own server or your own machine.`,
    "Usage: quintet COMMAND [OPTIONS]",
    ...groups,
    block(
      "Examples",
      examples.map((line) => exampleLine(`quintet ${line}`)),
    ),
    [
      "Run quintet COMMAND --help for the options of a command.",
      "QUINTET_SERVER and QUINTET_KEY replace quintet login. NO_COLOR turns colors off.",
      "Exit codes: 0 success, 1 failure, 2 invalid command or settings, 130 Ctrl-C.",
    ].join("\n"),
  ].join("\n\n")}\n`;
}

/** Help with bold titles. */
export function styled(help: string): string {
  return help.replaceAll(/^(?:Quintet .*?:|Usage:|[A-Z][A-Za-z, ]*:$)/gm, "\u001b[1m$&\u001b[22m");
}

/** Reports whether words ask for the version. */
export const isVersion = (words: readonly string[]) => /^(?:version|--version|-V)$/.test(words.join(" "));

/** The help that words ask for, or that a group of commands has. Throws a `UsageError` for words that are no command. */
export async function askedHelp(
  words: readonly string[],
  load: () => Promise<Commands>,
): Promise<string | undefined> {
  const isHelp = (word: string) => word === "--help" || word === "-h";
  const [command = "", ...rest] = words;
  const isAsked = command === "help" || words.some(isHelp);
  // A command of one word, such as `quintet mcp`, does not wait until the forms of all are loaded.
  if (!isAsked && (rest.length > 0 || descriptionOf(`quintet ${command}`, []) !== undefined))
    return undefined;
  // The options of a batch are those of its operation.
  if (command === "batch" && rest.length > 2) return undefined;
  const commands = await load();
  const named = words.filter((word) => word !== "help" && !isHelp(word));
  const begins = (start: string) => commandNames(commands.usage).some((name) => `${name} `.startsWith(start));
  const isApi = commands.apis.some(({ name }) => name === named[0]);
  const isOperation = isApi && named.length > 1 && !begins(`${named.slice(0, 2).join(" ")} `);
  const isGroup = isApi || commandNames(commands.usage).some((name) => name.startsWith(`${command} `));
  if (isOperation || !(isAsked || isGroup)) return undefined;
  const text = named.length === 0 ? overview(commands) : helpOfWords(commands, named);
  if (text === undefined) throw unknownCommand(named, namesOf(commands));
  return text;
}
