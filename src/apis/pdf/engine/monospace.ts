import type { Chars } from "./chars.ts";
import type { OpenPage } from "./open-file.ts";

/** The flag of a font whose characters have one width (PDF 32000-1, table 123). */
const FIXED_PITCH = 1;

/** Names of fonts whose characters have one width, whatever their flags say. */
const NAMES = /mono|courier|consol|menlo|typewriter|cmtt|lmtt|sftt|fixed|terminal|lucidaconsole/i;

/** Says of each text run of a page whether its font has one width for all characters. */
export function monospacedRuns({ file: { pdfium } }: OpenPage, { textRuns }: Chars): boolean[] {
  const known = new Map<number, boolean>();
  return textRuns.map(({ object }) => {
    const font = pdfium.call("FPDFTextObj_GetFont", object);
    if (font === 0) return false;
    const found = known.get(font);
    if (found !== undefined) return found;
    const name = pdfium.text(
      (buffer, bytes) => pdfium.call("FPDFFont_GetBaseFontName", font, buffer, bytes),
      true,
    );
    const isFixed = (pdfium.call("FPDFFont_GetFlags", font) & FIXED_PITCH) !== 0 || NAMES.test(name);
    known.set(font, isFixed);
    return isFixed;
  });
}
