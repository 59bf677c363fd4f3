import type { CommandCall } from "../kit/command.ts";
import { didYouMean } from "../kit/suggest-name.ts";
import { UsageError } from "../kit/usage-error.ts";
import { type ReadOptions, readOptions } from "./options.ts";

interface Form {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Options with a value, and without one. */
  readonly options: Readonly<
    Record<string, { readonly type: "string" | "boolean"; readonly choices: readonly string[] }>
  >;
  /** Options that it cannot do without. */
  readonly needed: readonly string[];
}

/** Parses a usage line such as `quintet models verify [NAME] [--quick] [--days N]`. `FILE…` means one or more. */
function readForm(line: string): Form {
  const [, ...tokens] = line.match(/\[[^\]]*\](?:\|\w+)?|\S+/g) ?? [];
  const isName = (token: string) => /^[a-z-]+$/.test(token) && !token.startsWith("-");
  const end = tokens.findIndex((token) => !isName(token));
  const names = end < 0 ? tokens : tokens.slice(0, end);
  let [least, most] = [0, 0];
  const options: Record<string, { type: "string" | "boolean"; choices: string[] }> = {};
  const needed: string[] = [];
  for (const [i, token] of tokens.entries()) {
    if (i < names.length) continue;
    const [, bracket, option, value] = /^(\[?)--([\w-]+)( \S+)?/.exec(token) ?? [];
    if (option !== undefined) {
      const hasValue = value !== undefined || bracket === "";
      const text = (value ?? tokens[i + 1] ?? "").trim().replace("]", "");
      const choices = text.includes("|") ? text.split("|") : [];
      options[option] = { type: hasValue ? "string" : "boolean", choices };
      if (bracket === "") needed.push(option);
    } else if (!tokens[i - 1]?.startsWith("--")) {
      if (!token.startsWith("[")) least++;
      most = token.includes("…") ? Number.POSITIVE_INFINITY : most + 1;
    }
  }
  return { name: names.join(" "), least, most, options, needed };
}

/** The forms of a usage text, one per line. */
export function readForms(usage: string): Form[] {
  return usage.split("\n").map(readForm);
}

/** The names of the commands in a usage text, a form a line: `admin accounts list`. */
export function commandNames(usage: string): string[] {
  return readForms(usage).map(({ name }) => name);
}

/** Wraps a usage line between its words, each further line indented by four more spaces. */
export function wrapUsage(line: string, indent = 0, width = 80): string {
  const words = line.match(/\[[^\]]*\](?:\|\S+)?|'[^']*'|--\S+ [^\s[-]\S*|\S+/g) ?? [];
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const start = " ".repeat(lines.length === 0 ? indent : indent + 4);
    if (last === undefined) lines.push(start + word);
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${" ".repeat(indent + 4)}${word}`);
  }
  return lines.join("\n");
}

/** The text of a `UsageError` for a person: what is wrong, and how the command is written. */
export function usageMessage({ message, forms }: UsageError): string {
  if (forms === undefined) return message;
  return [message, "Usage:", ...forms.split("\n").map((line) => wrapUsage(line, 2))].join("\n");
}

/** Commands of former releases, by what they are called now. */
const FORMER: ReadonlyMap<string, readonly string[]> = new Map([
  ["keys roll", ["keys", "rotate"]],
  ["webhooks roll", ["webhooks", "rotate"]],
]);

/** The words of a command as they are today. */
export function presentWords(words: readonly string[]): readonly string[] {
  const present = FORMER.get(words.slice(0, 2).join(" "));
  return present === undefined ? words : [...present, ...words.slice(2)];
}

/** Words that mean the same as those of commands. */
const SYNONYMS = ["delete remove rm revoke erase", "get show read", "list ls", "create add new start"];

function meantCommand(
  unknown: string,
  group: string,
  nexts: readonly string[],
  names: readonly string[],
): string {
  const near = didYouMean(unknown, nexts);
  if (near !== "") return near.replace("mean ", group === "" ? "mean " : `mean ${group} `);
  const isSame = (next: string) =>
    SYNONYMS.some((line) => [next, unknown].every((one) => line.split(" ").includes(one)));
  const next = nexts.find(isSame);
  const found =
    group === "" ? names.findLast((name) => name.endsWith(` ${unknown}`)) : next && `${group} ${next}`;
  return found === undefined ? "" : ` Did you mean ${found}?`;
}

/** The error for words that are no command, with the command that was most likely meant. */
export function unknownCommand(words: readonly string[], names: readonly string[]): UsageError {
  const begin = (count: number) => {
    const start = `${words.slice(0, count).join(" ")} `;
    return names.filter((name) => count === 0 || `${name} `.startsWith(start));
  };
  let known = 0;
  while (known < words.length && begin(known + 1).length > 0) known++;
  const group = words.slice(0, known).join(" ");
  const nexts = [...new Set(begin(known).map((name) => name.split(" ")[known] ?? ""))].filter(Boolean);
  const seen = group === "" ? "all commands" : nexts.length === 0 ? "its options" : "its commands";
  const help = `Run quintet ${group === "" ? "" : `${group} `}--help to see ${seen}.`;
  if (known === words.length) {
    const wanted =
      group === "" ? "Name a command." : `Name a command of quintet ${group}: ${nexts.join(", ")}.`;
    return new UsageError(`${wanted}\n${help}`);
  }
  const unknown = words[known] ?? "";
  const shown = unknown.length > 60 ? `${unknown.slice(0, 59)}…` : unknown;
  const called = [...words.slice(0, known), shown].join(" ");
  if (unknown.startsWith("-")) {
    const option = didYouMean(unknown.replace(/^-+/, ""), ["help", "version"]).replace("mean ", "mean --");
    return new UsageError(`Unknown option: ${shown}.${option}\n${help}`);
  }
  if (nexts.length === 0) return new UsageError(`Unexpected argument: ${shown}\n${help}`);
  const meant = meantCommand(unknown, group, nexts, names);
  const others = group !== "" && meant === "" ? `\nquintet ${group} has ${nexts.join(", ")}.` : "";
  return new UsageError(`Unknown command: ${called}.${meant}${others}\n${help}`);
}

/** Reads the words of a command by the forms of its usage text. Throws a `UsageError` that shows how it is written. */
export function readCommand(usage: string, words: readonly string[]): CommandCall {
  const lines = usage.split("\n");
  const forms = lines.map(readForm);
  const line = `${words.join(" ")} `;
  const [form] = forms
    .filter(({ name }) => line.startsWith(`${name} `))
    .sort((a, b) => b.name.length - a.name.length);
  if (form === undefined) {
    throw unknownCommand(
      words,
      forms.map(({ name }) => name),
    );
  }
  const own = lines.filter((_, i) => forms[i]?.name === form.name).join("\n");
  const given = words.slice(form.name.split(" ").length);
  let read: ReadOptions;
  try {
    read = readOptions(given, form.options);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(error.message, { forms: own }) : error;
  }
  const { positionals } = read;
  const extra = positionals[form.most];
  if (extra !== undefined) throw new UsageError(`Unexpected argument: ${extra}`, { forms: own });
  if (positionals.filter((word) => word !== "").length < form.least) {
    throw new UsageError(`Missing arguments of quintet ${form.name}.`, { forms: own });
  }
  const missing = form.needed.find((option) => read.given[option] === undefined);
  if (missing !== undefined) throw new UsageError(`--${missing} is missing.`, { forms: own });
  return { name: form.name, args: positionals, given: read.given, flags: read.flags };
}
