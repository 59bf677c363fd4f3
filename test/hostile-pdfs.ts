import { constants, deflateRawSync, deflateSync } from "node:zlib";
import { samplePdf } from "../src/apis/pdf/samples.ts";
import { pdfOf, stream } from "./pdf-writer.ts";
import { trappingPdfs } from "./trapping-pdfs.ts";

const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const PAGES = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

function page(contents: string, resources = "/Font << /F1 5 0 R >>"): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} /Resources << ${resources} >> >>`;
}

function onePage(content: string, more: readonly string[] = [], resources?: string): Uint8Array<ArrayBuffer> {
  return pdfOf([CATALOG, PAGES, page("4 0 R", resources), content, FONT, ...more]);
}

function flate(content: string): string {
  return stream(latin(deflateSync(content)), "/Filter /FlateDecode");
}

/** Each character on top of the one before. */
export function overlapping(): Uint8Array<ArrayBuffer> {
  const letters = Array.from({ length: 300_000 }, (_, i) => `(${String.fromCharCode(97 + (i % 26))})Tj`);
  return onePage(flate(`BT /F1 12 Tf 0 Tz 100 700 Td\n${letters.join("\n")}\nET`));
}

/** Each character left of the one before, as a piece of its own: PDFium sorts each into the line so far. */
export function backwards(): Uint8Array<ArrayBuffer> {
  const letters = Array.from(
    { length: 300_000 },
    (_, i) => `-0.01 0 Td (${String.fromCharCode(97 + (i % 26))}) Tj`,
  );
  return onePage(flate(`BT /F1 12 Tf 600 700 Td ${letters.join("\n")} ET`));
}

/** The same in less than nine kilobytes: by turns, for fewer are taken for a bold letter drawn anew. */
export function nineKilobytes(): Uint8Array<ArrayBuffer> {
  const turn = Array.from("abcdefgh", (letter) => `-.01 0 Td(${letter})Tj\n`).join("");
  const content = deflateSync(`BT /F1 12 Tf 600 700 Td ${turn.repeat(300_000 / 8)}ET`);
  return onePage(stream(latin(deflateSync(content)), "/Filter [/FlateDecode /FlateDecode]"));
}

/** A page tree that claims a million pages and has one that is none. */
export function millionPages(): Uint8Array<ArrayBuffer> {
  return pdfOf([CATALOG, "<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>", "null"]);
}

/** A page tree in which each node names the next ten times: so many pages are really there. */
export function sharedPages(depth: number): Uint8Array<ArrayBuffer> {
  const nodes = Array.from({ length: depth }, (_, i) => {
    const kids = Array.from({ length: 10 }, () => `${i + 3} 0 R`).join(" ");
    return `<< /Type /Pages /Kids [${kids}] /Count ${10 ** (depth - i)} >>`;
  });
  return pdfOf([CATALOG, ...nodes, "<< /Type /Page /MediaBox [0 0 9 9] >>"]);
}

/** Zeros by the gigabyte, deflated twice. */
export function nestedFlate(gigabytes: number): Uint8Array<ArrayBuffer> {
  const megabyte = deflateRawSync(Buffer.alloc(1 << 20, 32), { finishFlush: constants.Z_FULL_FLUSH });
  const once = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: gigabytes * 1024 }, () => megabyte),
    deflateRawSync(Buffer.alloc(0)),
  ]);
  return onePage(stream(latin(deflateSync(once)), "/Filter [/FlateDecode /FlateDecode]"));
}

/** Forms that draw the next one ten times each. */
export function formBomb(depth: number): Uint8Array<ArrayBuffer> {
  const forms = Array.from({ length: depth }, (_, i) => {
    const isLast = i === depth - 1;
    const content = isLast ? "BT /F1 12 Tf 9 9 Td (ha) Tj ET" : "/X Do ".repeat(10);
    const next = isLast ? "/Font << /F1 5 0 R >>" : `/XObject << /X ${i + 7} 0 R >>`;
    return stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${next} >>`);
  });
  return onePage(stream("/X Do ".repeat(10)), forms, "/XObject << /X 6 0 R >>");
}

