import type { Chars } from "../engine/chars.ts";
import { type Geometry, noBox, type Place, placeOf, widen } from "../engine/geometry.ts";
import { insetOf } from "../layout/insets.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";

/** A word and its position on the displayed page. */
export interface Word extends Place {
  readonly text: string;
  /** Of recognized words, 0 to 1. */
  readonly confidence?: number;
}

function isSpace(i: number, chars: Chars): boolean {
  return i < 0 || /\s/.test(String.fromCodePoint(chars.code[i] ?? 32));
}

/** The words of a page in reading order, each with the bounding box of its characters. */
export function wordsOf(lines: readonly Line[], chars: Chars, geometry: Geometry): Word[] {
  const words: Word[] = [];
  const add = (line: Line, part: number[]) => {
    if (part.length === 0) return;
    const text = lineText({ ...line, chars: part }, chars);
    if (text === "") return;
    const box = noBox();
    for (const i of part) {
      const [left = 0, right = 0, bottom = 0, top = 0] = [
        chars.left[i],
        chars.right[i],
        chars.bottom[i],
        chars.top[i],
      ];
      widen(box, { left, right, bottom, top });
    }
    words.push({ text, ...placeOf(box, geometry) });
  };
  for (const line of lines) {
    let part: number[] = [];
    for (const i of line.chars) {
      const inset = insetOf(i, chars.insets);
      if (inset === undefined && !isSpace(i, chars)) {
        part.push(i);
        continue;
      }
      add(line, part);
      part = [];
      if (inset !== undefined) words.push({ text: inset.text, ...placeOf(inset.box, geometry) });
    }
    add(line, part);
  }
  return words;
}
