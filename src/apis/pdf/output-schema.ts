import { z } from "zod";
import { component, named, object } from "../../kit/described-objects.ts";

/** The kinds of pages, each derived from the quality of a page alone. */
const kinds = ["text", "scan", "scan-with-text", "garbled", "empty"] as const;
export type Kind = (typeof kinds)[number];

const place = {
  x: z.number().describe("Distance from the left edge of the page as displayed, in points."),
  y: z.number().describe("Distance from the top edge of the page as displayed, in points."),
  width: z.number().describe("Width in points."),
  height: z.number().describe("Height in points."),
};
const Box = z.object(place).meta({ id: "PdfBox", description: "The position on the page." });
/** A box on the displayed page, in points from its upper left corner. */
export type Place = z.output<typeof Box>;

const Word = named("PdfWord", {
  text: z.string().describe("The word."),
  ...place,
  confidence: z.number().optional().describe("Only for recognized words: the OCR confidence, 0 to 1."),
});
export type Word = z.output<typeof Word>;

const Link = named("PdfLink", {
  uri: z.string().nullable().describe("The target URL. Null for links to a page of this file."),
  page: z.int().nullable().describe("The target page. Null for links to a URL."),
  box: Box,
});
export type Link = z.output<typeof Link>;

const Field = named("PdfField", {
  name: z.string().describe("The full name of the field."),
  type: z
    .enum(["text", "checkbox", "radio", "choice", "list", "button", "signature", "unknown"])
    .describe("The type of the field. `choice`: a drop-down list."),
  value: z.string().nullable().describe("The value. Null if the field is empty or is a password."),
  checked: z.boolean().optional().describe("Only for check boxes and radio buttons."),
  hidden: z
    .literal(true)
    .optional()
    .describe("Present if the page does not show the field on screen. Its value is not in `text`."),
  box: Box,
});
export type FormField = z.output<typeof Field>;

const TableCell = named("PdfTableCell", {
  text: z.string().describe('"" if the cell is empty, or covered by a cell above it or on its left.'),
  rowSpan: z.int().optional().describe("How many rows it covers, if more than one."),
  colSpan: z.int().optional().describe("How many columns it covers, if more than one."),
  box: Box,
});
const Table = named("PdfTable", {
  rows: z
    .array(z.array(TableCell))
    .describe(
      "The rows, from the top. Every row has a cell for each column; text that spans several cells is in the upper left one.",
    ),
  box: Box,
  ruled: z.boolean().describe("Whether drawn lines separate its cells. Otherwise it was found by alignment."),
  caption: z.string().optional().describe("The line above or below that labels the table, if any."),
  csv: z.string().optional().describe("With `tableFormat=csv`: the table as CSV (RFC 4180)."),
  html: z.string().optional().describe("With `tableFormat=html`: the table as an HTML table element."),
});
export type PageTable = z.output<typeof Table>;

const Annotation = named("PdfAnnotation", {
  type: z.string().describe("The type, such as note, highlight, free-text, stamp, ink or file."),
  text: z.string().nullable().describe("The text of the annotation."),
  author: z.string().nullable().describe("The author of the annotation."),
  box: Box,
});
export type Annotation = z.output<typeof Annotation>;

const Quality = named("PdfQuality", {
  chars: z.int().describe("Characters on the page, without spaces."),
  unmapped: z.int().describe("Characters whose font does not identify them."),
  invisible: z.int().describe("Characters that are not visible: the text layer of a scan, or hidden text."),
  imageCover: z.number().describe("The share of the page under images, 0 to 1."),
});
export type PageQuality = z.output<typeof Quality>;

/** The response's entry for one page. */
export const Page = named("PdfPage", {
  number: z.int().describe("The page number, from 1."),
  label: z.string().nullable().describe("The page label, such as `iv`. Null if the file has none."),
  width: z.number().nullable().describe("The width in points (1/72 inch), as displayed."),
  height: z.number().nullable().describe("The height in points, as displayed."),
  rotation: z
    .int()
    .nullable()
    .describe("Clockwise rotation: 0, 90, 180 or 270. Width and height already include it."),
  kind: z
    .enum(kinds)
    .nullable()
    .describe(
      "`scan`: an image of text. `scan-with-text`: an image with a text layer. `garbled`: the fonts do not identify their characters. Null if the page cannot be opened.",
    ),
  quality: Quality.nullable().describe("The evidence for `kind`."),
  text: z
    .string()
    .nullable()
    .describe("The text of the page. Null if the page cannot be opened, and in a dry run."),
  ocr: z
    .object({
      language: z.string().describe("The OCR language."),
      confidence: z
        .number()
        .nullable()
        .describe("The mean confidence of the page's words, 0 to 1. Null if there are no words."),
      words: z.int().describe("The number of recognized words."),
    })
    .optional()
    .describe("Present if the text was recognized by OCR."),
  tables: z.array(Table).optional().describe("Only with `include=tables`: the tables of the page."),
  words: z.array(Word).optional().describe("Only with `include=words`: every word with its position."),
  links: z.array(Link).optional().describe("Only with `include=links`: the links of the page."),
  forms: z.array(Field).optional().describe("Only with `include=forms`: the form fields of the page."),
  annotations: z
    .array(Annotation)
    .optional()
    .describe("Only with `include=annotations`: the annotations of the page."),
});
export type Page = z.output<typeof Page>;

