import { cellKey, matchedCells, type ScoredCell } from "./table-score.ts";

/** The structure of a text: its headings, list items and tables. */
export interface Structure {
  readonly headings: readonly string[];
  readonly items: readonly string[];
  readonly tables: readonly (readonly (readonly string[])[])[];
}

/** A node of Pandoc's syntax tree (`pandoc -t json`). */
interface Node {
  readonly t?: string;
  readonly c?: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "t" in value;
}

/** The text of inline nodes, without notes, images and raw code of the source. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join("");
  if (!isNode(value)) return "";
  const { t, c } = value;
  if (t === "Str") return String(c);
  if (t === "Space" || t === "SoftBreak" || t === "LineBreak") return " ";
  if (t === "Code" || t === "Math") return Array.isArray(c) ? String(c[1]) : "";
  if (t === "Note" || t === "Image" || t === "RawInline" || t === "RawBlock") return "";
  return textOf(c);
}

/** Rows of Pandoc's table: cells are [attributes, alignment, rows, columns, blocks]. */
function rowsOf(table: readonly unknown[]): string[][] {
  const [, , , head, bodies, foot] = table as [unknown, unknown, unknown, unknown[], unknown[][], unknown[]];
  const rows = [head[1], ...bodies.flatMap((body) => [body[2], body[3]]), foot[1]].flat() as unknown[][];
  return rows.map((row) => (row[1] as unknown[][]).map((cell) => textOf(cell[4])));
}

/** The structure of a document by the syntax tree that Pandoc made of its source. */
export function structureOfSource(json: string): Structure & { readonly title: string } {
  const { blocks, meta } = JSON.parse(json) as { blocks: unknown[]; meta: Record<string, Node> };
  const found = {
    headings: [] as string[],
    items: [] as string[],
    tables: [] as string[][][],
    title: textOf(meta.title?.c),
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value)) return;
    const { t, c } = value;
    if (t === "Header") found.headings.push(textOf((c as unknown[])[2]));
    else if (t === "BulletList" || t === "OrderedList") {
      const items = (t === "BulletList" ? c : (c as unknown[])[1]) as unknown[][];
      for (const item of items) {
        found.items.push(textOf(item.slice(0, 1)));
        visit(item);
      }
    } else if (t === "Table") found.tables.push(rowsOf(c as unknown[]));
    else visit(c);
  };
  visit(blocks);
  return found;
}

/** Markdown's text without links, marks of notes and escapes. */
function plain(markdown: string): string {
  return (
    markdown
      .replaceAll(/\[\^[^\]]*\]/g, "")
      .replaceAll(/(?<!\\)\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g, "$1")
      .replaceAll(/\\([\\`*_[\]<>#+|-])/g, "$1")
      // Styles print the URL of a link after it.
      .replaceAll(/ ?\[(?:https?|ftp|mailto|file):[^\]]*\]/g, "")
  );
}

/** The structure of Markdown as we write it: a block is a line, or several for a table or code. */
export function structureOfMarkdown(markdown: string): Structure {
  const found = { headings: [] as string[], items: [] as string[], tables: [] as string[][][] };
  let isCode = false;
  let isTable = false;
  for (const line of markdown.split(/\r?\n|\f/)) {
    if (/^(```|~~~)/.test(line)) isCode = !isCode;
    if (isCode) continue;
    const heading = /^#{1,6} (.*)$/.exec(line)?.[1];
    const item = /^ *(?:[-*+]|\d+[.)]) (?:\(?[a-zA-Z][.)] )?(.*)$/.exec(line)?.[1];
    if (heading !== undefined) found.headings.push(plain(heading));
    if (item !== undefined) found.items.push(plain(item));
    if (!line.startsWith("|")) isTable = false;
    else if (!/^[| :-]+$/.test(line)) {
      if (!isTable) found.tables.push([]);
      isTable = true;
      const cells = line
        .slice(1)
        .replace(/\|\s*$/, "")
        .split(/(?<!\\)\|/);
      found.tables.at(-1)?.push(cells.map((cell) => plain(cell.trim())));
    }
  }
  return found;
}

