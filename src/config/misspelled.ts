import { editDistance } from "../kit/edit-distance.ts";

/** Names that other programs use, although they resemble a setting. */
const OTHERS: ReadonlySet<string> = new Set([
  "LOGLEVEL",
  "MODEL_DIR",
  "EMAIL_FROM",
  "EMAIL_URL",
  "OTEL_TRACES_SAMPLER",
]);

/** Settings by the names that other programs give them. */
const FOREIGN: Readonly<Record<string, string>> = {
  STRIPE_KEY: "STRIPE_SECRET_KEY",
  STRIPE_API_KEY: "STRIPE_SECRET_KEY",
  SMTP_URL: "MAIL_URL",
};

/** Names of at most this many characters, such as PORT and HOST, are close to too many others. */
const SHORT = 6;
/** From this length on two slips may be in one name. */
const LONG = 12;

/** Whether a short name is another one with two neighbors swapped or one character doubled. */
function isShortSlip(name: string, known: string): boolean {
  if (name.length === known.length) {
    return [...name].sort().join() === [...known].sort().join() && editDistance(name, known) === 1;
  }
  return name.length === known.length + 1 && name.replaceAll(/(.)\1/g, "$1") === known;
}

/** Whether two names have the same number of words, and each is at most one slip away from its counterpart. */
function isSlipInEachWord(name: string, known: string): boolean {
  const words = name.split("_");
  const meant = known.split("_");
  return words.length === meant.length && words.every((word, i) => editDistance(word, meant[i] ?? "") <= 1);
}

/** Whether a name is the beginning of another: three words or more, or all but the plural. */
function isCutShort(name: string, known: string): boolean {
  if (!known.startsWith(name)) return false;
  return known[name.length] === "_" ? name.split("_").length >= 3 : known.slice(name.length) === "ES";
}

/** The characters of a name as bits; two characters may share one. */
function lettersOf(name: string): number {
  let bits = 0;
  for (let i = 0; i < name.length; i++) bits |= 1 << (name.charCodeAt(i) & 31);
  return bits;
}

/** Whether two names can be two slips apart: each slip removes and adds at most one character. A start checks thousands of pairs. */
function canBeClose(name: string, known: string): boolean {
  let different = 0;
  for (let bits = lettersOf(name) ^ lettersOf(known); bits !== 0; bits &= bits - 1) different++;
  return different <= 4;
}

function isSlip(name: string, known: string): boolean {
  const upper = name.toUpperCase();
  if (upper === known || isCutShort(upper, known)) return true;
  if (known.length <= SHORT) return isShortSlip(upper, known);
  if (Math.abs(name.length - known.length) > 2) return false;
  if (!canBeClose(upper, known)) return false;
  const slips = editDistance(upper, known);
  return slips <= 1 || (slips === 2 && known.length >= LONG && isSlipInEachWord(upper, known));
}

/** A variable that was probably meant to be another one. */
export interface Misspelled {
  readonly name: string;
  readonly meant: string;
}

/**
 * Finds a name that is none of `known` and was probably meant to be one: one edit away, or from 12 characters on one edit
 * in each of two words; in the wrong case; cut short; or what other programs call it. Of PORT and HOST only swapped and
 * doubled characters count, because an environment has many names like them.
 */
export function findMisspelled(names: readonly string[], known: readonly string[]): Misspelled | undefined {
  const all = new Set(known);
  for (const name of names) {
    if (all.has(name) || OTHERS.has(name)) continue;
    const meant = known.find((one) => one === FOREIGN[name] || isSlip(name, one));
    if (meant !== undefined) return { name, meant };
  }
  return undefined;
}
