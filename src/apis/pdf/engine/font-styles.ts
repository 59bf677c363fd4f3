import type { Chars } from "./chars.ts";
import type { OpenPage } from "./open-file.ts";

/** Flags of a font (PDF 32000-1, table 123): one width for all characters, and bold at small sizes. */
const FIXED_PITCH = 1;
const FORCE_BOLD = 1 << 18;

/** Names of fonts whose characters have one width, whatever their flags say. */
const MONOSPACED =
  /mono|courier|consol|menlo|typewriter|cmtt|cmsltt|lmtt|sftt|ectt|fixed|terminal|lucidaconsole/i;

/** Names of bold fonts; those of TeX are short: `CMBX12`, `LMRoman12-Bold`, `SFBX1200`, `NimbusRomNo9L-Medi`. */
const BOLD = /bold|black|heavy|demi|medi$|(?:^|\+)(?:cm|sf|ec|lm|la)[a-z]{0,2}bx/i;

/** The style of a font, as far as the structure of a text shows in it. */
export interface FontStyle {
  readonly isMonospaced: boolean;
  readonly isBold: boolean;
}

/** Reads the style of the font of each text run of a page. */
export function fontStyles({ file: { pdfium } }: OpenPage, { textRuns }: Chars): FontStyle[] {
  const styles = new Map<number, FontStyle>([[0, { isMonospaced: false, isBold: false }]]);
  const styleOf = (font: number): FontStyle => {
    const name = pdfium.utf8("FPDFFont_GetBaseFontName", font);
    const flags = pdfium.call("FPDFFont_GetFlags", font);
    return {
      isMonospaced: (flags & FIXED_PITCH) !== 0 || MONOSPACED.test(name),
      isBold: (flags & FORCE_BOLD) !== 0 || BOLD.test(name),
    };
  };
  return textRuns.map(({ font }) => styles.getOrInsertComputed(font, styleOf));
}
