import type { Kind } from "../output-schema.ts";

/** Pages that OCR reads: none, those without text of their own, or all. */
export const ocrModes = ["off", "auto", "force"] as const;
export type OcrMode = (typeof ocrModes)[number];

/** The kinds of pages whose text is only in images. */
const TEXTLESS: readonly Kind[] = ["scan", "garbled"];

/** Reports whether pages of this kind need OCR. */
export function isTextless(kind: Kind): boolean {
  return TEXTLESS.includes(kind);
}

/** The OCR settings of the process that reads a file. */
export interface OcrOrder {
  readonly mode: Exclude<OcrMode, "off">;
  /** The most pages with OCR per request. */
  readonly most: number;
}
