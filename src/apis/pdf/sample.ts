/** Puts PDF objects together as a file with its table of offsets. `objects[0]` is number 1, the catalog. */
export function pdfOf(objects: readonly string[], trailer = ""): Uint8Array<ArrayBuffer> {
  let text = "%PDF-1.7\n";
  const offsets = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`);
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join("")}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(text, (one) => one.charCodeAt(0));
}

/** A stream object with its length. Latin-1. */
export function stream(content: string, entries = ""): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
}

const LINES = [
  ["/F2 18 Tf", 720, "Quintet"],
  ["/F1 11 Tf", 690, "This page is a sample. It was written by hand, in the"],
  ["/F1 11 Tf", 676, "language of PDF itself, to show what comes back."],
] as const;

/** A page of text: what the examples are run with. */
export function samplePdf(): Uint8Array<ArrayBuffer> {
  return textPage(LINES.map(([font, y, text]) => `BT ${font} 72 ${y} Td (${text}) Tj ET`).join("\n"));
}

/** A page as full as those of books: what a new process reads itself warm with. */
export function fullPdf(): Uint8Array<ArrayBuffer> {
  const [, , text] = LINES[1];
  return textPage(`BT /F1 11 Tf 14 TL 72 790 Td\n${`(${text}) Tj T*\n`.repeat(48)}ET`);
}

function textPage(content: string): Uint8Array<ArrayBuffer> {
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
    stream(content),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
  ]);
}
