/**
 * One place that the search finds: its title, its page, its URL, what it says or is also called, and words that are
 * searched and not shown. `aliases`: what people call it who do not know its title.
 */
export type SearchEntry = readonly [
  title: string,
  page: string,
  url: string,
  text: string,
  words?: string,
  aliases?: string,
];

/** The entries that have the most of the words of a query, best first. Words may be misspelled. */
export function search(entries: readonly SearchEntry[], query: string): readonly SearchEntry[];

/** The words of a text in lower case, with the parts of names, each once. */
export function wordsOf(text: string): string[];
