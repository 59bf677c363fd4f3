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

/** Decodes an image; `resizeTo` gets its size, upright, and gives the size to bring it to; undefined for its own. */
async function read(
  file: Uint8Array,
  parameter: string,
  resizeTo: (source: DecodedImage["source"]) => ResizeOptions | undefined,
): Promise<DecodedImage> {
  const type = kindOf(file, parameter);
  const open = (limitInputPixels: number | false) =>
    sharp(file, { limitInputPixels, failOn: "truncated", pages: 1, animated: false });
  const fail = (cause: unknown) => {
    throw unreadable(parameter, cause);
  };
  // By the file's head.
  const { autoOrient: source } = await open(false).metadata().catch(fail);
  if (source.width * source.height > PIXELS_MAX) {
    throw new Problem(
      "resolution-too-high",
      `${parameter} has ${source.width} by ${source.height} pixels. The limit is ${PIXELS_MAX / 1e6} million. Make the image smaller.`,
      { parameter },
    );
  }
  const resize = resizeTo(source);
  const upright = open(PIXELS_MAX).autoOrient();
  const { data, info } = await (resize === undefined ? upright : upright.resize(resize))
    .toColorspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(fail);
  const { width, height, channels } = info;
  return { type, source, width, height, ...part(data, channels) };
}

/**
 * Decodes an image, shrunk to `maxPixels` where it has more. Throws `unsupported-image`,
 * `resolution-too-high` and `unreadable-image`; `parameter` names where the file came from.
 */
export function decode(file: Uint8Array, parameter: string, maxPixels: number): Promise<DecodedImage> {
  return read(file, parameter, ({ width, height }) => {
    const shrink = Math.sqrt(maxPixels / (width * height));
    const side = (length: number) => Math.max(1, Math.floor(length * shrink));
    return shrink >= 1 ? undefined : { width: side(width), height: side(height), fit: "fill" };
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
  return read(file, parameter, () => ({ width, height, fit: "cover" }));
}
