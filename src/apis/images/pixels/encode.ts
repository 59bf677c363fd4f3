import { zipSync } from "fflate";
import sharp, { type Sharp } from "sharp";
import { invalidParameter } from "../../../kit/parameter.ts";
import type { Format, RemoveOptions } from "../options.ts";
import type { Canvas } from "./place.ts";

/** The earliest date that a ZIP file can have. */
const EARLIEST = new Date(1980, 0, 1);

/** The encoder settings, a balance of time and size measured at 2 megapixels. */
const PNG = { compressionLevel: 6 } as const;
const WEBP = { quality: 90, alphaQuality: 100, effort: 2 } as const;
const JPEG = { quality: 92, chromaSubsampling: "4:4:4" } as const;

/** The longest side of each format: WebP has 14 bits for it, JPEG 16 (a ZIP contains one), PNG 31. */
const SIDE_MAX: Readonly<Record<Format, number>> = {
  png: 2 ** 31 - 1,
  webp: 16_383,
  jpg: 65_535,
  zip: 65_535,
};

/** The format of the output: PNG if the preferred one cannot represent the canvas. Throws `invalid-parameter`. */
export function formatFor(
  { width, height }: Canvas,
  { format, isNamed }: Pick<RemoveOptions, "format" | "isNamed">,
): Format {
  if (Math.max(width, height) <= SIDE_MAX[format]) return format;
  if (!isNamed) return "png";
  throw invalidParameter(
    "format",
    `format=${format} holds ${SIDE_MAX[format]} pixels per side at most, and this image has ${width} by ${height}. Use format=png or a smaller size.`,
  );
}

/** One channel of a canvas, or its three colors. */
function take(rgba: Uint8Array, first: number, count: number): Uint8Array {
  const out = new Uint8Array((rgba.length / 4) * count);
  for (let from = first, to = 0; from < rgba.length; from += 4, to += count) {
    for (let c = 0; c < count; c++) out[to + c] = rgba[from + c] ?? 0;
  }
  return out;
}

/** The colors only. Fully transparent pixels get their mean: black would bleed into the edges of a JPEG. */
function solid({ rgba }: Canvas): Uint8Array {
  const rgb = take(rgba, 0, 3);
  const sum = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < rgba.length / 4; i++) {
    if (rgba[i * 4 + 3] === 0) continue;
    count++;
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (rgb[i * 3 + c] ?? 0);
  }
  for (let i = 0; i < rgba.length / 4; i++) {
    if (rgba[i * 4 + 3] !== 0) continue;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = Math.round((sum[c] ?? 0) / Math.max(1, count));
  }
  return rgb;
}

function raw(pixels: Uint8Array, { width, height }: Canvas, channels: 1 | 3 | 4): Sharp {
  return sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false });
}

/** Encodes the canvas in the requested format, without any metadata of the uploaded file. */
export async function encode(
  canvas: Canvas,
  { format, channels }: Pick<RemoveOptions, "format" | "channels">,
): Promise<Uint8Array> {
  const { rgba } = canvas;
  if (format === "zip") {
    const [color, mask] = await Promise.all([
      raw(solid(canvas), canvas, 3).jpeg(JPEG).toBuffer(),
      raw(take(rgba, 3, 1), canvas, 1)
        .toColorspace("b-w")
        .png(PNG)
        .toBuffer(),
    ]);
    // Images are compressed already; with one date, the same bytes in give the same bytes out.
    return zipSync({ "color.jpg": color, "alpha.png": mask }, { level: 0, mtime: EARLIEST });
  }
  const image =
    channels === "alpha"
      ? raw(take(rgba, 3, 1), canvas, 1).toColorspace("b-w")
      : raw(format === "jpg" ? take(rgba, 0, 3) : rgba, canvas, format === "jpg" ? 3 : 4);
  if (format === "webp") return image.webp(WEBP).toBuffer();
  return format === "jpg" ? image.jpeg(JPEG).toBuffer() : image.png(PNG).toBuffer();
}
