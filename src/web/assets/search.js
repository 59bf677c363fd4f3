// The search of the docs, for their pages and for the server.

/** The most results of one search. */
const MOST = 40;

/**
 * The entries that have every word of a query, best first: an exact title, then a title that begins with the query, then
 * other titles, then the rest.
 */
export function search(entries, query) {
  const wanted = query.trim().toLowerCase();
  const words = wanted.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rank = ([title, page, , more]) => {
    const low = title.toLowerCase();
    const all = `${low} ${page.toLowerCase()} ${more.toLowerCase()}`;
    if (!words.every((word) => all.includes(word))) return 0;
    if (low === wanted) return 4;
    if (low.startsWith(wanted) || low.endsWith(`.${wanted}`)) return 3;
    return words.every((word) => low.includes(word)) ? 2 : 1;
  };
  return entries
    .map((entry) => ({ entry, points: rank(entry) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}
