import type { Chars } from "../engine/chars.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";
import { isColumn, startsParagraph, usualPitch } from "../layout/paragraphs.ts";

/** Whether words that a hyphen splits at the end of a line are joined. */
export type Hyphens = "join" | "keep";

const LOWER = /^\p{Ll}/u;

/** Scripts that are written without spaces: a line may end anywhere in a sentence. */
const UNSPACED_START = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}、。，．）」』]/u;
const UNSPACED_END = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}、。，．（「『]$/u;

/** Whether a line fills its column: then it ended because there was no more room. */
function isFull(line: Line, lines: readonly Line[]): boolean {
  const { box, size } = line;
  const isUpright = isColumn(line);
  const reach = (other: Line) => (isUpright ? -other.box.bottom : other.box.right);
  const beside = lines.filter((other) =>
    isUpright ? Math.abs(other.box.top - box.top) < 2 * size : Math.abs(other.box.left - box.left) < 2 * size,
  );
  return (isUpright ? -box.bottom : box.right) >= Math.max(...beside.map(reach)) - 1.5 * size;
}

/**
 * Joins lines to text, with a blank line between paragraphs. With `join`, a word that a hyphen splits
 * is joined on its first line if it continues in lower case. `write` returns the text of a line.
 * With `flow`, lines of scripts without spaces are joined without a break, because Markdown turns breaks into spaces.
 */
export function joinLines(
  lines: readonly Line[],
  chars: Chars,
  hyphens: Hyphens,
  write: (line: Line) => string = (line) => lineText(line, chars),
  flow = false,
): string {
  const usual = usualPitch(lines);
  let text = "";
  let before: Line | undefined;
  for (const line of lines) {
    let own = write(line);
    if (own === "") continue;
    if (before !== undefined) {
      const parted = before.hyphen && text.endsWith("-");
      if (parted && hyphens === "join" && LOWER.test(own)) {
        const [rest = ""] = own.split(/[ \t]/, 1);
        text = text.slice(0, -1) + rest;
        own = own.slice(rest.length).trimStart();
        if (own === "") {
          before = line;
          continue;
        }
      }
      if (
        flow &&
        UNSPACED_START.test(own) &&
        UNSPACED_END.test(text.slice(-2)) &&
        !startsParagraph(before, line, usual) &&
        isFull(before, lines)
      ) {
        // No separator: the sentence continues.
      } else text += startsParagraph(before, line, usual) && !parted ? "\n\n" : "\n";
    }
    text += own;
    before = line;
  }
  return text;
}
