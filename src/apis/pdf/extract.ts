import type { z } from "zod";
import type { Context } from "../../kit/context.ts";
import { Encoded } from "../../kit/encoded.ts";
import { Problem } from "../../kit/problem.ts";
import type { ExtractInput } from "./input-schema.ts";
import { type ExtractMessage, type ExtractTask, extractJob } from "./job.ts";
import { type OcrPlan, ocrPlan } from "./ocr/plan.ts";
import type { Recognizer } from "./ocr/recognizer.ts";
import { LINES_TYPE, MARKDOWN_TYPE, placeholderWarning, TEXT_TYPE } from "./output/response.ts";
import type { Extract, Page } from "./output-schema.ts";
import { PageBilling } from "./page-billing.ts";
import { pdfBytes } from "./source.ts";

/** Separates pages in plain text: a form feed, as in pdftotext. */
const PAGE_END = "\f";

type Opened = ExtractMessage & { readonly kind: "opened" };

/** Reads the job's messages up to `opened`; the pages follow in the same iterator. */
async function open(messages: AsyncGenerator<ExtractMessage, void>): Promise<Opened> {
  let next = await messages.next();
  while (next.done !== true && next.value.kind === "progress") next = await messages.next();
  if (next.done !== true && next.value.kind === "opened") return next.value;
  throw new TypeError("the job must first report what it opened");
}

/** Streams NDJSON: the document, one line per page, then the usage. Starts when the first page is read. */
async function stream(
  { document }: Opened,
  messages: AsyncGenerator<ExtractMessage, void>,
  billing: PageBilling,
): Promise<Encoded> {
  const encoder = new TextEncoder();
  const line = (value: unknown) => encoder.encode(`${JSON.stringify(value)}\n`);
  // Awaited first, so that an early failure gets its own status code.
  let next = await messages.next();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      controller.enqueue(line({ type: "document", ...document }));
      try {
        // Not paced by the client: the process must not wait for a slow reader. The job limits the text's size.
        for (; next.done !== true; next = await messages.next()) {
          for (const page of next.value.kind === "pages" ? next.value.pages : []) {
            billing.note(page);
            controller.enqueue(line({ type: "page", ...page }));
          }
        }
        const { warnings } = billing;
        controller.enqueue(line({ type: "end", warnings, usage: await billing.settle() }));
      } catch (error) {
        const usage = await billing.settle();
        const known = error instanceof Problem ? error : undefined;
        const { code = "internal", message: detail = "The remaining text could not be read." } = known ?? {};
        controller.enqueue(line({ type: "problem", code, detail, usage }));
      }
      controller.close();
    },
    async cancel() {
      await messages.return();
    },
  });
  return new Encoded(body, LINES_TYPE);
}

/** Extracts the text of a PDF: the operation of this API. */
export async function extract(
  input: z.output<typeof ExtractInput>,
  context: Context,
  recognizer: Recognizer | undefined,
): Promise<Extract | Encoded> {
  const plan = ocrPlan(input, recognizer);
  const billing = new PageBilling(context, input, plan);
  const messages = await startReading(input, context, plan, billing);
  try {
    const opened = await open(messages);
    await billing.charge(opened.selected, opened.recognize);
    if (opened.isPlaceholder) billing.warnings.push(placeholderWarning);
    if (context.mediaType === LINES_TYPE && !input.dryRun) return await stream(opened, messages, billing);
    return await collect(opened, messages, billing, input.dryRun, context);
  } catch (error) {
    await messages.return();
    throw error;
  }
}

/** Starts the job that reads the file, with recognition of scanned pages behind it where that is planned. */
async function startReading(
  input: z.output<typeof ExtractInput>,
  context: Context,
  plan: OcrPlan | undefined,
  billing: PageBilling,
): Promise<AsyncGenerator<ExtractMessage, void>> {
  const { password, pages, hyphens, layout, headers, dryRun, tableFormat } = input;
  const include = [...(input.include ?? [])];
  const task: ExtractTask = {
    file: await pdfBytes(input, context),
    password,
    pages,
    include,
    hyphens,
    layout,
    headers,
    markdown: context.mediaType === MARKDOWN_TYPE || input.format === "markdown",
    dryRun,
    tableFormat,
    ocr: plan && { mode: plan.mode, most: plan.recognizer.pages },
  };
  const own = context.run(extractJob, task);
  if (plan === undefined) return own;
  const { recognized } = await import("./ocr/recognized.ts");
  return recognized(own, task, plan, context, (page, why) => billing.noteUnread(page, why));
}

/** Reads all pages and returns them as one response in the media type that was asked for. */
async function collect(
  { document }: Opened,
  messages: AsyncGenerator<ExtractMessage, void>,
  billing: PageBilling,
  dryRun: boolean,
  { mediaType }: Context,
): Promise<Extract | Encoded> {
  const pages: Page[] = [];
  for await (const message of messages) {
    if (message.kind !== "pages") continue;
    for (const page of message.pages) {
      billing.note(page);
      pages.push(dryRun ? { ...page, text: null } : page);
    }
  }
  const text = dryRun ? null : pages.map((page) => page.text ?? "").join(PAGE_END);
  const usage = await billing.settle();
  if (text !== null && (mediaType === TEXT_TYPE || mediaType === MARKDOWN_TYPE)) return new Encoded(text);
  const response = { ...document, text, pages, warnings: billing.warnings, usage };
  // A dry run has no text, so its response is JSON whatever type was asked for.
  return mediaType === "application/json"
    ? response
    : new Encoded(JSON.stringify(response), "application/json");
}
