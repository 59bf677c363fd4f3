import type { Chars } from "../engine/chars.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";
import { isColumn, startsParagraph, usualPitch } from "../layout/paragraphs.ts";

/** What happens to a hyphen that parts a word at the end of a line. */
export type Hyphens = "join" | "keep";

const LOWER = /^\p{Ll}/u;

/** Scripts that are written without spaces: a line may end anywhere in a sentence. */
const UNSPACED_START = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}、。，．）」』]/u;
const UNSPACED_END = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}、。，．（「『]$/u;

/** Whether a line is as long as its neighbors allow: then it ended for want of room, not of words. */
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
 * The lines as text: one a line, a blank line between paragraphs. With `join`, a word that a hyphen parts
 * is put together on the first of its lines, where it goes on in lower case. `write` gives the text of a line.
 * With `flow`, lines of scripts without spaces go on without a break: whoever folds breaks makes spaces of them.
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
        // Nothing stands between them: the sentence goes on.
      } else text += startsParagraph(before, line, usual) && !parted ? "\n\n" : "\n";
    }
    text += own;
    before = line;
  }
  return text;
}
