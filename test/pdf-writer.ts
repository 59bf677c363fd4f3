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
