import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import { Problem } from "../../../kit/problem.ts";

/** A function exported by PDFium: numbers in, a number out; addresses are numbers. */
type Raw = (...values: number[]) => number;

/** Imports of the module, including the growth of its heap. */
interface Imports extends Record<string, Record<string, Raw>> {
  readonly env: Record<string, Raw> & { emscripten_resize_heap: Raw };
}

/** The heap's limit in bytes, set for each file, and whether the heap ever reached it. */
interface HeapLimit {
  bytes: number;
  reached: boolean;
}

/** Compiles and loads the module, with a heap that does not grow beyond the limit. */
async function loadModule(limit: HeapLimit): Promise<WrappedPdfiumModule> {
  const path = fileURLToPath(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm"));
  const compiled = await WebAssembly.compile(readFileSync(path));
  return init({
    // The only way to limit the heap: the module calls an import when it grows.
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

/** The heap limit of every document, and what each byte of the file adds to it; in bytes. */
const HEAP_BYTES = 256 * 1024 * 1024;
const HEAP_PER_FILE_BYTE = 2;

/** Functions that are called for every character or object of a page: looked up once, without the checks that `call` makes. */
interface FrequentCalls {
  readonly FPDFText_GetUnicode: Raw;
  readonly FPDFText_GetLooseCharBox: Raw;
  readonly FPDFText_IsGenerated: Raw;
  readonly FPDFText_IsHyphen: Raw;
  readonly FPDFText_HasUnicodeMapError: Raw;
  readonly FPDFText_GetTextObject: Raw;
  readonly FPDFText_GetMatrix: Raw;
  readonly FPDFText_GetFontSize: Raw;
  readonly FPDFTextObj_GetTextRenderMode: Raw;
  readonly FPDFTextObj_GetFont: Raw;
  readonly FPDFPage_GetObject: Raw;
  readonly FPDFPageObj_GetType: Raw;
}

/**
 * PDFium and its heap. Only this class accesses its memory: texts, numbers and bytes go in and out
 * through these few members.
 */
export class Pdfium {
  readonly frequent: FrequentCalls;
  readonly #calls: Readonly<Record<string, Raw>>;
  readonly #module: WrappedPdfiumModule;
  readonly #limit: HeapLimit;
  /** A small buffer for results that PDFium writes to an address. */
  readonly scratch: number;

  private constructor(module: WrappedPdfiumModule, limit: HeapLimit) {
    this.#module = module;
    this.#limit = limit;
    // The package's types name two of its 600 exports; all take and give numbers.
    this.#calls = module.pdfium.wasmExports as unknown as Readonly<Record<string, Raw>>;
    this.frequent = module.pdfium.wasmExports as unknown as FrequentCalls;
    module.PDFiumExt_Init();
    this.scratch = this.allocate(256);
  }

  /** Loads PDFium for this process. */
  static async load(): Promise<Pdfium> {
    const limit: HeapLimit = { bytes: HEAP_BYTES, reached: false };
    return new Pdfium(await loadModule(limit), limit);
  }

  /** Whether the heap ever reached its limit, which explains any failure after that. */
  get isFull(): boolean {
    return this.#limit.reached;
  }

  /** Sets the heap's limit for a file of this many bytes. */
  boundFor(fileBytes: number): void {
    this.#limit.bytes = HEAP_BYTES + HEAP_PER_FILE_BYTE * fileBytes;
  }

  /** A view of the heap. The heap moves when it grows: never keep the view. */
  get bytes(): Uint8Array {
    return this.#heap("HEAPU8");
  }

  get floats(): Float32Array {
    return this.#heap("HEAPF32");
  }

  get doubles(): Float64Array {
    return this.#heap("HEAPF64");
  }

  get words(): Uint32Array {
    return this.#heap("HEAPU32");
  }

  #heap<Name extends keyof Heaps>(name: Name): Heaps[Name] {
    return (this.#module.pdfium as unknown as Heaps)[name];
  }

  /** One function of PDFium. */
  call(name: string, ...values: number[]): number {
    const raw = this.#calls[name];
    if (raw === undefined) throw new TypeError(`PDFium has no ${name}`);
    return raw(...values);
  }

  /** Allocates memory in the heap; the caller frees it. Throws `too-complex` if the heap is full. */
  allocate(bytes: number): number {
    const address = this.call("malloc", bytes);
    if (address !== 0) return address;
    throw new Problem(
      "too-complex",
      "This file needs more memory than one call may use. Select fewer pages with pages.",
    );
  }

  free(address: number): void {
    this.call("free", address);
  }

  /** A copy of bytes in the heap, for the caller to free. */
  place(bytes: Uint8Array): number {
    const address = this.allocate(Math.max(1, bytes.length));
    this.bytes.set(bytes, address);
    return address;
  }

  /** Runs with a text in the heap: zero-terminated UTF-8. */
  withText<Result>(text: string, use: (address: number) => Result): Result {
    const address = this.place(new TextEncoder().encode(`${text}\0`));
    try {
      return use(address);
    } finally {
      this.free(address);
    }
  }

  /**
   * A text that a function writes into a buffer: called with no buffer it says how many bytes it needs, the
   * zero at the end included. UTF-16 unless `utf8`. `most` bounds what is read, in bytes.
   */
  text(fill: (buffer: number, bytes: number) => number, utf8 = false, most = 1_000_000): string {
    const needed = fill(0, 0);
    const end = utf8 ? 1 : 2;
    if (needed <= end || needed > most) return "";
    const address = this.allocate(needed);
    try {
      fill(address, needed);
      const raw = this.bytes.slice(address, address + needed - end);
      return new TextDecoder(utf8 ? "utf-8" : "utf-16le").decode(raw);
    } finally {
      this.free(address);
    }
  }
}

interface Heaps {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
}
