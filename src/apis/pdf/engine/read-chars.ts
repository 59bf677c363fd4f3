import { composeAccents } from "./accents.ts";
import { mendActualText } from "./actual-text.ts";
import { type Chars, GENERATED, HYPHEN, INVISIBLE, type TextRun, UNMAPPED } from "./chars.ts";
import { dropDuplicates } from "./duplicates.ts";
import { type CharacterOf, fontCharacters } from "./font-facts.ts";
import type { Box } from "./geometry.ts";
import type { OpenPage } from "./open-file.ts";
import { mendTexFonts } from "./tex-fonts.ts";
import { turnChars } from "./turned.ts";

/** Text that is drawn without being seen: PDF 32000-1, table 106, modes 3 and 7. */
const INVISIBLE_MODES: readonly number[] = [3, 7];

/** The most characters per page: more than any printed page has. */
const CHARACTERS_MAX = 400_000;

/** The size and the direction come from the matrix: a font of size 1 may be drawn a hundred times larger. */
function stretchOf({ file, text }: OpenPage, index: number, object: number): TextRun {
  const { frequent, scratch } = file.pdfium;
  const isKnown = frequent.FPDFText_GetMatrix(text, index, scratch) !== 0;
  const { floats } = file.pdfium;
  const at = scratch >> 2;
  const [a = 1, b = 0, c = 0, d = 1] = isKnown
    ? [floats[at], floats[at + 1], floats[at + 2], floats[at + 3]]
    : [];
  const size = frequent.FPDFText_GetFontSize(text, index) * Math.hypot(c, d);
  const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI);
  return {
    object,
    font: frequent.FPDFTextObj_GetFont(object),
    size: Number.isFinite(size) ? Math.abs(size) : 0,
    angle: Number.isFinite(angle) ? (angle + 360) % 360 : 0,
    invisible: INVISIBLE_MODES.includes(frequent.FPDFTextObj_GetTextRenderMode(object)),
  };
}

/** Codes of characters that PDFium adds: spaces and line ends. */
function mayBeGenerated(code: number): boolean {
  return code === 32 || code === 10 || code === 13;
}

