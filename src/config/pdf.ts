import { z } from "zod";
import { wholeNumber } from "./fields.ts";

/** The variables of the recognition of scans. */
export const pdfVariables = {
  PDF_OCR: z
    .string()
    .regex(
      /^(?:off|on|\w{3,40}(?:\+\w{3,40}){0,4})$/,
      "off, on, or languages that tesseract has, such as deu+eng",
    )
    .default("off")
    .describe(
      "The language of OCR for calls that name none, such as eng or deu+eng; tesseract and this language must be installed. on means eng, off turns OCR off.",
    ),
  PDF_OCR_WEIGHT: wholeNumber(1, 1_000).default(5).describe("What a recognised page is charged, in pages."),
  PDF_OCR_PAGES: wholeNumber(1, 2_000).default(10).describe("Pages that one request may have recognised."),
};

/** Whether scans are recognised, and within which bounds. */
export interface PdfConfig {
  /** The language of calls that name none; undefined where scans are not recognized. */
  readonly pdfOcr: string | undefined;
  readonly pdfOcrWeight: number;
  readonly pdfOcrPages: number;
}

/** The recognition of scans as the environment has it. */
export function pdfConfig(data: z.output<z.ZodObject<typeof pdfVariables>>): PdfConfig {
  return {
    pdfOcr: data.PDF_OCR === "off" ? undefined : data.PDF_OCR === "on" ? "eng" : data.PDF_OCR,
    pdfOcrWeight: data.PDF_OCR_WEIGHT,
    pdfOcrPages: data.PDF_OCR_PAGES,
  };
}
