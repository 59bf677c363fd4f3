import { boxAt, type Chars } from "./chars.ts";
import type { Box, Geometry } from "./geometry.ts";

/** A direction of writing, counter-clockwise in degrees. */
export type Direction = 0 | 90 | 180 | 270;

/** All directions, in the order of quarter turns. */
export const DIRECTIONS: readonly Direction[] = [0, 90, 180, 270];

/** The directions besides that of the page. */
export const TURNED = DIRECTIONS.slice(1);

/** The box of something on the page in the coordinates of a direction, in which its text is horizontal. */
export function turnBox({ left, right, bottom, top }: Box, direction: Direction): Box {
  if (direction === 90) return { left: bottom, right: top, bottom: -right, top: -left };
  if (direction === 180) return { left: -right, right: -left, bottom: -top, top: -bottom };
  if (direction === 270) return { left: -top, right: -bottom, bottom: left, top: right };
  return { left, right, bottom, top };
}

/** The inverse of `turnBox`: a box in the coordinates of a direction, on the page. */
export function unrotateBox(box: Box, direction: Direction): Box {
  return turnBox(box, direction === 90 ? 270 : direction === 270 ? 90 : direction);
}

/** Number of characters of a page that are written in a direction. */
export function countTurned({ count, textRun, textRuns, code }: Chars, direction: Direction): number {
  let found = 0;
  for (let i = 0; i < count; i++)
    if ((code[i] ?? 0) > 32 && textRuns[textRun[i] ?? 0]?.angle === direction) found++;
  return found;
}

/** A page as it is displayed when text in a direction is horizontal. */
export function turnGeometry(geometry: Geometry, direction: Direction): Geometry {
  const rotation = (geometry.rotation - direction + 360) % 360;
  return { ...geometry, rotation, shown: turnBox(geometry.shown, direction) };
}

/** The characters of a page in the coordinates of a direction, without form values. */
export function turnChars(chars: Chars, direction: Direction): Chars {
  const { count } = chars;
  const turned = {
    left: new Float32Array(count),
    right: new Float32Array(count),
    bottom: new Float32Array(count),
    top: new Float32Array(count),
  };
  for (let i = 0; i < count; i++) {
    const own = turnBox(boxAt(chars, i), direction);
    for (const side of SIDES) turned[side][i] = own[side];
  }
  const textRuns = chars.textRuns.map((run) => ({ ...run, angle: (run.angle - direction + 360) % 360 }));
  return { ...chars, ...turned, textRuns, insets: [] };
}

const SIDES = ["left", "right", "bottom", "top"] as const;
