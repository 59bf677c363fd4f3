import type { Kind } from "../engine/page-quality.ts";

/** Which pages are recognised: none, those without text of their own, all. */
export const ocrModes = ["off", "auto", "force"] as const;
export type OcrMode = (typeof ocrModes)[number];

/** The kinds of pages whose text is on the image alone. */
const TEXTLESS: readonly Kind[] = ["scan", "garbled"];

export function isTextless(kind: Kind): boolean {
  return TEXTLESS.includes(kind);
}

/** What the process that reads a file is told of recognition. */
export interface OcrOrder {
  readonly mode: Exclude<OcrMode, "off">;
  /** Pages that one request may have recognised. */
  readonly most: number;
}
