// The job that renders pages. It runs in a sandbox process, which loads this file by its URL.
import { Problem } from "../../../kit/problem.ts";
import type { Steps } from "../../../kit/sandbox.ts";
import { Form } from "../engine/form-fields.ts";
import { type OpenFile, openFile } from "../engine/open-file.ts";
import { Pdfium } from "../engine/pdfium.ts";
import type { PageImage, RenderInput } from "./render-job.ts";

/** OCR engines are made for 200 to 300 dpi; a higher resolution costs time without a gain. */
const PIXELS_PER_POINT = 200 / 72;

/** Posters are rendered smaller: OCR of more pixels exceeds its time limit. */
const PIXELS_MAX = 16_000_000;
const SIDE_MAX = 20_000;

/** fpdfview.h. */
const GRAY = 1;
const WHITE = 0xffffffff;
const WITH_ANNOTATIONS = 0x01;
const IN_GRAY = 0x08;

let loaded: Promise<Pdfium> | undefined;

function pdfium(): Promise<Pdfium> {
  loaded ??= Pdfium.load();
  return loaded;
}

/** Loads the engine before the first run. */
export async function warm(): Promise<void> {
  await pdfium();
}

function graymap(bitmap: number, width: number, height: number, engine: Pdfium): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const image = new Uint8Array(head.length + width * height);
  image.set(head);
  const buffer = engine.call("FPDFBitmap_GetBuffer", bitmap);
  const stride = engine.call("FPDFBitmap_GetStride", bitmap);
  const { bytes } = engine;
  for (let y = 0; y < height; y++) {
    const row = buffer + y * stride;
    image.set(bytes.subarray(row, row + width), head.length + y * width);
  }
  return image;
}

function render(file: OpenFile, index: number, form: Form | undefined): PageImage {
  const { pdfium: engine, handle } = file;
  const unreadable = { index, graymap: undefined, scale: 1 };
  const page = engine.call("FPDF_LoadPage", handle, index);
  if (page === 0) return unreadable;
  try {
    const [wide, high] = [
      engine.call("FPDF_GetPageWidthF", page),
      engine.call("FPDF_GetPageHeightF", page),
    ] as const;
    if (!(wide > 0 && high > 0)) return unreadable;
    const scale = Math.min(
      PIXELS_PER_POINT,
      Math.sqrt(PIXELS_MAX / (wide * high)),
      SIDE_MAX / Math.max(wide, high),
    );
    const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))];
    const bitmap = engine.call("FPDFBitmap_CreateEx", width, height, GRAY, 0, 0);
    if (bitmap === 0)
      throw new Problem("too-complex", "Rendering this page needs more memory than is available.");
    try {
      engine.call("FPDFBitmap_FillRect", bitmap, 0, 0, width, height, WHITE);
      const flags = WITH_ANNOTATIONS | IN_GRAY;
      engine.call("FPDF_RenderPageBitmap", bitmap, page, 0, 0, width, height, 0, flags);
      if (form?.isCheapToDraw(engine, page))
        engine.call("FPDF_FFLDraw", form.handle, bitmap, page, 0, 0, width, height, 0, flags);
      return { index, graymap: graymap(bitmap, width, height, engine), scale };
    } finally {
      engine.call("FPDFBitmap_Destroy", bitmap);
    }
  } finally {
    engine.call("FPDF_ClosePage", page);
  }
}

/** Renders page after page. */
export const run: Steps<RenderInput, PageImage> = async function* ({ file: bytes, password, pages }) {
  const engine = await pdfium();
  let file: OpenFile | undefined;
  let isBroken = false;
  try {
    file = openFile(engine, bytes, password);
    const form = Form.open(file);
    for (const index of pages) {
      const image = render(file, index, form);
      if (engine.isFull)
        throw new Problem("too-complex", "Rendering this page needs more memory than is available.");
      yield image;
    }
  } catch (error) {
    // After a trap the module is in no state to be asked anything again.
    isBroken = !(error instanceof Problem);
    throw error;
  } finally {
    if (!isBroken) file?.close();
  }
};
