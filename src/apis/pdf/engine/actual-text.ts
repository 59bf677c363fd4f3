import { type Chars, FIRST_RIGHT_TO_LEFT, GENERATED, hasCodesFrom, isRightToLeft } from "./chars.ts";
import { type Box, noBox, widen } from "./geometry.ts";
import type { OpenPage } from "./open-file.ts";

/** FPDF_PAGEOBJ_TEXT, of fpdf_edit.h. */
const TEXT = 1;

/** The most objects of a page that are searched; only hostile pages have more. */
const OBJECTS_MAX = 100_000;

/** The highest span on one line, and the smallest gap beside one that is a space, in font sizes. */
const LINE_HEIGHT = 2;
const WORD_GAP = 0.2;

/** Glyphs for which the file gives a text of their own (PDF 32000-1, 14.9.4): Chromium does so for Indic, Thai and Arabic clusters. */
interface Span {
  readonly box: Box;
  isRead: boolean;
}

/** The spans with a text of their own by the handles of their text objects. PDFium gives all objects of a span the same mark. */
function spansOf({ file, page }: OpenPage): ReadonlyMap<number, Span> {
  const { pdfium } = file;
  const { frequent } = pdfium;
  const byMark = new Map<number, Span | undefined>();
  const byObject = new Map<number, Span>();
  pdfium.withText("ActualText", (key) => {
    const spanOf = (mark: number): Span | undefined =>
      pdfium.call("FPDFPageObjMark_GetParamValueType", mark, key) === 0
        ? undefined
        : { box: noBox(), isRead: false };
    const count = Math.min(pdfium.call("FPDFPage_CountObjects", page), OBJECTS_MAX);
    for (let i = 0; i < count; i++) {
      const object = frequent.FPDFPage_GetObject(page, i);
      if (object === 0 || frequent.FPDFPageObj_GetType(object) !== TEXT) continue;
      const last = pdfium.call("FPDFPageObj_CountMarks", object) - 1;
      if (last < 0) continue;
      const mark = pdfium.call("FPDFPageObj_GetMark", object, last);
      const span = byMark.getOrInsertComputed(mark, spanOf);
      const bounds = span && pdfium.boundsOf(object);
      if (span === undefined || bounds === undefined) continue;
      widen(span.box, bounds);
      byObject.set(object, span);
    }
  });
  return byObject;
}

/** Puts the characters of a span, from one index to before another, in their order and at the place of all of its glyphs. */
function place({ code, left, right, bottom, top }: Chars, from: number, to: number, box: Box): void {
  if (!isRightToLeft(code[from] ?? 0)) {
    right[to - 1] = Math.max(right[to - 1] ?? 0, box.right);
    return;
  }
  // PDFium reverses them with their line. As parts of one glyph they stay together.
  code.subarray(from, to).reverse();
  left.fill(box.left, from, to);
  right.fill(box.right, from, to);
  bottom.fill(Math.min(bottom[from] ?? 0, box.bottom), from, to);
  top.fill(Math.max(top[from] ?? 0, box.top), from, to);
}

/**
 * Fixes texts that the file gives for several glyphs. PDFium places them on the first glyph, adds spaces beside the
 * others, repeats them where another glyph is between, and reverses those of right-to-left scripts.
 */
export function mendActualText(page: OpenPage, chars: Chars): void {
  if (!hasCodesFrom(chars, FIRST_RIGHT_TO_LEFT)) return;
  const spans = spansOf(page);
  if (spans.size === 0) return;
  const { count, code, flags, left, right, textRun, textRuns } = chars;
  let last = -1;
  let gaps: number[] = [];
  for (let from = 0, to = 0; from < count; from = to) {
    to = from + 1;
    if (((flags[from] ?? 0) & GENERATED) !== 0) {
      if (code[from] === 32) gaps.push(from);
      else [last, gaps] = [-1, []];
      continue;
    }
    while (to < count && textRun[to] === textRun[from] && ((flags[to] ?? 0) & GENERATED) === 0) to++;
    const run = textRuns[textRun[from] ?? 0];
    const span = spans.get(run?.object ?? 0);
    if (span?.isRead === true) {
      code.fill(0, from, to);
      continue;
    }
    const size = run?.size ?? 0;
    if (span !== undefined) {
      span.isRead = true;
      if (span.box.top - span.box.bottom < LINE_HEIGHT * size) place(chars, from, to, span.box);
    }
    const gap = Math.max((left[from] ?? 0) - (right[last] ?? 0), (left[last] ?? 0) - (right[from] ?? 0));
    if (last >= 0 && gap < WORD_GAP * size) for (const i of gaps) code[i] = 0;
    [last, gaps] = [to - 1, []];
  }
}
