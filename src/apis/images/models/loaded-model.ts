import { type Model, type ModelEngine, openModel } from "./engine.ts";

let loaded: { readonly key: string; readonly engine: Promise<ModelEngine> } | undefined;

/**
 * Loads a model and keeps it in memory for the next image. A process has one model: another replaces
 * it, and the memory of the first is freed before the second is loaded. One image at a time. Throws what
 * `openModel` throws; the next call tries again.
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
