// The search of the docs, for their pages and for the server.

/** The most results of one search, and the most words of it that are looked up. */
const [MOST, WORDS] = [40, 12];

/** The results that come first, whatever their group. */
const BEST = 3;

/** The part of the points of the best result that every other one has. */
const WEAK = 1 / 6;

/** The number of different words of a text that is long. */
const LONG = 150;

/** How well a misspelled word matches. */
const MISSPELLED = 0.6;

/** The points of a word that is the name of what a field is inside of. */
const INSIDE = 1.5;

/** The points of a word that an entry is also called by. */
const ALIAS = 8;

/** The most characters of a line that a result quotes. */
const SNIPPET = 180;

/** The entries that are indexed at once: some ten milliseconds of work. */
const STEP = 100;

/** Words that say nothing of what is looked for. */
const FILLER = new Set(
  "a about all am an and another any are as at be because been being but by can could did do does don doesn for from get had happen happened happens has have how i if in into is isn it its just me much my need not of often on or our per please should so some such t than that the their them then there these they this those to use using very want was we were what when where which while who why versus vs will with without work working works would you your".split(
    " ",
  ),
);

/** Words that mean the same here: where one of them is, the others are found too. */
const SYNONYMS = new Map(
  "large big huge heavy, invalid wrong incorrect, error failure exception fault, timeout timed slow hangs, busy overloaded, key token credential, background bg backdrop, image picture photo img, javascript js node nodejs, typescript ts, python py pip, go golang, kubernetes k8s helm, postgresql postgres pg, license licence mit, https tls ssl certificate, throttle limited, email smtp mail, batch bulk, cost price fee, uuid guid, ordered sortable sequential monotonic, damaged corrupt corrupted, concurrent parallel simultaneous, rendered dynamic spa"
    .split(", ")
    .flatMap((group) => group.split(" ").map((word, _, all) => [word, all])),
);

/** The words of a text in lower case: `maxPages` is also `max` and `pages`; `allow-list` and `look up` are also one word. */
function wordsOf(text) {
  const split = text.replace(/([a-z\d])([A-Z])/g, "$1 $2");
  const joined = text.replace(/(\p{L})(?:-(?=\p{L})| (?=(?:up|out)\b))/gu, "$1");
  return [...new Set(`${text} ${split} ${joined}`.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])];
}

/** The base of words such as `retries`, `rotation`, `pricing` and `throttled`; other forms begin with theirs. */
const baseOf = (word) =>
  word
    .replace(/(?<=\w{3})ie[sd]$/, "y")
    .replace(/(?<=\w{3})ation$/, "ate")
    .replace(/(?<=\w{4})e[sd]?$|(?<=\w{3})ing$/, "");

/** What forms of a word add to it. */
const ENDING = /^(?:s|es|ed|d|ing|ion|er|or|al|ly|n|r)$/;

/** The words of a text, and those that they are forms of. */
const formsOf = (text) => [...new Set(wordsOf(text).flatMap((word) => [word, baseOf(word)]))];

/** Whether a part of a text is a word: parts of IDs and secrets in examples are none. */
const isWord = (word) => word.length > 1 && !/^(?=.*\d)\w{4,}$/.test(word);

/** The rank of an entry among those that match as well: pages first, then their parts, then errors and fields. */
function rankOf([, page, url, , group]) {
  if (page.endsWith("response field")) return 0.7;
  if (group === "Errors") return 0.8;
  return url.includes("#") ? 1 : 1.4;
}

// The words of entries, which are the same for every query.
const indexes = new WeakMap();

/** The letters that a word shares with all that it equals, begins, or begins with: `matchOf` wants three of them. */
const beginningOf = (word) => word.slice(0, 3);

/** The entries, and for each word the entries that have it, with the points of the best place: made in steps. */
export function* indexing(entries) {
  const index = { entries: [], places: new Map(), known: new Set() };
  for (const [i, entry] of entries.entries()) {
    if (i % STEP === STEP - 1) yield;
    const [title, page, , text, group, body = "", aliases = ""] = entry;
    const names = wordsOf(title);
    const texts = [...new Set([...formsOf(text), ...formsOf(body).filter(isWord)])];
    const addWord = (word, points) => {
      const of = index.places.get(word) ?? new Map();
      index.places.set(word, of.set(i, Math.max(points, of.get(i) ?? 0)));
      if (points >= ALIAS) index.known.add(word);
    };
    const add = (all, points) => {
      for (const word of all) {
        addWord(word, points);
        // Texts have too many words for it.
        if (points >= ALIAS)
          for (const other of SYNONYMS.get(word) ?? []) addWord(baseOf(other), points * 0.8);
      }
    };
    // A field inside others has their names too, which say where it is.
    const own = group === "Fields" ? title.slice(title.lastIndexOf(".") + 1) : title;
    add(formsOf(own), 10);
    if (own !== title) add(formsOf(title), INSIDE);
    add(formsOf(aliases), ALIAS);
    add(formsOf(page), 5);
    // A text that is long has nearly every word.
    add(texts, group === "Errors" ? 4 : texts.length > LONG ? 2.55 : 3);
    // What an error is called: its status and title.
    if (group === "Errors") add(formsOf(text), ALIAS);
    const [name, description] = [title.toLowerCase(), text.toLowerCase()];
    index.entries.push({ entry, name, description, length: names.length, rank: rankOf(entry) });
  }
  index.beginnings = Map.groupBy(index.places.keys(), beginningOf);
  indexes.set(entries, index);
}

