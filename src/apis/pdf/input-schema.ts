import { z } from "zod";
import { fileBytes } from "../../kit/descriptor.ts";
import { whole } from "../../kit/numbers.ts";
import { commaList } from "../../kit/parameter.ts";
import { ocrModes } from "./ocr/mode.ts";
import { tableFormats } from "./output/tables.ts";
import { PAGES_MAX, PageRanges, RANGES } from "./page-ranges.ts";

/** Optional parts of the response. */
export const parts = [
  "tables",
  "words",
  "outline",
  "metadata",
  "links",
  "forms",
  "annotations",
  "attachments",
] as const;

/** The parameters of a call. */
export const ExtractInput = z.object({
  file: fileBytes(),
  url: z.string().max(2_048).optional().describe("The URL of the PDF, instead of a file."),
  pages: PageRanges.optional().describe(
    `The pages to extract: ${RANGES}. Default: all. At most ${whole(PAGES_MAX)} per call, or fewer if your plan limits them.`,
  ),
  password: z
    .string()
    .max(256)
    .optional()
    .describe("The password of an encrypted file. Send it in the request body, because URLs end up in logs."),
  include: commaList(parts, { text: z.string().max(200) })
    .optional()
    .describe(
      `Details to add to the text, separated by commas: ${parts.map((part) => `\`${part}\``).join(", ")}.`,
    ),
  hyphens: z
    .enum(["join", "keep"])
    .default("join")
    .describe("`join` joins words that are hyphenated at the end of a line; `keep` leaves them unchanged."),
  format: z
    .enum(["text", "markdown"])
    .default("text")
    .describe(
      "`markdown` returns Markdown with headings, lists, tables and links, as `Accept: text/markdown` does.",
    ),
  tableFormat: z
    .enum(tableFormats)
    .default("cells")
    .describe("With `include=tables`: `csv` or `html` adds each table in that format, besides its cells."),
  layout: z
    .enum(["reading", "raw", "spatial"])
    .default("reading")
    .describe(
      "`reading` arranges columns, rows and superscripts in reading order. `raw` keeps the order of the file's content. `spatial` keeps positions on the page with spaces; for plain text only.",
    ),
  headers: z
    .enum(["keep", "drop"])
    .default("keep")
    .describe("`drop` removes running headers and footers: lines repeated at the edge of several pages."),
  ocr: z
    .enum(ocrModes)
    .default("off")
    .describe(
      "`auto` runs OCR on pages without usable text (`kind` is `scan` or `garbled`), `force` on all pages. OCR must be enabled on the server. Pages read by OCR cost more; a dry run shows the cost.",
    ),
  ocrLanguage: z
    .string()
    .regex(/^\w{2,40}(\+\w{2,40}){0,4}$/, "must name languages, such as eng or deu+eng")
    .optional()
    .describe("The OCR language, such as `eng` or `deu+eng`. The operator sets the default."),
  dryRun: z
    .boolean()
    .default(false)
    .describe("`true` returns the file's details and the cost of the call without the text. Free."),
});
