import type { OpenPage } from "./open-file.ts";

/** A box in points; y upwards. */
export interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** Extends `box` so that it contains `by`. */
export function widen(box: Box, by: Readonly<Box>): void {
  if (by.left < box.left) box.left = by.left;
  if (by.right > box.right) box.right = by.right;
  if (by.bottom < box.bottom) box.bottom = by.bottom;
  if (by.top > box.top) box.top = by.top;
}

/** A box around nothing. */
export function noBox(): Box {
  return {
    left: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.POSITIVE_INFINITY,
    top: Number.NEGATIVE_INFINITY,
  };
}

/** A box on the displayed page, in points from its upper left corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The size of a displayed page, and how its own coordinates map to it. */
export interface Geometry {
  readonly width: number;
  readonly height: number;
  /** 0, 90, 180 or 270, clockwise. */
  readonly rotation: number;
  /** The visible part of the page's own space. */
  readonly shown: Box;
}

/** Rounds to a tenth of a point, which is not visible. */
export function rounded(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 10) / 10 : 0;
}

/** Reads the visible part and the rotation of a page. */
export function geometryOf({ file, page }: OpenPage): Geometry {
  const { pdfium } = file;
  const { scratch } = pdfium;
  const shown = { left: 0, bottom: 0, right: 612, top: 792 };
  if (pdfium.call("FPDF_GetPageBoundingBox", page, scratch) !== 0) {
    // FS_RECTF: left, top, right, bottom.
    const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.floats.subarray(
      scratch >> 2,
      (scratch >> 2) + 4,
    );
    Object.assign(shown, { left, bottom, right, top });
  }
  return {
    width: rounded(pdfium.call("FPDF_GetPageWidthF", page)),
    height: rounded(pdfium.call("FPDF_GetPageHeightF", page)),
    rotation: (pdfium.call("FPDFPage_GetRotation", page) & 3) * 90,
    shown,
  };
}

/** Converts a box from the page's own space to the displayed page. */
export function placeOf({ left, right, bottom, top }: Box, { rotation, shown }: Geometry): Place {
  const [x, y, isTurned] =
    rotation === 90
      ? [bottom - shown.bottom, left - shown.left, true]
      : rotation === 180
        ? [shown.right - right, bottom - shown.bottom, false]
        : rotation === 270
          ? [shown.top - top, shown.right - right, true]
          : [left - shown.left, shown.top - top, false];
  const [width, height] = isTurned ? [top - bottom, right - left] : [right - left, top - bottom];
  return { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) };
}
