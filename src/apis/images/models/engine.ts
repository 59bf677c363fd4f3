import type { Engine, RgbImage } from "../engine.ts";
import { resample } from "../pixels/resample.ts";
import { sampleImage } from "../sample.ts";
import { coverageOf, rangeOf } from "./coverage.ts";
import { checkOnnxFile } from "./onnx-file.ts";
import type { Recipe } from "./recipe.ts";
import { inputSizeOf, loadRuntime, maskOf, openSession, type Size } from "./session.ts";

/** A model file and how it is used: plain data, which may cross into another process. */
export interface Model {
  /** Its name in the parameter `model`. */
  readonly name: string;
  readonly path: string;
  readonly recipe: Recipe;
}

/** An engine that holds a model in memory. */
export interface ModelEngine extends Engine {
  close(): Promise<void>;
}

/** The image as the model takes it: one plane a channel, each value (value / 255 - mean) / std. */
function fill(planes: Float32Array, image: RgbImage, { width, height }: Size, { mean, std }: Recipe): void {
  const plane = width * height;
  resample({ ...image, channels: 3, values: image.rgb }, width, height, (row, y) => {
    for (let channel = 0; channel < 3; channel++) {
      const factor = 1 / (255 * (std[channel] ?? 1));
      const offset = (mean[channel] ?? 0) / (std[channel] ?? 1);
      const start = channel * plane + y * width;
      for (let x = 0; x < width; x++) planes[start + x] = (row[3 * x + channel] ?? 0) * factor - offset;
    }
  });
}

/**
 * Loads a model with this many threads. The engine keeps no timer and no handle open, so an idle process can
 * end. Use it in a process of its own, because a run blocks its process. Throws a `ModelError` for a file that
 * is not a suitable model.
 */
export async function openModel(model: Model, threads: number): Promise<ModelEngine> {
  await checkOnnxFile(model.path);
  const runtime = await loadRuntime();
  const session = await openSession(runtime, model.path, threads);
  const [inputName = ""] = session.inputNames;
  const [outputName = ""] = session.outputNames;
  const size = inputSizeOf(session, model.recipe);

  // Made once: 12 MB for each image, at 1024 pixels, would be garbage.
  const planes = new Float32Array(3 * size.width * size.height);
  const input = new runtime.Tensor("float32", planes, [1, 3, size.height, size.width]);

  const run = async (image: RgbImage) => {
    fill(planes, image, size, model.recipe);
    return maskOf((await session.run({ [inputName]: input }, [outputName]))[outputName]);
  };
  // A probability stays within 0 and 1 for every image; a logit leaves it for this one.
  const guess = async () => {
    const [low, high] = rangeOf((await run(sampleImage(64, 64))).values);
    return low >= 0 && high <= 1 ? "sigmoid" : "logits";
  };
  const output = model.recipe.output ?? (await guess());

  return {
    name: model.name,
    async segment(image) {
      const mask = await run(image);
      const values = coverageOf(mask.values, output);
      const { width, height } = image;
      const alpha = new Uint8Array(width * height);
      resample({ ...mask, channels: 1, values }, width, height, (row, y) => {
        for (let x = 0; x < width; x++) alpha[y * width + x] = Math.round(255 * (row[x] ?? 0));
      });
      return { alpha };
    },
    close: () => session.release(),
  };
}
