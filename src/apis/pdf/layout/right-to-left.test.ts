import { expect, test } from "bun:test";
import type { Chars } from "../engine/chars.ts";
import { lineText } from "./line-text.ts";
import { readingOrder } from "./right-to-left.ts";

/** A line of characters with their left and right ends, in the order of the content. */
function textOf(line: readonly (readonly [text: string, left: number, right: number])[]): string {
  const numbers = (of: (one: (typeof line)[number]) => number) => Float32Array.from(line, of);
  const textRun = { object: 0, size: 10, angle: 0, invisible: false };
  const chars: Chars = {
    count: line.length,
    code: Int32Array.from(line, ([text]) => text.codePointAt(0) ?? 0),
    left: numbers(([, left]) => left),
    right: numbers(([, , right]) => right),
    bottom: numbers(() => 0),
    top: numbers(() => 10),
    flags: new Uint8Array(line.length),
    textRun: new Int32Array(line.length),
    textRuns: [textRun],
    insets: [],
  };
  const box = { left: 0, right: 100, bottom: 0, top: 10 };
  const order = readingOrder([...line.keys()], chars);
  return lineText(
    { chars: order, box, size: 10, angle: 0, hyphen: false, base: { bottom: 0, top: 10 }, apart: false },
    chars,
  );
}

test("spaces without a width, over the last glyph of a word as XeTeX puts them, end that word", () => {
  // The ends of two words, "git" from left to right, and a third word.
  const line = [
    ["א", 90, 95],
    ["ב", 85, 90],
    [" ", 86, 86],
    ["ג", 75, 80],
    ["ד", 70, 75],
    [" ", 71, 71],
    ["g", 50, 55],
    ["i", 55, 58],
    ["t", 58, 62],
    [" ", 50, 50],
    ["ה", 40, 45],
  ] as const;
  expect(textOf(line)).toBe("אב גד git ה");
});
