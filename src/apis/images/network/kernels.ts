import { readFileSync } from "node:fs";

/** A function of kernels.c: pointers are in bytes. */
type Kernel = (...numbers: readonly number[]) => void;

/** The operations that take nearly all the time of a network, as WebAssembly. */
export interface Kernels {
  readonly convolve: Kernel;
  readonly rectify: Kernel;
  readonly add: Kernel;
  readonly pool: Kernel;
  readonly resize: Kernel;
}

/** Loads the kernels, which work on `memory`. */
export function loadKernels(memory: WebAssembly.Memory): Kernels {
  const code = new WebAssembly.Module(readFileSync(new URL("kernels.wasm", import.meta.url)));
  const { exports } = new WebAssembly.Instance(code, { env: { memory } });
  // The file is our own: kernels.c exports these functions.
  return exports as unknown as Kernels;
}
