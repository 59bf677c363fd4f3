import { zipSync } from "fflate";
import sharp from "sharp";
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

/** The canvas with the mean color in fully transparent pixels: black would bleed into the edges of a JPEG. */
function filled(canvas: Canvas): Canvas {
  const rgba = canvas.rgba.slice();
  const sum = [0, 0, 0];
  let count = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3] === 0) continue;
    count++;
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (rgba[at + c] ?? 0);
  }
  const mean = sum.map((value) => Math.round(value / Math.max(1, count)));
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3] === 0) for (let c = 0; c < 3; c++) rgba[at + c] = mean[c] ?? 0;
  }
  return { ...canvas, rgba };
}

const pixelsOf = ({ width, height, rgba }: Canvas) =>
  sharp(rgba, { raw: { width, height, channels: 4 }, limitInputPixels: false });

const colorsOf = (canvas: Canvas) => pixelsOf(canvas).removeAlpha();

const maskOf = (canvas: Canvas) => pixelsOf(canvas).extractChannel("alpha");

/** Encodes the canvas in the requested format, without any metadata of the uploaded file. */
export async function encode(
  canvas: Canvas,
  { format, channels }: Pick<RemoveOptions, "format" | "channels">,
): Promise<Uint8Array> {
  if (format === "zip") {
    const [color, mask] = await Promise.all([
      colorsOf(filled(canvas)).jpeg(JPEG).toBuffer(),
      maskOf(canvas).png(PNG).toBuffer(),
    ]);
    // Images are compressed already; with one date, the same bytes in give the same bytes out.
    return zipSync({ "color.jpg": color, "alpha.png": mask }, { level: 0, mtime: EARLIEST });
  }
  if (format === "jpg")
    return (channels === "alpha" ? maskOf(canvas) : colorsOf(canvas)).jpeg(JPEG).toBuffer();
  const image = channels === "alpha" ? maskOf(canvas) : pixelsOf(canvas);
  return format === "webp" ? image.webp(WEBP).toBuffer() : image.png(PNG).toBuffer();
}
