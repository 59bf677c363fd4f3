import { UsageError } from "../kit/usage-error.ts";

/**
 * Splits words into those that stand alone and `--name value` options. Throws a `UsageError` with `usage` for an
 * option that is not known, has no value or is repeated.
 */
export function parseWords(words: readonly string[], options: readonly string[], usage: string) {
  const alone: string[] = [];
  const given: Partial<Record<string, string>> = {};
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    if (!word.startsWith("--")) {
      alone.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
    const value = equals < 0 ? words[++i] : word.slice(equals + 1);
    if (!options.includes(name) || value === undefined || given[name] !== undefined)
      throw new UsageError(usage);
    given[name] = value;
  }
  return { alone, given };
}
