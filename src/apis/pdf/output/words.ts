import { boxAt, type Chars } from "../engine/chars.ts";
import { boxAround, type Geometry, placeOf } from "../engine/geometry.ts";
import { insetOf } from "../layout/insets.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";
import type { Word } from "../output-schema.ts";

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
    words.push({ text, ...placeOf(boxAround(part.map((i) => boxAt(chars, i))), geometry) });
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
