import type { Engine, Matte } from "./engine.ts";
import type { RemoveTask } from "./job.ts";
import type { Length, Region } from "./lengths.ts";
import { paint } from "./matting/foreground-colours.ts";
import { type Box, boxOf, cutOut } from "./pixels/box.ts";
import { castShadow, fillBehind, pictureBehind, withoutSubject } from "./pixels/compose.ts";
import { type Decoded, decodeToCover } from "./pixels/decode.ts";
import { closeHoles, feather } from "./pixels/edges.ts";
import { type Canvas, place } from "./pixels/place.ts";
import { isCutOut, keepClear } from "./pixels/transparency.ts";
import { noForeground, refuse } from "./refusal.ts";

/** The part of the picture in which the subject is looked for, in whole pixels; `roi` counts those of the source. */
function regionOf({ width, height, source }: Decoded, roi: Region | undefined): Box {
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
  throw refuse("roi", "roi must enclose a part of the picture: left, top, right, bottom.");
}

/** The colours as they show on white: what lies under transparency is no picture. */
function onWhite({ rgb, alpha }: Decoded): Uint8Array {
  if (alpha === undefined) return rgb;
  const out = new Uint8Array(rgb.length);
  for (let i = 0; i < rgb.length; i++) {
    out[i] = 255 + (((rgb[i] ?? 0) - 255) * (alpha[Math.floor(i / 3)] ?? 0)) / 255;
  }
  return out;
}

function isWhole({ width, height }: Decoded, region: Box): boolean {
  return region.width === width && region.height === height;
}

/** The matte of a part as one of the whole picture; all outside of the part is background. */
function spread(alpha: Uint8Array, { width, height }: Decoded, region: Box): Uint8Array {
  return cutOut(alpha, region.width, 1, { x: -region.x, y: -region.y, width, height });
}

/** The matte of a part of the picture: the file's own where it is a cut-out, unless a model is asked by its name. */
async function matteOf(image: Decoded, region: Box, engine: Engine, asked: string): Promise<Matte> {
  const { alpha: own } = image;
  if (own !== undefined && isCutOut(image) && (asked === "auto" || asked === "builtin")) {
    return { alpha: Uint8Array.from(own), confidence: 1, engine: "builtin" };
  }
  const rgb = onWhite(image);
  if (isWhole(image, region)) return engine.cut({ width: image.width, height: image.height, rgb });
  const part = cutOut(rgb, image.width, 3, region);
  const matte = await engine.cut({ width: region.width, height: region.height, rgb: part });
  return { ...matte, alpha: spread(matte.alpha, image, region) };
}

/** What was cut, before it is a file. */
export interface Cut {
  readonly canvas: Canvas;
  /** Where the subject is on the canvas; undefined where nothing of it is left there. */
  readonly subject: Box | undefined;
  readonly coverage: number;
  readonly confidence: number | undefined;
  /** Who made the matte. */
  readonly engine: string;
}

/** Finds the subject and puts it on its canvas. Throws `no-foreground` and what the engine throws. */
export async function cut(image: Decoded, task: RemoveTask, engine: Engine): Promise<Cut> {
  const { options } = task;
  const { width, height, rgb, alpha: own } = image;
  const region = regionOf(image, options.roi);
  const matte = await matteOf(image, region, engine, options.engine);
  if (options.holes !== "keep") closeHoles(matte.alpha, width, height, options.holes);
  const soft = feather(matte.alpha, width, height, options.feather);
  // What it spread beyond the region is not wanted there.
  const alpha = isWhole(image, region) ? soft : spread(cutOut(soft, width, 1, region), image, region);
  keepClear(alpha, own);
  const box = boxOf(alpha, width);
  if (box === undefined) throw noForeground();
  const rgba =
    options.channels === "background"
      ? withoutSubject(rgb, alpha, own)
      : paint(rgb, alpha, width, height, options.decontaminate && options.channels === "rgba", own);
  const area = { x: 0, y: 0, width, height };
  const canvas = await place({ width, height, rgba, area }, box, options);
  const subject = options.channels === "background" ? undefined : boxOf(canvas.rgba, canvas.width, 4, 3);
  let sum = 0;
  for (let at = 3; at < canvas.rgba.length; at += 4) sum += canvas.rgba[at] ?? 0;
  const coverage = sum / 255 / (canvas.width * canvas.height);
  if (options.shadow !== undefined && subject !== undefined) castShadow(canvas, subject, options.shadow);
  if (task.background !== undefined) {
    const name = task.names?.background ?? "bgImage";
    pictureBehind(canvas, await decodeToCover(task.background, name, canvas.width, canvas.height));
  }
  if (options.background !== undefined) fillBehind(canvas, options.background);
  return { canvas, subject, coverage, confidence: matte.confidence, engine: matte.engine ?? engine.name };
}
