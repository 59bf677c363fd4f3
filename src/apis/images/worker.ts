// The job of this API without a model: it runs in a process of the sandbox, which loads this file by its address.
import type { Steps } from "../../kit/sandbox.ts";
import { builtin } from "./builtin/engine.ts";
import type { RemovedPicture, RemoveTask } from "./job.ts";
import { remove } from "./remove.ts";
import { picture } from "./sample.ts";

export const run: Steps<RemoveTask, RemovedPicture> = async function* (task) {
  yield await remove(task, builtin);
};

/** Cuts a small picture, so that no client waits for code to be compiled. */
export async function warm(): Promise<void> {
  const { width, height, rgb } = picture(320, 240);
  for (let i = 0; i < 3; i++) await builtin.cut({ width, height, rgb });
}
