import { boxAt, type Chars, GENERATED } from "../../engine/chars.ts";
import type { Box } from "../../engine/geometry.ts";
import { boxOfRule, type Rule } from "../../engine/rules.ts";

/** The directions of writing of tables, counter-clockwise in degrees. */
export type Direction = 0 | 90 | 180 | 270;

/** The directions besides that of the page. */
export const TURNED: readonly Direction[] = [90, 180, 270];

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

/** A rule in the coordinates of a direction. */
export function turnRule(rule: Rule, direction: Direction): Rule {
  const { left, right, bottom, top } = turnBox(boxOfRule(rule), direction);
  return rule.isAcross === (direction === 180)
    ? { isAcross: true, at: bottom, from: left, to: right }
    : { isAcross: false, at: left, from: bottom, to: top };
}

/** Number of characters of a page that are written in a direction. */
export function countTurned({ count, textRun, textRuns, code }: Chars, direction: Direction): number {
  let found = 0;
  for (let i = 0; i < count; i++)
    if ((code[i] ?? 0) > 32 && textRuns[textRun[i] ?? 0]?.angle === direction) found++;
  return found;
}

/**
 * The characters of a page in the coordinates of a direction, without form values. PDFium breaks turned text at nearly
 * every character; what it added is left out.
 */
export function turnChars(chars: Chars, direction: Direction): Chars {
  const { count } = chars;
  const turned = {
    left: new Float32Array(count),
    right: new Float32Array(count),
    bottom: new Float32Array(count),
    top: new Float32Array(count),
  };
  const textRun = chars.textRun.slice();
  for (let i = 0; i < count; i++) {
    const own = turnBox(boxAt(chars, i), direction);
    for (const side of SIDES) turned[side][i] = own[side];
    // A character that PDFium added belongs to no word and ends none.
    if (((chars.flags[i] ?? 0) & GENERATED) !== 0) textRun[i] = -1;
  }
  const textRuns = chars.textRuns.map((run) => ({ ...run, angle: (run.angle - direction + 360) % 360 }));
  return { ...chars, ...turned, textRun, textRuns, insets: [] };
}

const SIDES = ["left", "right", "bottom", "top"] as const;
