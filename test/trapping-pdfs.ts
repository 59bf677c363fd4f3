import { pdfOf, stream } from "./pdf-writer.ts";

const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const PAGES = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
const TINT = "<< /FunctionType 2 /Domain [0 1] /N 1 >>";

/** So deep goes what PDFium follows without counting: its stack ends before. */
const DEPTH = 20_000;

/** The first object of a chain, and one of its links: what it says of the next one. */
const FIRST = 5;
function chain(link: (next: string, i: number) => string, last: string, depth = DEPTH): string[] {
  return Array.from({ length: depth }, (_, i) => (i === depth - 1 ? last : link(`${FIRST + i + 1} 0 R`, i)));
}

function onePage(resources: string, content: string, objects: readonly string[], catalog = CATALOG) {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << ${resources} >> >>`;
  return pdfOf([catalog, PAGES, page, stream(content), ...objects]);
}

/**
 * Files in which each object leads to the next: PDFium runs off the end of its stack and its module traps
 * ("Out of bounds memory access"), after which nothing in that heap can be trusted.
 */
export const trappingPdfs: readonly (readonly [string, () => Uint8Array<ArrayBuffer>])[] = [
  [
    "colour spaces of colour spaces",
    () =>
      onePage(
        "/ColorSpace << /CS 5 0 R >>",
        "/CS cs 0 sc 0 0 99 99 re f",
        chain((next) => `[/Indexed ${next} 1 <0001>]`, "/DeviceGray"),
      ),
  ],
  [
    "inks mixed of inks",
    () =>
      onePage(
        "/ColorSpace << /CS 5 0 R >>",
        "/CS cs 0 sc 0 0 99 99 re f",
        chain((next) => `[/Separation /A ${next} ${TINT}]`, "/DeviceGray"),
      ),
  ],
  [
    "functions of functions",
    () =>
      onePage(
        "/Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function 5 0 R >> >>",
        "/S sh",
        chain(
          (next) => `<< /FunctionType 3 /Domain [0 1] /Functions [${next}] /Bounds [] /Encode [0 1] >>`,
          TINT,
        ),
      ),
  ],
  [
    "fonts whose letters are drawn in fonts",
    () =>
      onePage(
        "/Font << /F1 5 0 R >>",
        "BT /F1 9 Tf (a) Tj ET",
        chain(
          (next, i) =>
            i % 2 === 0
              ? `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [1] /Encoding << /Differences [97 /a] >> /CharProcs << /a ${next} >> /Resources << /Font << /F1 ${FIRST + i + 2} 0 R >> >> >>`
              : stream("9 0 d0 BT /F1 9 Tf (a) Tj ET"),
          "null",
          6_000,
        ),
      ),
  ],
  [
    "a tree of page labels with one branch",
    () =>
      onePage(
        "",
        "",
        chain((next) => `<< /Limits [0 9] /Kids [${next}] >>`, "<< /Nums [0 << /S /D >>] >>"),
        "<< /Type /Catalog /Pages 2 0 R /PageLabels 5 0 R >>",
      ),
  ],
];
