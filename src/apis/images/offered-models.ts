import { join } from "node:path";
import { ConfigError } from "../../kit/config-error.ts";
import { lazily } from "../../kit/lazily.ts";
import { invalidParameter } from "../../kit/parameter.ts";
import type { Run } from "../../kit/sandbox.ts";
import type { Model } from "./models/engine.ts";
import { ModelError } from "./models/model-error.ts";
import type { ImagesSettings } from "./settings.ts";

/** Threads on which one image goes through a model. */
const THREADS = 2;

/** A model, and on how many threads it is to run. */
export interface ChosenModel {
  readonly model: Model;
  readonly threads: number;
}

/** The folder of models in DATA_DIR. */
export function modelsFolder(dataDir: string): string {
  return join(dataDir, "models");
}

/** The models of these settings. Nothing is looked at before it is needed. */
export function offeredModels(settings: ImagesSettings, dataDir: string) {
  const { model: named } = settings;
  const openStore = async () => {
    const { ModelStore } = await import("./models/model-store.ts");
    return new ModelStore(modelsFolder(dataDir));
  };
  const chosenModel = lazily(async (): Promise<Model | undefined> => {
    return named === undefined ? undefined : (await openStore()).choose(named);
  });
  const given = (model: Model | undefined): ChosenModel | undefined => model && { model, threads: THREADS };
  return {
    async has(name: string): Promise<boolean> {
      if ((await chosenModel())?.name === name) return true;
      return (await (await openStore()).find(name)) !== undefined;
    },
    /** The model that a request wants: undefined for the built-in engine. Throws `invalid-parameter` for an unknown one. */
    async modelFor(engine: string): Promise<ChosenModel | undefined> {
      if (engine === "builtin" || engine === "classic") return undefined;
      const chosen = await chosenModel();
      if (engine === "auto" || engine === chosen?.name) return given(chosen);
      const store = await openStore();
      const installed = await store.list();
      try {
        // By its name alone: a path is the operator's to give.
        if (installed.some(({ name }) => name === engine) && !engine.endsWith(".onnx")) {
          return given(await store.choose(engine));
        }
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
      }
      const names = [
        "auto",
        "builtin",
        "classic",
        ...(chosen === undefined ? [] : [chosen.name]),
        ...installed.map(({ name }) => name),
      ];
      throw invalidParameter("engine", `engine must be one of ${[...new Set(names)].join(", ")}.`);
    },
    /** Throws a `ConfigError` if the model that IMAGES_MODEL names cannot be used. `run` tries it on an image. */
    async prepare(run: Run | undefined): Promise<void> {
      try {
        const model = await chosenModel();
        const wrong = model === undefined || run === undefined ? undefined : await tryOut(model, run);
        if (wrong !== undefined) throw new ModelError("unsupported", wrong);
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        throw new ConfigError(`IMAGES_MODEL is not accepted: ${error.message}`);
      }
    },
  };
}
export type OfferedModels = ReturnType<typeof offeredModels>;

/** Runs a model on an image. Returns the error; undefined if it works. */
async function tryOut(model: Model, run: Run): Promise<string | undefined> {
  const { checkModelJob } = await import("./models/check-model.ts");
  try {
    for await (const { wrong } of run(checkModelJob, model)) return wrong;
    return undefined;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "unknown";
    return `ONNX Runtime crashes with the model (${cause}).`;
  }
}
