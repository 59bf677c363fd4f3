import { parseArgs } from "node:util";
import type { CommandCall } from "../kit/command.ts";
import { UsageError } from "../kit/usage-error.ts";

/** One form of a command, as its usage line writes it. */
interface Form {
  /** The words that name it, without `quintet`: `keys create`. */
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Options with a value, and without one. */
  readonly options: Readonly<Record<string, { readonly type: "string" | "boolean" }>>;
}

/**
 * Parses a usage line such as `quintet models verify [NAME] [--quick] [--days N]`. `FILE…` means one or more.
 */
function readForm(line: string): Form {
  const [, ...tokens] = line.match(/\[[^\]]*\](?:\|\w+)?|\S+/g) ?? [];
  const isName = (token: string) => /^[a-z-]+$/.test(token) && !token.startsWith("-");
  const end = tokens.findIndex((token) => !isName(token));
  const names = end < 0 ? tokens : tokens.slice(0, end);
  let [least, most] = [0, 0];
  const options: Record<string, { type: "string" | "boolean" }> = {};
  for (const [i, token] of tokens.entries()) {
    if (i < names.length) continue;
    const [, bracket, option, value] = /^(\[?)--([\w-]+)( \S+)?/.exec(token) ?? [];
    if (option !== undefined) {
      const hasValue = value !== undefined || bracket === "";
      options[option] = { type: hasValue ? "string" : "boolean" };
    } else if (!tokens[i - 1]?.startsWith("--")) {
      if (!token.startsWith("[")) least++;
      most = token.includes("…") ? Number.POSITIVE_INFINITY : most + 1;
    }
  }
  return { name: names.join(" "), least, most, options };
}

/** The forms of a usage text, one per line. */
export function readForms(usage: string): Form[] {
  return usage.split("\n").map(readForm);
}

/** The names of the commands in a usage text, a form a line: `admin accounts list`. */
export function commandNames(usage: string): string[] {
  return usage.split("\n").map((line) => readForm(line).name);
}

/**
 * Reads the words of a command, without `quintet`, by the forms of its usage text. Throws a `UsageError` with that text
 * for a command that has none of the forms, and for an option that is unknown, repeated or without its value. The
 * command itself asks for an option that it cannot do without.
 */
export function readCommand(usage: string, words: readonly string[]): CommandCall {
  const forms = readForms(usage);
  const line = `${words.join(" ")} `;
  const [form] = forms
    .filter(({ name }) => line.startsWith(`${name} `))
    .sort((a, b) => b.name.length - a.name.length);
  const wrong = () => new UsageError(usage);
  if (form === undefined) throw wrong();
  const parse = () => {
    const args = words.slice(form.name.split(" ").length);
    return parseArgs({ args, options: form.options, allowPositionals: true, strict: true, tokens: true });
  };
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse();
  } catch {
    throw wrong();
  }
  const { positionals, values, tokens } = parsed;
  const named = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
  const fits = positionals.length >= form.least && positionals.length <= form.most;
  if (!fits || new Set(named).size < named.length) throw wrong();
  const given: Record<string, string> = {};
  const flags = new Set<string>();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string") given[name] = value;
    else flags.add(name);
  }
  return { name: form.name, args: positionals, given, flags };
}
