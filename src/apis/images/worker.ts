// The job of this API without a model. It runs in a sandbox process, which loads this file by its URL.
import type { Steps } from "../../kit/sandbox.ts";
import { builtinEngine, builtinMask } from "./builtin/engine.ts";
import { coarseCopy } from "./builtin/general.ts";
import { networkPrior, openBuiltinNetwork } from "./builtin/network-prior.ts";
import type { RgbImage } from "./engine.ts";
import type { RemovedBackground, RemoveTask } from "./job.ts";
import { readOptions } from "./options.ts";
import { remove } from "./remove.ts";
import { sampleFile, sampleImage } from "./sample.ts";
import { RemoveInput } from "./schemas.ts";

let builtin: ReturnType<typeof openBuiltin> | undefined;

function openBuiltin() {
  const network = openBuiltinNetwork();
  const general = (image: RgbImage) => {
    const small = coarseCopy(image);
    return small && builtinMask(image, small, networkPrior(image, small, network));
  };
  return { engine: builtinEngine(network), general };
}

/** The built-in engine, and its method without a plain background. Its network is loaded while the process warms up. */
function opened() {
  builtin ??= openBuiltin();
  return builtin;
}

export const run: Steps<RemoveTask, RemovedBackground> = async function* (task) {
  yield await remove(task, opened().engine);
};

/** Runs both paths of the engine and the encoder: a process that is started ahead has compiled them. A second run gains nothing. */
export async function warm(): Promise<void> {
  const options = readOptions(RemoveInput.parse({}), "image/png");
  const { engine, general } = opened();
  await remove({ image: sampleFile.make(), background: undefined, options }, engine);
  general(sampleImage(320, 240));
}
