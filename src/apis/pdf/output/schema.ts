import { z } from "zod";
import { kinds } from "../engine/page-quality.ts";

const place = {
  x: z.number().describe("Points from the left edge of the page as it is shown."),
  y: z.number().describe("Points from its upper edge."),
  width: z.number(),
  height: z.number(),
};
const Box = z.object(place).meta({ id: "PdfBox" });
const Word = z
  .object({
    text: z.string(),
    ...place,
    confidence: z.number().optional().describe("Of recognized words: how sure the recognizer is, 0 to 1."),
  })
  .meta({ id: "PdfWord" });
const Link = z
  .object({
    uri: z.string().nullable().describe("Null where it leads to a page of this file."),
    page: z.int().nullable().describe("The page that it leads to; null where it leads out of the file."),
    box: Box,
  })
  .meta({ id: "PdfLink" });
const Field = z
  .object({
    name: z.string(),
    type: z.enum(["text", "checkbox", "radio", "choice", "list", "button", "signature", "unknown"]),
    value: z.string().nullable().describe("Null where it is not filled in, or is a password."),
    checked: z.boolean().optional().describe("Of check boxes and radio buttons."),
    hidden: z
      .literal(true)
      .optional()
      .describe("Present if the page does not show the field on screen. Its value is not in `text`."),
    box: Box,
  })
  .meta({ id: "PdfField" });
const Annotation = z
  .object({
    type: z.string().describe("Such as note, highlight, free-text, stamp, ink, file."),
    text: z.string().nullable(),
    author: z.string().nullable(),
    box: Box,
  })
  .meta({ id: "PdfAnnotation" });

const Quality = z
  .object({
    chars: z.int().describe("Characters on the page, without spaces."),
    unmapped: z.int().describe("Those whose font does not say which character they are."),
    invisible: z
      .int()
      .describe("Those that are there and not seen: a scan's text layer, or text that hides."),
    imageCover: z.number().describe("The share of the page under images, 0 to 1."),
  })
  .meta({ id: "PdfQuality" });

/** The response's entry for one page. */
export const Page = z
  .object({
    number: z.int().describe("From 1."),
    label: z.string().nullable().describe("The page's own name, such as iv; null where the file gives none."),
    width: z.number().nullable().describe("In points (1/72 inch), as the page is shown."),
    height: z.number().nullable(),
    rotation: z.int().nullable().describe("Clockwise: 0, 90, 180 or 270. Width and height have it in them."),
    kind: z
      .enum(kinds)
      .nullable()
      .describe(
        "text; scan: a picture of text; scan-with-text: such a picture with a text layer; garbled: its fonts do not say which characters they show; empty. Null where the page cannot be opened.",
      ),
    quality: Quality.nullable().describe("The facts behind kind."),
    text: z.string().nullable().describe("Null where the page cannot be opened, and in a dry run."),
    ocr: z
      .object({
        language: z.string(),
        confidence: z
          .number()
          .nullable()
          .describe("The mean over its words, 0 to 1; null where it found none."),
        words: z.int(),
      })
      .optional()
      .describe("There where the text was recognized on the picture of the page."),
    words: z.array(Word).optional(),
    links: z.array(Link).optional(),
    forms: z.array(Field).optional(),
    annotations: z.array(Annotation).optional(),
  })
  .meta({ id: "PdfPage" });

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

/** The response. */
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
        .describe("Pages charged: those delivered, a recognized one as often as its weight says."),
      ocr: z
        .object({ pages: z.int(), weight: z.int() })
        .optional()
        .describe(
          "Where recognition was asked for and is offered: the pages recognized, and what each counts as.",
        ),
      wouldCharge: z.int().optional().describe("In a dry run: the pages that the call would be charged."),
    }),
  })
  .meta({ id: "PdfExtract" });
