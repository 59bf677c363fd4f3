import type { Anchor } from "../engine/annotations.ts";
import { boxAt, type Chars } from "../engine/chars.ts";
import { isInside } from "../engine/geometry.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";

/** What begins a heading, a list, a fence or a rule of Markdown, or underlines a heading; a number stays that of a list. */
const BLOCK_START = /^(?:#{1,6}(?=\s|$)|[+-](?=\s)|~~~|-{2,}$|={2,}$)/;

/** Escapes Markdown's special characters. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>]|&(?=#?\w+;)/g, "\\$&").replace(BLOCK_START, "\\$&");
}

/** The link at the center of a character, if there is one. */
function anchorOf(i: number, chars: Chars, anchors: readonly Anchor[]): Anchor | undefined {
  if (i < 0) return undefined;
  const own = boxAt(chars, i);
  return anchors.find(({ box }) => isInside(own, box));
}

/** The text of a line as Markdown, with its links. */
export function markdownLine(line: Line, chars: Chars, anchors: readonly Anchor[]): string {
  if (anchors.length === 0) return escaped(lineText(line, chars));
  let text = "";
  let part: number[] = [];
  let current: Anchor | undefined;
  const isSpace = (i: number | undefined) => i !== undefined && (i < 0 || chars.code[i] === 32);
  const end = () => {
    const own = escaped(lineText({ ...line, chars: part }, chars));
    const address = current?.uri.replaceAll(
      /[\s()<>]/g,
      (one) => ({ "(": "%28", ")": "%29" })[one] ?? encodeURIComponent(one),
    );
    if (own !== "") {
      const before = isSpace(part[0]) && text !== "" && !text.endsWith(" ") ? " " : "";
      const behind = isSpace(part.at(-1)) ? " " : "";
      text += `${before}${address === undefined ? own : `[${own}](${address})`}${behind}`;
    }
    part = [];
  };
  for (const i of line.chars) {
    // A space belongs to whatever is around it.
    const under = isSpace(i) ? current : anchorOf(i, chars, anchors);
    if (under !== current) {
      end();
      current = under;
    }
    part.push(i);
  }
  end();
  return text.trim();
}
