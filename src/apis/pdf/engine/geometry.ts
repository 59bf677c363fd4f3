import type { Place } from "../output-schema.ts";

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

/** Reports whether two pieces are on one line: their heights overlap by at least a share of the lower one. */
export function isBeside(
  one: Readonly<Pick<Box, "bottom" | "top">>,
  other: Readonly<Pick<Box, "bottom" | "top">>,
  share: number,
): boolean {
  const beside = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom);
  return beside >= share * Math.min(one.top - one.bottom, other.top - other.bottom);
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

/** The box around boxes. One by one: there may be more of them than a call may have arguments. */
export function boxAround(boxes: readonly Readonly<Box>[]): Box {
  const box = noBox();
  for (const one of boxes) widen(box, one);
  return box;
}

/** The area of a box, in square points. */
export function areaOf({ left, right, bottom, top }: Readonly<Box>): number {
  return (right - left) * (top - bottom);
}

/** The part that two boxes share; undefined if they share none. */
export function sharedPart(one: Readonly<Box>, other: Readonly<Box>): Box | undefined {
  const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)];
  const [bottom, top] = [Math.max(one.bottom, other.bottom), Math.min(one.top, other.top)];
  return left < right && bottom < top ? { left, right, bottom, top } : undefined;
}

/** Reports whether the center of a box is inside another one, or at most `margin` points outside. */
export function isInside(
  { left, right, bottom, top }: Readonly<Box>,
  around: Readonly<Box>,
  margin = 0,
): boolean {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return (
    x >= around.left - margin &&
    x <= around.right + margin &&
    y >= around.bottom - margin &&
    y <= around.top + margin
  );
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
