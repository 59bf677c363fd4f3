// Masks of the hard split, made by hand: where the teacher's mask is wrong, outlines add to it and take away from it, and
// where it is useless they are all there is. The outlines lie beside this file, the pictures do not.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/** A point in thousandths of the picture's width and height, from its upper left corner. */
export type Point = readonly [x: number, y: number];

/** One step: a polygon that becomes subject, or background. */
export type Change = { readonly add: readonly Point[] } | { readonly remove: readonly Point[] };

/** How the mask of one picture was made. */
export interface Correction {
  readonly id: string;
  readonly from: "teacher" | "nothing";
  /** The subject, chosen before any engine's mask was seen. */
  readonly subject: string;
  /** In their order: a later one has the last word. */
  readonly changes: readonly Change[];
}

/** Reads all corrections: one JSON value a line. */
export function readCorrections(): Correction[] {
  const text = readFileSync(new URL("corrections.jsonl", import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Correction);
}

function polygon(change: Change, width: number, height: number): string {
  const [points, fill] = "add" in change ? [change.add, "#fff"] : [change.remove, "#000"];
  const text = points.map(([x, y]) => `${(x * width) / 1000},${(y * height) / 1000}`).join(" ");
  return `<polygon points="${text}" fill="${fill}"/>`;
}

/** Makes the mask of a picture, `width` by `height`, a byte a pixel. `folder` is the one with the teacher's masks. */
export async function correctedMask(
  folder: string,
  { id, from, changes }: Correction,
  width: number,
  height: number,
): Promise<Uint8Array> {
  const start =
    from === "teacher"
      ? sharp(join(folder, "masks", `${id}.png`)).resize(width, height, { fit: "fill" })
      : sharp({ create: { width, height, channels: 3, background: "#000" } });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${changes.map((one) => polygon(one, width, height)).join("")}</svg>`;
  return start
    .toColourspace("srgb")
    .removeAlpha()
    .composite([{ input: Buffer.from(svg) }])
    .toColourspace("b-w")
    .raw()
    .toBuffer();
}