/** Letters and digits of a text. URLs are left out: Pandoc does not read those that DocBook prints. */
function key(text: string): string {
  return text
    .replaceAll(/(?:https?|ftp|mailto):\S+/g, "")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** A number before a heading, which styles add: "3.1", "Chapter 3.", "A.2". */
const NUMBERING = /^\s*(?:(?:chapter|appendix|part|section)\s+)?(?:\d+|[A-Z]|[IVX]+)(?:\.\d+)*[.:]?\s+/i;

/** Headings that styles add, and the source does not have. */
const ADDED =
  /^(?:(?:table of )?contents|list of (?:figures|tables|examples)|index|bibliography|references|abstract|notes|footnotes|collaborators|revision history|(?:chapter|appendix|part) \w+)$/i;

/** Counts of what was found, what was expected, and what of both is the same. */
export interface Counts {
  readonly found: number;
  readonly expected: number;
  readonly matched: number;
}

/** The harmonic mean of precision and recall. */
export function f1({ found, expected, matched }: Counts): number {
  return found + expected === 0 ? 1 : (2 * matched) / (found + expected);
}

/** Compared texts: which were missed, and which should not have been found. */
export interface Comparison extends Counts {
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
}

/** Compares texts with those expected, each at most once. */
function compare(
  found: readonly string[],
  expected: readonly string[],
  isSame: (found: string, expected: string) => boolean,
): Comparison {
  const left = [...expected];
  const wrong = found.filter((text) => {
    const at = left.findIndex((one) => isSame(text, one));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return {
    found: found.length,
    expected: expected.length,
    matched: found.length - wrong.length,
    missed: left,
    wrong,
  };
}

/** Compares headings: without the numbers that styles add, and without the headings that they add. */
export function compareHeadings(found: readonly string[], source: Structure & { title: string }): Comparison {
  const expected = source.headings.filter((text) => key(text) !== "");
  const isSame = (a: string, b: string) =>
    key(a) === key(b) || key(a.replace(NUMBERING, "")) === key(b.replace(NUMBERING, ""));
  const title = source.title.replaceAll(/\s+/g, " ");
  const all = found.filter((text) => key(text) !== "");
  const first = compare(all, expected, isSame);
  const added = first.wrong.filter(
    (text) => ADDED.test(text.trim()) || isSame(text, title) || (title === "" && text === all[0]),
  );
  return {
    ...first,
    found: first.found - added.length,
    wrong: first.wrong.filter((text) => !added.includes(text)),
  };
}

/** The part of an item that is compared, and the least part where a page ends in it, in characters. */
const ITEM = 40;
const ITEM_CUT = 15;

/** Compares list items by how they begin. */
export function compareItems(found: readonly string[], expected: readonly string[]): Comparison {
  const begins = (text: string) => key(text).slice(0, ITEM);
  return compare(
    found.filter((text) => key(text) !== ""),
    expected.filter((text) => key(text) !== ""),
    (a, b) => begins(a) === begins(b) || (key(a).length >= ITEM_CUT && begins(b).startsWith(begins(a))),
  );
}

function scored(rows: readonly (readonly string[])[]): ScoredCell[] {
  return rows.flatMap((row, r) =>
    row.flatMap((text, c) => (cellKey(text) === "" ? [] : [{ row: r, column: c, text: cellKey(text) }])),
  );
}

/** Compares the cells of tables; each table found is compared with the one expected that it has most of. */
export function compareTables(found: Structure["tables"], expected: Structure["tables"]): Counts {
  const ours = found.map(scored);
  const pairs = expected.flatMap((table, e) => {
    const cells = scored(table);
    return ours.map((own, f) => ({ e, f, matched: matchedCells(own, cells) }));
  });
  const used = new Set<string>();
  let matched = 0;
  for (const pair of pairs.toSorted((a, b) => b.matched - a.matched)) {
    if (used.has(`e${pair.e}`) || used.has(`f${pair.f}`)) continue;
    used.add(`e${pair.e}`).add(`f${pair.f}`);
    matched += pair.matched;
  }
  const count = (tables: Structure["tables"]) => tables.reduce((sum, table) => sum + scored(table).length, 0);
  return { found: count(found), expected: count(expected), matched };
}
