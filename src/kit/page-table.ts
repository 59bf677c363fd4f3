import { Problem } from "./problem.ts";
import { issuesOf, type OverviewPage, type SiteOverview } from "./site-overview.ts";

/** The columns by which pages are sorted. */
export const pageSorts = ["issues", "score", "url", "status", "depth", "links", "words", "time"] as const;
export type PageSort = (typeof pageSorts)[number];

/** Pages that one table shows. */
export const TABLE_ROWS = 50;
/** Pages of a table that has them all, for print. */
export const ALL_ROWS = 1_000;

/** The order and the filters of a table of pages. */
export interface PageQuery {
  readonly sort: PageSort;
  readonly order: "asc" | "desc";
  /** The ID of an issue that the pages have; empty for all. */
  readonly issue: string;
  /** The first digit of their status, `none` without a response, `skipped` without a request, or empty for all. */
  readonly status: string;
  readonly text: string;
  readonly page: number;
  /** Whether the table has `ALL_ROWS` instead of `TABLE_ROWS`. */
  readonly hasAll: boolean;
}

/** The rows of one table. */
export interface PageTable {
  /** With the place of each page in the overview, by which it is opened. */
  readonly rows: readonly { readonly place: number; readonly page: OverviewPage }[];
  readonly count: number;
  readonly pages: number;
}

const VALUES: Readonly<Record<Exclude<PageSort, "url" | "issues">, (page: OverviewPage) => number | null>> = {
  score: ({ score }) => score,
  status: ({ status }) => status,
  depth: ({ depth }) => depth,
  links: ({ linksIn }) => linksIn,
  words: ({ words }) => words,
  time: ({ status, ttfbMs }) => (status === null ? null : ttfbMs),
};

/** Returns the order of a first click: the worst pages first. */
export function firstOrder(sort: PageSort): PageQuery["order"] {
  return sort === "issues" || sort === "status" || sort === "depth" || sort === "time" ? "desc" : "asc";
}

/** Reads the query of a table from a URL. Unknown values count as left out: links are shared, and changed by hand. */
export function readPageQuery(given: URLSearchParams): PageQuery {
  const sort = pageSorts.find((one) => one === given.get("sort")) ?? "issues";
  const order = given.get("order");
  const status = given.get("status") ?? "";
  const page = Number(given.get("page") ?? 1);
  return {
    sort,
    order: order === "asc" || order === "desc" ? order : firstOrder(sort),
    issue: (given.get("issue") ?? "").slice(0, 64),
    status: /^(?:[1-5]|none|skipped)$/.test(status) ? status : "",
    text: (given.get("q") ?? "").slice(0, 200).toLowerCase(),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    hasAll: given.get("rows") === "all",
  };
}

function statusClass({ status, skipped }: OverviewPage): string {
  if (skipped !== undefined) return "skipped";
  return status === null ? "none" : String(status).slice(0, 1);
}

/** Makes the table that a query asks for. Pages without a value come last in both orders, equal ones in order of URL. */
export function pageTable({ pages, kinds }: SiteOverview, query: PageQuery): PageTable {
  const { sort, order, status, text } = query;
  const kind = kinds.findIndex(({ id }) => id === query.issue);
  const found = pages
    .map((page, place) => ({ page, place }))
    .filter(
      ({ page }) =>
        (query.issue === "" || page.findings.some(([one]) => one === kind)) &&
        (status === "" || statusClass(page) === status) &&
        (text === "" ||
          page.url.toLowerCase().includes(text) ||
          (page.title?.toLowerCase().includes(text) ?? false)),
    );
  const sign = order === "asc" ? 1 : -1;
  // The pages of an overview are in order of URL, and sorting keeps the order of equal ones.
  if (sort === "url" && order === "desc") found.reverse();
  if (sort !== "url") {
    const read = sort === "issues" ? (page: OverviewPage) => issuesOf(page, kinds) : VALUES[sort];
    const keyed = found.map((row) => ({ row, value: read(row.page) }));
    keyed.sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return sign * (a.value - b.value);
    });
    found.splice(0, found.length, ...keyed.map(({ row }) => row));
  }
  const count = found.length;
  const size = query.hasAll ? ALL_ROWS : TABLE_ROWS;
  const tables = Math.max(1, Math.ceil(count / size));
  const from = (Math.min(query.page, tables) - 1) * size;
  return { rows: found.slice(from, from + size), count, pages: tables };
}

/** The page at a place of an overview. Throws `not-found`. */
export function openedPage(overview: SiteOverview | undefined, place: string | undefined) {
  const page = overview?.pages[/^\d{1,6}$/.test(place ?? "") ? Number(place) : -1];
  if (overview === undefined || page === undefined)
    throw new Problem("not-found", "The site audit has no page at this place.");
  return { overview, page };
}
