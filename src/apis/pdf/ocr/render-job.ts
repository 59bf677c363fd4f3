import type { Job, JobLimits } from "../../../kit/sandbox.ts";

const MB = 1024 * 1024;

/** What the process that paints pages is told. */
export interface RenderInput {
  readonly file: Uint8Array;
  readonly password: string | undefined;
  /** The pages, as indices from 0. */
  readonly pages: readonly number[];
}

/** A page as an image: a portable graymap, as it is shown. */
export interface Picture {
  readonly index: number;
  /** Undefined where the page does not open. */
  readonly graymap: Uint8Array<ArrayBuffer> | undefined;
  /** Pixels to a point. */
  readonly scale: number;
}

/** A page may take so long to paint, in milliseconds. */
const PAINT_MS = 5_000;

/** Paints pages, in processes of their own kind: who reads text does not wait for who reads scans. */
export function renderJob(totalMs: number): Job<RenderInput, Picture> {
  const limits: JobLimits = {
    progressMs: PAINT_MS,
    // While an image is read the process stands still, and the clock of the whole goes on.
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
