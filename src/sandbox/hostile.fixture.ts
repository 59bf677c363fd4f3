import { Problem } from "../kit/problem.ts";
import type { Steps } from "../kit/sandbox.ts";

/** What the job for tests is to do to its process. */
export type Deed =
  | { readonly deed: "echo"; readonly bytes: Uint8Array }
  | { readonly deed: "count"; readonly to: number; readonly everyMs: number }
  | {
      readonly deed: "loop" | "wasm-loop" | "silence" | "memory" | "crash" | "throw" | "refuse" | "exhausted";
    }
  | { readonly deed: "keep"; readonly objects: number }
  | { readonly deed: "look" };

/** (module (func (export "run") (loop br 0))): a loop that calls nothing, which a worker thread survives. */
const LOOP = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 7, 1, 3, 114, 117, 110, 0, 0, 10, 9, 1, 7, 0,
  3, 64, 12, 0, 11, 11,
]);

/** What an earlier run has left behind. */
let kept: unknown;

/** A job that does everything a hostile file could make a program do. */
export const run: Steps<Deed, unknown> = async function* (input) {
  switch (input.deed) {
    case "echo":
      yield input.bytes;
      return;
    case "count":
      for (let i = 1; i <= input.to; i++) {
        await Bun.sleep(input.everyMs);
        yield i;
      }
      return;
    case "keep":
      kept = Array.from({ length: input.objects }, (_, i) => ({ i, text: `object ${i}` }));
      yield (kept as unknown[]).length;
      return;
    case "look":
      yield { pid: process.pid, environment: Object.keys(process.env), cwd: process.cwd() };
      return;
    case "refuse":
      throw new Problem("invalid-parameter", "n must be smaller.", { parameter: "n" });
    case "exhausted":
      throw new Problem("too-complex", "The heap is used up.");
    case "throw":
      throw new RangeError("a secret of the library");
    case "crash":
      process.kill(process.pid, "SIGSEGV");
      await Bun.sleep(60_000);
      return;
    case "silence":
      await Bun.sleep(60_000);
      return;
    case "loop":
      yield "looping";
      for (;;);
    case "wasm-loop": {
      const { instance } = await WebAssembly.instantiate(LOOP);
      (instance.exports.run as () => void)();
      return;
    }
    case "memory": {
      const held: Uint8Array[] = [];
      for (;;) held.push(new Uint8Array(8 * 1024 * 1024).fill(1));
    }
  }
};
