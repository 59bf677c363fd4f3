import { Problem } from "../../kit/problem.ts";
import type { Engine, Matte } from "./engine.ts";
import type { RemoveTask } from "./job.ts";
import type { Length, Region } from "./lengths.ts";
import { paint } from "./matting/foreground-colours.ts";
import { type Box, boxOf, cutOut } from "./pixels/box.ts";
import { castShadow, fillBehind, pictureBehind, withoutSubject } from "./pixels/compose.ts";
import { type Decoded, decodeToCover } from "./pixels/decode.ts";
import { closeHoles, feather } from "./pixels/edges.ts";
import { type Canvas, place } from "./pixels/place.ts";
import { refuse } from "./refusal.ts";

/** The part of the picture in which the subject is looked for, in whole pixels. */
function regionOf({ width, height }: Decoded, roi: Region | undefined): Box {
  if (roi === undefined) return { x: 0, y: 0, width, height };
  const at = ({ value, unit }: Length, whole: number) =>
    Math.min(whole, Math.round(unit === "px" ? value : value * whole));
  const [left, top, right, bottom] = roi;
  const [x, y] = [at(left, width), at(top, height)];
  const box = { x, y, width: at(right, width) - x, height: at(bottom, height) - y };
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

/** Asks the engine for the matte of a part of the picture; all outside of it is background. */
async function matteOf(image: Decoded, region: Box, engine: Engine): Promise<Matte> {
  const { width, height } = image;
  const rgb = onWhite(image);
  const isWhole = region.width === width && region.height === height;
  const matte = await engine.cut({
    width: region.width,
    height: region.height,
    rgb: isWhole ? rgb : cutOut(rgb, width, 3, region),
  });
  const back = { x: -region.x, y: -region.y, width, height };
  const alpha = isWhole ? matte.alpha : cutOut(matte.alpha, region.width, 1, back);
  const { alpha: own } = image;
  if (own !== undefined)
    for (let i = 0; i < alpha.length; i++) alpha[i] = Math.min(alpha[i] ?? 0, own[i] ?? 0);
  return { ...matte, alpha };
}

function noForeground(): Problem {
  return new Problem("no-foreground", "No subject was found that stands out from a background.", {
    parameter: "image",
  });
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
  const { width, height, rgb } = image;
  const matte = await matteOf(image, regionOf(image, options.roi), engine);
  if (options.holes !== "keep") closeHoles(matte.alpha, width, height, options.holes);
  const alpha = feather(matte.alpha, width, height, options.feather);
  const box = boxOf(alpha, width);
  if (box === undefined) throw noForeground();
  const rgba =
    options.channels === "background"
      ? withoutSubject(rgb, alpha)
      : paint(rgb, alpha, width, height, options.decontaminate && options.channels === "rgba");
  const area = { x: 0, y: 0, width, height };
  const canvas = await place({ width, height, rgba, area }, box, options);
  const subject = options.channels === "background" ? undefined : boxOf(canvas.rgba, canvas.width, 4, 3);
  let sum = 0;
  for (let at = 3; at < canvas.rgba.length; at += 4) sum += canvas.rgba[at] ?? 0;
  const coverage = sum / 255 / (canvas.width * canvas.height);
  if (options.shadow !== undefined && subject !== undefined) castShadow(canvas, subject, options.shadow);
  if (task.background !== undefined) {
    pictureBehind(canvas, await decodeToCover(task.background, "bgImage", canvas.width, canvas.height));
  }
  if (options.background !== undefined) fillBehind(canvas, options.background);
  return { canvas, subject, coverage, confidence: matte.confidence, engine: matte.engine ?? engine.name };
}
