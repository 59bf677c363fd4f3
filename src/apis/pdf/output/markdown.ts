import type { Anchor } from "../engine/annotations.ts";
import type { Chars } from "../engine/chars.ts";
import type { Role } from "../engine/structure.ts";
import type { Line } from "../layout/line.ts";
import { startsParagraph, usualPitch } from "../layout/paragraphs.ts";
import type { RoleOf } from "../layout/roles.ts";
import { TAB_BETWEEN } from "../layout/segment.ts";
import { type Kind, Kinds, keyOf } from "./markdown-kinds.ts";
import { markdownLine } from "./markdown-line.ts";
import { markdownTable, TableOfCells } from "./markdown-table.ts";
import { type Hyphens, joinLines } from "./text.ts";

const BULLET = /^[•‣▪◦●○■·–*\uf0b7\uf0a7-]\s+|^\\[*-]\s+/;
const NUMBER = /^(\d+)[.)]\s+/;

/** Formats a line with a bullet as a list item; other lines are returned unchanged. */
function bulleted(text: string): string {
  return BULLET.test(text) ? `- ${text.replace(BULLET, "")}` : text;
}

/** Formats a list item of the file's structure tree, with its number or a bullet. `depth` counts from 1. */
function listItem(depth: number, text: string): string {
  const indent = "   ".repeat(Math.max(0, depth - 1));
  const number = NUMBER.exec(text)?.[1];
  const bare = text.replace(number === undefined ? BULLET : NUMBER, "");
  return `${indent}${number === undefined ? "-" : `${number}.`} ${bare}`;
}

/** Whether a block is exactly one list item. */
function isItem(block: string): boolean {
  return /^ *(-|\d+\.) [^\n]*$/.test(block);
}

/** Groups lines into blocks; each block is written when the next begins. */
class Blocks {
  readonly #chars: Chars;
  readonly #anchors: readonly Anchor[];
  readonly #hyphens: Hyphens;
  readonly #roleOf: RoleOf;
  readonly #kinds: Kinds;
  readonly #pitch: number;
  readonly #written: (string | TableOfCells)[] = [];
  readonly #tables = new Map<string, TableOfCells>();
  #open: { readonly kind: Kind; readonly lines: Line[]; readonly rows: (readonly string[])[] } | undefined;

  constructor(
    lines: readonly Line[],
    chars: Chars,
    anchors: readonly Anchor[],
    hyphens: Hyphens,
    roleOf: RoleOf,
  ) {
    this.#chars = chars;
    this.#anchors = anchors;
    this.#hyphens = hyphens;
    this.#roleOf = roleOf;
    this.#kinds = new Kinds(lines, chars, roleOf, this.#line);
    this.#pitch = usualPitch(lines);
  }

  /** Adds the next line: cells go to their table, the rest to a block. */
  add(line: Line): void {
    const rest: number[] = [];
    let role: Role | undefined;
    let piece: number[] = rest;
    for (const i of line.chars) {
      const isBetween = i === TAB_BETWEEN || i === -1 || this.#chars.code[i] === 32;
      const own = isBetween ? undefined : this.#roleOf(i);
      if (!isBetween && own?.kind === "cell") {
        if (role?.kind !== "cell" || role.cell.column !== own.cell.column || role.cell.row !== own.cell.row) {
          piece = [];
          this.#table(own.cell.table).add(own.cell, { ...line, chars: piece });
        }
      } else if (!isBetween) piece = rest;
      if (!isBetween) role = own;
      piece.push(i);
    }
    if (rest.some((i) => i >= 0 || i < TAB_BETWEEN)) this.#addRest({ ...line, chars: rest });
  }

  #table(name: string): TableOfCells {
    const known = this.#tables.get(name);
    if (known !== undefined) return known;
    this.#end();
    const table = new TableOfCells();
    this.#tables.set(name, table);
    this.#written.push(table);
    return table;
  }

  #addRest(line: Line): void {
    const kind = this.#kinds.of(line);
    const before = this.#open?.lines.at(-1);
    const goesOn =
      this.#open !== undefined &&
      keyOf(this.#open.kind) === keyOf(kind) &&
      // Two headings by size alone are one where the second is its next line.
      (kind.kind !== "heading" ||
        kind.block !== 0 ||
        (before !== undefined && !startsParagraph(before, line, Math.max(this.#pitch, 1.3 * line.size))));
    if (!goesOn) {
      this.#end();
      this.#open = { kind, lines: [], rows: [] };
    }
    this.#open?.lines.push(line);
    if (kind.kind === "row") this.#open?.rows.push(kind.cells);
  }

  #line = (line: Line): string => markdownLine(line, this.#chars, this.#anchors);

  #item = (line: Line): string => bulleted(this.#line(line));

  #joined(lines: readonly Line[], write: (line: Line) => string): string {
    return joinLines(lines, this.#chars, this.#hyphens, write, true);
  }

  #onOneLine = (lines: readonly Line[]): string =>
    this.#joined(lines, this.#line).replaceAll(/\s+/g, (space) => (space.includes("\n") ? " " : space));

  #end(): void {
    if (this.#open === undefined) return;
    const { kind, lines, rows } = this.#open;
    this.#open = undefined;
    if (kind.kind === "heading") this.#written.push(`${"#".repeat(kind.level)} ${this.#onOneLine(lines)}`);
    else if (kind.kind === "item") this.#written.push(listItem(kind.depth, this.#onOneLine(lines)));
    else if (rows.length > 1) this.#written.push(markdownTable(rows));
    else this.#written.push(this.#joined(lines, this.#item));
  }

  text(): string {
    this.#end();
    const blocks = this.#written.map((block) =>
      typeof block === "string" ? block : block.markdown(this.#onOneLine),
    );
    const filled = blocks.filter((block) => block !== "");
    // Items of one list follow each other without a gap.
    return filled.reduce(
      (text, block, k) =>
        k === 0 ? block : `${text}${isItem(block) && isItem(filled[k - 1] ?? "") ? "\n" : "\n\n"}${block}`,
      "",
    );
  }
}

/**
 * Formats a page as Markdown: headings, lists and tables from the file's structure tree; without one,
 * headings by their size, bullets and numbers as lists, and tables by their rules or by rows with equal numbers of
 * cells; links where they are on the page. Everything else is a paragraph with its line breaks.
 */
export function markdownOf(
  lines: readonly Line[],
  chars: Chars,
  anchors: readonly Anchor[],
  hyphens: Hyphens,
  roleOf: RoleOf,
): string {
  const blocks = new Blocks(lines, chars, anchors, hyphens, roleOf);
  for (const line of lines) blocks.add(line);
  return blocks.text();
}
