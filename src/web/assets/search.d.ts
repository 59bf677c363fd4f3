/** The groups of results. */
export type SearchGroup = "Guides" | "Reference" | "Endpoints" | "Fields" | "Errors" | "Pages";

/**
 * One place that the search finds: its title, its page, its URL, what it says or is also called, its group, and its whole
 * text, of which the line with the words that were looked for is shown. `aliases`: what people call it who do not know its title.
 */
export type SearchEntry = readonly [
  title: string,
  page: string,
  url: string,
  text: string,
  group: SearchGroup,
  body?: string,
  aliases?: string,
];

/** The results of a search. */
export interface Found {
  /** The entries that have the most of the words, best first. */
  readonly entries: readonly SearchEntry[];
  /** The same by group: the best three, then the others by their kind, the group of the best of these first. */
  readonly groups: readonly (readonly [SearchGroup | "Best matches", readonly SearchEntry[]])[];
  /** Cuts a text into parts, each with whether it is, or begins, a word that was looked for. */
  mark(text: string): readonly (readonly [part: string, isMatch: boolean])[];
  /** The text of an entry; where nothing shown has the words, the line of its body that has most of them, or its alias. */
  textOf(entry: SearchEntry): string;
}

/** Makes the index that `find` looks up in, in steps: a server has other work in between. */
export function indexing(entries: readonly SearchEntry[]): Iterable<void>;

/** Looks a query up. Words may be misspelled. */
export function find(entries: readonly SearchEntry[], query: string): Found;

/** The `entries` of `find`. */
export function search(entries: readonly SearchEntry[], query: string): readonly SearchEntry[];