/** Maps of codes to characters that name every code there is, and themselves. */
function characterMaps(): Uint8Array<ArrayBuffer> {
  const all = (what: string) =>
    `begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 begin${what}range <00000000> <ffffffff> 0 end${what}range`;
  return pdfOf([
    CATALOG,
    PAGES,
    page("4 0 R", "/Font << /F1 5 0 R >>"),
    stream(`BT /F1 9 Tf <${"0001".repeat(50_000)}> Tj ET`),
    "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding 6 0 R /ToUnicode 8 0 R /DescendantFonts [7 0 R] >>",
    stream(all("cid"), "/Type /CMap /CMapName /X /UseCMap 6 0 R"),
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /W [0 [${"1 ".repeat(100_000)}]] >>`,
    stream(`begincmap 1 beginbfrange <00000000> <ffffffff> <0041> endbfrange endcmap`, "/UseCMap 8 0 R"),
  ]);
}

/** A page under a picture that claims ten gigabytes. */
function picture(filter: string, data: string): Uint8Array<ArrayBuffer> {
  const entries = `/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /Filter ${filter}`;
  return onePage(stream("612 0 0 792 0 0 cm /X Do"), [stream(data, entries)], "/XObject << /X 6 0 R >>");
}

/** Objects whose stream extends itself and is one of them. */
function innerObjects(): Uint8Array<ArrayBuffer> {
  return onePage(stream("BT ET"), [
    stream("6 0 7 2 null null", "/Type /ObjStm /N 2 /First 8 /Extends 6 0 R"),
  ]);
}

function half(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return file.slice(0, file.length / 2);
}

function joined(...files: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(files));
}

/** Files that want to hurt, by what they do. */
export const hostilePdfs: readonly (readonly [string, () => Uint8Array<ArrayBuffer>])[] = [
  ["300,000 characters from right to left", backwards],
  ["300,000 characters on one spot", overlapping],
  ["a million pages claimed", millionPages],
  ["a hundred thousand pages in 1 KB", () => sharedPages(5)],
  ["four gigabytes in nested Flate", () => nestedFlate(4)],
  ["forms within forms, 10^12 times", () => formBomb(12)],
  [
    "five hundred million q",
    () =>
      onePage(
        stream(
          latin(deflateSync(deflateSync(Buffer.alloc(100_000_000, "q ")))),
          "/Filter [/FlateDecode /FlateDecode]",
        ),
      ),
  ],
  [
    "a form that draws itself",
    () =>
      onePage(
        stream("/X Do"),
        [
          stream(
            "/X Do",
            "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>",
          ),
        ],
        "/XObject << /X 6 0 R >>",
      ),
  ],
  ["a page tree that is its own child", () => pdfOf([CATALOG, "<< /Type /Pages /Kids [2 0 R] /Count 3 >>"])],
  [
    "a page tree 20,000 deep",
    () =>
      pdfOf([
        CATALOG,
        ...Array.from({ length: 20_000 }, (_, i) => `<< /Type /Pages /Kids [${i + 3} 0 R] /Count 1 >>`),
        "<< /Type /Page /MediaBox [0 0 9 9] >>",
      ]),
  ],
  ["arrays 200,000 deep", () => onePage(stream(`${"[".repeat(200_000)} TJ`))],
  [
    "a length that refers to itself",
    () => pdfOf([CATALOG, PAGES, page("4 0 R"), "<< /Length 4 0 R >>\nstream\nBT ET\nendstream", FONT]),
  ],
  [
    "an outline that goes round",
    () =>
      pdfOf([
        "<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>",
        PAGES,
        page("4 0 R"),
        stream("BT /F1 12 Tf 72 700 Td (plain) Tj ET"),
        FONT,
        "<< /First 7 0 R /Last 7 0 R >>",
        "<< /Title (a) /Next 8 0 R /Parent 6 0 R /First 7 0 R >>",
        "<< /Title (b) /Next 7 0 R /Parent 6 0 R >>",
      ]),
  ],
  [
    "an xref that leads to itself",
    () =>
      new TextEncoder().encode(
        "%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Prev 9 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n",
      ),
  ],
  [
    "a font of a million widths",
    () =>
      pdfOf([
        CATALOG,
        PAGES,
        page("4 0 R"),
        stream("BT /F1 12 Tf (a) Tj ET"),
        `<< /Type /Font /Subtype /TrueType /BaseFont /X /FirstChar 0 /LastChar 255 /Widths [${"1e38 ".repeat(200_000)}] >>`,
      ]),
  ],
  [
    "a page of 10^30 points",
    () =>
      pdfOf([
        CATALOG,
        PAGES,
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1e30 1e30] /Contents 4 0 R >>",
        stream("BT ET"),
      ]),
  ],
  ["300,000 characters from right to left in 9 KB", nineKilobytes],
  ["forms within forms, a million times", () => formBomb(6)],
  ["forms within forms, 10^20 times", () => formBomb(20)],
  [
    "a predictor of a million columns over nothing",
    () =>
      onePage(
        stream(
          latin(deflateSync(Buffer.alloc(50_000_000))),
          "/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 1000000000 /Colors 32 /BitsPerComponent 16 >>",
        ),
      ),
  ],
  ["a character map of four thousand million codes, and of itself", characterMaps],
  ["a picture of 60,000 by 60,000", () => picture("/FlateDecode /ColorSpace /DeviceRGB", "x")],
  ["objects in a stream that is in itself", () => innerObjects()],
  ["half a file", () => half(samplePdf())],
  ["a file and 100 KB of nothing", () => joined(samplePdf(), new Uint8Array(100_000))],
  ["two files in one", () => joined(samplePdf(), samplePdf())],
  ...trappingPdfs.map(([name, make]) => [`a trap: ${name}`, make] as const),
  ["nothing but the mark", () => new TextEncoder().encode("%PDF-1.7\n")],
];
