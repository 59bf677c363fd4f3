import { Problem } from "../../../kit/problem.ts";
import type { OpenFile } from "../engine/open-file.ts";
import { readPage } from "../page.ts";
import { textOnly } from "../read-options.ts";
import { isTextless, type OcrOrder } from "./mode.ts";

/** Pages checked between two progress messages. */
const LOOKED_AT = 50;

/**
 * Finds the pages that need OCR, as indices from 0; yields now and then to report progress. Throws
 * `too-many-pages` if there are more than one request may have.
 */
export function* pagesToRecognize(
  file: OpenFile,
  selected: readonly number[],
  { mode, most }: OcrOrder,
): Generator<void, readonly number[]> {
  const found: number[] = [];
  const looking = { ...textOnly, dryRun: true };
  for (const [i, index] of selected.entries()) {
    if (i % LOOKED_AT === LOOKED_AT - 1) yield;
    if (mode === "auto") {
      const page = readPage(file, index, looking);
      if (page.kind === null || !isTextless(page.kind)) continue;
    }
    found.push(index);
    if (found.length <= most) continue;
    throw new Problem(
      "too-many-pages",
      `One call recognizes at most ${most} pages, and this call has more. Select fewer with pages, for example up to page ${index}, or leave out ocr.`,
      { parameter: "pages", members: { ocrPages: most } },
    );
  }
  return found;
}
