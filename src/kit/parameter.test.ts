import { expect, test } from "bun:test";
import { z } from "zod";
import { readerOf } from "./parameter.ts";
import { Problem } from "./problem.ts";

test("of a whole number from 1 to 100, every text but its digits is refused", () => {
  const read = readerOf("n", z.int().min(1).max(100).default(1));
  const alphabet = ["0", "1", "5", "9", "+", "-", ".", "e", "x", " ", "_", "\t", "٣", "½"];
  for (const a of ["", ...alphabet]) {
    for (const b of ["", ...alphabet]) {
      for (const c of ["", ...alphabet]) {
        const text = a + b + c;
        if (/^(?:[1-9]\d?|100)$/.test(text)) expect(read(text)).toBe(Number(text));
        else expect(() => read(text)).toThrow(Problem);
      }
    }
  }
});
