import { invalidParameter } from "../../kit/parameter.ts";
import type { Model } from "./models/engine.ts";
import { ModelError } from "./models/model-error.ts";

/** The models that an operator offers. */
export interface Offered {
  /** The one for requests that name no engine. */
  readonly chosen: Model | undefined;
  /** The folder of the others. */
  readonly folder: string;
}

/** Threads on which one image goes through a model. */
const THREADS = 2;

let offered: Offered | undefined;

/** Tells the API which models it may use; without it there is the built-in engine alone. */
export function offerModels(models: Offered): void {
  offered = models;
}

/** A model, and on how many threads it is to run. */
export interface Chosen {
  readonly model: Model;
  readonly threads: number;
}

/** The model that a request wants: undefined for the built-in engine. Throws `invalid-parameter` for an unknown one. */
export async function modelFor(engine: string): Promise<Chosen | undefined> {
  if (engine === "builtin") return undefined;
  const { chosen, folder } = offered ?? {};
  const given = (model: Model | undefined) => model && { model, threads: THREADS };
  if (engine === "auto" || engine === chosen?.name) return given(chosen);
  const { ModelStore } = await import("./models/model-store.ts");
  const store = folder === undefined ? undefined : new ModelStore(folder);
  const installed = (await store?.list()) ?? [];
  try {
    // By its name alone: a path is the operator's to give.
    if (store !== undefined && installed.some(({ name }) => name === engine) && !engine.endsWith(".onnx")) {
      return given(await store.choose(engine));
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
  }
  const names = [
    "auto",
    "builtin",
    ...(chosen === undefined ? [] : [chosen.name]),
    ...installed.map(({ name }) => name),
  ];
  throw invalidParameter("engine", `engine must be one of ${[...new Set(names)].join(", ")}.`);
}
