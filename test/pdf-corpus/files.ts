// The same pages in files that are written in other ways, or broken.
import { stream } from "../pdf-writer.ts";

function latin1(file: Uint8Array): string {
  return Buffer.from(file).toString("latin1");
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (one) => one.charCodeAt(0));
}

/** A file that says that its table of objects is where it is not. */
export function brokenTable(file: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes(latin1(file).replace(/startxref\n\d+/, "startxref\n17"));
}

/** A file without its table, such as a download that was cut. */
export function withoutTable(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = latin1(file);
  const trailer = /trailer\n[^\n]*\n/.exec(text)?.[0] ?? "";
  return bytes(`${text.slice(0, text.lastIndexOf("xref\n0"))}${trailer}%%EOF\n`);
}

/** One page whose objects are in an object stream, found by a cross-reference stream (PDF 32000-1, 7.5.7 and 7.5.8). */
export function compressedObjects(content: string): Uint8Array<ArrayBuffer> {
  const packed = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let offset = 0;
  const index = packed.map((object, k) => {
    const own = `${k + 1} ${offset}`;
    offset += object.length + 1;
    return own;
  });
  const head = `${index.join(" ")} `;
  const objects = stream(
    `${head}${packed.join(" ")}`,
    `/Type /ObjStm /N ${packed.length} /First ${head.length}`,
  );
  let text = "%PDF-1.5\n";
  const place = (number: number, body: string): number => {
    const at = text.length;
    text += `${number} 0 obj\n${body}\nendobj\n`;
    return at;
  };
  const page = place(5, stream(content));
  const pack = place(6, objects);
  const start = text.length;
  const row = (type: number, a: number, b: number) =>
    String.fromCharCode(type, (a >> 16) & 255, (a >> 8) & 255, a & 255, b);
  const rows = [
    row(0, 0, 255),
    ...packed.map((_, k) => row(2, 6, k)),
    row(1, page, 0),
    row(1, pack, 0),
    row(1, start, 0),
  ].join("");
  place(7, stream(rows, "/Type /XRef /Size 8 /W [1 3 1] /Root 1 0 R"));
  return bytes(`${text}startxref\n${start}\n%%EOF\n`);
}
