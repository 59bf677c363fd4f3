import { HYPHEN } from "../engine/chars.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";
import { TAB_BETWEEN } from "../layout/segment.ts";
import type { Table } from "../layout/tables/table.ts";
import { Flow } from "./flow.ts";
import { type Footnote, footnotesOf, markdownNote, withReferences } from "./footnotes.ts";
import { type Kind, Kinds, keyOf, type MarkdownPage } from "./markdown-kinds.ts";
import { markdownLine } from "./markdown-line.ts";
import { markdownTable } from "./tables.ts";
import type { Hyphens } from "./text.ts";

const BULLET = /^[•‣▪◦●○■·–*\uf0b7\uf0a7\uf095-]\s+|^\\[*-]\s+/;
const NUMBER = /^(\d{1,3})[.)](?:\s+|(?=\p{Lu}))/u;
/** A number whose text follows at once, as fonts and programs may have it. */
const CLOSE_NUMBER = /^(\d{1,3})([.)])(?:\s+|(?=\p{L}))/u;

const indentOf = (depth: number) => "   ".repeat(Math.max(0, depth - 1));

/** Formats a list item of the file's structure tree, with its number or a bullet. `depth` counts from 1. */
function listItem(depth: number, text: string): string {
  const indent = indentOf(depth);
  const number = NUMBER.exec(text)?.[1];
  const bare = text.replace(number === undefined ? BULLET : NUMBER, "");
  return `${indent}${number === undefined ? "-" : `${number}.`} ${bare}`;
}

/** A lettered item at the start of a line: "a. ", "b) ", "(c) ". */
const LETTERED = /^\(?([a-z])[.)] /i;

function isItem(block: string): boolean {
  return /^ *(-|\d+\.) [^\n]*$/.test(block);
}

/** The indents of a nested item, in font sizes: less is that of a shorter number, more is another column. */
const NESTED_MIN = 0.9;
const NESTED_MAX = 8;

/** Whether an item is nested in one above it, by its indent. */
function isNested({ box, base, size }: Line, outer: Line): boolean {
  const indent = (box.left - outer.box.left) / size;
  return base.bottom < outer.base.bottom && indent > NESTED_MIN && indent < NESTED_MAX;
}

/** The least indent of the lines of a list item below its mark, in font sizes. */
const HANGING = 0.3;

/** The width of a character of code, in font sizes, where it cannot be measured. */
const CODE_WIDTH = 0.6;

/** A line further below than this, in font sizes, has an empty line of code before it. */
const CODE_PITCH = 1.9;

/** The longest line of code, in characters: a file may place a character far to the right. */
const CODE_COLUMNS = 400;

/** Groups lines into blocks; each block is written when the next begins. */
class Blocks {
  readonly #page: MarkdownPage;
  readonly #hyphens: Hyphens;
  readonly #kinds: Kinds;
  readonly #flow: Flow;
  readonly #notes: readonly Footnote[];
  readonly #noteLines: ReadonlySet<Line>;
  readonly #tableOf = new Map<number, Table>();
  readonly #seen = new Set<Table>();
  readonly #written: string[] = [];
  /** Items of the structure tree that have begun: their text below a nested list is not another item. */
  readonly #items = new Set<number>();
  #at = 0;
  #open: { readonly kind: Kind; readonly lines: Line[] } | undefined;