const Metadata = named("PdfMetadata", {
  title: z.string().nullable().describe("The title of the document."),
  author: z.string().nullable().describe("The author of the document."),
  subject: z.string().nullable().describe("The subject of the document."),
  keywords: z.string().nullable().describe("The keywords of the document."),
  creator: z.string().nullable().describe("The program that the document was written with."),
  producer: z.string().nullable().describe("The program that made the PDF."),
  created: z
    .string()
    .nullable()
    .describe("When the document was created, ISO 8601 in UTC. Without a time zone if the file has none."),
  modified: z.string().nullable().describe("When the document was last changed, in the same form."),
  xmp: z.string().nullable().describe("The XMP metadata: the XML element of the file, unchanged."),
});
export type Metadata = z.output<typeof Metadata>;

const Warning = named("PdfWarning", {
  code: z
    .enum([
      "page-unreadable",
      "page-is-scan",
      "page-garbled",
      "invisible-text",
      "ocr-unavailable",
      "ocr-failed",
      "xfa-form",
    ])
    .describe("Identifies the problem."),
  page: z.int().describe("The page number, from 1."),
  detail: z.string().describe("The problem in one sentence."),
});

/** The response. */
export const Extract = named("PdfExtract", {
  pageCount: z.int().describe("The number of pages in the file, including those not selected."),
  pdfVersion: z.string().nullable().describe("The PDF version, such as `1.7`."),
  encrypted: z.boolean().describe("Whether the file is encrypted."),
  tagged: z.boolean().describe("Whether the file has structure tags for headings, lists and tables."),
  language: z.string().nullable().describe("The language that the file declares, such as `en-US`."),
  permissions: object("The permissions set by the author. They are reported, not enforced.", {
    print: z.boolean().describe("Whether printing is allowed."),
    copy: z.boolean().describe("Whether copying text is allowed."),
    change: z.boolean().describe("Whether changes are allowed."),
  }),
  text: z
    .string()
    .nullable()
    .describe("The text of all selected pages, separated by form feeds. Null in a dry run."),
  pages: z.array(Page).describe("The selected pages, in order."),
  metadata: Metadata.optional().describe("Only with `include=metadata`: the document's metadata."),
  outline: z
    .array(
      z.object({
        title: z.string().describe("The title of the bookmark."),
        level: z.int().describe("The depth, from 0."),
        page: z.int().nullable().describe("The target page, from 1. Null if it is not in this file."),
      }),
    )
    .optional()
    .describe("The bookmarks as a flat list, in order. Level 0 is the top level."),
  attachments: z
    .array(
      z.object({
        name: z.string().describe("The file name."),
        mediaType: z.string().nullable().describe("The media type that the file declares."),
        bytes: z.int().nullable().describe("The size in bytes. Null if it cannot be read."),
      }),
    )
    .optional()
    .describe("Only with `include=attachments`: the attached files, without their content."),
  warnings: z.array(Warning).describe("Problems with single pages."),
  usage: object("The cost of the call.", {
    pages: z
      .int()
      .describe(
        "The number of pages charged: those returned, with recognized pages multiplied by their weight.",
      ),
    ocr: z
      .object({
        pages: z.int().describe("The number of recognized pages."),
        weight: z.int().describe("How many pages each of them costs."),
      })
      .optional()
      .describe("Present if OCR was requested and is available."),
    wouldCharge: z
      .int()
      .optional()
      .describe("Only in a dry run: the number of pages that the call would cost."),
  }),
});

export type Extract = z.output<typeof Extract>;

const { warnings, usage } = Extract.shape;

/** A line of the streamed response. After an error, the last line is `problem` instead of `end`. */
export const ExtractLine = z
  .discriminatedUnion("type", [
    Extract.omit({ text: true, pages: true, warnings: true, usage: true })
      .extend({ type: z.literal("document") })
      .meta({ id: "PdfDocumentLine", description: "The first line: the file." }),
    Page.extend({ type: z.literal("page") }).meta({ id: "PdfPageLine", description: "A page." }),
    component("PdfEndLine", "The last line: the cost of the call.", {
      type: z.literal("end"),
      warnings,
      usage,
    }),
  ])
  .meta({ id: "PdfExtractLine", description: "A line of the response as NDJSON." });
