import { expect, test } from "bun:test";
import { type Chars, GENERATED, UNMAPPED } from "./chars.ts";
import { glyphMapOf, mendTexFonts, outOfPrivateRange } from "./tex-fonts.ts";

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

/** The text of codes without a map, in one font, after mending. Spaces are added by PDFium. */
function mended(text: string): string {
  const code = Int32Array.from(text, (one) => one.charCodeAt(0));
  const count = code.length;
  const zeros = new Float32Array(count);
  const flags = Uint8Array.from(code, (one) => (one === 32 ? GENERATED : UNMAPPED));
  const run = { object: 1, font: 2, size: 10, angle: 0, invisible: false };
  const boxes = { left: zeros, right: zeros, bottom: zeros, top: zeros };
  const chars: Chars = {
    count,
    code,
    ...boxes,
    flags,
    textRun: new Int32Array(count),
    textRuns: [run],
    insets: [],
  };
  mendTexFonts(chars);
  return String.fromCodePoint(...code).normalize("NFKC");
}

test.each([
  ["ligatures of OT1", 'the o\x0ece \x0door \\sta\x0b" { so', "the office floor “staff” – so"],
  ["ligatures of T1", "the o\x1ece \x1door \x10sta\x1b\x11 \x15 so", "the office floor “staff” – so"],
  ["letters of T1", "Die lange stra\xffe und \x8a\xf3d\xb9 {a}", "Die lange straße und Łódź {a}"],
  ["a font of formulas", "x \x0b y \x0c f z \x0d a n", "x \x0b y \x0c f z \x0d a n"],
  ["a typewriter without ligatures", 'if {x} "and" | or', 'if {x} "and" | or'],
  ["bullets", "\x88 \x84", "• †"],
])("%s without names or a map", (_title, codes, text) => {
  expect(mended(codes)).toBe(text.normalize("NFKC"));
});
