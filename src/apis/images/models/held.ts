import { type Model, type ModelEngine, openModel } from "./engine.ts";

let held: { readonly key: string; readonly engine: Promise<ModelEngine> } | undefined;

/**
 * The engine of a model, kept in memory for the next picture. A process holds one model: another takes its
 * place, and the memory of the first is free before the second is loaded. One picture at a time. Throws what
 * `openModel` throws, and tries again when it is asked again.
 */
export async function holdModel(model: Model, threads: number): Promise<ModelEngine> {
  const key = JSON.stringify([model, threads]);
  if (held?.key === key) return held.engine;
  const former = held;
  held = undefined;
  await (await former?.engine)?.close();
  const current = { key, engine: openModel(model, threads) };
  held = current;
  try {
    return await current.engine;
  } catch (error) {
    if (held === current) held = undefined;
    throw error;
  }
}
