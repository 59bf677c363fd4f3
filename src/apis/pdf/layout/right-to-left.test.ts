import { expect, test } from "bun:test";
import type { Chars } from "../engine/chars.ts";
import { lineText } from "./line-text.ts";
import { readingOrder } from "./right-to-left.ts";

/** A line of characters with their left and right ends, and sizes other than 10, in the order of the content. */
function textOf(
  line: readonly (readonly [text: string, left: number, right: number, size?: number])[],
  isRtl = false,
): string {
  const numbers = (of: (one: (typeof line)[number]) => number) => Float32Array.from(line, of);
  const textRun = { object: 0, font: 0, size: 10, angle: 0, invisible: false };
  const chars: Chars = {
    count: line.length,
    code: Int32Array.from(line, ([text]) => text.codePointAt(0) ?? 0),
    left: numbers(([, left]) => left),
    right: numbers(([, , right]) => right),
    bottom: numbers(() => 0),
    top: numbers(() => 10),
    flags: new Uint8Array(line.length),
    textRun: Int32Array.from(line.keys()),
    textRuns: line.map(([, , , size = 10]) => ({ ...textRun, size })),
    insets: [],
  };
  const box = { left: 0, right: 100, bottom: 0, top: 10 };
  const order = readingOrder([...line.keys()], chars, isRtl);
  return lineText(
    { chars: order, box, size: 10, angle: 0, hyphen: false, base: { bottom: 0, top: 10 } },
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

/** The text read from a line that shows these characters from the left. As in UAX 9, capitals stand for letters from the right. */
function readFrom(visible: string, firstLetter: number): string {
  const letter = (one: string) =>
    /[A-Z]/.test(one) ? String.fromCodePoint(firstLetter + one.charCodeAt(0) - 65) : one;
  const line = [...visible].map((one, k) => [letter(one), 5 * k, 5 * k + 5] as const);
  const capital = (one: string) => {
    const k = (one.codePointAt(0) ?? 0) - firstLetter;
    return k >= 0 && k < 26 ? String.fromCharCode(65 + k) : one;
  };
  return [...textOf(line)].map(capital).join("");
}

const SHOWN: readonly (readonly [visible: string, hebrew: string, arabic: string])[] = [
  ["B 3-4 A", "A 3-4 B", "A 4-3 B"],
  ["B 2024-05-12 A", "A 2024-05-12 B", "A 12-05-2024 B"],
  ["B 12/05/2024 A 1,250.75", "1,250.75 A 12/05/2024 B", "1,250.75 A 12/05/2024 B"],
  ["B 56 34 12 A", "A 12 34 56 B", "A 12 34 56 B"],
  ["B 45% A", "A 45% B", "A %45 B"],
  ["B $45.50 A", "A $45.50 B", "A 45.50$ B"],
  ["B 7.5%+ A", "A +7.5% B", "A +%7.5 B"],
  ["BD bun 1-2 AC", "CA bun 1-2 DB", "CA bun 1-2 DB"],
  ["BD go (120) AC", "CA go (120) DB", "CA go (120) DB"],
  ["BDF f(x) (120) ACE", "ECA f(x) (120) FDB", "ECA f(x) (120) FDB"],
  ["(3 B) go [a]-A [12] AC", "CA [12] A-go [a] (B 3)", "CA [12] A-go [a] (B 3)"],
];

test.each(SHOWN)(
  "shown as %p, a right-to-left paragraph is read as UAX 9 wrote it",
  (visible, hebrew, arabic) => {
    expect(readFrom(visible, 0x5d0)).toBe(hebrew);
    expect(readFrom(visible, 0x628)).toBe(arabic);
  },
);

test("digits and separators of Arabic numbers stay in order", () => {
  const visible = [...[..."١٬٢٥٠"], " ", ...[..."قطعة"].reverse()];
  expect(textOf(visible.map((one, k) => [one, 5 * k, 5 * k + 5] as const))).toBe("قطعة ١٬٢٥٠");
});

test("a space is where the gap is, also where the file draws the words in another order", () => {
  const line = [
    ["ב", 60, 65],
    ["ג", 55, 60],
    ["א", 85, 90],
    ["ד", 65, 70],
    ["ה", 30, 35],
  ] as const;
  expect(textOf(line)).toBe("א דבג\tה");
});

test("marks that are drawn before their line are on their letters, and tiny spaces are none", () => {
  const line = [
    ["\u064b", 22, 26],
    [" ", 39, 39, 1],
    ["\u0623", 35, 38],
    ["\u064a", 32, 35],
    [" ", 32, 32, 1],
    ["\u0636", 21, 32],
    ["\u0627", 18, 21],
  ] as const;
  expect(textOf(line)).toBe("\u0623\u064a\u0636\u064b\u0627");
});

test("a line of a right-to-left page begins at the right, though most of it is Latin", () => {
  const seen = [...".docx םע Word"].map((one, k) => [one, 10 * k, 10 * k + 10] as const);
  expect(textOf(seen)).toBe(".docx עם Word");
  expect(textOf(seen, true)).toBe(".docx עם Word");
  const mixed = [...".דוק Word"].map((one, k) => [one, 10 * k, 10 * k + 10] as const);
  expect(textOf(mixed)).toBe(".קוד Word");
  expect(textOf(mixed, true)).toBe("Word קוד.");
});
