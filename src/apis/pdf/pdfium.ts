import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import { Problem } from "../../kit/problem.ts";

/** The heap that every document gets, and what its own bytes add to it; in bytes. */
const HEAP_BYTES = 256 * 1024 * 1024;
const HEAP_PER_FILE_BYTE = 2;

/** PDFium's own error numbers (fpdfview.h, FPDF_ERR_*). */
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;

/** A function of PDFium as the module exports it: numbers in, a number out; addresses are numbers. */
type Raw = (...values: number[]) => number;

/** Functions that run for every character: taken once, without the checks that the wrapper adds to a call. */
interface CharacterCalls {
  readonly FPDFText_GetUnicode: Raw;
  readonly FPDFText_GetLooseCharBox: Raw;
  readonly FPDFText_IsGenerated: Raw;
  readonly FPDFText_IsHyphen: Raw;
  readonly FPDFText_HasUnicodeMapError: Raw;
  readonly FPDFText_GetTextObject: Raw;
}

/**
 * PDFium in its heap. Everything that knows its memory is here: texts, numbers and bytes go in and out
 * through these few members.
 */
export class Pdfium {
  readonly character: CharacterCalls;
  readonly #calls: Readonly<Record<string, Raw>>;
  readonly #module: WrappedPdfiumModule;
  readonly #limit: Limit;
  /** A few bytes for answers that come by address. */
  readonly scratch: number;

  private constructor(module: WrappedPdfiumModule, limit: Limit) {
    this.#module = module;
    this.#limit = limit;
    // The package's types name two of its 600 exports; all take and give numbers.
    this.#calls = module.pdfium.wasmExports as unknown as Readonly<Record<string, Raw>>;
    this.character = module.pdfium.wasmExports as unknown as CharacterCalls;
    module.PDFiumExt_Init();
    this.scratch = this.allocate(256);
  }

