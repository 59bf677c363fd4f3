import type { Job, JobLimits } from "../../../kit/sandbox.ts";

const MB = 1024 * 1024;

/** The input of the process that renders pages. */
export interface RenderInput {
  readonly file: Uint8Array;
  readonly password: string | undefined;
  /** The pages, as indices from 0. */
  readonly pages: readonly number[];
}

/** The place of an image on its page. */
export interface ImagePlace {
  /** Pixels to a point. */
  readonly scale: number;
  /** The skew that was taken out of the page, clockwise in degrees; the page was turned about its middle. */
  readonly skew: number;
  /** The size of the image in pixels, and that of the page in points. */
  readonly pixels: readonly [width: number, height: number];
  readonly points: readonly [width: number, height: number];
}

/** A rendered page: a portable graymap of the displayed page. */
export interface PageImage extends ImagePlace {
  readonly index: number;
  /** Undefined where the page does not open. */
  readonly graymap: Uint8Array<ArrayBuffer> | undefined;
}

/** The most time that rendering one page may take, in milliseconds. */
const PAINT_MS = 5_000;

/** Renders pages, in a pool of its own: requests for text do not wait behind scans. */
export function renderJob(totalMs: number): Job<RenderInput, PageImage> {
  const limits: JobLimits = {
    progressMs: PAINT_MS,
    // The process waits while OCR reads an image, and the total time keeps counting.
    totalMs: totalMs + PAINT_MS,
    memoryBytes: 1_024 * MB,
    keepBytes: 250 * MB,
  };
  return {
    name: "pdf-pictures",
    module: new URL("./render.worker.ts", import.meta.url).href,
    limits,
    processes: { keep: 0 },
  };
}
