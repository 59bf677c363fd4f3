import { expect, test } from "bun:test";
import { type Chars, GENERATED } from "../engine/chars.ts";
import { segmentsOf } from "./segments.ts";

/** Characters of one height, each with its left end, its text run, and whether PDFium added it; each is 5 points wide. */
function charsOf(
  line: readonly (readonly [text: string, left: number, textRun: number, added?: true])[],
): Chars {
  const lefts = line.map(([, left]) => left);
  return {
    count: line.length,
    code: Int32Array.from(line, ([text]) => text.codePointAt(0) ?? 0),
    left: Float32Array.from(lefts),
    right: Float32Array.from(lefts, (left) => left + 5),
    bottom: new Float32Array(line.length),
    top: new Float32Array(line.length).fill(10),
    flags: Uint8Array.from(line, ([, , , added]) => (added ? GENERATED : 0)),
    textRun: Int32Array.from(line, ([, , textRun]) => textRun),
    textRuns: [0, 0, 90].map((angle) => ({ object: 0, font: 0, size: 10, angle, invisible: false })),
    insets: [],
  };
}

test("a segment ends where the direction changes, and no gap comes before the first character of a page", () => {
  const chars = charsOf([
    ["a", 50, 0],
    ["b", 55, 0],
    [" ", 60, 0, true],
    ["c", 65, 0],
    ["d", 74, 1],
    [" ", 79, 1, true],
    ["e", 100, 1],
    ["f", 105, 2],
  ]);
  const [across, turned] = segmentsOf(chars);
  // A space between c and d, whose text runs are apart; a tab between d and e, which are as far apart as cells.
  expect(across?.chars).toEqual([0, 1, 2, 3, -1, 4, -2, 6]);
  expect(across?.box).toEqual({ left: 50, right: 105, bottom: 0, top: 10 });
  expect(turned?.chars).toEqual([7]);
});
