import type { z } from "zod";
import type { OpenedDocument } from "../job.ts";
import type { ReadPage, UnreadablePage } from "../page.ts";
import type { Extract, Page } from "./schema.ts";

/** Media types of the response besides JSON. */
export const TEXT_TYPE = "text/plain";
export const MARKDOWN_TYPE = "text/markdown";
export const LINES_TYPE = "application/x-ndjson";

export type PageAnswer = z.input<typeof Page>;
type Warning = z.input<typeof Extract>["warnings"][number];

/** A page as it is sent. */
export function pageAnswer(page: ReadPage | UnreadablePage, dryRun: boolean): PageAnswer {
  if (!("unreadable" in page)) return { ...page, text: dryRun ? null : page.text } as PageAnswer;
  const { number } = page;
  return {
    number,
    label: null,
    width: null,
    height: null,
    rotation: null,
    kind: null,
    quality: null,
    text: null,
  };
}

/** Warnings about a page whose text may be missing or wrong. */
export function warningsOf(page: ReadPage | UnreadablePage): Warning[] {
  const { number } = page;
  if (!("unreadable" in page) && page.ocr !== undefined) return [];
  if ("unreadable" in page) {
    return [
      { code: "page-unreadable", page: number, detail: "The page is damaged or missing; it is not charged." },
    ];
  }
  switch (page.kind) {
    case "scan":
      return [
        { code: "page-is-scan", page: number, detail: "The page is a scanned image without a text layer." },
      ];
    case "garbled":
      return [
        {
          code: "page-garbled",
          page: number,
          detail: "The fonts of the page do not identify their characters, so its text is not reliable.",
        },
      ];
    case "text":
      return page.quality.invisible === 0
        ? []
        : [
            {
              code: "invisible-text",
              page: number,
              detail: `${page.quality.invisible} characters of the text are not visible on the page.`,
            },
          ];
    default:
      return [];
  }
}

/** The fields of the response that describe the file. */
export function documentAnswer(document: OpenedDocument) {
  const { metadata, outline, attachments, ...facts } = document;
  return {
    ...facts,
    ...(metadata === undefined ? {} : { metadata }),
    ...(outline === undefined ? {} : { outline: [...outline] }),
    ...(attachments === undefined ? {} : { attachments: [...attachments] }),
  };
}
