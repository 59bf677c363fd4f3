import { type Model, type ModelEngine, openModel } from "./engine.ts";

let loaded: { readonly key: string; readonly engine: Promise<ModelEngine> } | undefined;

/**
 * The engine of a model, kept in memory for the next image. A process holds one model: another takes its
 * place, and the memory of the first is free before the second is loaded. One image at a time. Throws what
 * `openModel` throws, and tries again when it is asked again.
 */
export async function loadModel(model: Model, threads: number): Promise<ModelEngine> {
  const key = JSON.stringify([model, threads]);
  if (loaded?.key === key) return loaded.engine;
  const former = loaded;
  loaded = undefined;
  await (await former?.engine)?.close();
  const current = { key, engine: openModel(model, threads) };
  loaded = current;
  try {
    return await current.engine;
  } catch (error) {
    if (loaded === current) loaded = undefined;
    throw error;
  }
}
