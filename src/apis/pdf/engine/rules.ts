import type { Box } from "./geometry.ts";
import type { OpenPage } from "./open-file.ts";
import { type Direction, turnBox } from "./turned.ts";

/** A straight line that the page draws, across or down, in points of the page's own space. */
export interface Rule {
  readonly isAcross: boolean;
  /** Its y coordinate if it is horizontal, else its x coordinate. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The box of a rule, which is a line. */
export function boxOfRule({ isAcross, at, from, to }: Rule): Box {
  return isAcross
    ? { left: from, right: to, bottom: at, top: at }
    : { left: at, right: at, bottom: from, top: to };
}

/** A rule in the coordinates of a direction. */
export function turnRule(rule: Rule, direction: Direction): Rule {
  const { left, right, bottom, top } = turnBox(boxOfRule(rule), direction);
  return rule.isAcross === (direction % 180 === 0)
    ? { isAcross: true, at: bottom, from: left, to: right }
    : { isAcross: false, at: left, from: bottom, to: top };
}

/** FPDF_PAGEOBJ_* and FPDF_SEGMENT_*, of fpdf_edit.h. */
const PATH = 2;
const LINE_TO = 0;
const MOVE_TO = 2;

const OBJECTS_MAX = 5_000;
const SEGMENTS_MAX = 400;

/** A filled rectangle up to this many points thick is a line; a line is so many points long at least. */
const THICK_MAX = 2.5;
const LONG_MIN = 6;

/** How far from straight a line may be, in points. */
const SLANT = 1;

function ruleOf(x0: number, y0: number, x1: number, y1: number): Rule | undefined {
  const [width, height] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
  if (height <= SLANT && width >= LONG_MIN)
    return { isAcross: true, at: (y0 + y1) / 2, from: Math.min(x0, x1), to: Math.max(x0, x1) };
  if (width <= SLANT && height >= LONG_MIN)
    return { isAcross: false, at: (x0 + x1) / 2, from: Math.min(y0, y1), to: Math.max(y0, y1) };
  return undefined;
}

/** The straight lines of one path: its segments, or the path itself if it is a thin rectangle. */
function rulesOfPath({ file }: OpenPage, object: number): Rule[] {
  const { pdfium } = file;
  const bounds = pdfium.boundsOf(object);
  if (bounds === undefined) return [];
  const { left, right, bottom, top } = bounds;
  const [width, height] = [right - left, top - bottom];
  if (height <= THICK_MAX || width <= THICK_MAX) {
    const [x, y] = [(left + right) / 2, (bottom + top) / 2];
    const whole = width > height ? ruleOf(left, y, right, y) : ruleOf(x, bottom, x, top);
    return whole === undefined ? [] : [whole];
  }
  const count = pdfium.call("FPDFPath_CountSegments", object);
  if (count < 2 || count > SEGMENTS_MAX) return [];
  const matrix = pdfium.struct(6, "FPDFPageObj_GetMatrix", object);
  if (matrix === undefined) return [];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  const { scratch } = pdfium;
  const found: Rule[] = [];
  let [startX, startY, x, y] = [0, 0, 0, 0];
  const line = (toX: number, toY: number) => {
    const rule = ruleOf(x, y, toX, toY);
    if (rule !== undefined) found.push(rule);
    [x, y] = [toX, toY];
  };
  for (let k = 0; k < count; k++) {
    const segment = pdfium.call("FPDFPath_GetPathSegment", object, k);
    if (segment === 0 || pdfium.call("FPDFPathSegment_GetPoint", segment, scratch, scratch + 4) === 0)
      continue;
    const [px = 0, py = 0] = pdfium.floats.subarray(scratch >> 2, (scratch >> 2) + 2);
    const [toX, toY] = [a * px + c * py + e, b * px + d * py + f];
    const type = pdfium.call("FPDFPathSegment_GetType", segment);
    if (type === LINE_TO) line(toX, toY);
    else [x, y] = [toX, toY];
    if (type === MOVE_TO) [startX, startY] = [toX, toY];
    if (pdfium.call("FPDFPathSegment_GetClose", segment) !== 0) line(startX, startY);
  }
  return found;
}

/** The straight lines of a page, such as the rules of a table. */
export function rulesOf(page: OpenPage): Rule[] {
  const { pdfium } = page.file;
  const count = Math.min(pdfium.call("FPDFPage_CountObjects", page.page), OBJECTS_MAX);
  const rules: Rule[] = [];
  for (let k = 0; k < count; k++) {
    const object = pdfium.call("FPDFPage_GetObject", page.page, k);
    if (object === 0 || pdfium.call("FPDFPageObj_GetType", object) !== PATH) continue;
    for (const rule of rulesOfPath(page, object)) rules.push(rule);
  }
  return rules;
}
