import type { Extract } from "../output-schema.ts";
import type { ReadPage, UnreadablePage } from "../page.ts";

/** Media types of the response besides JSON. */
export const TEXT_TYPE = "text/plain";
export const MARKDOWN_TYPE = "text/markdown";
export const LINES_TYPE = "application/x-ndjson";

type Warning = Extract["warnings"][number];

/** The warning about a file whose pages ask for another program. */
export const placeholderWarning: Warning = {
  code: "xfa-form",
  page: 1,
  detail:
    "The file is a dynamic XFA form, which only Adobe Acrobat shows; its pages are a placeholder. Print it to a PDF there and send that.",
};

/** Warnings about a page whose text may be missing or wrong. */
export function warningsOf(page: ReadPage | UnreadablePage): Warning[] {
  const warn = (code: Warning["code"], detail: string) => [{ code, page: page.number, detail }];
  if (page.kind === null)
    return warn("page-unreadable", "The page is damaged or missing; it is not charged.");
  const { kind, ocr, quality } = page;
  if (ocr !== undefined) return [];
  if (kind === "scan") return warn("page-is-scan", "The page is a scanned image without a text layer.");
  if (kind === "garbled") {
    return warn(
      "page-garbled",
      "The fonts of the page do not identify their characters, so its text is not reliable.",
    );
  }
  if (kind !== "text" || quality.invisible === 0) return [];
  return warn("invisible-text", `${quality.invisible} characters of the text are not visible on the page.`);
}
