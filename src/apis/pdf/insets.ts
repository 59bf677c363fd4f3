import type { Inset } from "./annotations.ts";
import type { Line } from "./line.ts";
import type { Box } from "./segments.ts";

function besideEachOther(a: Readonly<Box>, b: Readonly<Box>): boolean {
  const beside = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
  return beside > 0.4 * Math.min(a.top - a.bottom, b.top - b.bottom);
}

function insetLine({ box, text }: Inset, follows: boolean): Line {
  return {
    chars: [],
    text,
    follows,
    box: { ...box },
    size: Math.min(12, box.top - box.bottom),
    angle: 0,
    hyphen: false,
    base: box,
    apart: false,
  };
}

/**
 * Puts form values and free texts among the lines where a reader meets them: behind what stands left of them
 * in their row, before what stands right of them, else below the nearest line above.
 */
export function withInsets(lines: readonly Line[], insets: readonly Inset[]): Line[] {
  const all = [...lines];
  const ordered = insets.toSorted((a, b) => b.box.top - a.box.top || a.box.left - b.box.left);
  for (const inset of ordered) {
    const { box } = inset;
    const row = all.filter((line) => line.angle === 0 && besideEachOther(line.box, box));
    const left = row
      .filter((line) => line.box.right <= box.left + line.size)
      .toSorted((a, b) => b.box.right - a.box.right)[0];
    if (left !== undefined) {
      all.splice(all.indexOf(left) + 1, 0, insetLine(inset, true));
      continue;
    }
    const right = row
      .filter((line) => line.box.left >= box.right - line.size)
      .toSorted((a, b) => a.box.left - b.box.left)[0];
    if (right !== undefined) {
      const at = all.indexOf(right);
      all.splice(at, 0, insetLine(inset, right.follows === true));
      all[at + 1] = { ...right, follows: true };
      continue;
    }
    const above = all
      .filter((line) => line.angle === 0 && line.box.bottom >= box.top - line.size)
      .toSorted((a, b) => a.box.bottom - b.box.bottom)[0];
    all.splice(above === undefined ? 0 : all.indexOf(above) + 1, 0, insetLine(inset, false));
  }
  return all;
}
