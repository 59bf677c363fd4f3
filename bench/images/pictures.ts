import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/** A picture with its true matte. */
export interface Sample {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel. */
  readonly rgb: Uint8Array;
  /** One byte a pixel. */
  readonly mask: Uint8Array;
  /** The subject's own colours, where they are known. */
  readonly colours?: Uint8Array;
}

interface Entry {
  readonly id: string;
  readonly image: string;
  readonly mask: string;
}

/** The contents of a folder: its `manifest.json` lists `{id, image, mask}`, with paths from the folder. */
export function entriesOf(folder: string): Entry[] {
  return JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
}

/** Reads one picture of a folder with its matte, shrunk to `longest` pixels a side at most. */
export async function readSample(folder: string, entry: Entry, longest = 60_000): Promise<Sample> {
  const { data, info } = await sharp(join(folder, entry.image))
    .autoOrient()
    .removeAlpha()
    .resize(longest, longest, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const mask = await sharp(join(folder, entry.mask))
    .resize(width, height, { fit: "fill" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  return { id: entry.id, width, height, rgb: data, mask };
}

/** A sample at another size. */
export async function resized({ id, width, height, rgb, mask }: Sample, scale: number): Promise<Sample> {
  const [w, h] = [Math.max(8, Math.round(width * scale)), Math.max(8, Math.round(height * scale))];
  const part = (pixels: Uint8Array, channels: 1 | 3) =>
    sharp(pixels, { raw: { width, height, channels } }).resize(w, h, { fit: "fill" });
  return {
    id,
    width: w,
    height: h,
    rgb: await part(rgb, 3).raw().toBuffer(),
    mask: await part(mask, 1).toColourspace("b-w").raw().toBuffer(),
  };
}
