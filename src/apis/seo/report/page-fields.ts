import { isRecord } from "../../../kit/record.ts";
import { type Facts, TEXT_MAX } from "../analysis/facts.ts";
import { shorten } from "../analysis/html/place.ts";
import type { Audit } from "./schema/audit.ts";

// Fields that have the same shape in the responses of `audit` and `meta`.

/** Entries of one list that a page should have few of. */
export const LIST_MAX = 200;

/** Limits of what a response may quote from a page. */
interface Quoting {
  /** Characters of one text or URL. */
  readonly text: number;
  /** Entries of one list, and members of one object. */
  readonly list: number;
}

/** The limits of ordinary pages, whose lists are short enough when they are made. */
const ORDINARY: Quoting = { text: TEXT_MAX, list: Number.POSITIVE_INFINITY };

/** The limits of pages that are built to have a large report. This bounds the size of every response. */
const SHORTER: readonly Quoting[] = [
  { text: 1_000, list: 100 },
  { text: 200, list: 50 },
];

/** A report that is longer as JSON is made shorter, in characters. */
const REPORT_MAX = 1_000_000;

/** A page of at most this many bytes has a report of at most 2 MB, so its report is not measured. */
const SMALL_PAGE = 20_000;

function shortened(value: unknown, quoting: Quoting): unknown {
  if (typeof value === "string") return shorten(value, quoting.text);
  if (Array.isArray(value)) return value.slice(0, quoting.list).map((one) => shortened(one, quoting));
  if (!isRecord(value)) return value;
  // A copy whose members are replaced takes half the time of one that is made from its entries.
  const members: Record<string, unknown> = { ...value };
  const names = Object.keys(members);
  for (const name of names.slice(0, quoting.list)) members[name] = shortened(members[name], quoting);
  for (const name of names.slice(quoting.list)) delete members[name];
  return members;
}

/** Reports whether nothing in a value has to be shortened. */
function isWithin(value: unknown, quoting: Quoting): boolean {
  if (typeof value === "string") return value.length <= quoting.text;
  if (typeof value !== "object" || value === null) return true;
  const members = Array.isArray(value) ? value : Object.values(value);
  return members.length <= quoting.list && members.every((one) => isWithin(one, quoting));
}

/** Shortens the texts of a report, and its lists where it is large. */
export function quoted<Report extends object>({ fetched }: Facts, report: Report): Report {
  // Only texts, lists and records of any length become shorter, so it keeps its type.
  const shorter = (of: Report, quoting: Quoting) =>
    isWithin(of, quoting) ? of : (shortened(of, quoting) as Report);
  let made = shorter(report, ORDINARY);
  if (fetched.body.byteLength <= SMALL_PAGE) return made;
  for (const quoting of SHORTER) {
    if (JSON.stringify(made).length <= REPORT_MAX) break;
    made = shorter(made, quoting);
  }
  return made;
}

/** The content of the first meta element with this name; null without one. */
export function firstContent({ page }: Facts, name: string): string | null {
  const found = page.metas.find((meta) => meta.name === name && meta.content !== undefined);
  return found?.content?.trim() ?? null;
}

/** The `canonical` field of a response. */
export function canonicalOf({ canonical, canonicals, page }: Facts): Audit["canonical"] {
  return {
    url: canonical ?? null,
    links: page.links
      .flatMap(({ rel, href, inHead }) => (rel.includes("canonical") && href ? { href, inHead } : []))
      .slice(0, LIST_MAX),
    header: canonicals.find(({ element }) => element === undefined)?.href ?? null,
  };
}

/** The `robots` field of a response. */
export function robotsOf({ fetched, page }: Facts): Audit["robots"] {
  const contents = page.metas.flatMap(({ name, content }) => (name === "robots" ? (content ?? []) : []));
  const header = fetched.headers.get("x-robots-tag") ?? [];
  return { meta: contents.slice(0, LIST_MAX), header: header.slice(0, LIST_MAX) };
}

/** The `charset` field of a response. */
export function charsetOf({ page }: Facts): Audit["fetch"]["charset"] {
  const { effective, source, declared } = page.decoded;
  return { effective, source, declared };
}

/** The `hreflang` field of a response. */
export function hreflangOf({ hreflangs }: Facts): Audit["hreflang"] {
  return hreflangs.slice(0, LIST_MAX).map(({ lang, href, inHead }) => ({ lang, href, inHead }));
}
