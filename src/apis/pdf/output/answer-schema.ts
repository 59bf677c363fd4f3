import { z } from "zod";
import { Page } from "./page-schema.ts";

const Metadata = z
  .object({
    title: z.string().nullable(),
    author: z.string().nullable(),
    subject: z.string().nullable(),
    keywords: z.string().nullable(),
    creator: z.string().nullable().describe("The program that it was written with."),
    producer: z.string().nullable().describe("The program that made the PDF."),
    created: z.string().nullable().describe("ISO 8601, in UTC; without a zone where the file names none."),
    modified: z.string().nullable(),
    xmp: z.string().nullable().describe("The XMP metadata, an XML element as the file has it."),
  })
  .meta({ id: "PdfMetadata" });

const Warning = z
  .object({
    code: z.enum([
      "page-unreadable",
      "page-is-scan",
      "page-garbled",
      "invisible-text",
      "ocr-unavailable",
      "ocr-failed",
    ]),
    page: z.int(),
    detail: z.string(),
  })
  .meta({ id: "PdfWarning" });

/** What comes back. */
export const Extract = z
  .object({
    pageCount: z.int().describe("Pages of the file, whichever were asked for."),
    pdfVersion: z.string().nullable(),
    encrypted: z.boolean(),
    tagged: z.boolean().describe("Whether the file says what is a heading, a list, a table."),
    language: z.string().nullable(),
    permissions: z
      .object({ print: z.boolean(), copy: z.boolean(), change: z.boolean() })
      .describe("What its author allows. It is reported and hinders nothing."),
    text: z.string().nullable().describe("All pages, a form feed between two. Null in a dry run."),
    pages: z.array(Page),
    metadata: Metadata.optional(),
    outline: z
      .array(z.object({ title: z.string(), level: z.int(), page: z.int().nullable() }))
      .optional()
      .describe("Flat, in order; level 0 is the top."),
    attachments: z
      .array(z.object({ name: z.string(), mediaType: z.string().nullable(), bytes: z.int().nullable() }))
      .optional(),
    warnings: z.array(Warning),
    usage: z.object({
      pages: z
        .int()
        .describe("Pages charged: those delivered, a recognised one as often as its weight says."),
      ocr: z
        .object({ pages: z.int(), weight: z.int() })
        .optional()
        .describe(
          "Where recognition was asked for and is offered: the pages recognised, and what each counts as.",
        ),
      wouldCharge: z.int().optional().describe("In a dry run: the pages that the call would be charged."),
    }),
  })
  .meta({ id: "PdfExtract" });