function indexOf(entries) {
  if (!indexes.has(entries)) [...indexing(entries)];
  return indexes.get(entries);
}

/** Whether two words differ by so many letters at most: added, left out, changed, or swapped with the next. */
function isNear(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return false;
  // Nearly all misspelled words have one of their first two letters in its place, or the other's.
  if (a[0] !== b[0] && a[1] !== b[1] && a[0] !== b[1] && a[1] !== b[0]) return false;
  let before = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (isSame ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    if (Math.min(...next) > most) return false;
    before = row;
    row = next;
  }
  return row[b.length] <= most;
}

/** How well a word of a query matches another, from 0 to 1. `most`: letters that may differ. */
function matchOf(word, one, most) {
  if (one === word) return 1;
  const [short, long] = word.length > one.length ? [one, word] : [word, one];
  if (short.length > 2 && long.startsWith(short)) {
    // A form such as the plural, or the beginning of what is being typed.
    if (ENDING.test(long.slice(short.length))) return 0.8;
    if (short === word) return 0.5;
  }
  return most > 0 && isNear(word, one, most) ? MISSPELLED : 0;
}

const spellings = ({ length }) => (length > 7 ? 2 : length > 3 ? 1 : 0);

/** A word of a query with the points of each entry; with other spellings only where nothing is spelled as it is. */
function lookUp(told, index) {
  const word = baseOf(told);
  const { entries } = index;
  const matches = (most) => {
    const points = new Array(entries.length).fill(0);
    const all = most > 0 ? index.places.keys() : (index.beginnings.get(beginningOf(word)) ?? []);
    for (const one of all) {
      const match = matchOf(word, one, most);
      if (match > 0)
        for (const [i, best] of index.places.get(one)) points[i] = Math.max(points[i], match * best);
    }
    return points;
  };
  const exact = matches(0);
  const most = exact.some((one) => one > 2.5) ? 0 : spellings(word);
  const points = most === 0 ? exact : matches(most);
  const found = points.filter((one) => one > 0).length;
  // A word that is nearly everywhere tells little.
  const weight = Math.log(1 + entries.length / (1 + found));
  return { told, word, most, points: points.map((one) => one * weight) };
}

/** The two known words that an unknown one consists of, such as those of `healthcheck` and `uuid7`; else the word itself. */
function partsOfWord(word, known) {
  if (known.has(word)) return [word];
  for (let at = 4; at < word.length; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (parts.every((part) => known.has(part) && (part.length > 3 || /\d/.test(part)))) return parts;
  }
  return [word];
}

/** Words; two that are a known word only together are joined, such as `web hook`. */
function joined(words, known) {
  const all = [];
  for (const word of words) {
    const both = `${all.at(-1)}${word}`;
    if (known.has(both) && !(known.has(word) && known.has(all.at(-1)))) all[all.length - 1] = both;
    else all.push(word);
  }
  return all;
}

/** The words of a query that say what is looked for. */
function queryWords(query, { known }) {
  const all = joined(query.toLowerCase().match(/[\p{L}\d]+/gu) ?? [], known);
  // “How many” asks for a number; “many” alone is what it says.
  const told = all.filter((word, i) => !FILLER.has(word) && !(word === "many" && all[i - 1] === "how"));
  return [...new Set((told.length === 0 ? all : told).flatMap((word) => partsOfWord(word, known)))].slice(
    0,
    WORDS,
  );
}

