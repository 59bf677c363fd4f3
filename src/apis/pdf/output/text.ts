import type { Chars } from "../engine/chars.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";
import { startsParagraph, usualPitch } from "../layout/paragraphs.ts";

/** Treatment of words that a hyphen splits at the end of a line. */
export type Hyphens = "join" | "keep";

const LOWER = /^\p{Ll}/u;

/**
 * Joins lines to text, with a blank line between paragraphs. With `join`, a word that a hyphen splits
 * is joined on its first line if it continues in lower case. */
export function joinLines(lines: readonly Line[], chars: Chars, hyphens: Hyphens): string {
  const usual = usualPitch(lines);
  // A hyphen is taken from the last piece: taking it from the whole text would copy it each time.
  const pieces: string[] = [];
  let before: Line | undefined;
  for (const line of lines) {
    let own = lineText(line, chars);
    if (own === "") continue;
    if (before !== undefined) {
      const last = pieces.at(-1) ?? "";
      const parted = before.hyphen && last.endsWith("-");
      if (parted && hyphens === "join" && LOWER.test(own)) {
        const [rest = ""] = own.split(/[ \t]/, 1);
        pieces[pieces.length - 1] = last.slice(0, -1);
        pieces.push(rest);
        own = own.slice(rest.length).trimStart();
        if (own === "") {
          before = line;
          continue;
        }
      }
      pieces.push(startsParagraph(before, line, usual) && !parted ? "\n\n" : "\n");
    }
    pieces.push(own);
    before = line;
  }
  return pieces.join("");
}
