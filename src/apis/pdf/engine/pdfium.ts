import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import { Problem } from "../../../kit/problem.ts";
import type { Box } from "./geometry.ts";

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

/** The longest text that is read, in bytes. */
const TEXT_MAX = 1_000_000;

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

  call(name: string, ...values: number[]): number {
    const raw = this.#calls[name];
    if (raw === undefined) throw new TypeError(`PDFium has no ${name}`);
    return raw(...values);
  }

  /** The floats that a function writes to an address, its last argument; undefined where it fails. */
  struct(count: number, name: string, ...values: number[]): Float32Array | undefined {
    if (this.call(name, ...values, this.scratch) === 0) return undefined;
    const at = this.scratch >> 2;
    return this.floats.slice(at, at + count);
  }

  /** The box of an object of a page, in points; undefined where it has none. */
  boundsOf(object: number): Box | undefined {
    const { scratch } = this;
    if (this.call("FPDFPageObj_GetBounds", object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0)
      return undefined;
    const at = scratch >> 2;
    const [left = 0, bottom = 0, right = 0, top = 0] = this.floats.subarray(at, at + 4);
    return { left, right, bottom, top };
  }

  /** Allocates memory in the heap; the caller frees it. Throws `too-complex` if the heap is full. */
  allocate(bytes: number): number {
    const address = this.call("malloc", bytes);
    if (address === 0) throw tooLarge();
    return address;
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
   * The text in UTF-16 that a function writes into a buffer, whose address and size are its last arguments; empty for one
   * that is too long. Called with no buffer, the function says how many bytes it needs, the zero at the end included.
   */
  text(name: string, ...values: number[]): string {
    return this.#text("utf-16le", 2, name, values);
  }

  /** `text` of a function that writes UTF-8, or Latin-1 where a file has that. */
  utf8(name: string, ...values: number[]): string {
    const text = this.#text("latin1", 1, name, values);
    const bytes = Buffer.from(text, "latin1");
    return isUtf8(bytes) ? bytes.toString() : text;
  }

  #text(encoding: Bun.Encoding, end: number, name: string, values: readonly number[]): string {
    const needed = this.call(name, ...values, 0, 0);
    if (needed <= end || needed > TEXT_MAX) return "";
    const address = this.allocate(needed);
    try {
      this.call(name, ...values, address, needed);
      return new TextDecoder(encoding).decode(this.bytes.slice(address, address + needed - end));
    } finally {
      this.free(address);
    }
  }
}

/** The problem of a file for which the heap is too small. */
export function tooLarge(): Problem {
  return new Problem(
    "too-complex",
    "This file needs more memory than one call may use. Select fewer pages with pages.",
  );
}

interface Heaps {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
}
