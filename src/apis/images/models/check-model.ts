// A job that tries a model out before the server takes it: it runs in a process of the sandbox.
import { Problem } from "../../../kit/problem.ts";
import type { Job, Steps } from "../../../kit/sandbox.ts";
import { sampleImage } from "../sample.ts";
import { type Model, openModel } from "./engine.ts";
import { modelEnvironment } from "./environment.ts";
import { ModelError } from "./model-error.ts";

const GB = 1024 * 1024 * 1024;

/** Returns why a model cannot be used; undefined for one that can. */
export interface Verdict {
  readonly wrong: string | undefined;
}

/** Loads a model and gives it one image. The largest models of the registry take some gigabytes for that. */
export const checkModelJob: Job<Model, Verdict> = {
  name: "model",
  module: import.meta.url,
  processes: { environment: modelEnvironment },
  limits: { progressMs: 120_000, totalMs: 120_000, memoryBytes: 16 * GB, keepBytes: 0 },
};

/** Loads the model and cuts the trial image; that nothing is seen in it says nothing against the model. */
export const run: Steps<Model, Verdict> = async function* (model) {
  yield { wrong: await faultOf(model) };
};

async function faultOf(model: Model): Promise<string | undefined> {
  try {
    const engine = await openModel(model, 1);
    await engine.segment(sampleImage(64, 64));
    await engine.close();
    return undefined;
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    if (!(error instanceof Problem)) throw error;
    if (error.code === "no-foreground") return undefined;
    return "The model's output is not a mask: it has values that are not numbers or are not between 0 and 1.";
  }
}
