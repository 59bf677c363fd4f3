import { z } from "zod";
import type { SettingsDefinition } from "../../kit/define-api.ts";
import { numbers } from "../../kit/setting-kinds.ts";

const variables = {
  PDF_OCR: z
    .string()
    .regex(
      /^(?:off|on|\w{3,40}(?:\+\w{3,40}){0,4})$/,
      "off, on, or languages that tesseract supports, such as deu+eng",
    )
    .default("off")
    .describe(
      "The default OCR language, such as eng or deu+eng. Tesseract and the language must be installed. on means eng, off disables OCR.",
    ),
  PDF_OCR_LIMITS: numbers({ weight: [1, 1_000, 5], pages: [1, 2_000, 10] }).describe(
    "The cost of a recognized page, in pages, and the maximum number of recognized pages per call.",
  ),
};

export const pdfSettings = {
  variables,
  read: (values) => ({
    ocr: values.PDF_OCR === "off" ? undefined : values.PDF_OCR === "on" ? "eng" : values.PDF_OCR,
    ocrWeight: values.PDF_OCR_LIMITS.weight,
    ocrPages: values.PDF_OCR_LIMITS.pages,
  }),
} satisfies SettingsDefinition<typeof variables, unknown>;

/** Settings of text recognition in scans; `ocr` is the language of calls that name none, undefined if OCR is off. */
export type PdfSettings = ReturnType<typeof pdfSettings.read>;
