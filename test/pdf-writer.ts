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

/** A PDF with a page of Helvetica for each list of lines; lines hold no parentheses and no backslashes. */
export function textPdf(pages: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(" ");
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap((lines, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
      stream(`BT /F1 12 Tf 16 TL 72 770 Td ${lines.map((line) => `(${line}) Tj T*`).join(" ")} ET`),
    ]),
  ]);
}
