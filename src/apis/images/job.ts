import type { Job } from "../../kit/sandbox.ts";
import type { Chosen } from "./choice.ts";
import type { RemoveOptions } from "./options.ts";

const MB = 1024 * 1024;

/** What the process that holds the pixels is told. */
export interface RemoveTask {
  readonly image: Uint8Array;
  readonly background: Uint8Array | undefined;
  readonly options: RemoveOptions;
  /** The parameters that the two came in, for refusals: `image` and `bgImage` where it is not told. */
  readonly names?: { readonly image: string; readonly background: string };
}

/** What it answers, once: the body as it goes out and what the headers say of it. */
export interface RemovedBackground {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Cuts the subject out of one image. A warm process holds about 120 MB; 50 megapixels take it to a gigabyte. */
export const removeJob: Job<RemoveTask, RemovedBackground> = {
  name: "images",
  module: new URL("./worker.ts", import.meta.url).href,
  limits: { progressMs: 20_000, totalMs: 30_000, memoryBytes: 1_536 * MB, keepBytes: 420 * MB },
};

/** The same with a model. */
export type ModelTask = RemoveTask & Chosen;

/** The same with a model, which may take gigabytes and minutes where it is a large one. */
export const modelJob: Job<ModelTask, RemovedBackground> = {
  name: "images-model",
  module: new URL("./model-worker.ts", import.meta.url).href,
  processes: { reserved: 0 },
  limits: { progressMs: 110_000, totalMs: 120_000, memoryBytes: 6_144 * MB, keepBytes: 3_072 * MB },
};
