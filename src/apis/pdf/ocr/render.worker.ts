// The job that renders pages. It runs in a sandbox process, which loads this file by its URL.
import type { Steps } from "../../../kit/sandbox.ts";
import { Form } from "../engine/form-fields.ts";
import { type OpenFile, pdfium, readFile } from "../engine/open-file.ts";
import { type Pdfium, tooLarge } from "../engine/pdfium.ts";
import type { PageImage, RenderInput } from "./render-job.ts";
import { type GrayImage, skewOf } from "./skew.ts";

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

/** Loads the engine before the first run. */
export async function warm(): Promise<void> {
  await pdfium();
}

/** The pixels of a bitmap, without the padding of its rows. */
function grayOf(bitmap: number, width: number, height: number, engine: Pdfium): GrayImage {
  const pixels = new Uint8Array(width * height);
  const buffer = engine.call("FPDFBitmap_GetBuffer", bitmap);
  const stride = engine.call("FPDFBitmap_GetStride", bitmap);
  const { bytes } = engine;
  for (let y = 0; y < height; y++) {
    const row = buffer + y * stride;
    pixels.set(bytes.subarray(row, row + width), y * width);
  }
  return { pixels, width, height };
}

function graymap({ pixels, width, height }: GrayImage): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const image = new Uint8Array(head.length + pixels.length);
  image.set(head);
  image.set(pixels, head.length);
  return image;
}

/** Draws into a white bitmap. */
function drawn(
  width: number,
  height: number,
  engine: Pdfium,
  draw: (bitmap: number, flags: number) => void,
): GrayImage {
  const bitmap = engine.call("FPDFBitmap_CreateEx", width, height, GRAY, 0, 0);
  if (bitmap === 0) throw tooLarge();
  try {
    engine.call("FPDFBitmap_FillRect", bitmap, 0, 0, width, height, WHITE);
    draw(bitmap, WITH_ANNOTATIONS | IN_GRAY);
    return grayOf(bitmap, width, height, engine);
  } finally {
    engine.call("FPDFBitmap_Destroy", bitmap);
  }
}

/** Draws a page turned about its middle, so that its skewed lines are straight; corners may go beyond its size. */
function straightened(
  page: number,
  engine: Pdfium,
  [wide, high]: readonly [number, number],
  scale: number,
  skew: number,
) {
  const [cos, sin] = [Math.cos((-skew * Math.PI) / 180), Math.sin((-skew * Math.PI) / 180)];
  const width = Math.ceil(scale * (wide * cos + high * Math.abs(sin)));
  const height = Math.ceil(scale * (high * cos + wide * Math.abs(sin)));
  const matrix = [
    scale * cos,
    scale * sin,
    -scale * sin,
    scale * cos,
    (width - scale * (wide * cos - high * sin)) / 2,
    (height - scale * (wide * sin + high * cos)) / 2,
  ];
  return drawn(width, height, engine, (bitmap, flags) => {
    const at = engine.scratch >> 2;
    // FS_MATRIX, then FS_RECTF: left, top, right, bottom.
    engine.floats.set([...matrix, 0, 0, width, height], at);
    engine.call(
      "FPDF_RenderPageBitmapWithMatrix",
      bitmap,
      page,
      engine.scratch,
      engine.scratch + 4 * matrix.length,
      flags,
    );
  });
}

function render(file: OpenFile, index: number, form: Form | undefined): PageImage {
  const { pdfium: engine, handle } = file;
  const unreadable = {
    index,
    graymap: undefined,
    scale: 1,
    skew: 0,
    pixels: [1, 1],
    points: [1, 1],
  } as const;
  const page = engine.call("FPDF_LoadPage", handle, index);
  if (page === 0) return unreadable;
  try {
    const points = [
      engine.call("FPDF_GetPageWidthF", page),
      engine.call("FPDF_GetPageHeightF", page),
    ] as const;
    const [wide, high] = points;
    if (!(wide > 0 && high > 0)) return unreadable;
    const scale = Math.min(
      PIXELS_PER_POINT,
      Math.sqrt(PIXELS_MAX / (wide * high)),
      SIDE_MAX / Math.max(wide, high),
    );
    const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))];
    const upright = drawn(width, height, engine, (bitmap, flags) => {
      engine.call("FPDF_RenderPageBitmap", bitmap, page, 0, 0, width, height, 0, flags);
      if (form?.isCheapToDraw(engine, page))
        engine.call("FPDF_FFLDraw", form.handle, bitmap, page, 0, 0, width, height, 0, flags);
    });
    const skew = skewOf(upright);
    const image = skew === 0 ? upright : straightened(page, engine, points, scale, skew);
    return { index, graymap: graymap(image), scale, skew, pixels: [image.width, image.height], points };
  } finally {
    engine.call("FPDF_ClosePage", page);
  }
}

function* imagesOf(file: OpenFile, pages: readonly number[]): Generator<PageImage, void> {
  const form = Form.open(file);
  for (const index of pages) {
    const image = render(file, index, form);
    if (file.pdfium.isFull) throw tooLarge();
    yield image;
  }
}

/** Renders page after page. */
export const run: Steps<RenderInput, PageImage> = ({ file, password, pages }) =>
  readFile(file, password, (opened) => imagesOf(opened, pages));
