import type { Pdfium } from "./pdfium.ts";

/** So many characters tell how a page is written. */
const LOOKED_AT = 100;

/** Whether most characters of a page run across its own space, whichever way it is shown. */
function runsAcross(pdfium: Pdfium, text: number): boolean {
  const count = pdfium.call("FPDFText_CountChars", text);
  const step = Math.max(1, Math.floor(count / LOOKED_AT));
  let across = 0;
  let looked = 0;
  for (let i = 0; i < count; i += step) {
    // FS_MATRIX: a and b are where a letter's own way across leads.
    if (pdfium.call("FPDFText_GetMatrix", text, i, pdfium.scratch) === 0) continue;
    const [a = 0, b = 0] = pdfium.floats.subarray(pdfium.scratch >> 2, (pdfium.scratch >> 2) + 2);
    looked++;
    if (a > Math.abs(b)) across++;
  }
  return across > looked / 2;
}

/**
 * The characters of a page. PDFium puts them in order as the page is shown: where that turns the writing on its
 * side it takes all lines for one, the last first. Such a page is read as if it were not turned.
 */
export function loadCharacters(pdfium: Pdfium, page: number): number {
  const text = pdfium.call("FPDFText_LoadPage", page);
  const rotation = pdfium.call("FPDFPage_GetRotation", page);
  if (text === 0 || rotation === 0 || !runsAcross(pdfium, text)) return text;
  pdfium.call("FPDFText_ClosePage", text);
  pdfium.call("FPDFPage_SetRotation", page, 0);
  const upright = pdfium.call("FPDFText_LoadPage", page);
  pdfium.call("FPDFPage_SetRotation", page, rotation);
  return upright;
}
