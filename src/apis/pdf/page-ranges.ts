import { z } from "zod";
import { whole } from "../../kit/numbers.ts";
import { textValue } from "../../kit/parameter.ts";
import { Problem } from "../../kit/problem.ts";

/** The syntax of `pages`, for error texts. */
export const RANGES = "page numbers and ranges separated by commas, such as 1-5,8,-1 (the last page)";

/** Pages that one request reads at most. */
export const PAGES_MAX = 2_000;

/** More parts than anybody writes by hand. */
const PARTS_MAX = 500;

/** Pages from `first` to `last`, counted from 1; negative ones count from the end. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** Page ranges such as `1-5,8,-1`. */
export const PageRanges = textValue(z.string().max(4_000), (text, reject): readonly PageRange[] => {
  const parts = text.split(",");
  const ranges = parts.map((part) => {
    const found = /^(-?[1-9]\d{0,6})(?:-(-?[1-9]\d{0,6}))?$/.exec(part);
    if (found === null) return undefined;
    const [, first = "", last = first] = found;
    return { first: Number(first), last: Number(last) };
  });
  if (parts.length > PARTS_MAX || ranges.includes(undefined)) return reject(`must be ${RANGES}`);
  return ranges.filter((range) => range !== undefined);
});

const ALL: readonly PageRange[] = [{ first: 1, last: -1 }];

/**
 * The pages that a request asks for, each once and in ascending order, as indices from 0. Throws
 * `page-out-of-range` and `too-many-pages`. `pageCount` is what the file claims; nothing is opened here.
 */
export function selectPages(ranges: readonly PageRange[] = ALL, pageCount: number): number[] {
  const resolved = ranges.map(({ first, last }) => ({
    first: first < 0 ? pageCount + first + 1 : first,
    last: last < 0 ? pageCount + last + 1 : last,
  }));
  for (const { first, last } of resolved) {
    if (first >= 1 && last <= pageCount && first <= last) continue;
    throw new Problem(
      "page-out-of-range",
      `pages must be pages of this file, with ascending ranges. The file has ${pageCount} ${pageCount === 1 ? "page" : "pages"}.`,
      { parameter: "pages", members: { pageCount } },
    );
  }
  const asked = resolved.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  if (asked > PAGES_MAX) {
    throw new Problem(
      "too-many-pages",
      `One call extracts at most ${whole(PAGES_MAX)} pages, and the file has ${whole(pageCount)}. Select a range, such as pages=1-${PAGES_MAX}.`,
      { parameter: "pages", members: { pageCount } },
    );
  }
  const selected = new Set<number>();
  for (const { first, last } of resolved) for (let page = first; page <= last; page++) selected.add(page - 1);
  return [...selected].sort((a, b) => a - b);
}
