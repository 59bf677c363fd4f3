import type { Anchor } from "../engine/annotations.ts";
import type { Chars } from "../engine/chars.ts";
import type { FontStyle } from "../engine/font-styles.ts";
import type { Role, RoleOf } from "../engine/structure.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";
import { mostFrequent, usualPitch } from "../layout/paragraphs.ts";
import type { Table } from "../layout/tables/table.ts";
import type { OutlineHeading } from "./outline-headings.ts";

/** The lines of a page and what is known about them. */
export interface MarkdownPage {
  readonly lines: readonly Line[];
  readonly chars: Chars;
  readonly anchors: readonly Anchor[];
  readonly tables: readonly Table[];
  readonly roleOf: RoleOf;
  /** The style of the font of each text run. */
  readonly styles: readonly FontStyle[];
  /** The headings that the outline of the file names. */
  readonly outlined: ReadonlyMap<Line, OutlineHeading>;
  /** Whether the outline names all headings that are larger than the running text. */
  readonly isOutlineComplete: boolean;
}

/** Sizes of headings as multiples of the running text's, the first level first. */
const HEADINGS: readonly (readonly [ratio: number, level: number])[] = [
  [1.7, 1],
  [1.35, 2],
  [1.12, 3],
];

/** A heading is short; a page that is all large is not a heading. */
const HEADING_CHARACTERS = 200;

/** The font size of most characters of lines. */
function bodySize(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const { size, chars } of lines) {
    const rounded = Math.round(size * 2) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + chars.length);
  }
  return mostFrequent(counts, 0);
}

/** The size of a line without its first word: the mark of a list may be larger than its item. */
function sizeOf({ chars: own, size }: Line, { code, textRun, textRuns }: Chars): number {
  const rest = own.slice(own.findIndex((i) => i < 0 || code[i] === 32) + 1);
  const sizes = rest.map((i) => (i < 0 || code[i] === 32 ? 0 : (textRuns[textRun[i] ?? 0]?.size ?? 0)));
  return sizes.reduce((most, one) => Math.max(most, one), 0) || size;
}

/** Captions of figures and tables, which are set like headings. */
const CAPTION =
  /^(?:table|figure|fig\.|example|listing|tabelle|abbildung|tableau|tabla|figura)\s*[\dA-Z]+(?:[.:\d]|$)/iu;

function isHeading(text: string): boolean {
  return text.length <= HEADING_CHARACTERS && !/[.,;。，；]$/.test(text) && !CAPTION.test(text);
}

/** A heading in the size of the running text is bold, on one line, and has a word of two letters. */
const BOLD_CHARACTERS = 100;
const BOLD_LEVEL = 4;

/** The space above a heading, as a multiple of the distance between lines. */
const SPACE_ABOVE = 1.2;

/** The share of lines that is code on a page of code: a page that is all typewritten is no program. */
const CODE_SHARE = 0.9;

/** The kind of a line: its role in the structure tree, or code. Table cells are found earlier. */
export type Kind = Exclude<Role, { kind: "cell" }> | { readonly kind: "code"; readonly block: 0 };

/** A key that lines of one block share. */
export function keyOf(kind: Kind): string {
  return kind.kind === "heading" ? `heading ${kind.level} ${kind.block}` : `${kind.kind} ${kind.block}`;
}

/** The style that all visible characters of a line share; undefined for an empty line. */
function styleOf({ chars: own }: Line, chars: Chars, styles: readonly FontStyle[]): FontStyle | undefined {
  let [isMonospaced, isBold] = [true, true];
  let run = -1;
  for (const i of own) {
    if (i < 0 || (chars.code[i] ?? 0) <= 32 || chars.textRun[i] === run) continue;
    run = chars.textRun[i] ?? 0;
    isMonospaced &&= styles[run]?.isMonospaced === true;
    isBold &&= styles[run]?.isBold === true;
    if (!isMonospaced && !isBold) break;
  }
  return run < 0 ? undefined : { isMonospaced, isBold };
}

