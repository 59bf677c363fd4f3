import { expect, test } from "bun:test";
import { glyphMapOf, outOfPrivateRange } from "./tex-fonts.ts";

test.each([
  ["ABCDEF+CMSY10", 0x30, "′"],
  ["CMSY8", 0x6b, "‖"],
  ["CMSY8", 0x68, "⟨"],
  ["CMBSY10", 0x00, "−"],
  ["CMMI10", 0x0b, "α"],
  ["CMMI7", 0x22, "ε"],
  ["CMMIB10", 0x7a, "z"],
  ["CMEX10", 0x58, "∑"],
  ["CMEX10", 0x12, "("],
  ["MSAM10", 0x04, "■"],
  ["MSBM10", 0x52, "R"],
  ["MSBM7", 0x7f, "϶"],
])("%s, code %i, is %s", (font, code, glyph) => {
  expect(glyphMapOf(font)?.(code)).toBe(glyph.codePointAt(0));
});

test("a piece of a sign is nothing by itself, a code beyond the font is not known", () => {
  expect(glyphMapOf("CMEX10")?.(0x7b)).toBe(0);
  expect(glyphMapOf("CMSY10")?.(0x80)).toBeUndefined();
});

test("other fonts have maps of their own, or none that we know", () => {
  expect(glyphMapOf("CMR10")).toBeUndefined();
  expect(glyphMapOf("Symbol")).toBeUndefined();
  expect(glyphMapOf("")).toBeUndefined();
});

test("pieces of brackets leave the private range; all else stays", () => {
  expect([0xf8eb, 0xf8f5, 0xf8fe, 0x41, 0xe000].map(outOfPrivateRange)).toEqual([
    0x239b, 0x23ae, 0x23ad, 0x41, 0xe000,
  ]);
});
