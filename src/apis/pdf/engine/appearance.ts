import { type Chars, isRightToLeft, UNMAPPED } from "./chars.ts";
import { type Box, boxAround } from "./geometry.ts";
import { geometryOf, type OpenPage } from "./open-file.ts";
import type { Pdfium } from "./pdfium.ts";
import { readChars } from "./read-chars.ts";

/** FPDF_ANNOT_APPEARANCEMODE_NORMAL, of fpdf_annot.h. */
const NORMAL = 0;

/** The operators that show text, directly or in a nested form (PDF 32000-1, 9.4.3 and 8.10). */
const SHOWS_TEXT = /(?:\bT[jJ]|\bDo|[)>]\s*['"])/;

/** Whether the appearance of an annotation may show text. Reading it as a page costs a hundred times as much. */
function mayShowText({ file: { pdfium } }: OpenPage, annotation: number): boolean {
  if (pdfium.call("EPDFAnnot_HasAppearanceStream", annotation, NORMAL) === 0) return false;
  const stream = pdfium.text("FPDFAnnot_GetAP", annotation, NORMAL);
  // A stream that is too long to search is read.
  return stream === "" || SHOWS_TEXT.test(stream);
}

/** The text that an appearance shows inside its box, and how many of its characters have no known meaning. */
interface AppearanceText {
  readonly text: string;
  readonly visible: number;
  readonly unmapped: number;
}

/** Writes the characters of an appearance as text, in reading order. */
export type WriteChars = (chars: Chars) => string;

function shownBy(chars: Chars, write: WriteChars): AppearanceText {
  let visible = 0;
  let unmapped = 0;
  for (let i = 0; i < chars.count; i++) {
    if ((chars.code[i] ?? 0) <= 32) continue;
    visible++;
    if (((chars.flags[i] ?? 0) & UNMAPPED) !== 0) unmapped++;
  }
  return { text: write(chars), visible, unmapped };
}

/** The box of an appearance as PDFium exports it: from the origin, turned by the matrix of the appearance. */
function turnedBox(pdfium: Pdfium, annotation: number, width: number, height: number): Box {
  const [a = 1, b = 0, c = 0, d = 1] = pdfium.struct(4, "EPDFAnnot_GetAPMatrix", annotation, NORMAL) ?? [];
  const corner = (x: number, y: number) => {
    const [toX, toY] = [a * x + c * y, b * x + d * y];
    return { left: toX, right: toX, bottom: toY, top: toY };
  };
  return boxAround([corner(0, 0), corner(width, 0), corner(0, height), corner(width, height)]);
}

/** Reads the appearance of an annotation as a page of its own, which clips it as a viewer does; undefined if it has none. */
function readAppearance(
  { file }: OpenPage,
  annotation: number,
  write: WriteChars,
): AppearanceText | undefined {
  const { pdfium } = file;
  const document = pdfium.call("EPDFAnnot_ExportAppearanceAsDocument", annotation);
  if (document === 0) return undefined;
  const page = pdfium.call("FPDF_LoadPage", document, 0);
  const text = page === 0 ? 0 : pdfium.call("FPDFText_LoadPage", page);
  try {
    if (text === 0) return undefined;
    const own = { file, page, text, direction: 0 } as const;
    const { width, height } = geometryOf(own);
    return shownBy(readChars(own, turnedBox(pdfium, annotation, width, height)), write);
  } finally {
    if (text !== 0) pdfium.call("FPDFText_ClosePage", text);
    if (page !== 0) pdfium.call("FPDF_ClosePage", page);
    pdfium.call("FPDF_CloseDocument", document);
  }
}

/** The characters of a text that are not spaces, and where each is. */
function compact(text: string): { readonly text: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let compacted = "";
  for (let i = 0; i < text.length; i++) {
    const one = text[i] ?? "";
    if (/\s/.test(one)) continue;
    places.push(i);
    compacted += one;
  }
  return { text: compacted, places };
}

/** The part of a value that an appearance shows, with the spaces of the value; what it shows if that is another text. */
function partOf(value: string, { text, visible, unmapped }: AppearanceText): string {
  const whole = compact(value);
  // A font without a map of characters: what it shows is counted, not read.
  if (2 * unmapped > visible) return value.slice(0, (whole.places[visible - 1] ?? value.length - 1) + 1);
  const shown = compact(text).text;
  // PDFium draws a right-to-left value from the left, so that reading turns it about.
  const isRtl = Array.from(value, (one) => one.codePointAt(0) ?? 0).some(isRightToLeft);
  if (isRtl && [...shown].sort().join("") === [...whole.text].sort().join("")) return value;
  const first = shown === "" ? -1 : whole.text.indexOf(shown);
  if (first < 0) return text;
  return value.slice(whole.places[first], (whole.places[first + shown.length - 1] ?? 0) + 1);
}

/**
 * The text that the page shows for an annotation: what its appearance shows inside its box, clipped as on the page.
 * `value` is the text that the appearance was made from. Undefined if the annotation has no appearance.
 */
export function shownText(
  page: OpenPage,
  annotation: number,
  value: string,
  write: WriteChars,
): string | undefined {
  if (page.file.pdfium.call("EPDFAnnot_HasAppearanceStream", annotation, NORMAL) === 0) return undefined;
  if (!mayShowText(page, annotation)) return "";
  const shown = readAppearance(page, annotation, write);
  return shown === undefined ? undefined : partOf(value, shown);
}

/** The average width of a character and the distance of lines, in font sizes, of the fonts that forms use. */
const CHARACTER_WIDTH = 0.5;
const LINE_HEIGHT = 1.15;

/** The part of a value that fits a box of so many points: for a field whose appearance cannot be made. */
export function fittingText(
  value: string,
  box: { readonly width: number; readonly height: number },
  size: number,
  isMultiline: boolean,
): string {
  const columns = Math.max(1, Math.floor(box.width / (CHARACTER_WIDTH * size)));
  const lines = isMultiline ? Math.max(1, Math.floor(box.height / (LINE_HEIGHT * size))) : 1;
  return value.length <= columns * lines ? value : value.slice(0, columns * lines).trimEnd();
}
