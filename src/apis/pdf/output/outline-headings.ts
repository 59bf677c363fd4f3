import type { Chars } from "../engine/chars.ts";
import type { OutlineEntry } from "../engine/document.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";

const LINES_MAX = 4;

/** The most entries and lines of a page that are compared; only hostile files have more. */
const PAGE_ENTRIES_MAX = 200;
const PAGE_LINES_MAX = 2_000;

/** The longest number before a heading, in letters and digits: "12.3.1", "Chapter 12", "Appendix B". */
const NUMBER_MAX = 12;

/** An outline with more than one entry for so many pages names all headings but the smallest. */
const PAGES_PER_ENTRY = 2;
const ENTRIES_MIN = 4;

/** A number before a title, as letters and digits. */
const NUMBER = /^(?:\p{L}*\d[\p{L}\d]*|(?:chapter|appendix|part)?[a-z]|[ivxl]+)$/u;

function keyOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** Whether a text is a heading's title, where one of both may have its number before it. */
function isTitle(text: string, title: string): boolean {
  if (text === title) return true;
  const [long, short] = text.length > title.length ? [text, title] : [title, text];
  if (short === "" || !long.endsWith(short)) return false;
  const number = long.slice(0, long.length - short.length);
  return number.length <= NUMBER_MAX && NUMBER.test(number);
}

/** A heading of the outline on a page. */
export interface OutlineHeading {
  readonly level: number;
  /** Identifies the heading on its page: its lines have the same. */
  readonly block: number;
}

/** The headings that the outline of a file names, by the pages that it leads to. */
export class OutlineHeadings {
  readonly #byPage: ReadonlyMap<number, readonly OutlineEntry[]>;
  /** Whether the outline names all headings that are larger than the running text. */
  readonly isComplete: boolean;

  constructor(outline: readonly OutlineEntry[], pageCount: number) {
    const leading = outline.filter(({ page }) => page !== null);
    this.#byPage = Map.groupBy(leading, ({ page }) => page ?? 0);
    this.isComplete =
      leading.length >= ENTRIES_MIN &&
      leading.length * PAGES_PER_ENTRY >= pageCount &&
      leading.some(({ level }) => level > 0);
  }

  /** Finds the lines of a page that are the headings of its outline entries. `number` counts from 1. */
  on(number: number, lines: readonly Line[], chars: Chars): ReadonlyMap<Line, OutlineHeading> {
    const found = new Map<Line, OutlineHeading>();
    const entries = this.#byPage.get(number)?.slice(0, PAGE_ENTRIES_MAX);
    if (entries === undefined || lines.length > PAGE_LINES_MAX) return found;
    const longest = entries.reduce((most, { title }) => Math.max(most, title.length), 0);
    // Longer lines are no titles, and their text is not needed.
    const keys = lines.map((line) =>
      line.chars.length > 2 * longest + NUMBER_MAX ? undefined : keyOf(lineText(line, chars)),
    );
    for (const [k, { title, level }] of entries.entries()) {
      const own = titleLines(keyOf(title), lines, keys, found);
      const heading = { level: Math.min(6, level + 1), block: -1 - k };
      for (const line of own) found.set(line, heading);
    }
    return found;
  }
}

/** The lines of a title: of several places, that with the largest text, since a running header has the title too. */
function titleLines(
  title: string,
  lines: readonly Line[],
  keys: readonly (string | undefined)[],
  taken: ReadonlyMap<Line, unknown>,
): readonly Line[] {
  let best: readonly Line[] = [];
  if (title === "") return best;
  for (const [k, first] of lines.entries()) {
    if (taken.has(first)) continue;
    let text = "";
    for (let end = k; end < lines.length && end < k + LINES_MAX; end++) {
      const key = keys[end];
      if (key === undefined) break;
      text += key;
      if (text.length > title.length + NUMBER_MAX) break;
      if (!isTitle(text, title)) continue;
      if (first.size > (best[0]?.size ?? 0) + 0.1) best = lines.slice(k, end + 1);
      break;
    }
  }
  return best;
}
