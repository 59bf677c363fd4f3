import type { Anchor } from "./annotations.ts";
import type { Chars } from "./chars.ts";
import type { Line } from "./line.ts";
import { markdownLine } from "./markdown-line.ts";
import { markdownTable, TableOfCells } from "./markdown-table.ts";
import { startsParagraph, usualPitch } from "./paragraphs.ts";
import type { RoleOf } from "./roles.ts";
import { TAB_BETWEEN } from "./segments.ts";
import type { Role } from "./structure.ts";
import { type Hyphens, joinLines, lineText } from "./text.ts";

/** Sizes of headings as multiples of the running text's, the first level first. */
const HEADINGS: readonly (readonly [ratio: number, level: number])[] = [
  [1.7, 1],
  [1.35, 2],
  [1.12, 3],
];

/** A heading is short; a page that is all large is not a heading. */
const HEADING_CHARACTERS = 200;

const BULLET = /^[•‣▪◦●○■·–*\uf0b7\uf0a7-]\s+|^\\[*-]\s+/;
const NUMBER = /^(\d+)[.)]\s+/;

/** The size in which most characters of a page are set. */
function bodySize(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const { size, chars } of lines) {
    const rounded = Math.round(size * 2) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + chars.length);
  }
  let body = 0;
  let most = 0;
  for (const [size, count] of counts) if (count > most) [body, most] = [size, count];
  return body;
}

function isHeading(text: string): boolean {
  return text.length <= HEADING_CHARACTERS && !/[.,;。，；]$/.test(text);
}

/** What a line is: a piece of a block that others go on with, or a row of cells. */
type Kind = Exclude<Role, { kind: "cell" }> | { readonly kind: "row"; readonly cells: readonly string[] };

function keyOf(kind: Kind): string {
  if (kind.kind === "row") return `row ${kind.cells.length}`;
  return kind.kind === "heading" ? `heading ${kind.level} ${kind.block}` : `${kind.kind} ${kind.block}`;
}

/** Lines in blocks: each is written when another one begins. */
class Blocks {
  readonly #chars: Chars;
  readonly #anchors: readonly Anchor[];
  readonly #hyphens: Hyphens;
  readonly #roleOf: RoleOf;
  readonly #body: number;
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
    this.#body = bodySize(lines);
    this.#pitch = usualPitch(lines);
  }

  /** Takes the next line: what is in cells goes into its table, the rest into a block. */
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
    const kind = this.#kindOf(line);
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

  #kindOf(line: Line): Kind {
    const first = line.chars.find((i) => i >= 0 && (this.#chars.code[i] ?? 0) > 32);
    const role = first === undefined ? undefined : this.#roleOf(first);
    if (role !== undefined && role.kind !== "cell") return role;
    const cells = line.chars.includes(TAB_BETWEEN) ? this.#cellsOf(line) : [];
    if (cells.length > 1) return { kind: "row", cells };
    const level = HEADINGS.find(([ratio]) => line.angle === 0 && line.size >= ratio * this.#body)?.[1];
    const isShort = level !== undefined && isHeading(lineText(line, this.#chars));
    return isShort ? { kind: "heading", level, block: 0 } : { kind: "paragraph", block: 0 };
  }

  #cellsOf(line: Line): string[] {
    const cells: number[][] = [[]];
    for (const i of line.chars) {
      if (i === TAB_BETWEEN) cells.push([]);
      else cells.at(-1)?.push(i);
    }
    return cells.map((cell) => this.#line({ ...line, chars: cell }));
  }

  #line = (line: Line): string => markdownLine(line, this.#chars, this.#anchors);

  #item = (line: Line): string => {
    const text = this.#line(line);
    return BULLET.test(text) ? `- ${text.replace(BULLET, "")}` : text;
  };

  #joined(lines: readonly Line[], write: (line: Line) => string): string {
    return joinLines(lines, this.#chars, this.#hyphens, write, true);
  }

  #onOneLine = (lines: readonly Line[]): string =>
    this.#joined(lines, this.#line).replaceAll(/\s*\n\s*/g, " ");

  #end(): void {
    if (this.#open === undefined) return;
    const { kind, lines, rows } = this.#open;
    this.#open = undefined;
    if (kind.kind === "heading") this.#written.push(`${"#".repeat(kind.level)} ${this.#onOneLine(lines)}`);
    else if (kind.kind === "item") this.#written.push(this.#listItem(kind.depth, this.#onOneLine(lines)));
    else if (rows.length > 1) this.#written.push(markdownTable(rows));
    else this.#written.push(this.#joined(lines, this.#item));
  }

  #listItem(depth: number, text: string): string {
    const indent = "   ".repeat(Math.max(0, depth - 1));
    const number = NUMBER.exec(text)?.[1];
    const bare = text.replace(number === undefined ? BULLET : NUMBER, "");
    return `${indent}${number === undefined ? "-" : `${number}.`} ${bare}`;
  }

  text(): string {
    this.#end();
    const blocks = this.#written.map((block) =>
      typeof block === "string" ? block : block.markdown(this.#onOneLine),
    );
    const filled = blocks.filter((block) => block !== "");
    const isItem = (block: string | undefined) => block !== undefined && /^ *(-|\d+\.) [^\n]*$/.test(block);
    // Items of one list follow each other without a gap.
    return filled.reduce(
      (text, block, k) =>
        k === 0 ? block : `${text}${isItem(block) && isItem(filled[k - 1]) ? "\n" : "\n\n"}${block}`,
      "",
    );
  }
}

/**
 * A page as Markdown: headings, lists and tables as the file's own structure has them; where it has none,
 * headings by their size, bullets and numbers as lists, and tables by their lines or by rows of equally many
 * cells; links where they are on the page. What is none of these is a paragraph, its lines as they stand.
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
