import type { Case } from "./cases.ts";
import { pdfPages, unicodeFont, unicodeLine } from "./write.ts";

/** What is typed, and the same as it is seen from left to right: numbers and Latin words stay as they are. */
const ROWS: readonly (readonly [name: string, typed: string, seen: string])[] = [
  ["Hebrew", "שלום עולם", "םלוע םולש"],
  ["Hebrew with a number", "שנת 2024 הסתיימה", "המייתסה 2024 תנש"],
  ["Hebrew with brackets", "טקסט (עם סוגריים) כאן", "ןאכ (םיירגוס םע) טסקט"],
  ["Hebrew with a Latin word", "קובץ PDF חדש", "שדח PDF ץבוק"],
  ["Arabic", "مرحبا بالعالم", "ملاعلاب ابحرم"],
  ["Arabic with a number", "سنة 1434 هجرية", "ةيرجه 1434 ةنس"],
  ["a Hebrew word in English", "The word שלום means peace", "The word םולש means peace"],
];

/** Lines of right-to-left scripts, drawn from left to right as they are seen: what printers' drivers do. */
export function rightToLeft(): Case[] {
  return ROWS.map(([name, typed, seen]) => {
    const font = unicodeFont(seen);
    return {
      name,
      file: pdfPages([{ content: unicodeLine(font, 72, 700, seen) }], { font }),
      pages: [typed],
    };
  });
}
