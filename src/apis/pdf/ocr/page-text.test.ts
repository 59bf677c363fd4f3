import { describe, expect, test } from "bun:test";
import { joined, readTsv } from "./page-text.ts";

const HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext";

/** Rows as tesseract writes them: [block, paragraph, line, text, confidence]. */
function tsv(rows: readonly (readonly [number, number, number, string, number?])[]): string {
  const written = rows.map(([block, paragraph, line, text, confidence = 90], i) =>
    [5, 1, block, paragraph, line, i + 1, 100 * i, 50 * line, 90, 30, confidence, text].join("\t"),
  );
  return [HEAD, "1\t1\t0\t0\t0\t0\t0\t0\t1654\t2339\t-1\t", ...written, ""].join("\n");
}

const place = (scale: number) => ({ scale, skew: 0, pixels: [100, 100], points: [100, 100] }) as const;

describe("the words of a recognizer", () => {
  test("have boxes in points and a confidence from 0 to 1", () => {
    const read = readTsv(tsv([[1, 1, 2, "stone", 96.4]]), place(200 / 72));
    expect(read.paragraphs).toEqual([
      [[{ text: "stone", x: 0, y: 36, width: 32.4, height: 10.8, confidence: 0.96 }]],
    ]);
    expect([read.confidence, read.words]).toEqual([0.96, 1]);
  });
  test("have boxes where they are on a skewed page", () => {
    // An image turned back by 90 degrees would have its right end at the lower end of the page.
    const turned = { scale: 2, skew: 30, pixels: [400, 400], points: [200, 200] } as const;
    const [[[word] = []] = []] = readTsv(tsv([[1, 1, 4, "stone"]]), turned).paragraphs;
    // The middle of the word is 155 pixels left of the image's and 15 below it.
    const [x, y] = [-155 / 2, 15 / 2];
    const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    expect((word?.x ?? 0) + (word?.width ?? 0) / 2).toBeCloseTo(100 + x * cos - y * sin, 0);
    expect((word?.y ?? 0) + (word?.height ?? 0) / 2).toBeCloseTo(100 + x * sin + y * cos, 0);
  });
  test("of no page at all are none", () => {
    for (const text of ["", HEAD, "\n\n", "nonsense", tsv([[1, 1, 1, "  "]])]) {
      expect(readTsv(text, place(2))).toEqual({ paragraphs: [], confidence: null, words: 0 });
      expect(joined(readTsv(text, place(2)), "join")).toBe("");
    }
  });
  test("out of their bounds are brought into them", () => {
    expect(readTsv(tsv([[1, 1, 1, "a", -1]]), place(1)).confidence).toBe(0);
    expect(readTsv(tsv([[1, 1, 1, "a", 400]]), place(1)).confidence).toBe(1);
  });
});

describe("the text of a recognizer", () => {
  const text = (rows: Parameters<typeof tsv>[0], hyphens: "join" | "keep" = "join") =>
    joined(readTsv(tsv(rows), place(1)), hyphens);
  test("has a line a line, and a blank one between paragraphs and blocks", () => {
    expect(
      text([
        [1, 1, 1, "one"],
        [1, 1, 1, "two"],
        [1, 1, 2, "three"],
        [1, 2, 1, "four"],
        [2, 1, 1, "five"],
      ]),
    ).toBe("one two\nthree\n\nfour\n\nfive");
  });
  test.each([
    [1, "be completed\nbefore"],
    [2, "be completed\nbefore"],
  ])("puts a word together that a hyphen parts, where the rest is in paragraph %d", (paragraph, whole) => {
    const rows = [
      [1, 1, 1, "be"],
      [1, 1, 1, "com-"],
      [1, paragraph, 2, "pleted"],
      [1, paragraph, 2, "before"],
    ] as const;
    expect(text(rows)).toBe(whole);
    expect(text(rows, "keep")).toContain("com-\n");
  });
  test("leaves a hyphen before a capital and after a number", () => {
    expect(
      text([
        [1, 1, 1, "Jean-"],
        [1, 1, 2, "Paul"],
        [1, 1, 3, "1914-"],
        [1, 1, 4, "on"],
      ]),
    ).toBe("Jean-\nPaul\n1914-\non");
  });
  test("has no spaces between the characters of scripts without them", () => {
    expect(
      text([
        [1, 1, 1, "日"],
        [1, 1, 1, "本"],
        [1, 1, 1, "PDF"],
      ]),
    ).toBe("日本 PDF");
  });
});
