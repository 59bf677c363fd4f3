// The job of this API with a model, in a pool of its own, because its processes keep the model in memory.
import { Problem } from "../../kit/problem.ts";
import type { Steps } from "../../kit/sandbox.ts";
import { plainMask } from "./builtin/engine.ts";
import type { AlphaMask, Engine, RgbImage } from "./engine.ts";
import type { ModelTask, RemovedBackground } from "./job.ts";
import { overlap } from "./matting/fill.ts";
import { loadModel } from "./models/loaded-model.ts";
import { ModelError } from "./models/model-error.ts";
import { remove } from "./remove.ts";

/** The smallest overlap (intersection over union) of two masks of the same subject. */
const AGREEMENT = 0.85;

/** The mask of an engine; undefined if it finds no subject. */
async function attempt(
  segment: () => AlphaMask | undefined | Promise<AlphaMask | undefined>,
): Promise<AlphaMask | undefined> {
  try {
    return await segment();
  } catch (error) {
    if (error instanceof Problem && error.code === "no-foreground") return undefined;
    throw error;
  }
}

function shared(a: Uint8Array, b: Uint8Array): number {
  return overlap(
    a.length,
    (i) => (a[i] ?? 0) >= 128,
    (i) => (b[i] ?? 0) >= 128,
  );
}

/**
 * Combines the model with the detector of plain backdrops, which knows when it is certain. If both agree, the
 * model's softer edge is used. If not, the detector decides, and the response names it as the engine.
 */
function besidePlain(model: Engine): Engine {
  return {
    name: model.name,
    async segment(image: RgbImage) {
      const plain = await attempt(() => plainMask(image));
      if (plain === undefined) return model.segment(image);
      const theirs = await attempt(() => model.segment(image));
      const agree = theirs !== undefined && shared(theirs.alpha, plain.alpha) >= AGREEMENT;
      return agree ? theirs : { ...plain, engine: "builtin" };
    },
  };
}

export const run: Steps<ModelTask, RemovedBackground> = async function* (task) {
  const { model, threads } = task;
  const engine = await loadModel(model, threads).catch((cause: unknown) => {
    if (!(cause instanceof ModelError)) throw cause;
    throw new Problem("not-ready", "The model cannot be loaded. Use engine=builtin, or tell the operator.", {
      cause,
    });
  });
  yield await remove(task, task.options.engine === "auto" ? besidePlain(engine) : engine);
};
