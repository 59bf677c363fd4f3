import { z } from "zod";
import { onOff, wholeNumber } from "../kit/setting-kinds.ts";

/** The variables of the recognition of scans. */
export const pdfVariables = {
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

/** Whether scans are recognised, and within which bounds. */
export interface PdfConfig {
  readonly pdfOcr: boolean;
  readonly pdfOcrLanguage: string;
  readonly pdfOcrWeight: number;
  readonly pdfOcrPages: number;
  readonly pdfOcrSeconds: number;
}

/** The recognition of scans as the environment has it. */
export function pdfConfig(data: z.output<z.ZodObject<typeof pdfVariables>>): PdfConfig {
  return {
    pdfOcr: data.PDF_OCR,
    pdfOcrLanguage: data.PDF_OCR_LANGUAGE,
    pdfOcrWeight: data.PDF_OCR_WEIGHT,
    pdfOcrPages: data.PDF_OCR_PAGES,
    pdfOcrSeconds: data.PDF_OCR_SECONDS,
  };
}
