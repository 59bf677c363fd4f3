import { editDistance } from "../kit/edit-distance.ts";

/** Names that other programs use, although they resemble a setting. */
const OTHERS: ReadonlySet<string> = new Set(["LOGLEVEL", "EMAIL_FROM", "EMAIL_URL", "HOSTS"]);

/** Settings by their short forms, and by the names that other programs give them. */
const ALIASES: Readonly<Record<string, string>> = {
  FREE_CPU_SECONDS: "FREE_CPU_SECONDS_PER_MINUTE",
  SANDBOX_PROCESS: "SANDBOX_PROCESSES",
  STRIPE_KEY: "STRIPE_SECRET_KEY",
  STRIPE_API_KEY: "STRIPE_SECRET_KEY",
  SMTP_URL: "MAIL_URL",
};

/** Names of at most this many characters, such as PORT and HOST, are close to too many others. */
const SHORT = 6;
/** From this length on two slips may be in one name. */
const LONG = 12;

/** The characters of a name as bits; two characters may share one. */
function lettersOf(name: string): number {
  let bits = 0;
  for (let i = 0; i < name.length; i++) bits |= 1 << (name.charCodeAt(i) & 31);
  return bits;
}

/** Counts the characters that only one of two names has. Two edits change at most four; a start checks thousands of pairs. */
function differentLetters(name: string, known: string): number {
  let different = 0;
  for (let bits = lettersOf(name) ^ lettersOf(known); bits !== 0; bits &= bits - 1) different++;
  return different;
}

/** Whether two names have the same number of words, and each is at most one slip away from its counterpart. */
function isSlipInEachWord(name: string, known: string): boolean {
  const words = name.split("_");
  const meant = known.split("_");
  return words.length === meant.length && words.every((word, i) => editDistance(word, meant[i] ?? "") <= 1);
}

/** Whether `name`, in upper case, is `known` with a slip: one edit, or from 12 characters on one in each of two words. */
function isSlip(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 2) return false;
  if (differentLetters(name, known) > 4) return false;
  if (known.length <= SHORT && [...name].some((letter) => !known.includes(letter))) return false;
  const slips = editDistance(name, known);
  return slips <= 1 || (slips === 2 && known.length >= LONG && isSlipInEachWord(name, known));
}

/** A variable that was probably meant to be another one. */
export interface Misspelled {
  readonly name: string;
  readonly meant: string;
}

/**
 * Finds the names that are none of `known` and were probably meant to be one: its edit distance to a setting or to an alias
 * of one is small, in either case. Of PORT and HOST only swapped and doubled characters count, because an environment
 * has many names like them.
 */
export function findMisspelled(names: readonly string[], known: readonly string[]): Misspelled[] {
  const right = new Set([...known, ...OTHERS]);
  const spellings = [...known, ...Object.keys(ALIASES)];
  return names.flatMap((name) => {
    const spelling = right.has(name) ? undefined : spellings.find((one) => isSlip(name.toUpperCase(), one));
    return spelling === undefined ? [] : [{ name, meant: ALIASES[spelling] ?? spelling }];
  });
}
