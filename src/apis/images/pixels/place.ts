import sharp from "sharp";
import type { Length } from "../lengths.ts";
import type { RemoveOptions } from "../options.ts";
import { type Box, cropPixels } from "./box.ts";

/** The transparent image: red, green, blue and alpha, four bytes a pixel. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array<ArrayBuffer>;
  /** The part of the image that it shows, in the image's pixels; fractions where it was scaled. */
  readonly area: Box;
}

/** The most pixels of a response: margins must not make it larger than an accepted image. */
const EDGE_MAX = 60_000;

function pixels({ value, unit }: Length, whole: number): number {
  return Math.round(unit === "px" ? value : value * whole);
}

function frameOf(whole: Canvas, subject: Box, crop: RemoveOptions["crop"]): Box {
  if (crop === undefined) return { x: 0, y: 0, width: whole.width, height: whole.height };
  const [top, right, bottom, left] = crop;
  const x = subject.x - pixels(left, subject.width);
  const y = subject.y - pixels(top, subject.height);
  const width = subject.x + subject.width + pixels(right, subject.width) - x;
  const height = subject.y + subject.height + pixels(bottom, subject.height) - y;
  return { x, y, width: Math.min(EDGE_MAX, width), height: Math.min(EDGE_MAX, height) };
}

/** Shrinks or enlarges an image with transparency; its colors count by their alpha. */
async function resized(rgba: Uint8Array, from: Box, width: number, height: number) {
  if (from.width === width && from.height === height) return rgba;
  const raw = { width: from.width, height: from.height, channels: 4 as const };
  const data = await sharp(rgba, { raw }).resize({ width, height, fit: "fill" }).raw().toBuffer();
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 0) data.fill(0, at, at + 3);
  return data;
}

/** Crops, scales and places the subject, whose box is `subject`, as was asked. */
export async function place(whole: Canvas, subject: Box, options: RemoveOptions): Promise<Canvas> {
  const { crop, scale, position } = options;
  const frame = frameOf(whole, subject, crop);
  const { width, height } = frame;
  if (scale === undefined && position === undefined) {
    if (crop === undefined) return whole;
    return { width, height, rgba: cropPixels(whole.rgba, whole.width, 4, frame), area: frame };
  }
  const factor =
    scale === undefined ? 1 : Math.min((scale * width) / subject.width, (scale * height) / subject.height);
  const w = Math.max(1, Math.min(width, Math.round(subject.width * factor)));
  const h = Math.max(1, Math.min(height, Math.round(subject.height * factor)));
  const alone = cropPixels(whole.rgba, whole.width, 4, subject);
  const scaled = await resized(alone, subject, w, h);
  // At a share of the free space, or where it was in the frame.
  const placeOf = (share: number | undefined, free: number, own: number) =>
    share === undefined ? Math.min(free, Math.max(0, own)) : Math.round(share * free);
  const left = placeOf(position?.x, width - w, subject.x - frame.x);
  const top = placeOf(position?.y, height - h, subject.y - frame.y);
  return {
    width,
    height,
    rgba: cropPixels(scaled, w, 4, { x: -left, y: -top, width, height }),
    area: {
      x: subject.x - left / factor,
      y: subject.y - top / factor,
      width: width / factor,
      height: height / factor,
    },
  };
}
