import type { z } from "zod";
import type { Job } from "../../kit/sandbox.ts";
import { documentProcesses } from "../../kit/text-job.ts";
import type { ExtractInput } from "./input-schema.ts";
import type { OcrOrder } from "./ocr/mode.ts";
import type { Extract } from "./output-schema.ts";
import type { ReadPage, UnreadablePage } from "./page.ts";
import type { ReadOptions } from "./read-options.ts";

const MB = 1024 * 1024;

/** The input of the process that reads a file. */
export interface ExtractTask
  extends ReadOptions,
    Pick<z.output<typeof ExtractInput>, "password" | "pages" | "headers"> {
  readonly file: Uint8Array;
  /** Which pages need OCR; absent without OCR. */
  readonly ocr?: OcrOrder | undefined;
}

/** Facts about the file, known before any page is read. */
export type OpenedDocument = Omit<Extract, "text" | "pages" | "warnings" | "usage">;

/** The job's messages: `progress` while it looks for pages that need OCR, `opened` once, then the pages. */
export type ExtractMessage =
  | { readonly kind: "progress" }
  | {
      readonly kind: "opened";
      readonly selected: number;
      /** The pages that need OCR, as indices from 0; this job does not run OCR. */
      readonly recognize: readonly number[];
      readonly document: OpenedDocument;
      /** Whether the pages are a placeholder of a form that only Adobe Acrobat shows. */
      readonly isPlaceholder: boolean;
    }
  | { readonly kind: "pages"; readonly pages: readonly (ReadPage | UnreadablePage)[] };

/** Reads a PDF. A warm process uses about 70 MB; its heap may grow to 256 MB plus twice the file's size. */
export const extractJob: Job<ExtractTask, ExtractMessage> = {
  name: "pdf",
  module: new URL("./worker.ts", import.meta.url).href,
  processes: documentProcesses,
  limits: {
    progressMs: 5_000,
    contendedMs: 1_000,
    totalMs: 20_000,
    memoryBytes: 1_024 * MB,
    keepBytes: 220 * MB,
  },
};
