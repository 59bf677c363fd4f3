import { z } from "zod";
import type { SettingsDefinition } from "../../kit/define-api.ts";
import { onOff, wholeNumber } from "../../kit/setting-kinds.ts";

const variables = {
  PDF_OCR: onOff("off").describe("on offers the recognition of scans, by the tesseract of this machine."),
  PDF_OCR_LANGUAGE: z
    .string()
    .regex(/^\w{2,40}(\+\w{2,40}){0,4}$/, "languages that tesseract has, such as eng or deu+eng")
    .default("eng")
    .describe("The language of calls that name none; tesseract must have it."),
  PDF_OCR_WEIGHT: wholeNumber(1, 1_000).default(5).describe("What a recognised page is charged, in pages."),
  PDF_OCR_PAGES: wholeNumber(1, 2_000).default(10).describe("Pages that one request may have recognised."),
  PDF_OCR_SECONDS: wholeNumber(1, 100)
    .default(60)
    .describe("Seconds that one request has for all of them; each has 15 at most."),
};

/** Whether text in scans is recognized, and within which limits. */
export interface PdfSettings {
  readonly ocr: boolean;
  /** As tesseract writes languages: `eng`, or several with plus signs between. */
  readonly ocrLanguage: string;
  /** What a recognized page is charged, in pages. */
  readonly ocrWeight: number;
  /** Pages that one request may have recognized. */
  readonly ocrPages: number;
  /** Milliseconds that one request has for all of them. */
  readonly ocrTotalMs: number;
}

export const pdfSettings: SettingsDefinition<typeof variables, PdfSettings> = {
  variables,
  read: (values) => ({
    ocr: values.PDF_OCR,
    ocrLanguage: values.PDF_OCR_LANGUAGE,
    ocrWeight: values.PDF_OCR_WEIGHT,
    ocrPages: values.PDF_OCR_PAGES,
    ocrTotalMs: values.PDF_OCR_SECONDS * 1_000,
  }),
};
