// The job of this API without a model. It runs in a sandbox process, which loads this file by its URL.
import type { Steps } from "../../kit/sandbox.ts";
import { builtin } from "./builtin/engine.ts";
import { generalMask } from "./builtin/general.ts";
import type { RemovedBackground, RemoveTask } from "./job.ts";
import { readOptions } from "./options.ts";
import { remove } from "./remove.ts";
import { sampleFile, sampleImage } from "./sample.ts";
import { RemoveInput } from "./schemas.ts";

export const run: Steps<RemoveTask, RemovedBackground> = async function* (task) {
  yield await remove(task, builtin);
};

/** Rounds that a new process runs before it accepts an image, so that its code is compiled. */
const WARM_ROUNDS = 2;

/** Runs both paths of the engine and the encoder, so that no client waits for compiling. */
export async function warm(): Promise<void> {
  const options = readOptions(RemoveInput.parse({}), "image/png");
  const small = sampleImage(320, 240);
  for (let i = 0; i < WARM_ROUNDS; i++) {
    await remove({ image: sampleFile.make(), background: undefined, options }, builtin);
    generalMask(small);
  }
}
