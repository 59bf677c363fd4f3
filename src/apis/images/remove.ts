import type { Engine } from "./engine.ts";
import { extractForeground, type Foreground } from "./foreground.ts";
import { imageResponse } from "./image-response.ts";
import type { RemovedBackground, RemoveTask } from "./job.ts";
import { mediaTypeOf, type RemoveOptions } from "./options.ts";
import { type DecodedImage, decode } from "./pixels/decode.ts";
import { encode, formatFor } from "./pixels/encode.ts";

/** From this size on, memory is freed before encoding. */
const COLLECT_PIXELS = 3_000_000;

/** Below this confidence, the response includes a hint. */
const DOUBTFUL = 0.5;

function responseOf(
  encoded: Uint8Array,
  { canvas, subject, coverage, confidence, engine }: Foreground,
  { source, width, height, type }: DecodedImage,
  { format, asJson }: RemoveOptions,
  ms: number,
): RemovedBackground {
  const rounded = confidence === undefined ? null : Math.round(confidence * 100) / 100;
  const share = Math.round(coverage * 10_000) / 10_000;
  const [right, down] = [source.width / width, source.height / height];
  const { area } = canvas;
  const facts = {
    engine,
    confidence: rounded,
    ...(rounded !== null && rounded < DOUBTFUL
      ? { hint: "Low confidence. Check the image, mark the subject with roi, or choose a model with engine." }
      : {}),
    width: canvas.width,
    height: canvas.height,
    source: { ...source, type },
    area: {
      x: Math.round(area.x * right),
      y: Math.round(area.y * down),
      width: Math.round(area.width * right),
      height: Math.round(area.height * down),
    },
    foreground: subject === undefined ? null : { ...subject, area: share },
    type: mediaTypeOf[format],
  };
  const full = { width: Math.round(canvas.width * right), height: Math.round(canvas.height * down) };
  return imageResponse(new Uint8Array(encoded), facts, ms, full, asJson);
}

/** Decodes an image, removes its background, composes and encodes the result. Errors of the image are `Problem`s. */
export async function remove(task: RemoveTask, engine: Engine): Promise<RemovedBackground> {
  const began = performance.now();
  const { options } = task;
  const image = await decode(task.image, task.names?.image ?? "image", options.maxPixels);
  const done = await extractForeground(image, task, engine);
  // The engine's planes are as large as the image, and the collector would free them too late.
  if (image.width * image.height > COLLECT_PIXELS) Bun.gc(true);
  const sent = { ...options, format: formatFor(done.canvas, options) };
  const encoded = await encode(done.canvas, sent);
  return responseOf(encoded, done, image, sent, Math.round(performance.now() - began));
}
