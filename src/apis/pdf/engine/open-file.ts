import { Problem } from "../../../kit/problem.ts";
import { type Geometry, rounded } from "./geometry.ts";
import { hideLayers, type Layers, layersIn } from "./hidden-layers.ts";
import { Pdfium, tooLarge } from "./pdfium.ts";
import { DIRECTIONS, type Direction } from "./turned.ts";

/** How many characters are sampled to find the direction of a page's writing. */
const LOOKED_AT = 15;

/** The direction in which most characters of a page are written in its own space; 0 for a page without text. */
function directionOf(pdfium: Pdfium, text: number): Direction {
  const count = pdfium.call("FPDFText_CountChars", text);
  const step = Math.max(1, Math.floor(count / LOOKED_AT));
  const counts = new Map<Direction, number>();
  let looked = 0;
  for (let i = 0; i < count; i += step, looked++) {
    if (pdfium.frequent.FPDFText_GetMatrix(text, i, pdfium.scratch) === 0) continue;
    // FS_MATRIX: a and b are the direction of a letter's baseline.
    const [a = 1, b = 0] = pdfium.floats.subarray(pdfium.scratch >> 2, (pdfium.scratch >> 2) + 2);
    const direction = DIRECTIONS[Math.round(Math.atan2(b, a) / (Math.PI / 2)) & 3] ?? 0;
    counts.set(direction, (counts.get(direction) ?? 0) + 1);
  }
  return DIRECTIONS.find((direction) => (counts.get(direction) ?? 0) > looked / 2) ?? 0;
}

/** The clockwise quarter turns of a page. PDFium knows none of a page whose dictionary lacks its type. */
function rotationOf(pdfium: Pdfium, page: number): number {
  return Math.max(0, pdfium.call("FPDFPage_GetRotation", page)) & 3;
}

/**
 * Loads the characters of a page, and the direction of its writing. PDFium orders them as the page is displayed: if that
 * turns the writing on its side, it merges all lines into one, the last first. Such a page is read as if it were upright.
 */
function loadCharacters(pdfium: Pdfium, page: number): Pick<OpenPage, "text" | "direction"> {
  const text = pdfium.call("FPDFText_LoadPage", page);
  const rotation = rotationOf(pdfium, page);
  const direction = directionOf(pdfium, text);
  if (text === 0 || direction === 90 * rotation) return { text, direction };
  pdfium.call("FPDFText_ClosePage", text);
  pdfium.call("FPDFPage_SetRotation", page, direction / 90);
  const upright = pdfium.call("FPDFText_LoadPage", page);
  pdfium.call("FPDFPage_SetRotation", page, rotation);
  return { text: upright, direction };
}

/** PDFium's own error numbers (fpdfview.h, FPDF_ERR_*). */
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;

function refusal(reason: number, password: string | undefined): Problem {
  if (reason === ERROR_PASSWORD && (password === undefined || password === "")) {
    return new Problem("password-required", "The file is encrypted. Send its password as password.", {
      parameter: "password",
    });
  }
  if (reason === ERROR_PASSWORD) {
    return new Problem("password-wrong", "The password does not open the file. Check it and try again.", {
      parameter: "password",
    });
  }
  if (reason === ERROR_SECURITY) {
    return new Problem(
      "unsupported-encryption",
      "The encryption of the file is not supported. Save it with a password or without encryption.",
      { parameter: "file" },
    );
  }
  return new Problem("damaged", "The PDF is damaged beyond repair or cut short. Send the complete file.", {
    parameter: "file",
  });
}

/** An open document: a handle of PDFium and the bytes that it reads. */
export class OpenFile {
  readonly pdfium: Pdfium;
  readonly handle: number;
  readonly #data: number;
  readonly #layers: Layers;
  readonly #closing: (() => void)[] = [];

  constructor(pdfium: Pdfium, handle: number, data: number, layers: Layers) {
    this.pdfium = pdfium;
    this.handle = handle;
    this.#data = data;
    this.#layers = layers;
  }

