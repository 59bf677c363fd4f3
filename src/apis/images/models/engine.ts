import type { InferenceSession, Tensor, TypedTensor } from "onnxruntime-node";
import type { Engine, Picture } from "../engine.ts";
import { resample } from "../pixels/resample.ts";
import { coverageOf, rangeOf } from "./coverage.ts";
import { ModelError } from "./model-error.ts";
import { checkOnnxFile } from "./onnx-file.ts";
import type { Recipe } from "./recipe.ts";

/** A model file and how it is used: plain data, which may cross into another process. */
export interface Model {
  /** What callers know it as. */
  readonly name: string;
  readonly path: string;
  readonly recipe: Recipe;
}

/** An engine that holds a model in memory. */
export interface ModelEngine extends Engine {
  /** Lets go of the model. */
  close(): Promise<void>;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The picture as the model takes it: one plane a channel, each value (value / 255 - mean) / std. */
function fill(planes: Float32Array, picture: Picture, { width, height }: Size, { mean, std }: Recipe): void {
  const plane = width * height;
  resample({ ...picture, channels: 3, values: picture.rgb }, width, height, (row, y) => {
    for (let channel = 0; channel < 3; channel++) {
      const factor = 1 / (255 * (std[channel] ?? 1));
      const offset = (mean[channel] ?? 0) / (std[channel] ?? 1);
      const start = channel * plane + y * width;
      for (let x = 0; x < width; x++) planes[start + x] = (row[3 * x + channel] ?? 0) * factor - offset;
    }
  });
}

function unsupported(what: string): ModelError {
  return new ModelError("unsupported", `The model ${what}.`);
}

/** What the model's input must be. Throws `unsupported` for one that no picture fits. */
function inputSizeOf(session: InferenceSession, { input }: Recipe): Size {
  const [meta, ...more] = session.inputMetadata;
  if (meta === undefined || more.length > 0)
    throw unsupported(`takes ${more.length + 1} inputs, not one picture`);
  if (!meta.isTensor || meta.type !== "float32") throw unsupported("does not take numbers of 32 bits");
  const [batch, channels, height, width, ...rest] = meta.shape;
  const fits = (is: number | string | undefined, wanted: number) =>
    typeof is === "string" || is === wanted || is === -1;
  if (width === undefined || rest.length > 0 || !fits(batch, 1) || !fits(channels, 3)) {
    throw unsupported(`takes ${meta.shape.join(" x ")}; it must take 1 x 3 x height x width`);
  }
  const fixed = (side: number | string | undefined) =>
    typeof side === "number" && side > 0 ? side : undefined;
  const size = { width: fixed(width) ?? input?.width, height: fixed(height) ?? input?.height };
  if (size.width === undefined || size.height === undefined) {
    throw unsupported("takes pictures of any size: say in its sidecar which `input` it was trained for");
  }
  if (input !== undefined && (input.width !== size.width || input.height !== size.height)) {
    throw unsupported(
      `takes pictures of ${size.width} x ${size.height} and not of ${input.width} x ${input.height}, as it is described`,
    );
  }
  return { width: size.width, height: size.height };
}

type Runtime = typeof import("onnxruntime-node");

async function loadRuntime(): Promise<Runtime> {
  try {
    return await import("onnxruntime-node");
  } catch (cause) {
    throw new ModelError(
      "no-runtime",
      `ONNX Runtime does not load on ${process.platform} ${process.arch}: models need Linux with glibc, Windows or a Mac with Apple silicon.`,
      { cause },
    );
  }
}

async function openSession(runtime: Runtime, path: string, threads: number): Promise<InferenceSession> {
  try {
    return await runtime.InferenceSession.create(path, {
      executionProviders: ["cpu"],
      // The arena keeps what the largest picture needed, and grows: four to seven times the memory.
      enableCpuMemArena: false,
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: "sequential",
      // Threads that wait in a loop took a quarter of the processor's time for nothing.
      extra: { session: { intra_op: { allow_spinning: "0" } } },
      logSeverityLevel: 4,
    });
  } catch (cause) {
    throw new ModelError(
      "unsupported",
      "ONNX Runtime does not load the model: it is damaged, or uses operators that this version does not know.",
      { cause },
    );
  }
}

/** The planes of one output: one channel, or it is no mask. */
function maskOf(output: Tensor | undefined): Size & { readonly values: Float32Array } {
  if (output === undefined || output.type !== "float32")
    throw unsupported("does not put out numbers of 32 bits");
  const values = (output as TypedTensor<"float32">).data;
  const [height = 0, width = 0] = output.dims.slice(-2);
  if (output.dims.length < 2 || width * height === 0 || values.length !== width * height) {
    throw unsupported(`puts out ${output.dims.join(" x ")}; it must put out one channel`);
  }
  return { width, height, values };
}

/** A picture to try a model with: a light disc on a dark ground, with a slope of colour over both. */
export function trialPicture(): Picture {
  const side = 64;
  const rgb = new Uint8Array(3 * side * side);
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    const light = Math.hypot(x - side / 2, y - side / 2) < side / 4 ? 200 : 20;
    rgb.set([light + (x % side) / 2, light, light + y / 2], 3 * i);
  }
  return { width: side, height: side, rgb };
}

/**
 * Loads a model and makes an engine of it, on so many threads. It keeps no timer and no handle open: a process
 * with nothing else to do ends. Belongs in a process of its own, because a run blocks the one it is in. Throws
 * a `ModelError` for a file that is no model for this purpose.
 */
export async function openModel(model: Model, threads: number): Promise<ModelEngine> {
  await checkOnnxFile(model.path);
  const runtime = await loadRuntime();
  const session = await openSession(runtime, model.path, threads);
  const [inputName = ""] = session.inputNames;
  const [outputName = ""] = session.outputNames;
  const size = inputSizeOf(session, model.recipe);

  // Made once: 12 MB for each picture, at 1024 pixels, would be garbage.
  const planes = new Float32Array(3 * size.width * size.height);
  const input = new runtime.Tensor("float32", planes, [1, 3, size.height, size.width]);

  const run = async (picture: Picture) => {
    fill(planes, picture, size, model.recipe);
    return maskOf((await session.run({ [inputName]: input }, [outputName]))[outputName]);
  };
  // A probability stays within 0 and 1 for every picture; a logit leaves it for this one.
  const guess = async () => {
    const [low, high] = rangeOf((await run(trialPicture())).values);
    return low >= 0 && high <= 1 ? "sigmoid" : "logits";
  };
  const output = model.recipe.output ?? (await guess());

  return {
    name: model.name,
    async cut(picture) {
      const mask = await run(picture);
      const values = coverageOf(mask.values, output);
      const { width, height } = picture;
      const alpha = new Uint8Array(width * height);
      resample({ ...mask, channels: 1, values }, width, height, (row, y) => {
        for (let x = 0; x < width; x++) alpha[y * width + x] = Math.round(255 * (row[x] ?? 0));
      });
      return { alpha };
    },
    close: () => session.release(),
  };
}
