import { defineApi } from "../../kit/define-api.ts";
import { operation } from "../../kit/descriptor.ts";
import { fileProblems } from "../../kit/fetch-file.ts";
import { ExtractInput } from "./input-schema.ts";
import { findRecognizer } from "./ocr/recognizer.ts";
import { LINES_TYPE, MARKDOWN_TYPE, TEXT_TYPE } from "./output/response.ts";
import { SAMPLE_PASSWORD, samples } from "./samples.ts";
import { pdfSettings } from "./settings.ts";

const responses = (): typeof import("./output-schema.ts") => require("./output-schema.ts");
const agents = (): typeof import("./output/agent.ts") => require("./output/agent.ts");

/** Text from PDFs. Every file is read in a process of its own, which a file can break and nothing else. */
export const pdf = defineApi({
  name: "pdf",
  title: "Quintet PDF",
  version: "1.2.0",
  summary: "Clean text and Markdown from any PDF.",
  document: "/pdf/openapi.json",
  promises: [
    "Each page returned costs 1 page, more for pages read by OCR. Pages that cannot be read, rejected files and dry runs cost nothing.",
    "Pages without text are reported: `kind` says whether a page is a scan, garbled or empty, and `quality` has the evidence.",
    "Files are processed in memory, in a separate process without access to the network or to keys. They are not stored, except those of a job (`Prefer: respond-async`) until it ends.",
    "A call uses at most 20 seconds of processing time, plus the time for OCR. A slow file does not delay the calls of other clients.",
    "The same input always gives the same output.",
    "Scans are recognized (OCR) if the server offers it and the call sets `ocr`. Otherwise, a scan without a text layer has no text, and its `kind` is `scan`.",
  ],
  settings: pdfSettings,
  plans: {
    unit: "pages",
    freePerMonth: 100,
    freeMaxUnits: 25,
    freeNote: "PDF calls are limited to 25 pages.",
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
          summary: "Extract text and structure from a PDF",
          description: `Extracts text in reading order: columns are separated, superscripts stay in their line, hyphenated words are joined, and form values and free text annotations are included in their places. Returns JSON or, by the \`Accept\` header, \`${TEXT_TYPE}\` (a form feed between pages), \`${MARKDOWN_TYPE}\`, or \`${LINES_TYPE}\` (one page per line, streamed).`,
          input: ExtractInput,
          get output() {
            return responses().Extract;
          },
          get line() {
            return responses().ExtractLine;
          },
          get agent() {
            return agents().agentExtract;
          },
          produces: ["application/json", TEXT_TYPE, MARKDOWN_TYPE, LINES_TYPE],
          accepts: { file: "file", types: ["application/pdf"], base64: "fileBase64" },
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
            { title: "A scan, and a scan with a text layer", input: {}, file: samples.scan },
            { title: "A password", input: { password: SAMPLE_PASSWORD }, file: samples.locked },
            { title: "Wrong password", input: { password: "sesame" }, file: samples.locked, status: 422 },
            { title: "Estimate the cost", input: { dryRun: "true" }, file: samples.plain },
            { title: "Page out of range", input: { pages: "7" }, file: samples.plain, status: 422 },
          ],
          async sample(input, context) {
            const { sampleExtract } = await import("./sample-response.ts");
            return sampleExtract(input, context);
          },
          async run(input, context) {
            const { extract } = await import("./extract.ts");
            return extract(input, context, recognizer);
          },
        }),
      },
    };
  },
});
