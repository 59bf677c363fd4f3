import type { Content } from "../report/schema/body.ts";
import { wordsOf } from "./html/text.ts";
import { MARKS, type WordTally } from "./terms.ts";

interface Formula {
  readonly name: string;
  /** From words a sentence and syllables a word. */
  readonly score: (words: number, syllables: number) => number;
  /** By code unit, whether it is a vowel. */
  readonly vowels: readonly boolean[];
}

function vowelsOf(letters: string): readonly boolean[] {
  const known: boolean[] = [];
  for (const letter of letters + letters.toUpperCase()) known[letter.charCodeAt(0)] = true;
  return known;
}

const LATIN = vowelsOf("aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿ");

/** Published adaptations of Flesch's reading ease; a language without one of its own gets no score. */
const formulas: Readonly<Record<string, Formula>> = {
  en: { name: "Flesch reading ease", score: (w, s) => 206.835 - 1.015 * w - 84.6 * s, vowels: LATIN },
  de: { name: "Amstad", score: (w, s) => 180 - w - 58.5 * s, vowels: LATIN },
  es: { name: "Fernández Huerta", score: (w, s) => 206.84 - 1.02 * w - 60 * s, vowels: LATIN },
  fr: { name: "Kandel-Moles", score: (w, s) => 207 - 1.015 * w - 73.6 * s, vowels: LATIN },
  it: { name: "Flesch-Vacca", score: (w, s) => 217 - 1.3 * w - 60 * s, vowels: LATIN },
  nl: { name: "Flesch-Douma", score: (w, s) => 206.84 - 0.93 * w - 77 * s, vowels: LATIN },
  ru: { name: "Oborneva", score: (w, s) => 206.835 - 1.3 * w - 60.1 * s, vowels: vowelsOf("аеёиоуыэюя") },
};

const ASCII_LETTER = /^[A-Za-z]/;

/** Below this many words a score says more about chance than about the text. */
const WORDS_MIN = 100;

/** The length of the analyzed sample, in characters. Longer samples give the same score. */
const SAMPLE = 40_000;

/** Counts groups of vowels, but no `e` at the end of an English word. Each vowel of Russian is a syllable. */
function syllables(word: string, language: string, vowels: Formula["vowels"]): number {
  let count = 0;
  let isAfter = false;
  for (let i = 0; i < word.length; i++) {
    const isVowel = vowels[word.charCodeAt(i)] === true;
    if (isVowel && (!isAfter || language === "ru")) count++;
    isAfter = isVowel;
  }
  if (language !== "en" || count < 2) return Math.max(1, count);
  const end = MARKS.includes(word.at(-1) ?? "") ? word.length - 1 : word.length;
  const before = vowels[word.charCodeAt(end - 2)] === true || "lL".includes(word.charAt(end - 2));
  return "eE".includes(word.charAt(end - 1)) && !before ? count - 1 : count;
}

/**
 * Reads how easy a text is, whose words were tallied. `language` is a BCP 47 tag; null for languages without a formula and for texts of
 * under 100 words. The first 40,000 characters are read. A sentence ends with a full stop, a question or exclamation mark, or an ellipsis.
 */
export function readability(
  whole: string,
  tally: WordTally,
  language: string | undefined,
): Content["readability"] {
  const primary = language?.split(/[-_]/)[0]?.toLowerCase() ?? "";
  const formula = Object.hasOwn(formulas, primary) ? formulas[primary] : undefined;
  if (formula === undefined) return null;
  const text = whole.slice(0, SAMPLE);
  const spoken = (text === whole ? tally.words : wordsOf(text)).filter(
    (word) => ASCII_LETTER.test(word) || /\p{L}/u.test(word),
  );
  if (spoken.length < WORDS_MIN) return null;
  const sentences = Math.max(1, text.match(/[.!?…](?=\s|$)/g)?.length ?? 0);
  let total = 0;
  for (const word of spoken) total += syllables(word, primary, formula.vowels);
  const score = formula.score(spoken.length / sentences, total / spoken.length);
  return {
    formula: formula.name,
    score: Math.round(Math.min(100, Math.max(0, score)) * 10) / 10,
    language: primary,
  };
}
