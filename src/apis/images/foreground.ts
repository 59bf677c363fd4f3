import { invalidParameter } from "../../kit/parameter.ts";
import type { AlphaMask, Engine } from "./engine.ts";
import type { RemoveTask } from "./job.ts";
import type { Length, Region } from "./lengths.ts";
import { paintForeground } from "./matting/foreground-colors.ts";
import { noForeground } from "./no-foreground.ts";
import { type Box, boxOf, cropPixels, isWhole } from "./pixels/box.ts";
import { castShadow, layOver, placeImageBehind, withoutSubject } from "./pixels/compose.ts";
import { type DecodedImage, decodeToCover } from "./pixels/decode.ts";
import { closeHoles, feather, hardenEdges } from "./pixels/edges.ts";
import { type Canvas, place } from "./pixels/place.ts";
import { hasNoBackground, limitAlpha } from "./pixels/transparency.ts";

/** The part of the image in which the subject is looked for, in whole pixels; `roi` counts those of the source. */
function regionOf({ width, height, source }: DecodedImage, roi: Region | undefined): Box {
  if (roi === undefined) return { x: 0, y: 0, width, height };
  const at = ({ value, unit }: Length, whole: number, sent: number) =>
    Math.min(whole, Math.round(unit === "px" ? (value * whole) / sent : value * whole));
  const [left, top, right, bottom] = roi;
  const [x, y] = [at(left, width, source.width), at(top, height, source.height)];
  const box = {
    x,
    y,
    width: at(right, width, source.width) - x,
    height: at(bottom, height, source.height) - y,
  };
  if (box.width > 0 && box.height > 0) return box;
  throw invalidParameter("roi", "roi must enclose a part of the image: left, top, right, bottom.");
}

/** Composites the image on white, without the colors of fully transparent pixels. */
function flattenOnWhite({ rgb, alpha }: DecodedImage): Uint8Array {
  if (alpha === undefined) return rgb;
  const out = new Uint8Array(rgb.length);
  for (let i = 0; i < rgb.length; i++) {
    out[i] = 255 + (((rgb[i] ?? 0) - 255) * (alpha[Math.floor(i / 3)] ?? 0)) / 255;
  }
  return out;
}

/** Extends the alpha mask of a region to the whole image; everything outside is background. */
function spread(alpha: Uint8Array, { width, height }: DecodedImage, region: Box): Uint8Array {
  return cropPixels(alpha, region.width, 1, { x: -region.x, y: -region.y, width, height });
}

/** The alpha mask of a part of the image: the file's own where it is a transparent image, unless a model is asked by its name. */
async function alphaMaskOf(
  image: DecodedImage,
  region: Box,
  engine: Engine,
  asked: string,
): Promise<AlphaMask> {
  const { alpha: own } = image;
  if (own !== undefined && hasNoBackground(image) && ["auto", "builtin", "classic"].includes(asked)) {
    return { alpha: new Uint8Array(own), confidence: 1, engine: "builtin" };
  }
  const rgb = flattenOnWhite(image);
  if (isWhole(image, region)) return engine.segment({ width: image.width, height: image.height, rgb });
  const part = cropPixels(rgb, image.width, 3, region);
  const mask = await engine.segment({ width: region.width, height: region.height, rgb: part });
  return { ...mask, alpha: spread(mask.alpha, image, region) };
}

/** The subject on its canvas, before it is encoded. */
export interface Foreground {
  readonly canvas: Canvas;
  /** Where the subject is on the canvas; undefined if no part of it is visible. */
  readonly subject: Box | undefined;
  readonly coverage: number;
  readonly confidence: number | undefined;
  readonly engine: string;
}

/** Finds the subject and places it on its canvas. Throws `no-foreground` and what the engine throws. */
export async function extractForeground(
  image: DecodedImage,
  task: RemoveTask,
  engine: Engine,
): Promise<Foreground> {
  const { options } = task;
  const { width, height, rgb, alpha: own } = image;
  const region = regionOf(image, options.roi);
  const mask = await alphaMaskOf(image, region, engine, options.engine);
  if (options.holes !== "keep") closeHoles(mask.alpha, width, height, options.holes);
  if (options.hardEdges) hardenEdges(mask.alpha, width, height);
  const soft = feather(mask.alpha, width, height, options.feather);
  // What it spread beyond the region is not wanted there.
  const alpha = isWhole(image, region) ? soft : spread(cropPixels(soft, width, 1, region), image, region);
  limitAlpha(alpha, own);
  const box = boxOf(alpha, width);
  if (box === undefined) throw noForeground();
  const rgba =
    options.channels === "background"
      ? withoutSubject(rgb, alpha, own)
      : paintForeground(rgb, alpha, width, height, options.decontaminate && options.channels === "rgba", own);
  const area = { x: 0, y: 0, width, height };
  const canvas = await place({ width, height, rgba, area }, box, options);
  const seen = canvas.rgba === rgba ? box : boxOf(canvas.rgba, canvas.width, 4, 3);
  const subject = options.channels === "background" ? undefined : seen;
  let sum = 0;
  for (let at = 3; at < canvas.rgba.length; at += 4) sum += canvas.rgba[at] ?? 0;
  const coverage = sum / 255 / (canvas.width * canvas.height);
  if (options.shadow !== undefined && subject !== undefined) castShadow(canvas, subject, options.shadow);
  if (task.background !== undefined) {
    const name = task.names?.background ?? "bgImage";
    placeImageBehind(canvas, await decodeToCover(task.background, name, canvas.width, canvas.height));
  }
  const { background } = options;
  if (background !== undefined) layOver(canvas, () => background);
  return { canvas, subject, coverage, confidence: mask.confidence, engine: mask.engine ?? engine.name };
}
