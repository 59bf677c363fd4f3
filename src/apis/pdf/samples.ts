import { createHash } from "node:crypto";
import type { ExampleFile } from "../../kit/descriptor.ts";
import { pdfOf, samplePdf, stream } from "./sample.ts";

const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";

function page(entries: string): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${entries} >>`;
}

/** A form of two fields, filled in: their values are no part of the page's content. */
function formPdf(): Uint8Array<ArrayBuffer> {
  const content =
    "BT /F1 12 Tf 72 700 Td (Name:) Tj ET BT /F1 12 Tf 72 670 Td (I agree to the terms) Tj ET BT /F1 12 Tf 72 640 Td (Thank you.) Tj ET";
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R] /DR << /Font << /F1 5 0 R >> >> >> >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    page("/Contents 4 0 R /Annots [6 0 R 7 0 R] /Resources << /Font << /F1 5 0 R >> >>"),
    stream(content),
    FONT,
    "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada Lovelace) /DA (/F1 12 Tf) /Rect [120 695 300 715] /F 4 >>",
    "<< /Type /Annot /Subtype /Widget /FT /Btn /T (agree) /V /Yes /AS /Yes /Rect [55 668 67 680] /F 4 /AP << /N << /Yes 8 0 R /Off 8 0 R >> >> >>",
    stream("", "/Type /XObject /Subtype /Form /BBox [0 0 12 12]"),
  ]);
}

/** A page that is one image, and one that has the text of its image under it. */
function scanPdf(): Uint8Array<ArrayBuffer> {
  const picture = "q 595 0 0 842 0 0 cm /I Do Q";
  return pdfOf([
    CATALOG,
    "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
    page("/Contents 5 0 R /Resources << /XObject << /I 7 0 R >> >>"),
    page("/Contents 6 0 R /Resources << /XObject << /I 7 0 R >> /Font << /F1 8 0 R >> >>"),
    stream(picture),
    stream(`${picture} BT 3 Tr /F1 12 Tf 72 700 Td (Read by a machine) Tj ET`),
    stream(
      "\x40",
      "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8",
    ),
    FONT,
  ]);
}

/** PDF 32000-1, 7.6.3.3: what fills a password up to 32 bytes. */
const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

function md5(...data: readonly Uint8Array[]): Buffer {
  return createHash("md5").update(Buffer.concat(data)).digest();
}

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  const at = (i: number) => state[i & 255] ?? 0;
  const swap = (i: number, j: number) => {
    const kept = at(i);
    state[i & 255] = at(j);
    state[j & 255] = kept;
  };
  let mixed = 0;
  for (let k = 0; k < 256; k++) {
    mixed = (mixed + at(k) + (key[k % key.length] ?? 0)) & 255;
    swap(k, mixed);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + at(i)) & 255;
      swap(i, j);
      return byte ^ at(at(i) + at(j));
    }),
  );
}

/** A file that opens with a password alone, under the oldest of the standard's methods (revision 2). */
function lockedPdf(password: string): Uint8Array<ArrayBuffer> {
  const user = Buffer.concat([Buffer.from(password, "latin1"), PADDING]).subarray(0, 32);
  const owner = rc4(md5(user).subarray(0, 5), user);
  const id = md5(Buffer.from("Quintet"));
  const key = md5(user, owner, Buffer.from([252, 255, 255, 255]), id).subarray(0, 5);
  const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString("hex")}>`;
  const content = Buffer.from("BT /F1 12 Tf 72 700 Td (Behind the lock) Tj ET");
  // 7.6.2, algorithm 1: each object has a key of its own, here that of number 4.
  const locked = rc4(md5(key, Buffer.from([4, 0, 0, 0, 0])).subarray(0, 10), content);
  return pdfOf(
    [
      CATALOG,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      page("/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>"),
      stream(locked.toString("latin1")),
      FONT,
      `<< /Filter /Standard /V 1 /R 2 /P -4 /O ${hex(owner)} /U ${hex(rc4(key, PADDING))} >>`,
    ],
    `/Encrypt 6 0 R /ID [${hex(id)} ${hex(id)}]`,
  );
}

/** The password of `samples.locked`. */
export const SAMPLE_PASSWORD = "open-sesame";

/** Small files that the examples of the documentation are run with. */
export const samples = {
  plain: { name: "sample.pdf", make: samplePdf },
  form: { name: "form.pdf", make: formPdf },
  scan: { name: "scan.pdf", make: scanPdf },
  locked: { name: "locked.pdf", make: () => lockedPdf(SAMPLE_PASSWORD) },
} as const satisfies Record<string, ExampleFile>;
