import type { Job } from "../../kit/sandbox.ts";
import { modelEnvironment } from "./models/environment.ts";
import type { ChosenModel } from "./offered-models.ts";
import type { RemoveOptions } from "./options.ts";

const MB = 1024 * 1024;

/** The input of the process that removes a background. */
export interface RemoveTask {
  readonly image: Uint8Array;
  readonly background: Uint8Array | undefined;
  readonly options: RemoveOptions;
  /** The parameters of the two files, for error texts. Default: `image` and `bgImage`. */
  readonly names?: { readonly image: string; readonly background: string };
}

/** The job's only message: the response's body and headers. */
export interface RemovedBackground {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The size of the image if `size` did not limit it. */
  readonly full: { readonly width: number; readonly height: number };
}

/** Removes the background of one image. A warm process uses about 150 MB, and about 1 GB for 50 megapixels. */
export const removeJob: Job<RemoveTask, RemovedBackground> = {
  name: "images",
  module: new URL("./worker.ts", import.meta.url).href,
  limits: { progressMs: 20_000, totalMs: 30_000, memoryBytes: 1_536 * MB, keepBytes: 420 * MB },
};

/** A task for `modelJob`: a `RemoveTask` and the model to run. */
export type ModelTask = RemoveTask & ChosenModel;

/** Removes a background with an ONNX model. A large model may take gigabytes and minutes. */
export const modelJob: Job<ModelTask, RemovedBackground> = {
  name: "images-model",
  module: new URL("./model-worker.ts", import.meta.url).href,
  processes: { reserved: 0, environment: modelEnvironment },
  limits: { progressMs: 110_000, totalMs: 120_000, memoryBytes: 6_144 * MB, keepBytes: 3_072 * MB },
};
