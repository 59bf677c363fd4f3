import { expect, test } from "bun:test";
import type { Chars } from "../engine/chars.ts";
import { withInsets } from "../layout/insets.ts";
import type { Line } from "../layout/line.ts";
import { raiseMarks } from "../layout/marks.ts";
import { joinLines } from "./text.ts";

/** The characters of a text, of which digits are raised and small; `repeated` times, as few bytes of a file can draw them. */
function charsOf(text: string, repeated: number): Chars {
  const codes = Array.from(text.repeat(repeated), (one) => one.charCodeAt(0));
  const isRaised = (code: number) => code >= 0x30 && code <= 0x39;
  const zeros = new Float32Array(codes.length);
  return {
    count: codes.length,
    code: Int32Array.from(codes),
    left: zeros,
    right: zeros,
    bottom: Float32Array.from(codes, (code) => (isRaised(code) ? 4 : 0)),
    top: zeros,
    flags: new Uint8Array(codes.length),
    textRun: Int32Array.from(codes, (code) => (isRaised(code) ? 1 : 0)),
    textRuns: [10, 6].map((size) => ({ object: 0, font: 0, size, angle: 0, invisible: false })),
    insets: [],
  };
}

function lineOf(chars: number[], bottom: number, hyphen: boolean): Line {
  const base = { bottom, top: bottom + 10 };
  return { chars, box: { left: 0, right: 100, ...base }, size: 10, angle: 0, hyphen, base };
}

/** The most processor time that a page of so many characters may take, in milliseconds. */
const MOST_MS = 2_000;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

test("a line of 400,000 characters with a mark after every word is read in linear time", () => {
  const chars = charsOf("abc1", 100_000);
  const line = lineOf([...chars.code.keys()], 0, false);
  const began = cpuMs();
  raiseMarks([line], chars);
  const text = joinLines([line], chars, "join");
  expect(cpuMs() - began).toBeLessThan(MOST_MS);
  expect(text).toBe("abc¹".repeat(100_000));
});

test("80,000 lines that all end within a word are joined in linear time", () => {
  const chars = charsOf("abcd-", 80_000);
  const lines = Array.from({ length: 80_000 }, (_, k) =>
    lineOf(
      Array.from({ length: 5 }, (_, i) => 5 * k + i),
      -12 * k,
      true,
    ),
  );
  const began = cpuMs();
  const text = joinLines(lines, chars, "join");
  expect(cpuMs() - began).toBeLessThan(MOST_MS);
  expect(text).toBe(`${"abcd".repeat(80_000)}-`);
});

test("5,000 form values beside a line of 240,000 characters follow it", () => {
  const plain = charsOf("abcdefgh", 30_000);
  const box = { left: 90, right: 100, bottom: 0, top: 10 };
  const chars = { ...plain, insets: Array.from({ length: 5_000 }, () => ({ box, text: "value" })) };
  const began = cpuMs();
  const lines = withInsets([lineOf([...chars.code.keys()], 0, false)], chars.insets, chars);
  expect(cpuMs() - began).toBeLessThan(MOST_MS);
  expect(lines).toHaveLength(5_001);
});
