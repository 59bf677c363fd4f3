import type { Job } from "../../kit/sandbox.ts";
import { documentProcesses } from "../../kit/text-job.ts";
import type { Attachment, DocumentFacts, Metadata, OutlineEntry } from "./engine/document.ts";
import type { OcrOrder } from "./ocr/mode.ts";
import type { ReadPage, UnreadablePage } from "./page.ts";
import type { ReadOptions } from "./read-options.ts";

const MB = 1024 * 1024;

/** What the process that reads a file is told. */
export interface ExtractTask extends ReadOptions {
  readonly file: Uint8Array;
  readonly password: string | undefined;
  readonly pages: string | undefined;
  readonly headers: "keep" | "drop";
  /** Where pages are to be recognised: which. */
  readonly ocr?: OcrOrder | undefined;
}

/** What the file is, before a page of it is read. */
export interface OpenedDocument extends DocumentFacts {
  readonly pageCount: number;
  readonly metadata?: Metadata;
  readonly outline?: readonly OutlineEntry[];
  readonly attachments?: readonly Attachment[];
}

/** What it answers: first, with signs of life where that takes its time, the file; asked on, its pages. */
export type ExtractMessage =
  | { readonly kind: "progress" }
  | {
      readonly kind: "opened";
      readonly selected: number;
      /** The pages to recognise, as indices from 0; the job does not read them itself. */
      readonly recognise: readonly number[];
      readonly document: OpenedDocument;
    }
  | { readonly kind: "pages"; readonly pages: readonly (ReadPage | UnreadablePage)[] };

/** Reads a PDF. A warm process holds about 70 MB; its heap may grow to 256 MB and twice the file. */
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
