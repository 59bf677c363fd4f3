/** One page of rows that are read in the order of a key. */
export interface KeysetPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Comes after every ID: IDs are UUIDs in lower case. */
export const LAST_ID = "g";

/** Cuts a page of at most `limit` rows from `limit + 1` that were read: the one more says whether there is a next page. */
export function pageOf<Row>(
  read: readonly Row[],
  limit: number,
  keyOf: (last: Row) => string,
): KeysetPage<Row> {
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: read.length > limit && last !== undefined ? keyOf(last) : null };
}
