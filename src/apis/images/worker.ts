// The job of this API without a model: it runs in a process of the sandbox, which loads this file by its address.
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

/** How often a new process does it all before it takes an image; from then on its code is compiled. */
const WARM_ROUNDS = 2;

/** Goes both ways through the engine and through the writing of an image, so that no client waits for compiling. */
export async function warm(): Promise<void> {
  const options = readOptions(RemoveInput.parse({}), "image/png");
  const small = sampleImage(320, 240);
  for (let i = 0; i < WARM_ROUNDS; i++) {
    await remove({ image: sampleFile.make(), background: undefined, options }, builtin);
    generalMask(small);
  }
}
