// The search of the docs, for their pages and for the server.

/** The most results of one search. */
const MOST = 40;

/** The number of different words of a text that is long. */
const LONG = 150;

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

function indexOf(entries) {
  let index = indexes.get(entries);
  if (index === undefined) {
    index = entries.map((entry) => {
      const [title, page, , text, , words = "", aliases = ""] = entry;
      const names = wordsOf(title);
      return {
        entry,
        name: title.toLowerCase(),
        description: text.toLowerCase(),
        length: names.length,
        names: formsOf(title),
        aliases: formsOf(aliases),
        page: formsOf(page),
        text: formsOf(`${text} ${words}`),
        rank: rankOf(entry),
      };
    });
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

/** How well a word of a query matches words of an entry, from 0 to 1. `most`: letters that may differ. */
function matchOf(word, words, most) {
  let best = 0;
  for (const one of words) {
    if (one === word) return 1;
    const isLonger = word.length > one.length;
    const [short, long] = isLonger ? [one, word] : [word, one];
    const more = long.length - short.length;
    // A form such as the plural, or the beginning of what is being typed.
    if (short.length > 2 && long.startsWith(short) && (!isLonger || ENDING.test(word.slice(one.length))))
      best = Math.max(best, more < 4 ? 0.8 : 0.6);
    else if (most > 0 && best < 0.5 && isNear(word, one, most)) best = 0.5;
  }
  return best;
}

const spellings = ({ length }) => (length > 7 ? 2 : length > 3 ? 1 : 0);

/** A word of a query with the points of each entry; with other spellings only where nothing is spelled as it is. */
function lookUp(told, index) {
  const word = baseOf(told);
  const matches = (most) =>
    index.map(({ names, aliases, page, text }) =>
      Math.max(
        10 * matchOf(word, names, most),
        8 * matchOf(word, aliases, most),
        4 * matchOf(word, page, most),
        // A text that is long has nearly every word.
        3 * matchOf(word, text, most) * (text.length > LONG ? 0.85 : 1),
      ),
    );
  const exact = matches(0);
  const most = exact.some((one) => one > 2.5) ? 0 : spellings(word);
  const points = most === 0 ? exact : matches(most);
  const found = points.filter((one) => one > 0).length;
  // A word that is nearly everywhere tells little.
  const weight = Math.log(1 + index.length / (1 + found));
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
function queryWords(query, index) {
  const all = query.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  const told = all.filter((word) => !FILLER.has(word));
  const known = new Set(index.flatMap(({ names, aliases }) => [...names, ...aliases]));
  return [...new Set((told.length === 0 ? all : told).flatMap((word) => partsOfWord(word, known)))];
}

/** The entries that have the most of the words of a query in their titles, pages and texts, best first. */
function ranked(index, found, wanted) {
  return index
    .map(({ entry, name, description, length, rank }, i) => {
      const has = found.filter(({ points }) => points[i] > 0).length;
      const sum = found.reduce((total, { points }) => total + points[i], 0) * (has / found.length) ** 2;
      // Of titles with the same words, the shorter one is the closer one.
      const closeness = 1 + Math.min(1, found.length / Math.max(1, length)) / 2;
      const isWhole = name === wanted || description === wanted || name.endsWith(`.${wanted}`);
      const whole = !isWhole ? 1 : entry[2].includes("#") && description !== wanted ? 1.5 : 3;
      return { entry, points: sum * closeness * whole * rank };
    })
    .filter((one) => one.points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

/** A text in parts, each with whether it is, or begins, a word that was looked for. */
function partsOf(text, found) {
  return text.split(/([\p{L}\d]+)/u).flatMap((part, i) => {
    if (part === "") return [];
    if (i % 2 === 0) return [[part, false]];
    const begun = found.find(({ told }) => part.toLowerCase().startsWith(told))?.told.length ?? 0;
    const isForm = begun === 0 && found.some(({ word, most }) => matchOf(word, formsOf(part), most) > 0);
    if (begun === 0 || begun === part.length) return [[part, isForm || begun > 0]];
    return [
      [part.slice(0, begun), true],
      [part.slice(begun), false],
    ];
  });
}

/** Looks a query up: its entries, the same by group, and what marks its words in a text. */
export function find(entries, query) {
  const index = indexOf(entries);
  const words = queryWords(query, index);
  const found = words.map((word) => lookUp(word, index));
  const best = words.length === 0 ? [] : ranked(index, found, query.trim().toLowerCase());
  return {
    entries: best,
    groups: [...Map.groupBy(best, ([, , , , group]) => group)],
    mark: (text) => partsOf(text, found),
  };
}

/** The entries of `find`. */
export const search = (entries, query) => find(entries, query).entries;
