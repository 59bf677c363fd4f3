/** One place that the search finds: its title, its page, its URL, and further words to find it by. */
export type SearchEntry = readonly [title: string, page: string, url: string, words: string];

/** The entries that have every word of a query, best first. */
export function search(entries: readonly SearchEntry[], query: string): readonly SearchEntry[];