/** The entries that have the most of the words of a query in their titles, pages and texts, best first. */
function ranked(index, found, wanted) {
  return [...index.entries.keys()]
    .filter((i) => found.some(({ points }) => points[i] > 0))
    .map((i) => {
      const { entry, name, description, length, rank } = index.entries[i];
      const has = found.filter(({ points }) => points[i] > 0).length;
      const sum = found.reduce((total, { points }) => total + points[i], 0) * (has / found.length) ** 2;
      // Of titles with the same words, the shorter one is the closer one.
      const closeness = 1 + Math.min(1, found.length / Math.max(1, length)) / 2;
      const isCalled = description === wanted || description.replace(/^\d{3} /, "") === wanted;
      const isWhole = name === wanted || isCalled || name.endsWith(`.${wanted}`);
      const whole = !isWhole ? 1 : entry[2].includes("#") && !isCalled ? 1.5 : 3;
      return { entry, points: sum * closeness * whole * rank };
    })
    .sort((a, b) => b.points - a.points)
    .filter(({ points }, i, [best]) => i < MOST && points > best.points * WEAK)
    .map(({ entry }) => entry);
}

/** Tells how many letters at the beginning of a word to mark; the words of results repeat, so each is looked at once. */
function markerOf(found) {
  const marked = new Map();
  return (part) => {
    let letters = marked.get(part);
    if (letters === undefined) {
      const lower = part.toLowerCase();
      const begun = found.find(({ told }) => lower.startsWith(told))?.told.length ?? 0;
      // Forms of a word have its first three letters; to take a word apart costs more than to look for those.
      const mayBeForm = found.some(({ word, most }) => most > 0 || lower.includes(word.slice(0, 3)));
      const isForm = () =>
        mayBeForm &&
        formsOf(part).some((one) => found.some(({ word, most }) => matchOf(word, one, most) > 0));
      letters = begun > 0 ? begun : isForm() ? part.length : 0;
      marked.set(part, letters);
    }
    return letters;
  };
}

/** A text in parts, each with whether it is, or begins, a word that was looked for. */
function partsOf(text, lettersOf) {
  const parts = [];
  let plain = "";
  // Of a name such as `testScores`, only the part that matches.
  const words = text.split(/([\p{L}\d]+)/u).flatMap((word) => {
    const inside = word.split(/(?<=[\p{Ll}\d])(?=\p{Lu})/u);
    return lettersOf(word) === word.length && inside.some((one) => lettersOf(one) > 0) ? inside : [word];
  });
  for (const part of words) {
    const letters = lettersOf(part);
    if (letters > 0) {
      if (plain !== "") parts.push([plain, false]);
      parts.push([part.slice(0, letters), true]);
      plain = "";
    }
    plain += part.slice(letters);
  }
  if (plain !== "") parts.push([plain, false]);
  return parts;
}

/** The part of a line around a place in it, in whole words. */
function clipped(line, at) {
  if (line.length <= SNIPPET) return line;
  const near = Math.max(0, at - SNIPPET / 3);
  const space = line.indexOf(" ", near) + 1;
  const from = at < SNIPPET / 2 ? 0 : space > 0 && space <= at ? space : near;
  const end = line.slice(from, from + SNIPPET).replace(/ \S*$/, "");
  return `${from > 0 ? "… " : ""}${end}${from + end.length < line.length ? " …" : ""}`;
}

/** Looks a query up: its entries, the same by group after the best of all, and what marks its words in a text. */
export function find(entries, query) {
  const index = indexOf(entries);
  const words = queryWords(query, index);
  const found = words.map((word) => lookUp(word, index));
  const best = words.length === 0 ? [] : ranked(index, found, query.trim().toLowerCase());
  const lettersOf = markerOf(found);
  return {
    entries: best,
    // The longest group, that of the fields, is last.
    groups: [...Map.groupBy(best, ([, , , , group], i) => (i < BEST ? "Best matches" : group))].sort(
      ([a], [b]) => (a === "Fields") - (b === "Fields"),
    ),
    mark: (text) => partsOf(text, lettersOf),
    textOf: ([title, page, , text, , body = "", aliases = ""]) => {
      const matches = (one) => [...new Set(one.match(/[\p{L}\d]+/gu)?.filter((word) => lettersOf(word) > 0))];
      if (matches(`${title} ${page} ${text}`).length > 0) return text;
      const lines = body.split("\n").map((line) => ({ line, words: matches(line) }));
      const [{ line, words }] = lines.sort((a, b) => b.words.length - a.words.length);
      if (words.length > 0) return clipped(line, line.indexOf(words[0]));
      const by = aliases.split(" ").filter((one) => lettersOf(one) > 0);
      const before = text.replace(/(?<=[\p{L}\d])$/u, ".");
      return by.length === 0 ? text : `${before} Matches: ${by.slice(0, 3).join(", ")}.`.trim();
    },
  };
}

/** The entries of `find`. */
export const search = (entries, query) => find(entries, query).entries;
