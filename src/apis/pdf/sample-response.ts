import type { z } from "zod";
import type { SampleContext } from "../../kit/descriptor.ts";
import { Encoded } from "../../kit/encoded.ts";
import type { ExtractInput } from "./input-schema.ts";
import { LINES_TYPE, MARKDOWN_TYPE, TEXT_TYPE } from "./output/response.ts";
import { Extract } from "./output-schema.ts";
import { requirePdf } from "./source.ts";

/** The text of the sample of the docs, in the form that is asked for. Throws `not-a-pdf` and what `checkUrl` throws. */
export async function sampleExtract(
  { file, url, dryRun }: z.output<typeof ExtractInput>,
  { mediaType, checkUrl }: SampleContext,
): Promise<Extract | Encoded> {
  if (url === undefined) requirePdf(file);
  else await checkUrl(url, "url");
  const { default: recorded } = await import("./samples/extract.json");
  const whole = Extract.parse(recorded);
  if (dryRun) {
    const pages = whole.pages.map((page) => ({ ...page, text: null }));
    return new Encoded(JSON.stringify({ ...whole, text: null, pages }), "application/json");
  }
  if (mediaType === TEXT_TYPE || mediaType === MARKDOWN_TYPE) return new Encoded(whole.text ?? "");
  if (mediaType !== LINES_TYPE) return whole;
  const { text: _, pages, warnings, usage, ...document } = whole;
  const lines = [
    { type: "document", ...document },
    ...pages.map((page) => ({ type: "page", ...page })),
    { type: "end", warnings, usage },
  ];
  return new Encoded(lines.map((line) => `${JSON.stringify(line)}\n`).join(""), LINES_TYPE);
}