/** Determines the kind of each line of a page: by the file's structure tree or outline, else by its font and its size. */
export class Kinds {
  readonly #page: MarkdownPage;
  /** The font size of the running text, in points. */
  readonly bodySize: number;
  readonly #pitch: number;
  readonly #code: ReadonlySet<Line>;
  readonly #bold: ReadonlySet<Line>;

  constructor(page: MarkdownPage) {
    this.#page = page;
    const { lines, chars, styles } = page;
    const typewritten: Line[] = [];
    const bold: Line[] = [];
    for (const line of lines) {
      if (line.angle !== 0) continue;
      const style = styleOf(line, chars, styles);
      if (style?.isMonospaced === true) typewritten.push(line);
      if (style?.isBold === true) bold.push(line);
    }
    this.#code = new Set(typewritten.length > CODE_SHARE * lines.length ? [] : typewritten);
    // A page that is all bold has no bold headings.
    this.#bold = new Set(2 * bold.length > lines.length ? [] : bold);
    this.bodySize = bodySize(lines.filter((line) => !this.#code.has(line)));
    this.#pitch = usualPitch(lines);
  }

  /**
   * Whether a table that was found is one: not code whose words are aligned, nor a heading beside a number or below the
   * page's header, which is not in the lines.
   */
  isTable({ ruled, cells }: Table): boolean {
    if (ruled) return true;
    const { chars, styles, lines, outlined } = this.#page;
    const all = cells.flatMap(({ lines: own }) => own.flatMap((line) => line.chars)).filter((i) => i >= 0);
    const typewritten = all.filter((i) => styles[chars.textRun[i] ?? 0]?.isMonospaced === true);
    if (this.#code.size > 0 && typewritten.length > CODE_SHARE * all.length) return false;
    const own = new Set(all);
    if ([...outlined.keys()].some((line) => line.chars.some((i) => own.has(i)))) return false;
    for (const line of lines) for (const i of line.chars) own.delete(i);
    return own.size === 0;
  }

  /** The kind of a line; `before` and `next` are the lines around it. */
  of(line: Line, before: Line | undefined, next: Line | undefined): Kind {
    const { chars, roleOf, outlined } = this.#page;
    const first = line.chars.find((i) => i >= 0 && (chars.code[i] ?? 0) > 32);
    const role = first === undefined ? undefined : roleOf(first);
    if (role !== undefined && role.kind !== "cell" && role.kind !== "paragraph") return role;
    const entry = outlined.get(line);
    if (entry !== undefined) return { kind: "heading", ...entry };
    if (this.#code.has(line)) return { kind: "code", block: 0 };
    if (role?.kind === "paragraph") return role;
    const level = this.#levelOf(line, before, next);
    return level === undefined ? { kind: "paragraph", block: 0 } : { kind: "heading", level, block: 0 };
  }

  /** The level of a heading by its size, or its bold font. */
  #levelOf(line: Line, before: Line | undefined, next: Line | undefined): number | undefined {
    if (line.angle !== 0) return undefined;
    const size = sizeOf(line, this.#page.chars);
    const level = HEADINGS.find(([ratio]) => size >= ratio * this.bodySize)?.[1];
    if (level === undefined && !this.#isBoldHeading(line, before, next)) return undefined;
    // An outline names all headings of these sizes: others are titles of notes and boxes.
    if (level !== undefined && this.#page.isOutlineComplete) return undefined;
    return isHeading(lineText(line, this.#page.chars)) ? (level ?? BOLD_LEVEL) : undefined;
  }

  /** Whether a bold line has space above it, and text below that is not bold. */
  #isBoldHeading(line: Line, before: Line | undefined, next: Line | undefined): boolean {
    if (!this.#bold.has(line) || next === undefined || this.#bold.has(next)) return false;
    if (line.size < 0.95 * this.bodySize || next.base.bottom > line.base.bottom) return false;
    const text = lineText(line, this.#page.chars);
    if (text.length > BOLD_CHARACTERS || text.includes("\t") || !/\p{L}{2}/u.test(text) || text.endsWith(":"))
      return false;
    const pitch = before === undefined ? Number.POSITIVE_INFINITY : before.base.bottom - line.base.bottom;
    return pitch < 0 || pitch > SPACE_ABOVE * this.#pitch;
  }
}
