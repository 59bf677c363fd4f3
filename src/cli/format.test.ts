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
      "a   b    c\n1   x y  -\n22  -    2 …",
    ],
  ])("%j", (value, expected) => {
    expect(format(value, 80)).toBe(expected);
  });

  test("fits the terminal: cells are cut, columns that have no room are left out", () => {
    const rows = Array.from({ length: 3 }, (_, i) => ({ a: "x".repeat(200), b: i, c: "y".repeat(40) }));
    const lines = format(rows, 60).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines[0]).not.toContain("c");
  });

  test("a hostile text cannot draw on it", () => {
    expect(format({ a: "\u001b[2J\u0007\u009b1m" }, 80)).toBe("a  \uFFFD[2J\uFFFD\uFFFD1m");
    expect(format([{ a: "x\ny\u001b" }], 80)).toBe("a\nx y\uFFFD");
  });
});
