import { pdfOf, stream } from "../pdf-writer.ts";

/** A font without glyphs that knows its characters: any script, with nothing embedded. */
export interface UnicodeFont {
  /** Objects of the file; the first of them is the font. `at` is the number of that. */
  objects(at: number): string[];
  /** A text in the codes of the font, for `Tj`. */
  encode(text: string): string;
}

function utf16(text: string): string {
  return Array.from(text, (_, i) => text.charCodeAt(i).toString(16).padStart(4, "0")).join("");
}

/** A font whose codes count the characters of a text; each is `width` thousandths wide. */
export function unicodeFont(
  characters: string,
  { width = 500, name = "Unknown", mapped = true, vertical = false } = {},
): UnicodeFont {
  const all = [...new Set(characters)];
  const code = (one: string) => (all.indexOf(one) + 1).toString(16).padStart(4, "0");
  const rows = all.map((one) => `<${code(one)}> <${utf16(one)}>`).join("\n");
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange ${all.length} beginbfchar\n${rows}\nendbfchar endcmap end end`;
  return {
    objects: (at) => [
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-${vertical ? "V" : "H"} /DescendantFonts [${at + 1} 0 R] ${mapped ? `/ToUnicode ${at + 2} 0 R` : ""} >>`,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW ${width} /FontDescriptor ${at + 3} 0 R >>`,
      stream(map),
      `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -200 ${width} 800] /Ascent 800 /Descent -200 /ItalicAngle 0 /CapHeight 700 /StemV 80 >>`,
    ],
    encode: (text) => `<${Array.from(text, code).join("")}>`,
  };
}

/** What a page may have beside its content. */
export interface PageParts {
  readonly content: string;
  /** Entries of its dictionary, such as a rotation or annotations. */
  readonly entries?: string;
  readonly size?: readonly [width: number, height: number];
}

/** Pages with Helvetica as F1 and Times as F2; `font` is F3. `more` follows from object `FIRST_MORE` on. */
export function pdfPages(
  pages: readonly PageParts[],
  { font, more = [], catalog = "" }: { font?: UnicodeFont; more?: readonly string[]; catalog?: string } = {},
): Uint8Array<ArrayBuffer> {
  const fontAt = FIRST_MORE + more.length;
  const pagesAt = fontAt + 4;
  const resources = `/Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 ${fontAt} 0 R >> >>`;
  const kids = pages.map((_, k) => `${pagesAt + 2 * k} 0 R`).join(" ");
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>",
    ...more,
    ...(font ?? unicodeFont(" ")).objects(fontAt),
    ...pages.flatMap(({ content, entries = "", size: [width, height] = [595, 842] }, k) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${pagesAt + 2 * k + 1} 0 R ${resources} ${entries} >>`,
      stream(content),
    ]),
  ]);
}

/** The number of the first object of `more`. */
export const FIRST_MORE = 5;

function literal(text: string): string {
  return `(${text.replaceAll(/[\\()]/g, "\\$&")})`;
}

/** One line at a place, in Helvetica. */
export function line(x: number, y: number, text: string, size = 10): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td ${literal(text)} Tj ET`;
}

/** Lines below each other, in Helvetica. */
export function lines(x: number, y: number, texts: readonly string[], size = 10, pitch = 12): string {
  return texts.map((text, k) => line(x, y - k * pitch, text, size)).join("\n");
}

/** A line in the font F3, which the caller gives. */
export function unicodeLine(font: UnicodeFont, x: number, y: number, text: string, size = 10): string {
  return `BT /F3 ${size} Tf ${x} ${y} Td ${font.encode(text)} Tj ET`;
}
