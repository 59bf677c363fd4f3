import type { Chars } from "../engine/chars.ts";
import type { Role } from "../engine/structure.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";
import type { RoleOf } from "../layout/tables/find-tables.ts";

/** Sizes of headings as multiples of the running text's, the first level first. */
const HEADINGS: readonly (readonly [ratio: number, level: number])[] = [
  [1.7, 1],
  [1.35, 2],
  [1.12, 3],
];

/** A heading is short; a page that is all large is not a heading. */
const HEADING_CHARACTERS = 200;

/** The font size of most characters of a page. */
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

/** The kind of a line: its role in the structure tree, or code. Table cells are found earlier. */
export type Kind = Exclude<Role, { kind: "cell" }> | { readonly kind: "code"; readonly block: 0 };

/** A key that lines of one block share. */
export function keyOf(kind: Kind): string {
  return kind.kind === "heading" ? `heading ${kind.level} ${kind.block}` : `${kind.kind} ${kind.block}`;
}

/** Determines the kind of each line of a page: by the file's structure tree, else by its font and its size. */
export class Kinds {
  readonly #chars: Chars;
  readonly #roleOf: RoleOf;
  readonly #body: number;
  readonly #isMonospaced: (line: Line) => boolean;

  constructor(lines: readonly Line[], chars: Chars, roleOf: RoleOf, isMonospaced: (line: Line) => boolean) {
    this.#chars = chars;
    this.#roleOf = roleOf;
    this.#body = bodySize(lines);
    // A page that is all typewritten is no program.
    const typewritten = lines.filter(isMonospaced).length;
    this.#isMonospaced = 2 * typewritten > lines.length ? () => false : isMonospaced;
  }

  /** The font size of the running text, in points. */
  get bodySize(): number {
    return this.#body;
  }

  /** The kind of a line. */
  of(line: Line): Kind {
    const first = line.chars.find((i) => i >= 0 && (this.#chars.code[i] ?? 0) > 32);
    const role = first === undefined ? undefined : this.#roleOf(first);
    if (role !== undefined && role.kind !== "cell" && role.kind !== "paragraph") return role;
    if (this.#isMonospaced(line)) return { kind: "code", block: 0 };
    if (role?.kind === "paragraph") return role;
    const level = HEADINGS.find(([ratio]) => line.angle === 0 && line.size >= ratio * this.#body)?.[1];
    const isShort = level !== undefined && isHeading(lineText(line, this.#chars));
    return isShort ? { kind: "heading", level, block: 0 } : { kind: "paragraph", block: 0 };
  }
}