/** Codes that PDFium gives for a hyphen at the end of a line, and those of hyphens as such. */
function mayBeHyphen(code: number): boolean {
  return code === 0x2d || code === 0xad || code < 32 || (code >= 0x2010 && code <= 0x2015) || code >= 0xfffe;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

/**
 * Joins halves of a UTF-16 pair that follow each other, as some fonts map them, into one character. A half alone becomes
 * U+FFFD: text with it could not be sent as UTF-8.
 */
function joinSurrogates(code: Int32Array): void {
  for (let i = 0; i < code.length; i++) {
    const [one, next] = [code[i] ?? 0, code[i + 1] ?? 0];
    if (!isSurrogate(one)) continue;
    const isPair = one < 0xdc00 && next >= 0xdc00 && isSurrogate(next);
    code[i] = isPair ? 0x10000 + ((one - 0xd800) << 10) + (next - 0xdc00) : 0xfffd;
    if (isPair) code[i + 1] = 0;
  }
}

/** The advance of a soft hyphen that is not drawn, in points: rounding. */
const ADVANCE_MAX = 0.2;

/**
 * Flags hyphens (U+2010) that end a line: PDFium knows only those of ASCII. Removes soft hyphens at which no line ends:
 * they have no width, but fonts in which U+00AD is the usual hyphen draw it.
 */
function mendHyphens({ count, code, left, flags }: Chars): void {
  for (let i = 0; i < count; i++) {
    const one = code[i];
    if (one !== 0x2010 && one !== 0xad) continue;
    const isLast = (code[i + 1] ?? 10) <= 32 && code[i + 1] !== 9 && ((flags[i + 1] ?? 0) & GENERATED) !== 0;
    const advance = Math.abs((left[i + 1] ?? 0) - (left[i] ?? 0));
    if (one === 0xad && !isLast && advance < ADVANCE_MAX) [code[i], flags[i]] = [0, 0];
    else if (one === 0x2010 && code[i + 1] === 13 && isLast) flags[i] = (flags[i] ?? 0) | HYPHEN;
  }
}

/** Removes characters outside the visible part of the page. */
function dropOutside({ count, code, left, right, bottom, top }: Chars, shown: Readonly<Box>): void {
  for (let i = 0; i < count; i++) {
    const x = ((left[i] ?? 0) + (right[i] ?? 0)) / 2;
    const y = ((bottom[i] ?? 0) + (top[i] ?? 0)) / 2;
    if (x < shown.left || x > shown.right || y < shown.bottom || y > shown.top) {
      if ((code[i] ?? 0) > 32) code[i] = 0;
    }
  }
}

/** Fixes what PDFium gives for characters, and removes those that are not seen. */
function clean(page: OpenPage, shown: Readonly<Box>, chars: Chars): Chars {
  mendTexFonts(chars);
  mendHyphens(chars);
  mendActualText(page, chars);
  dropOutside(chars, shown);
  dropDuplicates(chars);
  composeAccents(chars);
  return chars;
}

/**
 * Reads the visible characters of a page in the coordinates of its direction, without duplicates, and with accents
 * combined with their letters.
 */
export function readChars(page: OpenPage, shown: Readonly<Box>): Chars {
  const { file, text } = page;
  const { pdfium } = file;
  const { frequent, scratch } = pdfium;
  const claimed = text === 0 ? 0 : pdfium.call("FPDFText_CountChars", text);
  const count = Math.max(0, Math.min(claimed, CHARACTERS_MAX));
  const code = new Int32Array(count);
  const left = new Float32Array(count);
  const right = new Float32Array(count);
  const bottom = new Float32Array(count);
  const top = new Float32Array(count);
  const flags = new Uint8Array(count);
  const textRun = new Int32Array(count);
  const textRuns: TextRun[] = [];
  const charactersOf = fontCharacters(page);
  let characterOf: CharacterOf = (one) => one;
  // In this loop only font names can grow the heap, and they are read between boxes.
  let floats = pdfium.floats;
  const at = scratch >> 2;
  let current = 0;
  let hidden = 0;
  let hasSurrogates = false;
  for (let i = 0; i < count; i++) {
    let one = frequent.FPDFText_GetUnicode(text, i);
    let flag = mayBeGenerated(one) && frequent.FPDFText_IsGenerated(text, i) === 1 ? GENERATED : 0;
    if (flag === 0) {
      const object = frequent.FPDFText_GetTextObject(text, i);
      if (object !== current || textRuns.length === 0) {
        current = object;
        const own = stretchOf(page, i, object);
        textRuns.push(own);
        hidden = own.invisible ? INVISIBLE : 0;
        characterOf = charactersOf(own.font);
        floats = pdfium.floats;
      }
      const known = characterOf(one, i);
      if (known === undefined) flag |= UNMAPPED;
      else one = known;
      flag |= hidden;
      if (mayBeHyphen(one) && frequent.FPDFText_IsHyphen(text, i) === 1) flag |= HYPHEN;
    }
    code[i] = one;
    hasSurrogates ||= isSurrogate(one);
    flags[i] = flag;
    textRun[i] = Math.max(0, textRuns.length - 1);
    if (frequent.FPDFText_GetLooseCharBox(text, i, scratch) !== 0) {
      // FS_RECTF: left, top, right, bottom.
      left[i] = floats[at] ?? 0;
      top[i] = floats[at + 1] ?? 0;
      right[i] = floats[at + 2] ?? 0;
      bottom[i] = floats[at + 3] ?? 0;
    }
  }
  if (hasSurrogates) joinSurrogates(code);
  const boxes = { left, right, bottom, top };
  const chars = clean(page, shown, { count, code, ...boxes, flags, textRun, textRuns, insets: [] });
  return page.direction === 0 ? chars : turnChars(chars, page.direction);
}
