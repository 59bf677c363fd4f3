/** One place that the search finds: its title, its page, its URL, and what it says or is also called. */
export type SearchEntry = readonly [title: string, page: string, url: string, text: string];

/** The entries that have every word of a query, best first. */
export function search(entries: readonly SearchEntry[], query: string): readonly SearchEntry[];
