// The search of the docs, for their pages and for the server.

/** The most results of one search. */
const MOST = 40;

/** The number of different words of a text that is long. */
const LONG = 150;

/** The points of a word that an entry is also called by. */
const ALIAS = 8;

/** Words that say nothing of what is looked for. */
const FILLER = new Set(
  "a an and are be by can do does for from get how i in into is it its me my of on or so that the this to use using what when where which why with you your".split(
    " ",
  ),
);

/** The words of a text in lower case: `maxPages` is also `max` and `pages`, and `allow-list` also `allowlist`. */
export function wordsOf(text) {
  const split = text.replace(/([a-z\d])([A-Z])/g, "$1 $2");
  const joined = text.replace(/(\p{L})-(?=\p{L})/gu, "$1");
  return [...new Set(`${text} ${split} ${joined}`.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])];
}

/** The base of words such as `retries`, `retried` and `rotation`; other forms begin with theirs. */
const baseOf = (word) => word.replace(/(?<=\w{3})ie[sd]$/, "y").replace(/(?<=\w{3})ation$/, "ate");

/** What forms of a word add to it. */
const ENDING = /^(?:s|es|ed|d|ing|ion|er|or|al|ly|n|r)$/;

/** The words of a text, and those that they are forms of. */
const formsOf = (text) => [...new Set(wordsOf(text).flatMap((word) => [word, baseOf(word)]))];

/** The rank of an entry among those that match as well: pages first, then their parts, then errors and fields. */
function rankOf([, page, url, , group]) {
  if (page.endsWith("response field")) return 0.7;
  if (group === "Errors") return 0.8;
  return url.includes("#") ? 1 : 1.4;
}

// The words of entries, which are the same for every query.
const indexes = new WeakMap();

/** The entries, and for each word the entries that have it, with the points of the best place. */
function indexOf(entries) {
  let index = indexes.get(entries);
  if (index === undefined) {
    index = { entries: [], places: new Map(), known: new Set() };
    for (const [i, entry] of entries.entries()) {
      const [title, page, , text, , words = "", aliases = ""] = entry;
      const names = wordsOf(title);
      const texts = formsOf(`${text} ${words}`);
      const add = (all, points) => {
        for (const word of all) {
          const of = index.places.get(word) ?? new Map();
          index.places.set(word, of.set(i, Math.max(points, of.get(i) ?? 0)));
          if (points >= ALIAS) index.known.add(word);
        }
      };
      add(formsOf(title), 10);
      add(formsOf(aliases), ALIAS);
      add(formsOf(page), 4);
      // A text that is long has nearly every word.
      add(texts, texts.length > LONG ? 2.55 : 3);
      const [name, description] = [title.toLowerCase(), text.toLowerCase()];
      index.entries.push({ entry, name, description, length: names.length, rank: rankOf(entry) });
    }
    indexes.set(entries, index);
  }
  return index;
}

/** Whether two words differ by so many letters at most: added, left out, changed, or swapped with the next. */
function isNear(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return false;
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
  // A form such as the plural, or the beginning of what is being typed.
  const isForm =
    word.length > one.length
      ? one.length > 2 && word.startsWith(one) && ENDING.test(word.slice(one.length))
      : word.length > 2 && one.startsWith(word);
  if (isForm) return Math.abs(one.length - word.length) < 4 ? 0.8 : 0.6;
  return most > 0 && isNear(word, one, most) ? 0.5 : 0;
}

const spellings = ({ length }) => (length > 7 ? 2 : length > 3 ? 1 : 0);

/** A word of a query with the points of each entry; with other spellings only where nothing is spelled as it is. */
function lookUp(told, index) {
  const word = baseOf(told);
  const { entries } = index;
  const matches = (most) => {
    const points = new Array(entries.length).fill(0);
    for (const [one, places] of index.places) {
      const match = matchOf(word, one, most);
      if (match > 0) for (const [i, best] of places) points[i] = Math.max(points[i], match * best);
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

/** The two known words that an unknown one consists of, such as those of `healthcheck`; else the word itself. */
function partsOfWord(word, known) {
  if (known.has(word)) return [word];
  for (let at = 4; at <= word.length - 4; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (parts.every((part) => known.has(part))) return parts;
  }
  return [word];
}

/** The words of a query that say what is looked for. */
function queryWords(query, { known }) {
  const all = query.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  const told = all.filter((word) => !FILLER.has(word));
  return [...new Set((told.length === 0 ? all : told).flatMap((word) => partsOfWord(word, known)))];
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
      const isWhole = name === wanted || description === wanted || name.endsWith(`.${wanted}`);
      const whole = !isWhole ? 1 : entry[2].includes("#") && description !== wanted ? 1.5 : 3;
      return { entry, points: sum * closeness * whole * rank };
    })
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

/** Tells how many letters at the beginning of a word to mark; the words of results repeat, so each is looked at once. */
function markerOf(found) {
  const marked = new Map();
  return (part) => {
    let letters = marked.get(part);
    if (letters === undefined) {
      const begun = found.find(({ told }) => part.toLowerCase().startsWith(told))?.told.length ?? 0;
      const isForm = () =>
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
  for (const part of text.split(/([\p{L}\d]+)/u)) {
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

/** Looks a query up: its entries, the same by group, and what marks its words in a text. */
export function find(entries, query) {
  const index = indexOf(entries);
  const words = queryWords(query, index);
  const found = words.map((word) => lookUp(word, index));
  const best = words.length === 0 ? [] : ranked(index, found, query.trim().toLowerCase());
  const lettersOf = markerOf(found);
  return {
    entries: best,
    groups: [...Map.groupBy(best, ([, , , , group]) => group)],
    mark: (text) => partsOf(text, lettersOf),
  };
}

/** The entries of `find`. */
export const search = (entries, query) => find(entries, query).entries;