  /** The number of pages that the file declares; some may fail to open. */
  get pageCount(): number {
    return this.pdfium.call("FPDF_GetPageCount", this.handle);
  }

  /** Whether the file is tagged: it declares headings, lists and tables. */
  get isTagged(): boolean {
    return this.pdfium.call("FPDFCatalog_IsTagged", this.handle) !== 0;
  }

  /** Calls `use` with an open page and closes it afterwards. `index` counts from 0. Undefined if the page cannot be opened. */
  withPage<Result>(index: number, use: (page: OpenPage) => Result): Result | undefined {
    const { pdfium } = this;
    const page = pdfium.call("FPDF_LoadPage", this.handle, index);
    if (page === 0) return undefined;
    hideLayers(pdfium, page, this.#layers);
    const { text, direction } = loadCharacters(pdfium, page);
    try {
      return use({ file: this, page, text, direction });
    } finally {
      // Without either call the whole page leaks.
      if (text !== 0) pdfium.call("FPDFText_ClosePage", text);
      pdfium.call("FPDF_ClosePage", page);
    }
  }

  beforeClose(close: () => void): void {
    this.#closing.push(close);
  }

  close(): void {
    for (const close of this.#closing) close();
    this.pdfium.call("FPDF_CloseDocument", this.handle);
    this.pdfium.free(this.#data);
  }
}

/** An open page: PDFium's handles of the page and of its characters (0 for a page without text). */
export interface OpenPage {
  readonly file: OpenFile;
  readonly page: number;
  readonly text: number;
  /** The direction in which most of its text is written, in its own space. */
  readonly direction: Direction;
}

/** Reads the visible part and the rotation of a page. */
export function geometryOf({ file, page }: OpenPage): Geometry {
  const { pdfium } = file;
  // FS_RECTF.
  const [left = 0, top = 792, right = 612, bottom = 0] =
    pdfium.struct(4, "FPDF_GetPageBoundingBox", page) ?? [];
  return {
    width: rounded(pdfium.call("FPDF_GetPageWidthF", page)),
    height: rounded(pdfium.call("FPDF_GetPageHeightF", page)),
    rotation: rotationOf(pdfium, page) * 90,
    shown: { left, right, bottom, top },
  };
}

/**
 * Opens a document. Throws `damaged`, `password-required`, `password-wrong` or
 * `unsupported-encryption`. The caller closes it.
 */
export function openFile(pdfium: Pdfium, file: Uint8Array, password: string | undefined): OpenFile {
  pdfium.boundFor(file.length);
  const data = pdfium.place(file);
  const load = (secret: string) =>
    pdfium.withText(secret, (text) => pdfium.call("FPDF_LoadMemDocument", data, file.length, text));
  // A password that a file does not need is no error, as in files without encryption.
  const document = load(password ?? "") || (password ? load("") : 0);
  if (document !== 0) return new OpenFile(pdfium, document, data, layersIn(file));
  const reason = pdfium.call("FPDF_GetLastError");
  pdfium.free(data);
  throw refusal(reason, password);
}

let loaded: Promise<Pdfium> | undefined;

/** PDFium, which this process loads once. */
export function pdfium(): Promise<Pdfium> {
  loaded ??= Pdfium.load();
  return loaded;
}

/** Opens a document for as long as `use` runs. Throws what `openFile` and `use` throw, and `too-complex`. */
export async function* readFile<Message>(
  bytes: Uint8Array,
  password: string | undefined,
  use: (file: OpenFile) => Generator<Message, void>,
): AsyncGenerator<Message, void> {
  const engine = await pdfium();
  let file: OpenFile | undefined;
  let isBroken = false;
  try {
    file = openFile(engine, bytes, password);
    yield* use(file);
  } catch (error) {
    if (error instanceof Problem) throw error;
    // The module may be in an inconsistent state: do not call it again.
    isBroken = true;
    throw engine.isFull ? tooLarge() : error;
  } finally {
    if (!isBroken) file?.close();
  }
}
