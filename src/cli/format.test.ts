import { describe, expect, test } from "bun:test";
import { format } from "./format.ts";

describe("an answer on a terminal", () => {
  test.each([
    ["text", "text"],
    [null, "-"],
    [["a", "b"], "a\nb"],
    [[], "none"],
    [{ a: 1, long: true, none: null }, "a     1\nlong  true\nnone  -"],
    [{ text: "one\ntwo" }, "text\n  one\n  two"],
    [{ at: { x: 1 } }, "at\n  x  1"],
    [
      [
        { a: 1, b: "x y" },
        { a: 22, c: [1, 2] },
      ],
      " a  b    c\n 1  x y  -\n22  -    1, 2",
    ],
  ])("%j", (value, expected) => {
    expect(format(value, 80)).toBe(expected);
  });

  test("fits the terminal: the widest cells are cut", () => {
    const rows = Array.from({ length: 3 }, (_, i) => ({ a: "x".repeat(200), b: i, c: "y".repeat(40) }));
    const lines = format(rows, 60).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines[0]?.split(/ +/)).toEqual(["a", "b", "c"]);
  });

  test("a hostile text cannot draw on it", () => {
    expect(format({ a: "\u001b[2J\u0007\u009b1m" }, 80)).toBe("a  \uFFFD[2J\uFFFD\uFFFD1m");
    expect(format([{ a: "x\u001b\ny" }], 80)).toBe("a\nx\uFFFD …");
    expect(format({ "a\nb\u202e": "c" }, 80)).toBe("a b\uFFFD  c");
  });

  test("columns align with wide characters and emoji, numbers at their right", () => {
    const rows = [
      { title: "日本語", n: 1 },
      { title: "🧑‍🚀 e\u0301", n: 20 },
      { title: "plain", n: 300 },
    ];
    const lines = format(rows, 80).split("\n");
    expect(lines).toEqual(["title     n", "日本語    1", "🧑‍🚀 e\u0301     20", "plain   300"]);
  });

  test("columns without values are left out, and those without room are named", () => {
    const rows = [
      { id: "01a21671-cceb-77f0-86d5-053ff82a9f7b", none: null, at: "2026-11-26T06:01:26.507Z", e: "x" },
    ];
    expect(format(rows, 80).split("\n")[0]).toBe(`${"id".padEnd(36)}  at                 e`);
    const narrow = format([{ ...rows[0], long: "word ".repeat(20) }], 62);
    expect(narrow).toContain("2026-11-26 06:01Z");
    expect(narrow.split("\n").at(-1)).toBe("Not shown: long. Add --json to see it.");
    // The first columns fill the width.
    const full = format([{ id: rows[0]?.id ?? "", at: "y".repeat(60), long: "z".repeat(30) }], 60);
    expect(full.split("\n").slice(0, 2)).toEqual([
      `${"id".padEnd(36)}  at`,
      `${rows[0]?.id}  ${"y".repeat(21)}…`,
    ]);
  });

  test("long values are wrapped below each other, Base64 is cut, and nothing is empty", () => {
    const text = format({ note: "word ".repeat(30).trim(), data: "A".repeat(5_000), none: {} }, 60);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(text).toContain("(5,000 characters)");
    expect(text).toEndWith("none\n  -");
  });
});
