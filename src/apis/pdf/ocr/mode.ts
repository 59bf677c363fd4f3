import type { Kind } from "../output-schema.ts";

/** Pages that OCR reads: none, those without text of their own, or all. */
export const ocrModes = ["off", "auto", "force"] as const;
export type OcrMode = (typeof ocrModes)[number];

/** Reports whether pages of this kind need OCR: their text is only in images. */
export function isTextless(kind: Kind): boolean {
  return kind === "scan" || kind === "garbled";
}

/** The OCR settings of the process that reads a file. */
export interface OcrOrder {
  readonly mode: Exclude<OcrMode, "off">;
  /** The most pages with OCR per request. */
  readonly most: number;
}