  /** Loads the module, compiled anew for this process. */
  static async load(): Promise<Pdfium> {
    const limit: Limit = { bytes: HEAP_BYTES, reached: false };
    const path = fileURLToPath(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm"));
    const compiled = await WebAssembly.compile(readFileSync(path));
    const module = await init({
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
    return new Pdfium(module, limit);
  }

  /** Whether the heap was ever refused to grow: what failed since then failed for that. */
  get isFull(): boolean {
    return this.#limit.reached;
  }

  /** Bytes of heap at the given address. The heap moves when it grows: never keep what this gives. */
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

  /** Memory in the heap, for the caller to free. Throws `too-complex` where there is none. */
  allocate(bytes: number): number {
    const address = this.call("malloc", bytes);
    if (address !== 0) return address;
    throw new Problem("too-complex", "Reading this file takes more memory than one request has.");
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

  /**
   * Opens a document. Throws `damaged`, `password-required`, `password-wrong` or
   * `unsupported-encryption`. The caller closes it.
   */
  open(file: Uint8Array, password: string | undefined): OpenFile {
    this.#limit.bytes = HEAP_BYTES + HEAP_PER_FILE_BYTE * file.length;
    const data = this.place(file);
    const document = this.withText(password ?? "", (secret) =>
      this.call("FPDF_LoadMemDocument", data, file.length, secret),
    );
    if (document !== 0) return new OpenFile(this, document, data);
    const reason = this.call("FPDF_GetLastError");
    this.free(data);
    throw refusal(reason, password);
  }
}

/** What the module asks of us, growth among it. */
interface Imports extends Record<string, Record<string, Raw>> {
  readonly env: Record<string, Raw> & { emscripten_resize_heap: Raw };
}

/** What bounds the heap, and whether it was reached. */
interface Limit {
  bytes: number;
  reached: boolean;
}

interface Heaps {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
}

function refusal(reason: number, password: string | undefined): Problem {
  if (reason === ERROR_PASSWORD && (password === undefined || password === "")) {
    return new Problem("password-required", "The file opens with a password only: send it as password.", {
      parameter: "password",
    });
  }
  if (reason === ERROR_PASSWORD) {
    return new Problem("password-wrong", "This password does not open the file.", { parameter: "password" });
  }
  if (reason === ERROR_SECURITY) {
    return new Problem(
      "unsupported-encryption",
      "The file is encrypted in a way that is not read here: save it with a password or without.",
      { parameter: "file" },
    );
  }
  return new Problem("damaged", "The file begins like a PDF and is damaged beyond repair, or cut short.", {
    parameter: "file",
  });
}

/** So many characters tell how a page is written. */
const LOOKED_AT = 100;

/** Whether most characters of a page run across its own space, whichever way it is shown. */
function runsAcross(pdfium: Pdfium, text: number): boolean {
  const count = pdfium.call("FPDFText_CountChars", text);
  const step = Math.max(1, Math.floor(count / LOOKED_AT));
  let across = 0;
  let looked = 0;
  for (let i = 0; i < count; i += step) {
    // FS_MATRIX: a and b are where a letter's own way across leads.
    if (pdfium.call("FPDFText_GetMatrix", text, i, pdfium.scratch) === 0) continue;
    const [a = 0, b = 0] = pdfium.floats.subarray(pdfium.scratch >> 2, (pdfium.scratch >> 2) + 2);
    looked++;
    if (a > Math.abs(b)) across++;
  }
  return across > looked / 2;
}

/**
 * The characters of a page. PDFium puts them in order as the page is shown: where that turns the writing on its
 * side it takes all lines for one, the last first. Such a page is read as if it were not turned.
 */
function loadCharacters(pdfium: Pdfium, page: number): number {
  const text = pdfium.call("FPDFText_LoadPage", page);
  const rotation = pdfium.call("FPDFPage_GetRotation", page);
  if (text === 0 || rotation === 0 || !runsAcross(pdfium, text)) return text;
  pdfium.call("FPDFText_ClosePage", text);
  pdfium.call("FPDFPage_SetRotation", page, 0);
  const upright = pdfium.call("FPDFText_LoadPage", page);
  pdfium.call("FPDFPage_SetRotation", page, rotation);
  return upright;
}

/** An open document: a handle of PDFium and the bytes that it reads. */
export class OpenFile {
  readonly pdfium: Pdfium;
  readonly handle: number;
  readonly #data: number;
  readonly #closing: (() => void)[] = [];

  constructor(pdfium: Pdfium, handle: number, data: number) {
    this.pdfium = pdfium;
    this.handle = handle;
    this.#data = data;
  }

  /** What the file claims; pages may fail to open all the same. */
  get pageCount(): number {
    return this.pdfium.call("FPDF_GetPageCount", this.handle);
  }

  /** Whether the file says what its content is: a heading, a list, a table. */
  get isTagged(): boolean {
    return this.pdfium.call("FPDFCatalog_IsTagged", this.handle) !== 0;
  }

  /** Runs with a page and its characters open. `index` counts from 0. Undefined where it does not open. */
  withPage<Result>(index: number, use: (page: OpenPage) => Result): Result | undefined {
    const { pdfium } = this;
    const page = pdfium.call("FPDF_LoadPage", this.handle, index);
    if (page === 0) return undefined;
    const text = loadCharacters(pdfium, page);
    try {
      return use({ file: this, page, text });
    } finally {
      // Both leak the whole page when they are forgotten.
      if (text !== 0) pdfium.call("FPDFText_ClosePage", text);
      pdfium.call("FPDF_ClosePage", page);
    }
  }

  /** Names what must be closed before the document is. */
  beforeClose(close: () => void): void {
    this.#closing.push(close);
  }

  close(): void {
    for (const close of this.#closing) close();
    this.pdfium.call("FPDF_CloseDocument", this.handle);
    this.pdfium.free(this.#data);
  }
}

/** An open page: PDFium's handles of it and of its characters (0 where it has none to give). */
export interface OpenPage {
  readonly file: OpenFile;
  readonly page: number;
  readonly text: number;
}
