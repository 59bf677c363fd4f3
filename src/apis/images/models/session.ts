// What ONNX Runtime is asked, and what of its answers is no model for images.
import { fileURLToPath } from "node:url";
import type { InferenceSession, Tensor, TypedTensor } from "onnxruntime-common";
import { ModelError } from "./model-error.ts";
import type { Recipe } from "./recipe.ts";

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

function unsupported(what: string): ModelError {
  return new ModelError("unsupported", `The model ${what}.`);
}

/** The input size that a model requires. Throws `unsupported` for one that no image fits. */
export function inputSizeOf(session: InferenceSession, { input }: Recipe): Size {
  const [meta, ...more] = session.inputMetadata;
  if (meta === undefined || more.length > 0)
    throw unsupported(`takes ${more.length + 1} inputs instead of one image`);
  if (!meta.isTensor || meta.type !== "float32") throw unsupported("does not accept 32-bit floats");
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
    throw unsupported("accepts any image size: set `input` in its sidecar to the size it was trained for");
  }
  if (input !== undefined && (input.width !== size.width || input.height !== size.height)) {
    throw unsupported(
      `accepts images of ${size.width} x ${size.height} and not of ${input.width} x ${input.height}, as its recipe says`,
    );
  }
  return { width: size.width, height: size.height };
}

/** The parts of ONNX Runtime that are used. */
export type Runtime = Pick<typeof import("onnxruntime-common"), "InferenceSession" | "Tensor">;

/** The package that runs models: 288 MB that only servers with a model need. */
const RUNTIME = "onnxruntime-node";

/** Reports whether ONNX Runtime is installed; says nothing about whether it loads. */
export function hasRuntime(): boolean {
  try {
    Bun.resolveSync(RUNTIME, fileURLToPath(import.meta.url));
    return true;
  } catch {
    return false;
  }
}

/** Loads ONNX Runtime. Throws `no-runtime` if it is not installed or not made for this machine. */
export async function loadRuntime(): Promise<Runtime> {
  if (!hasRuntime()) {
    throw new ModelError(
      "no-runtime",
      "ONNX Runtime, which runs models, is not installed: docs/models.md has the command.",
    );
  }
  try {
    return await import(RUNTIME);
  } catch (cause) {
    throw new ModelError(
      "no-runtime",
      `ONNX Runtime does not load on ${process.platform} ${process.arch}: models need Linux with glibc, Windows or a Mac with Apple silicon.`,
      { cause },
    );
  }
}

/** Loads the model file. Throws `unsupported` where ONNX Runtime does not. */
export async function openSession(
  runtime: Runtime,
  path: string,
  threads: number,
): Promise<InferenceSession> {
  try {
    return await runtime.InferenceSession.create(path, {
      executionProviders: ["cpu"],
      // The arena keeps what the largest image needed, and grows: four to seven times the memory.
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
      "ONNX Runtime cannot load the model: it is damaged, or it uses operators that this version does not support.",
      { cause },
    );
  }
}

/** The planes of one output. Throws `unsupported` where it is no mask: not of one channel. */
export function maskOf(output: Tensor | undefined): Size & { readonly values: Float32Array } {
  if (output === undefined || output.type !== "float32") throw unsupported("does not return 32-bit floats");
  const values = (output as TypedTensor<"float32">).data;
  const [height = 0, width = 0] = output.dims.slice(-2);
  if (output.dims.length < 2 || width * height === 0 || values.length !== width * height) {
    throw unsupported(`puts out ${output.dims.join(" x ")}; it must put out one channel`);
  }
  return { width, height, values };
}
