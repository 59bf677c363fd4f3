import { parseArgs } from "node:util";
import { didYouMean } from "../kit/suggest-name.ts";
import { UsageError } from "../kit/usage-error.ts";

/** Options by their names: with a value, or without one, and with a short form. */
export type OptionTypes = Readonly<
  Record<string, { readonly type: "string" | "boolean"; readonly short?: string }>
>;

/** The words of a command, read. */
export interface ReadOptions {
  readonly positionals: readonly string[];
  readonly given: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
}

const quoted = (word: string) => (word.length > 60 ? `${word.slice(0, 59)}…` : word);

/** Reads options and other words. Throws a `UsageError`. A value that begins with a hyphen is written `--name=-1`. */
export function readOptions(args: readonly string[], types: OptionTypes): ReadOptions {
  const { positionals, tokens } = parseArgs({
    args: [...args],
    options: types,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given: Record<string, string> = {};
  const flags = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const type = Object.hasOwn(types, name) ? types[name]?.type : undefined;
    if (type === undefined) {
      throw new UsageError(
        `Unknown option: ${quoted(rawName)}.${didYouMean(name, Object.keys(types)).replace("mean ", "mean --")}`,
      );
    }
    if (type === "boolean") {
      if (value !== undefined) throw new UsageError(`--${name} has no value.`);
      if (flags.has(name)) throw new UsageError(`--${name} is given twice.`);
      flags.add(name);
      continue;
    }
    if (value === undefined) throw new UsageError(`--${name} needs a value.`);
    if (inlineValue === false && /^-./.test(value)) {
      throw new UsageError(
        `--${name} needs a value. Write --${name}=VALUE for one that begins with a hyphen.`,
      );
    }
    if (Object.hasOwn(given, name)) throw new UsageError(`--${name} is given twice.`);
    given[name] = value;
  }
  return { positionals, given, flags };
}
