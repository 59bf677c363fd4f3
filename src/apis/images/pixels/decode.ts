import sharp, { type ResizeOptions } from "sharp";
import { Problem } from "../../../kit/problem.ts";
import type { RgbImage } from "../engine.ts";
import { kindOf } from "./kind.ts";

/** The most pixels of an image. */
export const PIXELS_MAX = 50_000_000;

// One image per process at a time: other processes need the other cores, and a cache would only use memory.
sharp.concurrency(1);
sharp.cache(false);
// Only the loaders of the kinds that `kindOf` accepts: libvips detects the kind on its own.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Png", "Jpeg", "Webp", "Nsgif", "Tiff", "Heif"].map((name) => `VipsForeignLoad${name}`),
});

/** An image as it was sent: upright, in sRGB, 8 bits, its first frame alone. */
export interface DecodedImage extends RgbImage {
  readonly type: string;
  /** As sent, upright; the pixels below may be fewer. */
  readonly source: { readonly width: number; readonly height: number };
  /** One byte a pixel; undefined where the file has no transparency. */
  readonly alpha: Uint8Array | undefined;
}

function unreadable(parameter: string, cause: unknown): Problem {
  return new Problem(
    "unreadable-image",
    `${parameter} cannot be decoded: the image is damaged or cut short.`,
    { parameter, cause },
  );
}

/** Splits pixels with one to four channels into colors and alpha. */
function part(data: Uint8Array, channels: number): Pick<DecodedImage, "rgb" | "alpha"> {
  if (channels === 3) return { rgb: data, alpha: undefined };
  const pixels = data.length / channels;
  const rgb = new Uint8Array(pixels * 3);
  const alpha = channels % 2 === 0 ? new Uint8Array(pixels) : undefined;
  const green = channels > 2 ? 1 : 0;
  for (let i = 0; i < pixels; i++) {
    const at = i * channels;
    rgb[i * 3] = data[at] ?? 0;
    rgb[i * 3 + 1] = data[at + green] ?? 0;
    rgb[i * 3 + 2] = data[at + 2 * green] ?? 0;
    if (alpha !== undefined) alpha[i] = data[at + channels - 1] ?? 0;
  }
  return { rgb, alpha: alpha?.every((value) => value === 255) === true ? undefined : alpha };
}

function load(file: Uint8Array, parameter: string, type: string) {
  const open = (limitInputPixels: number | false) =>
    sharp(file, { limitInputPixels, failOn: "truncated", pages: 1, animated: false });
  return {
    /** Width and height, upright, by the file's head. */
    async size(): Promise<{ width: number; height: number }> {
      const { autoOrient } = await open(false)
        .metadata()
        .catch((cause: unknown) => {
          throw unreadable(parameter, cause);
        });
      const { width, height } = autoOrient;
      if (width * height <= PIXELS_MAX) return { width, height };
      throw new Problem(
        "resolution-too-high",
        `${parameter} has ${width} by ${height} pixels. The limit is ${PIXELS_MAX / 1e6} million. Make the image smaller.`,
        { parameter },
      );
    },
    async pixels(resize: ResizeOptions | undefined): Promise<DecodedImage> {
      const source = await this.size();
      let image = open(PIXELS_MAX).autoOrient();
      if (resize !== undefined) image = image.resize(resize);
      const { data, info } = await image
        .toColorspace("srgb")
        .raw()
        .toBuffer({ resolveWithObject: true })
        .catch((cause: unknown) => {
          throw unreadable(parameter, cause);
        });
      const { width, height, channels } = info;
      return { type, source, width, height, ...part(data, channels) };
    },
  };
}

/**
 * Decodes an image, shrunk to `maxPixels` where it has more. Throws `unsupported-image`,
 * `resolution-too-high` and `unreadable-image`; `parameter` names where the file came from.
 */
export async function decode(file: Uint8Array, parameter: string, maxPixels: number): Promise<DecodedImage> {
  const loader = load(file, parameter, kindOf(file, parameter));
  const { width, height } = await loader.size();
  const shrink = Math.sqrt(maxPixels / (width * height));
  if (shrink >= 1) return loader.pixels(undefined);
  return loader.pixels({
    width: Math.max(1, Math.floor(width * shrink)),
    height: Math.max(1, Math.floor(height * shrink)),
    fit: "fill",
  });
}

/**
 * Decodes an image so that it covers a canvas: it is scaled, and what exceeds the canvas is cropped on both
 * sides.
 */
export function decodeToCover(
  file: Uint8Array,
  parameter: string,
  width: number,
  height: number,
): Promise<DecodedImage> {
  return load(file, parameter, kindOf(file, parameter)).pixels({ width, height, fit: "cover" });
}
