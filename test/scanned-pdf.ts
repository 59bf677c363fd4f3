import { deflateSync } from "node:zlib";
import { run } from "../src/apis/pdf/ocr/render.worker.ts";
import { pdfOf, stream } from "./pdf-writer.ts";

const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>";

/** Where a picture may stand on its page: as it is, on its side, on its head. */
const PLACED = {
  upright: [595, 842, "595 0 0 842 0 0"],
  turned: [842, 595, "0 -595 842 0 0 595"],
  reversed: [595, 842, "-595 0 0 -842 595 842"],
} as const;

function printed(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const shown = lines.map((line) => `(${line}) Tj T*`).join("\n");
  return pdfOf([
    CATALOG,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    stream(`BT /F1 12 Tf 16 TL 72 760 Td\n${shown}\nET`),
    FONT,
  ]);
}

/** The picture of a page: an image object of a PDF. */
async function pictureOf(lines: readonly string[]): Promise<string> {
  const [picture] = await Array.fromAsync(run({ file: printed(lines), password: undefined, pages: [0] }));
  const graymap = Buffer.from(picture?.graymap ?? []);
  const [, width, height] = /^P5\n(\d+) (\d+)\n255\n/.exec(graymap.toString("latin1", 0, 40)) ?? [];
  const pixels = graymap.subarray(graymap.length - Number(width) * Number(height));
  return stream(
    deflateSync(pixels).toString("latin1"),
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
  );
}

export interface ScannedPage {
  readonly lines: readonly string[];
  readonly placed?: keyof typeof PLACED;
  /** Text that is not on the picture. */
  readonly typed?: string;
}

/** A file whose pages are pictures of text and hold none themselves; `lines` empty: a page of typed text. */
export async function scannedPdf(pages: readonly ScannedPage[]): Promise<Uint8Array<ArrayBuffer>> {
  const first = 4;
  const kids = pages.map((_, i) => `${first + 3 * i} 0 R`).join(" ");
  const objects: string[] = [];
  for (const [i, { lines, placed = "upright", typed }] of pages.entries()) {
    const [width, height, matrix] = PLACED[placed];
    const at = first + 3 * i;
    const picture = lines.length === 0 ? "" : `q ${matrix} cm /I Do Q`;
    const text = typed === undefined ? "" : ` BT /F1 12 Tf 72 60 Td (${typed}) Tj ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${at + 1} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /I ${at + 2} 0 R >> >> >>`,
      stream(picture + text),
      lines.length === 0 ? "null" : await pictureOf(lines),
    );
  }
  return pdfOf([CATALOG, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`, FONT, ...objects]);
}
