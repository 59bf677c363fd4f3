import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";

/** A function of PDFium as the module exports it: numbers in, a number out; addresses are numbers. */
export type Raw = (...values: number[]) => number;

/** What the module asks of us, growth among it. */
interface Imports extends Record<string, Record<string, Raw>> {
  readonly env: Record<string, Raw> & { emscripten_resize_heap: Raw };
}

/** How many bytes the heap may have, which may be set anew for each file, and whether it ever asked for more. */
export interface HeapLimit {
  bytes: number;
  reached: boolean;
}

/** Loads the module, compiled anew for this process, with a heap that does not grow beyond the limit. */
export async function loadModule(limit: HeapLimit): Promise<WrappedPdfiumModule> {
  const path = fileURLToPath(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm"));
  const compiled = await WebAssembly.compile(readFileSync(path));
  return init({
    // The one way to bound the heap: its growth is a question that the module asks us.
    instantiateWasm(imports: Imports, done: (instance: WebAssembly.Instance) => void) {
      const grow = imports.env.emscripten_resize_heap;
      imports.env.emscripten_resize_heap = (bytes: number) => {
        if (bytes >>> 0 <= limit.bytes) return grow(bytes);
        limit.reached = true;
        return 0;
      };
      void WebAssembly.instantiate(compiled, imports).then(done);
      return {};
    },
    // Emscripten writes to the console what we report as a problem.
    print: () => {},
    printErr: () => {},
  } as unknown as Parameters<typeof init>[0]);
}
