import { z } from "zod";
import { fileBytes } from "../../kit/descriptor.ts";
import { commaList } from "../../kit/parameter.ts";
import { ocrModes } from "./ocr/mode.ts";
import { tableFormats } from "./output/tables.ts";
import { PAGES_MAX, PageRanges, RANGES } from "./page-ranges.ts";
import { layouts, parts } from "./read-options.ts";

/** What a caller sends. */
export const ExtractInput = z.object({
  file: fileBytes(),
  url: z.string().max(2_048).optional().describe("The address of the PDF, in place of the file itself."),
  pages: PageRanges.optional().describe(
    `Which pages: ${RANGES}. All where it is left out; at most ${PAGES_MAX} at once.`,
  ),
  password: z
    .string()
    .max(256)
    .optional()
    .describe("The password of an encrypted file. Best sent in the form: addresses end up in logs."),
  include: commaList(parts, { text: z.string().max(200) })
    .optional()
    .describe(`What to add to the text, with commas between: ${parts.join(", ")}.`),
  hyphens: z
    .enum(["join", "keep"])
    .default("join")
    .describe("join puts words together that a hyphen parts at the end of a line; keep leaves them."),
  format: z
    .enum(["text", "markdown"])
    .default("text")
    .describe(
      "markdown writes text as Markdown: headings, lists, tables, links. Accept: text/markdown does too.",
    ),
  tableFormat: z
    .enum(tableFormats)
    .default("cells")
    .describe("With include=tables: csv or html adds each table in that format, besides its cells."),
  layout: z
    .enum(layouts)
    .default("reading")
    .describe(
      "reading puts columns, rows and superscripts into the order of reading; raw leaves the order of the file's content; spatial keeps places on the page by spaces, for text alone.",
    ),
  headers: z
    .enum(["keep", "drop"])
    .default("keep")
    .describe(
      "drop leaves out lines that stand at the edge of page after page: running headers and footers.",
    ),
  ocr: z
    .enum(ocrModes)
    .default("off")
    .describe(
      "auto recognizes the text of pages that have none of their own (kind scan or garbled), force that of all pages, where the operator offers it. A recognized page counts as several: a dry run says how many.",
    ),
  ocrLanguage: z
    .string()
    .regex(/^\w{2,40}(\+\w{2,40}){0,4}$/, "must name languages, such as eng or deu+eng")
    .optional()
    .describe(
      "The language of the pages to recognize, such as eng or deu+eng; the operator sets the usual one.",
    ),
  dryRun: z
    .boolean()
    .default(false)
    .describe("true tells what the file is and what it would cost, without the text. Free."),
});
