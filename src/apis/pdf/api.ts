import { defineApi } from "../../kit/define-api.ts";
import { operation } from "../../kit/descriptor.ts";
import { fileProblems } from "../../kit/fetch-file.ts";
import { ExtractInput } from "./input-schema.ts";
import { findRecognizer } from "./ocr/recognizer.ts";
import { agentExtract } from "./output/agent.ts";
import { LINES_TYPE, MARKDOWN_TYPE, TEXT_TYPE } from "./output/answer.ts";
import { Extract } from "./output/schema.ts";
import { SAMPLE_PASSWORD, samples } from "./samples.ts";
import { pdfSettings } from "./settings.ts";

/** Text from PDFs. Every file is read in a process of its own, which a file can break and nothing else. */
export const pdf = defineApi({
  name: "pdf",
  title: "Quintet PDF",
  version: "1.0.0",
  summary: "The text of a PDF as a person would have typed it, page by page.",
  document: "/pdf/openapi.json",
  promises: [
    "One unit is one page delivered. Pages that cannot be read, refused files and dry runs cost nothing.",
    "A page without text is not passed over in silence: its kind says whether it is a scan, garbled or empty, and quality says by which facts.",
    "A file is read in memory, in a process of its own that has no network and no keys, and is kept nowhere.",
    "An answer comes within 20 seconds of work, whatever the file holds, and the time of the pages to recognize where it asks for that; no file delays another client's.",
    "Same bytes in, same text out.",
    "Pictures are read where the operator offers it and the call asks for it with ocr; elsewhere a scan without a text layer has no text, and its kind says so.",
  ],
  settings: pdfSettings,
  plans: {
    unit: "pages",
    freePerMonth: 100,
    freeMaxUnits: 25,
    freeNote: "A PDF call takes at most 25 pages: our decision, so that one call is not a library.",
    credits: 5,
    single: { title: "PDF extract", price: 5, limit: 2_000 },
  },
  create(settings, { programs }) {
    const recognizer = findRecognizer(settings, programs);
    return {
      operations: {
        extract: operation({
          method: "POST",
          path: "/pdf/extract",
          summary: "Text and structure of a PDF",
          description: `Lines as they stand on the page, columns one after the other, superscripts in their line, words parted at a line's end put together, form values and free texts at their place. As JSON, or, by Accept: ${TEXT_TYPE} (a form feed between pages), ${MARKDOWN_TYPE}, or ${LINES_TYPE} (a page a line, from the first page on).`,
          input: ExtractInput,
          output: Extract,
          agent: agentExtract,
          produces: ["application/json", TEXT_TYPE, MARKDOWN_TYPE, LINES_TYPE],
          accepts: { file: "file", types: ["application/pdf"] },
          cost: "measured",
          errors: [
            "not-a-pdf",
            "damaged",
            "password-required",
            "password-wrong",
            "unsupported-encryption",
            "ocr-unavailable",
            "page-out-of-range",
            "too-many-pages",
            "too-complex",
            "processing-failed",
            "busy",
            ...fileProblems,
          ],
          examples: [
            { title: "A file", input: {}, file: samples.plain },
            {
              title: "One page, with words and metadata",
              input: { pages: "1", include: "words,metadata" },
              file: samples.plain,
            },
            { title: "A form", input: { include: "forms" }, file: samples.form },
            { title: "A scan, and one with a text layer", input: {}, file: samples.scan },
            { title: "A password", input: { password: SAMPLE_PASSWORD }, file: samples.locked },
            { title: "The wrong password", input: { password: "sesame" }, file: samples.locked, status: 422 },
            { title: "What would it cost?", input: { dryRun: "true" }, file: samples.plain },
            { title: "A page that is not there", input: { pages: "7" }, file: samples.plain, status: 422 },
          ],
          async run(input, context) {
            const { extract } = await import("./extract.ts");
            return extract(input, context, recognizer);
          },
        }),
      },
    };
  },
});
