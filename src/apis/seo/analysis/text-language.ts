/** What is read of a text: no more than its start if that is in its language. And the fewest letters that say something. */
const START = 1_000;
const SAMPLE = 4_000;
const LETTERS_MIN = 200;
/**
 * The share of letters of another script, and of the declared one, that contradict a language: few pages have no word in
 * the Latin script, and those about code have many.
 */
const OTHER_MIN = 0.6;
const OWN_MAX = 0.02;
const LATIN_MAX = 0.2;
/** The last letter of those that begin words in the Latin script: the end of Latin Extended-B. */
const LATIN_END = 0x24f;
/** The share of words that are small words of a language, and how often they are more than those of the declared one. */
const SMALL_WORDS_MIN = 0.14;
const TIMES_MORE = 2;

/** Scripts by the codes of ISO 15924. Chinese and Japanese share one. */
const SCRIPTS = Object.entries({
  Latin: { codes: "Latn", letters: /\p{sc=Latin}+/gu },
  Cyrillic: { codes: "Cyrl", letters: /\p{sc=Cyrillic}+/gu },
  Greek: { codes: "Grek", letters: /\p{sc=Greek}+/gu },
  Arabic: { codes: "Arab", letters: /\p{sc=Arabic}+/gu },
  Hebrew: { codes: "Hebr", letters: /\p{sc=Hebrew}+/gu },
  Devanagari: { codes: "Deva", letters: /\p{sc=Devanagari}+/gu },
  Thai: { codes: "Thai", letters: /\p{sc=Thai}+/gu },
  Korean: { codes: "Kore", letters: /\p{sc=Hangul}+/gu },
  "Chinese or Japanese": {
    codes: "Jpan Hans Hant",
    letters: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu,
  },
});

/** Languages that are written in two scripts: only a script in the tag says which. */
const TWO_SCRIPTS = new Set("sr az uz kk tg mn ku bs ky tk ug".split(" "));

/** Small words of languages in the Latin script, and the languages that each is a word of. */
const SMALL_WORDS = {
  en: "the and of to with that this you your for is are on in we our from have it",
  de: "und der die das ist nicht mit ein eine für auf wir sie von zu den im du uns des dem",
  fr: "le la les des et est une pour dans vous nous que sur de du un en au aux cette",
  es: "el la los las que una con para por del es de y en un se su al",
  pt: "os as uma que com para por não do da em de e o a se dos na no",
  it: "il la che di per una con non sono gli della e un in le dei è a si del",
  nl: "het een van voor niet met zijn op te is dat we je in bij ze die",
};
const LANGUAGES = Object.keys(SMALL_WORDS);
const byWord = Map.groupBy(
  Object.values(SMALL_WORDS).flatMap((list, language) => list.split(" ").map((word) => ({ word, language }))),
  ({ word }) => word,
);

function scriptOf(language: string): (typeof SCRIPTS)[number] | undefined {
  if (LANGUAGES.includes(language)) return SCRIPTS[0];
  try {
    // Pages write `en_US` too.
    const locale = new Intl.Locale(language.replaceAll("_", "-"));
    const isSure = locale.script !== undefined || !TWO_SCRIPTS.has(locale.language);
    const full = isSure ? locale.maximize().script : undefined;
    return SCRIPTS.find(([, { codes }]) => full !== undefined && codes.includes(full));
  } catch {
    return undefined;
  }
}

/**
 * Says which script (`the Cyrillic script`) a text has that is not in the declared language, or `another language`, told
 * for English, German, French, Spanish, Portuguese, Italian and Dutch. Undefined where that is not certain.
 */
export function otherLanguage(whole: string, declared: string): string | undefined {
  const own = scriptOf(declared);
  const language = declared.slice(0, 2).toLowerCase();
  if (own === undefined || (own[0] === "Latin" && countWords(whole.slice(0, START), language).isOwn))
    return undefined;
  const text = whole.slice(0, SAMPLE);
  const { letters: all, latin, isOther } = countWords(text, language);
  const count = (letters: RegExp) => (text.match(letters) ?? []).reduce((sum, { length }) => sum + length, 0);
  if (all < LETTERS_MIN) return undefined;
  if (own[0] === "Latin" && latin > all * LATIN_MAX) return isOther ? "another language" : undefined;
  if (own[0] !== "Latin" && count(own[1].letters) > all * OWN_MAX) return undefined;
  const other = SCRIPTS.find(([, { letters }]) => count(letters) >= all * OTHER_MIN);
  return other === undefined ? undefined : `the ${other[0]} script`;
}

/** Counts letters, and says whether the small words of a text are those of the declared language, or of another. */
function countWords(text: string, declared: string) {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = LANGUAGES.map(() => 0);
  let [letters, latin] = [0, 0];
  for (const word of words) {
    letters += word.length;
    if (word.charCodeAt(0) <= LATIN_END) latin += word.length;
    for (const { language } of byWord.get(word) ?? []) counts[language] = (counts[language] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  const own = counts[LANGUAGES.indexOf(declared)] ?? Number.POSITIVE_INFINITY;
  const isTold = most >= words.length * SMALL_WORDS_MIN;
  return { letters, latin, isOwn: isTold && own === most, isOther: isTold && most >= own * TIMES_MORE };
}