  constructor(page: MarkdownPage, hyphens: Hyphens) {
    const { lines, chars, tables } = page;
    this.#page = page;
    this.#hyphens = hyphens;
    this.#kinds = new Kinds(page);
    this.#flow = new Flow(lines, chars);
    for (const table of tables.filter((one) => this.#kinds.isTable(one)))
      for (const cell of table.cells)
        for (const line of cell.lines)
          for (const i of line.chars) if (i >= 0 || i < TAB_BETWEEN) this.#tableOf.set(i, table);
    const running = lines.filter(({ chars: own }) => !own.some((i) => this.#tableOf.has(i)));
    this.#notes = footnotesOf(running, chars, this.#kinds.bodySize);
    this.#noteLines = new Set(this.#notes.flatMap(({ lines: own }) => own));
  }

  /** Adds the next line: what is in a table goes there, the rest to a block. */
  add(line: Line, at: number): void {
    this.#at = at;
    if (this.#noteLines.has(line)) return;
    const rest: number[] = [];
    let isLast = false;
    let isSplit = false;
    for (const i of line.chars) {
      const isBetween = i === TAB_BETWEEN || i === -1 || this.#page.chars.code[i] === 32;
      const table = isBetween ? undefined : this.#tableOf.get(i);
      if (table !== undefined) {
        isSplit = true;
        this.#addTable(table);
      }
      if (!isBetween) isLast = table === undefined;
      if (table === undefined && (!isBetween || isLast)) rest.push(i);
    }
    if (!isSplit) this.#addRest(line);
    else if (rest.some((i) => i >= 0 || i < TAB_BETWEEN)) this.#addRest({ ...line, chars: rest });
  }

  #addTable(table: Table): void {
    if (this.#seen.has(table)) return;
    this.#seen.add(table);
    this.#end();
    this.#written.push(markdownTable(table, this.#line));
  }

  #addRest(line: Line): void {
    const { lines } = this.#page;
    const kind = this.#kinds.of(line, lines[this.#at - 1], lines[this.#at + 1]);
    const before = this.#open?.lines.at(-1);
    const isSame = this.#open !== undefined && before !== undefined && keyOf(this.#open.kind) === keyOf(kind);
    // Two headings by size alone are one if the second is the next line of the first.
    const goesOn =
      isSame &&
      (kind.kind !== "heading" ||
        kind.block !== 0 ||
        (before.base.bottom - line.base.bottom > 0 &&
          before.base.bottom - line.base.bottom < 1.6 * line.size));
    if (!goesOn) {
      this.#end();
      this.#open = { kind, lines: [] };
    }
    this.#open?.lines.push(line);
  }

  #line = (line: Line): string =>
    withReferences(markdownLine(line, this.#page.chars, this.#page.anchors), this.#notes);

  /** All lines as one, whatever is between them. */
  #onOneLine(lines: readonly Line[]): string {
    let text = "";
    let before: Line | undefined;
    for (const line of lines) {
      const own = this.#line(line);
      if (own === "") continue;
      text = before === undefined ? own : this.#flow.join(text, own, before, this.#hyphens);
      before = line;
    }
    return text.replaceAll("\t", " ");
  }

  /** Lines of lettered lists: a line "b." counts if there is an "a." or a "c.". */
  #lettered(lines: readonly Line[]): ReadonlySet<Line> {
    const codes = new Map<Line, number>();
    for (const line of lines) {
      const code = LETTERED.exec(lineText(line, this.#page.chars))?.[1]?.charCodeAt(0);
      if (code !== undefined) codes.set(line, code);
    }
    const all = new Set(codes.values());
    return new Set(
      [...codes].filter(([, code]) => all.has(code - 1) || all.has(code + 1)).map(([line]) => line),
    );
  }

  /** Running text: paragraphs and list items on a line each, and the line breaks that the author wanted. */
  #paragraphs(lines: readonly Line[], isOneBlock: boolean): string[] {
    const written: string[] = [];
    let text = "";
    let first: Line | undefined;
    let before: Line | undefined;
    let item: Line | undefined;
    // The items around the current one, the outermost first.
    let items: Line[] = [];
    const numbers = new Map<Line, number>();
    const lettered = this.#lettered(lines);
    const end = () => {
      if (text !== "") written.push(text);
      text = "";
    };
    for (const [k, line] of lines.entries()) {
      const own = this.#line(line).replaceAll("\t", " ");
      if (own === "") continue;
      const gap =
        before === undefined || first === undefined
          ? "parted"
          : isOneBlock
            ? this.#flow.gapInBlock(before, line)
            : this.#flow.gap(before, line, first, lines[k + 1]);
      const isHanging =
        item !== undefined &&
        before !== undefined &&
        line.box.left > item.box.left + HANGING * line.size &&
        this.#flow.isNext(before, line);
      const isLettered = lettered.has(line) && gap !== "joined";
      const isMarked = BULLET.test(own) || isLettered;
      const number = Number(CLOSE_NUMBER.exec(own)?.[1]);
      const isNext = items.some((outer) => numbers.get(outer) === number - 1);
      const isNumbered = isNext || (NUMBER.test(own) && gap !== "joined");
      const isApart = gap === "parted" || (item !== undefined && gap === "broken");
      if (isMarked || isNumbered || (isApart && !isHanging)) {
        end();
        item = isMarked || isNumbered ? line : undefined;
        items = item === undefined ? [] : [...items.filter((outer) => isNested(line, outer)), line];
        if (isNumbered) numbers.set(line, number);
        first = line;
        text = isMarked
          ? `- ${own.replace(BULLET, "")}`
          : isNumbered
            ? own.replace(CLOSE_NUMBER, "$1$2 ")
            : own;
        text = indentOf(items.length) + text;
      } else if (gap === "joined" || isHanging)
        text = this.#flow.join(text, own, before ?? line, this.#hyphens);
      else text += `\n${own}`;
      before = line;
    }
    end();
    return written;
  }

  #code(lines: readonly Line[]): string {
    const { chars } = this.#page;
    const left = Math.min(...lines.map(({ box }) => box.left));
    const rows: string[] = [];
    for (const [k, line] of lines.entries()) {
      const before = lines[k - 1];
      if (before !== undefined && before.base.bottom - line.base.bottom > CODE_PITCH * line.size)
        rows.push("");
      const isHyphen = (i: number) => ((chars.flags[i] ?? 0) & HYPHEN) !== 0;
      const visible = line.chars.filter((i) => i >= 0 && ((chars.code[i] ?? 0) > 32 || isHyphen(i)));
      const widths = visible.map((i) => (chars.right[i] ?? 0) - (chars.left[i] ?? 0)).sort((a, b) => a - b);
      const width = Math.max(0.5, widths[widths.length >> 1] ?? CODE_WIDTH * line.size);
      let row = "";
      for (const i of visible) {
        const column = Math.min(CODE_COLUMNS, Math.round(((chars.left[i] ?? 0) - left) / width));
        row = row.padEnd(column) + lineText({ ...line, chars: [i] }, chars);
      }
      rows.push(row);
    }
    const fence = rows.some((row) => row.includes("```")) ? "~~~~" : "```";
    return `${fence}\n${rows.join("\n")}\n${fence}`;
  }

  #titled(kind: Extract<Kind, { kind: "heading" | "item" }>, text: string): string {
    if (kind.kind === "heading") return `${"#".repeat(kind.level)} ${text}`;
    const goesOn = this.#items.has(kind.block);
    this.#items.add(kind.block);
    return goesOn ? `${indentOf(kind.depth + 1)}${text}` : listItem(kind.depth, text);
  }

  #end(): void {
    if (this.#open === undefined) return;
    const { kind, lines } = this.#open;
    this.#open = undefined;
    if (kind.kind === "heading" || kind.kind === "item") {
      const text = this.#onOneLine(lines);
      // A line may consist of spaces.
      if (text !== "") this.#written.push(this.#titled(kind, text));
    } else if (kind.kind === "code") this.#written.push(this.#code(lines));
    else this.#written.push(...this.#paragraphs(lines, kind.block !== 0));
  }

  text(): string {
    this.#end();
    for (const note of this.#notes) this.#written.push(markdownNote(note, this.#onOneLine(note.lines)));
    const filled = this.#written.filter((block) => block !== "");
    // Items of one list follow each other without a gap.
    return filled.reduce(
      (text, block, k) =>
        k === 0 ? block : `${text}${isItem(block) && isItem(filled[k - 1] ?? "") ? "\n" : "\n\n"}${block}`,
      "",
    );
  }
}

/**
 * Formats a page as Markdown. Headings and lists come from the file's structure tree; without one, from font sizes,
 * bullets and numbers. A paragraph is one line, joined across lines and columns; breaks that the author wanted stay.
 * Code keeps its indents. Notes whose marks are on the page are footnotes; links are where they are on the page.
 */
export function markdownOf(page: MarkdownPage, hyphens: Hyphens): string {
  const blocks = new Blocks(page, hyphens);
  for (const [at, line] of page.lines.entries()) blocks.add(line, at);
  return blocks.text();
}
